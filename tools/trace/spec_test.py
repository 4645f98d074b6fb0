"""Tests of spec.py on the lines of a small specification."""

import unittest

import spec

SPEC = """# Flipping
| phrase | condition |
|---|---|
| a flat operand | the rank is {rank}. |
| a wide operand | it is wide. PyTorch differs: it wraps. |

## flip
### flip(side: int = 0, times: int) -> view
Turns the operand over (flip.d1).

| rule | result |
|---|---|
| flip.d1 | result[i] is operand[-i], `flip/a-coin` \\| 1. |
| flip.r1 | result.sizes = operand.sizes. PyTorch differs: it forgets them. |

1. flip.e1 `rank` a flat operand
   Together with e2.
2. flip.e2 `argument` a bad side: side {side} is below 0 (flip.d1). So
   it is no side.
   Together with e1.
   PyTorch differs: it turns the operand
   once.
3. flip.e3 `size` a size twice: a size is named twice: it is {side}.
4. flip.e4 `overflow` a wide operand
5. flip.e5 `size` a thin operand

```text
float32[2] | flip(0)
-> sizes [2] strides [1] offset 0
float32[] | flip(0) | read()

-> flip.e1
-> two
```

- flip.u1 The colour
  is unspecified.

No more of it.
### flip.all() -> view[]
1. flip_all.e1 `rank` a flat operand: its rank is 0.
2. flip_all.e2 `argument` a bad side: as flip.e2.
## other
None.
"""


class SpecTest(unittest.TestCase):

    def setUp(self):
        self.rules = spec.parse(SPEC)

    def test_rules_keep_their_order(self):
        self.assertEqual(" ".join(self.rules),
                         "flip.d1 flip.r1 flip.e1 flip.e2 flip.e3 flip.e4 flip.e5 flip.u1 "
                         "flip_all.e1 flip_all.e2")

    def test_a_row_and_an_item_are_rules(self):
        self.assertEqual(self.rules["flip.d1"].text,
                         "result[i] is operand[-i], `flip/a-coin` \\| 1.")
        self.assertEqual(self.rules["flip.u1"].text, "The colour is unspecified.")

    def test_an_error_has_a_kind_a_phrase_and_perhaps_a_condition(self):
        self.assertEqual(
            [(rule.kind, rule.phrase, rule.condition)
             for rule in self.rules.values() if rule.prefix == "flip" and rule.letter == "e"],
            [("rank", "a flat operand", "the rank is {rank}."),
             ("argument", "a bad side", "side {side} is below 0 (flip.d1). So it is no side."),
             ("size", "a size twice", "a size is named twice: it is {side}."),
             ("overflow", "a wide operand", "it is wide."),
             ("size", "a thin operand", "")])

    def test_a_condition_of_its_own_goes_before_that_of_its_phrase(self):
        self.assertEqual(self.rules["flip_all.e1"].condition, "its rank is 0.")

    def test_a_rule_may_be_as_another_one(self):
        one, other = self.rules["flip_all.e2"], self.rules["flip.e2"]
        self.assertEqual((one.condition, one.together, one.differs),
                         (other.condition, other.together, other.differs))
        for line in ("1. flop.e1 `size` a bad side: as flip.e9.",
                     "1. flop.e1 `size` a bad side: as flop.e2.\n"
                     "2. flop.e2 `size` a bad side: as flip.e2."):
            with self.assertRaisesRegex(ValueError, "flop.e1: as which rule?"):
                spec.parse(SPEC + line)

    def test_a_message_is_the_condition_with_placeholders_or_the_phrase(self):
        self.assertEqual(
            [self.rules[f"flip.e{n}"].message for n in range(1, 6)],
            ["the rank is {rank}", "side {side} is below 0",
             "a size is named twice: it is {side}", "a wide operand", "a thin operand"])

    def test_what_pytorch_does_instead(self):
        self.assertEqual({rule.id: rule.differs for rule in self.rules.values() if rule.differs},
                         {"flip.r1": "it forgets them.", "flip.e4": "it wraps.",
                          "flip.e2": "it turns the operand once.",
                          "flip_all.e2": "it turns the operand once."})

    def test_rules_that_are_checked_together(self):
        self.assertEqual([rule.name for rule in self.rules.values() if rule.together],
                         ["e1", "e2", "e2"])

    def test_an_op_is_its_heading_and_the_lines_to_the_next(self):
        flip, flip_all = spec.sections(SPEC)
        self.assertEqual((flip.op, flip.signature),
                         ("flip", "flip(side: int = 0, times: int) -> view"))
        self.assertEqual((flip.lines[0], flip.lines[-1]),
                         ("Turns the operand over (flip.d1).", "No more of it."))
        self.assertEqual((flip_all.op, flip_all.signature, flip_all.lines),
                         ("flip.all", "flip.all() -> view[]",
                          ["1. flip_all.e1 `rank` a flat operand: its rank is 0.",
                           "2. flip_all.e2 `argument` a bad side: as flip.e2."]))

    def test_an_example_is_a_case_and_its_result(self):
        self.assertEqual(spec.examples(SPEC),
                         [("float32[2] | flip(0)", ["-> sizes [2] strides [1] offset 0"]),
                          ("float32[] | flip(0) | read()", ["-> flip.e1", "-> two"])])

    def test_what_begins_as_a_rule_must_be_one(self):
        for line in ("1. flip.e1 a flat operand", "- flip.e1 `rank` a flat operand",
                     "1. flip.e1 `rank`", "- flip.d1", "| flip.d1 a | b |", "- flip.d1: x",
                     "1. flip.d1 A coin."):
            with self.assertRaisesRegex(ValueError, "not a rule: "):
                spec.parse(line)

    def test_a_rule_stands_once(self):
        with self.assertRaisesRegex(ValueError, "flip.d1 stands twice"):
            spec.parse(SPEC + "- flip.d1 Again.")

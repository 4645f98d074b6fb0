#!/usr/bin/env python3
"""Tests of spec.py on the lines of a small specification."""

import unittest

import spec

SPEC = """# Flipping
## flip
### flip(side: int = 0, times: int) -> view
Turns the operand over (flip.d1).

| rule | result |
|---|---|
| flip.d1 | result[i] is operand[-i], `flip/a-coin` \\| 1. |
| flip.r1 | result.sizes = operand.sizes. PyTorch differs: it forgets them. |

1. flip.e1 `rank` a flat operand
2. flip.e2 `argument` a bad side: side {side} is below 0 (flip.d1). So
   it is no side.
   Together with e3.
   PyTorch differs: it turns the operand
   once.
3. flip.e3 `size` a size twice: a size is named twice: side {side} is another.
   Together with e2.

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
Turns all.
## other
None.
"""


class SpecTest(unittest.TestCase):

    def setUp(self):
        self.rules = spec.parse(SPEC)

    def test_rules_keep_their_order(self):
        self.assertEqual(" ".join(self.rules),
                         "flip.d1 flip.r1 flip.e1 flip.e2 flip.e3 flip.u1")

    def test_a_row_and_an_item_are_rules(self):
        self.assertEqual(self.rules["flip.d1"].text,
                         "result[i] is operand[-i], `flip/a-coin` \\| 1.")
        self.assertEqual(self.rules["flip.u1"].text, "The colour is unspecified.")

    def test_an_error_has_a_kind_a_phrase_and_perhaps_a_condition(self):
        self.assertEqual(
            [(rule.kind, rule.phrase, rule.condition)
             for rule in self.rules.values() if rule.letter == "e"],
            [("rank", "a flat operand", ""),
             ("argument", "a bad side", "side {side} is below 0 (flip.d1). So it is no "
              "side. Together with e3."),
             ("size", "a size twice", "a size is named twice: side {side} is another. "
              "Together with e2.")])

    def test_a_message_is_the_condition_with_placeholders_or_the_phrase(self):
        self.assertEqual(
            [self.rules[f"flip.e{n}"].message for n in (1, 2, 3)],
            ["a flat operand", "side {side} is below 0",
             "a size is named twice: side {side} is another"])

    def test_what_pytorch_does_instead(self):
        self.assertEqual(self.rules["flip.e1"].differs, "")
        self.assertEqual(self.rules["flip.e2"].differs, "it turns the operand once.")
        self.assertEqual(self.rules["flip.r1"].differs, "it forgets them.")

    def test_rules_that_are_checked_together(self):
        self.assertEqual([rule.name for rule in self.rules.values() if rule.together],
                         ["e2", "e3"])

    def test_an_op_is_its_heading_and_the_lines_to_the_next(self):
        flip, flip_all = spec.sections(SPEC)
        self.assertEqual((flip.op, flip.signature),
                         ("flip", "flip(side: int = 0, times: int) -> view"))
        self.assertEqual((flip.lines[0], flip.lines[-1]),
                         ("Turns the operand over (flip.d1).", "No more of it."))
        self.assertEqual((flip_all.op, flip_all.signature, flip_all.lines),
                         ("flip.all", "flip.all() -> view[]", ["Turns all."]))

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


if __name__ == "__main__":
    unittest.main()

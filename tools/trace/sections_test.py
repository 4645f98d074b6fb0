"""Tests of sections.py on a specification of two families."""

import unittest

import contents
import sections
import spec

STALE = "the contents are not those of the headings: tools/regenerate spec"
SPEC = f"""# Views

{contents.BEGIN}1. [Concepts](#concepts): [side](#side)
2. [Families](#families): [flip](#flip) · [turn](#turn): turn.all
{contents.END}
# Concepts

## side

- side.d1 A side is a face.

# Families

## flip

### flip(side: dim = -1, how: int? = null) -> view

Turns the operand upside down.

| rule | result |
|---|---|
| flip.r1 | result.sizes = operand.sizes |

1. flip.e1 `rank` a flat operand: it is flat.
   It has no side.
2. flip.e2 `size` a thin operand

```text
float32[2] | flip(0, null)
-> sizes [2]
```

Edge cases: `flip/a-coin` `turn/a-coin`.

## turn

### turn.all() -> view[]

Turns all of it.

| rule | result |
|---|---|
| turn_all.r1 | result.sizes = operand.sizes |
| turn_all.r2 | As flip.r1. |

1. turn_all.e1 `rank` a flat operand: as flip.e1.

```text
float32[2] | turn.all()
-> sizes [2]
```

Edge cases: `turn.all/a-coin`.
"""
ROWS = [{"name": "flip", "kind": "view", "many": False, "parameters": [
            {"name": "side", "type": "dim", "default": -1},
            {"name": "how", "type": "int?", "default": None}]},
        {"name": "turn.all", "kind": "view", "many": True, "parameters": []}]


class SectionsTest(unittest.TestCase):

    def problems(self, old="", new=""):
        self.assertIn(old, SPEC)
        return list(sections.problems_in(SPEC.replace(old, new, 1), ROWS, {"flip", "turn"}))

    def test_a_specification_of_one_form_has_no_problem(self):
        self.assertEqual(self.problems(), [])

    def test_a_heading_is_the_row_of_its_op(self):
        for old, new in (("dim = -1", "dim = 0"), ("side: dim", "side: int"), ("how:", "who:"),
                         (" = null) ->", ") ->"), ("-> view\n", "-> query\n")):
            heading = "flip(side: dim = -1, how: int? = null) -> view\n".replace(old, new)
            self.assertEqual(
                self.problems(old, new),
                ["no heading: ### flip(side: dim = -1, how: int? = null) -> view",
                 "no op has the heading: ### " + heading.strip()])

    def test_an_op_has_one_section(self):
        again = SPEC[SPEC.index("### turn.all"):].replace("turn_all.r", "turn_all.d")
        again = again.replace("1. turn_all.e1", "1. turn_all.e2")
        self.assertEqual(
            [problem for problem in self.problems("## turn\n", f"{again}\n## turn\n")
             if "says as" not in problem],
            ["twice: ### turn.all() -> view[]", STALE])

    def test_a_section_has_a_sentence(self):
        self.assertEqual(self.problems("Turns all of it.\n", ""),
                         ["turn.all: no sentence below the heading"])

    def test_a_section_has_a_table_of_results(self):
        self.assertEqual(self.problems("| rule | result |\n|---|---|\n| flip.r1 |",
                                       "| rule |\n|---|\n| flip.r1 |"),
                         ["flip: no table: | rule | result |"])

    def test_a_section_has_an_example(self):
        self.assertEqual(self.problems("float32[2] | turn.all()\n-> sizes [2]\n", ""),
                         ["turn.all: no example"])

    def test_a_section_has_a_vector_of_its_own_op(self):
        self.assertEqual(self.problems("`flip/a-coin` ", ""),
                         ["flip: no vector of its own among the edge cases"])

    def test_a_section_has_rules_of_its_own_op(self):
        self.assertEqual(self.problems("| turn_all.r2 |", "| turn.r2 |"),
                         ["turn.all: turn.r2 is no rule of it"])

    def test_errors_are_numbered_from_1(self):
        self.assertEqual(self.problems("2. flip.e2", "3. flip.e2"),
                         ["flip.e2 is number 2 of its list, not 3"])
        self.assertEqual(self.problems("2. flip.e2", "\n2. flip.e2"),
                         ["flip.e2 is number 1 of its list, not 2"])

    def test_a_line_has_an_end(self):
        self.assertEqual(self.problems("A side is a face.", "A side is a face" + "!" * 174),
                         [])
        self.assertEqual(self.problems("A side is a face.", "A side is a face" + "!" * 175),
                         ["line 12 has 201 characters"])

    def test_no_sentence_of_a_rule_stands_twice(self):
        self.assertEqual(self.problems("a thin operand", "a thin operand: it is. It has no side."),
                         ['flip.e2 says as flip.e1: "It has no side."'])

    def test_a_family_is_a_file(self):
        self.assertEqual(self.problems("## turn\n", "## flop\n"),
                         ["no family ## turn", "## flop is no file of reference/ops/",
                          STALE])

    def test_the_contents_are_those_of_the_headings(self):
        self.assertEqual(self.problems(": [side](#side)", ""), [STALE])
        self.assertEqual(contents.with_contents(SPEC.replace("# Concepts\n", "# Ideas\n")),
                         SPEC.replace("[Concepts](#concepts)", "[Ideas](#ideas)")
                         .replace("# Concepts\n", "# Ideas\n"))

    def test_a_list_of_outputs_has_brackets(self):
        self.assertEqual([sections.signature(row) for row in ROWS],
                         [section.signature for section in spec.sections(SPEC)])

"""Tests of fault_pairs.py on an op of three errors, and on one that a concept lends two."""

import contextlib
import io
import json
import pathlib
import tempfile
import unittest

import fault_pairs
import spec

SPEC = """# Flipping
### flip() -> view
- flip.d1 The result is the operand upside down.
1. flip.e1 `rank` a flat operand: the operand is flat (flip.d1).
2. flip.e2 `argument` a bad side: an entry is no side.
   Together with e3.
3. flip.e3 `duplicate_dim` a side twice: an entry is named before.
   Together with e2.

### flip.all() -> view
1. flip_all.e1 `rank` a flat operand
2. flip_all.e2 `rank` a thin operand

### read() -> observe
- read.r1 read() gives the elements.
"""
FAULTS = """[flip]
"e1+e3" = "a flat operand has no sides"
"""

LENDING = """
1. side.e1 `argument` no side
2. side.e2 `rank` a thin side

1. turn.e1 `rank` a flat operand
"""


def vector(first, second, op="flip", **changes):
    """A record of golden/ that shows a pair."""
    rule = f"{op.replace('.', '_')}.{first}"
    return {"id": f"{op}/reports-{first}-before-{second}", "requires": ["error_kind"],
            "chain": [{"op": "t"}, {"op": op}],
            "expect": [{"outputs": []}, {"error": {"rule": rule}}], **changes}


def lent(first, second):
    """A record that shows a pair of turn, of which one error is of another prefix."""
    concept, _, name = first.rpartition("-")
    rule = f"{concept or 'turn'}.{name}"
    return vector(first, second, op="turn", expect=[{"outputs": []}, {"error": {"rule": rule}}])


class Fixture(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write_spec(self, text, faults):
        self.rules = spec.parse(text)
        self.write_faults(faults)

    def write_faults(self, faults):
        (self.root / "reference").mkdir(exist_ok=True)
        (self.root / "reference/faults.toml").write_text(faults)

    def write(self, *vectors):
        lines = [{"header": {}}, {"id": "flip/a-coin", "expect": []}, *vectors]
        (self.root / "golden/core").mkdir(parents=True, exist_ok=True)
        (self.root / "golden/core/flip.jsonl").write_text("\n".join(map(json.dumps, lines)) + "\n")

    def check(self):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            problems = fault_pairs.check(self.root, self.rules)
        return problems, out.getvalue().splitlines()

    def assert_red(self, *lines):
        self.assertEqual(self.check(), (len(lines) - 1, list(lines)))


class FaultPairsTest(Fixture):

    def setUp(self):
        super().setUp()
        self.write_spec(SPEC, FAULTS)
        self.write(vector("e1", "e2"), vector("e3", "e2"))

    def test_pairs_that_are_shown_or_declared_leave_no_gap(self):
        self.assert_red("3 pairs, 2 shown, 1 cannot meet, 0 gaps")

    def test_a_pair_without_a_vector_is_a_gap(self):
        self.write(vector("e3", "e2"))
        self.assert_red("flip: no vector shows e1 and e2 at once",
                        "3 pairs, 1 shown, 1 cannot meet, 1 gaps")

    def test_a_pair_that_is_no_longer_declared_is_a_gap(self):
        self.write_faults("")
        self.assert_red("flip: no vector shows e1 and e3 at once",
                        "3 pairs, 2 shown, 0 cannot meet, 1 gaps")

    def test_a_declared_pair_must_not_be_shown(self):
        self.write(vector("e1", "e2"), vector("e1", "e3"), vector("e2", "e3"))
        self.assert_red("flip/reports-e1-before-e3: shown, so leave it out of reference/faults.toml",
                        "3 pairs, 3 shown, 1 cannot meet, 0 gaps")

    def test_a_declared_pair_must_be_one(self):
        for line, problem in {
                '"e1+e4" = "x"': "flip e1+e4 is no pair",
                '"e2+e1" = "x"': "flip e2+e1 is no pair",
                '"e1-e2" = "x"': 'flip "e1-e2" does not read "eA+eB eA+eC"',
                '[flop]\n"e1+e2" = "x"': "flop e1+e2 is no pair",
                '[flip_all]\n"e1+e2" = "of one kind"': "flip_all e1+e2 is no pair"}.items():
            self.write_faults(FAULTS + line + "\n")
            self.assert_red("reference/faults.toml: " + problem,
                            "3 pairs, 2 shown, 1 cannot meet, 0 gaps")

    def test_a_pair_is_declared_once(self):
        self.write_faults('[flip]\n"e1+e3 e1+e3" = "x"\n')
        self.assert_red("reference/faults.toml: flip e1+e3 is declared twice",
                        "3 pairs, 2 shown, 1 cannot meet, 0 gaps")

    def test_a_vector_names_rules_of_its_op(self):
        self.write(vector("e1", "e2"), vector("e3", "e2"), vector("e2", "e9"))
        self.assert_red("golden: flip/reports-e2-before-e9: flip.e9 is not in SPEC.md",
                        "3 pairs, 2 shown, 1 cannot meet, 0 gaps")

    def assert_shows_nothing(self, record, problem):
        self.write(record, vector("e3", "e2"))
        self.assert_red(f"golden: {record['id']}: {problem}",
                        "flip: no vector shows e1 and e2 at once",
                        "3 pairs, 1 shown, 1 cannot meet, 1 gaps")

    def test_a_vector_that_may_be_passed_by_refusing_alone_shows_nothing(self):
        self.assert_shows_nothing(vector("e1", "e2", requires=["wide_int"]),
                                  "error_kind is not required")

    def test_a_vector_that_is_refused_for_another_rule_shows_nothing(self):
        self.assert_shows_nothing(
            vector("e1", "e2", expect=[{"outputs": []}, {"error": {"rule": "flip.e2"}}]),
            "its last step is not refused for flip.e1")

    def test_a_vector_that_succeeds_shows_nothing(self):
        self.assert_shows_nothing(vector("e1", "e2", expect=[{"outputs": []}]),
                                  "its last step is not refused for flip.e1")

    def test_a_vector_that_is_refused_before_its_last_step_shows_nothing(self):
        self.assert_shows_nothing(vector("e1", "e2", chain=[{"op": "flip"}, {"op": "t"}]),
                                  "its last step is not refused for flip.e1")

    def test_a_vector_against_the_order_of_the_specification_shows_nothing(self):
        self.assert_shows_nothing(vector("e2", "e1"), "SPEC.md lists e2 after e1")

    def test_errors_of_one_kind_are_no_pair(self):
        self.write(vector("e1", "e2"), vector("e3", "e2"), vector("e1", "e2", op="flip.all"))
        self.assert_red("3 pairs, 2 shown, 1 cannot meet, 0 gaps")


class LentErrorsTest(Fixture):
    """An op `turn` with one error, to which the concept `side` lends two."""

    def setUp(self):
        super().setUp()
        self.write_spec(LENDING, "")
        self.write(lent("side-e1", "side-e2"), lent("side-e1", "e1"))

    def test_a_concept_has_no_pairs_but_those_of_the_op_that_it_lends_to(self):
        self.assert_red("2 pairs, 2 shown, 0 cannot meet, 0 gaps")

    def test_an_op_needs_a_vector_of_every_pair_that_it_is_lent(self):
        self.write(lent("side-e1", "e1"))
        self.assert_red("turn: no vector shows side-e1 and side-e2 at once",
                        "2 pairs, 1 shown, 0 cannot meet, 1 gaps")

    def test_a_pair_of_a_lent_error_and_an_own_one_has_either_order(self):
        self.write(lent("side-e1", "side-e2"), lent("e1", "side-e1"))
        self.assert_red("2 pairs, 2 shown, 0 cannot meet, 0 gaps")

    def test_lent_errors_keep_their_order(self):
        self.write(lent("side-e2", "side-e1"), lent("side-e1", "e1"))
        self.assert_red("golden: turn/reports-side-e2-before-side-e1: "
                        "SPEC.md lists side-e2 after side-e1",
                        "turn: no vector shows side-e1 and side-e2 at once",
                        "2 pairs, 1 shown, 0 cannot meet, 1 gaps")

    def test_a_pair_of_a_lent_error_may_be_declared(self):
        self.write_faults('[turn]\n"side-e1+e1" = "x"\n')
        self.write(lent("side-e1", "side-e2"))
        self.assert_red("2 pairs, 1 shown, 1 cannot meet, 0 gaps")

    def test_a_concept_that_lends_to_no_op_is_checked_by_itself(self):
        self.write()
        self.assert_red("side: no vector shows e1 and e2 at once",
                        "1 pairs, 0 shown, 0 cannot meet, 1 gaps")

"""Tests of trace_rules.py on a small repository of four rules and two documents."""

import contextlib
import io
import json
import pathlib
import tempfile
import unittest
from unittest import mock

import contents
import trace_rules

SPEC = f"""# Views
{contents.BEGIN}1. [Families](#families): [flip](#flip)
{contents.END}# Families
## flip
### flip() -> view

Turns the operand upside down.

| rule | result |
|---|---|
| flip.d1 | The result is the operand upside down. |
| flip.r1 | result.sizes = operand.sizes |

1. flip.e1 `rank` a flat operand
   PyTorch differs: it wraps.

```text
float32[2] | flip()
-> sizes [2]
```

Edge cases: `flip/a-coin`.

- flip.u1 The colour is unspecified.
"""
OPS = '[{"name":"flip","kind":"view","many":false,"parameters":[]}]'
SOURCES = """
| document | sentences | what it is |
|---|---|---|
| manual | 4 | how to flip |
| history of coins | 1 | who flipped first |

| sentence | document, place | rules | vectors |
|---|---|---|---|
| a coin is flipped | manual 1, history of coins 1 | flip.d1 | `flip/a-coin` |
| a sheet is not | manual 2 | flip.e1 | `flip/a-sheet` |

| left out | document, place | why |
|---|---|---|
| who wrote it | manual 3-4 | flips nothing |
"""
CODE = """namespace viewproof {
// flip.e1 flip.r1: a list, no citation.
struct Flat { int x; };  // flip.e1
Result Flip(Tensor operand) {
  if (Flat(operand)) return Error{"flip.e1"};
  return operand.sizes;  // flip.r1
}
}  // namespace viewproof
"""
TEST = """// flip.d1 flip.e1
TEST(Flip, TurnsOver) {}
// flip.r1
TEST(Flip, KeepsTheSizes) {}
"""


class TraceTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("reference/SPEC.md", SPEC)
        self.write("reference/SOURCES.md", SOURCES)
        self.write("reference/faults.toml", "")
        self.write("conformance/sdk/python/ops.json", OPS)
        self.write("reference/ops/flip.h", "")
        self.write("reference/flip.cc", CODE)
        self.write("reference/flip_test.cc", TEST)
        self.write_vectors({"flip/a-coin": ["flip.d1", "flip.r1"],
                            "flip/a-sheet": ["flip.e1"]})

    def write(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)

    def write_vectors(self, rules):
        lines = [json.dumps({"header": {}})]
        lines += [json.dumps({"id": i, "rules": r, "expect": []}) for i, r in rules.items()]
        self.write("golden/core/flip.jsonl", "\n".join(lines) + "\n")

    def trace(self):
        out = io.StringIO()
        with contextlib.redirect_stdout(out), mock.patch(
                "sys.argv", ["trace_rules", "--root", str(self.root)]):
            status = trace_rules.main()
        return status, out.getvalue()

    def assert_red(self, *words):
        status, out = self.trace()
        self.assertEqual(status, 1)
        for word in words:
            self.assertIn(word, out)

    def test_a_repository_without_gaps_is_green(self):
        status, out = self.trace()
        self.assertEqual(status, 0, out)
        self.assertEqual(out.splitlines(),
                         ["0 pairs, 0 shown, 0 cannot meet, 0 gaps",
                          "3 passed, 0 failed, 1 skipped (u rules: nothing compares them); "
                          "5 sentences, 0 gaps"])

    def test_deleting_the_code_line_of_an_error_is_red(self):
        self.write("reference/flip.cc",
                   CODE.replace('  if (Flat(operand)) return Error{"flip.e1"};\n', ""))
        self.assert_red("flip.e1", "NO code", "2 passed, 1 failed")

    def test_deleting_the_code_line_of_a_result_is_red(self):
        self.write("reference/flip.cc", CODE.replace("  // flip.r1", ""))
        self.assert_red("flip.r1", "NO code")

    def test_an_alias_needs_neither_code_nor_a_test_of_its_own(self):
        self.write("conformance/sdk/python/ops.json",
                   OPS.replace('"kind"', '"alias":"turn","kind"'))
        self.write("reference/flip.cc", "")
        self.write("reference/flip_test.cc", "")
        self.assertEqual(self.trace()[0], 0)

    def test_deleting_the_only_vector_of_a_rule_is_red(self):
        self.write_vectors({"flip/a-coin": ["flip.d1", "flip.r1"]})
        self.assert_red("flip.e1", "NO vector")

    def test_an_error_that_a_u_rule_leaves_open_has_no_vector(self):
        self.write("reference/SPEC.md", SPEC.replace(
            "a flat operand\n", "a flat operand: it is flat, by any name (flip.u1).\n"))
        self.assert_red("golden: flip/a-sheet: flip.e1 is unspecified", "3 passed, 1 failed")
        self.write_vectors({"flip/a-coin": ["flip.d1", "flip.r1"], "flip/a-sheet": ["flip.d1"]})
        self.edit("flip.e1", "flip.d1")
        self.assertEqual(self.trace()[0], 0)

    def test_a_definition_of_an_op_needs_a_vector(self):
        self.write_vectors({"flip/a-coin": ["flip.r1"], "flip/a-sheet": ["flip.e1"]})
        self.assert_red("flip.d1", "NO vector")

    def test_a_definition_of_a_concept_needs_only_a_test(self):
        self.write("reference/SPEC.md", SPEC + "#### side\n- side.d1 A side is a face.\n")
        self.assert_red("side.d1", "NO test")
        self.write("reference/flip_test.cc", TEST + "// side.d1\nTEST(Side, IsAFace) {}\n")
        self.assertEqual(self.trace()[0], 0)

    def test_rules_of_kernels_need_only_a_test(self):
        rules = "#### call\n- call.d1 A kernel is a function.\n- call.r1 It answers alike.\n"
        self.write("reference/SPEC.md", SPEC + rules)
        status, out = self.trace()
        self.assertEqual([line.split() for line in out.splitlines() if " NO " in line],
                         [["call.d1", "NO", "test"], ["call.r1", "NO", "test"]], status)
        self.write("conformance/calls/calls_test.cc", "// call.d1 call.r1\nTEST(Call, Answers) {}\n")
        self.assertEqual(self.trace()[0], 0)

    def test_no_other_rules_need_only_a_test(self):
        self.write("conformance/calls/calls_test.cc", "// caller.r1 call.e1\nTEST(Call, Answers) {}\n")
        self.write("reference/SPEC.md", SPEC + "#### caller\n- caller.r1 It calls.\n"
                   "1. call.e1 `rank` a flat kernel\n")
        status, out = self.trace()
        self.assertEqual([line.split() for line in out.splitlines() if " NO " in line],
                         [["caller.r1", "NO", "code", "NO", "vector"],
                          ["call.e1", "NO", "code", "NO", "vector"]], status)

    def test_a_kernel_that_golden_has_is_an_op_as_others(self):
        self.write("reference/SPEC.md", SPEC + "#### call\n- call.r1 It answers alike.\n")
        self.write("conformance/calls/calls_test.cc", "// call.r1\nTEST(Call, Answers) {}\n")
        self.write_vectors({"flip/a-coin": ["flip.d1", "flip.r1"], "flip/a-sheet": ["flip.e1"],
                            "call/a-friend": ["call.r1"]})
        self.assert_red("call.r1", "NO code")

    def test_an_id_that_the_specification_lacks_is_red_where_vectors_are_made(self):
        self.write("conformance/calls/call_case.cc", 'const char* kRule = "call.r1";\n')
        self.assert_red("conformance/calls/call_case.cc: call.r1 is not in SPEC.md")

    def test_deleting_the_test_of_a_rule_is_red(self):
        self.write("reference/flip_test.cc", TEST.replace("// flip.r1\n", ""))
        self.assert_red("flip.r1", "NO test")

    def test_a_rule_in_a_string_of_a_test_is_no_citation(self):
        self.write("reference/flip_test.cc",
                   TEST.replace("// flip.r1\n", 'const char* kRule = "flip.r1";\n'))
        self.assert_red("flip.r1", "NO test")

    def test_an_id_that_the_specification_lacks_is_red_in_code(self):
        self.write("reference/flip.h", "// flop.r1\n")
        self.assert_red("reference/flip.h: flop.r1 is not in SPEC.md")

    def test_an_id_that_the_specification_lacks_is_red_in_a_vector(self):
        self.write_vectors({"flip/a-coin": ["flip.d1", "flip.r1"],
                            "flip/a-sheet": ["flip.e1", "flip.e9"]})
        self.assert_red("golden: flip/a-sheet: flip.e9 is not in SPEC.md")

    def test_a_vector_that_the_specification_names_must_exist(self):
        self.write("reference/SPEC.md", SPEC + "As `flip/a-coin` and `flip/a-sheet` show.\n")
        self.assertEqual(self.trace()[0], 0)
        self.write("reference/SPEC.md", SPEC + "As `flip/a-book` shows.\n")
        self.assert_red("reference/SPEC.md: flip/a-book is not in golden/", "1 failed")

    def test_a_specification_without_its_form_is_red(self):
        self.write("conformance/sdk/python/ops.json", "[]")
        self.assert_red("reference/SPEC.md: no op has the heading: ### flip() -> view",
                        "1 failed")

    def edit(self, old, new):
        self.assertIn(old, SOURCES)
        self.write("reference/SOURCES.md", SOURCES.replace(old, new))

    def test_a_sentence_without_a_row_is_red(self):
        self.edit("manual 1, history of coins 1", "manual 1")
        self.assert_red("history of coins 1: in no row and not left out",
                        "; 5 sentences, 1 gaps")

    def test_a_sentence_that_is_neither_in_a_row_nor_left_out_is_red(self):
        self.edit("manual 3-4", "manual 4")
        self.assert_red("manual 3: in no row and not left out", "1 gaps")

    def test_a_sentence_in_a_row_and_left_out_is_red(self):
        self.edit("manual 3-4", "manual 2-4")
        self.assert_red("manual 2: in a row and left out", "1 gaps")

    def test_a_place_past_the_last_sentence_is_red(self):
        self.edit("manual 3-4", "manual 3-5")
        self.assert_red("manual 5: no such sentence", "1 gaps")

    def test_a_place_in_no_document_is_red(self):
        self.edit("manual 2 |", "manual 2, its cover |")
        self.assert_red("its cover 0: no such sentence", "1 gaps")

    def test_a_row_without_a_rule_is_red(self):
        self.edit("| flip.e1 |", "| |")
        self.assert_red("manual 2: no rule", "0 failed", "1 gaps")

    def test_a_row_without_a_vector_is_red(self):
        self.edit("`flip/a-sheet`", "flip/a-sheet")
        self.assert_red("manual 2: no vector", "0 failed", "1 gaps")

    def test_a_row_of_an_op_that_is_missing_is_red(self):
        self.edit("flip.e1 | `flip/a-sheet`", "T.r1 | `T/a-sheet`")
        self.assert_red("manual 2: no rule", "manual 2: no vector",
                        "reference/SOURCES.md: T.r1 is not in SPEC.md",
                        "reference/SOURCES.md: T/a-sheet is not in golden/",
                        "2 failed", "2 gaps")

    def test_a_vector_that_lists_none_of_its_rows_rules_is_red(self):
        self.edit("`flip/a-sheet`", "`flip/a-sheet` `flip/a-coin`")
        self.assert_red("manual 2: flip/a-coin lists none of its rules", "0 failed", "1 gaps")

    def test_a_rule_that_no_vector_of_its_row_lists_is_red(self):
        self.edit("| flip.d1 |", "| flip.d1 flip.e1 |")
        self.assert_red("history of coins 1: no vector of it lists flip.e1", "0 failed", "1 gaps")

    WRONG = ("\n| what it says | document, place | what PyTorch does | rules | vectors |\n"
             "|---|---|---|---|---|\n| it lands on its edge | manual 2 | it does not | "
             "flip.r1 | `flip/a-coin` |\n")

    def test_what_a_document_says_wrongly_has_a_rule_and_a_vector(self):
        self.write("reference/SOURCES.md", SOURCES + self.WRONG)
        self.assertEqual(self.trace()[0], 0)
        self.write("reference/SOURCES.md", SOURCES + self.WRONG.replace("a-coin", "a-sheet"))
        self.assert_red("manual 2: flip/a-sheet lists none of its rules", "2 gaps")

    def test_what_a_document_says_wrongly_is_one_of_its_sentences(self):
        self.write("reference/SOURCES.md", SOURCES + self.WRONG.replace("manual 2", "manual 9"))
        self.assert_red("manual 9: no such sentence", "1 gaps")

    def test_a_row_of_three_cells_is_refused(self):
        self.edit("| flip.e1 |", "|")
        with self.assertRaisesRegex(ValueError, "not 4 cells: . a sheet is not"):
            self.trace()

    def test_sources_without_documents_are_red(self):
        self.write("reference/SOURCES.md", "")
        self.assert_red("3 passed, 0 failed", "; 0 sentences, 0 gaps")

    def test_an_empty_specification_is_red(self):
        self.write("reference/SPEC.md", "")
        self.assertEqual(self.trace()[0], 1)

"""Tests of text_files.py."""

import unittest

import text_files

UNPLAIN = "be" + "hind"


class TextFilesTest(unittest.TestCase):
    def test_blanks_at_the_ends_of_lines_and_of_the_file_go(self):
        self.assertEqual(text_files.mended("a.md", "one  \n\ntwo\n\n\n"), "one\n\ntwo\n")

    def test_an_empty_file_stays_empty(self):
        self.assertEqual(text_files.mended("BUILD.bazel", ""), "")

    def test_toml_tables_have_one_blank_line_above_them(self):
        self.assertEqual(text_files.mended("a.toml", "# a\n[a]\nb = 1\n[c]\n\n\n[d]\n"),
                         "# a\n[a]\nb = 1\n\n[c]\n\n[d]\n")

    def test_a_word_that_is_not_plain_is_named_with_its_line(self):
        self.assertEqual(text_files.problems("a.h", "// a\n// b %s c\n" % UNPLAIN),
                         [(2, '"%s": write "after" for an order, or name the place' %
                           UNPLAIN)])

    def test_the_id_of_a_vector_stays_as_it_is(self):
        self.assertEqual(text_files.problems("a.md", "`view.dtype/a-%s-b`\n" % UNPLAIN), [])

    def test_a_long_line_of_markdown_is_named(self):
        self.assertEqual(text_files.problems("a.md", "x" * 200 + "\n"), [])
        self.assertEqual(text_files.problems("a.md", "x" * 201 + "\n"),
                         [(1, "201 characters, more than 200")])

    def test_a_long_source_file_is_named(self):
        self.assertEqual(text_files.problems("a.cc", "\n" * 600), [])
        self.assertEqual(text_files.problems("a.cc", "\n" * 601),
                         [(601, "more than 600 lines")])

    def test_a_field_of_json_is_described_and_not_read_by_hand(self):
        for line in ('if (key == "step") {', 'out += ",\\"step\\":";'):
            self.assertEqual(text_files.problems("conformance/case/case_json.cc", line), [])
            self.assertEqual(text_files.problems("fuzz/a_test.cc", line), [])
            for path in ("fuzz/a.cc", "conformance/case/outcome_json.cc"):
                ((number, sentence),) = text_files.problems(path, "\n" + line)
                self.assertEqual(number, 2)
                self.assertIn("describe the struct", sentence)

    def test_a_comment_has_a_main_verb(self):
        for line in ("// Of a list.", "  // Whether it is so.", "int a;  // What it holds.", 'f("a");  // Of f.', "// In what it differs.", "// Who asks."):
            self.assertEqual([number for number, _ in text_files.problems("fuzz/a.h", "\n" + line)], [2], line)
        for line in ("// It is what it is.", "// Returns whether\n// What it is.", 'f("// Of f");', "int a;  // It is\n        // Of a.", "// Often."):
            self.assertEqual(text_files.problems("fuzz/a.h", line), [], line)
        self.assertEqual(len(text_files.problems("fuzz/a.py", "f()  # Of " + "f.")), 1)
        self.assertEqual(text_files.problems("fuzz/a.md", "# What this is"), [])

    def test_a_test_has_no_clock(self):
        slow = "time." + "sleep(1)"
        self.assertEqual(text_files.problems("a.py", slow), [])
        ((line, sentence),) = text_files.problems("a_test.py", "a\n" + slow)
        self.assertEqual(line, 2)
        self.assertIn("wait for what is seen", sentence)

    def test_an_entry_says_why_before_its_rules(self):
        text = '["a/b"]\nrules = []\nwhy = "c"\n\n["a/c"]\nwhy = "d"\nrules = []\n'
        self.assertEqual(text_files.problems("tools/golden/cases/core/a.toml", text),
                         [(3, "why belongs above rules: why, rules, flags first")])

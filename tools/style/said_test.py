"""Tests of said.py, and of its table."""
import unittest

import said


class Said(unittest.TestCase):
    def test_each_row_finds_its_example_and_not_what_it_says_instead(self):
        self.assertGreater(len(said.table()), 10)
        for word, say, example in said.table():
            with self.subTest(word=word.pattern):
                self.assertTrue(word.search(example))
                self.assertFalse(word.search(say))
                self.assertTrue(said.problems("as it is said\n" + example))

    def test_a_word_is_named_with_its_line(self):
        self.assertEqual(said.problems("a\nof t, lost_write, 3"), [(2, '"lost_write": say: writes nothing: the elements are as before')])

    def test_code_is_for_programs(self):
        markdown = "a `lost_write`\n\n```\nok_for_error\n```\n\n    read_out\n\n<code>read_out</code> [x](lost_write.md)\n"
        self.assertEqual(said.problems(said.outside_of_code(markdown)), [])
        self.assertEqual([line for line, _ in said.problems(said.outside_of_code(markdown + "and read_out"))], [10])

    def test_what_programs_and_pages_print_is_for_people(self):
        for path, text, due in (
                ("conformance/report/x.cc", 'int a;\nf("which is "\n  "ok_for_error", "read_out"); // lost_write here', [2]),
                ("conformance/report/x_test.cc", 'f("is lost_write")', []),
                ("conformance/judge/x.cc", 'f("is lost_write")', []),
                ("conformance/report/page/x.js", "f(`is\n lost_write`, 'x', \"lost_write\",\n \"a lost_write\")", [2, 3]),
                ("tools/docs/page/x.html", "<p>\nlost_write <code>lost_write</code>", [2]),
                ("conformance/report/transcripts/x.txt", "a lost_write\n   code      lost_write in values\n", [1])):
            with self.subTest(path):
                self.assertEqual([line for line, _ in said.problems(said.for_people(path, text))], due)


if __name__ == "__main__":
    unittest.main()

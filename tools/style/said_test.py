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


if __name__ == "__main__":
    unittest.main()

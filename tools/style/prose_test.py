"""Tests of prose.py and links.py."""

import pathlib
import tempfile
import unittest

import links
import prose


def counts(text):
    return [count for _, count, _ in prose.sentences(text)]


class ProseTest(unittest.TestCase):
    def test_sentences_end_where_they_end(self):
        self.assertEqual(counts("One two. Three `four five`, six! And (seven).\n"), [2, 3, 2])
        self.assertEqual(counts("It is 1.5 e.g. as in a.b\nhere.\n\nMore\n"), [8, 1])

    def test_items_cells_and_headings_are_apart(self):
        self.assertEqual(counts("# A title\n* one two\n  three\n* four\n1. five\n\n| a b | c |\n|---|---|\n| `x y` z | |\n"), [2, 3, 1, 1, 2, 1, 2])

    def test_what_is_no_prose_does_not_count(self):
        self.assertEqual(counts("A.\n\n```text\nno word\n```\n\n    no word\n\n<!-- no word -->\n    no word\n\n    no word\n<!-- no word -->\nB [c d](http://e.f/g.md) https://g.h/i.\n"), [1, 4])

    def test_long_sentences_are_told_by_their_line(self):
        text = "Short one.\nIt is short, too. This " + "word " * 30 + "ends.\n"
        self.assertEqual(prose.problems("a.md", text), [(2, "a sentence of 32 words, more than 30")])
        self.assertEqual(prose.problems("a.md", "word " * 19 + "\n"), [(1, "19.0 words a sentence, more than 18 on average")])
        self.assertEqual(prose.problems("a.md", "| " + "word " * 19 + "|\n"), [])
        for path in ("reference/SPEC.md", "conformance/libraries/x/bugs/y.md", "a.py"):
            self.assertEqual(prose.problems(path, text), [])


class LinksTest(unittest.TestCase):
    def test_each_has_its_file_and_heading(self):
        with tempfile.TemporaryDirectory() as folder:
            top = pathlib.Path(folder)
            (top / "a").mkdir()
            (top / "b.md").write_text("# The [B](#x): `code`\n\n## Two\n\n```\n# No heading\n```\n\n## Two\n", encoding="utf-8")
            (top / "a/a.md").write_text("[1](../b.md#the-b-code) [2](../b.md#two-1) [3](.) `[4](none)` [5](http://x.y)\n", encoding="utf-8")
            self.assertEqual(links.broken(folder, ["a/a.md"]), [])
            (top / "a/a.md").write_text("[1](../b.md#no-heading) [![2](c.png)](../../b.md)\n", encoding="utf-8")
            self.assertEqual(links.broken(folder, ["a/a.md"]),
                             ["a/a.md: ../b.md#no-heading leads to no heading", "a/a.md: c.png leads to no file", "a/a.md: ../../b.md leads to no file"])

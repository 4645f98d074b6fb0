"""Tests of words.py."""

import json
import unittest

import words

GLOSSARY = "| word | means |\n|---|---|\n| *zorp* | A thing. |\n"


def problems(path, text):
    return [sentence.split('"')[1] for _, sentence in words.problems(path, text, GLOSSARY)]


class WordsTest(unittest.TestCase):
    def test_a_type_is_called_by_plain_words_or_those_of_the_field_or_of_the_glossary(self):
        self.assertEqual(problems("tools/a.h", "struct StridedTensor {\nclass LastZorps {\nenum class Kinds {\n"), [])
        self.assertEqual(problems("tools/a.h", "// c\nstruct BlurgTensor {\n  using Gnarf = int;\n"), ["blurg", "gnarf"])
        self.assertEqual(words.problems("tools/a.h", "\nclass Blurg {", GLOSSARY)[0][0], 2)

    def test_so_are_the_keys_and_values_of_schemas(self):
        schema = {"properties": {"sizes": {"enum": ["zorped", "blurg"]}, "gnarf": {"items": [{"properties": {"quux": {}}}]}}}
        self.assertEqual(problems("a.schema.json", json.dumps(schema)), ["gnarf", "blurg", "quux"])

    def test_so_are_options_and_what_a_program_says_of_itself(self):
        self.assertEqual(problems(words.COMMANDS, "  --blurg-file  Write a zorp\n"), ["blurg"])
        self.assertEqual(problems("README.md", "blurg"), [])

    def test_so_are_messages(self):
        self.assertEqual(problems("fuzz/a.cc", 'Refuse("the {} blurg was read");'), ["blurg"])
        self.assertEqual(problems("fuzz/a.cc", 'Add("blurg"); Add("x = blurg + gnarf;"); Add(R"(a blurg b)"); // "a blurg b"'), [])
        self.assertEqual(problems("fuzz/a_test.cc", 'Refuse("the {} blurg was read");'), [])

    def test_a_glossary_has_few_words_with_one_sentence_each(self):
        self.assertEqual(words.of_glossary(GLOSSARY), [])
        rows = [words.of_glossary("| *%s* | %s |" % row) for row in
                (("zorp", "A thing"), ("zorp", "A thing. And another."), ("tensor", "A thing."), ("about", "A thing."))]
        self.assertEqual([len(row) for row in rows], [1, 1, 1, 1])
        self.assertEqual(len(words.of_glossary(GLOSSARY + "| *zorp* | A thing. |\n")), 1)
        many = "".join("| *zorp%s* | A file a.txt. |\n" % chr(97 + k % 26) * 1 if k < 26 else "| *zarp%s* | A. |\n" % chr(97 + k % 26)
                       for k in range(words.MOST + 1))
        self.assertEqual([what for _, what in words.of_glossary(many)], ["41 words, more than 40"])

    def test_a_word_that_nobody_needs_goes(self):
        self.assertEqual(words.unused(GLOSSARY, {"zorps"}), [])
        self.assertEqual(len(words.unused(GLOSSARY, {"tensor"})), 1)

    def test_the_lists_share_no_word(self):
        self.assertEqual(words.FIELD & words.plain(), set())


if __name__ == "__main__":
    unittest.main()

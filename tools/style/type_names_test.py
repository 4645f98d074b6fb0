"""Test of type_names.py: python3 type_names_test.py"""

import unittest

import type_names

OWN = "namespace viewproof {\n\nstruct A {\n};\n\n}  // namespace viewproof\n"
HIDDEN = "namespace viewproof {\nnamespace {\n\nclass A final : public B {\n};\n\n}  // namespace\n}  // namespace viewproof\n"


class Twice(unittest.TestCase):
    def test_a_type_that_two_files_define_is_named(self):
        self.assertEqual(type_names.twice({"a.h": OWN, "b.cc": OWN}),
                         [("b.cc", 3, "viewproof::A is another type in a.h:3")])

    def test_every_kind_of_type_counts(self):
        for kind in ["class A : public B {", "enum class A { kB };", "union A {", "struct A : B<C>"]:
            self.assertEqual(type_names.definitions("namespace v {\n%s\n}  // namespace v\n" % kind), [(2, "v::A")])

    def test_a_declaration_is_no_definition(self):
        self.assertEqual(type_names.definitions("namespace v {\nclass A;\nstruct B f();\n}  // namespace v\n"), [])

    def test_one_in_a_namespace_without_a_name_is_its_file_s_own(self):
        self.assertEqual(type_names.twice({"a.h": OWN, "b.cc": HIDDEN}), [])

    def test_one_in_another_namespace_is_another(self):
        self.assertEqual(type_names.twice({"a.h": OWN, "b.h": OWN.replace("viewproof", "viewproof::model")}), [])

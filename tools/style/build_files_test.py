"""Tests of build_files.py."""

import unittest

import build_files


class BuildFilesTest(unittest.TestCase):
    def check(self, before, after):
        self.assertEqual(build_files.laid_out(before), after)
        self.assertEqual(build_files.laid_out(after), after)

    def test_what_fits_stands_on_one_line(self):
        self.check('unit(\n    name = "a",\n    deps = [\n        ":b",\n    ],\n)\n',
                   'unit(name = "a", deps = [":b"])\n')

    def test_a_list_of_more_than_80_columns_has_a_line_per_element(self):
        label = '"//conformance/somewhere:%s"'
        labels = [label % name for name in "abc"]
        self.check('unit(name = "n", deps = [%s])\n' % ", ".join(labels),
                   'unit(\n    name = "n",\n    deps = [\n%s    ],\n)\n' %
                   "".join("        %s,\n" % label for label in labels))

    def test_labels_go_from_near_to_far(self):
        self.check('unit(deps = ["@z//:a", "//b", "core:a", ":c", "d.h"])\n',
                   'unit(deps = ["d.h", ":c", "core:a", "//b", "@z//:a"])\n')

    def test_the_order_of_arguments_and_link_options_is_kept(self):
        text = 'cc_library(args = ["b", "a"], linkopts = ["-lb", "-la"])\n'
        self.check(text, text)

    def test_attributes_begin_with_the_name_and_end_with_deps(self):
        self.check('t(deps = [":a"], tags = ["x"], srcs = ["s"], name = "n")\n',
                   't(name = "n", srcs = ["s"], tags = ["x"], deps = [":a"])\n')

    def test_loads_come_in_order_and_without_blank_lines(self):
        self.check('load("//tools:a.bzl", "b", "a")\n\nload("@r//:r.bzl", "r")\n\nr()\n',
                   'load("@r//:r.bzl", "r")\nload("//tools:a.bzl", "a", "b")\n\nr()\n')

    def test_comments_stay_above_what_they_were_above(self):
        self.check('# One.\nunit(\n    # Two.\n    name = "a",\n    # Three.\n)\n',
                   '# One.\nunit(\n    # Two.\n    name = "a",\n    # Three.\n)\n')

    def test_the_longest_side_of_a_sum_is_broken_first(self):
        files = ['"%s_of_a_name_that_is_long.cc"' % name for name in "abc"]
        self.check('unit(srcs = [%s] + MORE)\n' % ", ".join(files),
                   'unit(\n    srcs = [\n%s    ] + MORE,\n)\n' %
                   "".join("        %s,\n" % file for file in files))

    def test_starlark_that_it_does_not_know_is_refused(self):
        with self.assertRaisesRegex(build_files.Unknown, "line 1: FunctionDef"):
            build_files.laid_out("def f():\n    pass\n")

    def test_parentheses_that_mean_something_are_refused(self):
        with self.assertRaisesRegex(build_files.Unknown, "meaning"):
            build_files.laid_out('NAME = "%s" % (A + B)\n')

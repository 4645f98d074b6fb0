#!/usr/bin/env python3
"""Tests what tools/format does with BUILD files, and how tools/bazel/summary.py counts it.

Usage: format_test.py, in the root of the repository
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

TOOLS = pathlib.Path("tools").absolute()

# Lays a file out by ending it with "# laid out"; warns of "print"; cannot read "(".
BUILDIFIER = """#!/usr/bin/env python3
import json, pathlib, sys
if "-mode=check" not in sys.argv:
    print(sys.stdin.read().rstrip() + "\\n# laid out")
    sys.exit()
texts = {name: pathlib.Path(name).read_text() for name in sys.argv[1:] if not name.startswith("-")}
files = [{"filename": name, "formatted": text.endswith("# laid out\\n"), "valid": "(" not in text,
          "warnings": [{"category": "print", "start": {"line": 1}, "message": "No print.\\nWhy."}] * ("print" in text)}
         for name, text in texts.items()]
print(json.dumps({"files": files}))
"""
LAW = "BUILD and .bzl files are as buildifier lays them out"
SKIPPED = "skipped: " + LAW + ": buildifier is not installed (tools/setup --subject buildifier installs it)"


class FormatTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in ["format", "style/links.py", "style/prose.py", "style/said.py", "style/said_words.tsv", "style/text_files.py", "style/words.py", "style/plain_words.txt", "bazel/summary.py"]:
            self.write("tools/" + name, (TOOLS / name).read_text("utf-8"))
        self.write("tools/setup", "#!/bin/sh\n")
        for name in ["GLOSSARY.md", "schema/step.schema.json"]:
            self.write("conformance/" + name, (TOOLS.parent / "conformance" / name).read_text("utf-8"))

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        path.chmod(0o755)

    def install(self):
        self.write(".subjects/buildifier/node_modules/.bin/buildifier", BUILDIFIER)

    def run_tool(self, name, *arguments):
        """The lines that it prints, and its exit status."""
        done = subprocess.run([sys.executable, "-B", "tools/" + name, *arguments], cwd=self.root, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.stdout.splitlines(), done.returncode

    def check(self, name, text):
        self.write(name, text)
        return self.run_tool("format", "--check", name)

    def test_without_buildifier_build_files_are_skipped(self):
        lines, status = self.check("BUILD.bazel", "print()\n")
        self.assertEqual((lines[1], lines[-1], status), (SKIPPED, "6 passed, 0 failed, 1 skipped", 0))
        lines, status = self.run_tool("format", "BUILD.bazel")
        self.assertEqual((lines, status), ([SKIPPED], 0))

    def test_a_file_of_another_kind_does_not_need_it(self):
        lines, _ = self.check("README.md", "Text.\n")
        self.assertEqual(lines[-1], "7 passed, 0 failed, 0 skipped")

    def test_every_kind_of_build_file_is_laid_out(self):
        self.install()
        for name in ["BUILD.bazel", "a/BUILD", "a/b.BUILD", "a/b.bzl", "WORKSPACE"]:
            lines, status = self.check(name, "a\nb\n")
            self.assertEqual((lines[1], status), (name + ":3: run tools/format", 1))
            self.assertIn("failed: " + LAW, lines)
            self.run_tool("format", name)
            self.assertEqual((self.root / name).read_text("utf-8"), "a\nb\n# laid out\n")
            self.assertEqual(self.check(name, "# laid out\n")[0][-1], "7 passed, 0 failed, 0 skipped")

    def test_a_word_of_a_name_that_nothing_explains_is_told(self):
        lines, status = self.check("conformance/schema/a.schema.json", '{"properties": {"blurg": {}}}\n')
        self.assertEqual(status, 1)
        self.assertIn('conformance/schema/a.schema.json:1: "blurg" of blurg: ', "\n".join(lines))

    def test_a_long_sentence_and_a_dead_link_are_told(self):
        lines, status = self.check("a.md", "# A\n\nIt is " + "so " * 29 + "[b](#a) [c](#b) [d](none.md).\n")
        self.assertEqual(status, 1)
        self.assertEqual([line for line in lines if line.startswith("a.md")],
                         ["a.md:3: a sentence of 34 words, more than 30", "a.md:1: 34.0 words a sentence, more than 18 on average",
                          "a.md: #b leads to no heading", "a.md: none.md leads to no file"])

    def test_its_warnings_and_what_it_cannot_read_are_told(self):
        self.install()
        self.assertEqual(self.check("a.bzl", "print # laid out\n")[0][1], "a.bzl:1: print: No print.")
        self.assertEqual(self.check("a.bzl", "(\n")[0][1], "a.bzl:1: buildifier cannot read it")

    def test_the_summary_counts_what_is_skipped(self):
        self.write("log", "\n".join(self.check("BUILD.bazel", "")[0]) + "\n")
        self.assertEqual(self.run_tool("bazel/summary.py", "--lines=log"), (["6 passed, 0 failed, 1 skipped"], 0))

    def test_a_log_without_its_last_line_has_failed(self):
        self.write("log", "passed: a\n")
        self.assertEqual(self.run_tool("bazel/summary.py", "--lines=log"), (["1 passed, 1 failed, 0 skipped"], 1))
        self.assertEqual(self.run_tool("bazel/summary.py", "--lines=none"), (["0 passed, 1 failed, 0 skipped"], 1))


if __name__ == "__main__":
    unittest.main()

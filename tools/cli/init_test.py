"""What `viewproof init` writes runs at once.

Each language and kind is generated, checked and held to its gate. A language whose interpreter or compiler is missing is
named and skipped."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from beside import VIEWPROOF, counts_in, unbroken

KINDS = ("full", "values", "structure", "compiled")
ENDINGS = {"python": "py", "js": "mjs", "cpp": "cc"}
NEEDS = {"python": sys.executable, "js": "node", "cpp": os.environ.get("CXX", "c++")}
# `python3` of a gate file: one without packages, since what is written needs none.
PYTHON = '#!/bin/sh\nexec "{}" -ES "$@"\n'


class Init(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name, "repository")
        python = pathlib.Path(self.folder.name, "bin", "python3")
        for folder in (self.path, python.parent):
            folder.mkdir()
        python.write_text(PYTHON.format(sys.executable), encoding="utf-8")
        python.chmod(0o755)
        self.programs = os.pathsep.join([str(python.parent), os.environ["PATH"]])

    def tearDown(self):
        self.folder.cleanup()

    def run_viewproof(self, *arguments, command=(VIEWPROOF,)):
        """[arguments] -> (exit status, standard output, standard error), run in the temporary folder"""
        root = os.environ.get("VIEWPROOF_ROOT", os.getcwd())
        environment = {**os.environ, "PATH": self.programs, "VIEWPROOF_ROOT": root}
        done = subprocess.run([*command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              cwd=self.path, env=environment, check=False)
        return done.returncode, done.stdout, done.stderr

    def contents(self):
        """-> {path: bytes} of every file in the folder"""
        return {str(file.relative_to(self.path)): file.read_bytes() for file in self.path.rglob("*")
                if file.is_file() and "__pycache__" not in str(file)}

    def check_language(self, language):
        """Every kind is green at once, and again, as its CI job runs it."""
        if not shutil.which(NEEDS[language]):
            self.skipTest(f"the templates of {language}: there is no {NEEDS[language]}")
        for kind in KINDS:
            name = f"my_{kind}"
            status, out, err = self.run_viewproof("init", name, "--language", language, "--kind", kind)
            self.assertEqual(status, 0, f"{kind}\n{out}\n{err}")
            self.assertRegex(out, r"(?m)^GREEN \S+ \S+: nothing new")
            self.assertIn(f"wrote ./{name}_adapter.{ENDINGS[language]}\n", out)
            written = "\n".join(text.decode() for file, text in self.contents().items() if name in file and b"\0" not in text)
            self.assertNotRegex(written, r"@[A-Za-z]+@?\b(?<!@only)(?<!@v4)")
            self.assertIn("replace", written)
            job = (self.path / f".github/workflows/viewproof-{name}.yml").read_text(encoding="utf-8")
            (line,) = re.findall(r"run: /tmp/viewproof/tools/viewproof (.*)", job)
            status, out, err = self.run_viewproof(*line.split())
            self.assertEqual(status, 0, f"{line}\n{out}\n{err}")
            ((passed, new, known, *_),) = counts_in(out)
            self.assertEqual((passed > 0, new, known), (True, 0, 0), out)
        before = self.contents()
        status, _, err = self.run_viewproof("init", "my_full", "--language", language, "--kind", "values")
        self.assertEqual(status, 2)
        self.assertIn(f"nothing is written, since these files are there: ./my_full_adapter.{ENDINGS[language]}; ", unbroken(err))
        self.assertEqual(self.contents(), before)

    def test_python(self):
        """By a Python that cannot import what is no part of it."""
        done = subprocess.run(["python3", "-c", "import numpy"], env={**os.environ, "PATH": self.programs},
                              stderr=subprocess.PIPE, check=False)
        self.assertIn(b"No module named 'numpy'", done.stderr)
        self.check_language("python")

    def test_javascript(self):
        self.check_language("js")

    def test_cpp(self):
        self.check_language("cpp")

    def test_a_job_in_its_shape(self):
        """Spaces, no tabs, every step a list item of `run` or `uses`: what a reader of YAML needs."""
        self.run_viewproof("init", "mine", "--language", "python")
        lines = (self.path / ".github/workflows/viewproof-mine.yml").read_text(encoding="utf-8").splitlines()
        steps = lines[lines.index("    steps:") + 1:]
        self.assertEqual([line.split(":")[0] for line in lines if line and line[0] not in " #"],
                         ["name", "on", "permissions", "jobs"])
        self.assertEqual([line.split(":")[0] for line in steps if line.startswith("      - ")],
                         ["      - run", "      - uses", "      - run", "      - run", "      - uses"])
        self.assertFalse([line for line in lines if "\t" in line])

    def test_what_cannot_be_done_is_said_in_a_line(self):
        for arguments, said in (
                (["a/b"], 'init: "a/b": expected a name of at most 100 letters, digits, _ and -, as in my_library'),
                (["mine", "--dir", "no/such"], "--dir: there is no folder no/such"),
                (["mine", "--language", "rust"], "--language"),
                (["mine", "--kind", "fast"], "--kind"),
                ([], "NAME")):
            status, _, err = self.run_viewproof("init", *arguments)
            self.assertEqual(status, 2, arguments)
            self.assertIn(said, unbroken(err))
            self.assertEqual(self.contents(), {})

    def test_a_missing_interpreter_leaves_the_files_and_says_what_to_do(self):
        """No interpreter is found under a PATH of nothing."""
        status, out, err = self.run_viewproof("init", "mine", "--language", "js", command=["env", "PATH=/nowhere", VIEWPROOF])
        self.assertEqual(status, 3)
        self.assertIn("node", err)
        self.assertIn("viewproof check ./mine.gate.toml --update", out)
        self.assertIn("mine_adapter.mjs", self.contents())

    def test_help_has_an_example(self):
        status, out, _ = self.run_viewproof("init", "--help")
        self.assertEqual(status, 0)
        self.assertIn("Example: viewproof init my_library --language cpp", out)

"""Breaks a copy of what is committed in each way that audit.py must see, and tries bug files and reproductions.

What the program counts and prints of rows, its own tests hold: //conformance/report:test, //tools/cli:test.
"""
import contextlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import audit
import bugs
import pages
import reproduce
import rows

HERE = pathlib.Path.cwd()
BUG = """# Acme: a step of 0 is taken

| | |
|---|---|
| library | acme 3.2 |
| environment | Linux x86-64, CPU |
| subject | acme |
| gravity | accepts |
| verdict | bug |
| rule | slice.e2 |
| upstream | none found ("step zero" in acme/acme) |

It should raise.

## Reproduction

```python
print(1)
raise IndexError("no")
```

## Actual

```
1
IndexError: no
```

## Expected

ValueError.
"""
RECORDS = [
    {"id": "view/a", "dtype": "int8", "profile": "core", "verdict": "pass"},
    {"id": "view/b", "dtype": "int8", "profile": "core", "verdict": "fail"},
    {"id": "t/c", "dtype": "int8", "profile": "core", "verdict": "skip", "reason": "op"},
    {"id": "read/d", "dtype": "int8", "profile": "limits", "verdict": "crash"},
]
# In the place of the program: says what it was asked, ends as `judged` has lines, and refuses a row as `refused` says.
PROGRAM = """#!/bin/sh
echo "$*" >>asked
case "$1 $2" in
  merge*) cat judged >&2; exit $(wc -l <judged) ;;
  "matrix --rows")
    [ ! -e refused ] || { cat refused >&2; exit 2; }
    if [ "$3" = --library ]; then printf '* checked %s\\n\\nnumbers of %s\\n' "$4" "$4"
    else echo "| the row | $(cksum <conformance/libraries/acme/row.json) | $(sed 's/.*"acme": "\\([^"]*\\)".*/\\1/' "$4") |"; fi ;;
  matrix*)
    [ ! -e refused ] || { cat refused >&2; exit 2; }
    cp row "$4" ;;
  *) [ $6 = 2 ] && cp row $4; echo GREEN all ;;
esac
"""
GATE = """[adapter]
command = ["acme"]

[matrix]
title = "Acme"

[demand]
profiles = ["core", "limits"]
reviewed = true

[[known_failure]]
op = "view"
reason = "it copies"
"""
LOCK = """{"lock":1,"golden":"GOLDEN","executed":3}
{"op":"view","verdict":"fail","cases":1}
{"step":1,"answer":"strides","dtypes":["int8"],"ids":["view/b"]}
{"op":"view","verdict":"crash","cases":1}
{"step":1,"dtypes":["int8"],"ids":["read/d"]}
"""


def edit(path, old, new):
    path = pathlib.Path(path)
    text = path.read_text(encoding="utf-8")
    assert old in text, (path, old)
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


class InCopy(unittest.TestCase):
    """Each test runs in a copy of the repository with one more subject, acme."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, HERE)
        root = pathlib.Path(folder.name)
        shutil.copytree(HERE / "conformance/libraries", root / "conformance/libraries", ignore=shutil.ignore_patterns("*.py", "*.cc", "*.mjs"))
        for name in ("README.md", "reference/SPEC.md", str(pages.MATRIX), str(pages.RESULTS)):
            (root / name).parent.mkdir(exist_ok=True)
            shutil.copy(HERE / name, root / name)
        # A small golden/ of its own, so that every other gate is of an older one.
        (root / "golden/core").mkdir(parents=True)
        (root / "golden/core/a.jsonl").write_text("".join(json.dumps(record, separators=(",", ":")) + "\n" for record in RECORDS))
        (root / "golden/MANIFEST").write_text("core/a.jsonl 4\n")
        os.chdir(root)
        library = pathlib.Path("conformance/libraries/acme")
        self.bug = library / "bugs/step.md"
        self.bug.parent.mkdir(parents=True)
        self.bug.write_text(BUG)
        (library / "gate.toml").write_text(GATE)
        (library / "gate.lock").write_text(LOCK.replace("GOLDEN", rows.golden_digest()))
        (library / "environment.txt").write_text("acme[cpu] == 3.2  # the newest\n")
        self.acme = rows.Subject(library / "gate.toml")
        os.mkdir("tools")
        pathlib.Path("tools/viewproof").write_text(PROGRAM)
        os.chmod("tools/viewproof", 0o755)
        self.write_row()
        self.write_pages()

    def write_row(self, **changes):
        row = {"golden": rows.golden_digest(), "green": True, **changes}
        self.acme.row_path.write_text(json.dumps(row) + "\n")

    def page(self):
        """That of acme, as the book has it."""
        return pages.section(next(library for library in pages.libraries() if library.name == "acme"))

    def write_pages(self):
        for path, text in pages.written().items():
            path.write_text(text)


class Rows(InCopy):
    def test_know_ids_that_an_older_golden_had(self):
        edit("golden/MANIFEST", "4", "5")
        edit("conformance/libraries/acme/gate.lock", "view/b", "view/x")
        self.assertEqual(audit.faults(), [])

    def test_are_shown_as_the_program_prints_them(self):
        self.assertRegex(pages.MATRIX.read_text(), r"<!-- matrix: tools/matrix --write writes it -->\n\| the row \| .*"
                         r" \| \[1\]\(\.\./libraries/acme/bugs\) \|\n")
        text = self.page()
        self.assertIn("\n## Acme\n\n* checked acme\n\n| # | gravity |", text)
        self.assertIn("\n\n### The numbers of Acme\n\nnumbers of acme\n", text)
        self.assertEqual(audit.faults(), [])

    def test_that_the_program_refuses_are_a_fault(self):
        pathlib.Path("refused").write_text("viewproof: rows/acme.json: known 1, the gate file says 2\n")
        self.assertEqual(audit.faults(), ["rows/acme.json: known 1, the gate file says 2"])


class Audit(InCopy):
    def test_finds_nothing_in_a_whole_copy(self):
        self.assertEqual(audit.faults(), [])

    def test_finds_each_fault(self):
        acme = "conformance/libraries/acme/"
        for fault, path, old, new in [
            ("'Unreviewed.' is no reason", acme + "gate.toml", "it copies", "Unreviewed."),
            ("there is no acme/bugs/gone.md", acme + "gate.toml", "it copies", "it copies (acme/bugs/gone.md)"),
            ("reviewed is not true", acme + "gate.toml", "reviewed = true", "reviewed = false"),
            ("golden/ has no view/x", acme + "gate.lock", "view/b", "view/x"),
            ("1 known failures may have any answer", acme + "gate.lock", '"answer"', '"answers"'),
            ("acme==3.2 stands in " + acme + "environment.txt, too", acme + "gate.toml", "[adapter]", '[adapter]\npackages = ["acme==3.2"]'),
            ("belongs to acne", acme + "gate.toml", "[matrix]", '[matrix]\nlibrary = "acne"'),
            ("there is no rule slice.e99", acme + "bugs/step.md", "slice.e2", "slice.e99"),
            ("there is no subject acne", acme + "bugs/step.md", "subject | acme", "subject | acne"),
            ("belongs to torch", acme + "bugs/step.md", "subject | acme", "subject | torch"),
            ("gravity is 'bad'", acme + "bugs/step.md", "accepts", "bad"),
            ("RESULTS.md: run tools/matrix --write", acme + "bugs/step.md", "accepts", "values"),
            ("README.md: run tools/matrix --write", acme + "bugs/step.md", "accepts", "dies"),
            ("MATRIX.md: run tools/matrix --write", str(pages.MATRIX), "| the row |", "| a row |"),
        ]:
            with self.subTest(fault):
                before = pathlib.Path(path).read_text()
                edit(path, old, new)
                self.assertIn(fault, "\n".join(audit.faults()))
                pathlib.Path(path).write_text(before)
        self.assertEqual(audit.faults(), [])
        row = self.acme.row_path.rename(acme + "mode.row.json")
        self.assertIn(f"{row}: there is no gate file", audit.faults())


class Pages(InCopy):
    def test_show_bugs_the_gravest_first(self):
        shutil.rmtree(rows.LIBRARIES / "cupy")
        self.bug.with_name("later.md").write_text(BUG.replace("| accepts |", "| dies |").replace("a step of 0 is taken", "it | dies"))
        self.bug.with_name("design.md").write_text(BUG.replace("| bug |", "| ours |").replace("a step of 0", "a name"))
        text = pages.written()[pages.RESULTS] + self.page()
        self.assertIn("| [Acme](../libraries/acme/bugs) | 2 | 1 | – | – | – | 1 |", text)
        self.assertIn("| [1](#acme-1) | dies | bug | it \\| dies | acme 3.2 | none found |\n| [2](#acme-2) | accepts | bug | a step of 0 is taken |", text)
        self.assertIn("| [3](#acme-3) | accepts | ours | a name is taken |", text)
        self.assertIn("| dies | [it \\| dies](../libraries/acme/bugs/later.md) | acme 3.2 |\n", text)
        self.assertIn("| Acme | 2 | 1 | – | – | [it \\| dies](conformance/libraries/acme/bugs/later.md) |\n", pages.written()[pages.README])
        self.assertIn("```python\nprint(1)\nraise IndexError(\"no\")\n```\n\nprints\n\n```text\n1\nIndexError: no\n```\n\n**Expected:** ValueError.\n", text)
        self.assertNotIn("| CuPy |", text)

    def test_a_block_of_what_is_expected_begins_a_line(self):
        self.bug.write_text(re.sub(r"(## Expected\n\n).*", r"\1```\n7\n```\n", BUG, flags=re.DOTALL))
        self.assertIn("**Expected:**\n\n```\n7\n```\n", self.page())

    def test_show_no_library_of_calls_alone(self):
        calls = rows.LIBRARIES / "many/acme-calls.gate.toml"
        calls.parent.mkdir()
        calls.write_text(GATE.replace('["core", "limits"]', '["operands"]').replace('title = "Acme"', ""))
        self.assertNotIn("many", [library.name for library in pages.libraries()])

    def test_say_what_is_known_upstream(self):
        for upstream, said in [("https://github.com/acme/acme/issues/7 (open; of sizes)", "open: [acme #7](https://github.com/acme/acme/issues/7)"),
                               ("https://acme.org/steps.html", "[https://acme.org/steps.html](https://acme.org/steps.html)"),
                               ("not looked for", "not looked for")]:
            text = BUG.replace('none found ("step zero" in acme/acme)', upstream)
            self.assertEqual(pages.upstream(bugs.parse_bug(self.bug, text)), said)

    def test_show_what_was_looked_for(self):
        looked_for = self.bug.with_name("looked-for.md")
        looked_for.write_text("| looked for | how | found |\n|---|---|---|\n| hangs | 100 runs | nothing |\n")
        text = pages.looked_for(pages.libraries())
        self.assertIn("| Acme | hangs | 100 runs | nothing |\n", text)
        looked_for.write_text("| a | b | c |\n|---|---|---|\n| hangs |\n")
        self.assertIn("a row is not | looked for | how | found |", "\n".join(audit.faults()))


class Command(InCopy):
    def setUp(self):
        super().setUp()
        shutil.copytree(HERE / "tools/matrix_page", "tools/matrix_page")
        shutil.copy(HERE / "tools/matrix", "tools/matrix")
        pathlib.Path("tools/setup").write_text("#!/bin/sh\n[ \"$2\" = acme ] || exit 1\n")
        os.chmod("tools/setup", 0o755)
        pathlib.Path("judged").write_text("")
        self.acme.row_path.rename("row")

    def matrix(self, *words, **environment):
        pathlib.Path("asked").write_text("")
        return subprocess.run([sys.executable, "tools/matrix", *words], capture_output=True, text=True, check=False,
                              env={**os.environ, **environment})

    def asked(self, begin):
        return [line for line in pathlib.Path("asked").read_text().splitlines() if line.startswith(begin)]

    def test_checks_what_is_installed_and_writes_it(self):
        out = self.matrix().stdout
        self.assertIn("acme: GREEN all\nacme: row written\n", out)
        self.assertIn("numpy: not installed\n", out)
        self.assertIn("torch-cuda: not ", out)
        self.assertRegex(self.asked("matrix")[0], "^matrix /.* --row conformance/libraries/acme/row.json --seconds .subjects/reports/acme.seconds$")
        self.assertEqual(pathlib.Path(".subjects/reports/acme.seconds").read_text(), "0 0\n")
        self.assertEqual(audit.faults(), [])
        self.assertEqual(self.matrix("--write").stdout, "")

    def test_takes_reports_which_the_gate_file_of_now_judges(self):
        os.mkdir("reports")
        shutil.copy("row", "reports/acme.jsonl")
        self.assertIn("acme: row written\n", self.matrix("--reports", "reports").stdout)
        self.assertRegex(self.asked("merge")[0], "^merge .*/reports/acme.jsonl --gate acme --report /")
        self.assertTrue(self.asked("matrix")[0].endswith("acme/row.json"))
        pathlib.Path("reports/acme.seconds").write_text("7 11\n")
        self.matrix("--reports", "reports")
        self.assertTrue(self.asked("matrix")[0].endswith(" --seconds " + os.path.abspath("reports/acme.seconds")))

    def test_says_why_there_is_no_row(self):
        pathlib.Path("refused").write_text("viewproof: r.jsonl: no row: it is 3.4, the gate file is of acme==3.2\n")
        self.assertIn("acme: no row: it is 3.4, the gate file is of acme==3.2", self.matrix("acme").stdout)
        os.remove("refused")
        pathlib.Path("judged").write_text("a report\nviewproof: r.jsonl: its run was cut short\n")
        self.assertIn("acme: no row: r.jsonl: its run was cut short", self.matrix("acme").stdout)
        os.remove("row")
        self.assertIn("acme: no row: there is no report", self.matrix("acme", "--jobs", "1").stdout)
        self.assertFalse(self.acme.row_path.exists())
        self.assertEqual(self.matrix("nobody").returncode, 1)

    def test_reproduces_here_what_needs_no_gpu(self):
        edit(self.acme.gate_path, "[matrix]", '[matrix]\nneeds = "a GPU"')
        self.assertEqual(self.matrix("--reproduce", "acme", PATH="").stdout,
                         "0 reproduced, 0 differ, 1 skipped (1 acme: not run: it needs a GPU)\n")
        self.assertEqual(self.matrix("--reproduce", "acme", "--fresh", "1", PATH="").stdout, "")

    def test_says_that_a_row_is_red(self):
        pathlib.Path("row").write_text(json.dumps({"golden": rows.golden_digest(), "green": False}))
        pathlib.Path("judged").write_text("RED\n")
        self.assertIn("acme: row written, RED", self.matrix("acme").stdout)


class Bugs(unittest.TestCase):
    def test_are_read(self):
        bug = bugs.parse_bug(pathlib.Path("acme/step.md"), BUG)
        self.assertEqual((bug.title, bug.gravity, bug.rules, bug.language), ("Acme: a step of 0 is taken", "accepts", ["slice.e2"], "python"))
        self.assertEqual((bug.about, bug.actual, bug.expected), ("It should raise.", "1\nIndexError: no", "ValueError."))

    def test_are_refused_in_another_form(self):
        for fault, old, new in [
            ("first line", "# Acme: a step", "# A step"), ("no value", "acme 3.2", ""), ("no version", "acme 3.2", "acme"),
            ("the table has", "| environment", "| machine"), ("gravity", "accepts", "awful"), ("verdict", "| bug |", "| maybe |"),
            ("upstream", 'none found ("step zero" in acme/acme)', "none"), ("no sentence", "It should raise.", ""),
            ("the sections", "## Actual", "## Now"), ("no language", "```python", "```"), ("not one of", "```python", "```ruby"),
            ("more than 15", "print(1)", "print(1)\n" * 15), ("Actual is empty", "1\nIndexError: no", ""),
            ("one fenced block", "```\n1", "1"), ("Expected is empty", "ValueError.", ""),
            ("neither linked nor quoted", "| bug |", "| documented difference |"),
        ]:
            with self.subTest(fault), self.assertRaisesRegex(bugs.BadFile, fault):
                self.assertIn(old, BUG)
                bugs.parse_bug(pathlib.Path("acme/step.md"), BUG.replace(old, new))


class Reproductions(unittest.TestCase):
    def bug(self, script, actual, language="python"):
        text = BUG.replace("print(1)\nraise IndexError(\"no\")", script).replace("1\nIndexError: no", actual)
        return bugs.parse_bug(pathlib.Path("acme/step.md"), text.replace("```python", "```" + language))

    def said(self, *found, lacking=lambda subject: ""):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            reproduce.run(list(found), lacking, prefix=lambda subject: [])
        return out.getvalue()

    def test_compare_what_is_printed_and_raised(self):
        raises = 'print(1)\nraise IndexError("no\\nwhy")'
        self.assertEqual(self.said(self.bug(raises, "1\nIndexError: no"), self.bug("print('ab')", "a...")),
                         "2 reproduced, 0 differ, 0 skipped\n")
        for script, actual in [("print(2)", "1"), ("print(1)", "1\nIndexError: no"), (raises, "1"), (raises, "1\nIndexError: yes"),
                               ("print(1)\nprint(2)", "1")]:
            with self.subTest(script):
                self.assertIn("DIFFERS acme/step.md\n", self.said(self.bug(script, actual)))

    def test_know_deaths(self):
        dies = "import os, signal\nprint(1)\nos.kill(os.getpid(), signal.SIGSEGV)"
        self.assertIn("2 reproduced", self.said(self.bug(dies, "1\n(the process ends by SIGSEGV)"), self.bug(dies, "(no output: the process ends by SIGSEGV)")))
        self.assertIn("2 differ", self.said(self.bug(dies, "1\n(the process ends by SIGFPE)"), self.bug("print(1)", "1\n(the process ends by SIGSEGV)")))

    def test_know_hangs(self):
        self.addCleanup(setattr, reproduce, "SECONDS", reproduce.SECONDS)
        reproduce.SECONDS = 0.5
        hangs = "import signal\nprint(1)\nsignal.pause()"
        self.assertIn("1 reproduced, 1 differ", self.said(self.bug(hangs, "1\n" + reproduce.HANGS), self.bug("print(1)", "1\n" + reproduce.HANGS)))

    def test_of_cpp_are_compiled(self):
        script = '#include <cstdio>\nint main() { std::puts("7"); std::abort(); }'.replace("#include", "#include <cstdlib>\n#include", 1)
        self.assertIn("1 reproduced", self.said(self.bug(script, "7\n(the process ends by SIGABRT)", "cpp")))
        self.assertIn("does not compile", self.said(self.bug("int main() { return x; }", "7", "cpp")))

    def test_run_in_a_new_environment(self):
        with tempfile.TemporaryDirectory() as name:
            folder, listed = pathlib.Path(name, "new"), pathlib.Path(name, "acme.txt")
            listed.write_text("apt: libacme  # Debian's\n# Nothing of pip.\n")
            words = reproduce.fresh(listed, folder)
            with contextlib.redirect_stdout(io.StringIO()) as out:
                reproduce.run([self.bug("import sys\nprint(sys.prefix)", str(folder))], prefix=lambda subject: words, names_all=True)
            self.assertIn("equal acme/step.md\n1 reproduced", out.getvalue())

    def test_are_skipped_with_a_reason(self):
        self.assertEqual(self.said(self.bug("print(1)", "1"), lacking=lambda subject: subject + ": not installed"),
                         "0 reproduced, 0 differ, 1 skipped (1 acme: not installed)\n")

"""Breaks a copy of what is committed in each way that audit.py must see, and tries rows, bug files and reproductions."""
import contextlib
import io
import json
import os
import pathlib
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
HELLO = {"protocol": 1, "subject": {"name": "acme", "version": "3.2+cpu", "device": "cpu"}, "ops": ["view", "read"],
         "facets": ["values"], "writes": "rebind", "observes": "every"}
RECORDS = [
    {"id": "view/a", "dtype": "int8", "profile": "core", "verdict": "pass"},
    {"id": "view/b", "dtype": "int8", "profile": "core", "verdict": "fail"},
    {"id": "t/c", "dtype": "int8", "profile": "core", "verdict": "skip", "reason": "op"},
    {"id": "read/d", "dtype": "int8", "profile": "limits", "verdict": "crash"},
]
KNOWN = [{"id": "view/b", "dtype": "int8", "verdict": "fail", "answer": "strides"}, {"id": "read/d", "dtype": "int8", "verdict": "crash"}]
GATE = """[adapter]
command = ["acme"]
packages = ["acme==3.2"]

[suite]
golden = "GOLDEN"

[subject]
name = "acme"
device = "cpu"

[demand]
profiles = ["core", "limits"]
executed = 3
reviewed = true

[[known_failure]]
op = "view"
count = 2
reason = "it copies"
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
        for name in ("conformance/adapters", "tools/subjects"):
            shutil.copytree(HERE / name, root / name, ignore=shutil.ignore_patterns("python", "cpp", "javascript", "templates"))
        for name in ("README.md", "reference/SPEC.md"):
            (root / name).parent.mkdir(exist_ok=True)
            shutil.copy(HERE / name, root / name)
        # A small golden/ of its own, so that every other gate is of an older one.
        (root / "golden/core").mkdir(parents=True)
        (root / "golden/core/a.jsonl").write_text("".join(json.dumps(record, separators=(",", ":")) + "\n" for record in RECORDS))
        (root / "golden/MANIFEST").write_text("core/a.jsonl 4\n")
        os.chdir(root)
        with open("conformance/adapters/rows/subjects.toml", "a") as out:
            out.write('\n[[subject]]\ngate = "acme"\ntitle = "Acme"\n')
        self.acme = rows.Subject("acme", "Acme")
        self.acme.gate_path.write_text(GATE.replace("GOLDEN", rows.golden_digest()))
        pathlib.Path("conformance/adapters/acme.known.jsonl").write_text("".join(json.dumps(line) + "\n" for line in KNOWN))
        pathlib.Path("tools/subjects/acme.txt").write_text("acme[cpu] == 3.2  # the newest\n")
        self.bug = pathlib.Path("conformance/adapters/bugs/acme/step.md")
        self.bug.parent.mkdir(parents=True)
        self.bug.write_text(BUG)
        self.write_row()
        self.write_pages()

    def report(self, records=tuple(RECORDS), footer=None, **changes):
        header = {"gate": "acme", "golden": rows.golden_digest(), "subject": HELLO, "demand": {"dtypes": []},
                  "plan": {"only": [], "not": [], "profiles": ["core", "limits"], "shard": "1/1"}, **changes}
        last = {"run": "complete", "passed": 1, "failed": 0, "skipped": 3, "records": "sha256:1"} if footer is None else footer
        path = pathlib.Path("acme.jsonl")
        path.write_text("".join(json.dumps(line) + "\n" for line in [{"header": header}, *records, {"footer": last}]))
        return path

    def write_row(self, **changes):
        row = rows.row_of(self.report(**changes), self.acme, True, 7.2)
        self.acme.row_path.write_text(rows.text_of(row))
        return row

    def write_pages(self):
        pages.RESULTS.write_text(pages.results())
        pages.README.write_text(pages.readme(pages.README.read_text()))


class Rows(InCopy):
    def test_count_what_the_report_says(self):
        row = json.loads(self.acme.row_path.read_text())
        self.assertEqual(row["profiles"], {"core": {"executed": 2, "known": 1, "passed": 1, "planned": 3, "skip op": 1},
                                           "limits": {"executed": 1, "known": 1, "planned": 1}})
        self.assertEqual(row["ops"], {"read": {"executed": 1, "known": 1}, "view": {"executed": 2, "known": 1, "passed": 1}})
        self.assertEqual((row["kind"], row["deaths"], row["seconds"], row["skipped"]), ("rebind values", 1, 7, {"op": 1}))
        self.assertIn("| Acme | 3.2+cpu | 2/3 (1) |", pages.README.read_text())
        self.assertIn("| Acme | rebind values | 0 | 2 | [1](conformance/adapters/RESULTS.md#acme) | op 1 | 7 s |", pages.README.read_text())

    def test_are_not_written_of_anything_else(self):
        plan = {"only": [], "not": [], "profiles": ["core", "limits"], "shard": "1/1"}
        other = json.loads(json.dumps(HELLO))
        for why, changes in {
            "not of a whole run": {"footer": {"run": "partial", "why": "Ctrl-C", "passed": 1, "failed": 0}},
            "the report is of other": {"gate": "other"},
            "another golden/": {"golden": "sha256:0"},
            "a part of the plan": {"plan": {**plan, "only": ["view/*"]}},
            "part of the plan": {"plan": {**plan, "shard": "1/2"}},
            "other profiles": {"plan": {**plan, "profiles": ["core"]}},
            "other dtypes": {"demand": {"dtypes": ["int8"]}},
            "it is 3.3": {"subject": {**other, "subject": {**other["subject"], "version": "3.3"}}},
            "device is cuda": {"subject": {**other, "subject": {**other["subject"], "device": "cuda"}}},
            "records pass": {"records": RECORDS[1:]},
        }.items():
            with self.subTest(why), self.assertRaisesRegex(rows.NoRow, why):
                self.write_row(**changes)
        self.acme.gate_path.unlink()
        with self.assertRaisesRegex(rows.NoRow, "no gate file"):
            self.write_row()

    def test_of_an_older_golden_are_said_and_not_shown(self):
        edit("golden/MANIFEST", "4", "5")
        self.assertIn("acme: older golden: no row", audit.notes())
        self.assertEqual(audit.faults(), ["conformance/adapters/RESULTS.md: run tools/matrix --write", "README.md: run tools/matrix --write"])
        self.write_pages()
        self.assertEqual(audit.faults(), [])
        self.assertIn("| Acme | measured at an older golden/: no row |", pages.README.read_text())

    def test_are_read_by_versions(self):
        self.assertTrue(rows.is_pinned("2.13.0+cpu", ["torch==2.13.0"]))
        self.assertTrue(rows.is_pinned("1.1.1", ["ndarray@1.1.1"]))
        self.assertTrue(rows.is_pinned("1.2", []))
        self.assertFalse(rows.is_pinned("2.13.1", ["torch==2.13.0", "numpy<2"]))


class Audit(InCopy):
    def test_finds_nothing_in_a_whole_copy(self):
        self.assertEqual(audit.faults(), [])

    def test_finds_each_fault(self):
        adapters = "conformance/adapters/"
        for fault, path, old, new in [
            ("its counts add up to 3", adapters + "acme.gate.toml", "count = 2", "count = 3"),
            ("'Unreviewed.' is no reason", adapters + "acme.gate.toml", "it copies", "Unreviewed."),
            ("reviewed is not true", adapters + "acme.gate.toml", "reviewed = true", "reviewed = false"),
            ("golden/ has no view/x", adapters + "acme.known.jsonl", "view/b", "view/x"),
            ("1 lines may have any answer", adapters + "acme.known.jsonl", "\"answer\"", "\"answers\""),
            ("acme==3.2 of acme.gate.toml is not listed", "tools/subjects/acme.txt", "3.2", "3.1"),
            ("executed 3, the gate file says 4", adapters + "acme.gate.toml", "executed = 3", "executed = 4"),
            ("known 1, the gate file says 2", adapters + "rows/acme.json", '"known": 1', '"known": 0'),
            ("what is skipped does not add up", adapters + "rows/acme.json", '{"op": 1}', '{"op": 2}'),
            ("executed of ops and of profiles differ", adapters + "rows/acme.json", '"view": {"executed": 2', '"view": {"executed": 9'),
            ("is not the gate file's", adapters + "rows/acme.json", "3.2+cpu", "3.3"),
            ("acme.gate.toml is missing", adapters + "rows/subjects.toml", 'gate = "acme"', 'gate = "acne"'),
            ("has no such gate", adapters + "rows/subjects.toml", 'gate = "acme"', 'gate = "acne"'),
            ("there is no rule slice.e99", adapters + "bugs/acme/step.md", "slice.e2", "slice.e99"),
            ("there is no subject acne", adapters + "bugs/acme/step.md", "subject | acme", "subject | acne"),
            ("belongs to torch", adapters + "bugs/acme/step.md", "subject | acme", "subject | torch"),
            ("gravity is 'bad'", adapters + "bugs/acme/step.md", "accepts", "bad"),
            ("RESULTS.md: run tools/matrix --write", adapters + "bugs/acme/step.md", "should raise", "must raise"),
            ("README.md: run tools/matrix --write", "README.md", "2/3 (1)", "3/3 (1)"),
        ]:
            with self.subTest(fault):
                before = pathlib.Path(path).read_text()
                edit(path, old, new)
                self.assertIn(fault, "\n".join(audit.faults()))
                pathlib.Path(path).write_text(before)
        self.assertEqual(audit.faults(), [])


class Pages(InCopy):
    def test_show_bugs_the_gravest_first(self):
        self.bug.with_name("later.md").write_text(BUG.replace("| accepts |", "| dies |").replace("a step of 0 is taken", "it | dies"))
        self.bug.with_name("design.md").write_text(BUG.replace("| bug |", "| ours |").replace("a step of 0", "a name"))
        text = pages.results()
        self.assertIn("| [Acme](#acme) | 2 | 1 | – | – | – | 1 |", text)
        self.assertIn("| [1](#acme-1) | dies | bug | it \\| dies |\n| [2](#acme-2) | accepts | bug | a step of 0 is taken |", text)
        self.assertIn("| [3](#acme-3) | accepts | ours | a name is taken |", text)
        self.assertIn("| dies | [it \\| dies](bugs/acme/later.md) | acme 3.2 |\n", text)
        self.assertIn("```python\nprint(1)\nraise IndexError(\"no\")\n```\n\nprints\n\n```text\n1\nIndexError: no\n```\n\n**Expected:** ValueError.\n", text)
        self.assertIn("| [CuPy](#cupy) | – |", text)

    def test_show_what_a_document_lists_and_what_was_looked_for(self):
        self.bug.with_name("documented-ops.txt").write_text("# Acme's list: https://acme.org\nview: view view.dtype\nread:\nt:\n")
        looked_for = self.bug.with_name("looked-for.md")
        looked_for.write_text("| looked for | how | found |\n|---|---|---|\n| hangs | 100 runs | nothing |\n")
        text = pages.results()
        self.assertIn("| Acme | hangs | 100 runs | nothing |\n", text)
        self.assertIn("\nAcme's list: https://acme.org\n", text)
        self.assertIn("| `view` | `view`, `view.dtype` | 2 | 1 | 1 | 0 |\n| `read` | `read` | 1 | 0 | 1 | 0 |\n| `t` | `t` | 0 | 0 | 0 | 0 |\n", text)
        looked_for.write_text("| a | b | c |\n|---|---|---|\n| hangs |\n")
        self.assertIn("a row is not | looked for | how | found |", "\n".join(audit.faults()))


class Command(InCopy):
    """tools/matrix with a runner that copies acme.jsonl, says what `judged` says, and judges by the gate file that it is told."""

    def setUp(self):
        super().setUp()
        shutil.copytree(HERE / "tools/matrix_page", "tools/matrix_page")
        shutil.copy(HERE / "tools/matrix", "tools/matrix")
        pathlib.Path("tools/setup").write_text("#!/bin/sh\n[ \"$2\" = acme ] || exit 1\n")
        pathlib.Path("tools/viewproof").write_text(
            "#!/bin/sh\n[ $1 = merge ] && [ \"$3\" = --gate ] && sed \"s/gate\\\": \\\"/&$4/\" $2 >$6\n"
            "[ $1 = merge ] && { cat judged; exit $(wc -l <judged); }\n[ $6 = 2 ] && cp acme.jsonl $4\necho GREEN all\n")
        for name in ("setup", "viewproof"):
            os.chmod("tools/" + name, 0o755)
        pathlib.Path("judged").write_text("")
        self.acme.row_path.unlink()

    def matrix(self, *words):
        return subprocess.run([sys.executable, "tools/matrix", *words], capture_output=True, text=True, check=False)

    def test_checks_what_is_installed_and_writes_it(self):
        self.report()
        out = self.matrix().stdout
        self.assertIn("acme: GREEN all\nacme: row written\n", out)
        self.assertIn("numpy: not installed\n", out)
        self.assertIn("torch-cuda: not ", out)
        self.assertEqual(json.loads(self.acme.row_path.read_text())["seconds"], 0)
        self.assertEqual(audit.faults(), [])
        self.assertEqual(self.matrix("--write").stdout, "")

    def test_takes_reports(self):
        os.mkdir("reports")
        self.report().rename("reports/acme.jsonl")
        self.assertIn("acme: row written\n", self.matrix("--reports", "reports").stdout)
        self.assertEqual(json.loads(self.acme.row_path.read_text())["seconds"], None)
        pathlib.Path("reports/acme.seconds").write_text("7 11\n")
        self.matrix("--reports", "reports")
        self.assertIn("; 7 s (11 s of CPU)\n", pages.RESULTS.read_text())

    def test_takes_a_report_of_no_gate_file_and_of_the_version_that_ran(self):
        os.mkdir("reports")
        self.report(gate="").rename("reports/acme.jsonl")
        self.assertIn("acme: row written\n", self.matrix("acme", "--reports", "reports").stdout)
        self.assertEqual(json.loads(self.acme.row_path.read_text())["gate"], "acme")
        self.acme.row_path.unlink()
        newer = {**HELLO, "subject": {**HELLO["subject"], "version": "3.4+cu128"}}
        self.report(gate="", subject=newer).rename("reports/acme.jsonl")
        self.assertIn("acme: no row: it is 3.4+cu128, the gate file is of acme==3.2", self.matrix("acme", "--reports", "reports").stdout)
        edit(self.acme.gate_path, "acme==3.2", "acme==3.4+cu128")
        self.assertIn("acme: row written\n", self.matrix("acme", "--reports", "reports").stdout)
        self.assertIn("| Acme | 3.4+cu128 | 2/3 (1) |", pages.README.read_text())
        self.acme.row_path.unlink()
        self.report(gate="", footer={"run": "partial", "why": "Ctrl-C"}).rename("reports/acme.jsonl")
        self.assertIn("acme: no row: the report is not of a whole run (Ctrl-C)", self.matrix("acme", "--reports", "reports").stdout)
        self.assertFalse(self.acme.row_path.exists())

    def test_says_why_there_is_no_row(self):
        self.report(footer={"run": "partial", "why": "Ctrl-C"})
        self.assertIn("acme: no row: the report is not of a whole run (Ctrl-C)", self.matrix("acme").stdout)
        self.report()
        pathlib.Path("judged").write_text("a report\nthe gate file has changed since\n")
        self.assertIn("acme: no row: the gate file has changed since", self.matrix("acme").stdout)
        self.assertIn("acme: no row: there is no report", self.matrix("acme", "--jobs", "1").stdout)
        self.assertFalse(self.acme.row_path.exists())
        self.assertEqual(self.matrix("nobody").returncode, 1)

    def test_writes_a_red_row_as_one(self):
        self.report(footer={"run": "complete", "passed": 1, "failed": 2, "skipped": 1, "records": "sha256:2"})
        pathlib.Path("judged").write_text("RED\n")
        self.assertIn("acme: row written, RED", self.matrix("acme").stdout)
        self.assertIn("| Acme | rebind values | **2, RED** |", pages.README.read_text())


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

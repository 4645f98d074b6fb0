"""What every command does with what it is given: an option is used or refused, a command that is shown runs again, and
no text of a library of ours reaches the user."""
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

from beside import BROKEN, REFERENCE, VIEWPROOF, counts_in, unbroken

ROOT = os.getcwd()
GATE = """[adapter]
command = [{}]

[demand]
profiles = ["core"]
"""
FEW = ["--only", "unfold/c*"]
RED = [sys.executable, "-SE", BROKEN, "ReadsZeros", REFERENCE]
CASE = "float32[2,3] | t()"
VIEW_TEXT = "view size is not compatible with input tensor's size and stride"
SIZE_TEXT = "shape '[6]' is invalid for input of size 5"

# Per verb, the ways to call it; "{}" is a folder of the files that set_up wrote.
MODES = {
    "accept": [["fails.jsonl", "--group", "1", "--reason", "no"], ["fails.jsonl", "--reasons", "reasons.toml"],
               ["fails.jsonl", "--groups-file", "new.toml", "--gate", "other.gate.toml"], ["fuzz.jsonl", "--gate", "fails.gate.toml", "--all", "--reason", "no"]],
    "adapter-test": [["--", REFERENCE]],
    "apply": [["--cases", "cases.txt"]],
    "book": [[]],
    "check": [["good.gate.toml", *FEW, "--report", "new.jsonl"],
              ["good.gate.toml", "--deep", "200", "--report", "new.jsonl"]],
    "completion": [["bash"]],
    "diff": [["good.jsonl", "fails.jsonl"]],
    "doctor": [[]],
    "explain": [["--sizes", "3,2", "--strides", "1,3"], [CASE], ["torch.empty_strided((3, 2), (1, 3)).view(6)"], ["view.e5"],
                ["unfold/columns-from-the-end"], [VIEW_TEXT], [SIZE_TEXT], ["x.t()", "--let", "x=2,3"], ["view"]],
    "fuzz": [["good.gate.toml", "--cases", "50", "--report", "new.jsonl"]],
    "init": [["mine"]],
    "list": [[what] for what in ("ops", "profiles", "flags", "dtypes", "subjects", "vectors", "skips")],
    "manual": [[]],
    "matrix": [["good.jsonl", "fails.jsonl"]],
    "merge": [["fails.jsonl"]],
    "promote": [[CASE, "--why", "rows and columns must change places"],
                ["fuzz.jsonl", "--why", "rows and columns must change places"]],
    "report": [["fails.jsonl"]],
    "trend": [["fails.jsonl"]],
    "upgrade": [["old.gate.toml"]],
    "verify": [["fails.jsonl"]],
}
# A value that changes what a command does, by "VERB OPTION" or OPTION.
VALUES = {
    "--cases": "60", "--corpus": "corpus", "--deep": "10", "--deep-from": "5", "--dir": "sub", "--dtype": "int8", "--dtypes": "int8",
    "--finding": "2", "--first": "7", "--gate": "other.gate.toml", "--group": "1", "--groups": "all", "--groups-file": "g.toml",
    "--html": "x.html", "--id": "t/mine", "--jobs": "2", "--json": "x.json", "--junit": "x.xml", "--kind": "values",
    "--label": ["a", "--label", "b"], "--language": "js", "--let": "x=3,4", "--link": "https://a.b", "--markdown": "x.md", "--max-minutes": "0.00001",
    "--not": "unfold/counts*", "--offset": "1", "--only": "t*", "--ops": "view", "--out": "x", "--profile": "core", "--ranks": "1",
    "--bugs": "bugs.json", "--library": "acme", "--row": "x.json", "--seconds": "seconds",
    "--reason": "other", "--reasons": "reasons.toml", "--report": "x.jsonl", "--retries": "2", "--seed": "5", "--shard": "1/2",
    "--shrink-seconds": "1", "--sizes": "2,2", "--strides": "1,2", "--svg": "x.svg", "--time": "1s", "--vectors": "one.jsonl",
    "--view": "6", "check --profile": "core,indexing", "--why": "another sentence about it", "explain --report": "good.jsonl", "doctor --format": "json",
    "list --format": "json", "manual --format": "markdown", "trend --label": "a",
}
# These cannot be seen here; the test that sees each is named.
UNSEEN = {
    "check --jobs": "endings_test: how many processes run changes no word of it",
    "fuzz --jobs": "fuzz_test: the same",
    "check --retries": "process_test: of a death that nothing repeats",
    "check --groups": "print_groups_test: of more causes than are shown",
    "merge --groups": "the same",
    "report --groups": "the same",
    "fuzz --shrink-seconds": "hunt_test: of a finding",
    "explain --plain": "explain_test: a rule without an example",
}


def commands():
    """-> by verb: its options, and whether each takes a value"""
    text = subprocess.run([VIEWPROOF, "manual", "--format", "markdown"], capture_output=True, text=True, check=True).stdout
    found = {}
    for part in text.split("\n## ")[1:]:
        rows = re.findall(r"^\| `(--[a-z-]+)` \| ([^|]*) \|", part, re.M)
        found[part.split("\n")[0]] = {name: takes.strip() for name, takes in rows if name != "--help"}
    return found


class CommandLine(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.given = pathlib.Path(cls.folder.name, "given")
        cls.given.mkdir()
        for name, command in (("good", [REFERENCE]), ("fails", RED)):
            cls.write(f"{name}.gate.toml", GATE.format(", ".join(map(json.dumps, command))))
            cls.call(cls.given, "check", f"{name}.gate.toml", *FEW, "--report", f"{name}.jsonl")
        status, _, err = cls.call(cls.given, "accept", "fails.jsonl", "--groups-file", "reasons.toml")
        assert status == 0, err
        text = (cls.given / "reasons.toml").read_text(encoding="utf-8")
        cls.write("reasons.toml", text.replace('reason = ""', 'reason = "no"'))
        cls.call(cls.given, "fuzz", "fails.gate.toml", "--cases", "100", "--ops", "unfold", "--report", "fuzz.jsonl")
        shutil.copy(cls.given / "fails.gate.toml", cls.given / "other.gate.toml")
        cls.write("old.gate.toml", (cls.given / "good.gate.toml").read_text(encoding="utf-8") + '\n[suite]\nversion = "0.1.0"\n')
        cls.write("cases.txt", CASE + "\n")
        (cls.given / "sub").mkdir()
        (cls.given / "corpus").mkdir()
        cls.write("corpus/a.json", '{"base":{"dtype":"int8","sizes":[2,2]},"chain":[{"op":"t"}]}\n')
        vectors = pathlib.Path(ROOT, "golden", "core", "unfold.jsonl").read_text(encoding="utf-8").splitlines()
        cls.write("one.jsonl", next(line for line in vectors if line.startswith('{"id":"unfold/c')) + "\n")
        # A clone that promote may write to.
        cls.root = pathlib.Path(cls.folder.name, "root")
        (cls.root / "tools" / "golden").mkdir(parents=True)
        for name in ("golden", "reference", "conformance"):
            (cls.root / name).symlink_to(pathlib.Path(ROOT, name))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def write(cls, name, text):
        (cls.given / name).write_text(text, encoding="utf-8")

    @classmethod
    def call(cls, here, *words, root=ROOT):
        """[words] -> exit status, standard output, standard error"""
        done = subprocess.run([VIEWPROOF, *words], capture_output=True, text=True, cwd=here,
                              env=os.environ | {"VIEWPROOF_ROOT": str(root), "GITHUB_STEP_SUMMARY": str(here / "summary")})
        return done.returncode, done.stdout, done.stderr

    def observed(self, *words):
        """[words] -> exit status, standard error, and all that a run of them in a fresh folder tells and writes"""
        with tempfile.TemporaryDirectory() as folder:
            here = pathlib.Path(folder, "here")
            shutil.copytree(self.given, here)
            pending = self.root / "tools" / "golden" / "pending.jsonl"
            pending.unlink(missing_ok=True)
            status, out, err = self.call(here, *words, root=self.root)
            files = {str(path.relative_to(here)): path.read_bytes() for path in here.rglob("*") if path.is_file()}
            files["pending"] = pending.read_bytes() if pending.exists() else b""
            # "more" shows the words again.
            out = re.sub(r" in [\d.]+ s\b|\d+ cases a second|processes: .*|about \d.*|(?m:^)more  .*(\n  .*)*", "", out).replace(folder, "")
            return status, err, (status, out, files)

    def test_every_option_is_used_or_refused(self):
        known = commands()
        self.assertEqual(set(known), set(MODES))
        for verb, options in known.items():
            for mode in MODES[verb]:
                own, command = (mode[:mode.index("--")], mode[mode.index("--"):]) if "--" in mode else (mode, [])
                more = [option for option in options if option not in own and f"{verb} {option}" not in UNSEEN]
                if not more:
                    continue
                plain = self.observed(verb, *mode)
                for option in more:
                    value = VALUES.get(f"{verb} {option}", VALUES.get(option)) if options[option] else []
                    self.assertIsNotNone(value, f"{verb} {option}: give it a value here")
                    words = [option, *([value] if isinstance(value, str) else value)]
                    with self.subTest(verb=verb, mode=mode, option=option):
                        status, err, seen = self.observed(verb, *own, *words, *command)
                        if status == 2:  # Or it was used, and its value is at fault.
                            self.assertTrue(option in err or any(word in err for word in words[1:]), err)
                        else:
                            self.assertNotEqual(seen, plain[2], err)

    def test_an_option_of_another_command_is_refused(self):
        known = commands()
        every = {option for options in known.values() for option in options}
        for verb, options in known.items():
            own = MODES[verb][0] if "--" not in MODES[verb][0] else []
            for option in every - set(options):
                status, _, err = self.call(self.given, verb, *own, option, "1")
                self.assertEqual(status, 2, (verb, option))
                self.assertIn(option, err)

    def test_an_empty_word_is_no_value(self):
        for verb, options in commands().items():
            for option, takes in options.items():
                if takes:
                    status, _, err = self.call(self.given, verb, option, "")
                    self.assertEqual(status, 2, (verb, option))
                    self.assertIn(option, err)

    def test_a_command_after_the_dashes_is_for_those_that_start_one(self):
        for verb in set(MODES) - {"check", "fuzz", "apply", "adapter-test"}:
            status, _, err = self.call(self.given, verb, *MODES[verb][0], "--", "my_adapter")
            self.assertEqual(status, 2, verb)
            self.assertIn("my_adapter: stands after --", err)

    def test_a_shown_command_runs_again(self):
        name = "a 'b' $(c) `d` \n#&"
        with tempfile.TemporaryDirectory() as folder:
            here = pathlib.Path(folder, name)
            here.mkdir()
            for file in ("fails.gate.toml", "fuzz.jsonl"):
                shutil.copy(self.given / file, here)
            adapter = here / "adapter.sh"
            adapter.write_text("#!/bin/sh\nexec " + " ".join(map(shlex.quote, RED)) + "\n", encoding="utf-8")
            adapter.chmod(0o755)
            gate, report = str(here / "fails.gate.toml"), str(here / "r.jsonl")
            shown = []
            for words in (["check", gate, *FEW, "--report", report, "--groups", "all"], ["check", gate, *FEW, "--resume", "--report", report],
                          ["check", "--only", "unfold/c*", "--", str(adapter)], ["check", gate], ["report", report],
                          ["fuzz", gate, "--cases", "50", "--ops", "unfold"], ["fuzz", "--cases", "20", "--ops", "unfold", "--", str(adapter)],
                          ["check", gate, "--deep", "30", "--shard", "1/2", "--profile", "core"],
                          ["check", "--deep", "30", "--", str(adapter)]):
                _, out, err = self.call(here, *words)
                # A word of $'...' holds no line's end, nor two blanks, which stand before what a command is for.
                found = re.findall(r"tools/viewproof (?!list)(?:(?!  ).)*", re.sub(r" \\\n +", " ", out + err))
                self.assertTrue(found, (words, out + err))
                shown += found
            for line in set(shown):
                asked = subprocess.run(["bash", "-c", line.replace("tools/viewproof", "printf '%s\\0'", 1)], capture_output=True,
                                       text=True, check=False, cwd=here)
                self.assertEqual((asked.returncode, asked.stderr), (0, ""), line)
                words = asked.stdout.split("\0")[:-1]
                for word in words:  # None was cut: each is whole, or has nothing of the folder.
                    self.assertTrue(folder not in word or str(here) in word, line)
                if words[0] == "accept" or "--update" in words:
                    continue
                status, _, err = self.call(here, *words)
                self.assertIn(status, (0, 1), (line, err))

    def test_more_of_a_run_writes_no_file(self):
        with tempfile.TemporaryDirectory() as folder:
            gate = str(self.given / "good.gate.toml")
            out = self.call(pathlib.Path(folder), "check", gate, "--report", "x.jsonl", "--only", "unfold/c*", "--html=x.html", "--json", "x.json")[1]
        self.assertIn(f"more tools/viewproof check {gate} --only 'unfold/c*' -v ", unbroken(out))

    @unittest.mock.patch.dict(os.environ, {"COLUMNS": "80"})
    def test_what_is_wrong_is_said_in_80_columns(self):
        with tempfile.TemporaryDirectory() as folder:
            here = pathlib.Path(folder, "here")
            shutil.copytree(self.given, here)
            gate = here / "fails.gate.toml"
            gate.write_text(gate.read_text(encoding="utf-8") + 'reviewed = true\n', encoding="utf-8")
            (here / "bad.gate.toml").write_text("[demand]\nprofile = []\n", encoding="utf-8")
            for words in (["chek"], ["check"], ["check", "nump"], ["check", "bad.gate.toml"], ["check", "--", "my_adapter"], ["check", "--jobs", "x", "y"],
                          ["explain"], ["explain", "x.view(6)"], ["explain", "ok_for_error"], ["adapter-test", "--", *RED],
                          ["merge", "fails.jsonl"], ["verify", "fails.jsonl"], ["check", "good.gate.toml", *FEW, "--report", "good.jsonl", "--resume"]):
                _, out, err = self.call(here, *words)
                self.assertTrue(out + err, words)
                for line in (out + err).splitlines():  # A command is whole.
                    self.assertTrue(len(line) <= 80 or " " not in line.strip() or line.startswith("    tools/viewproof "), line)
            self.assertRegex(self.call(here, "check", "bad.gate.toml")[2], r"^viewproof: bad.gate.toml:2: key ")

    def test_a_path_that_cannot_be_is_told_in_a_sentence(self):
        paths = ["x" * 300, "/".join(["y" * 200] * 30), "sub", "cases.txt/x", "no/such", "/dev/null/x"]
        for verb, options in commands().items():
            own = MODES[verb][0] if "--" not in MODES[verb][0] else []
            for option in options:
                if option not in ("--cases", "--corpus", "--dir", "--gate", "--groups-file", "--html", "--json", "--junit", "--markdown",
                                  "--out", "--reasons", "--report", "--svg", "--vectors") or f"{verb} {option}" == "fuzz --cases":
                    continue
                for path in paths:
                    self.is_told(verb, *own, option, path)
        for verb in set(MODES) - {"book", "completion", "doctor", "list", "manual"}:
            for path in paths:
                self.is_told(verb, path, *(["new"] if verb == "diff" else []))

    def test_an_id_is_taken_as_it_is_printed(self):
        here, own = self.given, ["--", REFERENCE]
        for name, dtype in (("unfold/columns-from-the-end", "float32"), ("unfold/columns-from-the-end", "int8"), ("unfold/columns*", "int8")):
            status, out, err = self.call(here, "check", "--only", f"{name} ({dtype})", *own)
            self.assertEqual((status, counts_in(out)), (0, [(1, 0, 0, 0, 0)]), err)
        few = ["check", "--only", "unfold/c*", "--not", "unfold/col* (float32)"]
        passed = [counts_in(self.call(here, *words, *own)[1])[0][0] for words in (few[:3], few)]
        self.assertEqual(passed[0] - passed[1], 1)
        for words in ([], ["--report", "fails.jsonl"]):
            status, out, err = self.call(here, "explain", "unfold/columns-from-the-end (float32)", *words)
            self.assertEqual(status, 0, err)
            self.assertIn("unfold/columns-from-the-end\n", out)
        out = self.call(here, "explain", "unfold/columns-from-the-end (int8)")[1]
        self.assertIn("int8[", out)
        err = self.call(here, "explain", "unfold/columns-from-the-end (int8)", "--report", "fails.jsonl")[2]
        self.assertIn("fails.jsonl: it has no record of unfold/columns-from-the-end", unbroken(err))
        self.assertEqual(self.call(here, "list", "vectors", "--only", "unfold/columns-from-the-end (int8)", "--format", "names")[1],
                         "unfold/columns-from-the-end\n")

    def test_a_glob_that_matches_nothing_is_refused(self):
        # A vector of kernels runs in its own dtype alone.
        kernel = self.call(self.given, "list", "vectors", "--profile", "kernels", "--only", "*float32*", "--format", "names")[1].split()[0]
        for words, said in ((["unfolds/*"], "unfolds/*\"; did you mean unfold?"),
                            (["unfold/columns-from-an-end"], "did you mean unfold/columns-from-the-end"),
                            (["unfold/c*", "--only", "t/non*"], "t/non*"), (["t/*", "--profile", "kernels"], "t/*"),
                            ([kernel + " (int8)"], "it is not run in that dtype"),
                            (["unfold/columns-from-the-end (float23)"], "unfold/columns-from-the-end"),
                            (["unfold/c*", "--not", "unfold/xyz*"], "--not: ")):
            status, out, err = self.call(self.given, "check", "--only", *words, "--", REFERENCE)
            self.assertEqual((status, out), (2, ""), words)
            self.assertIn(said, unbroken(err))
        for what in MODES["list"]:
            for form in ("text", "names", "json"):
                status, out, err = self.call(self.given, "list", *what, "--only", "no such", "--format", form)
                self.assertEqual((status, out), (2, ""), what)
                self.assertIn('--only: nothing there is called "no such"', err)

    def test_a_lock_that_is_missing_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            here = pathlib.Path(folder, "here")
            shutil.copytree(self.given, here)
            words = ["fails.jsonl", "--group", "1", "--reason", "no"]
            self.assertEqual(self.call(here, "accept", *words)[0], 0)
            (here / "fails.gate.lock").unlink()
            for verb in (["check", "fails.gate.toml", *FEW], ["fuzz", "fails.gate.toml"],
                         ["check", "fails.gate.toml", "--deep", "5"], ["accept", *words], ["apply", "fails.gate.toml"],
                         ["adapter-test", "fails.gate.toml"], ["merge", "fails.jsonl", "--gate", "fails.gate.toml"]):
                status, _, err = self.call(here, *verb)
                self.assertEqual(status, 2, (verb, err))
                self.assertIn("fails.gate.lock: is missing: it lists the cases of what fails.gate.toml accepts", unbroken(err))
            self.assertEqual(self.call(here, "check", "fails.gate.toml", "--update")[0], 1)
            self.assertTrue((here / "fails.gate.lock").exists())

    def is_told(self, *words):
        with tempfile.TemporaryDirectory() as folder:
            here = pathlib.Path(folder, "here")
            shutil.copytree(self.given, here)
            status, _, err = self.call(here, *words, root=self.root)
        self.assertNotRegex(err, r"filesystem error|what\(\)|terminate|basic_string|stoll|map::at|simdjson", words)
        self.assertIn(status, (0, 1, 2), (words, err))

    def test_the_environment_is_read_as_options_are(self):
        for verb in (["doctor"], ["check", "reference", "--only", "t/*"]):
            done = subprocess.run([VIEWPROOF, *verb], capture_output=True, text=True, check=False,
                                  env=os.environ | {"VIEWPROOF_PYTHON": ""})
            self.assertEqual((done.returncode, done.stderr),
                             (2, "viewproof: VIEWPROOF_PYTHON: is empty: name a python3, or unset it\n"))

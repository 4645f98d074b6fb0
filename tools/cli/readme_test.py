"""Runs the commands of the README's five steps and of its answers, as they stand there.

Between the first two steps the library gets a bug, since a library without failures has nothing to accept, and another
op."""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

from beside import VIEWPROOF

README = pathlib.Path("README.md").read_text(encoding="utf-8")
PATH = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
# Each command of the steps in its order, and the exit statuses that the reader is told to expect.
EXPECTED = [
    ("tools/viewproof init my --language python --kind full", 0),
    ("tools/viewproof adapter-test -- python3 my_adapter.py", 0),
    ("tools/viewproof check -- python3 my_adapter.py", 1),
    ("list profiles", 0),
    ("check --profile core -- ...", 1),
    ("tools/viewproof check my.gate.toml --update", 1),
    ("tools/viewproof check my.gate.toml --report r.jsonl", 1),
    ('tools/viewproof accept r.jsonl --group 1 --reason "..."', 0),
    ("accept r.jsonl --answers", 0),
    ("accept r.jsonl --groups-file g.toml", 0),
    ("accept r.jsonl --reasons g.toml", 0),
    ("list flags", 0),
    ("tools/viewproof report r.jsonl --html r.html", 0),
    ("tools/viewproof check my.gate.toml", 0),
]
BUG = '"select": "at(x, {dim}, {index})"', '"select": "at(x, {dim}, {index}).clone()", "t": "x.permute([1, 0])"'


def steps():
    """-> the numbered steps of the README, each as one line"""
    section = README.partition("## Test your library in five steps\n")[2].partition("\n\n**")[0]
    return [re.sub(r"\s+", " ", text) for text in re.split(r"\n\d\. ", section)[1:]]


def answers():
    """-> what the README shows of `explain`: [(its arguments, the lines)]"""
    section = README.partition("## Why is my view refused?\n")[2].partition("\n## ")[0]
    shown = []
    for line in section.splitlines():
        if line.startswith("    $ tools/viewproof explain "):
            shown.append((shlex.split(line)[3:], []))
        elif line.startswith("    ") and shown:
            shown[-1][1].append(line[4:])
        elif not line and shown:
            shown[-1][1].append("")
    return [(words, "\n".join(lines).rstrip("\n") + "\n") for words, lines in shown]


class Readme(unittest.TestCase):
    def test_its_answers_are_what_explain_says(self):
        self.assertEqual(len(answers()), 3)
        for words, shown in answers():
            root = os.environ.get("VIEWPROOF_ROOT", os.getcwd())
            done = subprocess.run([VIEWPROOF, "explain", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                  env={**os.environ, "COLUMNS": "80", "VIEWPROOF_ROOT": root}, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(shown, done.stdout)
            lines = shown.splitlines()
            self.assertLessEqual(len(lines), 24, "it is one screen")
            reason, picture, instead = (min(n for n, line in enumerate(lines) if part in line)
                                        for part in ("Why view", "what ran", "What to do instead"))
            self.assertTrue(reason < picture < instead, "the reason comes first")

    def test_its_steps_are_these_commands(self):
        commands = [code for text in steps() for code in re.findall(r"`([^`]+)`", text)
                    if re.match(r"(tools/viewproof|check|accept|list) ", code)]
        self.assertEqual(len(steps()), 5)
        self.assertEqual(commands, [command for command, _ in EXPECTED])

    def test_its_steps_run(self):
        with tempfile.TemporaryDirectory() as folder:
            adapter, groups = (pathlib.Path(folder, name) for name in ("my_adapter.py", "g.toml"))
            for command, expected in EXPECTED:
                words = shlex.split(command.replace("-- ...", "-- python3 my_adapter.py").replace("tools/viewproof ", ""))
                root = os.environ.get("VIEWPROOF_ROOT", os.getcwd())
                done = subprocess.run([VIEWPROOF, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                      env={**os.environ, "PATH": PATH, "VIEWPROOF_ROOT": root}, check=False)
                self.assertEqual(done.returncode, expected, f"{command}\n{done.stdout}\n{done.stderr}")
                if words[0] == "init":
                    text = adapter.read_text(encoding="utf-8")
                    self.assertIn(BUG[0], text)
                    adapter.write_text(text.replace(*BUG), encoding="utf-8")
                if groups.exists():  # what is to be filled in
                    groups.write_text(re.sub('(?m)^reason = ""', 'reason = "a bug of this test"', groups.read_text(encoding="utf-8")),
                                      encoding="utf-8")

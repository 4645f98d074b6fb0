"""README.md and conformance/docs as a reader takes them: what README shows is what the program prints, every command that they name
runs, and so does the code of MAPPING.md.

Between the first two of the five steps the library gets a bug, since a library without failures has nothing to accept, and another
op."""
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

from beside import VIEWPROOF

sys.path.append("tools/matrix_page")
import readme  # noqa: E402
import rows  # noqa: E402

rows.PROGRAM = VIEWPROOF
README = pathlib.Path("README.md").read_text(encoding="utf-8")
DOCS = {path.name: path.read_text(encoding="utf-8") for path in pathlib.Path("conformance/docs").glob("*.md")}
ROOT = os.environ.get("VIEWPROOF_ROOT", os.getcwd())
# Each command of the steps in its order, and the exit statuses that the reader is told to expect.
STEPS = [
    ("viewproof init my --language python --kind full", 0),
    ("viewproof adapter-test -- python3 my_adapter.py", 0),
    ("viewproof check -- python3 my_adapter.py", 1),
    ("viewproof list profiles", 0),
    ("viewproof check --profile core -- python3 my_adapter.py", 1),
    ("viewproof check my.gate.toml --update", 1),
    ("viewproof check my.gate.toml --report r.jsonl", 1),
    ('viewproof accept r.jsonl --group 1 --reason "..."', 0),
    ("viewproof accept r.jsonl --groups-file g.toml", 0),
    ("viewproof accept r.jsonl --reasons g.toml", 0),
    ("viewproof report r.jsonl --html r.html", 0),
    ("viewproof check my.gate.toml", 0),
]
# Those of the other documents, in the folder that the steps leave.
OTHERS = [
    ("viewproof check my.gate.toml --report r.jsonl", 0),
    ("viewproof init my --language python", 2),  # It is there.
    ("viewproof check array-api --module numpy", 0),
    ("viewproof accept r.jsonl --answers", 0),
    ("viewproof list flags", 0),
    ("viewproof list skips", 0),
    ("viewproof book", (0, 2)),  # Only a release has it.
    ("viewproof doctor", (0, 1)),
    ("viewproof fuzz my.gate.toml --time 60s", (0, 1)),
    ("viewproof check my.gate.toml --deep 100000", 0),
    ("echo 'float32[2,3] | t() | view([6])' | viewproof apply --text", 0),
    ("viewproof diff OLD NEW", (0, 1)),
    ("viewproof matrix REPORTS", 0),
    ("viewproof trend REPORTS", 0),
    ("viewproof verify REPORT", 0),
    ("viewproof check torch --help", 0),
]
# These need what a test does not have: their options have to be known.
ELSEWHERE = ["viewproof check torch --device meta", "viewproof check torch --fake", "viewproof check torch --device cuda",
             "viewproof check torch --device npu --import torch_npu --update", "viewproof merge", "viewproof apply", "viewproof check numpy",
             "viewproof check mlx", "viewproof check torch --calls", "viewproof fuzz torch --calls", "viewproof check torch --device cuda --calls",
             "viewproof check torch --compile aot_eager --calls", "viewproof check torch --calls-file mine.toml",
             "viewproof check torch-npu.gate.toml",
             "viewproof check --profile operands -- python3 my_adapter.py"]
BUG = '"select": "at(x, {dim}, {index})"', '"select": "at(x, {dim}, {index}).clone()", "t": "x.permute([1, 0])"'
MOST_LINES, MOST_WORDS, WIDTH = 130, 1300, 120


def run(command, folder, more=()):
    """A line of a shell, in a folder."""
    command = command.replace("60s", "5s").replace("100000", "500").replace(" OLD NEW", " r.jsonl r.jsonl")
    command = re.sub(r" REPORTS?$", " r.jsonl", command).replace("viewproof ", shlex.quote(VIEWPROOF) + " ", 1)
    return subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True, check=False,
                          env={**readme.environment(), "VIEWPROOF_ROOT": ROOT, **dict(more)})


def named(text):
    """The commands of a document, but for those in what a run printed."""
    text = re.sub(r"<!-- (green|red|refused): .*?<!-- end of \1 -->", "", text, flags=re.DOTALL)
    blocks = re.findall(r"^ {4}(?:\w+=\S+ )*(?:tools/)?(viewproof .*)", text, re.MULTILINE)
    code = [re.sub(r"\s+", " ", part) for part in re.findall(r"`([^`]+)`", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE))]
    return blocks + [found[1] for found in (re.match(r"(?:\w+=\S+ )*(?:tools/)?((?:echo .*\| )?viewproof .*)", part) for part in code) if found]


class Readme(unittest.TestCase):
    def test_it_shows_what_the_program_prints(self):
        self.assertEqual(list(readme.written()), [], "run tools/matrix --write")

    def test_it_is_short(self):
        text = re.sub(r"(?m)^\|.*\n|^ {4}.*\n|<!--.*?-->\n", "", README)
        self.assertLessEqual(len(README.splitlines()), MOST_LINES)
        self.assertLessEqual(len(re.findall(r"\S*\w\S*", text)), MOST_WORDS)
        self.assertEqual([line for line in README.splitlines() if len(line) > WIDTH and not line.startswith("|")], [])

    def test_its_steps_are_these_commands(self):
        section = DOCS["TESTING.md"].partition("## Five steps\n")[2].partition("\nThe CI jobs")[0]
        self.assertEqual(len(re.findall(r"(?m)^\d\. ", section)), 5)
        self.assertEqual(named(section), [command for command, _ in STEPS])

    def test_every_command_is_run(self):
        known = [command for command, _ in STEPS + OTHERS] + ELSEWHERE
        unknown = [(name, command) for name, text in {"README.md": README, **DOCS}.items() for command in named(text) if command not in known]
        self.assertEqual(unknown, [])

    def test_the_options_of_those_that_run_elsewhere_are_known(self):
        for command in ELSEWHERE:
            words = command.split()[1:]
            said = run(" ".join(["viewproof", *words[:2 if "torch" in words else 1], "--help"]), ".").stdout
            for word in words:
                self.assertTrue(not word.startswith("--") or re.search(rf"(?m)^ .*{word}\b", said), f"{command}: {word}")

    def test_commands_run(self):
        with tempfile.TemporaryDirectory() as folder:
            adapter, groups = (pathlib.Path(folder, name) for name in ("my_adapter.py", "g.toml"))
            for command, status in STEPS + OTHERS:
                done = run(command, folder)
                expected = status if isinstance(status, tuple) else (status,)
                self.assertIn(done.returncode, expected, f"{command}\n{done.stdout}\n{done.stderr}")
                if " init " in command and not status:
                    text = adapter.read_text(encoding="utf-8")
                    self.assertIn(BUG[0], text)
                    adapter.write_text(text.replace(*BUG), encoding="utf-8")
                if groups.exists():  # what is to be filled in
                    groups.write_text(re.sub('(?m)^reason = ""', 'reason = "a bug of this test"', groups.read_text(encoding="utf-8")),
                                      encoding="utf-8")


class Versions(unittest.TestCase):
    def test_tables_are_laid_out_as_diff_writes_them(self):
        """What a table says needs an older libtorch. How it says it does not: //tools/cli:test holds the same heads to the program."""
        files = list(pathlib.Path("golden/versions").glob("lib*.md"))
        self.assertTrue(files)
        for path in files:
            text = path.read_text(encoding="utf-8")
            heads = re.findall(r"(?m)^(\|.*)\n\| --- ", text)
            self.assertTrue(heads)
            self.assertEqual([head for head in heads if not head.startswith("| cases | what happens | smallest case |")], [])
            self.assertRegex(text, r"\n\* before: [\d,]+ passed")


class Picture(unittest.TestCase):
    def test_it_is_of_this_page(self):
        with tempfile.TemporaryDirectory() as folder:
            facts = readme.red_page(folder)[1]
        self.assertEqual(json.loads(pathlib.Path("conformance/docs/red.json").read_text(encoding="utf-8")), facts, "run tools/docs/red")
        self.assertIn(f"[![{facts['verdict']}](conformance/docs/red.png)](", README)

    def test_it_is_small(self):
        data = pathlib.Path("conformance/docs/red.png").read_bytes()
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        self.assertLessEqual(len(data), 150_000)


class Mapping(unittest.TestCase):
    """Each block of code is quoted of a file, or is put into the adapter that init writes, which stays green and is asked enough."""

    answers = re.split(r"(?m)^(?=\*\*\d+\. )", DOCS["MAPPING.md"])[1:]

    def test_there_are_twenty(self):
        self.assertEqual([int(re.match(r"\*\*(\d+)", answer)[1]) for answer in self.answers], list(range(1, 21)))

    def test_what_is_quoted_stands_there(self):
        count = 0
        for answer in self.answers:
            for link, path, block in re.findall(r"From\s+(?:\[[^]]*\]\(([^)]*)\)|`([^`]*)`)(?:(?!\n\n).)*?:\n\n```\w+\n(.*?)^```", answer, re.DOTALL | re.MULTILINE):
                count += 1
                self.assertIn(block, pathlib.Path(path or f"conformance/docs/{link}").read_text(encoding="utf-8"))
        self.assertGreaterEqual(count, 5)

    def test_its_code_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            run("viewproof init my --language python --kind full", folder)
            adapter, gate = (pathlib.Path(folder, name) for name in ("my_adapter.py", "my.gate.toml"))
            text, defined, count = adapter.read_text(encoding="utf-8"), "", 0
            for answer in self.answers:
                if re.search(r"From\s+[\[`]", answer):
                    continue
                with self.subTest(answer.partition("\n")[0]):
                    language, block = re.search(r"^```(\w+)\n(.*?)^```", answer, re.DOTALL | re.MULTILINE).groups()
                    if language == "toml":
                        gate.write_text(block, encoding="utf-8")
                        block = ""
                    arguments = re.search(r"^sdk\.Adapter\(\.\.\., (.*)\)$", block, re.MULTILINE)
                    block = block.replace(arguments[0], "") if arguments else block
                    functions = "".join(re.findall(r"^def .*?\n\n\n", block, re.DOTALL | re.MULTILINE))
                    call = f"ADAPTER = (lambda **given: sdk.Adapter(**{{**given, **dict({arguments[1] if arguments else ''})}}))("
                    adapter.write_text(text.replace("ADAPTER = sdk.Adapter(", defined + block + call), encoding="utf-8")
                    defined += functions
                    done = run("viewproof check my.gate.toml --update", folder)
                    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                    self.assertGreater(int(re.search(r"([\d,]+) passed", done.stdout)[1].replace(",", "")), 200)
                    count += 1
            self.assertGreaterEqual(count, 13)


if __name__ == "__main__":
    unittest.main()

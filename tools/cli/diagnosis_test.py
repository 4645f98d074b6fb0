"""What a diagnosis says of planted_bugs.py's 120 bugs is true, and it names those that it knows.

Each commit looks at twelve of them; --slice all at every one. What is claimed is run: known_bug_adapter is the reference with
the claimed bug, so that which cases it fails, and how, is known from elsewhere than the diagnosis."""
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import unittest

from beside import DEVICES, SDK, VIEWPROOF
from slices import of_slice
sys.path[:0] = [SDK, DEVICES]
import planted_bugs  # noqa: E402
import prefork  # noqa: E402

ADAPTERS = os.pathsep.join(os.path.abspath(f"conformance/libraries/{name}") for name in ("numpy", "torch"))
KNOWN_BUG = os.path.abspath("conformance/diagnose/known_bug_adapter")
PLANTED = os.path.abspath("tools/cli/planted_bugs.py")
# So many of the 60 that it knows are named, with their condition or one that no case tells from it. The other one, "numpy copy_
# rounds a fraction", shows in no case: NumPy refuses a fraction for an integer.
NAMED = 59
AT_ONCE = 2  # With one adapter each.
INSIDE = [row["name"] for row in planted_bugs.INSIDE]
ROWS = {row["name"]: row for row in planted_bugs.INSIDE + planted_bugs.OUTSIDE}
MOST = 4  # Bugs that no case tells apart.


def run(*arguments):
    return subprocess.run([VIEWPROOF, *map(str, arguments)], capture_output=True, text=True, check=False,
                          env=os.environ | {"VIEWPROOF_ROOT": os.getcwd(), "PYTHONPATH": ADAPTERS, "PYTHONDONTWRITEBYTECODE": "1"})


def sentences(diagnosis):
    """[what a footer says to be proved] -> for each claim, its sentences: "fill_: nothing is written (operand: rank >= 3)" """
    return [[f"{', '.join(bug['ops'])}: {bug['what']}" + (f" ({bug['condition']})" if bug.get("condition") else "")
             for bug in claim["bugs"][:MOST]] for claim in diagnosis]


def records(path):
    """[report] -> its header, {(id, dtype): record}, its footer"""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return lines[0], {(line["id"], line["dtype"]): line for line in lines[1:-1] if "id" in line}, lines[-1]


def shown(record):
    """[record] -> the first step at which it differs, and what differs there, or None"""
    step = min((d["step"] for d in record.get("diffs", ())), default=None)
    return step and (step, frozenset((d["facet"], d["field"], d["actual"] if d["facet"] != "shape" else "") for d in map(told, record["diffs"])
                                     if d["step"] == step))


def told(difference):
    """[difference of a record] -> it, its answer as text"""
    return difference | {"actual": json.dumps(difference["actual"])}


class Folder:
    """A gate file for each library and hello, of what the library without bugs does; and reports."""

    def __init__(self, path, python):
        self.path, self.python, self.predicted, self.lock = path, python, {}, threading.Lock()

    def gate(self, row):
        """[row] -> the gate file that knows what the library without the bug fails"""
        kind = " ".join([row["library"], "right", *filter(None, [row["lacks"]])])
        path = self.path / f"{kind.replace(' ', '-')}.gate.toml"
        if not path.exists():
            ours = pathlib.Path(f"conformance/libraries/{row['library']}/gate.toml")
            rest = ours.read_text(encoding="utf-8").split("\n[", 1)[1]
            text = f"[adapter]\ncommand = {json.dumps([self.python, PLANTED, kind])}\n\n[{rest}"
            pins, *cases = ours.with_suffix(".lock").read_text(encoding="utf-8").splitlines()
            pins = json.loads(pins)
            lacks = planted_bugs.LACKS[row["lacks"]]
            pins["subject"]["facets"] = [facet for facet in pins["subject"]["facets"] if facet not in lacks]
            self.write(path, text, "\n".join([json.dumps(pins), *cases, ""]))
            if row["lacks"]:  # Then other cases are judged, and otherwise.
                report = self.path / "right.jsonl"
                run("check", "--jobs", 1, path, "--report", report)
                run("accept", report, "--all", "--reason", "the library is so without a bug")
        return kind, path

    @staticmethod
    def write(path, text, lock):
        path.write_text(text, encoding="utf-8")
        path.with_suffix(".lock").write_text(lock, encoding="utf-8")

    def check(self, row):
        """[row] -> the records of the planted bug, its footer, and the facets that are demanded"""
        kind, right = self.gate(row)
        name = re.sub(r"\W+", "-", row["name"])
        gate, report = self.path / f"{name}.gate.toml", self.path / f"{name}.jsonl"
        self.write(gate, right.read_text(encoding="utf-8").replace(json.dumps(kind), json.dumps(row["name"]), 1),
                   right.with_suffix(".lock").read_text(encoding="utf-8"))
        done = run("check", "--jobs", 1, gate, "--report", report)
        assert report.exists(), done.stdout + done.stderr
        return records(report)

    def predict(self, sentence):
        """[sentence of a diagnosis] -> the records of the reference with that bug"""
        with self.lock:
            if sentence in self.predicted:
                return self.predicted[sentence]
            report = self.path / f"predicted-{len(self.predicted)}.jsonl"
            done = run("check", "--jobs", 1, "--all", "--dtypes", "uint8", "int16", "float32", "float64", "complex128", "--report", report, "--",
                       KNOWN_BUG, sentence)
            assert report.exists(), done.stdout + done.stderr
            self.predicted[sentence] = {key: shown(record) for key, record in records(report)[1].items()}
        return self.predicted[sentence]


def words_of():
    """-> {name of a known bug: what goes wrong}"""
    listed = subprocess.run([KNOWN_BUG, "--list"], capture_output=True, text=True, check=True).stdout
    return dict(line.split("\t") for line in listed.splitlines())


class Judge:
    """Judges what is said of one planted subject: `claims`, of each whether it is "right", "equivalent" to the truth, "other" (not the
    truth, but no case speaks against it) or "false"."""

    def __init__(self, folder, row, words):
        self.folder = folder
        _, found, footer = folder.check(row)
        self.executed = {key: record for key, record in found.items() if record["verdict"] != "skip" and not record.get("known")}
        self.fails = sum(record["verdict"] != "pass" for record in self.executed.values())
        self.said = footer["footer"].get("proved", [])
        truths = [(one, f"{words[one['truth'][0]]}" + (f" ({one['truth'][1]})" if one["truth"][1] else ""))
                  for one in [row] + ([ROWS[row["beside"]]] if row["beside"] else []) if one["truth"]]
        self.claims, self.named = [], "silent"
        for alternatives in sentences(self.said):
            of, verdict = self.judge(alternatives, truths)
            self.claims.append((verdict, alternatives[0]))
            if of is row and self.named != "right":
                self.named = verdict

    def judge(self, alternatives, truths):
        for row, words in truths:
            for sentence in alternatives:
                kernels = sentence.split(": ")[0]
                if {kernel.split(" ")[0] for kernel in kernels.split(", ")} <= set(row["ops"]):
                    if sentence == f"{kernels}: {words}":
                        return row, "right"
                    if self.same(sentence, f"{kernels}: {words}"):
                        return row, "equivalent"
        return None, "false" if any(map(self.is_contradicted, alternatives)) else "other"

    def is_contradicted(self, sentence):
        """[sentence] -> whether that bug shows in a case that passes"""
        predicted = self.folder.predict(sentence)
        return any(predicted[key] is not None and any(facet in ("shape", "values", "alias") for facet, _, _ in predicted[key][1])
                   for key, record in self.executed.items() if record["verdict"] == "pass" and not record["diffs"])

    def same(self, one, two):
        """[sentence of a diagnosis, of the truth] -> whether no case that was run tells the first from the second"""
        a, b = self.folder.predict(one), self.folder.predict(two)
        return not any(a[key] != b[key] and shown(record) == b[key] for key, record in self.executed.items())


class Diagnosis(unittest.TestCase):
    def test_it_is_true_of_planted_bugs_and_names_those_that_it_knows(self):
        names = of_slice(ROWS)
        words = words_of()
        table = collections.Counter()
        with tempfile.TemporaryDirectory() as path, prefork.python("torch", os.environ) as python:
            folder = Folder(pathlib.Path(path), python)
            for name in names:
                folder.gate(ROWS[name])
            with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
                judged = list(zip(names, pool.map(lambda name: Judge(folder, ROWS[name], words), names)))
        for name, judge in judged:
            kind = "inside" if name in INSIDE else "outside"
            table[kind, judge.named if kind == "inside" else max((v for v, _ in judge.claims), default="silent")] += 1
            table["not shown"] += judge.fails == 0
            print(f"{kind:7} {judge.named:10} {judge.fails:5} {name}: {judge.claims}")
            with self.subTest(name):
                self.assertNotIn("false", [verdict for verdict, _ in judge.claims], judge.said)
        print(dict(table))
        named = table["inside", "right"] + table["inside", "equivalent"]
        inside = sum(name in INSIDE for name in names)
        self.assertGreaterEqual(named, inside - (len(INSIDE) - NAMED))

    def test_the_table_has_what_is_asked_of_it(self):
        self.assertEqual((len(planted_bugs.INSIDE), len(planted_bugs.OUTSIDE), len(ROWS)), (60, 60, 120))
        self.assertEqual(sum(row["beside"] is not None for row in ROWS.values()), 30)
        self.assertEqual(sum(row["lacks"] is not None for row in ROWS.values()), 30)
        self.assertTrue(all(row["truth"] for row in planted_bugs.INSIDE))
        self.assertFalse(any(row["truth"] for row in planted_bugs.OUTSIDE))


if __name__ == "__main__":
    unittest.main()

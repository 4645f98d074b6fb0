"""Checks every adapter of broken_adapter.py's TABLE with `viewproof check`, under a gate that a correct one meets:
verdicts, counts, headline, exit status, processes, deadlines, and that no file and no process is left over."""
import concurrent.futures
import hashlib
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from beside import BROKEN, REFERENCE, VIEWPROOF, counts_in, unbroken

NAMES = sys.argv[1:]
sys.path.insert(0, os.path.dirname(BROKEN))
from broken_adapter import MEMORY, TABLE, is_unlucky  # noqa: E402

AT_ONCE = 4
BY_ADAPTERS = {"zeros", "starts"}  # Files that tell one process from another.
LETTERS = {"pass": ".", "fail": "F", "crash": "C", "timeout": "T", "protocol_error": "P", "skip": "s"}
GATE = """[adapter]
command = ["{}", "-SE", "{}", "Correct", "{}"]
memory_mib = {}
[demand]
profiles = ["core"]
facets = ["shape", "values", "strides", "alias", "identity", "exact", "error_kind"]
"""


def case(number):
    """[number] -> base and chain of a case: the fourth dies at step 2 of 3, the eighth at its only step."""
    permute, read = {"op": "permute", "dims": [1, 0]}, {"op": "read"}
    chain = [permute, {"op": "view", "size": [24]}, read]
    if number == 3:
        chain = [permute, {"op": "unfold", "dimension": 0, "size": 2, "step": 1}, read]
    elif number == 7:
        chain = [{"op": "unfold", "dimension": 0, "size": 2, "step": 2}]
    elif number == 11:
        chain = [permute, {"op": "detach"}, {"op": "is_contiguous"}]
    return {"id": f"case/{number:02}", "base": {"dtype": "float32", "sizes": [4, 6]}, "chain": chain}


def vector(number, reply):
    """[number, reply of the reference] -> a line of golden/."""
    expect = [{"error": {"kind": step["error"]["kind"], "rule": step["error"]["message"].split(":")[0]}}
              if "error" in step else step for step in reply["steps"]]
    return {"id": "", "rev": 1, "profile": "core", "rules": ["storage.i1"], "flags": [],
            "why": "a case of a test", **case(number), "expect": expect}


def twelve():
    """-> vectors of twelve cases"""
    asked = json.dumps({"run": [case(number) for number in range(12)]}) + "\n"
    replies = subprocess.run([REFERENCE], input=asked, capture_output=True, text=True, check=True).stdout.splitlines()
    return [vector(number, json.loads(reply)) for number, reply in enumerate(replies)]


def sample():
    """-> every seventh vector of golden/core"""
    vectors = [json.loads(line) for file in sorted(pathlib.Path("golden/core").glob("*.jsonl"))
               for line in file.read_text(encoding="utf-8").splitlines()[1:]]
    return vectors[::7]


def write_golden(root, count, lines):
    """Makes golden/ of so many vectors, each a line with its end."""
    (root / "golden/core").mkdir(parents=True)
    digest = hashlib.sha256()
    with open(root / "golden/core/all.jsonl", "w", encoding="utf-8") as file:
        for line in itertools.chain([text({"header": {"format": 2, "suite": "0.1.0", "count": count}})], lines):
            file.write(line)
            digest.update(line.encode())
    (root / "golden/MANIFEST").write_text(f"core/all.jsonl {count} {digest.hexdigest()}\n", encoding="utf-8")


def text(value):
    return json.dumps(value, separators=(",", ":")) + "\n"


def make_root(root, vectors):
    """Makes golden/ of these vectors, and a complete gate file."""
    write_golden(root, len(vectors), map(text, vectors))
    (root / "acme.gate.toml").write_text(GATE.format(sys.executable, BROKEN, REFERENCE, MEMORY), encoding="utf-8")
    check(root, "Correct", root, "--update")


def check(root, fault, shared, *options):
    """-> the ended check of an adapter"""
    return subprocess.run(
        [VIEWPROOF, "check", root / "acme.gate.toml", "-v", *options, "--", sys.executable, "-SE", BROKEN, fault,
         REFERENCE],
        capture_output=True, text=True, check=False,
        env=os.environ | {"VIEWPROOF_ROOT": str(root), "SHARED": str(shared), "MARKER": str(shared), "COLUMNS": "200"})


def read(path):
    return pathlib.Path(path).read_text(encoding="utf-8") if os.path.exists(path) else ""


def lives(marker):
    """Whether a process lives whose environment holds the marker."""
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and f"MARKER={marker}\0".encode() in (entry / "environ").read_bytes():
                return True
        except OSError:
            pass
    return False


def number(pattern, text):
    """-> the number that a pattern finds, or 0"""
    found = re.search(pattern, text, re.MULTILINE)
    return int(found[1].replace(",", "")) if found else 0


def starts_of(ended):
    """[an ended check] -> how many processes it started; one that stays is not worth a line."""
    return max(1, number(r"^  processes: ([\d,]+) started", ended.stdout))


class Seen:
    """What a check of an adapter came to."""

    def __init__(self, root, fault):
        with tempfile.TemporaryDirectory() as folder:
            report, summary = os.path.join(folder, "report.jsonl"), os.path.join(folder, "summary.json")
            ended = check(root, fault, folder, "--report", report, "--json", summary)
            self.lives = lives(folder)
            self.files = sorted(set(os.listdir(folder)) - BY_ADAPTERS)
            self.report, self.kept = read(report), read(report + ".stderr.jsonl")
            self.summary = json.loads(read(summary) or '{"summary":null}')["summary"]
        self.status = ended.returncode
        self.headline = self.summary and self.summary["headline"]
        self.out = ended.stdout
        self.starts = starts_of(ended)
        self.deadlines = number(r"^  processes: .* ([\d,]+) deadlines? missed", ended.stdout)
        self.text = ended.stdout + ended.stderr + self.report
        records = {record["id"]: record for record in map(json.loads, self.report.splitlines()[1:-1]) if "id" in record}
        self.verdicts = "".join(LETTERS[records[name]["verdict"]] if name in records else "-"
                                for name in (f"case/{number:02}" for number in range(12)))


class Misbehaving(unittest.TestCase):
    def test_every_adapter_gets_what_it_earns(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            make_root(root, twelve())
            names = NAMES or list(TABLE)
            with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
                for name, seen in zip(names, pool.map(lambda name: Seen(root, name), names)):
                    with self.subTest(name):
                        self.compare(TABLE[name], seen)

    def compare(self, row, seen):
        self.assertEqual(seen.status, row.status, seen.text)
        self.assertIn(row.told, seen.text)
        self.assertFalse(seen.lives)
        self.assertIn(row.kept, seen.kept)
        if row.verdicts is None:
            self.assertEqual((seen.headline, seen.files), (None, []))
            self.assertEqual(number(r"(\d+) times in a row", seen.text) or 1, row.starts)
            return
        self.assertEqual((seen.verdicts, seen.starts, seen.deadlines), (row.verdicts, row.starts, row.deadlines))
        self.assertEqual(seen.headline[:len(row.headline)], row.headline)
        count = {letter: row.verdicts.count(letter) for letter in row.verdicts}
        counts = count.get(".", 0), sum(count.get(letter, 0) for letter in "FCTP"), 0, 0, count.get("s", 0)
        self.assertEqual((counts_in(seen.out), tuple(seen.summary["counts"].values())), ([counts], counts), seen.out)
        verdict = re.sub("^([A-Z ]*[A-Z])", r"\1 {name} {version}".format_map(seen.summary["subject"]), seen.headline)
        out, verdict = unbroken(seen.out), unbroken(verdict)  # A long one is broken.
        self.assertEqual(out[:len(verdict)], verdict)
        self.assertTrue(seen.summary["green"] or out.endswith(verdict), seen.out)
        self.assertEqual(seen.files, ["report.jsonl"] + ["report.jsonl.stderr.jsonl"] * bool(row.kept) + ["summary.json"])
        self.assertEqual(seen.summary["exit_status"], row.status)

    def test_what_dies_in_five_percent_loses_no_record_and_no_time(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            vectors = sample()
            make_root(root, vectors)
            unlucky = {vector["id"] for vector in vectors if is_unlucky(vector)}
            self.assertGreater(len(unlucky), 20)
            for most, failed in ((6, len(unlucky)), (1, 0)):
                report = root / "report.jsonl"
                ended = check(root, "DiesInFivePercent", folder, "--report", report)
                self.assertEqual([new for _, new, *_ in counts_in(ended.stdout)], [failed], ended.stdout)
                records = [json.loads(line) for line in read(report).splitlines()[1:-1]]
                self.assertEqual([record["id"] for record in records], sorted(vector["id"] for vector in vectors))
                self.assertEqual({record["id"] for record in records if record["verdict"] == "crash"}, unlucky)
                # The first process, and the spare one in the end.
                self.assertLessEqual(starts_of(ended), 2 + most * len(unlucky))
                if failed:
                    subprocess.run([VIEWPROOF, "accept", report, "--all", "--reason", "it dies"], check=True,
                                   capture_output=True, env=os.environ | {"VIEWPROOF_ROOT": folder})

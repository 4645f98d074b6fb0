"""That a check stays fast and small at any length. What it measures is printed; the bounds are wide, for a loaded machine.

A machine may be slow: the time is compared with what Python's json needs to read the same lines."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

from beside import counts_in
from misbehaving_test import BROKEN, REFERENCE, VIEWPROOF, sample, text, write_golden  # noqa: E402

MANY = 150  # Times the sample.
LINKED = "[adapter]\nlinked = \"reference\"\n"


def run(root, *words):
    """[root, words of `viewproof check`] -> seconds of CPU with its adapters, MiB"""
    process = subprocess.Popen([VIEWPROOF, "check", *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               env=os.environ | {"VIEWPROOF_ROOT": str(root), "SHARED": str(root / "shared")})
    with process.stdout:
        out = process.stdout.read().decode()
    used = os.wait4(process.pid, 0)[2]
    process.returncode = 0
    if [(new, not_asked) for _, new, _, _, not_asked in counts_in(out)] != [(0, 0)]:
        raise AssertionError(out)
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def read_of_json(lines):
    """-> seconds of CPU that json.loads takes for them, MANY times"""
    begin = time.process_time()
    for _ in range(MANY):
        for line in lines:
            json.loads(line)
    return time.process_time() - begin


class Scale(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def test_a_long_suite_needs_little_of_each(self):
        vectors = sample()
        # A child's memory is at least that of this process: it is kept small.
        lines = (text(vector | {"id": vector["id"].replace("/", f"/{k:04}-", 1)}) for k in range(MANY) for vector in vectors)
        write_golden(self.root, MANY * len(vectors), lines)
        gate = self.root / "linked.gate.toml"
        gate.write_text(LINKED, encoding="utf-8")
        report = self.root / "report.jsonl"
        once = list(map(text, vectors))
        cases = MANY * len(once)
        for name, most, words in (("in process", 3, [gate]), ("through the pipe", 8, ["--", REFERENCE])):
            before = read_of_json(once)
            seconds, mebibytes = run(self.root, *words, "--report", report)
            yardstick = (before + read_of_json(once)) / 2
            print(f"{name}: {cases} cases, {1e6 * seconds / cases:.1f} us of CPU each, "
                  f"{seconds / yardstick:.2f} times what json.loads needs, {mebibytes:.0f} MiB")
            self.assertLess(mebibytes, 64)
            self.assertLess(seconds, most * yardstick)

    def test_two_jobs_are_at_work_at_the_same_time(self):
        write_golden(self.root, len(sample()), map(text, sample()))
        (self.root / "shared").mkdir()
        run(self.root, "--jobs", "2", "--", sys.executable, "-SE", BROKEN, "MeetsTheOther", REFERENCE)
        self.assertEqual(len(os.listdir(self.root / "shared")), 40)

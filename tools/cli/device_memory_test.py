"""The example for device memory, cpp/device_adapter.cc, is green, and red with each fault that is planted in it.

    device_memory_test.py VIEWPROOF ADAPTER ASKED...      ASKED: it, also asked for indices out of range, sound and with a fault
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

VIEWPROOF, ADAPTER, *FAULTS = map(os.path.abspath, sys.argv[1:])
FAULTS = {os.path.basename(path).removeprefix("device_"): path for path in FAULTS}
PROFILES = ("core", "indexing")  # One without index tensors, whose numbers a device looks at too late, and one with.


def out_of_range():
    """-> ids of the vectors that end in a number of an index tensor out of range"""
    lines = (line for profile in PROFILES for file in pathlib.Path("golden", profile).glob("*.jsonl")
             for line in file.read_text(encoding="utf-8").splitlines() if '"rule":"index.e9"' in line)
    return {json.loads(line)["id"] for line in lines}


class DeviceMemory(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.here = pathlib.Path(folder.name)

    def ids(self):
        """-> {verdict: ids} of the last report"""
        found = {}
        for record in map(json.loads, (self.here / "report.jsonl").read_text(encoding="utf-8").splitlines()):
            if record.get("verdict", "skip") != "skip":
                found.setdefault(record["verdict"], set()).add(record["id"])
        return found

    def check(self, adapter, *profiles):
        """[program, profiles] -> exit status, {verdict: ids}, and what was printed"""
        done = subprocess.run([VIEWPROOF, "check", "--profile", *profiles, "--report", self.here / "report.jsonl", "--", adapter],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return done.returncode, self.ids(), done.stdout

    def test_it_is_green(self):
        gate = self.here / "device.gate.toml"
        gate.write_text(f'[adapter]\ncommand = ["{ADAPTER}"]\n[demand]\nprofiles = ["core", "indexing"]\n', encoding="utf-8")
        for words in (["--update"], ["--report", self.here / "report.jsonl"]):
            done = subprocess.run([VIEWPROOF, "check", gate, *words], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertRegex(done.stdout, r"GREEN core\+indexing \d+ of ")
            self.assertIn("index_range", done.stdout)
            self.assertNotIn("known", done.stdout)
        print("vectors: device_memory", len(self.ids()["pass"]))

    def test_an_error_that_ends_the_context_costs_its_own_case_alone(self):
        _, found, said = self.check(FAULTS["asked"], *PROFILES)
        self.assertEqual(set(found), {"pass", "crash"}, said)
        self.assertLessEqual(found["crash"], out_of_range(), said)

    def test_a_late_error_that_the_device_outlives_is_a_refusal(self):
        self.assertIn("fill_/refuses-too-much-for-float32", self.check(FAULTS["asked"], *PROFILES)[1]["pass"])

    def test_each_fault_is_red(self):
        faults = dict(FAULTS)
        sound = self.check(faults.pop("asked"), *PROFILES)[1]["pass"]
        for fault, says in {
                "copy_kernel": "a copy kernel is at fault, not the view",
                "no_end": "the device's context is lost",
                "no_strides": "expected",
                "no_synchronization": "expected",
                "no_trial": "fill_/refuses-",
        }.items():
            with self.subTest(fault):
                status, found, said = self.check(faults.pop(fault), *PROFILES)
                self.assertEqual(status, 1, said)
                self.assertTrue(sound - found["pass"], said)
                self.assertIn(says, said)
        self.assertEqual(faults, {})

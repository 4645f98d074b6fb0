"""The example for device memory, cpp/device_adapter.cc, is green, and red with each fault that is planted in it."""
import functools
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from beside import VIEWPROOF, counts_in

SOURCES = pathlib.Path("conformance/sdk")
COMPILER = [os.environ.get("CXX", "c++"), "-std=c++20", "-Wall", "-Wextra", "-Werror", f"-I{SOURCES}/cpp", f"-I{SOURCES}/templates/cpp"]
# Indices out of range are asked of it so: a pattern of its text, and what stands there instead.
ASKED = (r".*index_range = false.*\n", "")
# Faults that are planted in what is asked so, each with what a check then says.
FAULTS = {
    "copy_kernel": (r" = OnDevice\(x\)\.Bytes\(\); \}\);", r" = *x.memory->bytes_; });", "a copy kernel is at fault, not the view"),
    "no_end": (r".*std::_Exit.*\n", "", "the device's context is lost"),
    "no_strides": (r"here = x\.view;", r"\g<0> here.strides = plain::RowMajor(here.sizes);", "expected"),
    "no_synchronization": (r"(.*result = Table::Call.*\n).*\n", r"\1", "expected"),
    "no_trial": (r"if \(!Works\(\)\) std::_Exit", "std::_Exit", "fill_/refuses-"),
}
PROFILES = ("core", "indexing")  # One without index tensors, whose numbers a device looks at too late, and one with.


def out_of_range():
    """-> ids of the vectors that end in a number of an index tensor out of range"""
    lines = (line for profile in PROFILES for file in pathlib.Path("golden", profile).glob("*.jsonl")
             for line in file.read_text(encoding="utf-8").splitlines() if '"rule":"index.e9"' in line)
    return {json.loads(line)["id"] for line in lines}


class DeviceMemory(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.built = pathlib.Path(folder.name)
        subprocess.run([*COMPILER, "-c", SOURCES / "cpp/viewproof_adapter.cc", "-o", cls.built / "sdk.o"], check=True)

    @classmethod
    @functools.cache
    def adapter(cls, *edits):
        """[(pattern, what stands there instead)] -> the program of the text that is changed so"""
        text = (SOURCES / "cpp/device_adapter.cc").read_text(encoding="utf-8")
        for pattern, instead in edits:
            text, count = re.subn(pattern, instead, text)
            assert count, pattern
        program = pathlib.Path(tempfile.mkdtemp(dir=cls.built), "adapter")
        subprocess.run([*COMPILER, "-x", "c++", "-", "-x", "none", cls.built / "sdk.o", "-o", program], input=text, text=True, check=True)
        return program

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
        gate.write_text(f'[adapter]\ncommand = ["{self.adapter()}"]\n[demand]\nprofiles = ["core", "indexing"]\n', encoding="utf-8")
        for words in (["--update"], ["--report", self.here / "report.jsonl"]):
            done = subprocess.run([VIEWPROOF, "check", gate, "-v", *words], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertRegex(done.stdout, r"\AGREEN \S+ \S+: nothing new ")
            self.assertIn("index_range", done.stdout)
            ((_, new, known, _, _),) = counts_in(done.stdout)
            self.assertEqual((new, known), (0, 0), done.stdout)
        print("vectors: device_memory", len(self.ids()["pass"]))

    def test_an_error_that_ends_the_context_costs_its_own_case_alone(self):
        _, found, said = self.check(self.adapter(ASKED), *PROFILES)
        self.assertEqual(set(found), {"pass", "crash"}, said)
        self.assertLessEqual(found["crash"], out_of_range(), said)

    def test_a_late_error_that_the_device_outlives_is_a_refusal(self):
        self.assertIn("fill_/refuses-too-much-for-float32", self.check(self.adapter(ASKED), *PROFILES)[1]["pass"])

    def test_each_fault_is_red(self):
        sound = self.check(self.adapter(ASKED), *PROFILES)[1]["pass"]
        for fault, (pattern, instead, says) in FAULTS.items():
            with self.subTest(fault):
                status, found, said = self.check(self.adapter(ASKED, (pattern, instead)), *PROFILES)
                self.assertEqual(status, 1, said)
                self.assertTrue(sound - found["pass"], said)
                self.assertIn(says, said)

"""The short adapters in C++ and JavaScript, to be read first, which no other test starts: each meets its gate file.

They run where the library is installed: a program is compiled with what compile_flags.txt of its folder says, npm's packages lie in a
folder node_modules at or above the adapter's. What is not installed is named and skipped."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import tomllib
import unittest

from beside import VIEWPROOF, counts_in

LIBRARIES = pathlib.Path("conformance/libraries")
SDK = pathlib.Path("conformance/sdk/cpp")
COMPILER = [os.environ.get("CXX", "c++"), "-std=c++20", "-O1", "-w", f"-I{SDK}"]
LINES = 100  # A short one has fewer; others take long to compile.


def commands():
    """-> (gate file, its command) of each that is no Python"""
    for gate in sorted(LIBRARIES.glob("*/*gate.toml")):
        command = tomllib.loads(gate.read_text(encoding="utf-8"))["adapter"].get("command", ["python3"])
        if command[0] != "python3":
            yield gate, command


def length(path):
    return len(path.read_text(encoding="utf-8").splitlines())


class Examples(unittest.TestCase):
    def test_there_is_a_short_one_in_each_language(self):
        for ending in ("py", "cc", "mjs"):
            self.assertLess(min(map(length, LIBRARIES.glob(f"*/*_adapter.{ending}")), default=0), LINES, ending)

    def started(self, gate, command, folder):
        """[gate file, its command, a folder] -> the command that starts it here, or why there is none"""
        if command[0] == "node":
            if not shutil.which("node"):
                return None, "there is no node"
            command = ["node", str(gate.parent / command[1])]
            done = subprocess.run(command, input="", capture_output=True, text=True, check=False)
            return command, done.stderr.strip() if done.returncode == 3 else ""
        source, program = gate.parent / (pathlib.Path(command[0]).name + ".cc"), os.path.join(folder, "adapter")
        if not source.exists() or length(source) >= LINES:
            return None, "it is long, or built otherwise"
        flags = gate.parent / "compile_flags.txt"
        compiler = COMPILER + ([f"@{flags}"] if flags.exists() else [])
        absent = subprocess.run([*compiler, "-M", source], capture_output=True, text=True, check=False)
        if absent.returncode and "No such file" in absent.stderr:
            return None, absent.stderr.strip()
        subprocess.run([*compiler, "-o", program, source, SDK / "viewproof_adapter.cc"], check=True)
        return [program], ""

    def test_each_meets_its_gate(self):
        met = 0
        for gate, command in commands():
            with self.subTest(str(gate)), tempfile.TemporaryDirectory() as folder:
                command, why_not = self.started(gate, command, folder)
                if why_not:
                    print(f"SKIPPED: {gate}: {why_not}")
                    continue
                report = pathlib.Path(folder, "report.jsonl")
                done = subprocess.run([VIEWPROOF, "check", gate, "--report", report, "--", *command], capture_output=True, text=True,
                                      check=False, env={**os.environ, "VIEWPROOF_ROOT": os.environ.get("VIEWPROOF_ROOT", os.getcwd())})
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                ((passed, new, *_),) = counts_in(done.stdout)
                self.assertEqual((passed > 0, new), (True, 0), done.stdout)
                records = map(json.loads, report.read_text(encoding="utf-8").splitlines())
                print("vectors:", gate, len({r["id"] for r in records if r.get("verdict", "skip") != "skip"}))
                met += 1
        if not met:
            self.skipTest("none of their libraries is installed")

"""The adapters that show the SDKs on libraries of others.

They run where the library is installed: npm's ndarray in a folder node_modules at or above its adapter's, Eigen's headers in
/usr/include/eigen3 or the folder EIGEN. Where it is not, the test says so and is skipped. No gate holds them."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from beside import VIEWPROOF

ROOM = pathlib.Path(__file__).resolve().parents[2] / "conformance"
EIGEN = os.environ.get("EIGEN", "/usr/include/eigen3")
LINES = 100  # each is shorter


class Examples(unittest.TestCase):
    def check(self, *command):
        """[command of an adapter] -> {op: (passed, failed, skipped)}, and the whole summary"""
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder, "report.jsonl")
            done = subprocess.run([VIEWPROOF, "check", "--profile", "core", "--groups", "all", "--report", report, "--", *map(str, command)],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False,
                                  env={**os.environ, "VIEWPROOF_ROOT": os.environ.get("VIEWPROOF_ROOT", os.getcwd())})
            records = map(json.loads, report.read_text(encoding="utf-8").splitlines())
            print("vectors:", pathlib.Path(command[-1]).stem, len({r["id"] for r in records if r.get("verdict", "skip") != "skip"}))
        self.assertEqual((done.returncode, done.stderr), (1, ""), done.stdout)
        self.assertNotIn("protocol_error", done.stdout)
        rows = re.findall(r"(?m)^(\(?[\w.]+\)?) +([\d,-]+) +([\d,-]+) +([\d,-]+)$", done.stdout)
        return {op.strip("()"): tuple(int(n.replace(",", "").replace("-", "0")) for n in counts)
                for op, *counts in rows}, done.stdout

    def test_each_is_short(self):
        for file in ("libraries/ndarray/ndarray_adapter.mjs", "libraries/eigen/eigen_adapter.cc"):
            self.assertLess(len((ROOM / file).read_text(encoding="utf-8").splitlines()), LINES, file)

    def test_ndarray(self):
        adapter = ROOM / "libraries/ndarray/ndarray_adapter.mjs"
        if not shutil.which("node"):
            self.skipTest("ndarray: there is no node")
        asked = subprocess.run(["node", adapter], input="", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               check=False)
        if asked.returncode == 3:
            self.skipTest(f"ndarray: {asked.stderr.strip()}")
        rows, text = self.check("node", adapter)
        self.assertGreater(rows["permute"][0], 20)
        self.assertGreater(rows["slice"][0], 40)
        self.assertIn("as_strided, ok_for_error in shape", text)  # it checks nothing

    def test_eigen(self):
        if not pathlib.Path(EIGEN, "Eigen/Core").exists():
            self.skipTest(f"Eigen: there is no {EIGEN}/Eigen/Core; apt-get install libeigen3-dev")
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder, "eigen_adapter")
            subprocess.run([os.environ.get("CXX", "c++"), "-std=c++17", "-O1", "-I", EIGEN, "-I", ROOM / "sdk/cpp", "-o", program,
                            ROOM / "libraries/eigen/eigen_adapter.cc", ROOM / "sdk/cpp/viewproof_adapter.cc"], check=True)
            rows, text = self.check(program)
        self.assertGreater(rows["narrow"][0], 40)
        self.assertGreater(rows["fill_"][0], 20)
        self.assertIn("diagonal, strides in values strides", text)  # Diagonal::innerStride() of 3.4.0 takes the inner one to be 1

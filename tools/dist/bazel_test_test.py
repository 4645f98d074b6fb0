"""bazel_test.sh as Bazel calls it: shards, filter, time and outputs."""
import collections
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import junitparser
from beside import VIEWPROOF, unbroken

SCRIPT, ADAPTER = "conformance/bazel_test.sh", "conformance/subjects/reference_adapter"
GATE = "conformance/subjects/reference.gate.toml"
SOME = {"TESTBRIDGE_TEST_ONLY": "t*"}  # All of golden/ is views_test's.


class BazelTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.here = pathlib.Path(self.folder.name)

    def run_test(self, expected, adapter=ADAPTER, gate=GATE, **env):
        """-> ids with their dtypes in the report, the JUnit XML, what was printed."""
        env = {"PATH": os.environ["PATH"], "TEST_UNDECLARED_OUTPUTS_DIR": str(self.here),
               "XML_OUTPUT_FILE": str(self.here / "test.xml"), "TEST_TIMEOUT": "300", **env}
        made = subprocess.run([SCRIPT, VIEWPROOF, "golden/MANIFEST", str(gate), str(adapter)], env=env, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        self.assertEqual(made.returncode, expected, made.stdout)
        records = [json.loads(line) for line in (self.here / "report.jsonl").read_text(encoding="utf-8").splitlines()]
        ids = [(r["id"], r["dtype"]) for r in records if "id" in r]
        for name in ("report.html", "summary.md"):
            self.assertTrue((self.here / name).exists(), name)
        return ids, junitparser.JUnitXml.fromfile(str(self.here / "test.xml")), made.stdout

    def test_shards_are_together_the_plan_and_none_runs_twice(self):
        whole, xml, _ = self.run_test(0, **SOME)
        self.assertEqual(sum(suite.tests for suite in xml), len(whole) + 1)
        parts = []
        for k in range(3):
            status = self.here / "status"
            part, _, _ = self.run_test(0, TEST_TOTAL_SHARDS="3", TEST_SHARD_INDEX=str(k), TEST_SHARD_STATUS_FILE=str(status), **SOME)
            self.assertTrue(status.exists())
            status.unlink()
            self.assertGreater(len(part), len(whole) // 4)
            parts += part
        self.assertEqual(collections.Counter(parts), collections.Counter(whole))

    def test_a_filter_is_a_glob(self):
        ids, _, _ = self.run_test(0, TESTBRIDGE_TEST_ONLY="permute/*")
        self.assertEqual({i.split("/")[0] for i, _ in ids}, {"permute"})

    def gate_with(self, old, new):
        """[text of the lock, what stands there instead] -> the gate file"""
        text = pathlib.Path(GATE).with_suffix(".lock").read_text(encoding="utf-8")
        self.assertIn(old, text)
        gate = self.here / "other.gate.toml"
        shutil.copy(GATE, gate)
        gate.with_suffix(".lock").write_text(text.replace(old, new, 1), encoding="utf-8")
        return gate

    def test_a_shard_is_held_to_suite_and_hello(self):
        shard = {"TEST_TOTAL_SHARDS": "100", "TEST_SHARD_INDEX": "0"}
        said = self.run_test(1, gate=self.gate_with('"sha256:', '"sha256:0'), **shard)[2]
        self.assertIn("SUITE CHANGED", said)
        said = self.run_test(1, gate=self.gate_with('"dtypes":["bool",', '"dtypes":['), **shard)[2]
        self.assertIn("hello changed", said)

    def test_at_nine_tenths_of_the_time_it_ends_and_counts_what_was_not_run(self):
        slow = self.here / "slow"
        slow.write_text('#!/bin/sh\n"$REAL" | while IFS= read -r line; do sleep 0.02; printf "%s\\n" "$line"; done\n',
                        encoding="utf-8")
        slow.chmod(0o755)
        ids, xml, said = self.run_test(1, adapter=slow, TEST_TIMEOUT="8", REAL=os.path.abspath(ADAPTER))
        self.assertRegex(unbroken(said), r"PARTIAL \S+ \S+: 0\.12 minutes passed \(--max-minutes\); [0-9,]+ of [0-9,]+ cases were not run")
        gate = [case for suite in xml for case in suite if case.name == "gate"][0]
        self.assertIn("cases were not run", gate.result[0].message)
        self.assertGreater(len(ids), 0)

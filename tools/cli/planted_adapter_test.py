"""Bugs in an adapter in Python are found by drawn chains, and shrink; the honest adapter has none.

Every fourth bug with one seed; with VIEWPROOF_FULL every one with five, 5,000 cases each."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from beside import LISTS, VIEWPROOF

FULL = "VIEWPROOF_FULL" in os.environ
BROKEN = """import sys
sys.path.insert(0, sys.argv[1])
import lists_adapter
sys.exit(lists_adapter.adapter({**lists_adapter.OPS, sys.argv[2]: sys.argv[3]}).main())
"""
# An op, and what is written in place of its expression.
PLANTED = [line.split(": ", 1) for line in """
t: x.on(x.sizes, x.strides) if x.t() and len(x.sizes) == 2 and x.sizes[0] == x.sizes[1] else x.t()
t: x.t().on(x.sizes[::-1], x.strides)
t: x.t() if x.is_contiguous() else x.t().clone()
t: x.t().on(x.sizes[::-1], x.strides[::-1], 0)
t: x.on(x.sizes[::-1], x.strides[::-1])
permute: x.permute({dims}) if len(x.sizes) < 3 else x.permute({dims}).clone()
permute: x.permute({dims}) if min({dims}, default=0) >= 0 else x.permute({dims}).on(x.sizes, x.strides)
permute: x.permute({dims}) if len(set({dims})) == len({dims}) else x.on(x.sizes, x.strides)
permute: x.permute({dims}) if 0 not in x.strides else x.permute({dims}).clone()
permute: x.permute({dims}) if 1 not in x.sizes[1:] else x.permute({dims}).on(x.sizes, x.strides)
select: x.select({dim}, {index} if {index} != -1 else 0)
select: (lambda y: y.on(y.sizes, y.strides, y.offset - x.offset))(x.select({dim}, {index}))
select: x.select({dim}, {index}) if {dim} >= 0 or len(x.sizes) < 2 else x.select({dim} + 1, {index})
select: x.select({dim}, {index}) if x.is_contiguous() else x.select({dim}, {index}).clone()
select: x.select({dim}, {index} if {index} < 3 else {index} - 1)
unbind: x.unbind({dim}) if x.is_contiguous() else [y.clone() for y in x.unbind({dim})]
unbind: x.unbind({dim})[:3]
unbind: x.unbind({dim}) if {dim} >= 0 else x.unbind({dim})[::-1]
unbind: [y.on(y.sizes, y.strides, y.offset - x.offset) for y in x.unbind({dim})]
unsqueeze: x.unsqueeze({dim}).on(x.unsqueeze({dim}).sizes, [*x.strides, 1])
unsqueeze: x.unsqueeze({dim}) if {dim} >= 0 else x.unsqueeze(max({dim} - 1, -1 - len(x.sizes)))
unsqueeze: x.unsqueeze({dim}) if {dim} != len(x.sizes) else x.unsqueeze({dim}).clone()
detach: x.clone()
detach: x.on(x.sizes, x.strides, 0)
is_contiguous: x.is_contiguous() and 1 not in x.sizes
is_contiguous: x.is_contiguous() or len(x.sizes) == 1
is_contiguous: x.is_contiguous() and x.offset == 0
contiguous: x.clone()
contiguous: x if x.is_contiguous() or len(x.sizes) == 1 else x.clone()
contiguous: x if x.is_contiguous() else make(x.dtype, x.sizes, [*x.tolist()[:-1], x.tolist()[0]] if 0 not in x.sizes else [])
fill_: x.fill_({value}) if x.is_contiguous() else x.clone().fill_({value})
fill_: x.on([len(x.storage)], [1], 0).fill_({value})
zero_: x.fill_(0) if len(x.sizes) < 3 else None
zero_: x.fill_(0) if x.is_contiguous() else x.clone().fill_(0)
""".strip().splitlines()]


class Planted(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.here = pathlib.Path(self.folder.name)
        (self.here / "broken.py").write_text(BROKEN, encoding="utf-8")

    def tearDown(self):
        self.folder.cleanup()

    def findings(self, cases, seed, *command):
        """-> the findings of a run, and what it printed"""
        report = self.here / "report.jsonl"
        done = subprocess.run([VIEWPROOF, "fuzz", "--cases", str(cases), "--seed", str(seed), "--report", str(report), "--",
                               sys.executable, *command], capture_output=True, text=True, check=False)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        lines = map(json.loads, report.read_text(encoding="utf-8").splitlines())
        return [line["finding"] for line in lines if "finding" in line], done.stdout

    def test_the_honest_one_has_none(self):
        found, out = self.findings(20000 if FULL else 4000, 1, LISTS)
        self.assertEqual(found, [], out[-3000:])
        self.assertRegex(out, r"\AGREEN \S+ \S+, without a gate file: nothing new in ")

    def test_each_bug_is_found_and_shrunk(self):
        for number, (op, expression) in enumerate(PLANTED[::1 if FULL else 4]):
            for seed in range(1, 6) if FULL else [1 + number % 5]:
                with self.subTest(op=op, expression=expression, seed=seed):
                    broken = [str(self.here / "broken.py"), os.path.dirname(LISTS), op, expression]
                    found, out = self.findings(5000, seed, *broken)
                    self.assertTrue(found, out[-1000:])
                    most = max(found, key=lambda f: f["times"])
                    self.assertEqual(most["op"], op, most)
                    smallest = min(found, key=lambda f: (len(f["chain"]), len(f["base"]["sizes"])))
                    self.assertEqual(smallest["op"], op, smallest)
                    self.assertLessEqual(len(smallest["chain"]), 3, smallest)
                    self.assertLessEqual(len(smallest["base"]["sizes"]), 3, smallest)

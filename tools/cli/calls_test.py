"""`check --profile operands`, of PyTorch with bugs like those of public reports planted into its kernels: each is found in the
kernels that have it, and blamed on their ops; nothing else is."""
import collections
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import textwrap
import unittest

from beside import SDK, VIEWPROOF

TORCH = os.path.abspath("conformance/libraries/torch")
ENVIRONMENT = os.environ | {"PATH": os.path.dirname(sys.executable) + ":" + os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1",
                            "PYTHONPATH": os.pathsep.join([SDK, TORCH]), "VIEWPROOF_PYTHON": sys.executable}
# PyTorch's adapter, with the kernels that stand after the patch, by their names in calls.toml.
ADAPTER = """
import os, sys
import viewproof_adapter as sdk
sdk.guard_stdout()
import torch, torch_adapter
flat = lambda t: torch.as_strided(t, (t.untyped_storage().nbytes() // t.element_size(),), (1,), 0)
dense = lambda t: flat(t)[t.storage_offset():][:t.numel()].reshape(t.shape) if t.numel() and not t.is_neg() and not t.is_conj() \\
    and t.storage_offset() + t.numel() <= flat(t).numel() else t
T = torch.Tensor
{patch}
names = {names!r}.split()
adapter = torch_adapter.ADAPTER
adapter.names["F"] = torch.nn.functional
adapter.declare_calls([k for k in sdk.read_calls(os.path.join({torch!r}, "calls.toml")) if k["name"] in names])
del sys.argv[1:]
sys.exit(adapter.main())
"""
# A bug, how it is planted, the kernels that are asked, and the ops that have it with when they fail.
PLANTED = {
    "scatter_ reads its source in storage order": (
        "own = T.scatter_\nT.scatter_ = lambda x, d, i, s: own(x, d, i, dense(s))", "scatter gather",
        {"call.scatter_": "s is read as if it were contiguous"}),
    "index_select ignores the offset of its index": (
        "own = torch.index_select\n"
        "torch.index_select = lambda x, d, i, **o: own(x, d, i.as_strided(i.shape, i.stride(), 0), **o)",
        "index_select take", dict.fromkeys(
            ["call.index_select", "call.index_select.out"],
            "i is read from the first element of its storage if i starts after the first element of its storage")),
    "roll takes a permuted tensor for dense": (
        "own = torch.roll\ntorch.roll = lambda x, n, d: own(dense(x), n, d)", "roll flip",
        {"call.roll": "x is read as if it were contiguous"}),
    "uniform_ does nothing on strided targets": (
        "own = T.uniform_\nT.uniform_ = lambda x, a, b: own(x, a, b) if x.is_contiguous() else x", "uniform normal",
        {"call.uniform_": "x is not contiguous"}),
    "the target of cumsum is replaced if it is strided": (
        "own = torch.cumsum\n"
        "torch.cumsum = lambda x, d, out=None: own(x, d) if out is None or not out.is_contiguous() else own(x, d, out=out)",
        "cumsum cumprod", {"call.cumsum.out": "o is not contiguous"}),
    "a mask of stride 0 is read as dense": (
        "own = T.masked_fill_\n"
        "T.masked_fill_ = lambda x, m, v: own(x, (dense(m.contiguous()[m.contiguous() | True].roll(1).reshape(m.shape)) if 0 in m.stride() "
        "else m), v)", "masked_fill", {"call.masked_fill_": None}),
    "the second target of sort is not written if it is strided": (
        "own = torch.sort\n"
        "torch.sort = lambda x, d, out=None: own(x, d) if out is None else (\n"
        "    own(x, d, out=out) if out[1].is_contiguous() else out[0].copy_(own(x, d)[0]))", "sort",
        {"call.sort.out": "o2 is not contiguous"}),
    "addcdiv_ writes a transposed target row by row": (
        "own = T.addcdiv_\n"
        "T.addcdiv_ = lambda x, *a, **k: own(x, *a, **k) if x.is_contiguous() else x.copy_(own(x.clone(), *a, **k).flip(-1) if x.dim() else "
        "own(x.clone(), *a, **k))", "addcdiv addcmul", {"call.addcdiv_": "x is not contiguous"}),
    "mul_ does nothing if both operands have one storage": (
        "own = T.mul_\n"
        "at = lambda t: t.untyped_storage().data_ptr()\n"
        "T.mul_ = lambda x, y: x if at(x) == at(y) else own(x, y)", "mul maximum", {"call.mul_": "x and y have one storage"}),
}


def all_planted():
    """-> a patch with all of these bugs, and the kernels that are asked"""
    patches = (f"def plant():\n{textwrap.indent(patch, '    ')}\nplant()" for patch, _, _ in PLANTED.values())
    return "\n".join(patches), " ".join(names for _, names, _ in PLANTED.values())


class CallsTest(unittest.TestCase):
    def records(self, folder, patch, names, *options):
        """[folder, patch, kernels, options of check] -> the lines of the report"""
        adapter = pathlib.Path(folder, "planted_adapter.py")
        adapter.write_text(ADAPTER.format(patch=patch, names=names, torch=TORCH))
        report = pathlib.Path(folder, "report.jsonl")
        done = subprocess.run([VIEWPROOF, "check", "--profile", "operands", "--report", report, *options, "--", sys.executable, adapter],
                              env=ENVIRONMENT, capture_output=True, text=True, check=False)
        self.assertIn(done.returncode, (0, 1), done.stdout + done.stderr)
        return [json.loads(line) for line in report.read_text().splitlines()]

    def failures(self, folder, patch, names):
        """[folder, patch, kernels] -> the ops that fail, and those that pass, with so many cases each; op -> when it fails"""
        records = self.records(folder, patch, names)
        failed = collections.Counter(record["diffs"][0]["op"] for record in records if record.get("verdict") == "fail")
        passed = collections.Counter(record["id"].partition("/")[0] for record in records if record.get("verdict") == "pass")
        proved = [bug for of in records[-1]["footer"].get("proved", ()) for bug in of["bugs"]]
        when = {op: " if ".join(text for text in (bug["what"], bug.get("when")) if text) for bug in proved for op in bug["ops"]}
        return failed, passed, when

    def test_each_planted_bug_is_found_and_blamed(self):
        with tempfile.TemporaryDirectory() as folder:
            failed, passed, when = self.failures(folder, *all_planted())
            for bug, (_, names, ops) in PLANTED.items():
                asked = [f"call.{name}{form}" for name in names.split() for form in ("", "_", ".out")]
                with self.subTest(bug):
                    self.assertEqual({op for op in asked if failed[op]}, set(ops))
                    self.assertGreaterEqual(min(failed[op] for op in ops), 2)
                    self.assertEqual({op: when[op].partition(" (")[0] for op in asked if op in when}, {op: text for op, text in ops.items() if text})
                    self.assertGreater(sum(passed[op] for op in asked), 50)
            self.check_shown(folder, failed)

    def test_nothing_fails_where_nothing_is_planted(self):
        with tempfile.TemporaryDirectory() as folder:
            failed, passed, when = self.failures(folder, "", all_planted()[1])
            self.assertEqual((failed, when), ({}, {}))
            self.assertGreater(min(passed.values()), 50)

    def test_a_shard_explains_each_of_its_failures(self):
        patch, names, _ = PLANTED["the target of cumsum is replaced if it is strided"]
        for shard in ("1/3", "2/3", "3/3"):
            with self.subTest(shard), tempfile.TemporaryDirectory() as folder:
                records = self.records(folder, patch, names, "--shard", shard)
                failed = sum(record.get("verdict") == "fail" for record in records)
                passed = sum(record.get("verdict") == "pass" and record["id"].startswith("call.cumsum.out/") for record in records)
                self.assertGreater(failed, 2)
                [proved] = records[-1]["footer"]["proved"]
                self.assertEqual((proved["explained"], proved["of"], proved["bugs"][0]["pass"]), (failed, failed, passed))

    def check_shown(self, folder, failed):
        """A failure is drawn from the report: the tensors of the call, and the cells that it wrote wrongly."""
        report, page = pathlib.Path(folder, "report.jsonl"), pathlib.Path(folder, "page.json")
        subprocess.run([VIEWPROOF, "report", report, "--json", page], env=ENVIRONMENT, capture_output=True, check=True)
        failures = json.loads(page.read_text())["failures"]
        self.assertEqual(len(failures), sum(failed.values()))
        for failure in failures:
            self.assertTrue(all(tensor["layout"] >= 0 for tensor in failure["tensors"]))
            writes = failure["op"].endswith(("_", ".out")) and failure["record"]["diffs"][0]["field"] == "values"
            self.assertEqual([row["name"] for row in failure.get("written", {"rows": []})["rows"]], ["before", "due", "came out"] if writes else [])
        for failure in {failure["op"]: failure for failure in failures}.values():
            drawn = subprocess.run([VIEWPROOF, "explain", failure["record"]["id"], "--report", report], env=ENVIRONMENT, capture_output=True,
                                   text=True, check=True).stdout
            self.assertIn("The library's kernel", drawn)
            self.assertEqual("\ncame out" in drawn, "written" in failure)

    def test_fuzz_finds_and_shrinks_a_planted_bug(self):
        patch, names, ops = PLANTED["roll takes a permuted tensor for dense"]
        with tempfile.TemporaryDirectory() as folder:
            adapter = pathlib.Path(folder, "planted_adapter.py")
            adapter.write_text(ADAPTER.format(patch=patch, names=names, torch=TORCH))
            done = subprocess.run([VIEWPROOF, "fuzz", "--profile", "operands", "--cases", "400", "--json", "fuzz.json", "--", sys.executable,
                                   adapter], env=ENVIRONMENT | {"VIEWPROOF_ROOT": os.getcwd()}, cwd=folder, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
            causes = json.loads(pathlib.Path(folder, "fuzz.json").read_text())["summary"]["causes"]
        self.assertEqual({cause["id"].split("/")[0] for cause in causes}, set(ops))
        self.assertTrue(any("drawn" not in cause["id"] for cause in causes), causes)

    def test_the_table_of_a_user_is_asked(self):
        """That of TESTING.md, by its commands and in an adapter with its last lines. Also of a compiler, of whose chains only the last step shows."""
        section = pathlib.Path("conformance/docs/TESTING.md").read_text().partition("\n## Your other functions")[2].partition("\n## ")[0]
        blocks = dict(re.findall(r"(?ms)^```(\w+)\n(.*?)^```", section))
        command = re.search("`(PYTHONPATH=.*?)`", section)[1]
        adapter = re.search("`(viewproof check --profile operands -- .*?)`", section)[1].replace("python3", shlex.quote(sys.executable))
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "mine.toml").write_text(blocks["toml"])
            pathlib.Path(folder, "my_ops.py").write_text("def scale_rows(x, w):\n    return x * w\n")
            pathlib.Path(folder, "my_adapter.py").write_text("import sys\nimport viewproof_adapter as sdk\nsdk.guard_stdout()\n"
                                                             "from torch_adapter import ADAPTER\n" + blocks["python"])
            for line in command, command + " --compile eager", adapter + " --calls-file mine.toml":
                with self.subTest(line):
                    done = subprocess.run(line.replace("viewproof ", shlex.quote(VIEWPROOF) + " ", 1), shell=True, cwd=folder, capture_output=True,
                                          text=True, check=False, env=ENVIRONMENT | {"VIEWPROOF_ROOT": os.getcwd()})
                    self.assertRegex(done.stdout, r"\n[1-9]\d* passed · 0 new · ", done.stderr)

    def test_a_program_names_each_operand(self):
        """The adapter calls the first operand x, which may be the name of another."""
        pair = {"dtype": "float32", "sizes": [2], "values": [1, 2]}
        chain = [{"op": "new", "tensor": pair}, {"op": "call.difference", "on": [0, 0], "x": [1, 0]}]
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "mine.toml").write_text('[[kernels]]\nnames = ["difference"]\noperands = ["g T[2] any", "x T[2] any"]\n'
                                                         'dtypes = ["float32"]\nnew = "torch.sub({g}, {x})"\n')
            done = subprocess.run([sys.executable, os.path.join(TORCH, "torch_adapter.py"), "--calls-file", "mine.toml", "--program"],
                                  input=json.dumps({"run": [{"id": "a", "base": pair, "chain": chain}]}), env=ENVIRONMENT, cwd=folder,
                                  capture_output=True, text=True, check=True)
        self.assertIn("t2 = torch.sub(t0, t1)", done.stdout)

    def test_fuzz_asks_the_table_of_a_user_and_refuses_what_check_refuses(self):
        table = '[[kernels]]\nnames = ["f"]\noperands = ["x T[...] any"]\ndtypes = ["float32"]\nnew = "{}"\n'
        for text, status, said in [("{x} + {x}.storage_offset()", 1, r"#1 call\.f gives wrong elements"),
                                   ("torch.zeros_like({x})", 2, "gives the same"),
                                   ("torch.rand(3) + {x}[:0].sum()", 2, "is not deterministic")]:
            with self.subTest(text), tempfile.TemporaryDirectory() as folder:
                pathlib.Path(folder, "mine.toml").write_text(table.replace("{}", text))
                done = subprocess.run([VIEWPROOF, "fuzz", "torch", "--calls-file", "mine.toml", "--cases", "100", "-v"], env=ENVIRONMENT | {
                    "VIEWPROOF_ROOT": os.getcwd()}, cwd=folder, capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, status, done.stdout + done.stderr)
                self.assertRegex(done.stdout + done.stderr.replace("\n", " "), said)

    def test_every_kernel_of_a_library_is_declared_rightly(self):
        for library in ("torch", "numpy"):
            with self.subTest(library), tempfile.TemporaryDirectory() as folder:
                done = subprocess.run([VIEWPROOF, "fuzz", library, "--calls", "--cases", "20", "--json", "fuzz.json"],
                                      env=ENVIRONMENT | {"VIEWPROOF_ROOT": os.getcwd()}, cwd=folder, capture_output=True, text=True, check=False)
                self.assertIn(done.returncode, (0, 1), done.stderr)
                self.assertGreater(json.loads(pathlib.Path(folder, "fuzz.json").read_text())["summary"]["counts"]["passed"], 5)

    def test_kernels_that_no_case_can_ask_are_named(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "mine.toml").write_text(
                '[[kernels]]\nnames = ["big"]\noperands = ["x T[200, 200] any"]\ndtypes = ["float32"]\nnew = "{x} + 1"\n'
                '[[kernels]]\nnames = ["small"]\noperands = ["x T[2] any"]\ndtypes = ["float32"]\nnew = "{x} + 1"\n')
            done = subprocess.run([VIEWPROOF, "check", "torch", "--calls-file", "mine.toml"], env=ENVIRONMENT | {
                "VIEWPROOF_ROOT": os.getcwd()}, cwd=folder, capture_output=True, text=True, check=False)
            self.assertIn("at most 16384 elements: call.big", " ".join(done.stdout.split()), done.stderr)

    def test_a_wrong_table_is_refused_in_a_line(self):
        for text, why in [
                ('[[kernels]]\nnames = ["f"]\n', 'missing field "operands"'),
                ('[[kernels]]\nnames = ["f"]\noperands = ["x T[] any"]\nnew = "{x} + {y}"\n', '{y} is no operand'),
                ('[[kernels]]\nnames = ["f"]\noperands = ["x T[] any"]\ndtypes = ["float32"]\nold = "x"\nnew = "{x}"\n',
                 'unknown field "old"'),
                ('[[kernel]]\nnames = ["f"]\n', 'mine.toml: unknown field "kernel"'),
                ('[[kernels]]\nnames = "sin"\noperands = ["x T[] any"]\nnew = "{x}"\n',
                 'mine.toml: [[kernels]] number 1: field "names": expected a list of texts'),
                ('[[kernels]]\nnames = ["f"]\noperands = ["x T[] any"]\nulps = true\nnew = "{x}"\n',
                 'field "ulps": expected an integer'),
                ('[[kernels]]\nnames = ["f"]\noperands = ["x T[] any"]\nnew = "y = {x}"\n', 'field "new": is no expression of Python'),
                ('[[kernels]]\nnames = ["f"]\noperands = ["x T[] any"]\nnew = "{x} + 1"\nout = "torch.sinn({x}, out={o})"\n',
                 'field "out": this library has no torch.sinn'),
                ('[[kernels]]\nnames = ["f"]\noperands = ["x T[] any"]\nnew = "{x} + 1"\nout = "torch.sin({x}, out={o2})"\n',
                 'field "out": expected the targets {o}, or {o1}, {o2}, ...'),
                ('[[kernels]]\nnames = ["f"]\noperands = ["x T[...] any"]\ndtypes = ["float32"]\nnew = "nosuch({x})"\n',
                 "refuses every plain call: name 'nosuch' is not defined"),
                ('[[kernels]]\nnames = ["f"]\noperands = ["x T[...] any"]\ndtypes = ["float32"]\nnew = "__import__(\'nosuch\').f({x})"\n',
                 "refuses every plain call: No module named 'nosuch'"),
                ('[[kernels]]\nnames = ["f"]\noperands = ["x T[...] any", "y T[...] any"]\ndtypes = ["float32"]\n'
                 'writes = ["y"]\nnew = "{x} + {y}"\n', "leaves y, which it is declared to write, as it was"),
                ('[[kernels]]\nnames = ["f"]\noperands = ["x T[n] any"]\ndtypes = ["float32"]\nnew = "{x} + 1"\n', '"n" is no size'),
                ('[[kernels]]\nnames = ["f"]\noperands = ["x T[...] any"]\ndtypes = ["float32"]\nnew = "torch.rand(3) + {x}[:0].sum()"\n',
                 "is not deterministic"),
                ('[[kernels]]\nnames = ["f"]\noperands = ["x T[...] any"]\ndtypes = ["float32"]\nnew = "torch.zeros_like({x})"\n',
                 "gives the same, whatever its operands hold")]:
            with self.subTest(why), tempfile.TemporaryDirectory() as folder:
                pathlib.Path(folder, "mine.toml").write_text(text)
                done = subprocess.run([VIEWPROOF, "check", "torch", "--calls-file", "mine.toml"], env=ENVIRONMENT | {
                    "VIEWPROOF_ROOT": os.getcwd()}, cwd=folder, capture_output=True, text=True, check=False)
                self.assertIn(done.returncode, (2, 3))
                self.assertIn(why, done.stderr.replace("\n", " "))


if __name__ == "__main__":
    unittest.main()

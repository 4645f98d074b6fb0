"""tools/gpu on a device that is made in Python, with a release that is made of what is here."""
import glob
import importlib.machinery
import importlib.metadata
import importlib.util
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tarfile
import tempfile
import unittest

from beside import DEVICES, VIEWPROOF, counts_in
from patience import until
sys.path.insert(0, DEVICES)
import prefork  # noqa: E402

HERE = pathlib.Path.cwd()
GPU = HERE / "tools/gpu"
SHARED = ["golden/**/*", "conformance/libraries/*/*.*", "conformance/sdk/python/*", "conformance/subjects/*.*"]
LATE = ["--device", "privateuseone:0", "--import", "late_device"]
FOREVER = ["--minutes", "1000"]
NAME = "torch-privateuseone-0"
ENVIRONMENT = {**os.environ, "PYTHONPATH": DEVICES}
ENVIRONMENT.pop("VIEWPROOF_ROOT", None)


def setUpModule():
    ENVIRONMENT["VIEWPROOF_PYTHON"] = unittest.enterModuleContext(prefork.python("torch", ENVIRONMENT))


class Gpu(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.top = pathlib.Path(folder.name, "release")
        cls.top.mkdir()
        with tarfile.open(cls.top / "viewproof-0.1.0-linux-x86_64.tar.gz", "w:gz", compresslevel=1, dereference=True) as archive:
            archive.add(VIEWPROOF, "viewproof-0.1.0/bin/viewproof")
            for path in (path for pattern in SHARED for path in glob.glob(pattern, recursive=True) if os.path.isfile(path)):
                archive.add(path, f"viewproof-0.1.0/share/viewproof/{path}")
            # It is of another machine and version, by which nothing is judged.
            archive.add(DEVICES + "/late_device.py", f"viewproof-0.1.0/share/viewproof/conformance/libraries/torch/{NAME.removeprefix('torch-')}.gate.toml")
        (cls.top / "viewproof-gpu").write_bytes(GPU.read_bytes())

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.here = pathlib.Path(folder.name)

    def gpu(self, *words, program=None, **environment):
        """-> exit status, standard output, standard error"""
        done = subprocess.run([sys.executable, program or self.top / "viewproof-gpu", *words], capture_output=True, text=True,
                              check=False, cwd=self.here, env={**ENVIRONMENT, **environment})
        return done.returncode, done.stdout, done.stderr

    def summary(self):
        return (self.here / "out/summary.md").read_text(encoding="utf-8")

    def packed(self):
        with tarfile.open(self.here / "out.tar.gz") as archive:
            return {name.partition("/")[2] for name in archive.getnames()}

    def header(self, name):
        return json.loads((self.here / "out" / f"{name}.jsonl").read_text(encoding="utf-8").split("\n")[0])["header"]

    def test_a_sound_device_is_green_and_leaves_all_that_a_row_needs(self):
        status, out, err = self.gpu(*LATE, "--out", "out", *FOREVER)
        self.assertEqual((status, err), (0, ""), out)
        self.assertIn(self.summary(), out)
        self.assertRegex(self.summary(), r"\* torch-privateuseone-0: GREEN: torch \S+ on vendor:0: [\d,]+ passed, ")
        self.assertIn("; 0 of the failures are not as on the CPU\n* torch-cpu: done: torch ", self.summary())
        self.assertNotIn("PARTIAL", self.summary())
        said = (self.here / "out" / f"{NAME}.txt").read_text(encoding="utf-8")
        self.assertIn("\n  7 index_range: ", said)
        self.assertNotIn("died", said)
        self.assertLess(self.summary().count("\n"), 50)
        for library in ("cupy", "jax"):
            if not importlib.util.find_spec(library):
                self.assertRegex(self.summary(), rf"NOT RUN: ModuleNotFoundError: No module named '{library}'\n")
        files = {path.name for path in (self.here / "out").iterdir()}
        self.assertEqual(self.packed(), files)
        self.assertLess((self.here / "out.tar.gz").stat().st_size, 1 << 20)
        kinds = (f"{name}.{kind}" for name in (NAME, "torch-cpu") for kind in ("jsonl", "html", "txt", "seconds"))
        differences = (f"{NAME}.differences.{kind}" for kind in ("md", "html"))
        self.assertLessEqual({*kinds, *differences, "machine.txt", f"{NAME}.gate.toml", f"{NAME}.gate.txt"}, files)
        self.assertRegex((self.here / "out/machine.txt").read_text(encoding="utf-8"), r"PyTorch version: \S+[\s\S]*\ntorch \d")
        self.row_is_of_what_ran()
        self.gate_knows_what_is_pytorch_s_own()
        records = map(json.loads, (self.here / "out" / f"{NAME}.jsonl").read_text(encoding="utf-8").splitlines())
        print("vectors: late_device", len({r["id"] for r in records if r.get("verdict", "skip") != "skip"}))

    def row_is_of_what_ran(self):
        """As tools/matrix makes it."""
        version = self.header(NAME)["subject"]["subject"]["version"]
        torch = self.here / "conformance/libraries/torch"
        torch.mkdir(parents=True)
        files = [self.here / "out" / f"{NAME}.{end}" for end in ("gate.toml", "gate.lock")]
        for path in [*files, *HERE.glob("conformance/libraries/torch/*.*")]:
            if path in files or path.suffix == ".py" or path.name == "subject.toml":
                (torch / path.name.removeprefix("torch-")).write_bytes(path.read_bytes())
        (self.here / "golden").symlink_to(HERE / "golden")
        for words in (["merge", f"out/{NAME}.jsonl", "--gate", NAME, "--report", "gated.jsonl"], ["matrix", "gated.jsonl", "--row", "row.json"]):
            done = subprocess.run([VIEWPROOF, *words], cwd=self.here, env={**ENVIRONMENT, "VIEWPROOF_ROOT": str(self.here)},
                                  capture_output=True, text=True, check=False)
            self.assertIn(done.returncode, (0, 1), done.stderr)
        row = json.loads((self.here / "row.json").read_text(encoding="utf-8"))
        self.assertEqual((row["gate"], row["version"], row["device"]), (NAME, version, "vendor:0"))
        self.assertIn(f'packages = ["torch=={version}"]\n', (torch / files[0].name.removeprefix("torch-")).read_text(encoding="utf-8"))

    def gate_knows_what_is_pytorch_s_own(self):
        """By the gate file that tools/gpu wrote, no failure is new and the CPU is not asked."""
        said = (self.here / "out" / f"{NAME}.gate.txt").read_text(encoding="utf-8")
        self.assertRegex(said, r"\n  update: listed \d+ known failures in \d+ entries\n")
        gate = (self.here / "out" / f"{NAME}.gate.toml").read_text(encoding="utf-8")
        self.assertIn(f"reason = \"PyTorch's own: {importlib.metadata.version('torch')} fails alike on the cpu\"", gate)
        lock = (self.here / "out" / f"{NAME}.gate.lock").read_text(encoding="utf-8")
        self.assertIn('"index_range":false', lock)
        eager = (HERE / "conformance/libraries/torch/gate.lock").read_text(encoding="utf-8").splitlines()
        own = {id for line in eager for id in json.loads(line).get("ids", [])}
        for name in ("sdk", "subjects"):
            (self.here / "conformance" / name).symlink_to(HERE / "conformance" / name)
        done = subprocess.run([VIEWPROOF, "check", "torch", *LATE, "--only", *own], cwd=self.here, capture_output=True, text=True,
                              check=False, env={**ENVIRONMENT, "VIEWPROOF_ROOT": str(self.here)})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        ((passed, new, known, beyond, skipped),) = counts_in(done.stdout)
        self.assertEqual((passed, new, known + beyond, skipped), (0, 0, len(own), 0), done.stdout)
        self.assertNotRegex(done.stdout, r"(?m)^ *PyTorch's own:")  # The reasons of the gate file say so, too.

    def test_a_device_at_fault_is_red_and_says_how_it_differs(self):
        status, out, _ = self.gpu(*LATE, "--out", "out", "--profile", "memory_format", "--jobs", "1", *FOREVER,
                                  VENDOR_BUG="offset")
        self.assertEqual(status, 1, out)
        self.assertRegex(self.summary(), rf"\* {NAME}: RED: .*; [1-9]\d* of the failures are not as on the CPU\n")
        self.assertRegex(self.summary(), r"\n    NEW FAILURE: .*\n(.*\n)* +[1-9]\d*  [a-z_]+ gives .*\n(.*\n)* +code +offset in values strides ")
        self.assertNotIn("row", self.summary())
        self.assertFalse(list((self.here / "out").glob("*.gate.*")))

    def test_what_has_no_time_is_partial(self):
        status, out, _ = self.gpu(*LATE, "--out", "out", "--minutes", "0.03", "--jobs", "1")
        self.assertEqual(status, 3, out)
        self.assertRegex(self.summary(), r"\A# viewproof .*: PARTIAL\n")
        self.assertNotIn("tools/matrix", self.summary())
        self.assertIn("summary.md", self.packed())

    def test_a_signal_keeps_what_was_done_which_makes_no_row(self):
        process = subprocess.Popen([sys.executable, self.top / "viewproof-gpu", *LATE, "--out", "out", "--jobs", "1", *FOREVER],
                                   cwd=self.here, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        report = self.here / "out" / f"{NAME}.jsonl"
        until(lambda: report.exists() and report.stat().st_size > 10_000, process)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate()
        self.assertEqual(process.returncode, 130, out)
        self.assertRegex(self.summary(), r"\A# viewproof .*: PARTIAL\n")
        self.assertRegex(self.summary(), rf"\* {NAME}: PARTIAL: .* passed, .*; ended by SIGINT")
        self.assertIn(f"{NAME}: no row and no gate file: {NAME} did not run to its end", self.summary())
        self.assertFalse((self.here / "out" / f"{NAME}.gate.toml").exists())
        self.assertLessEqual({f"{NAME}.jsonl", "summary.md", "machine.txt"}, self.packed())

    def test_what_is_there_is_not_overwritten(self):
        for name in ("out", "out.tar.gz"):
            with self.subTest(name):
                (self.here / name).write_text("mine", encoding="utf-8")
                status, _, err = self.gpu("--out", "out")
                self.assertEqual(status, 2)
                self.assertIn(f"{name} is there already; name another folder with --out", err)
                self.assertEqual((self.here / name).read_text(encoding="utf-8"), "mine")
                (self.here / name).unlink()

    def test_a_release_is_needed(self):
        alone = self.here / "viewproof-gpu"
        alone.write_bytes(GPU.read_bytes())
        (self.here / "torn.tar.gz").write_bytes((self.top / "viewproof-0.1.0-linux-x86_64.tar.gz").read_bytes()[:100_000])
        with tarfile.open(self.here / "other.tar.gz", "w:gz") as archive:
            archive.add(alone, "other/bin/tool")
        clone = self.here / "clone/tools/gpu"
        clone.parent.mkdir(parents=True)
        clone.write_bytes(GPU.read_bytes())
        (self.here / "clone/.release/out").mkdir(parents=True)
        for version in (1, 2):
            (self.here / f"clone/.release/out/viewproof-{version}-linux-x86_64.tar.gz").touch()
        self.assertRegex(self.gpu(program=clone)[2], r"\Agpu: \S+/clone/.release/out holds 2 releases; name one with --release\n\Z")
        for words, text in {(): "there is no release; lay viewproof-VERSION-linux-x86_64.tar.gz into ",
                            ("--release", "none"): "none: there is no such file; ",
                            ("--release", "viewproof-gpu"): "viewproof-gpu: it cannot be unpacked into ",
                            ("--release", "torn.tar.gz"): "torn.tar.gz: it cannot be unpacked into ",
                            ("--release", "other.tar.gz"): "other.tar.gz: no viewproof of it runs in "}.items():
            with self.subTest(words):
                status, out, err = self.gpu("--out", "out", *words, program=alone)
                self.assertEqual((status, out, err.count("\n")), (3, "", 1), err)
                self.assertIn("gpu: " + text, err)
                self.assertFalse((self.here / "out").exists())

    def test_a_device_that_is_not_there_is_a_line_and_the_release_that_it_is_part_of_stays_as_it_is(self):
        with tarfile.open(self.top / "viewproof-0.1.0-linux-x86_64.tar.gz") as archive:
            archive.extractall(self.here)
        installed = self.here / "viewproof-0.1.0/share/viewproof/tools/gpu"
        installed.parent.mkdir()
        installed.write_bytes(GPU.read_bytes())
        before = sorted(installed.parents[3].rglob("*"))
        self.assertEqual(self.gpu("--device", "xpu", "--out", "out", program=installed)[0], 3)
        self.assertRegex(self.summary(), r"\* torch-xpu: NOT RUN: .*--device xpu: .*; name the package that makes it known with --import")
        self.assertNotIn("torch-cpu", self.summary())
        self.assertEqual(sorted(installed.parents[3].rglob("*")), before)

    @staticmethod
    def load():
        loader = importlib.machinery.SourceFileLoader("gpu", str(GPU))
        gpu = importlib.util.module_from_spec(importlib.util.spec_from_loader("gpu", loader))
        loader.exec_module(gpu)
        return gpu

    def test_what_does_not_end_in_time_is_killed(self):
        out = self.here / "out"
        self.assertIsNone(self.load().call(["sh", "-c", "trap '' INT TERM; echo here; sleep 1000; sleep 1000"], out, 0.5))
        self.assertEqual(out.read_text(encoding="utf-8"), "here\n")

    def test_what_is_too_large_is_left_out_of_the_archive(self):
        gpu = self.load()
        folder = self.here / "out"
        folder.mkdir()
        for name, size in {"a.jsonl": 3000, "b.jsonl": 5000, "a.html": 100, "b.html": 4000, "a.txt": 9000}.items():
            (folder / name).write_bytes(os.urandom(size))
        work = gpu.Work.__new__(gpu.Work)
        work.folder, work.summary = folder, lambda left_out: f"Too large: {left_out}\n"
        for limit, left_out in ((30_000, []), (18_500, ["b.html"]), (17_000, ["b.html", "a.html", "b.jsonl"])):
            gpu.LIMIT = limit
            self.assertEqual(work.pack(), self.here / "out.tar.gz")
            self.assertLessEqual((self.here / "out.tar.gz").stat().st_size, limit)
            self.assertEqual(self.summary(), f"Too large: {left_out}\n")
            self.assertEqual(self.packed(), {path.name for path in folder.iterdir()} - set(left_out))
            (folder / "summary.md").unlink()

    def test_help_and_what_is_misused(self):
        status, out, _ = self.gpu("--help")
        self.assertEqual((status, len(re.findall(r"^Example: ", out, re.MULTILINE))), (0, 2))
        for words in (["--minutes", "0"], ["--minutes", "nan"], ["--jobs", "0"], ["--devices", "x"], ["--minutes", "soon"]):
            with self.subTest(words):
                self.assertEqual(self.gpu(*words)[0], 2)

    def test_it_is_of_python_3_8(self):
        vermin = [sys.executable, "-c", "import vermin; vermin.main()", "-t=3.8-", "--eval-annotations", "--no-tips"]
        ended = subprocess.run([*vermin, GPU], capture_output=True, text=True, check=False)
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)

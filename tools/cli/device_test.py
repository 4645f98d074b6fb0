"""`check torch --device DEVICE`, on devices that are made in Python: one fails what eager PyTorch fails and nothing else, and
each of three bugs that are planted in it is found; its sister answers before it has run what it was told. And PyTorch's modes,
and what adapter-test says of the adapters that need torch."""
import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from beside import DEVICES, SDK, VIEWPROOF, counts_in, unbroken
sys.path.insert(0, DEVICES)
import prefork  # noqa: E402

# Eager PyTorch fails these, and nothing else: golden_torch_test holds it to this.
EAGER = pathlib.Path("conformance/libraries/torch/gate.lock")
# By its command: no run of eager PyTorch beside it, as `check torch --device` makes.
BY_COMMAND = ("--", "python3", "conformance/libraries/torch/torch_adapter.py")
VENDOR = ("torch", "--device", "privateuseone:0", "--import", "vendor_device")
LATE = ("torch", "--device", "privateuseone:0", "--import", "late_device")
OUT_OF_RANGE = ["getitem/refuses-a-picked-number-before-the-start", "getitem/refuses-a-picked-number-past-the-end",
                "getitem/refused-and-unharmed", "getitem/refuses-a-number-out-of-range-in-a-slice",
                "getitem/after-it-was-refused-a-tensor", "setitem/refuses-a-picked-number-alone"]  # and nothing else
# The torch of .venv, and the devices where Python looks for packages.
ENVIRONMENT = os.environ | {"PATH": os.path.dirname(sys.executable) + ":" + os.environ["PATH"],
                            "PYTHONPATH": os.pathsep.join([DEVICES, SDK]), "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "200"}


def setUpModule():
    ENVIRONMENT["VIEWPROOF_PYTHON"] = unittest.enterModuleContext(prefork.python("torch", ENVIRONMENT))


def ask(*asked):
    """[words of torch_adapter.py, ...], to the end of hello -> of each the words, its exit status, standard output, standard error"""
    for words in asked:
        done = subprocess.run([ENVIRONMENT["VIEWPROOF_PYTHON"], "conformance/libraries/torch/torch_adapter.py", *words],
                              input='{"hello":{"protocol":1,"suite":"0.1.0"}}\n{"bye":{}}\n', capture_output=True, text=True,
                              check=False, env=ENVIRONMENT)
        yield words, done.returncode, done.stdout, done.stderr


def check(*words, folder=None, **environment):
    """[words of check, variables] -> exit status, standard output, standard error"""
    done = subprocess.run([VIEWPROOF, "check", "--jobs", "1", "-v", *words], capture_output=True, text=True, cwd=folder,
                          env=ENVIRONMENT | environment)
    return done.returncode, done.stdout, done.stderr


def lines(path):
    return [json.loads(line) for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines()]


def failure(record):
    """-> how a case failed; None: it passed"""
    where = [(d["step"], d["difference"]) for d in record["diffs"][:1]]
    return None if record["verdict"] == "pass" else (record["verdict"], where, {d["facet"] for d in record["diffs"]})


@functools.cache
def report(*words, **environment):
    """[words of check, variables] -> exit status, standard output, {case: its failure}"""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "report.jsonl")
        status, out, _ = check("--report", path, *words, **environment)
        records = lines(path)[1:-1]
    return status, out, {(r["id"], r["dtype"]): failure(r) for r in records if r["verdict"] != "skip"}


def eager(judged):
    """[results of a device] -> what eager PyTorch fails of their cases, in the same form"""
    known, cause = {}, {}
    for line in lines(EAGER)[1:]:
        cause = line if "op" in line else cause
        how = cause["verdict"], [(line.get("step"), cause.get("difference", ""))], set(cause.get("facets", []))
        known |= {(id, dtype): how for id in line.get("ids", []) for dtype in line["dtypes"]}
    return {case: how for case, how in known.items() if case in judged}


def failures(judged):
    return {case: how for case, how in judged.items() if how}


class Device(unittest.TestCase):
    def test_it_fails_what_eager_pytorch_fails_and_nothing_else(self):
        """It is judged beside the CPU of the same PyTorch, where each fails alike."""
        status, out, judged = report(*VENDOR)
        self.assertEqual(status, 0, out)
        self.assertEqual(failures(judged), eager(judged))
        self.assertGreater(len(eager(judged)), 10)
        (counts,) = counts_in(out)
        self.assertLess(counts[-1], 100)  # a device without sparse tensors
        own = len(eager(judged))
        self.assertRegex(out, rf"PyTorch's own: {own} of [0-9,]+ cases fail on the cpu\n")
        self.assertRegex(out, r"\AGREEN torch \S+, without a gate file: nothing new ")
        self.assertIn(f"\n  {own} are PyTorch's own: they fail alike on the cpu\n", out)
        print("vectors: vendor_device", len({id for id, _ in judged}))

    def test_hello_says_that_it_is_a_device(self):
        for words, _, out, _ in ask(["--device", "cpu"], ["--device", "meta"], LATE[1:]):
            hello = json.loads(out)["hello"]
            self.assertEqual((hello["case_seconds"], hello.get("index_range", True)), (30, words != LATE[1:]), words)

    def red(self, bug, text):
        """Checks that with a planted bug the run is red, and that it says the text."""
        status, out, _ = check("--only", "permute/*", "slice/*", "contiguous/*", *BY_COMMAND, *VENDOR[1:], VENDOR_BUG=bug)
        self.assertEqual(status, 1, out)
        self.assertIn("new failures", out)
        self.assertRegex(unbroken(out), text)

    def test_as_strided_that_ignores_the_offset_is_found(self):
        self.red("offset", r"slice gives wrong elements and a wrong offset \d+ cases")

    def test_a_copy_back_that_forgets_strides_is_found_and_called_so(self):
        self.red("strides", r"a copy kernel is at fault, not the view: its storage and metadata say "
                            r"\[1.0, 3.0, 5.0, 2.0, 4.0, 6.0\], .cpu\(\) of it says \[1.0, 2.0, 3.0, 4.0, 5.0, 6.0\]")

    def test_contiguous_that_gives_its_operand_is_found(self):
        self.red("contiguous", r"contiguous gives a tensor in a storage that it should not share")


class Late(unittest.TestCase):
    """A device that answers before it has run what it was told, and that one error ends for good."""

    def test_an_index_out_of_range_is_not_asked_and_nothing_dies(self):
        """Of all vectors //tools:gpu_test holds it to the same."""
        status, out, _ = check(*LATE, "--only", "getitem/*", "setitem/*", "fill_/*")
        self.assertEqual(status, 0, out)
        self.assertRegex(out, r"PyTorch's own: [1-9]\d* of [0-9,]+ cases fail on the cpu\n")
        self.assertIn("\n  7 index_range: ", out)
        self.assertNotIn("died", out)

    def test_where_nothing_but_a_copy_waits_it_is_as_good(self):
        status, out, _ = check(*LATE, "--only", "fill_/*", "getitem/refuse*", LATE_WAIT="copy")
        self.assertEqual(status, 0, out)
        self.assertIn("\n  4 index_range: ", out)
        self.assertNotIn("died", out)

    def test_if_it_is_asked_its_cases_die_and_no_others(self):
        judged = report("--only", "getitem/*", "setitem/*", *BY_COMMAND, *LATE[1:], "--index-range")[2]
        died = {id for (id, _), how in failures(judged).items() if how[0] == "crash"}
        may_die = {"setitem/reports-index-e9-before-e7"}  # or be refused for the overlap
        self.assertEqual(died - may_die, set(OUT_OF_RANGE))
        self.assertEqual({case: how for case, how in failures(judged).items() if case[0] not in died | may_die}, eager(judged))

    def planted(self, old, new, *words):
        """[text of torch_choices.py, what stands in its place, words of check] -> what is printed; it is red"""
        with tempfile.TemporaryDirectory() as folder:
            root, here = pathlib.Path(folder), pathlib.Path(os.environ.get("VIEWPROOF_ROOT", os.getcwd()))
            shutil.copytree(here / "conformance/libraries/torch", root / "conformance/libraries/torch")
            for name in ("golden", "conformance/sdk", "conformance/subjects"):
                (root / name).symlink_to(here / name)
            choices = root / "conformance/libraries/torch/torch_choices.py"
            text = choices.read_text(encoding="utf-8")
            self.assertIn(old, text)
            choices.write_text(text.replace(old, new), encoding="utf-8")
            status, out, _ = check(*LATE, *words, VIEWPROOF_ROOT=folder)
        self.assertEqual(status, 1, out)
        return out

    def test_without_a_synchronisation_it_is_red(self):
        out = self.planted("synchronize=synchronizer(device), ", "", "--only", "fill_/*")
        self.assertRegex(out, r"\d+ new failures")

    def test_without_an_end_after_an_error_that_ends_all_it_is_red(self):
        out = self.planted(", probe=lambda: probe(device)", "", "--index-range", "--only", "getitem/refuse*", "permute/*")
        self.assertGreater(int(re.search(r"(\d+) new failures", out)[1]), 20)

    def test_with_an_end_after_an_error_from_which_it_recovers_it_is_red(self):
        out = self.planted("!= 2:", "!= 3:", "--only", "fill_/refuses-too-much-for-float32",
                           "fill_/refuses-128-for-int8")
        self.assertRegex(out, "fill_ dies: exit 70 +2 cases")


class Trial(unittest.TestCase):
    """The adapter is the process that was started: adapter-test looks at that."""

    def test_nothing_is_wrong_with_adapters_that_need_torch(self):
        for adapter in ("libraries/torch/torch_adapter.py", "subjects/tiny_adapter.py"):
            with self.subTest(adapter):
                done = subprocess.run([VIEWPROOF, "adapter-test", "--", "python3", f"conformance/{adapter}"],
                                      capture_output=True, text=True, check=False,
                                      env=ENVIRONMENT | {"VIEWPROOF_PYTHON": sys.executable})
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                self.assertIn(" ok, 0 wrong", done.stdout)


class Modes(unittest.TestCase):
    """Each mode is asked what it does as eager PyTorch does, and a case in which it is known to differ."""

    def differs(self, case, *mode):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "report.jsonl")
            _, out, _ = check("torch", *mode, "--only", "permute/dim-of*", "narrow/length-of*", case, "--report", str(path))
            records = map(json.loads, path.read_text(encoding="utf-8").splitlines()[1:-1])
            failed = [record["id"] for record in records if record.get("verdict", "pass") not in ("pass", "skip")]
        # The second if a gate file knows it.
        ((passed, new, known, _, skipped),) = counts_in(out)
        self.assertEqual((passed > 0, new + known, skipped), (True, 1, 0), out)
        self.assertEqual(failed, [case], out)

    def test_fake(self):
        self.differs("view/refuses-one-at-1-of-expanded-to-run", "--fake")

    def test_functionalize(self):
        self.differs("fill_/expanded-is-no-error", "--functionalize")

    def test_refs(self):
        self.differs("T/contiguous-of-rank-3", "--refs")

    def test_compile(self):
        self.differs("fill_/expanded-is-no-error", "--compile", "aot_eager")

    def test_compile_of_views(self):
        self.differs("copy_/into-a-window-of-a-conjugate", "--compile", "aot_eager", "--eager-views")


class Prefork(unittest.TestCase):
    SAYS = """import os, sys
print(sys.argv, os.getcwd(), os.environ["A"], sys.path[0], sys.stdin.read(), flush=True)
print(1, file=sys.stderr, flush=True)
exec(sys.argv[1])
"""

    def test_a_script_runs_as_the_interpreter_runs_it(self):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "script.py")
            script.write_text(self.SAYS, encoding="utf-8")
            for end in ("pass", "sys.exit(3)", "sys.exit('no')", "os.abort()", "os.kill(os.getpid(), 9)"):
                own, forked = (subprocess.run([python, script, end], input="asked", capture_output=True, text=True, check=False,
                                              cwd=folder, env={"PATH": "/usr/bin:/bin", "A": end})
                               for python in (sys.executable, ENVIRONMENT["VIEWPROOF_PYTHON"]))
                self.assertEqual((forked.returncode, forked.stdout, forked.stderr), (own.returncode, own.stdout, own.stderr))

    def test_it_ends_with_who_asked(self):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "script.py")
            script.write_text("import signal; print(1, flush=True); signal.pause()", encoding="utf-8")
            with subprocess.Popen([ENVIRONMENT["VIEWPROOF_PYTHON"], script], stdout=subprocess.PIPE) as asked:
                self.assertEqual(asked.stdout.readline(), b"1\n")
                asked.kill()
                self.assertEqual(asked.stdout.read(), b"")


class BadInput(unittest.TestCase):
    def refused(self, *asked):
        """[words of torch_adapter.py, ...] -> the line that says why nothing was run, which names a command, of each"""
        answers = list(ask(*asked))
        self.assertEqual(len(answers), len(asked))
        for words, status, out, err in answers:
            self.assertEqual((status, out), (3, ""), words)
            self.assertRegex(err, r"^[^\n]+\n    \S+ [^\n]+\n$")
        return [err for _, _, _, err in answers]

    def test_a_check_says_it(self):
        status, out, err = check("torch", "--device", "quantum")
        self.assertEqual((status, out), (3, ""))
        self.assertRegex(err, r"^viewproof: torch: --device quantum: (?s:.+)\n    \S+ [^\n]+\n$")

    def test_a_device_that_is_not_there(self):
        texts = {
                "cuda": "AssertionError: Torch not compiled with CUDA enabled",
                "xpu": "AssertionError: Torch not compiled with XPU enabled",
                "mps": "NotImplementedError: Could not run 'aten::empty.memory_format'",
                "privateuseone:0": "ModuleNotFoundError: No module named 'torch.privateuseone'",
                "quantum": "RuntimeError: Expected one of cpu, cuda"}
        lines = self.refused(*(["--device", device] for device in texts))
        for (device, text), line in zip(texts.items(), lines):
            self.assertIn(f"torch: --device {device}: {text}", line)
            self.assertIn("name the package that makes it known with --import, or install a PyTorch that has it", line)

    def test_words_that_are_refused(self):
        line, both, backend, views = self.refused(
            ["--device", "npu", "--import", "torch_npu"], ["--fake", "--refs"], ["--compile", "ptx"], ["--eager-views"])
        self.assertIn("torch: --import torch_npu: ModuleNotFoundError: No module named 'torch_npu'; ", line)
        self.assertIn(" -m pip install torch_npu\n", line)
        self.assertIn("not allowed with", both)
        self.assertRegex(backend, "torch: --compile ptx: there is .*inductor")
        self.assertIn("torch: --eager-views goes with --compile", views)

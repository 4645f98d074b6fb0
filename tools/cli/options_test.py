"""Subjects that take options: each choice runs with its own, is gated by --update, and is checked again by its file."""
import os
import pathlib
import subprocess
import tempfile
import unittest

from beside import REFERENCE, VIEWPROOF, counts_in

GOLDEN = os.path.abspath("golden")
SUBJECT = """command = ["sh", "acme.sh"]

[[option]]
name = "--device"
takes = "DEVICE"
gate = "{}"
about = "where it runs"

[[option]]
name = "--fast"
gate = "fast"
about = "fast math"
"""
# The only device is npu:0; everything else is refused in a line.
ADAPTER = f"""case "$*" in
  "--device npu:0") exec {REFERENCE} ;;
  *) echo a warning >&2; echo "no device: $*" >&2; exit 3 ;;
esac
"""


class Options(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        root = pathlib.Path(self.folder.name)
        self.here = root / "vendor"
        adapters = root / "conformance" / "subjects"
        for folder in (self.here, adapters):
            folder.mkdir(parents=True)
        (root / "golden").symlink_to(GOLDEN)
        (adapters / "acme.subject.toml").write_text(SUBJECT, encoding="utf-8")
        (adapters / "acme.sh").write_text(ADAPTER, encoding="utf-8")

    def tearDown(self):
        self.folder.cleanup()

    def run_cli(self, *words):
        """[words] -> exit status, standard output, standard error"""
        done = subprocess.run([VIEWPROOF, *words], capture_output=True, text=True, cwd=self.here,
                              env=os.environ | {"VIEWPROOF_ROOT": self.folder.name})
        return done.returncode, done.stdout, done.stderr

    def test_without_a_gate_file_it_runs_and_prints_the_verdict(self):
        status, out, _ = self.run_cli("check", "acme", "--device", "npu:0", "--only", "permute/*")
        self.assertEqual(status, 0, out)
        ((passed, *others),) = counts_in(out)
        self.assertEqual((passed > 0, others), (True, [0] * 4), out)
        self.assertEqual(os.listdir(self.here), [])

    def test_options_stand_anywhere_and_take_an_equals_sign(self):
        status, out, _ = self.run_cli("check", "--only", "permute/*", "--device=npu:0", "acme")
        self.assertEqual(status, 0, out)

    def test_update_writes_the_gate_file_and_check_repeats_it(self):
        status, out, _ = self.run_cli("check", "acme", "--device", "npu:0", "--update")
        self.assertEqual(status, 0, out)
        self.assertIn("update: pinned golden/", out)
        self.assertEqual(sorted(os.listdir(self.here)), ["acme-npu-0.gate.lock", "acme-npu-0.gate.toml"])
        text = (self.here / "acme-npu-0.gate.toml").read_text(encoding="utf-8")
        self.assertTrue(text.startswith('[adapter]\nsubject = "acme"\noptions = ["--device", "npu:0"]\n\n[demand]\n'), text)
        for again in (["acme-npu-0.gate.toml"], ["acme", "--device", "npu:0"]):
            status, out, _ = self.run_cli("check", *again)
            self.assertEqual(status, 0, out)
            self.assertRegex(out, r"\AGREEN \S+ \S+: nothing new ")

    def test_an_update_that_is_not_of_the_whole_writes_nothing(self):
        status, out, _ = self.run_cli("check", "acme", "--device", "npu:0", "--only", "permute/*", "--update")
        self.assertIn("not done: not everything was run", out)
        self.assertEqual(os.listdir(self.here), [])

    def test_a_refusal_is_one_line_and_writes_nothing(self):
        status, out, err = self.run_cli("check", "acme", "--device", "gpu", "--fast", "--update")
        self.assertEqual((status, out, err), (3, "", "viewproof: a warning\nno device: --device gpu --fast\n"))
        self.assertEqual(os.listdir(self.here), [])

    def test_apply_takes_them_too(self):
        case = self.here / "cases"
        case.write_text("int8[2] | is_contiguous()\n", encoding="utf-8")
        status, out, _ = self.run_cli("apply", "acme", "--device", "npu:0", "--text", "--cases", str(case))
        self.assertEqual((status, out), (0, '{"id":"1","steps":[{"result":true}]}\n'))

    def test_an_empty_value_is_refused(self):
        status, _, err = self.run_cli("check", "acme", "--device=")
        self.assertEqual(status, 2, err)
        self.assertIn("--device", err)

    def test_help_lists_them(self):
        out = self.run_cli("check", "acme", "--help")[1]
        self.assertRegex(out, r"--device DEVICE +acme: where it runs")
        self.assertRegex(out, r"--fast +acme: fast math")

    def test_they_are_of_their_subject_alone(self):
        status, _, err = self.run_cli("check", "tiny", "--report", "acme", "--device", "npu:0")
        self.assertEqual((status, err), (2, "viewproof: --device is an option of acme, not of tiny\n"))

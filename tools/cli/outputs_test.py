"""What commands write where a user says: what they replace, which two files are one, who else writes, and a full disk."""
import fcntl
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import unittest

from beside import BROKEN, REFERENCE, VIEWPROOF, unbroken
from patience import until

CHECK = ["check", "reference", "--only", "unfold/c*"]
CASE = "float32[2,3] | t()"
# Each option of each command that names a file to write; REPORT is one that check has written.
WRITERS = [
    *((CHECK, option) for option in ("--report", "--html", "--markdown", "--junit", "--json", "--groups-file")),
    *((["check", "reference", "--deep", "20"], option) for option in ("--report", "--json")),
    *((["fuzz", "reference", "--cases", "20", "--seed", "1"], option) for option in ("--report", "--json")),
    *((["report", "REPORT"], option) for option in ("--html", "--markdown", "--junit", "--json")),
    *((["diff", "REPORT", "REPORT"], option) for option in ("--html", "--markdown")),
    *((["matrix", "REPORT"], option) for option in ("--html", "--markdown")),
    *((["trend", "REPORT"], option) for option in ("--html", "--markdown")),
    *((["merge", "REPORT"], option) for option in ("--report", "--json", "--groups-file")),
    (["accept", "REPORT"], "--groups-file"),
    (["explain", CASE], "--svg"),
]
GATE = '[adapter]\ncommand = ["false"]\n\n[demand]\nprofiles = ["core"]\n'
FOREIGN = {"notes.txt": "what I thought\n", "my.gate.toml": GATE, "page.html": "<!DOCTYPE html>\n<html>mine</html>\n",
           "data.json": '{"id":"a"}\n', "other.xml": '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="mine"/>\n',
           "README.md": "# viewproof\n"}


def without_ran(report):
    """Bytes of a report, without what says how it was run: the one part that differs from run to run."""
    lines = report.decode().splitlines()
    footer = json.loads(lines[-1])
    ran = footer["footer"].pop("ran")
    assert set(ran) <= {"started", "milliseconds", "processor", "command", "interpreter", "commit", "ci"}, ran
    return [*lines[:-1], footer]


def same(text):
    """A report, page or summary, without what says how it was run."""
    return re.sub(r',"ran":\{[^{}]*\}|<p class="quiet ran">.*?</p>|"milliseconds":\d+,', "", text)


class Outputs(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        self.report = self.root / "report.jsonl"
        self.report.write_bytes(self.whole)

    def tearDown(self):
        self.folder.cleanup()

    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "report.jsonl")
            status, _, err = cls.run_cli(*CHECK, "--report", path)
            assert status == 0, err
            cls.whole = path.read_bytes()

    @staticmethod
    def run_cli(*words, **more):
        """[words] -> exit status, standard output, standard error"""
        environment = os.environ | {"VIEWPROOF_ROOT": os.getcwd()}
        more = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL} | more
        done = subprocess.run([VIEWPROOF, *map(str, words)], env=environment, text=True, check=False, **more)
        return done.returncode, done.stdout, done.stderr

    def words(self, words):
        return [self.report if word == "REPORT" else word for word in words]

    def each(self):
        """-> a subtest, words, option, of every writer"""
        for words, option in WRITERS:
            yield self.subTest(" ".join([*words[:2], option])), self.words(words), option

    def is_refused(self, words, *sentences):
        """Says so in one message, and leaves every file as it is."""
        before = self.files()
        status, _, err = self.run_cli(*words)
        self.assertEqual((status, err.count("viewproof: ")), (2, 1), err)
        for sentence in sentences:
            self.assertIn(sentence, unbroken(err))
        self.assertEqual(self.files(), before)

    def files(self):
        return {path: path.read_bytes() for path in self.root.rglob("*") if path.is_file()}

    def test_a_file_of_another_kind_is_left(self):
        for name, text in FOREIGN.items():
            self.root.joinpath(name).write_text(text, encoding="utf-8")
        for subtest, words, option in self.each():
            with subtest:
                for name in FOREIGN:
                    self.is_refused([*words, option, self.root / name], f"{self.root / name}", f"{option} ")

    def test_a_report_is_no_page_and_findings_are_no_report(self):
        findings = self.root / "findings.jsonl"
        self.assertEqual(self.run_cli("fuzz", "reference", "--cases", "20", "--seed", "1", "--report", findings)[0], 0)
        self.is_refused([*CHECK, "--report", findings], f"{findings} is no report of viewproof check; --report replaces only one")
        self.is_refused(["fuzz", "reference", "--cases", "20", "--report", self.report], "is no report of viewproof fuzz")
        self.is_refused([*CHECK, "--html", self.report], f"{self.report} is no page of viewproof; --html replaces only one")

    def test_gate_files_are_not_written_even_if_there_is_nothing_in_them(self):
        self.root.joinpath("my.gate.lock").touch()
        self.root.joinpath("link").symlink_to("my.gate.lock")
        for subtest, words, option in self.each():
            with subtest:
                for name in ("my.gate.toml", "my.gate.lock", "gate.lock", "my.known.jsonl", "my.findings.jsonl", "my.gate.toml.0.1", "link"):
                    named = self.root / name
                    self.is_refused([*words, option, named], f"{named}: is the name of a gate file", option)

    def test_an_empty_file_and_one_of_its_own_kind_are_replaced_however_it_ends(self):
        for subtest, words, option in self.each():
            with subtest, tempfile.TemporaryDirectory(dir=self.root) as folder:
                path = pathlib.Path(folder, "out")
                path.write_bytes(b"")
                status, _, err = self.run_cli(*words, option, path)
                self.assertEqual(status, 0, err)
                text = path.read_text(encoding="utf-8")
                lines = 2 if text.startswith("<?xml") else 1
                for cut in (text, "".join(text.splitlines(True)[:lines]) + "torn"):
                    if option == "--groups-file" and cut != text:
                        continue  # A person writes there: it has to be readable.
                    path.write_text(cut, encoding="utf-8")
                    status, _, err = self.run_cli(*words, option, path)
                    self.assertEqual((status, same(path.read_text(encoding="utf-8"))), (0, same(text)), err)

    def test_a_link_stays_and_what_it_leads_to_is_looked_at(self):
        self.root.joinpath("notes.txt").write_text("mine\n", encoding="utf-8")
        for subtest, words, option in self.each():
            with subtest, tempfile.TemporaryDirectory(dir=self.root) as folder:
                link = pathlib.Path(folder, "link")
                link.symlink_to("../notes.txt")
                self.is_refused([*words, option, link], option)
                link.unlink()
                link.symlink_to("new")
                self.assertEqual(self.run_cli(*words, option, link)[0], 0)
                self.assertTrue(link.is_symlink())
                self.assertGreater(link.stat().st_size, 0)

    def test_devices_and_pipes_are_written_to(self):
        pipe = self.root / "pipe"
        os.mkfifo(pipe)
        for subtest, words, option in self.each():
            with subtest:
                self.assertEqual(self.run_cli(*words, option, "/dev/null")[0], 0)
                self.assertGreater(self.run_cli(*words, option, "/dev/full")[0], 1)
                got = []
                reader = threading.Thread(target=lambda got=got: got.append(pipe.read_bytes()), daemon=True)
                reader.start()
                self.assertEqual(self.run_cli(*words, option, pipe)[0], 0)
                reader.join()
                self.assertGreater(len(got[0]), 0)
                status, out, _ = self.run_cli(*words, option, "/dev/stdout")
                self.assertEqual(status, 0, out)

    def test_two_outputs_are_never_one_file(self):
        self.root.joinpath("name").touch()
        os.link(self.root / "name", self.root / "hard")
        self.root.joinpath("soft").symlink_to("name")
        others = [self.root / "." / "name", self.root / "hard", self.root / "soft", f"{self.root}//name"]
        several = {tuple(words): [option for known, option in WRITERS if known == words] for words, _ in WRITERS}
        for words, options in several.items():
            for (one, two), other in itertools.product(itertools.combinations(options, 2), others):
                with self.subTest(f"{words[:2]} {one} {two} {other}"):
                    self.is_refused([*self.words(words), one, self.root / "name", two, other], "are one file", one, two)
        self.is_refused([*CHECK, "--report", self.root / "new", "--html", self.root / "new"], "are one file")
        self.is_refused([*CHECK, "--report", self.report, "--html", f"{self.report}.stderr.jsonl"], "are one file")
        self.assertEqual(self.run_cli(*CHECK, "--junit", "/dev/null", "--html", "/dev/null")[0], 0)

    def test_nor_what_is_read_or_what_standard_output_is(self):
        self.root.joinpath("link").symlink_to("report.jsonl")
        for same in (self.report, self.root / "link"):
            self.is_refused(["merge", self.report, "--report", same], "is read, and cannot be written")
        out = self.root / "out"
        with open(out, "w", encoding="utf-8") as stdout:
            status, _, err = self.run_cli(*CHECK, "--report", out, stdout=stdout)
        self.assertEqual((status, out.read_bytes()), (2, b""))
        self.assertIn("standard output goes there", unbroken(err))

    def test_what_another_writes_is_refused_before_anything_runs(self):
        for subtest, words, option in self.each():
            with subtest, tempfile.TemporaryDirectory(dir=self.root) as folder:
                path = pathlib.Path(folder, "out")
                self.assertEqual(self.run_cli(*words, option, path)[0], 0)
                with open(path, encoding="utf-8") as held:
                    fcntl.flock(held, fcntl.LOCK_EX)
                    self.is_refused([*words, option, path], f"another viewproof is writing {path}")
                self.assertEqual(self.run_cli(*words, option, path)[0], 0)

    def test_a_folder_of_cases_has_one_writer(self):
        corpus = self.root / "corpus"
        words = ["fuzz", "reference", "--cases", "20", "--corpus", corpus]
        self.assertEqual(self.run_cli(*words)[0], 0)
        held = os.open(corpus, os.O_RDONLY)
        fcntl.flock(held, fcntl.LOCK_EX)
        self.is_refused(words, f"another viewproof is writing {corpus}")
        os.close(held)
        self.assertEqual(self.run_cli(*words)[0], 0)

    def start(self, *options):
        """[options] -> a check that hangs"""
        environment = os.environ | {"SHARED": self.folder.name, "VIEWPROOF_ROOT": os.getcwd()}
        words = [VIEWPROOF, "check", *map(str, options), "--only", "unfold/c*", "--",
                 sys.executable, "-SE", BROKEN, "HangsLong", REFERENCE]
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def test_two_checks_never_write_one_report_and_sigkill_leaves_no_lock(self):
        for path in (self.report, self.root / "new.jsonl"):
            first = self.start("--report", path)
            until(lambda path=path: path.exists() and path.read_bytes() not in (b"", self.whole), first)  # its header is there
            for options in ([], ["--resume"]):
                status, _, err = self.run_cli(*CHECK, "--report", path, *options)
                self.assertEqual((status, unbroken(err)), (2, f"viewproof: another viewproof is writing {path}"))
            first.kill()
            first.wait()
            status, _, err = self.run_cli(*CHECK, "--report", path)
            self.assertEqual((status, without_ran(path.read_bytes())), (0, without_ran(self.whole)), err)

    def test_a_gate_file_has_one_writer(self):
        gate = self.root / "one.gate.toml"
        gate.write_text(GATE, encoding="utf-8")
        check = ["check", gate, "--update", "--", REFERENCE]
        with open(gate, encoding="utf-8") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            self.is_refused(check, f"another viewproof is writing {gate}")
            accept = ["accept", self.report, "--gate", gate, "--all", "--reason", "it is so"]
            self.is_refused(accept, f"another viewproof is writing {gate}")
            self.assertEqual(self.run_cli("check", gate, "--only", "unfold/c*", "--", REFERENCE)[0], 0)
        self.assertRegex(self.run_cli(*check)[1], "update: pinned [0-9,]+ executed cases")
        self.assertIn("executed", pathlib.Path(gate).with_suffix(".lock").read_text(encoding="utf-8"))

    def test_what_was_made_for_a_run_that_did_not_start_is_removed(self):
        before = self.files()
        path = self.root / "new"
        for option in ("--report", "--html", "--json", "--groups-file"):
            self.assertEqual(self.run_cli("check", option, path, "--", "false")[0], 3)
            self.assertEqual(self.files(), before)

    def test_no_command_says_0_if_its_words_are_lost(self):
        commands = [["__complete", ""], ["manual", "--format", "markdown"], ["completion", "bash"], ["list"], ["list", "vectors"], ["--help"],
                    ["check", "--help"], ["--version"], ["explain", CASE], ["explain", "view.e5"], ["matrix", "REPORT"],
                    ["trend", "REPORT"], ["report", "REPORT"], ["diff", "REPORT", "REPORT"], ["merge", "REPORT"], CHECK,
                    ["fuzz", "reference", "--cases", "20"], ["apply", "--text"], ["adapter-test", "--", REFERENCE],
                    ["accept", "REPORT", "--groups-file", self.root / "groups.toml"]]
        for words in commands:
            with self.subTest(" ".join(map(str, words))), open("/dev/full", "w", encoding="utf-8") as full, \
                    open(self.root / "cases", "w+", encoding="utf-8") as cases:
                cases.write(CASE + "\n")
                cases.seek(0)
                words = self.words(words)
                status, _, err = self.run_cli(*words, stdout=full, stdin=cases)
                self.assertNotEqual(status, 0)
                self.assertRegex(err, "cannot write(:| the answers: No space)")

    def test_a_pipe_that_nobody_reads_is_not_0(self):
        for words in (CHECK, ["list"], ["manual", "--format", "markdown"], ["matrix", self.report]):
            with self.subTest(words[0]):
                reader, writer = os.pipe()
                os.close(reader)
                self.assertNotEqual(self.run_cli(*words, stdout=writer)[0], 0)
                os.close(writer)

    def test_a_closed_standard_output_is_not_0_and_no_file_gets_its_words(self):
        page = self.root / "page.html"
        status, _, err = self.run_cli("report", self.report, "--html", page, stdout=None, preexec_fn=lambda: os.close(1))
        self.assertEqual(status, 3, err)
        self.assertRegex(page.read_text(encoding="utf-8"), "^<!DOCTYPE html>(.|\n)*</html>\n$")

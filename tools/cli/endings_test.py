"""How runs of `viewproof check` end: by signals, by time, without room, with adapters that die, hang or print."""
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

from beside import BROKEN, REFERENCE, VIEWPROOF, counts_in, unbroken
from patience import until


def lives(marker):
    """Whether a process lives whose environment holds the marker."""
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            if marker.encode() in (entry / "environ").read_bytes():
                return True
        except OSError:
            pass
    return False


class Endings(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.report = os.path.join(self.folder.name, "report.jsonl")
        self.shared = pathlib.Path(self.folder.name, "shared")  # By all processes of a check.
        self.marker = "MARKER=" + self.folder.name

    def tearDown(self):
        self.folder.cleanup()

    def start(self, fault, *options, only="unfold/c*", words=None, **more):
        """[fault, options] -> the running check, or command of these words."""
        self.shared.mkdir(exist_ok=True)
        environment = os.environ | {"SHARED": str(self.shared), "MARKER": self.folder.name}
        return subprocess.Popen(
            [VIEWPROOF, *(words or ["check", "--only", only]), "--report", self.report, *options,
             "--", sys.executable, "-SE", BROKEN, fault, REFERENCE],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, **more)

    def start_hanging(self, fault, *options, **more):
        """-> the running check, whose adapter hangs for longer than any test waits"""
        self.forget()
        process = self.start(fault, *options, **more)
        until((self.shared / "hangs").exists, process)
        return process

    def forget(self):
        """What an earlier check has left."""
        shutil.rmtree(self.shared, ignore_errors=True)
        pathlib.Path(self.report).unlink(missing_ok=True)

    def go(self):
        """What hangs goes on when it is started again."""
        (self.shared / "go").touch()

    def run_check(self, fault, *options, **more):
        """-> (exit status, standard output, standard error)"""
        process = self.start(fault, *options, **more)
        out, err = process.communicate()
        self.assertFalse(lives(self.marker))
        return process.returncode, out, err

    def records(self):
        """-> the report's records, by id; its footer"""
        lines = pathlib.Path(self.report).read_text(encoding="utf-8").splitlines()
        *records, footer = map(json.loads, lines[1:])
        self.assertIn("footer", footer)
        return {record["id"]: record for record in records if "id" in record}, footer["footer"]

    def facts(self):
        """-> the lines of facts of the report"""
        return [json.loads(line)["facts"] for line in self.text().splitlines() if line.startswith('{"facts"')]

    def closed(self):
        """-> the same without deaths that are being looked into"""
        return [facts for facts in self.facts() if "open_deaths" not in facts]

    def litter(self):
        """-> files beside the report"""
        return sorted(set(os.listdir(self.folder.name)) - {"report.jsonl", "shared"})

    def is_cut_short(self, process, why, status):
        out, _ = process.communicate()
        self.assertEqual(process.returncode, status)
        verdict = r"PARTIAL \S+ \S+: " + re.escape(why)
        self.assertRegex(unbroken(out), rf"\A{verdict}")
        self.assertFalse(lives(self.marker))
        footer = self.records()[1]
        self.assertEqual((footer["run"], footer["why"].startswith(why)), ("partial", True))
        self.assertEqual([name for name in self.litter() if "stderr" not in name], [])
        self.assertEqual(len(counts_in(out)), 1, out)
        self.assertEqual(len(re.findall(verdict, unbroken(out))), 2, out)  # First and last.

    def test_a_signal_ends_it_while_an_adapter_hangs(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            process = self.start_hanging("HangsLong")
            process.send_signal(number)
            self.is_cut_short(process, "ended by " + number.name, 130)

    def test_nohup_lets_it_go_on(self):
        process = self.start_hanging("HangsLong", preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        process.send_signal(signal.SIGHUP)
        process.send_signal(signal.SIGTERM)
        self.is_cut_short(process, "ended by SIGTERM", 130)

    def test_a_signal_ends_a_hunt_which_keeps_what_it_found(self):
        for words in (["fuzz", "--cases", "1000000000"], ["check", "--deep", "1000000000"]):
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                with self.subTest(words=words, number=number.name):
                    self.forget()
                    process = self.start("TellsThatItWorks", words=words)
                    until((self.shared / "works").exists, process)
                    process.send_signal(number)
                    out, _ = process.communicate()
                    self.assertEqual(process.returncode, 130, out)
                    self.assertRegex(unbroken(out), r" again tools/viewproof .* the same cases again\b")
                    self.assertIn('{"header":{"range":', self.text())

    def test_a_signal_that_comes_twice_at_once_is_one(self):
        process = self.start_hanging("HangsLong")
        status = pathlib.Path(f"/proc/{process.pid}/status")
        process.send_signal(signal.SIGTERM)
        until(lambda: "ShdPnd:\t0000000000000000\n" in status.read_text(encoding="utf-8"))  # it was delivered
        process.send_signal(signal.SIGTERM)
        self.is_cut_short(process, "ended by SIGTERM", 130)

    def test_a_signal_ends_the_second_look(self):
        process = self.start_hanging("ReadsZerosThenHangs")
        process.send_signal(signal.SIGINT)
        self.is_cut_short(process, "ended by SIGINT", 130)
        self.assertTrue(any(record.get("again") for record in self.records()[0].values()))

    def text(self):
        """The report, without what says how it was run, which differs from run to run."""
        text = pathlib.Path(self.report).read_text(encoding="utf-8") if os.path.exists(self.report) else ""
        return re.sub(r',"ran":\{[^{}]*\}', "", text)

    def test_time_ends_it(self):
        self.is_cut_short(self.start("HangsLong", "--max-minutes", "0.05"), "0.05 minutes passed", 3)

    def test_it_ends_without_room(self):
        self.run_check("Correct")
        for room in (len(self.text().splitlines()[0]) + 1500, len(self.text()) - 1):
            def small_files(room=room):
                resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

            with self.subTest(room=room):
                process = self.start("Correct", preexec_fn=small_files)
                self.is_cut_short(process, self.report + ": cannot write", 3)

    def test_sigkill_leaves_no_adapter_and_a_report_that_is_refused(self):
        process = self.start_hanging("HangsLong")
        process.kill()
        process.communicate()
        until(lambda: not lives(self.marker))
        diff = subprocess.run([VIEWPROOF, "diff", self.report, self.report], capture_output=True, text=True, check=False)
        self.assertEqual(diff.returncode, 2)
        self.assertIn("has no footer", unbroken(diff.stderr))

    def test_resume_goes_on_and_writes_the_same_report(self):
        process = self.start_hanging("ExitsThenHangs")
        process.terminate()
        process.communicate()
        part = self.text()
        self.assertGreater(len(self.records()[0]), 0)
        self.go()
        self.run_check("ExitsThenHangs")
        whole = self.text()
        pathlib.Path(self.report).write_text(part, encoding="utf-8")
        again = self.run_check("ExitsThenHangs", "--resume")
        self.assertEqual(again[0], 1, again)
        self.assertEqual(self.text(), whole)

    def test_what_is_no_record_outlives_every_end(self):
        """A death that no case repeats and noise, told before the run is killed or ended, make the resumed run red."""
        for fault, status, told in (
                ("DiesOnceThenHangs", 1, "died 1 time, in no case that repeats it: SIGSEGV"),
                ("PrintsOnceThenHangs", 2, '1 line on standard output is no reply, the first: "a kernel"')):
            for number in (signal.SIGKILL, signal.SIGTERM):
                with self.subTest(fault, signal=number):
                    process = self.start_hanging(fault, only="unfold/*")
                    until(self.closed, process)
                    process.send_signal(number)
                    process.communicate()
                    self.go()
                    before = self.closed()
                    self.assertEqual(len(before), 1)
                    again = self.run_check(fault, "--resume", only="unfold/*")
                    self.assertEqual(again[0], status, again)
                    self.assertIn(told, again[1])
                    self.assertEqual(self.facts(), before)
                    merged = subprocess.run([VIEWPROOF, "merge", self.report], capture_output=True, text=True, check=False)
                    self.assertEqual(merged.returncode, status, merged)
                    self.assertIn(told, merged.stdout)

    def test_a_death_that_was_being_looked_into_is_stray_unless_a_case_repeats_it(self):
        for fault, told in (("DiesOnceAndHangs", "died 1 time, in no case that repeats it: SIGSEGV"),
                            ("DiesEachTimeAndHangs", "")):
            for number in (signal.SIGKILL, signal.SIGTERM):
                with self.subTest(fault, signal=number):
                    self.forget()
                    process = self.start(fault, only="unfold/c*")
                    until(self.facts, process)
                    process.send_signal(number)
                    process.communicate()
                    self.assertEqual([list(facts) for facts in self.facts()], [["open_deaths"]])
                    self.go()
                    status, out, _ = self.run_check(fault, "--resume", only="unfold/c*")
                    self.assertEqual(status, 1, out)
                    self.assertEqual("in no case that repeats it" in out, bool(told), out)
                    self.assertEqual(self.facts(), [{"stray_deaths": {"SIGSEGV": 1}}] if told else [])

    def test_what_is_no_record_adds_up_over_shards(self):
        for k in (1, 2):
            self.assertEqual(self.run_check("PrintsBeforeHello", "--shard", f"{k}/2")[0], 2)
            os.rename(self.report, f"{self.report}.{k}")
        done = self.merge(2, 1)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertIn('2 lines on standard output are no reply, the first: "welcome"', done.stdout)
        self.assertEqual(self.facts(), [{"noise": {"lines": 2, "first": '"welcome"'}}])

    def test_resume_wants_each_case_once(self):
        process = self.start_hanging("ExitsThenHangs")
        until(lambda: self.text().count("\n") > 2, process)  # a header and two records
        process.kill()
        process.communicate()
        header, first, *rest = self.text().splitlines(True)
        text = header + first + first + "".join(rest)
        pathlib.Path(self.report).write_text(text, encoding="utf-8")
        status, _, err = self.run_check("ExitsThenHangs", "--resume")
        self.assertEqual((status, self.text()), (2, text))
        self.assertIn(f"viewproof: {self.report}:3:", err)
        self.assertIn(f"{json.loads(first)['id']} (", err)
        self.assertIn("is there twice", unbroken(err))

    def test_resume_wants_the_same_plan(self):
        process = self.start_hanging("HangsLong")
        process.terminate()
        process.communicate()
        status, _, err = self.run_check("HangsLong", "--resume", only="view/re*")
        self.assertEqual(status, 2)
        self.assertIn("is not of this suite, subject, gate file and plan", unbroken(err))

    def test_a_device_for_one_process_gets_its_second_look(self):
        gate = pathlib.Path(self.folder.name, "one.gate.toml")
        gate.write_text('[adapter]\ncommand = ["false"]\nrestart = "one"\n[demand]\n'
                        'profiles = ["core"]\n', encoding="utf-8")
        environment = os.environ | {"SHARED": self.folder.name}
        done = subprocess.run([VIEWPROOF, "check", gate, "--only", "unfold/c*", "--", sys.executable, "-SE", BROKEN,
                               "ReadsZerosOnADeviceForOne", REFERENCE], capture_output=True, text=True, env=environment,
                              check=False)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertNotIn("busy", done.stdout + done.stderr)

    def test_jobs_change_nothing(self):
        self.run_check("Segfaults")
        one = self.text()
        self.run_check("Segfaults", "--jobs", "3")
        self.assertEqual(self.text(), one)

    def test_shards_are_the_plan(self):
        self.run_check("Correct")
        whole = self.records()[0]
        parts = {}
        for k in (1, 2, 3):
            self.run_check("Correct", "--shard", f"{k}/3")
            part = self.records()[0]
            self.assertFalse(parts.keys() & part.keys())
            parts |= part
            os.rename(self.report, f"{self.report}.{k}")
        self.assertEqual(parts, whole)

    def merge(self, *reports):
        return subprocess.run([VIEWPROOF, "merge", *(f"{self.report}.{k}" for k in reports), "--report", self.report],
                              capture_output=True, text=True, check=False)

    def test_merged_shards_are_the_whole_report(self):
        status, out, _ = self.run_check("ReadsZeros")
        whole = self.text()
        for k in (1, 2):
            self.run_check("ReadsZeros", "--shard", f"{k}/2")
            os.rename(self.report, f"{self.report}.{k}")
        done = self.merge(2, 1)
        self.assertEqual((done.returncode, self.text()), (status, whole), done.stderr)
        self.assertEqual((len(counts_in(out)), counts_in(done.stdout)), (1, counts_in(out)))
        self.assertIn("shard 2 of 2 is missing", self.merge(1).stderr)
        self.assertIn("shard 1 is there twice", self.merge(1, 2, 1).stderr)

    def test_a_report_is_judged_by_another_gate_file(self):
        status, _, _ = self.run_check("ReadsZeros")
        gate = pathlib.Path(self.folder.name, "other.gate.toml")
        words = [VIEWPROOF, "merge", self.report, "--gate", str(gate), "--report", self.report + ".gated"]
        text = '[adapter]\ncommand = ["false"]\n\n[demand]\nprofiles = ["core"]\nfacets = ["{}"]\n'
        for facet, due in (("values", 1), ("strides", 0)):
            gate.write_text(text.format(facet), encoding="utf-8")
            done = subprocess.run(words, capture_output=True, text=True, check=False)
            self.assertEqual((status, done.returncode), (1, due), done.stdout + done.stderr)
        header = json.loads(pathlib.Path(words[-1]).read_text(encoding="utf-8").split("\n")[0])["header"]
        self.assertEqual((header["gate"], header["demand"]["facets"]), (str(gate), ["strides"]))
        gate.write_text(text.format("values") + 'dtypes = ["int8"]\n', encoding="utf-8")
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr.count("viewproof: ")), (2, 1), done.stdout)
        self.assertIn("no report has a record of unfold/", unbroken(done.stderr))

    def test_a_whole_report_is_judged_again_without_a_run(self):
        status, out, _ = self.run_check("ReadsZeros")
        again, _, err = self.run_check("ReadsZeros", "--resume")
        self.assertEqual(again, 2)
        command = err[err.index("tools/viewproof merge"):].split()[1:]
        self.assertEqual(command, ["merge", self.report, "--groups", "all", "--groups-file", "groups.toml"])
        done = subprocess.run([VIEWPROOF, *command], capture_output=True, text=True, check=False,
                              cwd=self.folder.name, env=os.environ | {"VIEWPROOF_ROOT": os.getcwd()})
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertEqual((len(counts_in(out)), counts_in(done.stdout)), (1, counts_in(out)))
        self.assertIn("\n#1 ", done.stdout)
        groups = pathlib.Path(self.folder.name, "groups.toml").read_text(encoding="utf-8")
        self.assertIn('reason = ""', groups)

    def test_an_option_of_check_that_the_adapter_gets_is_told(self):
        for words, sentence in ((["--report", "r"], "--report stands after --, so it is the adapter's"),
                                (["--jobs=2", "--all"], "--jobs, --all stand after --, so they are the adapter's")):
            done = subprocess.run([VIEWPROOF, "check", "--", "false", *words], capture_output=True, text=True, check=False)
            self.assertEqual(done.stderr.count(f"viewproof: {sentence}\n"), 1, done.stderr)

    def test_it_is_not_silent(self):
        process = self.start("HangsLong")
        self.assertTrue(any(re.match(r"\d+( of [\d,]+)?( · \d+ deaths?)? · now unfold/", line) for line in process.stderr))
        process.terminate()
        process.communicate()

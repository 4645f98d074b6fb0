"""`viewproof fuzz` and `check --deep` as a user sees them: what they end with, and what they refuse."""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import tomllib
import unittest

from beside import REFERENCE, VIEWPROOF, unbroken
from patience import until

# The reference through a pipe: narrow forgets the offset; "die": select ends the process; "harm": a t on 3 elements or
# more does, and after a t on 2 the next t does; "moody": narrow forgets it in the 101st to the 199th case alone; "once":
# the first process aborts at its second batch, and no other, since the file died is there; "prints": what is no reply;
# "first": the first narrow that shows an offset has the fault, in each process, and no other. The file asked is there after
# 1500 cases.
WRONG = """import json, math, os, re, subprocess, sys
harmed, asked = False, 0
inner = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
for line in sys.stdin:
    request = json.loads(line)
    cases = request.get("run", [])
    if "die" in sys.argv and any(s["op"] == "select" for case in cases for s in case["chain"]):
        sys.exit(9)
    if "prints" in sys.argv and cases:
        print("a kernel", flush=True)
    if "once" in sys.argv and asked and not os.path.exists(__file__ + ".died"):
        open(__file__ + ".died", "w").close()
        os.abort()
    for case in cases if "harm" in sys.argv else []:
        count = math.prod(case["base"]["sizes"]) if any(s["op"] == "t" for s in case["chain"]) else -1
        if count > 2 or count >= 0 and harmed:
            sys.exit(9)
        harmed = harmed or count == 2
    inner.stdin.write(line)
    for k in range(len(cases) if "run" in request else "hello" in request):
        reply = inner.stdout.readline()
        asked += bool(cases)
        if cases and (len(sys.argv) == 2 or "moody" in sys.argv and 100 < asked < 200 or "first" in sys.argv and not harmed):
            shown = json.loads(reply)
            for step, entry in zip(cases[k]["chain"], shown.get("steps", [])):
                if step["op"] == "narrow" and entry.get("outputs"):
                    harmed |= entry["outputs"][0]["offset"] != 0
                    entry["outputs"][0]["offset"] = 0
            reply = json.dumps(shown) + "\\n"
        sys.stdout.write(reply)
        sys.stdout.flush()
        if asked == 1500:
            open(__file__ + ".asked", "w").close()
"""


class Fuzz(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.here = pathlib.Path(self.folder.name)
        (self.here / "wrong.py").write_text(WRONG, encoding="utf-8")

    def tearDown(self):
        self.folder.cleanup()

    def run_it(self, *words, verb="fuzz"):
        """[words] -> exit status, standard output, standard error"""
        done = subprocess.run([VIEWPROOF, verb, *words], capture_output=True, text=True, env=os.environ | {"COLUMNS": "200"})
        return done.returncode, done.stdout, done.stderr

    def refused(self, *words, verb="fuzz"):
        """-> the line that says why nothing was run"""
        status, out, err = self.run_it(*words, verb=verb)
        self.assertEqual((status, out), (2, ""), err)
        return err

    def test_a_right_subject_has_no_finding(self):
        status, out, _ = self.run_it("--cases", "1000", "--seed", "3", "--", REFERENCE)
        self.assertEqual(status, 0, out)
        self.assertRegex(out, r"\AGREEN reference \S+, without a gate file: nothing new in 1,000 cases +in [\d.]+ s\n")
        self.assertIn(f" again tools/viewproof fuzz --seed 3 --first 0 --cases 1000 -- {REFERENCE} the same cases again", unbroken(out))
        self.assertIn("\n1,000 passed · 0 new · 0 known · 0 not demanded · 0 not asked\n", out)

    def test_time_names_the_number_of_cases(self):
        status, out, _ = self.run_it("--time", "0.3s", "--", REFERENCE)
        self.assertEqual(status, 0, out)
        self.assertRegex(unbroken(out), r"--first 0 --cases [1-9]\d* ")

    def test_a_bug_is_found_shrunk_and_shown(self):
        report = self.here / "found.jsonl"
        status, out, err = self.run_it("--cases", "400", "--report", str(report), "--corpus", str(self.here / "corpus"),
                                       "--", sys.executable, str(self.here / "wrong.py"), REFERENCE)
        self.assertEqual(status, 1, out + err)
        self.assertIn("narrow gives a wrong offset", out)
        self.assertIn("expected, in PyTorch\n    t0 = torch.arange(", out)
        lines = [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]
        findings = [line["finding"] for line in lines if "finding" in line]
        self.assertEqual({f["key"].split()[0] for f in findings}, {"narrow"})
        self.assertTrue(all(len(f["chain"]) <= 2 for f in findings if "not_minimal" not in f), findings)
        self.assertEqual((lines[0]["header"]["range"]["cases"], lines[-1]["footer"]["run"]), (400, "complete"))
        corpus = sorted((self.here / "corpus").iterdir())
        self.assertEqual(len(corpus), len(findings))
        # The cases that were found are asked first, and are right in another subject.
        status, out, _ = self.run_it("--cases", "10", "--corpus", str(self.here / "corpus"), "--", REFERENCE)
        self.assertEqual(status, 0, out)
        self.assertIn(f"corpus: {len(corpus)} cases, 0 of them not admitted", out)

    def test_what_was_accepted_is_known_until_it_is_fixed(self):
        gate = self.here / "mine.gate.toml"
        own = '[adapter]\ncommand = ["%s"]\n' % '", "'.join([sys.executable, str(self.here / "wrong.py"), REFERENCE])
        gate.write_text(own, encoding="utf-8")
        found = self.here / "found.jsonl"
        asked = [str(gate), "--cases", "1200", "-v", "--report", str(found)]
        status, out, err = self.run_it(*asked)
        self.assertEqual(status, 1, out + err)
        accept = [str(found), "--gate", str(gate), "--reason", "narrow is not ours"]
        self.assertIn("--group 99: the report has", self.refused(*accept, "--group", "99", verb="accept"))
        self.assertIn("--reason: is empty", self.refused(str(found), "--all", "--reason", " ", verb="accept"))
        status, out, err = self.run_it(*accept, "--all", verb="accept")
        self.assertEqual(status, 0, out + err)
        self.assertTrue(gate.read_text(encoding="utf-8").startswith(own))
        entries = tomllib.loads(gate.read_text(encoding="utf-8"))["known_failure"]
        self.assertTrue(entries)
        self.assertEqual({entry["op"] for entry in entries}, {"narrow"})
        self.assertTrue(all("when" in entry for entry in entries), entries)
        again = self.run_it(*accept, "--all", verb="accept")[1]
        self.assertEqual(again.count(": is there already"), len(entries))
        status, out, err = self.run_it(*asked)
        self.assertEqual(status, 0, out + err)
        self.assertRegex(out, r"\AGREEN reference \S+: nothing new in [\d,]+ cases \([1-9]\d* findings? (is|are) known\) ")
        self.assertIn("narrow is not ours", out)
        # A library without the bug: each case is told.
        gate.write_text(gate.read_text(encoding="utf-8").replace(own, f'[adapter]\ncommand = ["{REFERENCE}"]\n'), encoding="utf-8")
        status, out, _ = self.run_it(*asked[:3])
        self.assertEqual(status, 0, out)
        self.assertEqual(out.count("fixed: narrow "), len(entries), out)
        (self.here / "mine.gate.lock").unlink()
        self.assertIn("mine.gate.lock: is missing", self.refused(*asked))

    def test_an_entry_of_what_is_drawn_says_what_it_asks_for(self):
        gate = self.here / "mine.gate.toml"
        own = '[adapter]\ncommand = ["%s"]\n' % '", "'.join([sys.executable, str(self.here / "wrong.py"), REFERENCE])
        (self.here / "mine.gate.lock").write_text('{"lock":1}\n', encoding="utf-8")
        asked = [str(gate), "--cases", "400", "-v"]
        entry = {"op": "*", "difference": "offset", "verdict": "fail", "facets": ["strides"], "when": [], "reason": "all"}

        def known(**more):
            lines = [f"{key} = {json.dumps(value)}" for key, value in (entry | more).items()]
            gate.write_text("\n".join([own, "[[known_failure]]", *lines, ""]), encoding="utf-8")

        for key, word in (("op", ""), ("difference", "ofset"), ("verdict", "pass"), ("verdict", "skip"), ("verdict", "failed"),
                          ("facets", ["stride"]), ("when", ["rainy"]), ("after", ["narrows"])):
            known(**{key: word})
            self.assertRegex(self.refused(*asked), rf'mine.gate.toml:\d+: key "known_failure.{key}": ')
        # One that asks for nothing is told where it is read last.
        known()
        out = self.run_it(*asked)[1]
        self.assertRegex(out, r"\A[A-Z]+ .* in \d+ cases \(([1-9]\d* findings? (?:is|are) known)\) (?s:.*)\n  \1 by an entry without conditions\n")
        known(after=["view", "narrow", "t"])
        self.assertNotIn("without conditions", self.run_it(*asked)[1])
        known(answer="offset storage")
        self.assertNotIn(" known", self.run_it(*asked)[1].splitlines()[0])

    def test_a_file_of_the_corpus_that_is_passed_over_is_named(self):
        corpus = self.here / "corpus"
        corpus.mkdir()
        base = {"dtype": "float32", "sizes": [2, 2]}
        for name, count in (("short", 2), ("long", 5000)):
            (corpus / (name + ".json")).write_text(json.dumps({"base": base, "chain": [{"op": "unsqueeze", "dim": 0}] * count}), encoding="utf-8")
        out = self.run_it("--cases", "5", "--corpus", str(corpus), "--", REFERENCE)[1]
        self.assertIn(f"corpus: 2 cases, 1 of them not admitted\n  not asked: {corpus}/long.json\n", out)

    def test_what_passes_alone_is_not_accepted(self):
        gate, found = self.here / "mine.gate.toml", self.here / "found.jsonl"
        own = [sys.executable, str(self.here / "wrong.py"), REFERENCE, "moody"]
        gate.write_text('[adapter]\ncommand = ["%s"]\n' % '", "'.join(own), encoding="utf-8")
        status, out, err = self.run_it(str(gate), "--cases", "1200", "--ops", "narrow,t", "--report", str(found))
        self.assertEqual(status, 1, out + err)
        lines = map(json.loads, found.read_text(encoding="utf-8").splitlines())
        findings = [line["finding"] for line in lines if "finding" in line]
        self.assertTrue(findings and all(finding.get("order") for finding in findings), findings)
        status, out, err = self.run_it(str(found), "--gate", str(gate), "--all", "--reason", "late", verb="accept")
        self.assertEqual(status, 0, out + err)
        self.assertEqual(out.count("left out: it passes alone"), len(findings), out)
        self.assertIn("nothing to do", out)
        self.assertFalse((self.here / "mine.gate.lock").exists())

    def report(self, name, *words, verb="fuzz", due=0):
        """[name of a file] -> what a run reports, which ends as it is due"""
        path = self.here / name
        status, out, err = self.run_it("--report", str(path), *words, verb=verb)
        self.assertEqual(status, due, out + err)
        return str(path)

    def bytes_of(self, *words, verb="fuzz"):
        return pathlib.Path(self.report("r.jsonl", *words, verb=verb)).read_bytes()

    def test_a_subject_in_this_process_is_judged_as_in_its_own(self):
        for verb, words in (("fuzz", ["--cases", "600", "--seed", "7"]), ("check", ["--deep", "700", "--deep-from", "106800"]),
                            ("fuzz", ["--cases", "300", "--ops", "view,setitem"])):
            here = self.bytes_of("reference", *words, verb=verb)
            self.assertEqual(self.bytes_of("reference", *words, "--jobs", "3", verb=verb), here)
            self.assertEqual(self.bytes_of("reference", *words, "--", REFERENCE, verb=verb), here)

    def test_ranges_add_up_to_the_whole(self):
        for verb, cases, first in (("fuzz", "--cases", "--first"), ("check", "--deep", "--deep-from")):
            one = self.report("1.jsonl", "model", cases, "150", verb=verb)
            two = self.report("2.jsonl", "model", cases, "350", first, "150", verb=verb)
            added = self.report("sum.jsonl", two, one, verb="merge")
            self.assertEqual(pathlib.Path(added).read_bytes(), self.bytes_of("model", cases, "500", verb=verb))
            self.assertIn("1.jsonl: cases 0 to 149 are there twice", self.refused(one, two, one, verb="merge"))
            status, out, _ = self.run_it(added, verb="merge")
            self.assertEqual(status, 0, out)
            self.assertRegex(out, r"\AGREEN model \S+: nothing new in 500 cases\n500 passed · 0 new · 0 known · 0 not demanded · 0 not asked\n\Z")
            self.assertIn("--groups", self.refused(added, "--groups", "all", verb="merge"))

    def test_a_sum_is_red_on_what_its_ranges_found(self):
        wrong = [sys.executable, str(self.here / "wrong.py"), REFERENCE]
        one = self.report("1.jsonl", "--cases", "300", "--", *wrong, due=1)
        two = self.report("2.jsonl", "--first", "300", "--cases", "300", "--", *wrong, due=1)
        added = self.report("sum.jsonl", one, two, verb="merge", due=1)
        status, out, err = self.run_it(added, verb="merge")
        self.assertEqual(status, 1, out + err)
        self.assertRegex(out, r"\n  #1 narrow offset .*: \d+ of case \d+ and later\n")
        self.assertRegex(out, r"\nRED reference \S+: [1-9]\d* findings? in 600 cases\n\Z")
        late = self.report("late.jsonl", "--first", "600", "--cases", "5", "--", REFERENCE)
        self.assertIn("late.jsonl: cases 300 to 599 are missing", self.refused(one, late, verb="merge"))
        other = self.report("other.jsonl", "--seed", "2", "--first", "300", "--cases", "5", "--", REFERENCE)
        self.assertIn("other.jsonl: is not of the run that", self.refused(one, other, verb="merge"))

    def test_jobs_change_nothing(self):
        reports = []
        for jobs in "12":
            path = self.here / f"{jobs}.jsonl"
            self.run_it("--cases", "300", "--jobs", jobs, "--report", str(path), "--", sys.executable,
                        str(self.here / "wrong.py"), REFERENCE)
            reports.append(path.read_bytes())
        self.assertEqual(*reports)

    def test_a_death_is_a_finding_and_the_run_goes_on(self):
        status, out, err = self.run_it("--cases", "25", "--ops", "select,t", "--", sys.executable,
                                       str(self.here / "wrong.py"), REFERENCE, "die")
        self.assertEqual(status, 1, out + err)
        self.assertIn("dies: ", out)
        self.assertIn("select dies: exit 9", out)

    def test_a_death_in_the_middle_of_a_chain_is_shrunk_and_no_matter_of_order(self):
        wrong = [sys.executable, str(self.here / "wrong.py"), REFERENCE, "die"]
        status, out, err = self.run_it("--cases", "300", "--shrink-seconds", "600", "--", *wrong)
        self.assertEqual(status, 1, out + err)
        self.assertRegex(out, r"\n#1 select dies: exit 9 +\d+ cases?\b")
        self.assertNotIn("only after other cases", out)
        self.assertNotIn("not minimal", out)
        self.assertRegex(out, r"\n   case +\w+\[\S*\] \| select\(\S+ \S+\)\n   expected .*\n   got +it died at step 1: exit 9\n")

    def test_order_is_said_of_what_passes_alone_in_a_new_process(self):
        status, out, err = self.run_it("--cases", "30", "--ops", "narrow", "--", sys.executable, str(self.here / "wrong.py"), REFERENCE, "first")
        self.assertEqual(status, 1, out + err)
        self.assertIn("narrow gives a wrong offset", out)
        self.assertNotIn("only after other cases", out)

    def test_a_signal_ends_it_with_the_number_of_cases(self):
        for words, found in ((["right"], "nothing new"), ([], r"\d+ findings?")):
            (self.here / "wrong.py.asked").unlink(missing_ok=True)
            wrong = [sys.executable, str(self.here / "wrong.py"), REFERENCE, *words]
            with subprocess.Popen([VIEWPROOF, "fuzz", "--time", "600s", "--", *wrong], stdout=subprocess.PIPE, text=True) as run:
                until((self.here / "wrong.py.asked").exists, run)
                run.send_signal(signal.SIGINT)
                out = run.communicate()[0]
            self.assertEqual(run.returncode, 130, out)
            self.assertRegex(out, rf"\nPARTIAL reference \S+: ended by SIGINT; {found} in [\d,]+ cases\n\Z")
            self.assertNotIn("only after other cases", out)

    def test_a_process_that_was_harmed_earlier_does_not_shrink_a_death(self):
        status, out, err = self.run_it("--first", "42", "--cases", "1", "--ops", "t", "--", sys.executable,
                                       str(self.here / "wrong.py"), REFERENCE, "harm")
        self.assertEqual(status, 1, out + err)
        self.assertIn("case      float32[3] | t()\n", out)

    def gated(self, word, more=""):
        """[of wrong.py] -> a gate file"""
        gate = self.here / "mine.gate.toml"
        own = [sys.executable, str(self.here / "wrong.py"), REFERENCE, word]
        gate.write_text('[adapter]\ncommand = ["%s"]\n%s' % ('", "'.join(own), more), encoding="utf-8")
        return str(gate)

    def test_a_death_that_nothing_repeats_is_red_unless_the_gate_allows_it(self):
        allowed = '[[flaky_death]]\nsignals = ["SIGABRT"]\nat_most = 1\nreason = "old"\n'
        told, report = "died 1 time, in no case that repeats it: SIGABRT", self.here / "r.jsonl"
        for more, due, line in (("", 1, rf"\ARED reference \S+: {told}; nothing new in "), (allowed, 0, f"\n  allowed: {told}\n")):
            gate = self.gated("once", more)
            for verb, words in (("fuzz", [gate, "--cases", "200", "--report", str(report)]), ("check", [gate, "--deep", "200"])):
                (self.here / "wrong.py.died").unlink(missing_ok=True)
                status, out, err = self.run_it(*words, verb=verb)
                self.assertEqual(status, due, out + err)
                self.assertRegex(out, line)
            self.assertIn('{"facts":{"stray_deaths":{"SIGABRT":1}}}', report.read_text(encoding="utf-8"))

    def test_noise_ends_it_as_it_ends_a_check(self):
        gate = self.gated("prints")
        for verb, words in (("fuzz", [gate, "--cases", "20"]), ("check", [gate, "--deep", "20"])):
            status, out, err = self.run_it(*words, verb=verb)
            self.assertEqual(status, 2, out + err)
            self.assertRegex(out, r'\ARED reference \S+: \d+ lines? on standard output (is|are) no reply, the first: "a kernel"')

    def test_a_run_of_nothing_is_red(self):
        status, out, err = self.run_it("--deep", "10", "--deep-from", "999999999999", "--", REFERENCE, verb="check")
        self.assertEqual(status, 1, out + err)
        self.assertRegex(out, r"\nRED reference \S+: nothing was executed\n\Z")
        self.assertNotIn("--deep 0", out)

    def test_what_is_wrong_is_told_in_a_line(self):
        self.assertIn("--time: expected a time such as 90s", self.refused("--time", "5q", "--", REFERENCE))
        self.assertIn("give one of them", self.refused("--time", "5s", "--cases", "7", "--", REFERENCE))
        self.assertIn("--ranks: expected", self.refused("--ranks", "3-1", "--", REFERENCE))
        self.assertIn('no op "vieww"; did you mean view?', self.refused("--ops", "vieww", "--", REFERENCE))
        self.assertIn("there is no op to ask", self.refused("--ops", "read", "--", REFERENCE))
        for seed in ("abc", "-1", "1.5", "18446744073709551616"):
            self.assertIn(seed, self.refused("--seed", seed, "--", REFERENCE))
        for name in ("--first", "--cases"):
            for number in ("-1", "1000000000000000001", "9223372036854775800", "9223372036854775808", "1e3"):
                err = self.refused(name, number, "--", REFERENCE)
                self.assertIn(name, err)
                self.assertIn(number, err)
        self.assertIn("no/r.jsonl: cannot write", self.refused("--report", str(self.here / "no" / "r.jsonl"), "--", REFERENCE))
        self.assertIn("wrong.py: ", self.refused("--corpus", str(self.here / "wrong.py"), "--", REFERENCE))
        for damaged in ('{"base":{"dtype":"float32"', '{"base":{"dtype":"float32","sizes":[2]},"chain":[]}'):
            (self.here / "0123.json").write_text(damaged, encoding="utf-8")
            self.assertIn("0123.json: field ", self.refused("--corpus", str(self.here), "--", REFERENCE))

    def test_deep_goes_on_where_it_ended(self):
        status, out, _ = self.run_it("--deep", "500", "--", REFERENCE, verb="check")
        self.assertEqual(status, 0, out)
        self.assertIn(f" tools/viewproof check --deep 500 --deep-from 500 -- {REFERENCE} the ones that follow", unbroken(out))
        status, out, _ = self.run_it("--deep", "500", "--deep-from", "106900", "--", REFERENCE, verb="check")
        self.assertEqual(status, 0, out)
        self.assertRegex(out, r"\AGREEN reference \S+, without a gate file: nothing new in \d+ cases ")

    def counts_of(self, *words):
        """-> how many cases were drawn and judged, of each op"""
        report = self.here / "r.jsonl"
        self.assertEqual(self.run_it("--deep", "600", "--report", str(report), *words, "--", REFERENCE, verb="check")[0], 0)
        return json.loads(report.read_text(encoding="utf-8").splitlines()[-1])["footer"]["cases"]

    def test_shards_of_deep_are_parts_of_it(self):
        whole = self.counts_of()
        parts = [self.counts_of("--shard", f"{k}/3") for k in (1, 2, 3)]
        self.assertEqual(sum(part["passed"] for part in parts), whole["passed"])
        self.assertLess(max(part["passed"] for part in parts), whole["passed"] / 2)
        status, out, _ = self.run_it("--deep", "600", "--shard", "2/3", "--profile", "core", "--jobs", "2", "--", REFERENCE, verb="check")
        self.assertEqual(status, 0, out)
        self.assertRegex(unbroken(out), r" tools/viewproof check --profile core --shard 2/3 --deep 600 --deep-from 600 -- \S+ the ones that follow")
        steps = re.search(r"steps judged:(.*(?:\n    .*)*)", self.run_it("--deep", "9000", "-v", "--profile", "kernels", "--", REFERENCE, verb="check")[1]).group(1)
        self.assertNotIn("view", steps)

    def test_time_ends_deep(self):
        status, out, _ = self.run_it("--deep", "1000000", "--max-minutes", "0.01", "--", REFERENCE, verb="check")
        self.assertEqual(status, 3, out)
        self.assertRegex(out, r"\nPARTIAL reference \S+: 0.01 minutes passed \(--max-minutes\); (nothing new in [\d,]+ cases?|nothing was executed)\n\Z")

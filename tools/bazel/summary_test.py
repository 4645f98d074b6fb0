"""What summary.py counts of Bazel's events, of XML and of scripts' lines, and how it ends."""
import contextlib
import io
import json
import pathlib
import tempfile
import unittest

import summary

GTEST = '''<testsuites name="AllTests"><testsuite name="A">
<testcase classname="A" name="B" status="run"/><testcase classname="A" name="C" status="run"><failure message="no"/></testcase>
<testcase classname="A" name="D" status="notrun"/>
<testcase classname="A" name="E" status="run"><skipped message="a_test.cc:7&#10;there is no device&#10;    pip install it"/></testcase>
<testcase classname="A" name="F"><error/></testcase><testcase name="G"><skipped/></testcase></testsuite></testsuites>'''
PASSES = '<testsuites><testsuite name="A"><testcase name="B"/></testsuite></testsuites>'
KNOWN = '<skipped message="known: it is so"/>'


def vectors(*names, subject="acme 1.0 (rev 2)", gate="", **inside):
    """[cases, what stands in some of them] -> the XML that `viewproof check` writes"""
    return f'<testsuites name="viewproof {subject}"><testsuite name="t">' + "".join(
        f'<testcase classname="viewproof.core.t" name="{name}">{inside.get(name[2], "")}</testcase>' for name in names
    ) + f'<testcase classname="viewproof" name="gate">{gate}</testcase></testsuite></testsuites>'


class Summary(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.here = pathlib.Path(folder.name)
        self.files = 0

    def write(self, text):
        """-> a new file with the text"""
        self.files += 1
        path = self.here / f"file {self.files}"
        path.write_text(text, encoding="utf-8")
        return path

    def result(self, label, xml=None, status="PASSED", log="", **key):
        """-> the event of a test that ended"""
        outputs = [{"name": "test.log", "uri": self.write(log).as_uri()}]
        if xml is not None:
            outputs.append({"name": "test.xml", "uri": self.write(xml).as_uri()})
        return {"id": {"testResult": {"label": label, **key}}, "testResult": {"status": status, "testActionOutput": outputs}}

    def run_of(self, *events, name="all", status=0):
        """[events of a run of Bazel] -> the argument that names it"""
        return f"{name}={status}={self.write(''.join(json.dumps(event) + chr(10) for event in events))}"

    def summed(self, *arguments):
        """-> exit status, and the lines that are printed"""
        with contextlib.redirect_stdout(io.StringIO()) as out:
            status = summary.main(list(arguments))
        return status, out.getvalue().splitlines()


class Cases(Summary):
    def test_each_is_one_and_a_reason_is_said(self):
        status, out = self.summed(self.run_of(self.result("//a:a", GTEST, "FAILED"), status=3))
        self.assertEqual(status, 1)
        self.assertEqual(out, ["all: 1 passed, 2 failed, 3 skipped", "  failed: //a:a A.C", "  failed: //a:a A.F", "  skipped 1: disabled",
                               "  skipped 1: no reason given", "  skipped 1: there is no device", "1 passed, 2 failed, 3 skipped"])

    def test_of_shards_are_added_and_the_last_attempt_counts(self):
        run = self.run_of(self.result("//a:a", GTEST, "FAILED", shard=1, attempt=1), self.result("//a:a", PASSES, shard=1, attempt=2),
                          self.result("//a:a", PASSES, shard=2), self.result("//a:b", PASSES, "FLAKY"))
        self.assertEqual(self.summed(run), (0, ["all: 3 passed, 0 failed, 0 skipped", "3 passed, 0 failed, 0 skipped"]))

    def test_a_target_without_xml_is_one(self):
        for xml in (None, "<testsuites"):
            run = self.run_of(self.result("//a:a", xml), self.result("//a:b", xml, "TIMEOUT"), status=3)
            self.assertEqual(self.summed(run)[1][:2], ["all: 1 passed, 1 failed, 0 skipped", "  failed: //a:b TIMEOUT"])

    def test_a_target_that_failed_after_its_cases_has_failed(self):
        run = self.run_of(self.result("//a:a", PASSES, "FAILED"), status=3)
        self.assertEqual(self.summed(run)[1][:2], ["all: 1 passed, 1 failed, 0 skipped", "  failed: //a:a FAILED"])

    def test_runs_are_added(self):
        one = self.run_of(self.result("//a:a", PASSES))
        two = self.run_of(self.result("//a:a", PASSES), name="sanitized")
        self.assertEqual(self.summed("--left-out=2", one, two)[1][-1], "2 passed, 0 failed, 2 skipped")


class Targets(Summary):
    def test_one_that_does_not_build_or_load_has_failed(self):
        run = self.run_of(
            {"id": {"targetCompleted": {"label": "//a:a"}}, "completed": {}},
            {"id": {"targetCompleted": {"label": "//a:b"}}, "completed": {"success": True}},
            {"id": {"targetCompleted": {"label": "//a:c"}}, "aborted": {"reason": "SKIPPED"}},
            {"id": {"configuredLabel": {"label": "//a:d"}}, "aborted": {"reason": "ANALYSIS_FAILURE"}},
            {"id": {"testSummary": {"label": "//a:e"}}, "testSummary": {"overallStatus": "NO_STATUS"}}, status=1)
        status, out = self.summed(run)
        self.assertEqual(status, 1)
        self.assertEqual(out[:-1], ["all: 0 passed, 3 failed, 1 skipped", "  failed: //a:a did not build", "  failed: //a:d did not load",
                                    "  failed: //a:e was not run", "  skipped 1: incompatible target"])

    def test_a_status_that_nothing_explains_has_failed(self):
        for status in (1, 2, 3, 37):
            run = self.run_of(self.result("//a:a", PASSES), status=status)
            self.assertIn(f"  failed: bazel ended with status {status}, see above", self.summed(run)[1])

    def test_events_that_are_cut_off_end_there(self):
        path = self.write(json.dumps(self.result("//a:a", PASSES)) + "\n{\"id\": {")
        self.assertEqual(self.summed(f"all=0={path}")[1][-1], "1 passed, 0 failed, 0 skipped")


class Vectors(Summary):
    def test_are_one_test_in_however_many_shards_and_counted_once_for_all_dtypes(self):
        run = self.run_of(self.result("//a:v", vectors("t/a (int8)", "t/a (bool)", "t/b (int8)"), shard=1),
                          self.result("//a:v", vectors("t/a (int64)", "t/c (int8)"), shard=2))
        self.assertEqual(self.summed(run), (0, ["all: 1 passed, 0 failed, 0 skipped", "vectors: acme 3", "1 passed, 0 failed, 0 skipped"]))

    def test_are_counted_if_they_were_judged(self):
        run = self.run_of(self.result("//a:v", vectors("t/a (int8)", "t/b (int8)", "t/c (int8)", a='<skipped message="op"/>', b=KNOWN)))
        self.assertEqual(self.summed(run)[1][1:], ["vectors: acme 2", "1 passed, 0 failed, 0 skipped"])

    def test_that_fail_are_one_failure_with_the_first_of_them(self):
        bad = "<failure message='no'/>"
        run = self.run_of(self.result("//a:v", vectors(*(f"t/{k} (int8)" for k in "abcde"), a=bad, b=bad, c="<error/>", d=bad, gate=bad),
                                      "FAILED"), status=3)
        self.assertEqual(self.summed(run), (1, [
            "all: 0 passed, 1 failed, 0 skipped", "  failed: //a:v 5: t/a (int8), t/b (int8), t/c (int8)", "vectors: acme 5",
            "0 passed, 1 failed, 0 skipped"]))

    def test_that_pass_in_a_target_that_fails_are_a_failure(self):
        run = self.run_of(self.result("//a:v", vectors("t/a (int8)"), "FAILED", shard=1), self.result("//a:v", vectors(), shard=2),
                          self.result("//a:v", None, "TIMEOUT", shard=3), status=3)
        self.assertEqual(self.summed(run)[1][:2], ["all: 0 passed, 1 failed, 0 skipped", "  failed: //a:v 2: FAILED, //a:v TIMEOUT"])

    def test_that_a_test_says_it_judged_are_added_of_its_shards_alone(self):
        log = "a line\nvectors: torch 1000\ntest_a (a_test.A.test_a) ... vectors: lists 12\nits vectors: lists 3\nvectors: 4 of them\n"
        one = self.run_of(self.result("//a:a", PASSES, log=log, shard=1), self.result("//a:a", PASSES, log=log, shard=2),
                          self.result("//a:v", vectors("t/a (int8)")))
        two = self.run_of(self.result("//a:a", PASSES, log="vectors: torch 7\n"), name="sanitized")
        self.assertEqual(self.summed(one, two)[1][2:], ["vectors: acme 1 · lists 24 · torch 2,000 + 7", "4 passed, 0 failed, 0 skipped"])


class Others(Summary):
    def test_lines_of_a_script_are_cases(self):
        path = self.write("passed: a\nfailed: b is bad\n1 passed, 1 failed, 0 skipped\n")
        self.assertEqual(self.summed(f"--lines={path}"), (1, ["1 passed, 1 failed, 0 skipped"]))

    def test_lines_that_end_early_have_failed(self):
        for text in ("", "passed: a\n", "passed: a\n2 passed, 0 failed, 0 skipped\n"):
            self.assertEqual(self.summed(f"--lines={self.write(text)}")[0], 1, text)

    def test_xml_without_bazel_is_counted_and_none_has_failed(self):
        path = self.write(GTEST)
        self.assertEqual(self.summed(f"--junit={path}")[1][-1], "1 passed, 2 failed, 3 skipped")
        for text in ("", "<testsuites/>"):
            self.assertEqual(self.summed(f"--junit={self.write(text)}")[1][-1], "0 passed, 1 failed, 0 skipped")
        self.assertEqual(self.summed("--junit=/nowhere/lint_test.xml")[1][1], "  failed: lint_test told no result")

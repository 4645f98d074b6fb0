"""What run_tests.py tells Bazel of files with every kind of test."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

RUN_TESTS = pathlib.Path("tools/bazel/run_tests.py").absolute()
EVERY = '''
import sys, unittest

class Plain(unittest.TestCase):
    def test_passes(self):
        self.assertEqual(sys.argv[1:], ["one", "two"])

    def test_fails(self):
        self.fail("an escape \\x1b[31m, a \\ud800 and a <tag>")

    def test_is_an_error(self):
        raise ValueError("no value")

    def test_is_skipped(self):
        self.skipTest("nothing is here")

    def test_of_parts(self):
        for part in ("good", "bad", "worse"):
            with self.subTest(part=part):
                self.assertEqual(part, "good")

    def test_of_a_part_that_is_skipped(self):
        for part in ("here", "gone"):
            with self.subTest(part):
                if part == "gone":
                    self.skipTest("it is gone")

    def test_ends_the_process(self):
        sys.exit(0)

    @unittest.expectedFailure
    def test_known(self):
        self.fail()

    @unittest.expectedFailure
    def test_known_no_more(self):
        pass

@unittest.skip("the class is off")
class Off(unittest.TestCase):
    def test_one(self):
        pass

class Broken(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise OSError("no class")

    def test_one(self):
        pass

    def test_two(self):
        pass

class Absent(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise unittest.SkipTest("no torch")

    def test_one(self):
        pass

    def test_two(self):
        pass

class EndsBadly(unittest.TestCase):
    @classmethod
    def tearDownClass(cls):
        raise OSError("no end")

    def test_one(self):
        pass
'''
PASS = "import unittest\nclass A(unittest.TestCase):\n"


def run(text, *words, **environment):
    """[a test file, its arguments] -> exit status, {case: (its kind, its message)}, its XML, what was printed"""
    with tempfile.TemporaryDirectory() as folder:
        file, xml = pathlib.Path(folder, "some_test.py"), pathlib.Path(folder, "test.xml")
        file.write_text(text, encoding="utf-8")
        kept = {name: value for name, value in os.environ.items() if not name.startswith("TEST")}
        done = subprocess.run([RUN_TESTS, sys.executable, file, *words], cwd=folder, check=False, stdout=subprocess.PIPE, text=True,
                              stderr=subprocess.STDOUT, env=kept | {"XML_OUTPUT_FILE": str(xml)} | environment)
        root = ElementTree.parse(xml).getroot() if xml.exists() else ElementTree.Element("testsuites")
    cases = {}
    for case in root.iter("testcase"):
        name = f"{case.get('classname')}.{case.get('name')}".removeprefix("some_test.")
        cases[name] = next(((of.tag, of.get("message")) for of in case), ("passed", ""))
    return done.returncode, cases, root, done.stdout


def setUpModule():
    # A runner that loses failures would lose this one, too.
    if run(PASS + "    def test_a(self): self.fail()\n")[0] != 1:
        os._exit(1)


class Every(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.status, cls.cases, cls.xml, cls.out = run(EVERY, "one", "two")

    def test_each_method_is_a_case(self):
        self.assertEqual(self.status, 1)
        self.assertEqual(self.cases, {
            "Plain.test_passes": ("passed", ""),
            "Plain.test_fails": ("failure", r"AssertionError: an escape \x1b[31m, a \ud800 and a <tag>"),
            "Plain.test_is_an_error": ("failure", "ValueError: no value"),
            "Plain.test_is_skipped": ("skipped", "nothing is here"),
            "Plain.test_of_parts": ("failure", "AssertionError: 'bad' != 'good'"),
            "Plain.test_of_a_part_that_is_skipped": ("skipped", "it is gone"),
            "Plain.test_ends_the_process": ("failure", "SystemExit: 0"),
            "Plain.test_known": ("passed", ""),
            "Plain.test_known_no_more": ("failure", "an unexpected success"),
            "Off.test_one": ("skipped", "the class is off"),
            "Broken.test_one": ("failure", "OSError: no class"),
            "Broken.test_two": ("failure", "OSError: no class"),
            "Absent.test_one": ("skipped", "no torch"),
            "Absent.test_two": ("skipped", "no torch"),
            "EndsBadly.test_one": ("passed", ""),
            "EndsBadly": ("failure", "OSError: no end"),
        })
        suite = self.xml.find("testsuite")
        self.assertEqual([suite.get(count) for count in ("tests", "failures", "skipped")], ["16", "8", "5"])

    def test_a_failure_names_each_part_that_failed(self):
        (case,) = [case for case in self.xml.iter("testcase") if case.get("name") == "test_of_parts"]
        text = case.find("failure").text
        self.assertIn("(part='bad')\nTraceback", text)
        self.assertIn("(part='worse')\nTraceback", text)
        self.assertNotIn("(part='good')", text)

    def test_the_log_names_each_as_it_starts(self):
        self.assertRegex(self.out, r"(?m)^test_passes \(some_test.Plain.test_passes\) \.\.\. ok$")
        self.assertRegex(self.out, r"(?m)^test_is_skipped \(.*\) \.\.\. skipped 'nothing is here'$")
        self.assertIn("ValueError: no value", self.out)

    def test_times_are_of_each(self):
        _, _, xml, _ = run("import threading\n" + PASS + "    def test_a(self): threading.Event().wait(0.1)\n    def test_b(self): pass\n")
        slow, quick = (float(case.get("time")) for case in xml.iter("testcase"))
        self.assertGreaterEqual(slow, 0.1)
        self.assertGreaterEqual(quick, 0)


class Files(unittest.TestCase):
    def test_one_of_passes_is_0(self):
        self.assertEqual(run(PASS + "    def test_a(self): pass\n")[:2], (0, {"A.test_a": ("passed", "")}))

    def test_one_without_tests_fails(self):
        status, cases, _, out = run("import unittest\n")
        self.assertEqual((status, cases), (1, {}))
        self.assertIn("some_test.py has no test", out)

    def test_one_that_ends_before_its_tests_fails(self):
        status, _, _, out = run("import sys\nsys.exit(0)\n")
        self.assertEqual(status, 1)
        self.assertIn("some_test.py ended before its tests", out)

    def test_one_that_cannot_be_imported_fails(self):
        self.assertEqual(run("import nothing_of_this_name\n")[0], 1)

    def test_a_module_whose_set_up_fails_fails_each_method(self):
        _, cases, _, _ = run(PASS + "    def test_a(self): pass\ndef setUpModule(): raise OSError('no module')\n")
        self.assertEqual(cases, {"A.test_a": ("failure", "OSError: no module")})

    def test_its_own_lines_for_a_start_by_hand_are_not_run(self):
        self.assertEqual(run(PASS + "    def test_a(self): pass\nif __name__ == '__main__': raise OSError\n")[0], 0)

    def test_load_tests_chooses(self):
        text = PASS + "    def test_a(self): pass\ndef load_tests(loader, tests, _): return unittest.TestSuite([tests, tests])\n"
        self.assertEqual(run(text)[:2], (0, {"A.test_a": ("passed", "")}))


class Shards(unittest.TestCase):
    TEXT = PASS + "".join(f"    def test_{k}(self): pass\n" for k in range(5))

    def test_are_together_all_and_none_runs_twice(self):
        seen = []
        with tempfile.TemporaryDirectory() as folder:
            for k in range(3):
                status = pathlib.Path(folder, str(k))
                seen += run(self.TEXT, TEST_TOTAL_SHARDS="3", TEST_SHARD_INDEX=str(k), TEST_SHARD_STATUS_FILE=str(status))[1]
                self.assertTrue(status.exists())
        self.assertEqual(sorted(seen), [f"A.test_{k}" for k in range(5)])

    def test_one_more_than_there_are_tests_is_empty_and_0(self):
        self.assertEqual(run(self.TEXT, TEST_TOTAL_SHARDS="6", TEST_SHARD_INDEX="5")[:2], (0, {}))

    def test_a_filter_is_a_part_of_a_name(self):
        self.assertEqual(list(run(self.TEXT, TESTBRIDGE_TEST_ONLY="A.test_3")[1]), ["A.test_3"])
        self.assertEqual(run(self.TEXT, TESTBRIDGE_TEST_ONLY="nothing")[0], 1)

#!/usr/bin/env python3
"""Runs the unittest methods of a file as Bazel asks for them: each is a test case of the JUnit XML that Bazel reads.

    run_tests.py [PYTHON] FILE.py [ARGUMENT...]

PYTHON is the interpreter; by default the one that runs this script. FILE.py finds its arguments in sys.argv, and modules in its
folder and in tools/bazel. Bazel's shards split the methods among them; --test_filter takes a part of their names. A file without methods fails.
"""
import importlib
import os
import pathlib
import re
import sys
import time
import unittest
import xml.etree.ElementTree as ElementTree

# No XML can hold them.
NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Result(unittest.TextTestResult):
    """Also knows the seconds that each method took, by its id."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.seconds = {}

    def startTest(self, test):
        super().startTest(test)
        self.seconds[test.id()] = -time.monotonic()

    def stopTest(self, test):
        super().stopTest(test)
        self.seconds[test.id()] += time.monotonic()


def flat(suite):
    """-> its tests, without suites in suites"""
    for test in suite:
        yield from flat(test) if isinstance(test, unittest.TestSuite) else [test]


def planned(name):
    """[module] -> those of its tests that --test_filter and this shard are about"""
    loader = unittest.TestLoader()
    wanted = os.environ.get("TESTBRIDGE_TEST_ONLY")
    if wanted:
        loader.testNamePatterns = [f"*{wanted}*"]
    try:
        module = importlib.import_module(name)
    except SystemExit as end:
        raise RuntimeError(f"{name}.py ended before its tests") from end
    tests = list(flat(loader.loadTestsFromModule(module)))
    if not tests:
        sys.exit(f"{name}.py has no test" + (f" that is named like {wanted}" if wanted else ""))
    if os.environ.get("TEST_SHARD_STATUS_FILE"):
        pathlib.Path(os.environ["TEST_SHARD_STATUS_FILE"]).touch()
    return tests[int(os.environ.get("TEST_SHARD_INDEX", 0))::int(os.environ.get("TEST_TOTAL_SHARDS", 1))]


def whose(test):
    """[method, subtest, or setUpClass and the like] -> id of the method, class or module"""
    fixture = re.fullmatch(r"\w+ \((.*)\)", test.id())
    return fixture[1] if fixture else getattr(test, "test_case", test).id()


def said(result):
    """-> {id of a method, class or module: [("failure" or "skipped", its text)]}, failures first"""
    found = {}
    for test, text in result.failures + result.errors:
        subtest = test.id()[len(whose(test)) + 1:] + "\n" if hasattr(test, "test_case") else ""
        found.setdefault(whose(test), []).append(("failure", subtest + text))
    for test in result.unexpectedSuccesses:
        found.setdefault(whose(test), []).append(("failure", "an unexpected success"))
    for test, text in result.skipped:
        found.setdefault(whose(test), []).append(("skipped", text))
    return found


def cases(methods, result):
    """[ids, their result] -> {id: what is said of it}, and of each class or module that failed after its methods"""
    found = said(result)
    told, shared = {}, set()
    for method in methods:
        if method in found or method in result.seconds:
            told[method] = found.pop(method, [])
            continue
        # A fault of its class or module kept it from being run.
        parent = next((name for name in (method.rpartition(".")[0], method.partition(".")[0]) if name in found), None)
        told[method] = found.get(parent, [("failure", "was not run")])
        shared.add(parent)
    return told | {name: texts for name, texts in found.items() if name not in shared and texts[0][0] == "failure"}


def write(path, suite, told, seconds):
    """Writes the XML of what is said of each case."""
    root = ElementTree.Element("testsuites")
    kinds = [texts[0][0] for texts in told.values() if texts]
    parent = ElementTree.SubElement(root, "testsuite", name=suite, tests=str(len(told)), failures=str(kinds.count("failure")),
                                    skipped=str(kinds.count("skipped")))
    for name, texts in told.items():
        classname, _, method = name.rpartition(".")
        case = ElementTree.SubElement(parent, "testcase", name=method, classname=classname, time=f"{seconds.get(name, 0):.3f}")
        if texts:
            text = "\n".join(NOT_IN_XML.sub(lambda bad: ascii(bad[0])[1:-1], text.strip()) for _, text in texts)
            exception = re.search(r"(?m)^Traceback.*\n(?: .*\n)*(\S.*)", text)
            ElementTree.SubElement(case, texts[0][0], message=exception[1] if exception else text).text = text
    ElementTree.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)


def main():
    if not sys.argv[1].endswith(".py"):
        os.execvp(sys.argv[1], [sys.argv[1], os.path.abspath(__file__), *sys.argv[2:]])
    sys.dont_write_bytecode = True
    sys.argv = sys.argv[1:]
    sys.path[:1] = [os.path.dirname(os.path.abspath(sys.argv[0])), os.path.abspath("tools/bazel")]
    name = pathlib.Path(sys.argv[0]).stem
    tests = planned(name)
    methods = [test.id() for test in tests]
    runner = unittest.TextTestRunner(resultclass=Result, descriptions=False, verbosity=2, warnings="default")
    result = runner.run(unittest.TestSuite(tests))
    if os.environ.get("XML_OUTPUT_FILE"):
        write(os.environ["XML_OUTPUT_FILE"], name, cases(methods, result), result.seconds)
    sys.exit(not result.wasSuccessful())


if __name__ == "__main__":
    main()

"""unittest.main that tells Bazel each case: one that is skipped is counted, by its reason."""

import os
import unittest

import junitparser


class Result(unittest.TextTestResult):
    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.cases = []

    def stopTest(self, test):
        super().stopTest(test)
        self.cases.append(test)


def main():
    program = unittest.main(exit=False, testRunner=unittest.TextTestRunner(resultclass=Result, verbosity=2))
    bad = {test.id().split(" ")[0] for test, _ in program.result.failures + program.result.errors}
    skipped = {test.id(): why for test, why in program.result.skipped}
    suite = junitparser.TestSuite("unittest")
    for test in program.result.cases:
        name = test.id()
        case = junitparser.TestCase(name.split(".")[-1], name.rsplit(".", 1)[0])
        if name in bad:
            case.result = [junitparser.Failure("see the log")]
        elif name in skipped:
            case.result = [junitparser.Skipped(skipped[name])]
        suite.add_testcase(case)
    if bad and not suite.failures:
        suite.add_testcase(junitparser.TestCase("set-up"))
    xml = junitparser.JUnitXml()
    xml.add_testsuite(suite)
    if os.environ.get("XML_OUTPUT_FILE"):
        xml.write(os.environ["XML_OUTPUT_FILE"])
    raise SystemExit(0 if program.result.wasSuccessful() else 1)

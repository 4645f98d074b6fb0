"""Counts the test cases of Bazel runs.

Usage: summary.py [--left-out=N] [--lines=FILE] [--junit=XML] NAME=STATUS=EVENTS...

STATUS is Bazel's exit status, EVENTS its --build_event_json_file, FILE what a script
printed: a line "passed: ..." or "failed: ..." a check, then their counts; XML what a test
without Bazel wrote. The last line is "N passed, N failed, N skipped"; the exit status is 1
if anything failed.

Example: summary.py all=0=/tmp/events.json
"""

import collections
import json
import sys
import urllib.parse
import xml.etree.ElementTree as ElementTree

PASSED = ("PASSED", "FLAKY")


class Counts:
    def __init__(self):
        self.passed = 0
        self.failed = []  # names
        self.skipped = collections.Counter()  # reason -> cases

    def add(self, other):
        self.passed += other.passed
        self.failed += other.failed
        self.skipped.update(other.skipped)

    def __str__(self):
        return "%d passed, %d failed, %d skipped" % (
            self.passed,
            len(self.failed),
            sum(self.skipped.values()),
        )


def events(path):
    """The events of a run; a line that was cut off ends them."""
    try:
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                yield json.loads(line)
    except (OSError, ValueError):
        return


def read(path):
    """The counts of one file of JUnit XML; None where there is none."""
    try:
        root = ElementTree.parse(path).getroot()
    except (OSError, ElementTree.ParseError):
        return None
    counts = Counts()
    for case in root.iter("testcase"):
        skipped = case.find("skipped")
        name = ".".join(filter(None, (case.get("classname"), case.get("name"))))
        if case.find("failure") is not None or case.find("error") is not None:
            counts.failed.append(name)
        elif skipped is not None:
            text = (skipped.get("message") or skipped.text or "").strip()
            # GoogleTest puts the file and the line before the reason.
            counts.skipped[text.split("\n")[-1] or "no reason given"] += 1
        elif case.get("status") == "notrun":
            counts.skipped["disabled"] += 1
        else:
            counts.passed += 1
    return counts


def cases(label, result):
    """The counts of a target's test.xml; one that wrote none is one case."""
    passed = result.get("status") in PASSED
    outputs = {o["name"]: o.get("uri", "") for o in result.get("testActionOutput", [])}
    uri = urllib.parse.urlparse(outputs.get("test.xml", ""))
    counts = read(urllib.parse.unquote(uri.path))
    if counts is None:
        counts = Counts()
        counts.passed += passed
    counts.failed = ["%s %s" % (label, name) for name in counts.failed]
    if not passed and not counts.failed:
        counts.failed.append("%s %s" % (label, result.get("status", "no status")))
    return counts


def count(name, status, path):
    """The counts of one run."""
    counts = Counts()
    results = {}  # the last attempt of each label, run and shard
    broken = {}  # label -> why
    for event in events(path):
        kind, key = next(iter(event.get("id", {"none": {}}).items()))
        label = key.get("label", "") if isinstance(key, dict) else ""
        if kind == "testResult":
            results[label, key.get("run"), key.get("shard")] = event["testResult"]
        elif kind == "testSummary":
            overall = event.get("testSummary", {}).get("overallStatus")
            if overall in ("FAILED_TO_BUILD", "NO_STATUS"):
                broken.setdefault(label, "was not run")
        elif kind == "targetCompleted":
            reason = event.get("aborted", {}).get("reason")
            if reason == "SKIPPED":
                counts.skipped["incompatible target"] += 1
            elif not event.get("completed", {}).get("success"):
                broken[label] = "did not build"
        elif "aborted" in event and label:
            broken.setdefault(label, "did not load")
    for (label, _, _), result in sorted(results.items(), key=lambda r: str(r[0])):
        counts.add(cases(label, result))
    tested = {label for label, _, _ in results}
    for label, why in sorted(broken.items()):
        if label not in tested:
            counts.failed.append("%s %s" % (label, why))
    # 3 is "a test failed". Another status without a broken target is a pattern that
    # names nothing, or Bazel itself.
    if status != 0 and not (counts.failed if status == 3 else broken):
        counts.failed.append("bazel ended with status %d, see above" % status)
    return told(name, counts)


def told(name, counts):
    """Prints the counts of a run, and returns them."""
    print("%s: %s" % (name, counts))
    for failure in counts.failed:
        print("  failed: " + failure)
    for reason, number in sorted(counts.skipped.items()):
        print("  skipped %d: %s" % (number, reason))
    return counts


def junit(path):
    """The counts of what a test without Bazel wrote; one that wrote nothing has failed."""
    name = path.rpartition("/")[2].removesuffix(".xml")
    counts = read(path)
    if counts is None or not (counts.passed or counts.failed or counts.skipped):
        counts = Counts()
        counts.failed.append("%s told no result" % name)
    return told(name, counts)


def lines(path):
    """The counts of a script's lines; one that was cut off has failed."""
    counts = Counts()
    last = ""
    with open(path, encoding="utf-8") as text:
        for last in map(str.strip, text):
            if last.startswith("passed: "):
                counts.passed += 1
            elif last.startswith("failed: "):
                counts.failed.append(last[len("failed: "):])
    if last != "%d passed, %d failed" % (counts.passed, len(counts.failed)):
        counts.failed.append("%s ended early" % path.rpartition("/")[2])
    return counts


def main(arguments):
    total = Counts()
    for argument in arguments:
        if argument.startswith("--left-out="):
            left_out = int(argument.split("=")[1])
            total.skipped["left out"] += left_out
            print("left out with the oracle: %d tests" % left_out)
        elif argument.startswith("--lines="):
            total.add(lines(argument.split("=", 1)[1]))
        elif argument.startswith("--junit="):
            total.add(junit(argument.split("=", 1)[1]))
        else:
            name, status, path = argument.split("=", 2)
            total.add(count(name, int(status), path))
    print(total)
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

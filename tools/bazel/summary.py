"""Counts the test cases of Bazel runs, and the vectors that subjects were judged on.

Usage: summary.py [--left-out=N] [--lines=FILE] [--junit=XML] NAME=STATUS=EVENTS...

STATUS is Bazel's exit status, EVENTS its --build_event_json_file, FILE what a script
printed: a line "passed: CHECK", "failed: CHECK" or "skipped: CHECK: REASON" a check, then
their counts; XML what a test without Bazel wrote. The last line is "N passed, N failed,
N skipped"; the exit status is 1 if anything failed.

A test that holds a subject to golden/ is one case, also if it is view_conformance_test, whose
XML has a case a vector. The line "vectors: NAME N + N" before the last has the vectors of
each target that judged the subject: those in such an XML that were not skipped, or what
the target printed as "vectors: NAME N".

Example: summary.py all=0=/tmp/events.json
"""

import collections
import contextlib
import json
import re
import sys
import urllib.parse
import xml.etree.ElementTree as ElementTree

PASSED = ("PASSED", "FLAKY")
# These were judged all the same (conformance/report/junit.cc).
JUDGED = ("known: ", "not demanded: ")
SHOWN = 3  # failures of a subject


class Counts:
    def __init__(self):
        self.passed = 0
        self.failed = []  # names
        self.skipped = collections.Counter()  # reason -> cases
        self.vectors = {}  # subject -> how many each target judged it on

    def add(self, other):
        self.passed += other.passed
        self.failed += other.failed
        self.skipped.update(other.skipped)
        for subject, numbers in other.vectors.items():
            self.vectors.setdefault(subject, []).extend(numbers)

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


def parsed(path):
    """The root of a file of JUnit XML; None where there is none."""
    try:
        return ElementTree.parse(path).getroot()
    except (OSError, ElementTree.ParseError):
        return None


def has_failed(case):
    return case.find("failure") is not None or case.find("error") is not None


def why_skipped(case):
    """The reason, "" if there is none to read; None of a case that was not skipped."""
    skipped = case.find("skipped")
    return skipped if skipped is None else (skipped.get("message") or skipped.text or "").strip()


def read(root):
    """The counts of JUnit XML."""
    counts = Counts()
    for case in root.iter("testcase"):
        name = ".".join(filter(None, (case.get("classname"), case.get("name"))))
        why = why_skipped(case)
        if has_failed(case):
            counts.failed.append(name)
        elif why is not None:
            # GoogleTest puts the file and the line before the reason; a command that mends
            # it may follow, further in.
            lines = [line for line in why.split("\n") if line and not line.startswith(" ")]
            counts.skipped[lines[-1] if lines else "no reason given"] += 1
        elif case.get("status") == "notrun":
            counts.skipped["disabled"] += 1
        else:
            counts.passed += 1
    return counts


def subject_of(root):
    """Of the XML of `viewproof check`: the subject's name. Of other XML: None."""
    words = "" if root is None else root.get("name", "")
    return words.split(" ")[1] if words.startswith("viewproof ") else None


def judged(root):
    """Of such XML: the ids of the vectors that were judged, and the cases that failed."""
    ids, failed = set(), []
    for case in root.iter("testcase"):
        name = case.get("name")
        if has_failed(case):
            failed.append(name)
        why = why_skipped(case)
        if name != "gate" and (why is None or why.startswith(JUDGED)):
            ids.add(name.rpartition(" (")[0])  # without the dtype
    return ids, failed


def output(result, name):
    """The path of a file that a test wrote."""
    outputs = {o["name"]: o.get("uri", "") for o in result.get("testActionOutput", [])}
    return urllib.parse.unquote(urllib.parse.urlparse(outputs.get(name, "")).path)


def printed(result):
    """The vectors that a test says it judged a subject on."""
    try:
        with open(output(result, "test.log"), encoding="utf-8", errors="replace") as log:
            # unittest names a method at the start of the line.
            return re.findall(r"(?m)(?:^|\.\.\. )vectors: (\S+) (\d+)$", log.read())
    except OSError:
        return []


def cases(label, shards):
    """The counts of a target: of its shards' XML, or one of each without any; one of all if they judge a subject."""
    counts = Counts()
    numbers, ids = collections.Counter(), {}
    faults = []  # of a subject that was judged
    for result in shards:
        passed = result.get("status") in PASSED
        for subject, number in printed(result):
            numbers[subject] += int(number)
        root = parsed(output(result, "test.xml"))
        subject = subject_of(root)
        if subject is not None:
            more, failed = judged(root)
            ids.setdefault(subject, set()).update(more)
            faults += failed or ([] if passed else [result.get("status", "no status")])
            continue
        shard = Counts() if root is None else read(root)
        if root is None:
            shard.passed += passed
        shard.failed = ["%s %s" % (label, name) for name in shard.failed]
        if not passed and not shard.failed:
            shard.failed.append("%s %s" % (label, result.get("status", "no status")))
        counts.add(shard)
    if ids:
        faults += counts.failed
        counts = Counts()
        counts.passed += not faults
    if faults:
        counts.failed.append("%s %d: %s" % (label, len(faults), ", ".join(faults[:SHOWN])))
    numbers.update({subject: len(seen) for subject, seen in ids.items()})
    counts.vectors = {subject: [number] for subject, number in numbers.items()}
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
    targets = {}
    for (label, run, _), result in sorted(results.items(), key=lambda r: str(r[0])):
        targets.setdefault((label, run), []).append(result)
    for (label, _), shards in targets.items():
        counts.add(cases(label, shards))
    tested = {label for label, _ in targets}
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
    root = parsed(path)
    counts = Counts() if root is None else read(root)
    if not (counts.passed or counts.failed or counts.skipped):
        counts.failed.append("%s told no result" % name)
    return told(name, counts)


def lines(path):
    """The counts of a script's lines; one that was cut off has failed."""
    counts = Counts()
    last = ""
    with contextlib.suppress(OSError), open(path, encoding="utf-8") as text:
        for last in map(str.strip, text):
            result, _, check = last.partition(": ")
            if result == "passed":
                counts.passed += 1
            elif result == "failed":
                counts.failed.append(check)
            elif result == "skipped":
                counts.skipped[check] += 1
    if last != str(counts):
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
    if total.vectors:
        print("vectors: " + " · ".join(
            "%s %s" % (subject, " + ".join(format(number, ",") for number in numbers))
            for subject, numbers in sorted(total.vectors.items())))
    print(total)
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

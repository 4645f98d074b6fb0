"""Adapters that are broken in one way each, and what a check of each of them must come to.

    broken_adapter.py NAME COMMAND...      COMMAND is a correct adapter; all but the fault is what it does

tools/cli/misbehaving_test.py checks every row of TABLE on twelve cases. What shows "on some" shows on the fourth, at
step 2 of 3, and on the eighth, at its only step. A verdict is one letter: . passes, F fails, C crashes, T misses its
deadline, P breaks the protocol, s is skipped, - was not judged.
"""
import fcntl
import os
import signal
import sys
import time
import zlib

from misbehaviour import (
    LONG, Correct, acts, after, answers, declares, ends, everywhere, exits, first_of, floods, hangs, in_a_child,
    keep_sigterm, killed, leaves, made, number, of_age, prints, says, sends, shared, shows, starts, takes,
    tells_that_it_hangs, unfolds, until_told)


class Row:
    """A row of TABLE."""

    def __init__(self, fault, verdicts, starts, deadlines, ending, told, kept):
        self.fault = fault
        self.verdicts = verdicts    # A letter a case; None: nothing is run, and there is no report.
        self.starts = starts        # Processes, the second look's and a spare one among them.
        self.deadlines = deadlines  # That were missed.
        self.status, self.headline = ending  # The exit status, and how the headline begins.
        self.told = told            # A part of what the check writes, in its report too.
        self.kept = kept            # A part of what stands in REPORT.stderr.jsonl; "": there is no such file.


TABLE = {}


def row(name, fault, verdicts, begun, missed, ending, told="", kept=""):
    TABLE[name] = Row(fault, verdicts, begun, missed, ending, told, kept)


ALL, SOME, NONE = "............", "...{0}...{0}....", None
GREEN = 0, "GREEN: nothing new"
NOISY = 2, "RED: lines on standard output that are no replies"
FAULTY = 2, "PARTIAL: "  # The adapter's author must mend it.
REFUSED, UNSTARTED = (2, None), (3, None)
SHORT = 0.25  # Seconds of a deadline that is missed by who hangs; others answer in a millisecond.
MEMORY = 200  # MiB, the memory_mib of the gate.
BEYOND = f" MiB, beyond memory_mib = {MEMORY}"


def red(failures):
    return 1, f"RED: {failures} new failure{'s' * (failures > 1)}"


def changed(what):
    return 1, f"RED: hello changed ({what}"


def stray(times, what):
    return 1, f"RED: died {times} time{'s' * (times > 1)}, in no case that repeats it: {what}"


# These keep to the protocol and are right.

row("Correct", Correct, ALL, 1, 0, GREEN)
row("EndsLinesWithCrLf", sends(lambda line: line.replace(b"\n", b"\r\n"), everywhere), ALL, 1, 0, GREEN)


class SplitsWrites(Correct):
    def send(self, data):
        for k in range(0, len(data), 100):
            super().send(data[k:k + 100])


row("SplitsWrites", SplitsWrites, ALL, 1, 0, GREEN)
row("FloodsStderr", acts(lambda: says(b"a warning\n" * 20000), everywhere), ALL, 1, 0, GREEN)
row("AnswersLate", acts(lambda: time.sleep(0.02), everywhere), ALL, 1, 0, GREEN)


class AnswersAtTheEndOfABatch(declares({"answers": "batch"})):
    def run(self, cases):
        self.send(b"".join([self.line(case) for case in cases]))


row("AnswersAtTheEndOfABatch", AnswersAtTheEndOfABatch, ALL, 1, 0, GREEN)
row("GreetsLate", starts(lambda adapter: time.sleep(0.3)), ALL, 1, 0, GREEN)
row("TakesOneCaseAtATime", made(batch=1), ALL, 1, 0, GREEN)
row("TakesAllCasesAtOnce", made(batch=65536), ALL, 1, 0, GREEN)
row("IsOfAnotherVersion", declares(lambda hello: {"subject": hello["subject"] | {"version": "2"}}), ALL, 1, 0, GREEN)
row("WritesFractionsForIntegers", number("strides", float), ALL, 1, 0, GREEN)
row("ExitsBadlyInTheEnd", ends(exits(3)), ALL, 1, 0, GREEN)
row("AbortsInTheEnd", ends(killed(signal.SIGABRT)), ALL, 1, 0, GREEN, "1 process ended by SIGABRT after bye")
row("HangsInTheEnd", ends(hangs), ALL, 1, 0, GREEN)
row("LeavesADaemonInTheEnd", ends(leaves(setsid=True)), ALL, 1, 0, GREEN)
row("KeepsSigterm", starts(keep_sigterm), ALL, 1, 0, GREEN)
row("TakesSomeMemory", starts(after(takes(100), lambda: time.sleep(0.3))), ALL, 1, 0, GREEN)

# These die or hang, in no case that repeats it.


class DiesInBatchesOnly(Correct):
    def run(self, cases):
        if len(cases) > 1 and any(step["op"] == "unfold" for case in cases for step in case["chain"]):
            os._exit(4)
        super().run(cases)


class AnswersOneOfABatchAndDies(Correct):
    def run(self, cases):
        super().run(cases[:1])
        os._exit(6)


row("DiesInBatchesOnly", DiesInBatchesOnly, ALL, 3, 0, stray(1, "exit 4"))
row("DiesOfAge", of_age(killed(signal.SIGSEGV)), ALL, 4, 0, stray(2, "SIGSEGV 2"))
row("ExitsOfAge", of_age(exits(0)), ALL, 4, 0, stray(2, "exit 0 2"))
row("HangsOfAge", of_age(hangs, case_seconds=SHORT), ALL, 4, 2, stray(2, "timeout 2"))
row("TakesMemoryOfAge", of_age(after(takes(250), hangs), case_seconds=60), ALL, 4, 0, stray(2, "memory 2"))
row("AnswersOneOfABatchAndDies", AnswersOneOfABatchAndDies, ALL, 13, 0, stray(11, "exit 6 11"))

# These write what is no reply, and answer well.

row("PrintsBeforeHello", starts(lambda adapter: adapter.send(b"welcome\n")),
    ALL, 1, 0, NOISY, '1 line on standard output is no reply, the first: "welcome"')
row("PrintsBeforeEveryReply", prints(before=b"a kernel\n"),
    ALL, 1, 0, NOISY, '12 lines on standard output are no reply, the first: "a kernel"')
row("PrintsAfterEveryReply", prints(after=b"a kernel\n"), ALL, 1, 0, NOISY, "11 lines on standard output")
row("PrintsBlankLines", prints(before=b"\n"),
    ALL, 1, 0, NOISY, '12 lines on standard output are no reply, the first: ""')
row("PrintsEscapes", prints(before=b"\x1b[2J\n"), ALL, 1, 0, NOISY, r'"\x1b[2J"')
row("PrintsABomBeforeHello", starts(lambda adapter: adapter.send(b"\xef\xbb\xbf\n")), ALL, 1, 0, NOISY)

# These never get to the first case.

row("ExitsAtStart", starts(lambda adapter: exits(7, b"no such device\n")()),
    NONE, 3, 0, UNSTARTED, "exit 7 before its hello, 3 times in a row\nno such device")
row("RefusesToStart", starts(lambda adapter: exits(3, b"a warning\nno such device; install it\n")()),
    NONE, 1, 0, UNSTARTED, "viewproof: a warning\nno such device; install it\n")
row("AbortsAtStart", starts(lambda adapter: (adapter.send(b"*** fatal\n"), os.abort())),
    NONE, 3, 0, UNSTARTED, "signal 6 (SIGABRT) before its hello")
row("TakesMemoryAtStart", starts(after(takes(250), hangs)),
    NONE, 3, 0, UNSTARTED, BEYOND + " before its hello, 3 times in a row")
row("LeavesAtHello", made(greet=lambda self, request: sys.exit(0)), NONE, 3, 0, UNSTARTED, "exit 0 before its hello")
row("AnswersHelloWithARequest", made(greet=lambda self, request: self.send(b'{"hello":7}\n')),
    NONE, 1, 0, REFUSED, 'field "hello"')
row("AnswersHelloWithNothing", made(greet=lambda self, request: self.send(b'{}\n')), NONE, 1, 0, REFUSED, "hello: ")
row("SpeaksAnotherProtocol", declares({"protocol": 2}), NONE, 1, 0, REFUSED, 'field "protocol": 2')
row("AddsAKeyToHello", declares({"colour": "red"}), NONE, 1, 0, REFUSED, 'field "colour": unknown')
row("DeclaresNoFacets", declares({"facets": None}), NONE, 1, 0, REFUSED, 'field "facets": missing')
row("DeclaresAnUnknownOp", declares({"ops": ["read", "veiw"]}), NONE, 1, 0, REFUSED, 'field "ops": unknown op "veiw"')
row("DeclaresNoRead", declares({"ops": ["view"]}), NONE, 1, 0, REFUSED, 'field "ops": lacks "read"')
row("TakesNoCaseAtATime", made(batch=0), NONE, 1, 0, REFUSED, 'field "batch"')
row("TakesADayForACase", made(case_seconds=86400), NONE, 1, 0, REFUSED, 'field "case_seconds"')
row("SendsAHugeHello", starts(lambda adapter: adapter.send(b"{" + b" " * (4 << 20) + b"\n")),
    NONE, 1, 0, REFUSED, "a line of over 4 MiB")

# These declare something else than the gate has pinned.

row("LosesAnOp", declares(lambda hello: {"ops": [op for op in hello["ops"] if op != "unfold"]}),
    SOME.format("s"), 1, 0, changed("-1 ops: unfold"))
row("LosesAllOps", declares({"ops": ["read"]}), "ssssssssssss", 1, 0, changed("-5 ops: "))
row("LosesADType", declares(lambda hello: {"dtypes": [name for name in hello["dtypes"] if name != "float32"]}),
    "ssssssssssss", 1, 0, changed("-1 dtypes: float32"))

WithoutKinds = answers(
    lambda reply: {"steps": [{"error": {}} if "error" in step else step for step in reply["steps"]]}, everywhere)
row("LosesAFacet", declares(lambda hello: {"facets": hello["facets"][:-1]}, WithoutKinds),
    ALL, 1, 0, changed("-1 facets: error_kind"))
row("IsAnotherLibrary", declares(lambda hello: {"subject": hello["subject"] | {"name": "other"}}),
    ALL, 1, 0, changed("name: "))
row("DeclaresNoViews", declares({"views": False}), ALL, 1, 0, changed("views: true -> false"))
row("DeclaresASmallRank", declares({"max_rank": 2}), SOME.format("s"), 1, 0, changed("max_rank: "))
row("CannotGoOnAfterErrors", declares({"after_error": False}), ALL, 1, 0, changed("after_error: true -> false"))
row("ChangesItsHello", declares(lambda hello: {"subject": {"name": "x", "version": str(os.getpid())}}, acts(exits(1))),
    "...---------", 3, 0, FAULTY, "hello: a new process answers another hello")

# These break on some cases, and answer the others well.

row("Segfaults", acts(killed(signal.SIGSEGV, b"about to die\n")),
    SOME.format("C"), 7, 0, red(2), "signal 11 (SIGSEGV)", "about to die")
row("Exits", acts(exits(3)), SOME.format("C"), 7, 0, red(2), "exit 3")
row("ExitsWell", acts(exits(0)), SOME.format("C"), 7, 0, red(2), "exit 0")
row("IsKilled", acts(killed(signal.SIGKILL)), SOME.format("C"), 7, 0, red(2), "signal 9 (SIGKILL)")
row("IsKilledByItsAlarm", acts(killed(signal.SIGALRM)), SOME.format("C"), 7, 0, red(2), "signal 14 (SIGALRM)")
row("PrintsWhileDying", sends(lambda line: after(lambda: os.write(1, b"*** terminate called\n"), os.abort)()),
    SOME.format("C"), 7, 0, red(2), "signal 6 (SIGABRT)")
row("StopsInMidLine", sends(lambda line: after(lambda: os.write(1, line[:40]), exits(0))()),
    SOME.format("C"), 7, 0, red(2), "exit 0")
row("LeavesADaemon", acts(after(leaves(setsid=True), exits(5))), SOME.format("C"), 7, 0, red(2), "exit 5", "left ")
row("LeavesAGrandchild", acts(after(leaves(), exits(5))), SOME.format("C"), 7, 0, red(2), "exit 5", "left ")
row("Hangs", acts(hangs, case_seconds=SHORT), SOME.format("T"), 7, 5, red(2), "no reply for 0.25 s")
row("HangsWithMuchMemory", acts(after(takes(100), hangs), case_seconds=SHORT),
    SOME.format("T"), 7, 5, red(2), "no reply for 0.25 s")
row("TakesMemory", acts(after(takes(250), hangs), case_seconds=60), SOME.format("C"), 7, 0, red(2), BEYOND)
# Neither of both has too much.
row("TakesMemoryWithAChild", acts(after(in_a_child(takes(130)), takes(130), hangs), case_seconds=60),
    SOME.format("C"), 7, 0, red(2), BEYOND)
row("HangsInMidLine", sends(lambda line: after(lambda: os.write(1, line[:40]), hangs)(), case_seconds=SHORT),
    SOME.format("T"), 7, 5, red(2), "no reply for 0.25 s")
row("HangsAndKeepsSigterm", acts(after(keep_sigterm, hangs), case_seconds=SHORT),
    SOME.format("T"), 7, 5, red(2), "no reply")
row("HangsInABatch", acts(hangs, base=AnswersAtTheEndOfABatch, case_seconds=SHORT),
    SOME.format("T"), 7, 5, red(2), "no reply for 0.25 s")
row("ClosesInputAndSleeps", acts(after(lambda: os.close(0), hangs), case_seconds=SHORT),
    SOME.format("T"), 7, 5, red(2), "no reply")
row("ClosesOutputAndSleeps", acts(after(lambda: os.close(1), hangs), case_seconds=SHORT),
    SOME.format("T"), 7, 5, red(2), "no reply")
row("LeavesOutAReply", sends(lambda line: b"", case_seconds=SHORT), SOME.format("T"), 7, 3, red(2), "no reply")
row("SendsGarbage", sends(lambda line: b"\xff{]\n", case_seconds=SHORT),
    SOME.format("P"), 5, 0, red(2), "not a reply")
row("SendsBrokenJson", sends(lambda line: b"{]\n"), SOME.format("P"), 5, 0, red(2), "not a JSON object")
row("SendsAHugeLine", sends(lambda line: b'{"id":"' + b"x" * (4 << 20) + b'"}\n'),
    SOME.format("P"), 5, 0, red(2), "over 4 MiB")
row("SendsAHugeLineWithoutAnEnd", acts(floods), SOME.format("P"), 5, 0, red(2), "over 4 MiB")
row("SendsDeepNesting", sends(lambda line: b'{"id":' + b"[" * 100000 + b"\n"),
    SOME.format("P"), 5, 0, red(2), "not a JSON object")
row("SendsTwoRepliesInALine", sends(lambda line: line[:-1] + line), SOME.format("P"), 5, 0, red(2), "")
row("SendsANul", sends(lambda line: line.replace(b'"steps"', b'"st\0ps"')), SOME.format("P"), 5, 0, red(2), "")
row("SendsBareNan", sends(lambda line: line.replace(b'"offset": 0', b'"offset": NaN')),
    SOME.format("P"), 5, 0, red(2), "")
row("SendsInvalidUtf8", sends(lambda line: line.replace(b'"steps"', b'"\xff": 1, "steps"')),
    SOME.format("P"), 5, 0, red(2), "")
row("AnswersWithAnotherId", answers({"id": "other"}), SOME.format("P"), 5, 0, red(2), "another case")
row("AnswersWithANumberForAnId", answers({"id": 7}), SOME.format("P"), 5, 0, red(2), "")
row("AnswersWithoutAnId", answers({"id": None}), SOME.format("P"), 5, 0, red(2), "")
row("LeavesOutAStep", answers(lambda reply: {"steps": reply["steps"][:-1]}),
    SOME.format("P"), 2, 0, red(2), '"steps"')
row("AnswersWithNoSteps", answers({"steps": []}), SOME.format("P"), 2, 0, red(2), '"steps"')
row("LeavesOutStrides", shows(lambda output: {"strides": None}, lambda case: case["id"] in ("case/03", "case/07")),
    SOME.format("P"), 2, 0, red(2), 'field "strides": missing')
row("AddsAKey", answers({"colour": "red"}), SOME.format("P"), 2, 0, red(2), 'field "colour": unknown')
row("IsUnsupported", answers({"steps": None, "unsupported": {"step": 1, "what": "op", "detail": "unfold"}}),
    SOME.format("F"), 2, 0, red(2))
row("IsUnsupportedAtNoStep", answers({"steps": None, "unsupported": {"step": 9, "what": "op", "detail": ""}}),
    SOME.format("P"), 2, 0, red(2), 'field "step"')
row("IsUnsupportedForNoReason", answers({"steps": None, "unsupported": {"step": 1, "what": "mood", "detail": ""}}),
    SOME.format("P"), 2, 0, red(2), 'field "what"')


# These break on every case.

row("AlwaysDies", acts(killed(signal.SIGKILL), everywhere), "CCCCCCCCCCCC", 36, 0, red(12), "signal 9 (SIGKILL)")
# The extra line shows when the next one is due.
row("AnswersTwice", sends(lambda line: 2 * line, everywhere), ".P.P.P.P.P.P", 12, 0, red(6), "nobody asked for")


class AnswersInReverse(Correct):
    batch = 16  # all cases, so that the number of faults depends on no timing

    def run(self, cases):
        super().run(cases[::-1])


row("AnswersInReverse", AnswersInReverse, ALL, 2, 0, stray(1, "framing"))
row("EchoesRequests", made(answer=lambda self, case: case),
    "PPPPPPPPP---", 1, 0, FAULTY, "10 replies in a row are wrong")
row("ShowsMoreThanItDeclares", declares({"facets": ["values", "strides"]}),
    "PPPPPPPPP---", 1, 0, FAULTY, 'field "storage": belongs to no declared facet')

# These keep to the protocol: what they say is wrong.

row("SupportsNothing", answers({"steps": None, "unsupported": {"step": 1, "what": "op", "detail": "all"}}, everywhere),
    "FFFFFFFFFFFF", 2, 0, red(12))
REFUSAL = {"error": {"kind": "argument", "message": "no"}}
row("AlwaysFails", answers(lambda reply: {"steps": [REFUSAL] * len(reply["steps"])}, everywhere),
    "FFFFFFFFFFFF", 2, 0, red(12))
row("ReadsZeros", number("values", lambda one: 0), "FFFFFFFFFFFF", 2, 0, red(12))
row("ReadsNans", number("values", lambda one: "nan"), "FFFFFFFFFFFF", 2, 0, red(12))
row("ReadsMinusZeros", number("values", lambda one: -0.0), "FFFFFFFFFFFF", 2, 0, red(12))
row("TellsStridesInBytes", number("strides", lambda one: 4 * one), "FFFFFFFFFFFF", 2, 0, red(12))
row("IsOffByOne", number("offset", lambda one: one + 1), "FFFFFFFFFFFF", 2, 0, red(12))
row("TellsAnotherStorage", number("storage", lambda one: 1), "FFFFFFFFFFFF", 2, 0, red(12))
row("TellsNegativeSizes", number("sizes", lambda one: -one), "FFFFFFFFFFFF", 2, 0, red(12))
row("GivesNoOutputs", answers(lambda reply: {"steps": [{"outputs": []} for _ in reply["steps"]]}, everywhere),
    "FFFFFFFFFFFF", 2, 0, red(12))
row("GivesManyOutputs", answers(lambda reply: {"steps": [{"outputs": 900 * step["outputs"]} for step in reply["steps"]]}),
    SOME.format("F"), 2, 0, red(2))


class AnswersThePreviousCase(Correct):
    def answer(self, case):
        reply = super().answer(case)
        said = (self.previous or reply) | {"id": reply["id"]}
        self.previous = reply
        return said if len(said["steps"]) == len(reply["steps"]) else reply


row("AnswersThePreviousCase", AnswersThePreviousCase, "...FF......P", 2, 0, red(3))


# These differ from process to process.


class ReadsZerosOnce(number("values", lambda one: 0)):
    def __init__(self, command):
        super().__init__(command)
        self.is_first = first_of("zeros")

    def answer(self, case):
        return super().answer(case) if self.is_first else Correct.answer(self, case)


class ReadsZerosAndStartsOnce(number("values", lambda one: 0)):
    def serve(self):
        if not first_of("starts"):
            sys.exit("the device is gone")
        super().serve()


class ReadsZerosOnADeviceForOne(number("values", lambda one: 0)):
    """No second process may live beside it."""

    def serve(self):
        lock = open(shared("lock"), "w", encoding="utf-8")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.exit("the device is busy")
        super().serve()


class ReadsZerosThenHangs(ReadsZerosOnce):
    case_seconds = LONG

    def answer(self, case):
        if not self.is_first:
            tells_that_it_hangs()
        return super().answer(case)


row("ReadsZerosOnce", ReadsZerosOnce,
    "FFFFFFFFFFFF", 2, 0, red(12), "12 pass in another order: never acceptable as known")
row("ReadsZerosAndStartsOnce", ReadsZerosAndStartsOnce,
    "FFFFFFFFFFFF", 4, 0, red(12), "new failures were not run again: ")

# The table has no row for these: tests beside the one of the table start them.

class AnswersPairsInReverse(AnswersInReverse):
    batch = 2


class DiesOnce(Correct):
    """The first process dies at its third case. Nothing repeats that."""

    def line(self, case):
        if self.answered == 3 and first_of("died"):
            os.kill(os.getpid(), signal.SIGSEGV)
        return super().line(case)


class DiesOnceAndHangs(DiesOnce):
    """Processes after the one that died hang, so that the death stays open, until the file "go" is there."""
    case_seconds = LONG

    def serve(self):
        if os.path.exists(shared("died")) and not os.path.exists(shared("go")):
            self.line = lambda case: hangs()
        super().serve()


class DiesEachTimeAndHangs(DiesOnceAndHangs):
    """It is a case that kills."""

    def line(self, case):
        if unfolds(case) and len(case["chain"]) > 1:
            first_of("died")
            os.kill(os.getpid(), signal.SIGSEGV)
        return Correct.line(self, case)


class PrintsOnce(Correct):
    def line(self, case):
        if self.answered == 3 and first_of("printed"):
            self.send(b"a kernel\n")
        return super().line(case)


DiesOnceThenHangs = until_told(20, DiesOnce)
PrintsOnceThenHangs = until_told(20, PrintsOnce)
ExitsThenHangs = until_told(20, acts(exits(3)))
HangsLong = acts(tells_that_it_hangs, case_seconds=LONG)


class TellsThatItWorks(Correct):
    """Makes the file "works" at its hundredth case."""
    ops = None

    def line(self, case):
        if self.answered == 100:
            first_of("works")
        return super().line(case)


class MeetsTheOther(Correct):
    """Of two processes, each has its first batches before it at the same time as the other, or hangs."""
    batch, ops, case_seconds = 16, None, LONG

    def run(self, cases):
        self.previous = (self.previous or 0) + 1
        if self.previous <= 20:
            first_of(f"{os.getpid()} has {self.previous}")
            while sum(name.endswith(f" has {self.previous}") for name in os.listdir(shared(""))) < 2:
                time.sleep(0.001)
        super().run(cases)


def is_unlucky(case):
    """[case] -> whether it is of the five percent of which DiesInFivePercent dies."""
    return zlib.crc32(case["id"].encode()) % 20 == 0


DiesInFivePercent = acts(killed(signal.SIGSEGV), is_unlucky, batch=64, ops=None)


def main():
    name, *command = sys.argv[1:]
    (TABLE[name].fault if name in TABLE else globals()[name])(command).serve()


if __name__ == "__main__":
    main()

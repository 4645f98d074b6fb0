"""Adapters that are broken in one way each: the runner must give every one of them the verdict it earns.

    broken_adapter.py FAULT COMMAND...      COMMAND is a correct adapter; all but the fault is what it does

A fault is a class here. Where it shows on some cases only, these are the chains with `unfold`.
"""
import fcntl
import json
import os
import signal
import subprocess
import sys
import time


def unfolds(case):
    """[case] -> whether its chain is one of those that trigger a fault."""
    return any(step["op"] == "unfold" for step in case["chain"])


class Correct:
    """Passes everything on."""

    batch, case_seconds = 4, 10

    def __init__(self, command):
        self.inner = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, request):
        self.inner.stdin.write(json.dumps(request).encode() + b"\n")
        self.inner.stdin.flush()
        return json.loads(self.inner.stdout.readline())

    def hello(self, request):
        """[request] -> what hello holds."""
        return self.ask(request)["hello"] | {"batch": self.batch, "case_seconds": self.case_seconds}

    def answer(self, case):
        """[case] -> its reply."""
        return self.ask({"run": [case]})

    def line(self, case):
        """[case] -> what is sent for it, as bytes."""
        return json.dumps(self.answer(case)).encode() + b"\n"

    def run(self, cases):
        for case in cases:
            self.send(self.line(case))

    def send(self, data):
        while data:
            data = data[os.write(1, data):]

    def serve(self):
        for line in sys.stdin.buffer:
            request = json.loads(line)
            if "hello" in request:
                self.send(json.dumps({"hello": self.hello(request)}).encode() + b"\n")
            elif "run" in request:
                self.run(request["run"])
            else:
                return


# These must pass.


class EndsLinesWithCrLf(Correct):
    def line(self, case):
        return super().line(case).replace(b"\n", b"\r\n")


class SplitsWrites(Correct):
    def send(self, data):
        for k in range(0, len(data), 100):
            super().send(data[k:k + 100])


class FloodsStderr(Correct):
    def line(self, case):
        os.write(2, b"a warning\n" * 20000)
        return super().line(case)


class AnswersLate(Correct):
    def line(self, case):
        time.sleep(0.1)
        return super().line(case)


class AnswersAtTheEndOfABatch(Correct):
    def hello(self, request):
        return super().hello(request) | {"answers": "batch"}

    def run(self, cases):
        self.send(b"".join([self.line(case) for case in cases]))


class DiesInBatchesOnly(Correct):
    def run(self, cases):
        if len(cases) > 1 and any(map(unfolds, cases)):
            os._exit(4)
        super().run(cases)


class DiesOfAge(Correct):
    """Its fifth case kills each process, whichever it is."""

    answered = 0

    def line(self, case):
        self.answered += 1
        if self.answered == 5:
            os.kill(os.getpid(), signal.SIGSEGV)
        return super().line(case)


class HangsOfAge(DiesOfAge):
    case_seconds = 1

    def line(self, case):
        self.answered += 1
        if self.answered == 5:
            time.sleep(60)
        return Correct.line(self, case)


class PrintsBeforeHello(Correct):
    def serve(self):
        self.send(b"welcome to the library\n")
        super().serve()


class PrintsBeforeEveryReply(Correct):
    def line(self, case):
        return b"launching a kernel\n" + super().line(case)


class PrintsAfterEveryReply(Correct):
    def line(self, case):
        return super().line(case) + b"launched a kernel\n"


# These never get to the first case.


class ExitsAtStart(Correct):
    def serve(self):
        os.write(2, b"no such device\n")
        sys.exit(3)


class AbortsAtStart(Correct):
    def serve(self):
        self.send(b"*** fatal\n")
        os.abort()


class SaysNothing(Correct):
    def serve(self):
        time.sleep(60)


class SpeaksAnotherProtocol(Correct):
    def hello(self, request):
        return super().hello(request) | {"protocol": 2}


class AddsAKeyToHello(Correct):
    def hello(self, request):
        return super().hello(request) | {"colour": "red"}


# These break on some cases, and answer the others well.


class Segfaults(Correct):
    def line(self, case):
        if unfolds(case):
            os.write(2, b"about to die\n")
            os.kill(os.getpid(), signal.SIGSEGV)
        return super().line(case)


class Exits(Correct):
    def line(self, case):
        if unfolds(case):
            os._exit(3)
        return super().line(case)


class PrintsWhileDying(Correct):
    def line(self, case):
        if unfolds(case):
            self.send(b"*** terminate called\n")
            os.abort()
        return super().line(case)


class StopsInMidLine(Correct):
    def line(self, case):
        line = super().line(case)
        if unfolds(case):
            self.send(line[:len(line) // 2])
            os._exit(0)
        return line


class Hangs(Correct):
    case_seconds = 1

    def line(self, case):
        if unfolds(case):
            time.sleep(60)
        return super().line(case)


class HangsLong(Hangs):
    case_seconds = 60


class ExitsLate(Exits):
    def line(self, case):
        time.sleep(0.1)
        return super().line(case)


class HangsInABatch(AnswersAtTheEndOfABatch):
    case_seconds = 0.5

    def line(self, case):
        if unfolds(case):
            time.sleep(60)
        return super().line(case)


class ClosesInputAndSleeps(Correct):
    case_seconds = 1

    def line(self, case):
        if unfolds(case):
            os.close(0)
            time.sleep(60)
        return super().line(case)


class ClosesOutputAndSleeps(Correct):
    case_seconds = 1

    def line(self, case):
        if unfolds(case):
            os.close(1)
            time.sleep(60)
        return super().line(case)


class LeavesADaemon(Correct):
    def line(self, case):
        if unfolds(case):
            daemon = subprocess.Popen(["sleep", "60"], start_new_session=True)
            os.write(2, b"daemon %d\n" % daemon.pid)
            os._exit(5)
        return super().line(case)


class LeavesAGrandchild(Correct):
    def line(self, case):
        if unfolds(case):
            grandchild = subprocess.Popen(["sleep", "60"])
            os.write(2, b"grandchild %d\n" % grandchild.pid)
            os._exit(5)
        return super().line(case)


class SendsGarbage(Correct):
    case_seconds = 1

    def line(self, case):
        return b"\xff{]\n" if unfolds(case) else super().line(case)


class SendsAHugeLine(Correct):
    def line(self, case):
        return b'{"id":"' + b"x" * (1 << 20) + b'"}\n' if unfolds(case) else super().line(case)


class SendsAHugeLineWithoutAnEnd(Correct):
    def line(self, case):
        if unfolds(case):
            while True:
                self.send(b"x" * (1 << 16))
        return super().line(case)


class AnswersWithAnotherId(Correct):
    def answer(self, case):
        return super().answer(case) | ({"id": "other"} if unfolds(case) else {})


class LeavesOutAStep(Correct):
    def answer(self, case):
        reply = super().answer(case)
        if unfolds(case):
            reply["steps"].pop()
        return reply


class LeavesOutStrides(Correct):
    def answer(self, case):
        reply = super().answer(case)
        if unfolds(case):
            del reply["steps"][0]["outputs"][0]["strides"]
        return reply


class AddsAKey(Correct):
    def answer(self, case):
        return super().answer(case) | ({"colour": "red"} if unfolds(case) else {})


# These break on every case.


class AlwaysDies(Correct):
    def line(self, case):
        os.kill(os.getpid(), signal.SIGKILL)


class AnswersTwice(Correct):
    def line(self, case):
        return 2 * super().line(case)


class AnswersOneOfABatchAndDies(Correct):
    def run(self, cases):
        super().run(cases[:1])
        os._exit(6)


class AnswersInReverse(Correct):
    batch = 2

    def run(self, cases):
        super().run(cases[::-1])


class EchoesRequests(Correct):
    def answer(self, case):
        return case


class ShowsMoreThanItDeclares(Correct):
    def hello(self, request):
        return super().hello(request) | {"facets": ["values", "strides"]}


class ChangesItsHello(Segfaults):
    def hello(self, request):
        hello = super().hello(request)
        hello["subject"]["version"] += f" of process {os.getpid()}"
        return hello


# These keep to the protocol: what they say is wrong.


class SupportsNothing(Correct):
    def answer(self, case):
        return {"id": case["id"], "unsupported": {"step": 1, "what": "op", "detail": case["chain"][0]["op"]}}


class AlwaysFails(Correct):
    def answer(self, case):
        error = {"error": {"kind": "argument", "message": "no"}}
        return {"id": case["id"], "steps": [error for _ in case["chain"]]}


class ReadsZeros(Correct):
    shown = 0

    def answer(self, case):
        reply = super().answer(case)
        for step in reply.get("steps", ()):
            for output in step.get("outputs", ()):
                if "values" in output:
                    output["values"] = [self.shown for _ in output["values"]]
        return reply


def first_of(name):
    """Whether this is the first process that asks, among those that share the folder $SHARED."""
    try:
        os.close(os.open(os.path.join(os.environ["SHARED"], name), os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


class ReadsZerosThenHangs(ReadsZeros):
    """Wrong in the first process; a later one hangs."""

    case_seconds = 60

    def serve(self):
        self.is_first = first_of("hangs")
        super().serve()

    def answer(self, case):
        if not self.is_first:
            time.sleep(60)
        return super().answer(case)


class ReadsZerosAndStartsOnce(ReadsZeros):
    def serve(self):
        if not first_of("starts"):
            sys.exit("the device is gone")
        super().serve()


class ReadsZerosOnADeviceForOne(ReadsZeros):
    """No second process may live beside it."""

    def serve(self):
        lock = open(os.path.join(os.environ["SHARED"], "lock"), "w", encoding="utf-8")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.exit("the device is busy")
        super().serve()


class ReadsNans(ReadsZeros):
    shown = "nan"


def main():
    fault, *command = sys.argv[1:]
    globals()[fault](command).serve()


if __name__ == "__main__":
    main()

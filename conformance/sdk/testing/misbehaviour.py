"""What the adapters of broken_adapter.py are made of: a correct adapter, and ways to change what it says or does."""
import json
import os
import signal
import sys
import time

LONG = 3600  # Seconds: the longest deadline that a hello may ask for. No test waits so long.


KEPT = []


def start(command):
    """[command] -> where to write requests, where to read replies. (The module subprocess takes long to load.)"""
    (their_in, ours), (replies, their_out) = os.pipe(), os.pipe()
    os.posix_spawn(command[0], command, os.environ, file_actions=[
        (os.POSIX_SPAWN_DUP2, their_in, 0), (os.POSIX_SPAWN_DUP2, their_out, 1)])
    os.close(their_in)
    os.close(their_out)
    return ours, os.fdopen(replies, "rb")


class Correct:
    """Passes everything on to the adapter that COMMAND starts."""

    batch, case_seconds = 4, 10
    ops = ["detach", "is_contiguous", "permute", "read", "unfold", "view"]

    def __init__(self, command):
        self.requests, self.replies = start(command)
        self.previous = None
        self.answered = 0

    def ask(self, request):
        os.write(self.requests, json.dumps(request).encode() + b"\n")
        return json.loads(self.replies.readline())

    def hello(self, request):
        """[request] -> what hello holds."""
        said = self.ask(request)["hello"] | {"batch": self.batch, "case_seconds": self.case_seconds}
        return said | ({"ops": self.ops} if self.ops else {})

    def answer(self, case):
        """[case] -> its reply."""
        return self.ask({"run": [case]})

    def line(self, case):
        """[case] -> what is sent for it, as bytes."""
        return json.dumps(self.answer(case)).encode() + b"\n"

    def run(self, cases):
        for case in cases:
            self.answered += 1
            self.send(self.line(case))

    def send(self, data):
        while data:
            data = data[os.write(1, data):]

    def greet(self, request):
        self.send(json.dumps({"hello": self.hello(request)}).encode() + b"\n")

    def end(self):
        """What it does when nothing is asked any more."""

    def serve(self):
        for line in sys.stdin.buffer:
            request = json.loads(line)
            if "hello" in request:
                self.greet(request)
            elif "run" in request:
                self.run(request["run"])
            else:
                break
        self.end()


def made(base=Correct, **members):
    """[base, members] -> a class with these members."""
    return type("Made", (base,), members)


def declares(change, base=Correct):
    """[of hello to the keys that it changes, or such keys] -> an adapter with another hello; None takes a key out."""
    def hello(self, request):
        said = base.hello(self, request)
        said |= change(said) if callable(change) else change
        return {key: value for key, value in said.items() if value is not None}
    return made(base, hello=hello)


def starts(act):
    """[of the adapter] -> an adapter that does this before it reads anything."""
    def serve(self):
        act(self)
        Correct.serve(self)
    return made(serve=serve)


def ends(act):
    """[act] -> an adapter that does this after all that was asked."""
    return made(end=lambda self: act())


def everywhere(case):
    return True


def unfolds(case):
    """Whether the case is one of the two that trigger what a fault does to some: those that hold `unfold`."""
    return any(step["op"] == "unfold" for step in case["chain"])


def acts(act, when=unfolds, base=Correct, **members):
    """[act, when, base] -> an adapter that does this before it answers such cases."""
    def line(self, case):
        if when(case):
            act()
        return base.line(self, case)
    return made(base, line=line, **members)


def sends(change, when=unfolds, **members):
    """[of the line to other bytes] -> an adapter that sends these for such cases."""
    def line(self, case):
        line = Correct.line(self, case)
        return change(line) if when(case) else line
    return made(line=line, **members)


def answers(change, when=unfolds, base=Correct, **members):
    """[of the reply to the keys that it changes, or such keys] -> an adapter that answers such cases so."""
    def answer(self, case):
        reply = base.answer(self, case)
        if when(case) and not (callable(change) and "steps" not in reply):
            reply |= change(reply) if callable(change) else change
        return {key: value for key, value in reply.items() if value is not None}
    return made(base, answer=answer, **members)


def shows(change, when=everywhere, base=Correct, **members):
    """[of an output to the keys that it changes] -> an adapter that shows such outputs."""
    def answer(self, case):
        reply = base.answer(self, case)
        for step in reply.get("steps", ()) if when(case) else ():
            for output in step.get("outputs", ()):
                output |= change(output)
                for key in [key for key in output if output[key] is None]:
                    del output[key]
        return reply
    return made(base, answer=answer, **members)


def number(key, change, when=everywhere):
    """[key, of a number to another] -> an adapter that shows such numbers, also in lists."""
    def changed(output):
        if key not in output:
            return {}
        shown = output[key]
        return {key: [change(one) for one in shown] if isinstance(shown, list) else change(shown)}
    return shows(changed, when)


def prints(before=b"", after=b""):
    return sends(lambda line: before + line + after, everywhere)


def of_age(act, **members):
    """[act] -> an adapter that does this at the fifth case of each process, whichever it is."""
    def line(self, case):
        if self.answered == 5:
            act()
        return Correct.line(self, case)
    return made(line=line, **members)


def says(text):
    os.write(2, text)


def exits(status, text=b""):
    def act():
        says(text)
        os._exit(status)
    return act


def killed(by, text=b""):
    def act():
        says(text)
        os.kill(os.getpid(), by)
    return act


def hangs():
    time.sleep(LONG)


def floods():
    while True:
        os.write(1, b"x" * (1 << 16))


def keep_sigterm(_=None):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def takes(mebibytes):
    """[MiB] -> what takes so much memory and keeps it."""
    return lambda _=None: KEPT.append(b"x" * (mebibytes << 20))


def in_a_child(*actions):
    """[actions] -> what starts a process, of a group of its own, that does this and hangs."""
    def act():
        if os.fork() == 0:
            os.setsid()
            after(*actions, hangs)()
            os._exit(0)
    return act


def after(*actions):
    def act(_=None):
        for action in actions:
            action()
    return act


def leaves(**how):
    """[how] -> what starts a process that outlives it."""
    def act():
        says(b"left %d\n" % os.posix_spawnp("sleep", ["sleep", "60"], os.environ, **how))
    return act


def shared(name):
    """[name] -> a file in the folder that all processes of a check and its test share."""
    return os.path.join(os.environ["SHARED"], name)


def first_of(name):
    """Whether this is the first process that asks, among those that share the folder."""
    try:
        os.close(os.open(shared(name), os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


def tells_that_it_hangs():
    """Makes the file "hangs", for which a test waits, and hangs."""
    first_of("hangs")
    hangs()


def until_told(count, base):
    """[count, adapter] -> it with longer patience; from the so-manieth case on, of all its processes, it hangs until the file
    "go" is there: so a test that ends it finds it at work, however late it comes."""
    def line(self, case):
        with open(shared("asked"), "ab") as asked:
            asked.write(b".")
            asked.flush()
            if asked.tell() > count and not os.path.exists(shared("go")):
                tells_that_it_hangs()
        return base.line(self, case)
    return made(base, line=line, case_seconds=LONG)

"""Adapters that misread PROTOCOL.md in one way each, and the rule that `viewproof adapter-test` names then.

    miswritten_adapter.py NAME COMMAND...      as broken_adapter.py
"""
import json
import os
import sys

from misbehaviour import Correct

TABLE = {}  # name -> (adapter, the rule)


def row(rule):
    def add(adapter):
        TABLE[adapter.__name__] = adapter, rule
        return adapter
    return add


@row("a reply is written when it is made")
class AnswersABatchAtItsEnd(Correct):
    batch = 64

    def run(self, cases):
        os.write(self.requests, json.dumps({"run": cases}).encode() + b"\n")
        self.send(b"".join([self.replies.readline() for _ in cases]))


@row("a case asked again gets the same reply")
class KeepsTheBaseOfTheCaseBefore(Correct):
    """Steps that write act on the base of all later cases of its shape, too."""

    batch, ops = 4, None

    def answer(self, case):
        writes = [step for step in case["chain"] if step["op"] in ("fill_", "zero_") and step.get("on") == [0, 0]]
        if writes and case["base"]["sizes"] == [2, 3]:
            self.previous = writes
            return super().answer(case)
        if not self.previous or case["chain"] != [{"op": "read"}] or case["base"]["sizes"] != [2, 3]:
            return super().answer(case)
        reply = super().answer(case | {"chain": self.previous[-1:] + case["chain"]})
        return reply | {"steps": reply["steps"][1:]}


@row("ids are opaque, and not unique")
class KeepsRepliesById(Correct):
    def answer(self, case):
        self.previous = self.previous or {}
        return self.previous.setdefault(case["id"], super().answer(case))


@row("ids are opaque, and not unique")
class ReadsIdsAsNumbers(Correct):
    def answer(self, case):
        reply = super().answer(case)
        return reply | ({"id": int(case["id"])} if case["id"].isdigit() else {})


@row("what it cannot know is answered by unsupported")
class RefusesWhatItDoesNotKnow(Correct):
    def answer(self, case):
        reply = super().answer(case)
        return reply if "steps" in reply else {"id": case["id"], "steps": [{"error": {}} for _ in case["chain"]]}


@row("other fields of a case are ignored")
class KnowsNoOtherFields(Correct):
    def answer(self, case):
        known = case.keys() == {"id", "base", "chain"}
        return super().answer(case) if known else {"id": case["id"], "unsupported": {"what": "argument"}}


@row("wide integers get through, both ways")
class ReadsNumbersAsDoubles(Correct):
    ops = None

    def answer(self, case):
        def rounded(value):
            if isinstance(value, dict):
                return {key: rounded(one) for key, one in value.items()}
            if isinstance(value, list):
                return [rounded(one) for one in value]
            is_wide = isinstance(value, str) and value.lstrip("-").isdigit()
            return str(int(float(value))) if is_wide else value
        return super().answer({key: rounded(value) if key != "id" else value for key, value in case.items()})


@row("what does not exist is unobserved")
class TakesTheBaseForWhatIsMissing(Correct):
    def answer(self, case):
        reply = super().answer(case)
        for k, entry in enumerate(reply.get("steps", ())):
            if "unobserved" in entry:
                reply["steps"][k] = super().answer(case | {"chain": [{"op": "read"}]})["steps"][0]
        return reply


@row("a chain goes on after an error")
class EndsAtAnError(Correct):
    def answer(self, case):
        reply = super().answer(case)
        steps = reply.get("steps", [])
        first = next((k for k, entry in enumerate(steps) if "error" in entry), len(steps))
        return reply | ({"steps": steps[:first + 1] + [{"unobserved": True}] * (len(steps) - first - 1)} if steps else {})


@row("an output is shown as it is at its step")
class LooksAtTheEnd(Correct):
    ops = None

    def answer(self, case):
        reply = super().answer(case)
        if len(case["chain"]) < 2 or "steps" not in reply or not reply["steps"][0].get("outputs"):
            return reply
        later = super().answer(case | {"chain": case["chain"] + [{"op": "read", "on": [1, 0]}]})
        if "values" in later["steps"][-1].get("outputs", [{}])[0]:
            reply["steps"][0]["outputs"][0]["values"] = later["steps"][-1]["outputs"][0]["values"]
        return reply


@row("a reply has an entry for each step")
class LeavesOutWhatHasNoOutputs(Correct):
    ops = None

    def answer(self, case):
        reply = super().answer(case)
        return reply | ({"steps": [step for step in reply["steps"] if step != {"outputs": []}]} if "steps" in reply else {})


@row("it knows the forms that it declares")
class DeclaresFormsThatItLacks(Correct):
    def answer(self, case):
        if "fill" in case["base"]:
            return {"id": case["id"], "unsupported": {"what": "base", "detail": "fill"}}
        return super().answer(case)


@row("a request is a line, however it arrives")
class ReadsWhatIsThere(Correct):
    """Takes what one read gives for a line."""

    def serve(self):
        while data := os.read(0, 1 << 20):
            for line in data.splitlines():
                request = json.loads(line)
                if "hello" in request:
                    self.greet(request)
                elif "run" in request:
                    self.run(request["run"])
                else:
                    return


@row("a reply has the fields that hello declares")
class SpellsSmallNumbersAsText(Correct):
    def answer(self, case):
        reply = super().answer(case)
        for step in reply.get("steps", ()):
            for output in step.get("outputs", ()):
                output["values"] = [str(one) for one in output["values"]]
        return reply


@row("every process answers the same hello")
class CountsItsProcesses(Correct):
    def hello(self, request):
        said = super().hello(request)
        return said | {"subject": said["subject"] | {"device": f"process {os.getpid()}"}}


def main():
    name, *command = sys.argv[1:]
    TABLE[name][0](command).serve()


if __name__ == "__main__":
    main()

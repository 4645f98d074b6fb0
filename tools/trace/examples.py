#!/usr/bin/env python3
"""Runs the examples of reference/SPEC.md on the reference and compares the results.

Example: bazel test //tools/trace:examples_test
"""

import itertools
import json
import pathlib
import subprocess
import sys

import spec

SPEC = "reference/SPEC.md"


def row(values):
    """A list or an answer as the examples spell it: [2,3], false."""
    return json.dumps(values, separators=(",", ":")).replace('"', "")


def geometry(output, operand):
    """The line of an output; `operand` is the output that its step acted on."""
    words = []
    if output.get("self"):
        words.append("itself")
    elif output["storage"] != operand["storage"]:
        words.append("copy")
    if output["dtype"] != operand["dtype"]:
        words.append(output["dtype"])
    words += [f"{key} {row(output[key])}" for key in ("sizes", "strides", "offset")]
    words += [bit for bit in ("conj", "neg") if output.get(bit)]
    return " ".join(words)


def result(reply, dtype):
    """The lines of the last step of a reply to a case on a base of a dtype."""
    base = {"dtype": dtype, "storage": 0}
    outputs = [step["outputs"][0] for step in reply["steps"][:-1] if step.get("outputs")]
    operand = outputs[-1] if outputs else base
    last = reply["steps"][-1]
    if "error" in last:
        return ["-> " + spec.CITATION.search(last["error"]["message"])[0]]
    if "result" in last:
        return ["-> " + row(last["result"])]
    return ["-> values " + row(output["values"]) if "sizes" not in output
            else "-> " + geometry(output, operand) for output in last["outputs"]]


def replies(cases):
    """What the reference replies to every case."""
    printed = subprocess.run(
        ["tools/cli/viewproof", "apply", "--text", "--cases", "-"], input="".join(f"{c}\n" for c in cases),
        stdout=subprocess.PIPE, text=True, check=True,
        env={"VIEWPROOF_ROOT": "."}).stdout
    return [json.loads(line) for line in printed.splitlines()]


def run(cases):
    """The result of every case: a list of lines."""
    return [result(reply, case.partition("[")[0])
            for case, reply in itertools.zip_longest(cases, replies(cases), fillvalue={})]


def main():
    examples = spec.examples(pathlib.Path(SPEC).read_text())
    answers = run([case for case, _ in examples])
    wrong = [(case, answer) for (case, lines), answer in zip(examples, answers)
             if lines != answer]
    for case, answer in wrong:
        print("\n".join([f"{SPEC}: this is what the example gives:", case, *answer]))
    print(f"{len(examples) - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong or not examples else 0


if __name__ == "__main__":
    sys.exit(main())

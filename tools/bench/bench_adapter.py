"""Prices the SDK: numpy_adapter against (a bare echo of its requests and replies) + (a bare loop of the same
NumPy calls with the same read-out).

    PYTHONPATH=conformance/sdk/python:conformance/libraries/numpy tools/bench/bench_adapter.py golden/core/*.jsonl

of vectors or cases, one a line; what NumPy lacks is left out.
"""
import argparse
import gc
import io
import json
import time

import numpy_adapter
import viewproof_adapter as sdk
import numpy as np  # noqa: F401, used by the bare programs

MANY = {name for name, op in sdk.OPS.items() if op["many"]}

# This must be read of an output {0}, spelt out: p is the address of the base.
READ_OUT = ("({0}.dtype, [*{0}.shape], [s // {0}.itemsize for s in {0}.strides], "
            "({0}.ctypes.data - p) // {0}.itemsize, {0}.flags.c_contiguous, {0}.base, "
            "{0}.ravel().tolist() if {0}.size <= 256 else None)")


def cases_of(paths):
    """[files] -> the cases in them that the adapter answers, without what belongs to a vector alone."""
    for path in paths:
        with open(path, encoding="utf-8") as lines:
            for case in map(json.loads, lines):
                if "chain" in case:
                    case = {"id": case["id"], "base": case["base"], "chain": case["chain"]}
                    reply = json.loads(numpy_adapter.ADAPTER.answer(case))
                    if "steps" in reply and {"unobserved": True} not in reply["steps"]:
                        yield case, reply


def bare(pairs):
    """[case and reply] -> a function per case that makes its calls and reads every output, no more. (Python finds the
    line of an exception by going through its function: in a long one an error costs more than its call.)"""
    names, lines = {**vars(numpy_adapter)}, []
    for n, (case, reply) in enumerate(pairs):
        base = case["base"]
        lines.append(f"def run{n}():")
        names[f"fresh{n}"] = numpy_adapter.ADAPTER._base(base, case["chain"])[0]
        lines.append(f"    t0 = fresh{n}.copy(); p = t0.ctypes.data")
        program = numpy_adapter.ADAPTER.program(case)[1:]
        for k, (line, step, entry) in enumerate(zip(program, case["chain"], reply["steps"]), 1):
            if "error" in entry:
                lines.append(f"    try: {line.split('  # raises ')[0]}\n    except Exception as e: str(e)")
                continue
            if line.startswith(f"t{k} = "):
                lines.append("    " + line)
                many = len(entry["outputs"]) != 1 or step["op"] in MANY
                lines.append(f"    for o in {f't{k}' if many else f'[t{k}]'}: {READ_OUT.format('o')}")
            else:
                lines.append(f"    {line}.ravel().tolist()" if step["op"] == "read" else "    " + line)
    exec("\n".join(lines), names)
    return [names[f"run{n}"] for n in range(len(pairs))]


def best(runs, functions):
    """[times, {name: function}] -> {name: processor seconds of its fastest call}; they take turns."""
    seconds = {name: [] for name in functions}
    for _ in range(runs):
        for name, function in functions.items():
            gc.collect()
            begin = time.process_time()
            function()
            seconds[name].append(time.process_time() - begin)
    return {name: min(times) for name, times in seconds.items()}


def main():
    """Prints microseconds a case, and the ratio."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("vectors", nargs="+")
    arguments.add_argument("--cases", type=int, default=4000, help="cases in a measured run; short ones are disturbed less")
    arguments.add_argument("--batch", type=int, default=64, help="cases in a request line")
    arguments.add_argument("--runs", type=int, default=25, help="the fastest of so many")
    options = arguments.parse_args()
    pairs = list(cases_of(options.vectors))
    repeat = max(1, options.cases // len(pairs))
    cases = [case for case, _ in pairs] * repeat
    requests = [json.dumps({"run": cases[k:k + options.batch]}).encode() + b"\n"
                for k in range(0, len(cases), options.batch)]
    out = io.BytesIO()
    numpy_adapter.ADAPTER.serve(requests, out)
    replies = [json.loads(line) for line in out.getvalue().splitlines()]

    def echo():
        sink, at = io.BytesIO(), 0
        for line in requests:
            count = len(json.loads(line)["run"])
            sink.write("".join([json.dumps(r) + "\n" for r in replies[at:at + count]]).encode())
            sink.flush()
            at += count

    def calls(runs=bare(pairs)):
        for _ in range(repeat):
            for run in runs:
                run()

    gc.freeze()
    us = best(options.runs, {
        "adapter": lambda: numpy_adapter.ADAPTER.serve(requests, io.BytesIO()), "echo": echo, "calls": calls})
    us = {name: seconds / len(cases) * 1e6 for name, seconds in us.items()}
    for name, value in us.items():
        print(f"{name:8}{value:8.2f} us a case")
    ratio = us["adapter"] / (us["echo"] + us["calls"])
    print(f"ratio   {ratio:8.2f}  adapter / (echo + calls), {len(pairs)} cases x {repeat}")


if __name__ == "__main__":
    main()

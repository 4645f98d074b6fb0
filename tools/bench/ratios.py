"""ratios.py BENCH VIEWPROOF VECTORS...: runs both binaries and prints each ratio beside what it is held to.
tools/bench/run builds them and calls this."""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

ADAPTER = "conformance/adapters/python/numpy_adapter.py"
ROUNDS = 5


def report(what, ratio, held_to, good):
    print(f"{what:<66} {ratio:8.2f}   {held_to:<12} {'ok' if good else 'MISSED'}")


def in_process(bench, vectors):
    """[binary, files] -> items per second of each benchmark, medians of interleaved repetitions."""
    out = subprocess.run(
        [bench, "--benchmark_format=json", f"--benchmark_repetitions={ROUNDS}", "--benchmark_min_time=0.2",
         "--benchmark_enable_random_interleaving=true", "--benchmark_report_aggregates_only=true"],
        env={**os.environ, "VIEWPROOF_VECTORS": " ".join(vectors)}, check=True, capture_output=True, text=True).stdout
    return {run["run_name"].partition("/")[0]: run["items_per_second"] for run in json.loads(out)["benchmarks"]
            if run["aggregate_name"] == "median"}


def repeated(vectors, times, path, but=()):
    """[files, count, file, ids] -> writes every vector but these `times` times, each under an id of its own."""
    with open(path, "w", encoding="utf-8") as out:
        for n in range(times):
            for name in vectors:
                with open(name, encoding="utf-8") as lines:
                    for line in lines:
                        if not line.startswith('{"header"') and line.split('"', 4)[3] not in but:
                            out.write(line.replace('","rev"', f'-{n}","rev"', 1) if n else line)


def requests(vectors, path):
    """[file of vectors, file] -> writes the lines that a check of NumPy sends."""
    hello = json.loads(subprocess.run([sys.executable, ADAPTER], input='{"hello":{"protocol":1}}\n', check=True,
                                      capture_output=True, text=True).stdout.partition("\n")[0])["hello"]
    cases = []
    with open(vectors, encoding="utf-8") as lines:
        for vector in map(json.loads, lines):
            dtypes = {vector["base"]["dtype"]}
            if {s["op"] for s in vector["chain"]} <= set(hello["ops"]) and dtypes <= set(hello["dtypes"]):
                cases.append({k: vector[k] for k in ("id", "base", "chain")})
    with open(path, "w", encoding="utf-8") as out:
        out.write('{"hello":{"protocol":1,"suite":"0.1.0"}}\n')
        for k in range(0, len(cases), hello.get("batch", 64)):
            out.write(json.dumps({"run": cases[k:k + hello.get("batch", 64)]}, separators=(",", ":")) + "\n")
        out.write('{"bye":{}}\n')


def seconds(command, **streams):
    start = time.perf_counter()
    subprocess.run(command, check=False, **streams)
    return time.perf_counter() - start


def through_the_pipe(viewproof, vectors):
    """[binary, files] -> (time of a check of NumPy) / (time of adapter < requests > replies). What NumPy is known
    to fail is left out: a new failure would be run a second time."""
    with open("conformance/adapters/numpy.known.jsonl", encoding="utf-8") as lines:
        known = {json.loads(line)["id"] for line in lines}
    with tempfile.TemporaryDirectory() as folder:
        many, sent = os.path.join(folder, "many.jsonl"), os.path.join(folder, "requests")
        repeated(vectors, 30, many, known)
        requests(many, sent)
        check, bare = [], []
        for _ in range(ROUNDS):
            with open(sent, "rb") as lines, open(os.path.join(folder, "replies"), "wb") as out:
                bare.append(seconds([sys.executable, ADAPTER], stdin=lines, stdout=out))
            check.append(seconds([viewproof, "check", "numpy", "--vectors", many],
                                 env={**os.environ, "PATH": os.path.dirname(sys.executable) + ":" + os.environ["PATH"]},
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
    return statistics.median(check) / statistics.median(bare)


def megabytes(viewproof, vectors, times):
    """[binary, files, count] -> peak memory of a check of the reference."""
    with tempfile.TemporaryDirectory() as folder:
        many = os.path.join(folder, "many.jsonl")
        repeated(vectors, times, many)
        # A child's peak counts its parent's pages until exec: ask a small one.
        code = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=-3, stderr=-3); "
                "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
        out = subprocess.run([sys.executable, "-c", code, viewproof, "check", "reference", "--vectors", many],
                             check=True, capture_output=True, text=True).stdout
    return int(out) / 1024


def main():
    bench, viewproof, *vectors = sys.argv[1:]
    vectors = [os.path.abspath(v) for v in vectors]
    os.chdir(os.environ["VIEWPROOF_ROOT"])
    rate = in_process(bench, vectors)
    for name, value in rate.items():
        print(f"{name:<30} {value / 1e3:10.0f} thousand {'cases' if name.startswith('Enumerate') else 'vectors'}/s")
    ratio = rate["CheckReference"] / rate["SimdjsonReadsEveryField"]
    report("golden/ against the linked reference / simdjson alone", ratio, ">= 0.40", ratio >= 0.40)
    ratio = rate["CheckLibtorch"] / rate["BareLibtorch"]
    report("golden/ against linked libtorch / a bare loop of the same calls", ratio, ">= 0.70", ratio >= 0.70)
    millions = rate["EnumerateOneStep"] / 1e6
    report("enumeration of cases of one step against digests, M cases/s", millions, ">= 3", millions >= 3)
    ratio = through_the_pipe(viewproof, vectors)
    report("check of NumPy / adapter < requests > replies (times)", ratio, "<= 1.3", ratio <= 1.3)
    one, hundred = megabytes(viewproof, vectors, 1), megabytes(viewproof, vectors, 100)
    report("memory of a check of 1 x golden/, MB", one, "< 100", one < 100)
    report("memory of a check of 100 x golden/, MB", hundred, "< 100, flat", hundred < min(100, one * 1.1))


if __name__ == "__main__":
    main()

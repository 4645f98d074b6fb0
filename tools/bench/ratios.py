"""ratios.py BENCH BENCH_CHAINS VIEWPROOF ADAPTER VECTORS...: prints each ratio beside what it is held to; the adapter is
that of the reference. tools/bench/run builds the programs and calls this."""
import glob
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

ADAPTER = "conformance/libraries/numpy/numpy_adapter.py"
ARRAY_API = "conformance/libraries/array-api/array_api_adapter.py"
ROUNDS = 5
REPETITIONS = 25
CHAINS = 20000  # That `fuzz` draws, of 6 steps or so.
STEPS = 4.5  # A chain has so many, in what is said of one.
QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
# The adapter of its argument, 1 ms slower a case.
SLEEPS = """import json, subprocess, sys, time
inner = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
for line in sys.stdin.buffer:
    request = json.loads(line)
    inner.stdin.write(line)
    for _ in request.get("run", [0] if "hello" in request else []):
        time.sleep("run" in request and 0.001)
        sys.stdout.buffer.write(inner.stdout.readline())
        sys.stdout.buffer.flush()
"""
# Each has a name, our benchmark, that of the limit, and the ratio that holds on a noisy machine too.
RATIOS = [
    ("reading golden/ / simdjson on demand reads every field", "DecoderReadsEveryVector", "SimdjsonReadsEveryField", 0.35),
    ("reading golden/ / simdjson makes its tree", "DecoderReadsEveryVector", "SimdjsonMakesTheTree", 0.22),
    ("golden/ against the linked reference / simdjson makes its tree", "CheckReference", "SimdjsonMakesTheTree", 0.12),
    ("golden/ against linked libtorch / a bare loop of the same calls", "CheckLibtorch", "BareLibtorch", 0.6),
    ("golden/ in process / the same of a library that copies", "CheckOfCopies", "CheckPlain", 0.4),
    ("golden/ in process / the same of a library that rebinds", "CheckOfRebinding", "CheckPlain", 0.4),
    ("golden/ in process / the same of one that does both", "CheckOfBoth", "CheckPlain", 0.4),
    ("chains: reference against model / the runs of both alone", "ChainsAgainstModel", "ChainsOfBothAlone", 0.5),
    ("chains: reference against libtorch / libtorch's calls alone", "ChainsAgainstLibtorch", "ChainsOfBareLibtorch", 0.7),
    ("enumeration against digests / a bare loop of the same calls", "EnumerateOneStep", "BareReference", 0.75),
]


def report(what, ratio, held_to, good):
    print(f"{what:<66} {ratio:8.2f}   {held_to:<12} {'ok' if good else 'MISSED'}")


def in_process(bench, vectors):
    """[binary, files] -> items per second of each benchmark: of interleaved repetitions those that one in ten exceeds. Who
    shares the machine slows it for seconds at a time, which moves medians four times as much."""
    out = subprocess.run(
        [bench, "--benchmark_format=json", f"--benchmark_repetitions={REPETITIONS}", "--benchmark_min_time=0.04",
         "--benchmark_enable_random_interleaving=true"],
        env={**os.environ, "VIEWPROOF_VECTORS": " ".join(vectors)}, check=True, capture_output=True, text=True).stdout
    rates = {}
    for run in json.loads(out)["benchmarks"]:
        if run["run_type"] == "iteration":
            rates.setdefault(run["run_name"].partition("/")[0], []).append(run["items_per_second"])
    return {name: statistics.quantiles(found, n=10)[-1] for name, found in rates.items()}


def repeated(vectors, times, path, but=()):
    """[files, count, file, ids] -> writes every vector but these `times` times, each under an id of its own."""
    with open(path, "w", encoding="utf-8") as out:
        for n in range(times):
            for name in vectors:
                with open(name, encoding="utf-8") as lines:
                    for line in lines:
                        if not line.startswith('{"header"') and line.split('"', 4)[3] not in but:
                            out.write(line.replace('","rev"', f'-{n}","rev"', 1) if n else line)


def cpu_seconds(command, **streams):
    """The processor seconds of a command and of what it started: wall time would hide one of two that take turns."""
    process = subprocess.Popen(command, **streams)
    _, _, usage = os.wait4(process.pid, 0)
    return usage.ru_utime + usage.ru_stime


def verdicts(check, adapter, report):
    """[command, command, file] -> the verdict of each id; of one that runs in several dtypes, a failure before a skip."""
    subprocess.run([*check, "--report", report, "--", *adapter], **QUIET, check=False)
    found = {}
    with open(report, encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            verdict = record.get("verdict", "pass")
            if "id" in record and (verdict not in ("pass", "skip") or found.get(record["id"], "pass") == "pass"):
                found[record["id"]] = verdict
    return found


def through_the_pipe(viewproof, vectors):
    """[binary, files] -> (time of a check of NumPy) / (time of adapter < requests > replies), of the same cases. What
    NumPy fails is left out: a new failure is run a second time, by another process."""
    with tempfile.TemporaryDirectory() as folder:
        many, sent, report = (os.path.join(folder, name) for name in ("many.jsonl", "requests", "report"))
        adapter = [sys.executable, ADAPTER]
        check = [viewproof, "check", "--dtypes", "float32", "--vectors", many]
        repeated(vectors, 1, many)
        failed = {i for i, verdict in verdicts(check, adapter, report).items() if verdict not in ("pass", "skip")}
        repeated(vectors, 30, many, failed)
        check += ["--"]
        cpu_seconds([*check, "sh", "-c", 'tee "$0" | "$@"', sent, *adapter], **QUIET)
        whole, bare = [], []
        for _ in range(ROUNDS):
            whole.append(cpu_seconds([*check, *adapter], **QUIET))
            with open(sent, "rb") as lines, open(os.path.join(folder, "replies"), "wb") as out:
                bare.append(cpu_seconds(adapter, stdin=lines, stdout=out, stderr=subprocess.DEVNULL))
    return statistics.median(whole) / statistics.median(bare)


def without_code(viewproof, vectors):
    """[binary, files] -> (time of a check of NumPy by the adapter of every array-API module) / (by its own), of what both
    pass, and the vectors."""
    with tempfile.TemporaryDirectory() as folder:
        many, report = os.path.join(folder, "many.jsonl"), os.path.join(folder, "report")
        commands = {"code": [sys.executable, ADAPTER], "none": [sys.executable, ARRAY_API, "--module", "numpy"]}
        code, none = (verdicts([viewproof, "check", "--vectors", *vectors], adapter, report) for adapter in commands.values())
        shared = {i for i, verdict in code.items() if verdict == none.get(i) == "pass"}
        repeated(vectors, 1, many, code.keys() - shared)
        times = {name: [] for name in commands}
        for _ in range(3 * ROUNDS):
            for name, adapter in commands.items():
                times[name].append(cpu_seconds([viewproof, "check", "--vectors", many, "--", *adapter], **QUIET))
    return min(times["none"]) / min(times["code"]), len(shared)


def of_the_sdk(vectors):
    """[files] -> what bench_adapter.py prints: (echo + bare calls) / adapter."""
    modules = os.pathsep.join([os.path.dirname(ADAPTER), "conformance/sdk/python"])
    out = subprocess.run([sys.executable, "-W", "ignore", "tools/bench/bench_adapter.py", *vectors], check=True, capture_output=True,
                         text=True, env={**os.environ, "PYTHONPATH": modules}).stdout
    return 1 / float(re.search(r"^ratio +([\d.]+)", out, re.MULTILINE)[1])


def steps_judged(out):
    """[what fuzz printed] -> how many steps it judged"""
    counts = re.search(r"^steps judged: (.*)$", out, re.MULTILINE)[1].split()[1::2]
    return sum(int(count.replace(",", "")) for count in counts)


def microseconds_of_a_chain(viewproof, reference):
    """[binary, adapter] -> the processor time of `fuzz` for a chain of STEPS steps, without that of the adapter."""
    fuzz = [viewproof, "fuzz", "--seed", "1", "--cases", str(CHAINS), "--"]
    with tempfile.TemporaryDirectory() as folder:
        sent, replies = os.path.join(folder, "requests"), os.path.join(folder, "replies")
        printed = subprocess.run([*fuzz, "sh", "-c", 'tee "$0" | "$@"', sent, reference], check=True, capture_output=True,
                                 text=True).stdout
        beside = []
        for _ in range(ROUNDS):
            whole = cpu_seconds([*fuzz, reference], **QUIET)
            with open(sent, "rb") as lines, open(replies, "wb") as out:
                beside.append(whole - cpu_seconds([reference], stdin=lines, stdout=out))
    return statistics.median(beside) / steps_judged(printed) * STEPS * 1e6


def gain_of_two_jobs(viewproof, reference):
    """[binary, adapter] -> (time of `fuzz` with one job) / (with two), of a subject that sleeps 1 ms a case."""
    gains = []
    for _ in range(ROUNDS):
        times = []
        for jobs in "1", "2":
            begin = time.monotonic()
            subprocess.run([viewproof, "fuzz", "--seed", "1", "--cases", "4000", "--jobs", jobs, "--",
                            sys.executable, "-c", SLEEPS, reference], check=True, **QUIET)
            times.append(time.monotonic() - begin)
        gains.append(times[0] / times[1])
    return statistics.median(gains)


def megabytes(viewproof, times):
    """[binary, count] -> peak memory of a check of the reference on all of golden/, with a report."""
    vectors = sorted(glob.glob("golden/*/*.jsonl"))
    with tempfile.TemporaryDirectory() as folder:
        many = os.path.join(folder, "many.jsonl")
        repeated(vectors, times, many)
        # A child's peak counts its parent's pages until exec: ask a small one.
        code = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=-3, stderr=-3); "
                "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
        out = subprocess.run([sys.executable, "-c", code, viewproof, "check", "reference", "--vectors", many,
                              "--report", os.path.join(folder, "report")],
                             check=True, capture_output=True, text=True).stdout
    return int(out) / 1024


def main():
    bench, bench_chains, viewproof, reference, *vectors = sys.argv[1:]
    vectors = [os.path.abspath(v) for v in vectors]
    os.chdir(os.environ["VIEWPROOF_ROOT"])
    rate = in_process(bench, vectors) | in_process(bench_chains, vectors)
    for name, value in rate.items():
        cases = name.startswith(("Enumerate", "Chains")) or name == "BareReference"
        print(f"{name:<30} {value / 1e3:10.0f} thousand {'cases' if cases else 'vectors'}/s")
    for what, ours, limit, least in RATIOS:
        ratio = rate[ours] / rate[limit]
        report(what, ratio, f">= {least:.2f}", ratio >= least)
    ratio = through_the_pipe(viewproof, vectors)
    report("check of NumPy / adapter < requests > replies (processor time)", ratio, "<= 1.7", ratio <= 1.7)
    ratio = of_the_sdk(vectors)
    report("an echo and bare calls of NumPy / the Python SDK (processor time)", ratio, ">= 0.85", ratio >= 0.85)
    ratio, count = without_code(viewproof, vectors)
    report(f"check array-api of NumPy / check numpy, {count} vectors", ratio, "<= 1.15", ratio <= 1.15)
    spent = microseconds_of_a_chain(viewproof, reference)
    report("fuzz: the runner's processor time for 4.5 steps, us", spent, "< 60", spent < 60)
    gain = gain_of_two_jobs(viewproof, reference)
    report("fuzz: two jobs on a subject that sleeps 1 ms a case / one", gain, ">= 1.8", gain >= 1.8)
    one, hundred = megabytes(viewproof, 1), megabytes(viewproof, 100)
    report("memory of a check of 1 x golden/ with a report, MB", one, "< 100", one < 100)
    report("memory of a check of 100 x golden/ with a report, MB", hundred, "< 100", hundred < 100)


if __name__ == "__main__":
    main()

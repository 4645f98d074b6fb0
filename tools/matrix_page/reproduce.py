"""Runs the scripts of bug files again, and compares what they print.

output_of(bug)      what the script of a bug prints and how it ends, in the words of ## Actual
agree(bug, output)  whether that is what the file says
run(bugs, ...)      all, with a line for each that differs; "N reproduced, N differ, N skipped"
fresh(list, folder) a new environment of what an environment.txt lists: the words that run a command in it
"""

import collections
import concurrent.futures
import difflib
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

import bugs

SECONDS = 10  # A hang, as ## Actual says; what does not hang gets much more, to import and to compile.
PATIENCE = 300
AT_A_TIME = 2
HANGS = f"(no answer in {SECONDS} s)"
COMPILE = ["g++", "-std=c++17", "-O1", "-I/usr/include/eigen3"]  # A first line "// -lm" adds to it.
ERROR = re.compile(r"^(?:\w+\.)*\w*(?:Error|Exception|Warning|Interrupt|Exit)\b.*", re.MULTILINE)


def death(code: int) -> str:
    """How a process ended that a signal killed."""
    return f"(the process ends by {signal.Signals(-code).name})"


def last_error(language: str, text: str) -> str:
    """The line of standard error that names what was raised."""
    if language == "python":
        text = text.rpartition("Traceback (most recent call last):\n")[2]
        lines = [line for line in text.splitlines() if line and not line.startswith(" ")]
        return lines[0] if lines else ""
    found = ERROR.findall(text)
    return found[-1] if found else ""


def _prepare(bug: bugs.Bug, folder: pathlib.Path) -> list[str]:
    """Writes the script, and gives the command that runs it."""
    if bug.language == "cpp":
        source, program = folder / "reproduction.cc", folder / "reproduction"
        source.write_text(bug.script, encoding="utf-8")
        first = bug.script.partition("\n")[0]
        options = first[2:].split() if first.startswith("// -") else []
        subprocess.run([*COMPILE, str(source), "-o", str(program), *options], check=True, capture_output=True, text=True)
        return [str(program)]
    is_module = re.search(r"^import\b.*\bfrom\b|^import ['\"]", bug.script, re.MULTILINE)
    ending = ".py" if bug.language == "python" else ".mjs" if is_module else ".cjs"
    source = folder / ("reproduction" + ending)
    source.write_text(bug.script, encoding="utf-8")
    return ["python3" if bug.language == "python" else "node", str(source)]


def environment(subject: str) -> list[str]:
    """The words that run a command with what the subject needs."""
    return ["tools/viewproof", "env", subject]


def fresh(listed: pathlib.Path, folder: pathlib.Path) -> list[str]:
    """What is Debian's is there already, and is taken as it is. CalledProcessError: it cannot be installed."""
    lines = [line.partition("#")[0].strip() for line in listed.read_text(encoding="utf-8").splitlines()]
    modules = [line.removeprefix("npm:").strip() for line in lines if line.startswith("npm:")]
    wheels = [line for line in lines if line and not re.match(r"(apt|npm|build):", line)]
    install = lambda *words: subprocess.run(words, check=True, capture_output=True, text=True)  # noqa: E731
    install(sys.executable, "-m", "venv", str(folder))
    if wheels:
        install(str(folder / "bin/python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wheels)
    if modules:
        install("npm", "install", "--prefix", str(folder), "--no-save", "--no-audit", "--no-fund", *modules)
    return ["env", f"PATH={folder}/bin:{os.environ['PATH']}", f"NODE_PATH={folder}/node_modules"]


def output_of(bug: bugs.Bug, prefix: list[str]) -> str:
    """Standard output, then how it ended, if not well."""
    # Modules of node are looked for in the folders above the script.
    above = pathlib.Path(".subjects", bug.fields["subject"])
    with tempfile.TemporaryDirectory(dir=above if above.is_dir() else None) as name:
        folder = pathlib.Path(name).resolve()
        command = _prepare(bug, folder)
        hangs = HANGS in bug.actual
        inner = ["sh", "-c", 'cd "$0" && exec stdbuf -oL "$@"', str(folder), *command]
        process = subprocess.Popen(
            prefix + inner, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, errors="replace",
            env={**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1"}, start_new_session=True)
        try:
            out, err = process.communicate(timeout=SECONDS * 2 if hangs else PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, _ = process.communicate()
            return (out.strip("\n") + "\n" + HANGS).strip("\n")
    end = ""
    if process.returncode < 0:
        end = death(process.returncode)
    elif process.returncode:
        end = last_error(bug.language, err) or f"(exit status {process.returncode})"
    return (out.strip("\n") + "\n" + end).strip("\n")


def _lines(text: str) -> list[str]:
    text = text.replace("(no output: the process", "(the process")
    return [line.rstrip() for line in text.strip().splitlines()]


def agree(said: str, output: str) -> bool:
    """Line by line; a line that ends in "..." is the beginning of one. Before a death, a library may print more."""
    expected, actual = _lines(said), _lines(output)
    if expected[-1:] == actual[-1:] and expected[-1].startswith("(the process ends"):
        actual = actual[: len(expected) - 1] + actual[-1:]
    return len(expected) == len(actual) and all(
        line == other or line.endswith("...") and other.startswith(line[:-3]) for line, other in zip(expected, actual))


def outcome(bug: bugs.Bug, prefix: list[str]) -> str:
    """What is printed now, also of a script that does not compile."""
    try:
        return output_of(bug, prefix)
    except subprocess.CalledProcessError as error:
        return f"(it does not compile)\n{error.stderr[:500]}"


def run(found: list[bugs.Bug], lacking=lambda subject: "", prefix=environment, names_all=False) -> bool:
    """Whether all that could be run are reproduced. `lacking`: why a subject cannot be run here, or nothing."""
    why = {subject: lacking(subject) for subject in sorted({bug.fields["subject"] for bug in found})}
    skipped = collections.Counter(why[bug.fields["subject"]] for bug in found if why[bug.fields["subject"]])
    runnable = [bug for bug in found if not why[bug.fields["subject"]]]
    differ = 0
    with concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as pool:
        for bug, output in zip(runnable, pool.map(lambda bug: outcome(bug, prefix(bug.fields["subject"])), runnable)):
            if agree(bug.actual, output):
                if names_all:
                    print(f"equal {bug.path}", flush=True)
                continue
            differ += 1
            print(f"DIFFERS {bug.path}")
            for line in list(difflib.unified_diff(_lines(bug.actual), _lines(output), "in the file", "now", lineterm=""))[:30]:
                print("  " + line, flush=True)
    reasons = ", ".join(f"{count} {reason}" for reason, count in sorted(skipped.items()))
    print(f"{len(runnable) - differ} reproduced, {differ} differ, {sum(skipped.values())} skipped" + (f" ({reasons})" if reasons else ""))
    return not differ

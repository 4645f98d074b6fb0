"""What the terminal shows at 80 columns without colour: conformance/report/transcripts has it, how long a run took as T.
Each command that is printed is pasted into a shell.

    python3 tools/cli/transcripts.py       writes the files anew"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.append("tools/matrix_page")
import readme  # noqa: E402

PROGRAM = "tools/viewproof"
FOLDER = pathlib.Path("conformance/report/transcripts")
CHECK = "tools/viewproof check my.gate.toml"
FUZZ = "tools/viewproof fuzz my.gate.toml --seed 7 --cases 300"
ZERO = '"zero_": "x.fill(0)"'
WRONG = (ZERO, '"zero_": "x.clone().fill(0)"')
# It dies the first time that it is asked.
ONCE = (ZERO, '"zero_": "x.fill(0) if os.path.exists(\'died\') else (open(\'died\', \'w\'), os.abort())"')
NOISY = (ZERO, '"zero_": "(os.write(STANDARD_OUTPUT, b\'a kernel\\\\n\'), x.fill(0))[1]"')
LESS = ('    "detach": "x.view(x.sizes, x.strides)",\n', "")
# Before the SDK guards standard output, a library may have taken it.
TAKEN = ("sdk.guard_stdout()", "import os\nSTANDARD_OUTPUT = os.dup(1)\nsdk.guard_stdout()")
# Each scenario: what is changed in the adapter, what runs first, the command that is shown, its exit status.
SCENARIOS = {
    "green": ([], [], CHECK, 0),
    "new-failures": ([WRONG], [], CHECK + " --report r.jsonl", 1),
    "fixed": ([], ["accepted"], CHECK, 1),
    "changed-hello": ([LESS], [], CHECK, 1),
    "too-few-executed": ([], ["fewer"], CHECK, 1),
    "death-that-does-not-recur": ([TAKEN, ONCE], [], CHECK, 1),
    "noise": ([TAKEN, NOISY], [], CHECK, 2),
    "no-gate": ([], [], "tools/viewproof check -- python3 my_adapter.py", 0),
    "partial": ([], [], CHECK + " --only 'zero_/*'", 0),
    "fuzz-green": ([], [], FUZZ, 0),
    "fuzz-red": ([WRONG], [], FUZZ, 1),
}


def run(command, folder):
    """-> exit status and text of a command line in bash, where tools/viewproof is our program"""
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=readme.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          check=False)
    return done.returncode, done.stdout + (done.stderr if done.returncode > 2 else "")


def make(folder):
    """Writes what `init` writes there, and a link by which users call our program."""
    (folder / "tools").mkdir()
    (folder / "tools/viewproof").symlink_to(os.path.abspath(PROGRAM))
    status, said = run("tools/viewproof init my --language python --kind full", folder)
    assert status == 0, said


def edit(path, what, by):
    text = path.read_text(encoding="utf-8")
    assert what in text, f"{path.name} has no {what}"
    path.write_text(text.replace(what, by, 1), encoding="utf-8")


def prepare(folder, changes, first):
    adapter = folder / "my_adapter.py"
    whole = adapter.read_text(encoding="utf-8")
    if "accepted" in first:
        edit(adapter, *WRONG)
        for command in (CHECK + " --report known.jsonl", "tools/viewproof accept known.jsonl --all --reason 'no kernel yet'"):
            status, said = run(command, folder)
            assert status < 2, said
        adapter.write_text(whole, encoding="utf-8")
    if "fewer" in first:
        lock = folder / "my.gate.lock"
        lock.write_text(re.sub(r'"executed":(\d+)', lambda found: f'"executed":{int(found[1]) + 76}', lock.read_text(encoding="utf-8"), count=1),
                        encoding="utf-8")
    for change in changes:
        edit(adapter, *change)


def shown(scenario):
    """-> the file of a scenario as it should be, and its exit status; leaves nothing"""
    changes, first, command, _ = SCENARIOS[scenario]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make(folder)
        prepare(folder, changes, first)
        status, said = run(command, folder)
        return f"$ {command}\n{re.sub(r' +in [0-9.]+ s$', ' in T', said, flags=re.MULTILINE)}exit status {status}\n", status


def commands(text):
    """-> the command lines that a text shows after the labels of commands, as they stand there"""
    found = []
    lines = iter(text.split("\n"))
    for line in lines:
        start = re.match(r"(?:   run {7}|(?:next|more|again) +| {7})(tools/viewproof .*)", line)
        if not start:
            continue
        parts = [start[1]]
        while parts[-1].endswith("\\"):
            parts.append(next(lines))
        parts[-1] = re.split(r" {2,}", parts[-1].strip())[0]  # It is followed by what it is for.
        found.append("\n".join(parts))
    return found


def write():
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    for scenario in SCENARIOS:
        (FOLDER / f"{scenario}.txt").write_text(shown(scenario)[0], encoding="utf-8")


if __name__ == "__main__":
    write()

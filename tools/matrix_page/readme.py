"""The blocks of README.md that are runs of the program, at 80 columns.

written()       README.md as it should be; only how long a run took stays as it was
broken(folder)  writes the adapter of the red run there, with its gate file
red_page(folder)  the page of that run, and what red.json says of it
"""

import hashlib
import html
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import pages
import rows

RED = "tools/viewproof check my.gate.toml --report r.jsonl"
# Each block, and the line of a shell that prints it.
RUNS = {"green": "tools/viewproof check numpy ",
        "red": RED,
        "refused": "tools/viewproof explain --short 'x = torch.zeros(2, 3); y = x.t(); y.view(6)'"}
# A line of what `init` writes, and a bug in its place.
BUG = '"zero_": "x.fill(0)"', '"zero_": "x.clone().fill(0)"'
TOOK = re.compile(r" +in [\d.,]+ (?:s|min)\b|\b[\d.,]+ (?:s|min)$", re.MULTILINE)


def environment() -> dict[str, str]:
    """As at a terminal of 80 columns without colour; what adapters need is found by the Python that runs this."""
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    return {"VIEWPROOF_ROOT": os.getcwd(), **os.environ, "COLUMNS": "80", "NO_COLOR": "1", "PATH": path}


def run(command: str, folder: str = ".") -> str:
    """What a line of a shell prints in a folder. Throws rows.ProgramSays."""
    program = shlex.quote(os.path.abspath(rows.PROGRAM))
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command.replace("tools/viewproof", program, 1)], cwd=folder, env=environment(), capture_output=True,
                          text=True, check=False)
    if done.returncode not in (0, 1):
        raise rows.ProgramSays(f"{command}: {done.stderr.strip()}")
    return done.stdout


def broken(folder: str) -> None:
    run("tools/viewproof init my --language python --kind full", folder)
    adapter = pathlib.Path(folder, "my_adapter.py")
    text = adapter.read_text(encoding="utf-8")
    if BUG[0] not in text:
        raise rows.ProgramSays(f"init wrote no {BUG[0]}")
    adapter.write_text(text.replace(*BUG), encoding="utf-8")


def red_page(folder: str) -> tuple[pathlib.Path, dict[str, str]]:
    """The page of the red run, and its verdict with digests of its records and of what it is made of."""
    broken(folder)
    run(RED, folder)
    run("tools/viewproof report r.jsonl --html r.html", folder)
    page = pathlib.Path(folder, "r.html")
    text = page.read_text(encoding="utf-8")
    made_of = "".join(re.findall(r"<style>.*?</style>|<script>.*?</script>", text, re.DOTALL))
    footer = json.loads(pathlib.Path(folder, "r.jsonl").read_text(encoding="utf-8").splitlines()[-1])["footer"]
    verdict = html.unescape(re.sub(r"<[^>]*>", "", re.search(r"<h1[^>]*>.*?</h1>", text, re.DOTALL)[0])).lstrip("✗ ")
    return page, {"verdict": f"{verdict}: {TOOK.sub('', footer['headline'].partition(': ')[2])}", "report": footer["records"],
                  "page": "sha256:" + hashlib.sha256(made_of.encode()).hexdigest()}


def shown(command: str, printed: str) -> str:
    """A command and all that it printed, as a block of Markdown."""
    return "".join(f"    {line}".rstrip() + "\n" for line in [f"$ {command}", *printed.rstrip("\n").split("\n")])


def written() -> dict[pathlib.Path, str]:
    """Throws rows.ProgramSays, and ValueError if README.md has no markers."""
    with tempfile.TemporaryDirectory() as folder:
        broken(folder)
        printed = {name: run(command, folder) for name, command in RUNS.items()}
    before = pages.README.read_text(encoding="utf-8")
    made = pages.blocks_in([(pages.README, name, shown(command, printed[name])) for name, command in RUNS.items()])
    return {} if TOOK.sub("", made[pages.README]) == TOOK.sub("", before) else made

"""The subjects of the matrix, and the gate files of all. The program counts their rows: `viewproof matrix --row`, and shows them.

subjects()         every subject, in the order of the matrix
program(words)     what the program prints; ProgramSays is what it refuses
"""

import dataclasses
import functools
import hashlib
import json
import pathlib
import subprocess
import tomllib

ADAPTERS = pathlib.Path("conformance/adapters")
ROWS = ADAPTERS / "rows"
PROGRAM = "tools/viewproof"


class ProgramSays(ValueError):
    """Why the program shows nothing; its text is a line."""


@dataclasses.dataclass
class Subject:
    """An entry of rows/subjects.toml."""

    gate: str  # Of the gate file: "torch-meta".
    title: str = ""
    check: str = ""  # What `tools/viewproof check` takes, if not the gate's name.
    needs: str = ""  # What few machines have: "a GPU".
    library: str = ""  # The folder of bugs/, if not the gate's name.
    ours: bool = False  # A part of viewproof: gated, and no row.

    def __post_init__(self):
        self.title = self.title or self.gate
        self.check = self.check or self.gate
        self.library = self.library or self.gate

    @property
    def gate_path(self) -> pathlib.Path:
        return ADAPTERS / f"{self.gate}.gate.toml"

    @property
    def row_path(self) -> pathlib.Path:
        return ROWS / f"{self.gate}.json"


def subjects(path: pathlib.Path = ROWS / "subjects.toml") -> list[Subject]:
    """Every subject, in the order of the matrix."""
    return [Subject(**entry) for entry in tomllib.loads(path.read_text(encoding="utf-8"))["subject"]]


def golden_digest() -> str:
    """As the runner gives it: of golden/MANIFEST."""
    return "sha256:" + hashlib.sha256(pathlib.Path("golden/MANIFEST").read_bytes()).hexdigest()


_parsed = functools.lru_cache(maxsize=None)(tomllib.loads)  # Asked for often, and large.


def read_gate(path: pathlib.Path) -> dict:
    """Not to be changed."""
    return _parsed(path.read_text(encoding="utf-8"))


def known_lines(gate_path: pathlib.Path) -> list[dict]:
    """Of the gate's known failures; those of verdict skip are of borrowed ops."""
    path = gate_path.with_name(gate_path.name.replace(".gate.toml", ".known.jsonl"))
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def program(*words: str, lawful: tuple = (0,)) -> str:
    """Standard output of `tools/viewproof WORDS`; throws ProgramSays at another exit status."""
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False)
    if done.returncode not in lawful:
        raise ProgramSays((done.stderr or done.stdout).strip().rpartition("\n")[2].removeprefix("viewproof: "))
    return done.stdout

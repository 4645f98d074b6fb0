"""The subjects of the matrix, and the gate files of all. The program counts their rows: `viewproof matrix --row`, and shows them.

subjects()         every subject of a library, in the order of the matrix
program(words)     what the program prints; ProgramSays is what it refuses
"""

import dataclasses
import functools
import hashlib
import json
import pathlib
import subprocess
import tomllib

LIBRARIES = pathlib.Path("conformance/libraries")
PROGRAM = "tools/viewproof"


class ProgramSays(ValueError):
    """Why the program shows nothing; its text is a line."""


@dataclasses.dataclass
class Subject:
    """A gate file of conformance/libraries, with the place in the matrix that it names."""

    gate_path: pathlib.Path

    def __post_init__(self):
        place = read_gate(self.gate_path).get("matrix", {})
        self.gate = name_of(self.gate_path)  # "torch-meta"
        self.title = place.get("title", self.gate)
        self.needs = place.get("needs", "")  # Few machines have it: "a GPU".
        self.library = place.get("library", self.gate_path.parent.name)  # Whose bugs and environment are its own.

    @property
    def row_path(self) -> pathlib.Path:
        return self.gate_path.with_name(self.gate_path.name.replace("gate.toml", "row.json"))

    @property
    def environment(self) -> pathlib.Path:
        return LIBRARIES / self.library / "environment.txt"


def name_of(gate_path: pathlib.Path) -> str:
    """As users type it: of libraries/torch/meta.gate.toml torch-meta, of libraries/torch/gate.toml torch, of x.gate.toml x."""
    library = gate_path.parent.name if gate_path.parent.parent == LIBRARIES else ""
    return "-".join(filter(None, [library, gate_path.name.removesuffix("gate.toml").rstrip(".")]))


def gate_paths() -> list[pathlib.Path]:
    """Every gate file, in the order of their names."""
    return sorted([*LIBRARIES.glob("*/*gate.toml"), *LIBRARIES.parent.glob("subjects/*.gate.toml")], key=name_of)


def subjects() -> list[Subject]:
    """Those of libraries, in the order of the matrix."""
    return [Subject(path) for path in gate_paths() if path.parent.parent == LIBRARIES]


def has_row(subject: Subject) -> bool:
    """Whether it has a row: what is asked of kernels is not in golden/, by which rows are counted."""
    return read_gate(subject.gate_path)["demand"].get("profiles") != ["operands"]


def golden_digest() -> str:
    """As the runner gives it: of golden/MANIFEST."""
    return "sha256:" + hashlib.sha256(pathlib.Path("golden/MANIFEST").read_bytes()).hexdigest()


_parsed = functools.lru_cache(maxsize=None)(tomllib.loads)  # Asked for often, and large.


def read_gate(path: pathlib.Path) -> dict:
    """Not to be changed."""
    return _parsed(path.read_text(encoding="utf-8"))


def read_lock(gate_path: pathlib.Path) -> tuple[dict, list[dict]]:
    """The pins of a gate, and its known failures; those of verdict skip are of borrowed ops."""
    path, pins, known, cause = gate_path.with_suffix(".lock"), {}, [], {}
    for line in map(json.loads, path.read_text(encoding="utf-8").splitlines() if path.exists() else []):
        pins = line if "lock" in line else pins
        cause = line if "verdict" in line else cause
        known += [{**cause, **line, "id": id, "dtype": dtype} for id in line.get("ids", []) for dtype in line["dtypes"]]
    return pins, known


def has_cause(entry: dict, case: dict) -> bool:
    """Whether a known failure has the cause of an entry of its gate file."""
    if entry.get("verdict") == "dies":
        return entry["op"] == case["op"] and case["verdict"] in ("crash", "timeout")
    keys = (("op", ""), ("difference", ""), ("facets", []), ("verdict", "fail"))
    return all(entry.get(key, none) == case.get(key, none) for key, none in keys)


def program(*words: str, lawful: tuple = (0,)) -> str:
    """Standard output of `tools/viewproof WORDS`; throws ProgramSays at another exit status."""
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False)
    if done.returncode not in lawful:
        raise ProgramSays(" ".join((done.stderr or done.stdout).rpartition("viewproof: ")[2].split()))
    return done.stdout

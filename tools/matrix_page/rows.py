"""What a check said, as a row: conformance/adapters/rows/NAME.json, written from its report.

row_of(report, subject)  the row; NoRow says why there is none
standing(subject)        the row that is committed, or why none is shown

A row is of one golden/: of the one that its gate file and this checkout have, or it is not shown.
"""

import collections
import dataclasses
import functools
import hashlib
import json
import pathlib
import re
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ADAPTERS = pathlib.Path("conformance/adapters")
ROWS = ADAPTERS / "rows"
OLDER = "measured at an older golden/: no row"


class NoRow(Exception):
    """Why there is no row; its text goes on from "NAME: "."""


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


def kind_of(hello: dict) -> str:
    """What can be seen of the subject: full, or what it lacks."""
    kinds = []
    if hello["observes"] == "last":
        kinds.append("compiled")
    if hello["writes"] == "rebind":
        kinds.append("rebind")
    if "values" not in hello["facets"]:
        kinds.append("structure")
    elif "strides" not in hello["facets"]:
        kinds.append("values")
    return " ".join(kinds) or "full"


def is_pinned(version: str, packages: list[str]) -> bool:
    """Whether the gate file's packages have this version; +cpu is of a build."""
    pins = [re.split(r"==|@", package)[-1] for package in packages if re.search(r"==|.@", package)]
    return not pins or version.partition("+")[0] in [pin.partition("+")[0] for pin in pins]


def _check(holds: bool, why: str) -> None:
    if not holds:
        raise NoRow(why)


def _check_whole(name: str, header: dict, footer: dict, gate: dict) -> None:
    """A report of all that the gate demands, of this golden/, by the gate's version."""
    demand = gate.get("demand", {})
    _check(footer.get("run") == "complete", f"the report is not of a whole run ({footer.get('why', 'no footer')})")
    _check(header["gate"] == name, f"the report is of {header['gate'] or 'no gate file'}")
    _check(header["golden"] == golden_digest(), "the report is of another golden/")
    _check(gate.get("suite", {}).get("golden") == header["golden"], "the gate file is of an older golden/")
    plan = header["plan"]
    _check(not plan["only"] and not plan["not"] and plan["shard"] == "1/1", "the report is of a part of the plan")
    _check(plan["profiles"] == demand.get("profiles"), "the report is of other profiles than the gate file's")
    _check(header["demand"]["dtypes"] == demand.get("dtypes", []), "the report is of other dtypes than the gate file's")
    subject = header["subject"]["subject"]
    pinned = gate.get("subject", {})
    for key in ("name", "device"):
        _check(subject[key] == pinned.get(key), f"{key} is {subject[key]}, the gate file's is {pinned.get(key)}")
    packages = gate["adapter"].get("packages", [])
    _check(is_pinned(subject["version"], packages), f"it is {subject['version']}, the gate file is of {' '.join(packages)}")


def gate_of(report: pathlib.Path) -> str:
    """The name of its gate file; empty if it has none, or is no report."""
    with report.open(encoding="utf-8") as lines:
        try:
            return json.loads(lines.readline())["header"]["gate"]
        except (ValueError, KeyError, TypeError):
            return ""


def row_of(report: pathlib.Path, subject: Subject, green: bool, seconds: float | None = None, cpu: float | None = None) -> dict:
    """The row of a report. Throws NoRow. `green`: what the runner says of it."""
    _check(subject.gate_path.exists(), "there is no gate file")
    gate = read_gate(subject.gate_path)
    with report.open(encoding="utf-8") as lines:
        header = json.loads(next(lines))["header"]
        records = [record for record in map(json.loads, lines) if "facts" not in record]
    footer = records.pop()["footer"] if records and "footer" in records[-1] else {}
    _check_whole(subject.gate, header, footer, gate)
    known = {(line["id"], line["dtype"]) for line in known_lines(subject.gate_path) if line["verdict"] != "skip"}
    profiles = collections.defaultdict(collections.Counter)
    ops = collections.defaultdict(collections.Counter)
    skipped, deaths = collections.Counter(), 0
    for record in records:
        if record["verdict"] == "skip":
            skipped[record["reason"]] += 1
            profiles[record["profile"]]["skip " + record["reason"]] += 1
            profiles[record["profile"]]["planned"] += 1
            continue
        deaths += record["verdict"] in ("crash", "timeout")
        fate = "passed" if record["verdict"] == "pass" else "known" if (record["id"], record["dtype"]) in known else "other"
        profiles[record["profile"]].update(["planned", "executed", fate])
        ops[record["id"].partition("/")[0]].update(["executed", fate])
    passed = sum(counts["passed"] for counts in profiles.values())
    _check(passed == footer["passed"], f"{passed} records pass, the footer says {footer['passed']}")
    hello = header["subject"]["subject"]
    return {
        "gate": subject.gate, "golden": header["golden"], "records": footer["records"], "name": hello["name"], "version": hello["version"],
        "device": hello["device"], "kind": kind_of(header["subject"]), "green": green, "failed": footer["failed"],
        "deaths": deaths, "seconds": None if seconds is None else round(seconds),
        **({} if cpu is None else {"cpu_seconds": round(cpu)}), "skipped": dict(skipped.most_common()),
        "profiles": {name: dict(sorted(profiles[name].items())) for name in header["plan"]["profiles"]},
        "ops": {name: dict(sorted(counts.items())) for name, counts in sorted(ops.items())},
    }


def text_of(row: dict) -> str:
    """JSON with a line per field, profile and op."""
    lines = []
    for key, value in row.items():
        if key in ("profiles", "ops"):
            inner = ",\n".join(f"  {json.dumps(name)}: {json.dumps(counts)}" for name, counts in value.items())
            lines.append(f" {json.dumps(key)}: {{\n{inner}\n }}")
        else:
            lines.append(f" {json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def total(row: dict, name: str) -> int:
    """Of all profiles: planned, executed, passed, known, other."""
    return sum(counts.get(name, 0) for counts in row["profiles"].values())


def standing(subject: Subject) -> dict | str:
    """The row of now, or in words why there is none."""
    if subject.gate_path.exists() and read_gate(subject.gate_path).get("suite", {}).get("golden") != golden_digest():
        return OLDER
    if not subject.row_path.exists() or not subject.gate_path.exists():
        return f"not run: it needs {subject.needs}" if subject.needs else "not run"
    row = json.loads(subject.row_path.read_text(encoding="utf-8"))
    return row if row["golden"] == golden_digest() else OLDER

"""Holds what is committed of each subject together, without its library: gate files, rows, bug files and pages.

faults()  what is wrong, as sentences that begin with a file
notes()   what is lawful and should be said: a gate of an older golden/
"""

import json
import pathlib
import re

import bugs
import pages
import rows

LISTS = pathlib.Path("tools/subjects")
SPEC = pathlib.Path("reference/SPEC.md")
RULE = re.compile(r"^(?:\d+\.|-|\|) +([A-Za-z0-9_]+\.[dreiu]\d+)\b", re.MULTILINE)
NO_REASON = ("", "unreviewed", "differs", "todo")


def golden_ids() -> set[str]:
    texts = (path.read_text(encoding="utf-8") for path in pathlib.Path("golden").glob("*/*.jsonl"))
    return {match for text in texts for match in re.findall(r'^\{"id":"([^"]+)"', text, re.MULTILINE)}


def gates() -> dict[str, dict]:
    """Every gate file by its name."""
    return {path.name.removesuffix(".gate.toml"): rows.read_gate(path) for path in sorted(rows.ADAPTERS.glob("*.gate.toml"))}


def is_older(gate: dict) -> bool:
    return gate.get("suite", {}).get("golden") != rows.golden_digest()


def notes() -> list[str]:
    found = [f"{name}: older golden: no row" for name, gate in gates().items() if is_older(gate)]
    for subject in rows.subjects():
        if subject.row_path.exists() and json.loads(subject.row_path.read_text())["golden"] != rows.golden_digest():
            found.append(f"{subject.row_path}: older golden: not shown")
    return found


def gate_faults(name: str, gate: dict, ids: set[str]) -> list[str]:
    """Of one gate file; ids of an older golden/ may be gone."""
    faults = []
    entries = gate.get("known_failure", [])
    lines = rows.known_lines(rows.ADAPTERS / f"{name}.gate.toml")
    counted, listed = sum(entry.get("count", 0) for entry in entries), sum(line["verdict"] != "skip" for line in lines)
    if counted != listed:
        faults.append(f"{name}.gate.toml: its counts add up to {counted}, {name}.known.jsonl has {listed} lines")
    if open_lines := sum(line["verdict"] == "fail" and "answer" not in line for line in lines):
        faults.append(f"{name}.known.jsonl: {open_lines} lines may have any answer: viewproof accept REPORT --answers")
    for entry in entries + gate.get("without", []) + gate.get("flaky_death", []):
        if entry["reason"].strip().strip(".").lower() in NO_REASON:
            faults.append(f"{name}.gate.toml: {entry.get('op') or entry}: {entry['reason']!r} is no reason")
    if not gate.get("demand", {}).get("reviewed"):
        faults.append(f"{name}.gate.toml: [demand] reviewed is not true")
    if not is_older(gate):
        faults += [f"{name}.known.jsonl: golden/ has no {line['id']}" for line in lines if line["id"] not in ids]
    return faults + list_faults(name, gate)


def plain(package: str) -> str:
    """Without blanks and extras: mlx[cpu] == 0.32 is mlx==0.32."""
    return re.sub(r"\[.*\]|\s", "", package)


def list_faults(name: str, gate: dict) -> list[str]:
    """The packages of a gate file that its list does not install."""
    path = LISTS / f"{name}.txt"
    if not path.exists():
        return []
    lines = [plain(line.partition("#")[0].removeprefix("npm:")) for line in path.read_text(encoding="utf-8").splitlines()]
    return [f"{path}: {package} of {name}.gate.toml is not listed"
            for package in gate["adapter"].get("packages", []) if plain(package) not in lines]


def bug_faults(rules: set[str], subjects: dict[str, rows.Subject]) -> list[str]:
    faults = []
    for folder in (path for path in sorted(pages.BUGS.iterdir()) if path.is_dir()):
        for read, path in [(bugs.read_looked_for, folder / "looked-for.md")] + [(bugs.read_bug, path) for path in bugs.bug_paths(folder)]:
            try:
                bug = read(path)
            except bugs.BadFile as error:
                faults.append(str(error))
                continue
            faults += one_bug_faults(bug, rules, subjects) if read is bugs.read_bug else []
    return faults


def one_bug_faults(bug: bugs.Bug, rules: set[str], subjects: dict[str, rows.Subject]) -> list[str]:
    faults = [f"{bug.path}: there is no rule {rule}" for rule in bug.rules if rule not in rules]
    subject = subjects.get(bug.fields["subject"])
    if subject is None:
        faults.append(f"{bug.path}: there is no subject {bug.fields['subject']} in {rows.ROWS}/subjects.toml")
    elif subject.library != bug.path.parent.name:
        faults.append(f"{bug.path}: its subject {subject.gate} belongs to {subject.library}")
    return faults


def page_faults() -> list[str]:
    """The pages that tools/matrix would write in another way; or what the program says of a row."""
    try:
        made = {pages.RESULTS: pages.results(), pages.README: pages.readme(pages.README.read_text(encoding="utf-8"))}
    except rows.ProgramSays as error:
        return [str(error)]
    return [f"{path}: run tools/matrix --write" for path, text in made.items() if path.read_text(encoding="utf-8") != text]


def faults() -> list[str]:
    every = gates()
    ids, subjects = golden_ids(), {subject.gate: subject for subject in rows.subjects()}
    found = [fault for name, gate in every.items() for fault in gate_faults(name, gate, ids)]
    found += [f"{rows.ROWS}/subjects.toml: {name}.gate.toml is missing" for name in every if name not in subjects]
    found += [f"{path}: {rows.ROWS}/subjects.toml has no such gate" for path in rows.ROWS.glob("*.json") if path.stem not in subjects]
    found += [f"{subject.row_path}: there is no gate file" for subject in subjects.values()
              if subject.row_path.exists() and not subject.gate_path.exists()]
    wrong_bugs = bug_faults(set(RULE.findall(SPEC.read_text(encoding="utf-8"))), subjects)
    return found + wrong_bugs + ([] if wrong_bugs else page_faults())

"""Holds what is committed of each subject together, without its library: gate files, rows, bug files and pages.

faults()  what is wrong, as sentences that begin with a file
"""

import pathlib
import re

import bugs
import pages
import rows

SPEC = pathlib.Path("reference/SPEC.md")
RULE = re.compile(r"^(?:\d+\.|-|\|) +([A-Za-z0-9_]+\.[dreiu]\d+)\b", re.MULTILINE)
PAGE = re.compile(r"[\w.-]+/bugs/[\w.-]+\.md")
NO_REASON = ("", "unreviewed", "differs", "todo")


def golden_ids() -> set[str]:
    texts = (path.read_text(encoding="utf-8") for path in pathlib.Path("golden").glob("*/*.jsonl"))
    return {match for text in texts for match in re.findall(r'^\{"id":"([^"]+)"', text, re.MULTILINE)}


def is_older(pins: dict) -> bool:
    return pins.get("golden") != rows.golden_digest()


def gate_faults(path: pathlib.Path, ids: set[str]) -> list[str]:
    """Of one gate file; ids of an older golden/ may be gone."""
    gate, (pins, known) = rows.read_gate(path), rows.read_lock(path)
    faults = []
    entries = gate.get("known_failure", [])
    if open_cases := sum(case["verdict"] == "fail" and "answer" not in case for case in known):
        faults.append(f"{path}: {open_cases} known failures may have any answer: viewproof accept REPORT --answers")
    for entry in entries + gate.get("without", []) + gate.get("flaky_death", []):
        if entry["reason"].strip().strip(".").lower() in NO_REASON:
            faults.append(f"{path}: {entry.get('op') or entry}: {entry['reason']!r} is no reason")
        faults += [f"{path}: there is no {page}" for page in PAGE.findall(entry["reason"]) if not (rows.LIBRARIES / page).exists()]
    if not gate.get("demand", {}).get("reviewed"):
        faults.append(f"{path}: [demand] reviewed is not true")
    if not is_older(pins):
        faults += [f"{path}: golden/ has no {case['id']}, which it knows" for case in known
                   if case["id"] not in ids and not case["id"].startswith("call.")]  # made as they are asked
    return faults


def plain(package: str) -> str:
    """Without blanks and extras: mlx[cpu] == 0.32 is mlx==0.32."""
    return re.sub(r"\[.*\]|\s", "", package)


def list_faults(subject: rows.Subject) -> list[str]:
    """The packages of a gate file that the environment of its library lists, too: a version is pinned once."""
    if not subject.environment.exists():
        return []
    lines = [plain(line.partition("#")[0].removeprefix("npm:")) for line in subject.environment.read_text(encoding="utf-8").splitlines()]
    return [f"{subject.gate_path}: {package} stands in {subject.environment}, too"
            for package in rows.read_gate(subject.gate_path)["adapter"].get("packages", []) if plain(package) in lines]


def bug_faults(rules: set[str], subjects: dict[str, rows.Subject]) -> list[str]:
    faults = []
    for folder in bugs.folders(rows.LIBRARIES):
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
        faults.append(f"{bug.path}: there is no subject {bug.fields['subject']}")
    elif subject.library != bug.library:
        faults.append(f"{bug.path}: its subject {subject.gate} belongs to {subject.library}")
    return faults


def page_faults() -> list[str]:
    """The pages that tools/matrix would write in another way; or what the program says of a row."""
    try:
        made = pages.written()
    except rows.ProgramSays as error:
        return [str(error)]
    return [f"{path}: run tools/matrix --write" for path, text in made.items() if path.read_text(encoding="utf-8") != text]


def faults() -> list[str]:
    ids, subjects = golden_ids(), {subject.gate: subject for subject in rows.subjects()}
    found = [fault for path in rows.gate_paths() for fault in gate_faults(path, ids)]
    found += [fault for subject in subjects.values() for fault in list_faults(subject)]
    row_paths = {subject.row_path for subject in subjects.values()}
    found += [f"{path}: there is no gate file" for path in sorted(rows.LIBRARIES.glob("*/*row.json")) if path not in row_paths]
    wrong_bugs = bug_faults(set(RULE.findall(SPEC.read_text(encoding="utf-8"))), subjects)
    return found + wrong_bugs + ([] if wrong_bugs else page_faults())

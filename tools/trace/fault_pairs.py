"""Follows every pair of errors of an op to the vector that says which comes first.

Two errors of one op whose kinds differ are a pair. It is shown by a vector
`OP/reports-eA-before-eB` whose last step breaks both and is refused for eA, and
that no subject can pass by refusing alone: its `requires` has error_kind. A pair
that no vector can show is declared in SPEC.md, below "## Faults that cannot meet",
on a line `OP  eA+eB eA+eC: the reason`.

A rule is reported before those that SPEC.md lists behind it; among rules that
say "together" the entries of a list decide, so either order shows the pair.
"""

import itertools
import json
import re

HEADING = "## Faults that cannot meet"
ERROR = re.compile(r"^([A-Za-z0-9_]+)\.(e\d+) +(.*)$", re.MULTILINE)
WORD = re.compile(r"\(([a-z_]+)\)")
DECLARED = re.compile(r"^([A-Za-z0-9_]+) +(e\d+\+e\d+(?: e\d+\+e\d+)*): \S")
VECTOR = re.compile(r"^([^/]+)/reports-(e\d+)-before-(e\d+)$")


def read_errors(spec):
    """{op: {error: (kind, whether it says "together")}}, in SPEC.md's order."""
    errors = {}
    for op, name, sentence in ERROR.findall(spec):
        kind = WORD.findall(sentence)[-1:]
        errors.setdefault(op, {})[name] = (kind, "together with" in sentence)
    return errors


def read_section(spec):
    """The lines of the section's fence that are not empty."""
    _, _, section = spec.partition("\n" + HEADING + "\n")
    fence = section.partition("\n## ")[0].partition("```text\n")[2]
    return [line for line in fence.partition("```")[0].splitlines() if line]


def read_vectors(golden):
    """The vectors whose id says that they show a pair."""
    lines = itertools.chain.from_iterable(
        path.read_text().splitlines() for path in sorted(golden.glob("*/*.jsonl")))
    return [record for record in map(json.loads, lines)
            if VECTOR.match(record.get("id", ""))]


def pairs_in(errors):
    """{(op, an error, one behind it)} where the kinds differ."""
    return {(op, a, b) for op, rules in errors.items()
            for a, b in itertools.combinations(rules, 2)
            if rules[a][0] != rules[b][0]}


def shown_by(vectors, errors, problems):
    """The pairs that vectors show; what is wrong with a vector is appended."""
    shown = set()
    for record in vectors:
        identifier = record["id"]
        name, first, second = VECTOR.match(identifier).groups()
        op = name.replace(".", "_")
        rules = errors.get(op, {})
        unknown = [f"{op}.{rule}" for rule in (first, second) if rule not in rules]
        if unknown:
            problems.append(f"golden: {identifier}: {unknown[0]} is not in SPEC.md")
            continue
        in_order = list(rules).index(first) < list(rules).index(second)
        together = rules[first][1] and rules[second][1]
        last = record["expect"][-1].get("error", {}).get("rule")
        if record["chain"][-1]["op"] != name or last != f"{op}.{first}":
            problems.append(f"golden: {identifier}: its last step is not refused for {op}.{first}")
        elif not in_order and not together:
            problems.append(f"golden: {identifier}: SPEC.md lists {first} behind {second}")
        elif "error_kind" not in record.get("requires", ()):
            problems.append(f"golden: {identifier}: error_kind is not required")
        else:
            shown.add((op, first, second) if in_order else (op, second, first))
    return shown


def declared_in(lines, errors, problems):
    """The pairs that SPEC.md declares; what is wrong with a line is appended."""
    pairs = pairs_in(errors)
    declared = set()
    for line in lines:
        match = DECLARED.match(line)
        if match is None:
            problems.append(f'reference/SPEC.md: "{line}" does not read "OP  eA+eB: the reason"')
            continue
        for word in match[2].split():
            pair = (match[1], *word.split("+"))
            if pair not in pairs:
                problems.append(f"reference/SPEC.md: {match[1]} {word} is no pair")
            elif pair in declared:
                problems.append(f"reference/SPEC.md: {match[1]} {word} is declared twice")
            declared.add(pair)
    return declared & pairs


def check(root):
    """Prints what is wrong and a line of figures -> the number of problems."""
    spec = (root / "reference/SPEC.md").read_text()
    errors = read_errors(spec)
    problems = []
    pairs = pairs_in(errors)
    shown = shown_by(read_vectors(root / "golden"), errors, problems) & pairs
    declared = declared_in(read_section(spec), errors, problems)
    problems += [f"{op}/reports-{a}-before-{b}: shown, so leave it out of SPEC.md's list"
                 for op, a, b in sorted(shown & declared)]
    gaps = sorted(pairs - shown - declared)
    problems += [f"{op}: no vector shows {a} and {b} at once" for op, a, b in gaps]
    for problem in problems:
        print(problem)
    print(f"{len(pairs)} pairs, {len(shown)} shown, {len(declared)} cannot meet, "
          f"{len(gaps)} gaps")
    return len(problems)

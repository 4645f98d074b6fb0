"""Follows every pair of errors of an op to the vector that says which comes first.

Two errors of one op whose kinds differ are a pair. It is shown by a vector
`OP/reports-eA-before-eB` whose last step breaks both and is refused for eA, and
that no subject can pass by refusing alone: its `requires` has error_kind. A pair
that no vector can show is declared in reference/faults.toml, with the reason:

    [OP]
    "eA+eB eA+eC" = "no operand breaks both"

A concept (a prefix of rules that is the name of no op) lends its errors to every op
that is refused for one of them as the last step of a vector. Such an error is
CONCEPT-eA: a pair of setitem is shown by `setitem/reports-index-eA-before-eB`, and
declared index-eA+eB.

A rule is reported before those of its prefix that SPEC.md lists after it. If both say
"Together", the entries of a list decide, and either order shows the pair; so it does for
two prefixes, since an exception may stand between them.
"""

import itertools
import json
import re
import tomllib

FAULTS = "reference/faults.toml"
FAULT = r"(?:[a-z]+-)?e\d+"
PAIRS = re.compile(rf"{FAULT}\+{FAULT}(?: {FAULT}\+{FAULT})*")
VECTOR = re.compile(rf"^([^/]+)/reports-({FAULT})-before-({FAULT})$")


def op_of(identifier):
    """The prefix that rules have of the op that begins a vector's id."""
    return identifier.partition("/")[0].replace(".", "_")


def refusal_of(record):
    """The rule that a vector's last step is refused for, or ""."""
    return record["expect"][-1].get("error", {}).get("rule", "") if record["expect"] else ""


def errors_in(rules):
    """{prefix: {name: Rule}} of the errors, in SPEC.md's order."""
    errors = {}
    for rule in rules.values():
        if rule.letter == "e":
            errors.setdefault(rule.prefix, {})[rule.name] = rule
    return errors


def lend(errors, vectors):
    """The errors of every op, those of concepts first and named CONCEPT-eA."""
    ops = {op_of(record["id"]) for record in vectors}
    borrowed = {(op_of(record["chain"][-1]["op"]), refusal_of(record).partition(".")[0])
                for record in vectors if refusal_of(record)}
    lent = {(op, prefix) for op, prefix in borrowed if prefix in errors.keys() - ops}
    concepts = {concept for _, concept in lent}
    all_errors = {op: {} for op in sorted(errors.keys() - concepts | {op for op, _ in lent})}
    for op, concept in sorted(lent):
        all_errors[op] |= {f"{concept}-{name}": error
                           for name, error in errors[concept].items()}
    for op, own in all_errors.items():
        own |= errors.get(op, {})
    return all_errors


def read_vectors(golden):
    """The records of golden/ but for headers."""
    lines = itertools.chain.from_iterable(
        path.read_text().splitlines() for path in sorted(golden.glob("*/*.jsonl")))
    return [record for record in map(json.loads, lines) if "id" in record]


def pairs_in(errors):
    """{(op, an error, a later one)} of two kinds."""
    return {(op, a, b) for op, rules in errors.items()
            for a, b in itertools.combinations(rules, 2)
            if rules[a].kind != rules[b].kind}


def rule_of(op, fault):
    """The id of the rule that `fault` names among the errors of `op`."""
    concept, _, name = fault.rpartition("-")
    return f"{concept or op}.{name}"


def against_order(first, second, rules):
    """Whether SPEC.md says that `second` is reported before `first`."""
    if first.rpartition("-")[0] != second.rpartition("-")[0]:
        return False
    together = rules[first].together and rules[second].together
    return list(rules).index(first) > list(rules).index(second) and not together


def shown_by(vectors, errors, problems):
    """The pairs that vectors show; what is wrong with a vector is appended."""
    shown = set()
    for record in vectors:
        identifier = record["id"]
        match = VECTOR.match(identifier)
        if match is None:
            continue
        name, first, second = match.groups()
        op = op_of(identifier)
        rules = errors.get(op, {})
        unknown = [rule_of(op, fault) for fault in (first, second) if fault not in rules]
        if unknown:
            problems.append(f"golden: {identifier}: {unknown[0]} is not in SPEC.md")
            continue
        rule = rule_of(op, first)
        if record["chain"][-1]["op"] != name or refusal_of(record) != rule:
            problems.append(f"golden: {identifier}: its last step is not refused for {rule}")
        elif against_order(first, second, rules):
            problems.append(f"golden: {identifier}: SPEC.md lists {first} after {second}")
        elif "error_kind" not in record.get("requires", ()):
            problems.append(f"golden: {identifier}: error_kind is not required")
        else:
            shown.add((op, *sorted((first, second), key=list(rules).index)))
    return shown


def declared_in(faults, errors, problems):
    """The pairs that faults.toml declares; what is wrong with a key is appended."""
    pairs = pairs_in(errors)
    declared = set()
    for op, reasons in faults.items():
        for key in reasons:
            if not PAIRS.fullmatch(key):
                problems.append(f'{FAULTS}: {op} "{key}" does not read "eA+eB eA+eC"')
                continue
            for word in key.split():
                pair = (op, *word.split("+"))
                if pair not in pairs:
                    problems.append(f"{FAULTS}: {op} {word} is no pair")
                elif pair in declared:
                    problems.append(f"{FAULTS}: {op} {word} is declared twice")
                declared.add(pair)
    return declared & pairs


def check(root, rules):
    """Prints what is wrong and a line of figures -> the number of problems."""
    vectors = read_vectors(root / "golden")
    errors = lend(errors_in(rules), vectors)
    problems = []
    pairs = pairs_in(errors)
    shown = shown_by(vectors, errors, problems) & pairs
    declared = declared_in(tomllib.loads((root / FAULTS).read_text()), errors, problems)
    problems += [f"{op}/reports-{a}-before-{b}: shown, so leave it out of {FAULTS}"
                 for op, a, b in sorted(shown & declared)]
    gaps = sorted(pairs - shown - declared)
    problems += [f"{op}: no vector shows {a} and {b} at once" for op, a, b in gaps]
    for problem in problems:
        print(problem)
    print(f"{len(pairs)} pairs, {len(shown)} shown, {len(declared)} cannot meet, "
          f"{len(gaps)} gaps")
    return len(problems)

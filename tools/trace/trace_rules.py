#!/usr/bin/env python3
"""Follows every rule of SPEC.md to the code, the test and the vector that cite it.

A citation is a rule's id in a comment or string:
  code    in the body of a function of reference/ (a header's list is none)
          (an op that ops.json calls an alias has the code and the test of its target)
  test    in a comment of a *_test.cc, above the test
  vector  in "rules" of a line of golden/

  kind           needs
  r, e           code, test, vector
  e, whose condition names a u rule   code, test, and no vector
  d, i           test, vector
  d, i of a concept (a prefix that is the name of no op)   test
  u              nothing: nothing may compare it
  r, d of KERNELS  test: what a library's other functions give is known to the library alone, so that
                 conformance/calls makes their vectors at run time, and reference/ has no code of them
An id that SPEC.md does not have is dangling, wherever it is cited; so is a vector that
SPEC.md or SOURCES.md names in backquotes and golden/ does not have.

fault_pairs.py follows the pairs of errors, sources.py the sentences of the documents;
sections.py checks the form of SPEC.md.

Example: tools/trace/trace_rules.py
"""

import argparse
import json
import pathlib
import re
import sys

import fault_pairs
import sections
import sources
import spec

DOCUMENTS = ("reference/SPEC.md", "reference/SOURCES.md")
COMMENT = re.compile(r"//.*")
TYPE = re.compile(r"\b(namespace|struct|class|enum|union)\b[^()]*$")
NEEDS = {"r": ("code", "test", "vector"), "e": ("code", "test", "vector"),
         "d": ("test", "vector"), "i": ("test", "vector"), "u": ()}
COLUMNS = ("code", "test", "vector")
KERNELS = {"call"}  # Prefixes of rules; an op of golden/ is none.


def cited(text):
    return set(spec.CITATION.findall(text))


def bodies(source):
    """The text between the outermost braces of functions, line by line."""
    plain = strip_strings(source)
    inside = []
    transparent = []  # Per open brace: of a namespace or a type.
    begin = 0
    for brace in re.finditer(r"[{}]", plain):
        at = brace.start()
        if brace.group() == "{":
            head = re.split(r"[;{}]", plain[:at])[-1]
            if all(transparent):
                begin = at
            transparent.append(all(transparent) and TYPE.search(head) is not None)
        elif transparent and not transparent.pop() and all(transparent):
            inside.append(source[begin:source.find("\n", at)])
    return "\n".join(inside)


def strip_strings(source):
    """The source with comments and literals blanked, of equal length."""
    blank = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'',
                       re.DOTALL)
    return blank.sub(lambda match: " " * len(match.group()), source)


def read_vectors(golden):
    """{id: rules} of every vector."""
    vectors = {}
    for path in sorted(golden.glob("*/*.jsonl")):
        for line in path.read_text().splitlines():
            record = json.loads(line)
            if "header" not in record:
                vectors[record["id"]] = set(record["rules"])
    return vectors


def aliases(root):
    """The prefixes of the ops that are aliases."""
    ops = json.loads((root / "conformance/sdk/python/ops.json").read_text())
    return {op["name"].replace(".", "_") for op in ops if "alias" in op}


def collect(root, vectors):
    """(column -> ids cited there, place -> ids, prefixes of ops)."""
    found = {column: set() for column in COLUMNS}
    places = {path: cited((root / path).read_text()) for path in DOCUMENTS}
    for path in sorted((root / "reference").rglob("*.cc")) + sorted(
            (root / "reference").rglob("*.h")):
        source = path.read_text()
        places[str(path.relative_to(root))] = cited(source)
        if path.name.endswith("_test.cc"):
            continue
        found["code"] |= cited(bodies(source))
    for path in sorted((root / "conformance/calls").glob("*.*")):
        places[str(path.relative_to(root))] = cited(path.read_text())
    for room in ("reference", "conformance"):
        for path in sorted((root / room).rglob("*_test.cc")):
            source = path.read_text()
            places[str(path.relative_to(root))] = cited(source)
            found["test"] |= cited("\n".join(COMMENT.findall(source)))
    for identifier, ids in vectors.items():
        places["golden: " + identifier] = ids
        found["vector"] |= ids
    ops = {identifier.split("/")[0].replace(".", "_") for identifier in vectors}
    return found, places, ops


def is_unspecified(rule):
    """Whether it is an error whose condition names a u rule."""
    return rule.letter == "e" and any(
        ".u" in other for other in spec.CITATION.findall(rule.condition))


def needs_of(rule, ops):
    """The columns that a rule needs; `ops` are the prefixes that are ops."""
    if is_unspecified(rule):
        return ("code", "test")
    if rule.letter in "rd" and rule.prefix in KERNELS - ops:
        return ("test",)
    if rule.letter in "di" and rule.prefix not in ops:
        return ("test",)
    return NEEDS[rule.letter]


def gaps_of(rules, found, ops):
    """{id: the columns that it lacks}."""
    gaps = {}
    for rule in rules.values():
        missing = [c for c in needs_of(rule, ops) if rule.id not in found[c]]
        if missing:
            gaps[rule.id] = missing
    return gaps


def dangling_in(rules, places):
    """A line for every id that SPEC.md lacks."""
    return [f"{place}: {rule} is not in SPEC.md" for place, ids in sorted(places.items())
            for rule in sorted(ids - rules.keys())]


def demanded_in(rules, vectors):
    """A line for every vector that demands an error that is unspecified."""
    return [f"golden: {vector}: {rule} is unspecified" for vector, ids in vectors.items()
            for rule in sorted(ids & rules.keys()) if is_unspecified(rules[rule])]


def absent_in(root, vectors):
    """A line for every vector that golden/ lacks."""
    return [f"{path}: {vector} is not in golden/" for path in DOCUMENTS
            for vector in sorted(set(spec.VECTOR.findall((root / path).read_text()))
                                 - vectors.keys())]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, help="the repository",
                        default=".")
    root = parser.parse_args().root
    rules = spec.parse((root / "reference/SPEC.md").read_text())
    vectors = read_vectors(root / "golden")
    found, places, ops = collect(root, vectors)
    of_aliases = aliases(root)
    derived = {rule.id for rule in rules.values() if rule.prefix in of_aliases}
    found["code"] |= derived
    found["test"] |= derived
    gaps = gaps_of(rules, found, ops)
    for rule, missing in gaps.items():
        print(f"{rule:24} " + " ".join(
            f"{'NO ' + column if column in missing else '':10}" for column in COLUMNS).rstrip())
    problems = dangling_in(rules, places) + absent_in(root, vectors)
    problems += demanded_in(rules, vectors)
    problems += [f"reference/SPEC.md: {problem}" for problem in sections.check(root)]
    for problem in problems:
        print(problem)
    sentences, sentence_gaps = sources.trace(
        (root / "reference/SOURCES.md").read_text(), rules, vectors)
    for gap in sentence_gaps:
        print(f"reference/SOURCES.md: {gap}")
    failed = len(gaps) + len(problems) + fault_pairs.check(root, rules)
    unneeded = sum(not NEEDS[rule.letter] for rule in rules.values())
    print(f"{len(rules) - len(gaps) - unneeded} passed, {failed} failed, "
          f"{unneeded} skipped (u rules: nothing compares them); "
          f"{sentences} sentences, {len(sentence_gaps)} gaps")
    return 1 if failed or sentence_gaps or not rules or not sentences else 0


if __name__ == "__main__":
    sys.exit(main())

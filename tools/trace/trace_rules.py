#!/usr/bin/env python3
"""Follows every rule of SPEC.md to the code, the test and the vector that cite it.

A citation is a rule's id in a comment or string:
  code    in the body of a function of reference/ (a header's list is none)
  test    in a comment of a *_test.cc, above the test
  vector  in "rules" of a line of golden/

  kind           needs
  r, e           code, test, vector
  d, i           test, vector
  d, i of a concept (a prefix that is the name of no op)   test
  u              nothing: nothing may compare it
An id that SPEC.md does not have is dangling, wherever it is cited; so is a vector
that SPEC.md names in backquotes and golden/ does not have. fault_pairs.py follows
the pairs of errors.

SPEC.md's tables of the documents' sentences have a gap where a sentence is neither in
a row nor left out, or is both; where a row has no rule of SPEC.md or no vector of
golden/, a vector that lists none of its rules, or a rule that none of its vectors lists.

Example: bazel run //tools:trace
"""

import argparse
import json
import os
import pathlib
import re
import sys

import fault_pairs

RULE = re.compile(r"^([A-Za-z0-9_]+\.([dreiu])\d+) ", re.MULTILINE)
CITATION = re.compile(r"(?<![\w.])([A-Za-z][A-Za-z0-9_]*\.[dreiu]\d+)(?!\w)")
VECTOR = re.compile(r"`([A-Za-z][A-Za-z0-9_.]*/[a-z0-9-]{3,60})`")
PLACE = re.compile(r"(\D+) (\d+)(?:-(\d+))?")
COMMENT = re.compile(r"//.*")
TYPE = re.compile(r"\b(namespace|struct|class|enum|union)\b[^()]*$")
NEEDS = {"r": ("code", "test", "vector"), "e": ("code", "test", "vector"),
         "d": ("test", "vector"), "i": ("test", "vector"), "u": ()}
COLUMNS = ("code", "test", "vector")
# The heads of SPEC.md's tables.
DOCUMENTS = ["document", "sentences", "what it is"]
SENTENCES = ["sentence", "document, place", "rules", "vectors"]
LEFT_OUT = ["left out", "document, place", "why"]


def cited(text):
    return set(CITATION.findall(text))


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


def table(text, head):
    """The rows, each a list of cells, of the Markdown tables with this head."""
    rows = []
    inside = False
    for line in text.splitlines():
        cells = [cell.strip() for cell in line[1:-1].split("|")]
        if not line.startswith("|"):
            inside = False
        elif cells == head:
            inside = True
        elif inside and set(line) - set("|-"):
            if len(cells) != len(head):
                sys.exit(f"reference/SPEC.md: not {len(head)} cells: {line}")
            rows.append(cells)
    return rows


def places_in(cell):
    """{(document, number)} of "view page 3, article 4-6"."""
    places = set()
    for place in cell.split(", "):
        match = PLACE.fullmatch(place)
        if match is None:
            places.add((place, 0))
            continue
        last = int(match[3] or match[2])
        places |= {(match[1], n) for n in range(int(match[2]), last + 1)}
    return places


def row_gaps(place, known, proofs):
    """The gaps of a row: `known` are its rules that there are, `proofs` its vectors
    that there are, each with the rules that it lists."""
    if not known:
        yield f"{place}: no rule"
    if not proofs:
        yield f"{place}: no vector"
    if not known or not proofs:
        return
    for vector, listed in proofs.items():
        if not listed & known:
            yield f"{place}: {vector} lists none of its rules"
    for rule in sorted(known.difference(*proofs.values())):
        yield f"{place}: no vector of it lists {rule}"


def trace_sentences(spec, rules, vectors):
    """(number of the documents' sentences, one line for each gap)."""
    sentences = {(name, n + 1) for name, count, _ in table(spec, DOCUMENTS)
                 for n in range(int(count))}
    in_rows = set()
    gaps = []
    for _, place, ids, names in table(spec, SENTENCES):
        in_rows |= places_in(place)
        proofs = {vector: vectors[vector]
                  for vector in VECTOR.findall(names) if vector in vectors}
        gaps += row_gaps(place, cited(ids) & rules.keys(), proofs)
    left_out = set()
    for _, place, _ in table(spec, LEFT_OUT):
        left_out |= places_in(place)
    for wrong, places in (("in no row and not left out", sentences - in_rows - left_out),
                          ("in a row and left out", in_rows & left_out),
                          ("no such sentence", (in_rows | left_out) - sentences)):
        gaps += [f"{document} {number}: {wrong}" for document, number in sorted(places)]
    return len(sentences), gaps


def collect(root, spec, vectors):
    """(rule -> kind, column -> ids cited there, place -> ids, prefixes of ops)."""
    rules = {match[1]: match[2] for match in RULE.finditer(spec)}
    found = {column: set() for column in COLUMNS}
    places = {"reference/SPEC.md": cited(spec)}
    for path in sorted((root / "reference").rglob("*.cc")) + sorted(
            (root / "reference").rglob("*.h")):
        source = path.read_text()
        places[str(path.relative_to(root))] = cited(source)
        if path.name.endswith("_test.cc"):
            continue
        found["code"] |= cited(bodies(source))
    for room in ("reference", "conformance"):
        for path in sorted((root / room).rglob("*_test.cc")):
            source = path.read_text()
            places[str(path.relative_to(root))] = cited(source)
            found["test"] |= cited("\n".join(COMMENT.findall(source)))
    for identifier, ids in vectors.items():
        places["golden: " + identifier] = ids
        found["vector"] |= ids
    ops = {identifier.split("/")[0].replace(".", "_") for identifier in vectors}
    return rules, found, places, ops


def needs_of(rule, kind, ops):
    """The columns that a rule needs; `ops` are the prefixes that are ops."""
    if kind in "di" and rule.split(".")[0] not in ops:
        return ("test",)
    return NEEDS[kind]


def gaps_of(rules, found, ops):
    """{rule: the columns that it lacks}."""
    gaps = {}
    for rule, kind in rules.items():
        missing = [c for c in needs_of(rule, kind, ops) if rule not in found[c]]
        if missing:
            gaps[rule] = missing
    return gaps


def dangling_in(rules, places):
    """(place, id) of every id that SPEC.md lacks."""
    return [(place, rule) for place, ids in sorted(places.items())
            for rule in sorted(ids - rules.keys())]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, help="the repository",
                        default=os.environ.get("BUILD_WORKSPACE_DIRECTORY", "."))
    root = parser.parse_args().root
    spec = (root / "reference/SPEC.md").read_text()
    vectors = read_vectors(root / "golden")
    rules, found, places, ops = collect(root, spec, vectors)
    gaps = gaps_of(rules, found, ops)
    for rule, missing in gaps.items():
        print(f"{rule:24} " + " ".join(
            f"{'NO ' + column if column in missing else '':10}" for column in COLUMNS).rstrip())
    dangling = dangling_in(rules, places)
    for place, rule in dangling:
        print(f"{place}: {rule} is not in SPEC.md")
    absent = set(VECTOR.findall(spec)) - vectors.keys()
    for vector in sorted(absent):
        print(f"reference/SPEC.md: {vector} is not in golden/")
    sentences, sentence_gaps = trace_sentences(spec, rules, vectors)
    for gap in sentence_gaps:
        print(f"reference/SPEC.md: {gap}")
    failed = len(gaps) + len(dangling) + len(absent) + fault_pairs.check(root)
    unneeded = sum(not NEEDS[kind] for kind in rules.values())
    print(f"{len(rules) - len(gaps) - unneeded} passed, {failed} failed, "
          f"{unneeded} skipped (u rules: nothing compares them); "
          f"{sentences} sentences, {len(sentence_gaps)} gaps")
    return 1 if failed or sentence_gaps or not rules or not sentences else 0


if __name__ == "__main__":
    sys.exit(main())

"""Follows every sentence of the documents of reference/SOURCES.md to rules and vectors.

The tables have a gap where a sentence is neither in a row nor left out, or is both;
where a row has no rule of SPEC.md or no vector of golden/, a vector that lists none of
its rules, or a rule that none of its vectors lists. So has the table of what a document
says wrongly, whose sentences are in a row or left out as well.
"""

import re

from spec import CITATION, VECTOR

PLACE = re.compile(r"(\D+) (\d+)(?:-(\d+))?")
# The heads of the tables.
DOCUMENTS = ["document", "sentences", "what it is"]
SENTENCES = ["sentence", "document, place", "rules", "vectors"]
WRONG = ["what it says", "document, place", "what PyTorch does", "rules", "vectors"]
LEFT_OUT = ["left out", "document, place", "why"]


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
                raise ValueError(f"reference/SOURCES.md: not {len(head)} cells: {line}")
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


def trace(text, rules, vectors):
    """(number of the documents' sentences, one line for each gap)."""
    sentences = {(name, n + 1) for name, count, _ in table(text, DOCUMENTS)
                 for n in range(int(count))}
    wrong_rows = [(place, ids, names) for _, place, _, ids, names in table(text, WRONG)]
    wrong_places = set().union(*(places_in(place) for place, _, _ in wrong_rows))
    gaps = []
    rows = [(place, ids, names) for _, place, ids, names in table(text, SENTENCES)]
    in_rows = set().union(*(places_in(place) for place, _, _ in rows))
    for place, ids, names in rows + wrong_rows:
        proofs = {vector: vectors[vector]
                  for vector in VECTOR.findall(names) if vector in vectors}
        gaps += row_gaps(place, set(CITATION.findall(ids)) & rules.keys(), proofs)
    left_out = set()
    for _, place, _ in table(text, LEFT_OUT):
        left_out |= places_in(place)
    for wrong, places in (("in no row and not left out", sentences - in_rows - left_out),
                          ("in a row and left out", in_rows & left_out),
                          ("no such sentence", (in_rows | left_out | wrong_places) - sentences)):
        gaps += [f"{document} {number}: {wrong}" for document, number in sorted(places)]
    return len(sentences), gaps

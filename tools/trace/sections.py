"""Checks the shape of reference/SPEC.md: every op has its section, in one form.

  * The headings of ops are the rows of ops.json: name, parameters, types, defaults, kind.
  * The families, the headings of chapter "Families", are the files of reference/ops/.
  * The contents are those of the headings (contents.py).
  * A section has a sentence, a table of results, an example and an edge case: a vector of
    its own op. Its rules are those of its op, and its errors are numbered from 1.
  * No line has more than 200 characters, and no sentence of a rule stands twice.
"""

import itertools
import json
import re

import contents
import spec

LONGEST = 200
RESULTS = "| rule | result |"
FORMULA = re.compile(r"[\w.\[\]]+ = .*")


def signature(row):
    """The heading that a row of ops.json asks for."""
    parameters = ", ".join(
        f"{p['name']}: {p['type']}" + (f" = {json.dumps(p['default'])}" if "default" in p else "")
        for p in row["parameters"])
    return f"{row['name']}({parameters}) -> {row['kind']}{'[]' if row['many'] else ''}"


def heading_problems(sections, rows):
    """Ops without their heading, and headings that no row asks for."""
    wanted = {signature(row) for row in rows}
    found = [section.signature for section in sections]
    yield from (f"no heading: ### {s}" for s in sorted(wanted - set(found)))
    yield from (f"no op has the heading: ### {s}" for s in sorted(set(found) - wanted))
    yield from (f"twice: ### {s}" for s in sorted(set(found)) if found.count(s) > 1)


def section_problems(section):
    """What a section lacks of the form."""
    text = "\n".join(section.lines)
    prefix = section.op.replace(".", "_")
    if not re.match(r"\n[A-Za-z].*\.\n", "\n".join(section.lines[:2] + [""])):
        yield f"{section.op}: no sentence below the heading"
    if RESULTS not in section.lines:
        yield f"{section.op}: no table: {RESULTS}"
    if not spec.examples(text):
        yield f"{section.op}: no example"
    if not any(v.startswith(section.op + "/") for v in spec.VECTOR.findall(text)):
        yield f"{section.op}: no vector of its own among the edge cases"
    yield from (f"{section.op}: {rule} is no rule of it"
                for rule in section.rules if rule.partition(".")[0] != prefix)


def numbering_problems(text):
    """Errors whose number is not one more than that of the error before."""
    number = 0
    for line in text.splitlines():
        item = re.match(r"(\d+)\. (\w+\.e\d+) ", line)
        if item:
            number += 1
            if int(item[1]) != number:
                yield f"{item[2]} is number {number} of its list, not {item[1]}"
        elif not line.startswith("   "):
            number = 0


def sentences_of(rules):
    """Every sentence of the rules that is no formula and no reference to another rule."""
    for rule in rules.values():
        said = rule.text.partition(": ")[2] if rule.letter == "e" else rule.text
        for sentence in re.split(r"(?<=\.) (?=[A-Z])", said):
            if sentence and not FORMULA.fullmatch(sentence) and not re.fullmatch(
                    rf"[Aa]s {spec.ID}\.", sentence):
                yield rule.id, sentence


def repeated(rules):
    said = {}
    for rule, sentence in sentences_of(rules):
        if sentence in said:
            yield f'{rule} says as {said[sentence]}: "{sentence}"'
        said.setdefault(sentence, rule)


def family_problems(text, files):
    """Families without a file, and files without a family."""
    chapter = text.partition("\n# Families\n")[2].partition("\n# ")[0]
    families = set(re.findall(r"^## (.+)$", chapter, re.MULTILINE))
    yield from (f"no family ## {name}" for name in sorted(files - families))
    yield from (f"## {name} is no file of reference/ops/" for name in sorted(families - files))


def contents_problems(text):
    if contents.with_contents(text) != text:
        yield "the contents are not those of the headings: tools/regenerate spec"


def problems_in(text, rows, files):
    """One line for everything that is wrong."""
    sections = spec.sections(text)
    yield from (f"line {n} has {len(line)} characters"
                for n, line in enumerate(text.splitlines(), 1) if len(line) > LONGEST)
    yield from heading_problems(sections, rows)
    yield from itertools.chain.from_iterable(map(section_problems, sections))
    yield from numbering_problems(text)
    yield from repeated(spec.parse(text))
    yield from family_problems(text, files)
    yield from contents_problems(text)


def check(root):
    """The problems of the repository's SPEC.md."""
    rows = json.loads((root / "conformance/sdk/python/ops.json").read_text())
    files = {path.stem for path in (root / "reference/ops").glob("*.h")}
    return list(problems_in((root / "reference/SPEC.md").read_text(), rows, files))

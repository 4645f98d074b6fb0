"""Reads reference/SPEC.md: its rules, its ops and their examples.

A rule is an item of a list or a row of a table, and its id comes first. Lines that are
indented go on with the item above them:

    - storage.d1 A storage is a run of bytes.
    | permute.r3 | result.offset = operand.offset |
    2. slice.e3 `argument` a step that is not positive
    3. slice.e4 `overflow` a slice beyond int64: the offset exceeds int64.
       PyTorch differs: it wraps.
    1. swapdims.e1 `overflow` a long slice: as slice.e4.

An error has a kind and a phrase. Its condition comes after a colon, or is that of the
rule that "as" names, or stands in the table `| phrase | condition |`. An op is a heading
with its signature. An example is a line of a fence, a case in text form; its result is
the lines after it that begin with "-> ".
"""

import dataclasses
import re

ID = r"[A-Za-z0-9_]+\.[dreiu]\d+"
CITATION = re.compile(rf"(?<![\w.])({ID})(?!\w)")
VECTOR = re.compile(r"`([A-Za-z][A-Za-z0-9_.]*/[a-z0-9-]{3,60})`")

_STARTS = re.compile(rf"(?:\d+\.|-|\|) +({ID})\b")
_ERROR = re.compile(r"\d+\. (\w+\.e\d+) `([a-z_]+)` ([^:`]+?)(?:: (.+))?")
_OTHER = re.compile(rf"(?:- ({ID})|\| ({ID}) \|) (.+)")
_AS = re.compile(rf"as ({ID})\.")
_PHRASES = re.compile(r"^\| phrase \| condition \|\n\|---\|---\|\n((?:\|.*\n)*)", re.MULTILINE)
_HEADING = re.compile(r"### ((\S+?)\(.*\) -> \S+)")


@dataclasses.dataclass
class Rule:
    id: str
    text: str  # Its text, but for what follows; of an error, from its phrase on.
    kind: str = ""  # An error has it, as it has its phrase and its condition.
    phrase: str = ""
    condition: str = ""
    together: str = ""  # With which errors it is checked, entry by entry.
    differs: str = ""  # PyTorch does this instead.

    @property
    def prefix(self):
        return self.id.partition(".")[0]

    @property
    def name(self):
        """E.g. "e2"."""
        return self.id.partition(".")[2]

    @property
    def letter(self):
        return self.name[0]

    @property
    def message(self):
        """What an error says: a condition with {placeholders}, or the phrase."""
        first = self.condition.partition(". ")[0].removesuffix(".")
        return re.sub(rf" \({ID}\)", "", first) if "{" in first else self.phrase


@dataclasses.dataclass
class Section:
    """A heading of an op and the lines up to the next heading."""
    op: str
    signature: str
    lines: list

    @property
    def rules(self):
        """The ids of its rules."""
        return [match[1] for match in map(_STARTS.match, self.lines) if match]


def _without_fences(text):
    inside = False
    for line in text.splitlines():
        if line.startswith("```"):
            inside = not inside
        yield "" if inside else line


def _read_rule(line):
    line, _, differs = line.partition(" PyTorch differs: ")
    line, _, together = line.partition(" Together with ")
    error = _ERROR.fullmatch(line)
    if error:
        return Rule(error[1], line.partition("` ")[2], error[2], error[3], error[4] or "",
                    together, differs)
    other = _OTHER.fullmatch(line)
    rule = other and Rule(other[1] or other[2], other[3].removesuffix(" |"),
                          differs=differs.removesuffix(" |"))
    if not rule or rule.letter == "e":
        raise ValueError(f"reference/SPEC.md: not a rule: {line}")
    return rule


def _lines_of_rules(text):
    """The rules, each with what goes on with it in one line."""
    lines = []
    inside = False
    for line in _without_fences(text):
        if _STARTS.match(line):
            lines.append(line)
            inside = True
        elif inside and line.startswith("  "):
            lines[-1] += " " + line.strip()
        else:
            inside = False
    return lines


def _shared_conditions(text):
    """{phrase: (condition, what PyTorch does instead)} of the table."""
    table = _PHRASES.search(text)
    rows = [row.strip("| ").split(" | ") for row in table[1].splitlines()] if table else []
    return {phrase: tuple(re.split(" PyTorch differs: |$", condition)[:2])
            for phrase, condition in rows}


def parse(text):
    """{id: Rule} in the order of the text. Raises ValueError naming the line."""
    rules = {}
    shared = _shared_conditions(text)
    for line in _lines_of_rules(text):
        rule = _read_rule(line)
        if rule.id in rules:
            raise ValueError(f"reference/SPEC.md: {rule.id} stands twice")
        if rule.phrase in shared and not rule.condition:
            rule.condition, differs = shared[rule.phrase]
            rule.differs = rule.differs or differs
        rules[rule.id] = rule
    for rule in rules.values():
        other = _AS.fullmatch(rule.condition)
        if other and (other[1] not in rules or _AS.fullmatch(rules[other[1]].condition)):
            raise ValueError(f"reference/SPEC.md: {rule.id}: as which rule?")
        if other:
            other = rules[other[1]]
            rule.condition, rule.together, rule.differs = (
                other.condition, other.together, other.differs)
    return rules


def sections(text):
    """The Sections of all ops, in the order of the text."""
    found = []
    section = None
    for line in text.splitlines():
        heading = _HEADING.fullmatch(line)
        if heading:
            section = Section(heading[2], heading[1], [])
            found.append(section)
        elif line.startswith("#"):
            section = None
        elif section:
            section.lines.append(line)
    return found


def examples(text):
    """[(case, [line of its result])] of every example, in the order of the text."""
    found = []
    inside = False
    for line in text.splitlines():
        if line.startswith("```"):
            inside = not inside
        elif inside and line.startswith("-> "):
            found[-1][1].append(line)
        elif inside and line:
            found.append((line, []))
    return found

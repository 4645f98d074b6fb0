"""Reads reference/SPEC.md: its rules, its ops and their examples.

A rule is an item of a list or a row of a table, and its id comes first. Lines that are
indented go on with the item above them:

    - storage.d1 A storage is a run of bytes.
    | permute.r3 | result.offset = operand.offset. |
    2. slice.e3 `argument` a step that is not positive
    3. slice.e4 `overflow` a slice beyond int64: the offset exceeds int64.
       PyTorch differs: it wraps.

An error has a kind, a phrase and, if that does not say it all, a condition after a
colon. An op is a heading with its signature; an example is a line of a fence, a case in
text form, with its result in the lines after it that begin with "-> ".
"""

import dataclasses
import re

ID = r"[A-Za-z0-9_]+\.[dreiu]\d+"
CITATION = re.compile(rf"(?<![\w.])({ID})(?!\w)")
VECTOR = re.compile(r"`([A-Za-z][A-Za-z0-9_.]*/[a-z0-9-]{3,60})`")
DIFFERS = "PyTorch differs: "

_STARTS = re.compile(rf"(?:\d+\.|-|\|) +(?:{ID})\b")
_ERROR = re.compile(r"\d+\. (\w+\.e\d+) `([a-z_]+)` ([^:`]+?)(?:: (.+))?")
_OTHER = re.compile(rf"(?:- ({ID})|\| ({ID}) \|) (.+)")
_HEADING = re.compile(r"### ((\S+?)\(.*\) -> \S+)")


@dataclasses.dataclass
class Rule:
    id: str
    text: str  # The whole rule after its id.
    kind: str = ""  # Of an error, as its phrase and its condition.
    phrase: str = ""
    condition: str = ""

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
    def differs(self):
        """What PyTorch does instead, or ""."""
        return self.text.partition(DIFFERS)[2]

    @property
    def together(self):
        """Whether it is checked entry by entry together with others."""
        return "Together with" in self.text

    @property
    def message(self):
        """What an error says: a condition with {placeholders}, or the phrase."""
        first = self.condition.partition(". ")[0].removesuffix(".")
        return re.sub(rf" \({ID}\)", "", first) if "{" in first else self.phrase


@dataclasses.dataclass
class Section:
    """A heading of an op and the lines up to the next."""
    op: str
    signature: str
    lines: list


def _without_fences(text):
    inside = False
    for line in text.splitlines():
        if line.startswith("```"):
            inside = not inside
        yield "" if inside else line


def _read_rule(line):
    error = _ERROR.fullmatch(line)
    if error:
        return Rule(error[1], line.partition("` ")[2], error[2], error[3], error[4] or "")
    other = _OTHER.fullmatch(line)
    rule = other and Rule(other[1] or other[2], other[3].removesuffix(" |"))
    if not rule or rule.letter == "e":
        raise ValueError(f"reference/SPEC.md: not a rule: {line}")
    return rule


def parse(text):
    """{id: Rule} in the order of the text. Raises ValueError naming the line."""
    rules = {}
    rule = None
    for line in _without_fences(text):
        if _STARTS.match(line):
            rule = _read_rule(line)
            if rule.id in rules:
                raise ValueError(f"reference/SPEC.md: {rule.id} stands twice")
            rules[rule.id] = rule
        elif rule and line.startswith("  "):
            more = " " + line.strip()
            rule.text += more
            if rule.kind and rule.condition and not rule.differs:
                rule.condition += more
        else:
            rule = None
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

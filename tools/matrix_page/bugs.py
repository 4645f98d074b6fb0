"""The files of conformance/libraries/*/bugs/: what libraries do wrong, one bug per file.

read_bug(path)    the bug; BadFile says what is not in the form of README.md there
libraries(root)   every library below that folder, with its bugs, worst first
"""

import dataclasses
import pathlib
import re

# How grave a bug is for who uses the library, the gravest first. All other places take it from here.
GRAVITIES = {
    "dies": "a crash or a hang",
    "out of bounds": "memory outside of the tensor is read or written",
    "write": "a write is lost, or changes other elements",
    "values": "wrong elements",
    "accepts": "what must be refused is accepted",
    "shape": "wrong sizes, dtype or number of results",
    "alias": "a copy where a view is due, or the reverse",
    "strides": "wrong strides, offset or contiguity",
    "refuses": "what is lawful is refused",
    "kind": "an error of the wrong kind",
}
VERDICTS = {
    "bug": "the library breaks its own document, or PyTorch's where it promises that",
    "documented difference": "its documents say so",
    "ours": "the fault is of our adapter or suite",
}
FIELDS = ["library", "environment", "subject", "gravity", "verdict", "rule", "upstream"]
SECTIONS = ["Reproduction", "Actual", "Expected"]
LANGUAGES = ["python", "js", "cpp"]
SCRIPT_LINES = 15
SENTENCE = re.compile(r'"\S+ \S+ [^"]+"')  # Quoted, of three words at least.
NO_THREAD = re.compile(r'none found \(".+" in [\w.-]+/[\w.-]+.*\)|not looked for')
URL = re.compile(r"https?://[^\s)>\"]+")
FENCE = re.compile(r"\n*```(\w*)\n(.*?)^```\n*\Z", re.DOTALL | re.MULTILINE)


class BadFile(ValueError):
    """A file that is not in its form; its text is a sentence."""


@dataclasses.dataclass
class Bug:
    path: pathlib.Path
    title: str  # The heading's: "MLX: a slice with step 0 kills the process".
    fields: dict[str, str]
    about: str
    language: str
    script: str
    actual: str
    expected: str

    @property
    def library(self) -> str:
        """The folder of its library."""
        return self.path.parent.parent.name

    @property
    def gravity(self) -> str:
        return self.fields["gravity"]

    @property
    def verdict(self) -> str:
        return self.fields["verdict"]

    @property
    def rules(self) -> list[str]:
        """Ids of reference/SPEC.md."""
        return [] if self.fields["rule"] == "none" else re.split(r"[, ]+", self.fields["rule"])

    @property
    def weight(self) -> tuple:
        """Sorts by verdict, then the gravest first."""
        return list(VERDICTS).index(self.verdict), list(GRAVITIES).index(self.gravity), self.path.name


@dataclasses.dataclass
class Library:
    name: str  # Its folder.
    bugs: list[Bug] = dataclasses.field(default_factory=list)
    looked_for: list[list[str]] = dataclasses.field(default_factory=list)  # Rows: what, how, found.
    title: str = ""  # Its own spelling: that of most titles.

    def __post_init__(self):
        names = [bug.title.partition(":")[0].strip() for bug in self.bugs]
        self.title = self.title or max(names, key=names.count, default="")


def table_rows(text: str) -> list[list[str]]:
    """The cells of a Markdown table, without its head."""
    rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
            for line in text.splitlines() if line.lstrip().startswith("|")]
    return [row for row in rows[2:] if any(row)]


def _demand(holds: object, sentence: str) -> None:
    if not holds:
        raise BadFile(sentence)


def _one_of(fields: dict[str, str], name: str, words) -> None:
    _demand(fields[name] in words, f"{name} is {fields[name]!r}, not one of: {', '.join(words)}")


def _fence(body: str, name: str) -> tuple[str, str]:
    found = FENCE.fullmatch(body)
    _demand(found, f"## {name} is not one fenced block")
    return found[1], found[2].strip("\n")


def parse_bug(path: pathlib.Path, text: str) -> Bug:
    """Throws BadFile."""
    head, *rest = re.split(r"^## ", text, flags=re.MULTILINE)
    names = [part.partition("\n")[0].strip() for part in rest]
    _demand(names == SECTIONS, f"the sections are {names}, not {SECTIONS}")
    bodies = [part.partition("\n")[2] for part in rest]
    title = re.match(r"# ([^\n:]+: [^\n]+)\n", head)
    _demand(title, "the first line is not '# Library: what is wrong'")
    rows = table_rows(head)
    _demand([row[0] for row in rows] == FIELDS, f"the table has {[row[0] for row in rows]}, not {FIELDS}")
    _demand(all(len(row) == 2 and row[1] for row in rows), "a row of the table has no value")
    fields = {name: value.replace("\\|", "|") for name, value in rows}
    _one_of(fields, "gravity", GRAVITIES)
    _one_of(fields, "verdict", VERDICTS)
    _demand(re.search(r"\d", fields["library"]), "library has no version")
    _demand(URL.search(fields["upstream"]) or NO_THREAD.fullmatch(fields["upstream"]),
            'upstream is neither a URL nor: none found ("query" in owner/repo), or: not looked for')
    about = head.rpartition("|\n")[2].strip()
    _demand(about, "no sentence says what is wrong")
    language, script = _fence(bodies[0], "Reproduction")
    _demand(language in LANGUAGES, f"the script is of {language or 'no language'}, not one of: {', '.join(LANGUAGES)}")
    _demand(script.count("\n") < SCRIPT_LINES, f"the script has more than {SCRIPT_LINES} lines")
    _, actual = _fence(bodies[1], "Actual")
    _demand(actual, "## Actual is empty")
    expected = bodies[2].strip()
    _demand(expected, "## Expected is empty")
    _demand(fields["verdict"] != "documented difference" or URL.search(expected) or SENTENCE.search(expected),
            "the document of a documented difference is neither linked nor quoted in ## Expected")
    return Bug(path, title[1], fields, about, language, script, actual, expected)


def read_bug(path: pathlib.Path) -> Bug:
    """Throws BadFile that names the file."""
    try:
        return parse_bug(path, path.read_text(encoding="utf-8"))
    except BadFile as error:
        raise BadFile(f"{path}: {error}") from error


def read_looked_for(path: pathlib.Path) -> list[list[str]]:
    """The rows of looked-for.md. Throws BadFile."""
    rows = table_rows(path.read_text(encoding="utf-8")) if path.exists() else []
    for row in rows:
        if len(row) not in (2, 3) or not all(row[:2]):
            raise BadFile(f"{path}: a row is not | looked for | how | found |, or | promises | judged |: {row}")
    return [[*row, ""][:3] for row in rows]


def bug_paths(folder: pathlib.Path) -> list[pathlib.Path]:
    return sorted(path for path in folder.glob("*.md") if path.name != "looked-for.md")


def read_library(folder: pathlib.Path) -> Library:
    found = sorted(map(read_bug, bug_paths(folder)), key=lambda bug: bug.weight)
    return Library(folder.parent.name, found, read_looked_for(folder / "looked-for.md"))


def folders(root: pathlib.Path) -> list[pathlib.Path]:
    """Each library's folder of bugs, below that of all."""
    return sorted(root.glob("*/bugs"))


def libraries(root: pathlib.Path) -> list[Library]:
    """Throws BadFile."""
    return [read_library(path) for path in folders(root)]

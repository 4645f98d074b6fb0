"""Pages of what the program prints of the rows, and of the bug files.

written()           the documents with the blocks that are made of rows and bug files, as they should be
blocks_in(made)     the same of other blocks: readme.py has those that are runs of the program
section(library)    the page of one library, which the book has; looked_for(libraries) belongs to it
"""

import collections
import json
import pathlib
import re
import tempfile

import bugs
import rows

README = pathlib.Path("README.md")
DOCS = pathlib.Path("conformance/docs")
MATRIX, RESULTS = DOCS / "MATRIX.md", DOCS / "RESULTS.md"
FROM_DOCS = "../libraries"
WIDTH = 180


def table(head: list[str], body: list[list[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in body]) + "\n"


def wrapped(words: list[str], between: str = ", ") -> str:
    """A list as a paragraph with lines of at most WIDTH."""
    lines = [""]
    for index, word in enumerate(words):
        word += between.rstrip() if index + 1 < len(words) else ""
        if lines[-1] and len(lines[-1]) + len(word) > WIDTH:
            lines.append(word)
        else:
            lines[-1] = (lines[-1] + " " + word).strip()
    return "\n".join(lines)


def matrix() -> str:
    """Throws rows.ProgramSays."""
    found = collections.Counter(bug.fields["subject"] for library in bugs.libraries(rows.LIBRARIES) for bug in library.bugs
                                if bug.verdict == "bug")
    links = {subject.gate: f"[{found[subject.gate]}]({FROM_DOCS}/{subject.library}/bugs)"
             for subject in rows.subjects() if found[subject.gate]}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(links, file)
        file.flush()
        return rows.program("matrix", "--rows", "--bugs", file.name)


def blocks_in(made: list[tuple[pathlib.Path, str, str]]) -> dict[pathlib.Path, str]:
    """(document, name, text) of blocks -> what the documents are with that text between their markers. Throws ValueError if
    there are none."""
    texts: dict[pathlib.Path, str] = {}
    for path, name, text in made:
        begin, end = f"<!-- {name}: tools/matrix --write writes it -->\n", f"<!-- end of {name} -->\n"
        before, _, rest = (texts.get(path) or path.read_text(encoding="utf-8")).partition(begin)
        texts[path] = before + begin + text + rest[rest.index(end):]
    return texts


def written() -> dict[pathlib.Path, str]:
    """Throws bugs.BadFile, rows.ProgramSays, ValueError."""
    every = libraries()
    made = [(README, "found", found(every)), (MATRIX, "matrix", matrix()), (RESULTS, "bugs", overview(every))]
    return blocks_in([(path, name, text.rstrip("\n") + "\n") for path, name, text in made])


def _gravest_first(library: bugs.Library) -> tuple:
    found = collections.Counter(bug.gravity for bug in library.bugs if bug.verdict == "bug")
    return tuple(-found[gravity] for gravity in bugs.GRAVITIES), library.name


def _glance(libraries: list[bugs.Library]) -> str:
    """Bugs by gravity, a line per library where somebody looked."""
    body = []
    for library in libraries:
        if not library.bugs and not library.looked_for:
            continue
        found = collections.Counter(bug.gravity if bug.verdict == "bug" else bug.verdict for bug in library.bugs)
        others = [verdict for verdict in bugs.VERDICTS if verdict != "bug"]
        count = str(sum(found[gravity] for gravity in bugs.GRAVITIES))
        body.append([f"[{library.title}]({FROM_DOCS}/{library.name}/bugs)" if library.bugs else library.title, count]
                    + [str(found[word] or "–") for word in [*bugs.GRAVITIES, *others]])
    sums = [sum(int(row[column]) for row in body if row[column] != "–") for column in range(1, len(body[0]))] if body else []
    body.append(["all"] + [str(number) for number in sums])
    return table(["library", "bugs", *bugs.GRAVITIES, "documented", "ours"], body)


def what(bug: bugs.Bug) -> str:
    """Its title without the library."""
    return bug.title.partition(":")[2].strip().replace("|", "\\|")


def _worst(libraries: list[bugs.Library], count: int) -> str:
    """The gravest of each library first, then the second of each."""
    found = [(index, bug) for library in libraries for index, bug in enumerate(library.bugs) if bug.verdict == "bug"]
    found.sort(key=lambda entry: (entry[0], entry[1].weight))
    chosen = sorted((bug for _, bug in found[:count]), key=lambda bug: bug.weight)
    return table(["gravity", "bug", "of"], [[bug.gravity, f"[{what(bug)}]({FROM_DOCS}/{bug.library}/bugs/{bug.path.name})",
                                             bug.fields["library"].partition(" (")[0]]
                                            for bug in chosen])


def found(every: list[bugs.Library]) -> str:
    """A row a library with bugs: how many, the worst kinds of them, and the gravest."""
    body, kinds = [], ["dies", "out of bounds", "write"]
    for library in every:
        own = [bug for bug in library.bugs if bug.verdict == "bug"]
        counts = [sum(bug.gravity == kind for bug in own) for kind in kinds]
        if own:
            body.append([library.title, str(len(own)), *[str(count or "–") for count in counts], f"[{what(own[0])}]({own[0].path})"])
    sums = [str(sum(int(row[column]) for row in body if row[column] != "–")) for column in range(1, 5)]
    return table(["library", "bugs", "dies", "out of bounds", "lost writes", "the gravest"], [*body, ["all", *sums, ""]])


def anchor(number: int, bug: bugs.Bug) -> str:
    return f"{bug.library}-{number}"


def upstream(bug: bugs.Bug) -> str:
    """What is known of it where it is reported: the state, if the file says one, and the place."""
    text = bug.fields["upstream"]
    if not (url := bugs.URL.search(text)) or text.startswith("none found"):
        return "none found" if text.startswith("none found") else text
    state = re.search(r"\b(open|closed|merged)\b", text)
    name = re.sub(r"^https?://github.com/[^/]+/([^/]+)/(?:issues|pull)/", r"\1 #", url[0])
    return (state[1] + ": " if state else "") + f"[{name}]({url[0]})"


def _summary(library: bugs.Library) -> str:
    body = [[f"[{number}](#{anchor(number, bug)})", bug.gravity, bug.verdict, what(bug), bug.fields["library"].partition(" (")[0], upstream(bug)]
            for number, bug in enumerate(library.bugs, 1)]
    return "\n" + table(["#", "gravity", "verdict", "what", "version", "upstream"], body) if body else ""


def _bug(number: int, bug: bugs.Bug) -> str:
    rules = ", ".join(f"`{rule}`" for rule in bug.rules) or "no rule"
    expected = ("\n\n" if bug.expected.startswith("```") else " ") + bug.expected  # A block begins a line.
    facts = [f"**{bug.gravity}** · {bug.verdict} · {rules}",
             wrapped(f"{bug.fields['library']}, {bug.fields['environment']}".split(), " "),
             "Upstream: " + wrapped(bug.fields["upstream"].split(), " ")]
    return (f"\n<a id=\"{anchor(number, bug)}\"></a>\n\n### {number}. {what(bug)}\n\n" + "\\\n".join(facts) + f"\n\n{bug.about}\n\n"
            f"```{bug.language}\n{bug.script}\n```\n\nprints\n\n```text\n{bug.actual}\n```\n\n**Expected:**{expected}\n")


def section(library: bugs.Library) -> str:
    """What a library does: how it was checked, its bugs, its numbers. Throws rows.ProgramSays."""
    measured = any(subject.library == library.name for subject in rows.subjects() if rows.has_row(subject))
    said = rows.program("matrix", "--rows", "--library", library.name) if measured else ""
    checks, _, numbers = said.partition("\n\n")  # Numbers begin after a blank line.
    text = f"\n## {library.title}\n\n{checks.rstrip()}\n" + _summary(library)
    text += "".join(_bug(number, bug) for number, bug in enumerate(library.bugs, 1))
    return text + (f"\n### The numbers of {library.title}\n\n{numbers}" if numbers else "")


def looked_for(libraries: list[bugs.Library]) -> str:
    body = [[library.title, *row] for library in libraries for row in library.looked_for]
    return table(["library", "looked for", "how", "found"], body)


def libraries() -> list[bugs.Library]:
    """Every library that has bug files or a row, or may have one, the gravest first. Throws bugs.BadFile."""
    subjects = [subject for subject in rows.subjects() if rows.has_row(subject)]
    found = bugs.libraries(rows.LIBRARIES)
    names = {library.name for library in found}
    found += [bugs.Library(name) for name in {subject.library: None for subject in subjects} if name not in names]
    titles = {subject.library: subject.title for subject in reversed(subjects)}
    for library in found:
        library.title = library.title or titles.get(library.name, library.name)
    return sorted(found, key=_gravest_first)


def overview(every: list[bugs.Library]) -> str:
    """What the words mean, the bugs by gravity, and the worst."""
    text = "The words for gravity, the worst first:\n\n" + "".join(f"* *{word}*: {about}\n" for word, about in bugs.GRAVITIES.items())
    text += "\nThe verdicts:\n\n" + "".join(f"* *{word}*: {about}\n" for word, about in bugs.VERDICTS.items()) + "\n"
    return text + _glance(every) + f"\nThe worst, those of every library before the second of one:\n\n{_worst(every, 10)}"

"""The README's matrix and conformance/libraries/RESULTS.md, of what the program prints of the rows, and of the bug files.

readme(text)   the README with the matrix of now between its markers
results()      RESULTS.md
"""

import collections
import json
import pathlib
import re
import tempfile

import bugs
import rows

MARKERS = "<!-- matrix: tools/matrix writes it -->\n", "<!-- end of matrix -->\n"
RESULTS = rows.LIBRARIES / "RESULTS.md"
README = pathlib.Path("README.md")
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


def slug(heading: str) -> str:
    """The anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def readme(text: str) -> str:
    """Throws ValueError if the markers are not there, and rows.ProgramSays."""
    begin, end = (text.index(marker) for marker in MARKERS)
    found = collections.Counter((library.title, bug.fields["subject"])
                                for library in bugs.libraries(rows.LIBRARIES) for bug in library.bugs if bug.verdict == "bug")
    links = {gate: f"[{count}]({RESULTS}#{slug(title)})" for (title, gate), count in found.items()}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(links, file)
        file.flush()
        made = rows.program("matrix", "--rows", "--bugs", file.name)
    return text[:begin] + MARKERS[0] + "\n" + made + "\n" + text[end:]


def _gravest_first(library: bugs.Library) -> tuple:
    found = collections.Counter(bug.gravity for bug in library.bugs if bug.verdict == "bug")
    return tuple(-found[gravity] for gravity in bugs.GRAVITIES), library.name


def _glance(libraries: list[bugs.Library]) -> str:
    """Bugs by gravity, a line per library; without a number where nobody looked."""
    body = []
    for library in libraries:
        found = collections.Counter(bug.gravity if bug.verdict == "bug" else bug.verdict for bug in library.bugs)
        others = [verdict for verdict in bugs.VERDICTS if verdict != "bug"]
        count = str(sum(found[gravity] for gravity in bugs.GRAVITIES)) if library.bugs or library.looked_for else "–"
        body.append([f"[{library.title}](#{slug(library.title)})", count]
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
    return table(["gravity", "bug", "of"], [[bug.gravity, f"[{what(bug)}]({bug.library}/bugs/{bug.path.name})",
                                             bug.fields["library"].partition(" (")[0]]
                                            for bug in chosen])


def _anchor(number: int, bug: bugs.Bug) -> str:
    return f"{bug.library}-{number}"


def _summary(library: bugs.Library) -> str:
    body = [[f"[{number}](#{_anchor(number, bug)})", bug.gravity, bug.verdict, what(bug)] for number, bug in enumerate(library.bugs, 1)]
    return "\n" + table(["", "gravity", "verdict", "what"], body) if body else ""


def _bug(number: int, bug: bugs.Bug) -> str:
    rules = ", ".join(f"`{rule}`" for rule in bug.rules) or "no rule"
    facts = [f"**{bug.gravity}** · {bug.verdict} · {rules} · [file]({bug.library}/bugs/{bug.path.name})",
             wrapped(f"{bug.fields['library']}, {bug.fields['environment']}".split(), " "),
             "Upstream: " + wrapped(bug.fields["upstream"].split(), " ")]
    return (f"\n<a id=\"{_anchor(number, bug)}\"></a>\n\n### {number}. {what(bug)}\n\n" + "\\\n".join(facts) + f"\n\n{bug.about}\n\n"
            f"```{bug.language}\n{bug.script}\n```\n\nprints\n\n```text\n{bug.actual}\n```\n\n**Expected:** {bug.expected}\n")


def _section(library: bugs.Library, subjects: list[rows.Subject]) -> str:
    said = rows.program("matrix", "--rows", "--library", library.name) if subjects else ""
    checks, _, numbers = said.partition("\n\n")  # Numbers begin after a blank line.
    text = f"\n## {library.title}\n\n{checks.rstrip()}\n" + _summary(library)
    text += "".join(_bug(number, bug) for number, bug in enumerate(library.bugs, 1))
    return text + (f"\n### The numbers of {library.title}\n\n{numbers}" if numbers else "")


def _looked_for(libraries: list[bugs.Library]) -> str:
    body = [[library.title, *row] for library in libraries for row in library.looked_for]
    return table(["library", "looked for", "how", "found"], body)


HEAD = """# What tensor libraries do with views

For each library, what differs from PyTorch's specification or from what its own documents promise, the gravest first. **Each difference has
a reproduction in the library's own spelling that was run, and what it printed**; the rule that says how it should be, of
[SPEC.md](../../reference/SPEC.md); and a file that is ready to be filed upstream. `tools/matrix` writes this page;
`tools/matrix --reproduce mlx` runs the scripts of MLX again and compares what they print. A check's time
is that of two processes of the adapter; where no seconds of CPU stand beside it, other work on the machine may have made it longer.

"""


def results() -> str:
    """Throws bugs.BadFile and rows.ProgramSays."""
    subjects = rows.subjects()
    libraries = bugs.libraries(rows.LIBRARIES)
    names = {library.name for library in libraries}
    libraries += [bugs.Library(name) for name in {subject.library: None for subject in subjects} if name not in names]
    libraries.sort(key=_gravest_first)
    titles = {subject.library: subject.title for subject in reversed(subjects)}
    for library in libraries:
        library.title = library.title or titles.get(library.name, library.name)
    text = HEAD
    text += "Gravity is one of: " + wrapped([f"*{word}*, {about}" for word, about in bugs.GRAVITIES.items()], "; ") + ".\n\n"
    text += "The verdict is one of: " + wrapped([f"*{word}*, {about}" for word, about in bugs.VERDICTS.items()], "; ") + ".\n\n"
    text += _glance(libraries)
    worst = _worst(libraries, 10)
    text += f"\nThe worst, those of every library before the second of one:\n\n{worst}"
    for library in libraries:
        text += _section(library, [subject for subject in subjects if subject.library == library.name])
    return text + "\n## Looked for\n\nWhat was tried on purpose, and what was found or not.\n\n" + _looked_for(libraries)

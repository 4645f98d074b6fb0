"""The README's matrix and conformance/adapters/RESULTS.md, from rows and bug files.

readme(text)   the README with the matrix of now between its markers
results()      RESULTS.md
"""

import collections
import pathlib
import re

import bugs
import rows

MARKERS = "<!-- matrix: tools/matrix writes it -->\n", "<!-- end of matrix -->\n"
PROFILES = ["core", "indexing", "dtype", "complex", "memory_format", "sparse", "limits", "kernels"]
BUGS = rows.ADAPTERS / "bugs"
RESULTS = rows.ADAPTERS / "RESULTS.md"
README = pathlib.Path("README.md")
WIDTH = 180


def table(head: list[str], body: list[list[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in body]) + "\n"


def plural(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def duration(row: dict) -> str:
    if row["seconds"] is None:
        return "not timed"
    return f"{row['seconds']} s" + (f" ({row['cpu_seconds']} s of CPU)" if "cpu_seconds" in row else "")


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


def executed_cell(counts: dict | None) -> str:
    if not counts or not counts.get("planned"):
        return "–"
    executed, planned, known = counts.get("executed", 0), counts["planned"], counts.get("known", 0)
    return (f"{planned:,}" if executed == planned else f"{executed:,}/{planned:,}") + (f" ({known:,})" if known else "")


def slug(heading: str) -> str:
    """The anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def matrix(subjects: list[rows.Subject], libraries: list[bugs.Library]) -> str:
    """Both tables of the README."""
    named = {library.name: library for library in libraries}
    found = collections.Counter(bug.fields["subject"] for library in libraries for bug in library.bugs if bug.verdict == "bug")
    counts, fates = [], []
    for subject in subjects:
        if subject.ours:
            continue
        row = rows.standing(subject)
        if isinstance(row, str):
            counts.append([subject.title, row] + [""] * len(PROFILES))
            continue
        cells = [executed_cell(row["profiles"].get(profile)) for profile in PROFILES]
        counts.append([subject.title, row["version"]] + cells)
        title = named[subject.library].title if found[subject.gate] else ""
        link = f"[{found[subject.gate]}](conformance/adapters/RESULTS.md#{slug(title)})" if title else "none"
        failed = f"{row['failed']:,}" if row["green"] else f"**{row['failed']:,}, RED**"
        reasons = ", ".join(f"{reason} {count:,}" for reason, count in row["skipped"].items())
        fates.append([subject.title, row["kind"], failed, f"{rows.total(row, 'known'):,}", link, reasons or "–", duration(row)])
    return (
        "Cases by profile: executed/planned (known failures); one number: all. *–*: not run. Some gate files have core and indexing run in more\n"
        "dtypes.\n\n" + table(["subject", "version"] + PROFILES, counts)
        + "\nHow they came out (*known*: failures that the gate file lists, each with its reason; *bugs*: those that have a page):\n\n"
        + table(["subject", "kind", "failed", "known", "bugs", "skipped, by reason", "time"], fates)
    )


def readme(text: str) -> str:
    """Throws ValueError if the markers are not there."""
    begin, end = (text.index(marker) for marker in MARKERS)
    made = matrix(rows.subjects(), bugs.libraries(BUGS))
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


def _check_line(subject: rows.Subject) -> str:
    row = rows.standing(subject)
    command = f"`tools/viewproof check {subject.check}`"
    if isinstance(row, str):
        return f"* {command}: {row}"
    executed, planned = rows.total(row, "executed"), rows.total(row, "planned")
    known, other = rows.total(row, "known"), rows.total(row, "other") - row["failed"]
    parts = [f"{executed:,} of {planned:,} cases executed", f"{rows.total(row, 'passed'):,} passed", f"{known:,} known failures"]
    parts += [f"**{row['failed']:,} failed**"] if row["failed"] else []
    parts += [f"{other:,} differ in what is not demanded"] if other else []
    parts += [f"{row['deaths']:,} deaths"] if row["deaths"] else []
    return f"* {command}, {row['name']} {row['version']}, {row['kind']}: {', '.join(parts)}; {duration(row)}"


def _by_profile(subjects: list[rows.Subject]) -> str:
    """The counts of each profile, and why cases were skipped."""
    body = []
    for subject in subjects:
        row = rows.standing(subject)
        for profile, counts in [] if isinstance(row, str) else row["profiles"].items():
            skips = [f"{key.removeprefix('skip ')} {count:,}" for key, count in counts.items() if key.startswith("skip ")]
            numbers = [f"{counts.get(key, 0):,}" for key in ("planned", "executed", "passed", "known", "other")]
            body.append([subject.title, profile, *numbers, ", ".join(skips) or "–"])
    head = ["subject", "profile", "planned", "executed", "passed", "known", "not demanded or failed", "skipped, by reason"]
    return "\n" + table(head, body) if body else ""


def _ops(subject: rows.Subject) -> str:
    """Which ops have known failures, worst first, and which have none."""
    row = rows.standing(subject)
    if isinstance(row, str):
        return ""
    shares = {op: counts.get("known", 0) / counts["executed"] for op, counts in row["ops"].items()}
    differ = [f"`{op}` {row['ops'][op]['known']:,} of {row['ops'][op]['executed']:,}"
              for op in sorted(shares, key=lambda op: (-shares[op], op)) if shares[op]]
    none = [f"`{op}`" for op, share in shares.items() if not share]
    text = f"\n{subject.title}: ops without a known failure:\n{wrapped(none)}.\n" if none else ""
    return text + (f"\n{subject.title}: ops with known failures, of the cases executed:\n{wrapped(differ)}.\n" if differ else "")


def _documented(library: bugs.Library, subjects: list[rows.Subject]) -> str:
    """Each op that the library's own document lists, by that name."""
    body = []
    for subject in subjects:
        row = rows.standing(subject)
        for name, ops in library.documented.items():
            if isinstance(row, str):
                body.append([f"`{name}`", row, "", "", ""])
                continue
            counts = sum((collections.Counter(row["ops"].get(op, {})) for op in ops), collections.Counter())
            body.append([f"`{name}`", ", ".join(f"`{op}`" for op in ops)]
                        + [f"{counts[key]:,}" for key in ("executed", "passed", "known", "other")])
    head = ["view op", "asked as", "executed", "passed", "known failures", "not demanded or failed"]
    return f"\n{library.document}\n\n{table(head, body)}" if body else ""


def what(bug: bugs.Bug) -> str:
    """Its title without the library."""
    return bug.title.partition(":")[2].strip().replace("|", "\\|")


def _worst(libraries: list[bugs.Library], count: int) -> str:
    """The gravest of each library first, then the second of each."""
    found = [(index, bug) for library in libraries for index, bug in enumerate(library.bugs) if bug.verdict == "bug"]
    found.sort(key=lambda entry: (entry[0], entry[1].weight))
    chosen = sorted((bug for _, bug in found[:count]), key=lambda bug: bug.weight)
    return table(["gravity", "bug", "of"], [[bug.gravity, f"[{what(bug)}](bugs/{bug.path.parent.name}/{bug.path.name})",
                                             bug.fields["library"].partition(" (")[0]]
                                            for bug in chosen])


def _anchor(number: int, bug: bugs.Bug) -> str:
    return f"{bug.path.parent.name}-{number}"


def _summary(library: bugs.Library) -> str:
    body = [[f"[{number}](#{_anchor(number, bug)})", bug.gravity, bug.verdict, what(bug)] for number, bug in enumerate(library.bugs, 1)]
    return "\n" + table(["", "gravity", "verdict", "what"], body) if body else ""


def _bug(number: int, bug: bugs.Bug) -> str:
    rules = ", ".join(f"`{rule}`" for rule in bug.rules) or "no rule"
    facts = [f"**{bug.gravity}** · {bug.verdict} · {rules} · [file](bugs/{bug.path.parent.name}/{bug.path.name})",
             wrapped(f"{bug.fields['library']}, {bug.fields['environment']}".split(), " "),
             "Upstream: " + wrapped(bug.fields["upstream"].split(), " ")]
    return (f"\n<a id=\"{_anchor(number, bug)}\"></a>\n\n### {number}. {what(bug)}\n\n" + "\\\n".join(facts) + f"\n\n{bug.about}\n\n"
            f"```{bug.language}\n{bug.script}\n```\n\nprints\n\n```text\n{bug.actual}\n```\n\n**Expected:** {bug.expected}\n")


def _section(library: bugs.Library, subjects: list[rows.Subject]) -> str:
    text = f"\n## {library.title}\n\n" + "".join(_check_line(subject) + "\n" for subject in subjects) + _summary(library)
    text += "".join(_bug(number, bug) for number, bug in enumerate(library.bugs, 1))
    numbers = _documented(library, subjects[:1]) + "".join(map(_ops, subjects)) + _by_profile(subjects)
    return text + (f"\n### The numbers of {library.title}\n{numbers}" if numbers else "")


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
    """Throws bugs.BadFile."""
    subjects = [subject for subject in rows.subjects() if not subject.ours]
    libraries = bugs.libraries(BUGS)
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

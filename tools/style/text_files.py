"""The rules of plain text files: what is mended, and what is only said.

mended(path, text)    the text without blanks at the ends of lines, and so on
problems(path, text)  (line, sentence) of what a person has to mend

Example: text_files.problems("README.md", open("README.md").read())
"""

import re

MARKDOWN_WIDTH = 200
SOURCE_LINES = 600

# These make a test's verdict that of a fast or a slow machine.
CLOCKS = re.compile(r"\btime\.(sleep|time|monotonic|perf_counter)\(|\btimeout=\d|(steady|system)_clock|sleep_for|\busleep\(")

# A field of JSON that is read or written by hand.
FIELD_BY_HAND = re.compile(r'\bkey == "|,\\"[a-z_]+\\":')
BY_HAND = ("conformance/case/case_json.cc", "conformance/case/protocol.cc",  # By row; requests.
           "conformance/libraries/", "conformance/sdk/", "conformance/gen/digest_tree.cc",  # Others copy it; laid out by lines, for people.
           "conformance/golden_file/outputs.cc",  # Knows an output by how it begins.
           "conformance/report/report_data.cc", "conformance/report/writer.cc",
           "conformance/gen/deep.cc", "tools/cli/apply.cc", "conformance/judge/testing.cc")

# Words that readers took for riddles, each with what to write. A pattern matches
# anywhere in a line: in comments, messages and documents. Ids keep theirs.
PLAIN = [
    (r"(?<![-\w/])behi[n]d(?![-\w])", 'write "after" for an order, or name the place'),
    (r"\btur[n](s|ed|ing)? over\b", 'write "flip", "negate" or "conjugate"'),
    (r"\b(comes?|came|becomes?|became) o[f]\b", "name the result"),
    (r"\bstands? fo[r]\b", 'write "means" or "is"'),
]

# A comment that is a clause without a main verb: it begins with a relative clause, or with what it is of.
CLAUSE = re.compile(r"(Of|What|Whether|Who|(In|By|With|To|From|For|On) what)\b")
UNREAD = ("tools/dist/gate_0_1/",)  # The release of 0.1 wrote it.


def mended(path, text):
    """What a machine may mend: blanks at the ends of lines, the end of the file."""
    lines = [line.rstrip() for line in text.split("\n")]
    if path.endswith(".toml"):
        lines = spaced(lines)
    text = "\n".join(lines).strip("\n")
    return text + "\n" if text else ""


def spaced(lines):
    """One blank line above each table of a TOML file, none after another one."""
    out = []
    for line in lines:
        starts = line.startswith("[")
        if starts and out and out[-1] and not out[-1].startswith("#"):
            out.append("")
        if line or (out and out[-1]):
            out.append(line)
    return out


def problems(path, text):
    """What only a person can mend, by line."""
    lines = text.split("\n")
    found = []
    for number, line in enumerate(lines, 1):
        found += [(number, '"%s": %s' % (match.group().strip(), advice))
                  for pattern, advice in PLAIN
                  for match in re.finditer(pattern, line, re.IGNORECASE)]
        clock = path.endswith(("_test.py", "_test.cc")) and CLOCKS.search(line)
        if clock:
            found.append((number, '"%s" in a test: wait for what is seen, and bound CPU time, as tools/bazel/patience.py does; '
                          "the target's timeout is the deadline" % clock.group()))
        is_prose = path.endswith(".md")
        if is_prose and len(line) > MARKDOWN_WIDTH:
            found.append((number, "%d characters, more than %d" %
                          (len(line), MARKDOWN_WIDTH)))
    is_source = path.endswith((".cc", ".h"))
    if is_source and len(lines) - 1 > SOURCE_LINES:
        found.append((len(lines) - 1, "more than %d lines" % SOURCE_LINES))
    if is_source and not path.startswith(BY_HAND) and not path.endswith("_test.cc"):
        found += [(number, "a field by hand: describe the struct, as conformance/case/codec.h does")
                  for number, line in enumerate(lines, 1) if FIELD_BY_HAND.search(line)]
    if not path.endswith(".md") and not path.startswith(UNREAD):
        found += [(number, '"%s ...": a comment is a sentence, with a subject and a verb, or says what a function does' % clause)
                  for number, clause in clauses(lines, "//" if path.endswith((".cc", ".h", ".js", ".mjs")) else "#")]
    if path.startswith("tools/golden/cases/"):
        found += misplaced_keys(lines)
    return found


def clauses(lines, mark):
    """(line, its first words) of each comment after this mark that begins as CLAUSE."""
    begins = re.compile(r"(\s*)%s |([^\"]|\"([^\"\\]|\\.)*\")*?\s%s " % (mark, mark))
    column = None  # The column of a comment on the line before.
    for number, line in enumerate(lines, 1):
        comment = begins.match(line)
        start = comment and comment.end() - len(mark)
        if comment and start != column and CLAUSE.match(line[comment.end():]):
            yield number, CLAUSE.match(line[comment.end():]).group()
        column = start


def misplaced_keys(lines):
    """An entry says why, then its rules, then its flags, then the rest."""
    order = ["why", "rules", "flags"]
    found = []
    keys = []
    for number, line in enumerate(lines, 1):
        key = re.match(r"([a-z]+) *=", line)
        if line.startswith("["):
            keys = []
        elif key:
            keys.append(key.group(1))
            head = [name for name in order if name in keys]
            if key.group(1) in order and keys != head:
                found.append((number, "%s belongs above %s: why, rules, flags first" %
                              (key.group(1), keys[-2])))
    return found

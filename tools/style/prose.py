"""The rules of sentences in Markdown.

problems(path, text)  (line, sentence) of what a person has to mend: a sentence of more than 30 words, an average above 18
sentences(text)       (line, words, whether it is prose) of each sentence of a document; a heading and what a table says are none

A piece of code and an address are a word each; a link counts as its text. A block of code is no sentence.
"""

import re

MOST_WORDS = 30
MOST_ON_AVERAGE = 18
# The specification counts its rules; a bug's page and a difference of versions quote others.
EXCEPTED = re.compile(r"reference/SPEC\.md|conformance/libraries/[^/]+/bugs/|golden/versions/lib|tools/dist/gate_0_1/")
BLOCK = re.compile(r"^(```|~~~).*?^\1[^\n]*$|^<!--.*?-->$|(?:(?<=\n\n)|(?<=-->\n))(?:    [^\n]*\n+)+", re.MULTILINE | re.DOTALL)
BEGIN = re.compile(r"^ *(?:#+|[-*]|\d+\.) +|^ *$|^<a .*$")
END = re.compile(r"(?<=[.!?])[\"')*]*\s+(?=[\"'(*`\[]*[A-Z0-9`])")
ABBREVIATIONS = re.compile(r"\b(e\.g|i\.e|etc|vs)\.")


def _plain(text):
    """The text as it is read: code and addresses as a word."""
    text = re.sub(r"``.*?``|`[^`]*`", "X", text, flags=re.DOTALL)
    text = re.sub(r"!?\[([^\]]*)\]\([^)\s]*\)", r"\1", text)
    text = re.sub(r"<?https?://\S+", "X", text)
    return ABBREVIATIONS.sub("x", text)


def _paragraphs(text):
    """(line, text, whether it is prose) of each paragraph, item, heading and cell."""
    text = BLOCK.sub(lambda match: "\n" * match[0].count("\n"), text)
    start, lines = 0, []
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if line.lstrip().startswith("|"):
            for cell in re.split(r"(?<!\\)\|", line.strip().strip("|")):
                yield number, cell.strip(), False
            line = ""
        begins = BEGIN.match(line)
        if begins and lines:
            yield start, "\n".join(lines), True
            lines = []
        if line.startswith("#"):
            yield number, line[begins.end():], False
            continue
        line = line[begins.end():] if begins else line
        if line.strip():
            start = start if lines else number
            lines.append(line)


def sentences(text):
    """(line, number of words, whether it is prose) of each."""
    for start, paragraph, is_prose in _paragraphs(text):
        text, begin = _plain(paragraph), 0
        for end in [*[match.end() for match in END.finditer(text)], len(text)]:
            count = len(re.findall(r"\S*\w\S*", text[begin:end]))
            if count:
                yield start + text.count("\n", 0, begin), count, is_prose
            begin = end


def problems(path, text):
    """What only a person can mend, by line."""
    if not path.endswith(".md") or EXCEPTED.match(path):
        return []
    counts = list(sentences(text))
    found = [(line, "a sentence of %d words, more than %d" % (count, MOST_WORDS)) for line, count, _ in counts if count > MOST_WORDS]
    prose = [count for _, count, is_prose in counts if is_prose]
    average = sum(prose) / max(1, len(prose))
    if average > MOST_ON_AVERAGE:
        found.append((1, "%.1f words a sentence, more than %d on average" % (average, MOST_ON_AVERAGE)))
    return found

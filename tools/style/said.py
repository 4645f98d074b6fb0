"""What people read says who did what, and not the words of the judge: said_words.tsv has these, and what to say.

problems(text)            (line, sentence) of each such word in a plain text
outside_of_code(text)     [Markdown] -> it without code: what stands there is for programs
for_people(path, text)    [a file] -> what of it people read, in the same lines: documents, transcripts, and what programs and pages print
"""

import functools
import pathlib
import re

PRINTS = re.compile(r"(conformance/(report|run|gate|picture|diagnose)|fuzz/hunt|tools/cli)/(?!.*(_test|testing)\b)[\w/]+\.(cc|h)$")
PAGES = re.compile(r"(conformance/report|tools/docs)/page/")
STRING = r'"(?:[^"\\\n]|\\.)*"'
PROGRAM_TEXT = re.compile(rf"(?<![R\w']){STRING}(?:\s*{STRING})*")
SCRIPT_TEXT = re.compile(rf"{STRING}|`[^`]*`")
WORDS = pathlib.Path(__file__).resolve().parent / "said_words.tsv"


@functools.lru_cache(maxsize=None)
def table():
    """(regular expression, what to say, a text that it finds)"""
    rows = [line.split("\t") for line in WORDS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [(re.compile(word), say, example) for word, say, example in rows]


def outside_of_code(text):
    """Lines keep their numbers."""
    def blank(match):
        return "\n" * match[0].count("\n")
    text = re.sub(r"(?ms)^( *)```.*?^\1```", blank, text)
    text = re.sub(r"(?m)^    .*$", "", text)
    return re.sub(r"(`+)(?!`)(?:.|\n(?!\n))*?(?<!`)\1(?!`)|<code>.*?</code>|\]\([^)\n]*\)", blank, text)


def for_people(path, text):
    if path.endswith(".md"):
        return outside_of_code(text)
    if path.startswith("conformance/report/transcripts/"):
        return re.sub(r"(?m)^   code .*$", "", text)
    if path.endswith(".html") and PAGES.match(path):
        return outside_of_code(text)
    literal = SCRIPT_TEXT if PAGES.match(path) and path.endswith((".js", ".mjs")) else PROGRAM_TEXT if PRINTS.match(path) else None
    if literal is None:
        return ""
    text = re.sub(r"(?m)(^|\s)//.*$", "", text)
    lines = [""] * (text.count("\n") + 1)
    for found in literal.finditer(text):
        said = "".join(part[1:-1] for part in re.findall(STRING + "|`[^`]*`", found[0]))
        if " " in said.strip():  # Else it is a key, or a name.
            for number, line in enumerate(said.split("\n"), text.count("\n", 0, found.start())):
                lines[number] += line + " "
    return "\n".join(lines)


def problems(text):
    return [(number, '"%s": say: %s' % (found[0], say))
            for number, line in enumerate(text.split("\n"), 1)
            for word, say, _ in table() if (found := word.search(line))]

"""What people read says who did what, and not the words of the judge: said_words.tsv has these, and what to say.

problems(text)            (line, sentence) of each such word in a plain text
outside_of_code(text)     [Markdown] -> it without code: what stands there is for programs
"""

import functools
import pathlib
import re

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


def problems(text):
    return [(number, '"%s": say: %s' % (found[0], say))
            for number, line in enumerate(text.split("\n"), 1)
            for word, say, _ in table() if (found := word.search(line))]

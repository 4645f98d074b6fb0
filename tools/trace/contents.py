#!/usr/bin/env python3
"""Writes the contents of SPEC.md, between two comments there, from its headings.

A line per chapter, with its sections and the ops of each.

Example: tools/trace/contents.py
"""

import argparse
import pathlib
import re
import textwrap

BEGIN = "<!-- contents: tools/regenerate spec writes them -->\n"
END = "<!-- end of the contents -->\n"
HEADING = re.compile(r"^(#+) ([^(\n]+)(\(.*\) -> .*)?$", re.MULTILINE)
WIDTH = 120
SPACE = "\0"  # In a link: no line ends there.


def link(title):
    return f"[{title}](#{title.lower().replace(' ', '-')})".replace(" ", SPACE)


def item(section, ops):
    """A section and its ops, but for those that its title names."""
    return link(section) + ("" if set(ops) <= set(section.split()) else ": " + " ".join(ops))


def contents_of(text):
    """The contents that the headings of SPEC.md give."""
    chapters = {}
    for marks, title, signature in HEADING.findall(text.partition(END)[2]):
        if marks == "#":
            sections = chapters[title] = {}
        elif marks == "##":
            ops = sections[title] = []
        elif signature:
            ops.append(title)
    return "".join(
        textwrap.fill(f"{number}. {link(chapter)}: "
                      + " · ".join(item(*section) for section in sections.items()),
                      WIDTH, subsequent_indent="   ", break_long_words=False,
                      break_on_hyphens=False).replace(SPACE, " ") + "\n"
        for number, (chapter, sections) in enumerate(chapters.items(), 1))


def with_contents(text):
    """The text with its contents written again."""
    before, _, rest = text.partition(BEGIN)
    return before + BEGIN + contents_of(text) + END + rest.partition(END)[2]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, help="the repository",
                        default=".")
    path = parser.parse_args().root / "reference/SPEC.md"
    path.write_text(with_contents(path.read_text()))


if __name__ == "__main__":
    main()

"""Relative links of Markdown, as GitHub follows them.

broken(top, pages)  "PAGE: LINK" of each that leads to no file below top, or to no heading of its file
"""

import os
import re

CODE = re.compile(r"^(```|~~~).*?^\1[^\n]*$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?![a-z]+:)([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.*?) *$", re.MULTILINE)


def slug(heading):
    """The anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def anchors(text):
    """Those of a page's headings; one that stands there again has a number."""
    found = {}
    for heading in HEADING.findall(re.sub(r"^(```|~~~).*?^\1[^\n]*$", "", text, flags=re.MULTILINE | re.DOTALL)):
        name = slug(re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading))
        found[name] = found.get(name, -1) + 1
    return {name + ("-%d" % k if k else "") for name, last in found.items() for k in range(last + 1)}


def read(path):
    with open(path, encoding="utf-8") as stream:
        return stream.read()


def broken(top, pages):
    """Pages are paths below top, which links may not leave."""
    found = []
    for page in pages:
        text = read(os.path.join(top, page))
        for link in LINK.findall(CODE.sub("x", text)):
            file, _, anchor = link.partition("#")
            to = os.path.normpath(os.path.join(os.path.dirname(page), file)) if file else page
            whole = os.path.join(top, to)
            if to.startswith("..") or not os.path.exists(whole):
                found.append("%s: %s leads to no file" % (page, link))
            elif anchor and to.endswith(".md") and anchor not in anchors(read(whole)):
                found.append("%s: %s leads to no heading" % (page, link))
    return found

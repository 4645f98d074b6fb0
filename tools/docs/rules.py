"""A plugin of Sphinx: ids of rules and of vectors lead to their places, a directive draws a case, and tables of the manual page
are lists.

book.py says where the places are: {id: page} of rules, and of vectors.
"""
import html
import pathlib
import re
import subprocess
import tempfile

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx import addnodes
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform

RULE = re.compile(r"(?<![\w.])([A-Za-z_]\w*\.[dreiu]\d+)(?!\w)")
# The text in these belongs to no sentence, or leads elsewhere already.
NO_TEXT = (nodes.comment, nodes.literal_block, nodes.raw, nodes.reference, nodes.title)


class Places(SphinxPostTransform):
    """The first rule that begins a paragraph, an item or a cell of its page is that rule's place; others lead there."""

    default_priority = 5
    formats = ("html",)

    def run(self):
        self.rules, self.vectors, self.placed = self.config.rules, self.config.vectors, set()
        for text in list(self.document.findall(nodes.Text)):
            if isinstance(text.parent, nodes.literal):
                home = {**self.rules, **self.vectors}.get(str(text)) if text.parent.parent else None
                if home and not isinstance(text.parent.parent, NO_TEXT):
                    text.parent.replace_self(self.link(home, str(text), text.parent.deepcopy()))
            elif not isinstance(text.parent, NO_TEXT):
                self.replace(text)

    def link(self, home, name, shown):
        page = "" if home == self.env.docname else home + ".html"
        return nodes.reference("", "", shown, refuri=f"{page}#{name}", internal=True)

    def replace(self, text):
        parts = RULE.split(str(text))
        begins = isinstance(text.parent, nodes.paragraph) and text.parent[0] is text and not parts[0].strip()
        new = []
        for index, part in enumerate(parts):
            home = self.rules.get(part) if index % 2 else None
            if home is None:
                new.append(nodes.Text(part))
            elif begins and index == 1 and home == self.env.docname and part not in self.placed:
                self.placed.add(part)
                new.append(nodes.strong("", part, ids=[part], classes=["rule"]))
            else:
                new.append(self.link(home, part, nodes.Text(part)))
        if len(parts) > 1:
            text.parent.replace(text, new)


class Found(SphinxTransform):
    """The search knows the rules of a page by their ids."""

    default_priority = 900

    def apply(self):
        for rule, page in self.config.rules.items():
            if page == self.env.docname:
                self.document.insert(0, addnodes.index(entries=[("single", rule.lower(), rule, "main", None)]))


class Arguments(SphinxPostTransform):
    """Tables of a name, what it takes and what it is for, as the lists that manual pages have."""

    default_priority = 5
    builders = ("man",)

    def run(self):
        for table in list(self.document.findall(nodes.table)):
            items = nodes.definition_list()
            for row in table.next_node(nodes.tbody):
                name, takes, about = (cell[0].children if len(cell) else [] for cell in row)
                items += nodes.definition_list_item("", nodes.term("", "", *name, nodes.Text(" "), *takes),
                                                    nodes.definition("", nodes.paragraph("", "", *about)))
            table.replace_self(items)


class Picture(Directive):
    """A case as `viewproof explain` draws it."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self):
        case = self.arguments[0]
        program = self.state.document.settings.env.config.program
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "case.svg")
            subprocess.run([program, "explain", case, "--svg", file], check=True, stdout=subprocess.DEVNULL)
            drawn = file.read_text(encoding="utf-8")
        return [nodes.raw("", f"<figure>{drawn}</figure>", format="html")]


def labelled(match):
    """A table whose cells say their column, as a narrow page shows them one below the other."""
    names = [html.escape(html.unescape(re.sub(r"<[^>]*>", "", name)).strip()) for name in re.findall(r"<th\b[^>]*>(.*?)</th>", match[0], re.DOTALL)]

    def row(cells):
        columns = iter(names)
        return re.sub(r"<td\b", lambda cell: f'{cell[0]} data-label="{next(columns, "")}"', cells[0])

    return re.sub(r"<tr\b.*?</tr>", row, match[0], flags=re.DOTALL)


def reach_by_keyboard(app, page, template, context, doctree):
    """What is wider than the page can be scrolled without a mouse."""
    wide = r'<(?:div class="table-wrapper[^"]*"|pre|figure)'
    body = re.sub(wide, r'\g<0> tabindex="0"', context.get("body", ""))
    context["body"] = re.sub(r"<table\b.*?</table>", labelled, body, flags=re.DOTALL)


def setup(app):
    for name, usual in (("program", ""), ("rules", {}), ("vectors", {})):
        app.add_config_value(name, usual, "env")
    app.add_transform(Found)
    app.add_post_transform(Places)
    app.add_post_transform(Arguments)
    app.add_directive("picture", Picture)
    app.connect("html-page-context", reach_by_keyboard)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

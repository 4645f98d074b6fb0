"""Lays out BUILD files: what fits into 80 columns stands on one line.

Names of attributes, labels and loads have one order, which is buildifier's: name and
size first, deps last; files, then labels of the package, of the repository, of others.
Comments stay above what they were above; one at the end of a line moves above it.

Example: build_files.laid_out(open("fuzz/BUILD.bazel").read())
"""

import ast
import io
import tokenize

WIDTH = 80
INDENT = "    "
FIRST = ["name", "size", "timeout", "testonly", "srcs", "hdrs"]
LAST = ["deps", "test_deps"]
SORTED = {"data", "default_visibility", "deps", "hdrs", "srcs", "tags", "test_deps",
          "tests", "visibility"}
OPERATORS = {ast.Add: " + ", ast.Mod: " % ", ast.In: " in ", ast.NotIn: " not in ",
             ast.Eq: " == ", ast.NotEq: " != "}


class Unknown(Exception):
    """The file uses Starlark that this module does not lay out."""


def label_key(label):
    """Files, ":here", "package:there", "//there", "@elsewhere"; by parts in each."""
    if label.startswith("@"):
        group = 4
    elif label.startswith("//"):
        group = 3
    elif label.startswith(":"):
        group = 1
    else:
        group = 2 if ":" in label else 0
    return group, label.replace(":", ".").split(".")


def load_key(label):
    """As label_key, but "@elsewhere" comes first."""
    group, parts = label_key(label)
    return -group, parts


def attribute_key(name):
    if name in FIRST:
        return FIRST.index(name), name
    if name in LAST:
        return len(FIRST) + 1 + LAST.index(name), name
    return len(FIRST), name


def is_text(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


class File:
    """One BUILD file: its statements and the comments above each of them."""

    def __init__(self, text):
        self.text = text
        self.tree = ast.parse(text)
        self.comments = {}  # By line.
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                self.comments[token.start[0]] = token.string

    def taken(self, first, last):
        """Takes the comments of the lines from first to last, in order."""
        return [self.comments.pop(line) for line in range(first, last + 1)
                if line in self.comments]

    def has_comment(self, node):
        return any(node.lineno <= line <= node.end_lineno for line in self.comments)

    # One line.

    def flat(self, node):
        """The node on one line."""
        if isinstance(node, (ast.List, ast.Tuple)):
            items = ", ".join(self.flat(item) for item in node.elts)
            return "[%s]" % items if isinstance(node, ast.List) else "(%s)" % items
        if isinstance(node, ast.Dict):
            return "{%s}" % ", ".join("%s: %s" % (self.flat(key), self.flat(value))
                                      for key, value in zip(node.keys, node.values))
        if isinstance(node, ast.Call):
            items = [self.flat(item) for item in node.args]
            items += ["%s = %s" % (item.arg, self.flat(item.value))
                      for item in self.keywords(node)]
            return "%s(%s)" % (self.flat(node.func), ", ".join(items))
        if is_text(node):
            return '"%s"' % node.value.replace("\\", "\\\\").replace('"', '\\"')
        if isinstance(node, (ast.Constant, ast.Name)):
            return ast.unparse(node)
        if isinstance(node, ast.Subscript):
            return "%s[%s]" % (self.flat(node.value), self.flat(node.slice))
        if isinstance(node, ast.Attribute):
            return "%s.%s" % (self.flat(node.value), node.attr)
        return "".join(piece if isinstance(piece, str) else self.flat(piece)
                       for piece in self.pieces(node))

    def pieces(self, node):
        """An expression as what is on either side of its operators, and these."""
        if isinstance(node, ast.BinOp):
            return (self.pieces(node.left) + [OPERATORS[type(node.op)]] +
                    self.pieces(node.right))
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            return (self.pieces(node.left) + [OPERATORS[type(node.ops[0])]] +
                    self.pieces(node.comparators[0]))
        if isinstance(node, ast.IfExp):
            return (self.pieces(node.body) + [" if "] + self.pieces(node.test) +
                    [" else "] + self.pieces(node.orelse))
        if isinstance(node, ast.ListComp) and len(node.generators) == 1:
            loop = node.generators[0]
            head = ["[", node.elt, " for %s in " % self.flat(loop.target)]
            for condition in loop.ifs:
                raise Unknown("line %d: if in a list" % condition.lineno)
            return head + self.pieces(loop.iter) + ["]"]
        if isinstance(node, (ast.List, ast.Tuple, ast.Dict, ast.Call, ast.Constant,
                             ast.Name, ast.Attribute, ast.Subscript)):
            return [node]
        raise Unknown("line %d: %s" % (node.lineno, type(node).__name__))

    def keywords(self, node):
        return sorted(node.keywords, key=lambda item: attribute_key(item.arg))

    # Several lines.

    def laid(self, node, indent, before, after):
        """The node, broken only if it does not fit between `before` and `after`."""
        if not self.has_comment(node):
            line = self.flat(node)
            if len(indent) + len(before) + len(line) + len(after) <= WIDTH:
                return line
        pieces = self.pieces(node)
        broken = set()
        while True:
            text = ""
            for index, piece in enumerate(pieces):
                if isinstance(piece, str):
                    text += piece
                elif index in broken:
                    text += self.broken(piece, indent)
                else:
                    text += self.flat(piece)
            lines = (indent + before + text + after).split("\n")
            whole = [i for i, piece in enumerate(pieces) if i not in broken and
                     isinstance(piece, (ast.List, ast.Tuple, ast.Dict, ast.Call))]
            must = [i for i in whole if self.has_comment(pieces[i])]
            if not must and all(len(line) <= WIDTH for line in lines) or not whole:
                return text
            broken.add(max(must or whole, key=lambda i: len(self.flat(pieces[i]))))

    def broken(self, node, indent):
        """The node with one line per element."""
        if isinstance(node, ast.Call):
            opening, closing = self.flat(node.func) + "(", ")"
            items = [("", item) for item in node.args]
            items += [(item.arg + " = ", item.value) for item in self.keywords(node)]
            if len(items) == 1 and isinstance(items[0][1], (ast.List, ast.Dict)):
                name, value = items[0]
                return opening + name + self.broken(value, indent) + closing
        elif isinstance(node, ast.Dict):
            opening, closing = "{", "}"
            items = [(self.flat(key) + ": ", value)
                     for key, value in zip(node.keys, node.values)]
        else:
            opening, closing = ("[", "]") if isinstance(node, ast.List) else ("(", ")")
            items = [("", item) for item in node.elts]
        inner = indent + INDENT
        above = self.comments_above(node, [value for _, value in items])
        lines = [opening]
        for name, value in items:
            lines += [inner + comment for comment in above[value]]
            lines.append(inner + name + self.laid(value, inner, name, ",") + ",")
        lines += [inner + comment for comment in above[node]]
        return "\n".join(lines + [indent + closing])

    def comments_above(self, node, values):
        """The comments within a node, by the value that they stand above."""
        above = {}
        last = node.lineno - 1
        for value in sorted(values, key=lambda value: value.lineno):
            above[value] = self.taken(last + 1, value.lineno - 1)
            last = value.end_lineno - 1
        above[node] = self.taken(last + 1, node.end_lineno)
        return above

    # Statements.

    def sort(self):
        """Puts labels in order where their order means nothing."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.keyword) and node.arg in SORTED:
                for inner in ast.walk(node.value):
                    if (isinstance(inner, ast.List) and
                            all(is_text(item) for item in inner.elts)):
                        inner.elts.sort(key=lambda item: label_key(item.value))
            elif isinstance(node, ast.Call) and self.flat(node.func) == "load":
                node.args[1:] = sorted(node.args[1:], key=lambda item: item.value)

    def is_load(self, statement):
        return (isinstance(statement, ast.Expr) and
                isinstance(statement.value, ast.Call) and
                self.flat(statement.value.func) == "load")

    def statements(self):
        """Each statement with what stands above it, loads in order at their place."""
        blocks = []
        last = 0
        for node in self.tree.body:
            blocks.append((self.heading(last + 1, node.lineno - 1), node))
            last = node.end_lineno
        loads = iter(sorted((block for block in blocks if self.is_load(block[1])),
                            key=lambda block: load_key(block[1].value.args[0].value)))
        blocks = [next(loads) if self.is_load(block[1]) else block for block in blocks]
        return blocks, self.heading(last + 1, self.text.count("\n") + 1)

    def heading(self, first, last):
        """Comment lines, with a blank one wherever the file has one or more."""
        lines = []
        for line in range(first, last + 1):
            if line in self.comments:
                lines.append(self.comments.pop(line))
            elif lines and lines[-1]:
                lines.append("")
        return lines

    def laid_out(self):
        self.sort()
        blocks, tail = self.statements()
        out = []
        previous = None
        for above, node in blocks:
            both_loads = previous and self.is_load(previous) and self.is_load(node)
            if previous and not (both_loads and not above):
                out.append("")
            out += above
            if isinstance(node, ast.Assign):
                before = self.flat(node.targets[0]) + " = "
                out.append(before + self.laid(node.value, "", before, ""))
            elif isinstance(node, ast.Expr) and is_text(node.value):
                out.append(ast.get_source_segment(self.text, node.value))
            elif isinstance(node, ast.Expr):
                out.append(self.laid(node.value, "", "", ""))
            else:
                raise Unknown("line %d: %s" % (node.lineno, type(node).__name__))
            previous = node
        while tail and not tail[-1]:
            tail.pop()
        if tail and previous:
            out.append("")
        return "".join(line + "\n" for line in out + tail)


def meaning(text):
    """What Bazel reads: equal for two texts that differ in layout and order alone."""
    file = File(text)
    file.sort()
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Call):
            node.keywords.sort(key=lambda item: item.arg)
    return (sorted(ast.dump(node) for node in file.tree.body),
            sorted(file.comments.values()))


def laid_out(text):
    """The text of a BUILD file as it should be."""
    result = File(text).laid_out()
    if meaning(result) != meaning(text):
        raise Unknown("its layout would change its meaning")
    return result

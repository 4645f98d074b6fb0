"""Types of one name: two that one program holds are undefined behaviour (C++20, [basic.def.odr]).

definitions(text)   the types that C++ source defines outside of every namespace without
                    a name, as (line, "space::Name")
twice(texts)        (path, line, sentence) of each that another file defines already

Example: type_names.twice({"a.h": "struct A {\n};\n", "b.h": "struct A {\n};\n"})
"""

import re

OPENED = re.compile(r"namespace ([\w:]*) ?\{")
CLOSED = re.compile(r"\}  // namespace")
TYPE = re.compile(r"(?:class|struct|union|enum class|enum) (\w+)(?: final)?(?: :[^:;]*)?(?: \{|$)")


def definitions(text):
    """Relies on clang-format: a type of namespace scope starts its line."""
    spaces = []
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        opened, named = OPENED.match(line), TYPE.match(line)
        if opened:
            spaces.append(opened.group(1))
        elif CLOSED.match(line):
            spaces.pop()
        elif named and "" not in spaces:
            found.append((number, "::".join(spaces + [named.group(1)])))
    return found


def twice(texts):
    """Those outside of every namespace are of one program alone, an adapter, and are left out."""
    first = {}
    found = []
    for path in sorted(texts):
        for line, name in definitions(texts[path]):
            if "::" not in name:
                continue
            place = first.setdefault(name, "%s:%d" % (path, line))
            if place != "%s:%d" % (path, line):
                found.append((path, line, "%s is another type in %s" % (name, place)))
    return found

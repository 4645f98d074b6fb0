#!/usr/bin/env python3
"""Writes the table of ops of conformance/PROTOCOL.md, between two comments there, from ops.json.

Example: bazel run //tools/trace:op_table
"""

import argparse
import json
import os
import pathlib

BEGIN = "<!-- ops: tools/regenerate ops writes them from ops.json -->\n"
END = "<!-- end of ops -->\n"
HEAD = ("| op | arguments | kind | profile | ATen |", "|---|---|---|---|---|")


def argument(parameter):
    """A parameter as `name: type = default`."""
    default = " = " + json.dumps(parameter["default"]) if "default" in parameter else ""
    return f"`{parameter['name']}: {parameter['type']}{default}`"


def row(op):
    """A line of the table."""
    kind = f"`{op['kind']}`" + " []" * op["many"]
    cells = (f"`{op['name']}`", " ".join(map(argument, op["parameters"])), kind, op["profile"],
             "" if op["aten"] == op["name"] else f"`{op['aten']}`")
    return "| " + " | ".join(cells) + " |"


def with_table(text, ops):
    """The document with its table written again."""
    before, _, rest = text.partition(BEGIN)
    return before + BEGIN + "\n".join([*HEAD, *map(row, ops), ""]) + END + rest.partition(END)[2]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, help="the repository",
                        default=os.environ.get("BUILD_WORKSPACE_DIRECTORY", "."))
    root = parser.parse_args().root / "conformance"
    path = root / "PROTOCOL.md"
    ops = json.loads((root / "adapters/python/ops.json").read_text(encoding="utf-8"))
    path.write_text(with_table(path.read_text(encoding="utf-8"), ops), encoding="utf-8")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Writes from ops.json what the protocol says of each op: the table of conformance/PROTOCOL.md, between two comments
there, and conformance/schema/step.schema.json.

Example: tools/protocol/op_table.py
"""

import argparse
import json
import pathlib

BEGIN = "<!-- ops: tools/regenerate ops writes them from ops.json -->\n"
END = "<!-- end of ops -->\n"
HEAD = ("| op | arguments | kind | profile | ATen |", "|---|---|---|---|---|")
COMMON = "common.schema.json#/$defs/"

# The definition of common.schema.json for each type of argument.
TYPES = {
    "dim": "int", "int": "int", "dims": "ints", "ints": "ints", "sizes": "ints", "sizes_infer": "ints",
    "tensor": "tensor", "literal": "literal", "number": "number", "dtype": "dtype",
    "memory_format": "memory_format", "index": "index"}
EITHER = {"int?": [{"$ref": COMMON + "int"}, {"type": "null"}],
          "value": [{"$ref": COMMON + "number"}, {"$ref": COMMON + "tensor"}]}


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


def step_of(op):
    """The schema of a step of this op."""
    fields = {"op": {"const": op["name"]}, "on": {"$ref": COMMON + "output_name"}}
    for parameter in op["parameters"]:
        kind = parameter["type"]
        fields[parameter["name"]] = {"anyOf": EITHER[kind]} if kind in EITHER else {"$ref": COMMON + TYPES[kind]}
    required = [name for name in fields if name != "on" or op["kind"] == "forget"]
    return {"properties": fields, "required": required, "additionalProperties": False}


def schema_of(ops):
    """The text of step.schema.json: one op a line."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A step of a chain",
            "$comment": "tools/regenerate ops writes this file from ops.json"}
    steps = ",\n".join("    " + json.dumps(step_of(op)) for op in ops)
    names = json.dumps({"enum": [op["name"] for op in ops]})
    return (json.dumps(head, indent=2)[:-2] + ',\n  "type": "object",\n  "anyOf": [\n' + steps +
            '\n  ],\n  "$defs": {"op": ' + names + "}\n}\n")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, help="the repository",
                        default=".")
    root = parser.parse_args().root / "conformance"
    path = root / "PROTOCOL.md"
    ops = json.loads((root / "sdk/python/ops.json").read_text(encoding="utf-8"))
    path.write_text(with_table(path.read_text(encoding="utf-8"), ops), encoding="utf-8")
    (root / "schema/step.schema.json").write_text(schema_of(ops), encoding="utf-8")


if __name__ == "__main__":
    main()

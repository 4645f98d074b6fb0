#!/usr/bin/env python3
"""Writes what C++ descriptions of structs say into conformance/schema/: whole schemas, and definitions of the others.

Standard input is what //fuzz/hunt:schemas prints. Example: bazel run //fuzz/hunt:schemas | tools/protocol/write_schemas.py
"""

import json
import pathlib
import sys
import textwrap

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "conformance" / "schema"
COLUMNS = 140


def laid(value, indent=0):
    """JSON as people read it: what fits into a line stands in one."""
    short = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or indent + len(short) <= COLUMNS:
        return short
    if isinstance(value, list) and not any(isinstance(member, (dict, list)) for member in value):
        lines = textwrap.wrap(short[1:-1], COLUMNS - indent, initial_indent=" " * (indent + 2), subsequent_indent=" " * (indent + 2))
        return "\n".join(["[", *lines, " " * indent + "]"])
    names = [json.dumps(key) + ": " for key in value] if isinstance(value, dict) else [""] * len(value)
    values = value.values() if isinstance(value, dict) else value
    inner = ",\n".join(" " * (indent + 2) + name + laid(member, indent + 2) for name, member in zip(names, values))
    begin, end = "{}" if isinstance(value, dict) else "[]"
    return f"{begin}\n{inner}\n{' ' * indent}{end}"


def texts(described, old):
    """The text of each file by its name. `old`: the schemas by the names of their files, as they are."""
    files = {}
    for name, one in described.items():
        file = f"{name}.schema.json"
        if one["title"]:
            files[file] = {"$schema": old["common.schema.json"]["$schema"], "title": one["title"],
                           "$comment": "tools/regenerate ops writes this file from the C++ descriptions"} | one["schema"]
        else:
            files[file] = old[file] | {"$defs": {part: one["schema"].get(part, was) for part, was in old[file]["$defs"].items()}}
    return {file: laid(schema) + "\n" for file, schema in files.items()}


def main():
    old = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.schema.json")}
    for name, text in texts(json.load(sys.stdin), old).items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

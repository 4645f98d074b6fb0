#!/usr/bin/env python3
"""Writes what C++ descriptions of structs say into conformance/schema/: whole schemas, and the words of common.schema.json.

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


def texts(described, common):
    """The text of each file by its name. `common`: common.schema.json as it is."""
    words = described.pop("common")["schema"]
    common = common | {"$defs": {name: words.get(name, schema) for name, schema in common["$defs"].items()}}
    files = {"common": common}
    for name, one in described.items():
        files[name] = {"$schema": common["$schema"], "title": one["title"],
                       "$comment": "tools/regenerate ops writes this file from the C++ descriptions"} | one["schema"]
    return {f"{name}.schema.json": laid(schema) + "\n" for name, schema in files.items()}


def main():
    common = json.loads((FOLDER / "common.schema.json").read_text(encoding="utf-8"))
    for name, text in texts(json.load(sys.stdin), common).items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Writes reference/core/error_rules.inc: every error of SPEC.md, one row each.

A row is {id, kind, message}, and true if SPEC.md says "PyTorch differs".

Examples:
  tools/trace/error_rules.py            write the table
  tools/trace/error_rules.py --check    exit with 1 if it is out of date
"""

import argparse
import pathlib
import sys

import spec

TABLE = "reference/core/error_rules.inc"
NAMES = {"dtype": "kDType"}


def enumerator(kind):
    """The member of ErrorKind of a kind in SPEC.md."""
    return NAMES.get(kind) or "k" + "".join(word.capitalize() for word in kind.split("_"))


def table_of(text):
    """The text of the table."""
    rules = sorted((r for r in spec.parse(text).values() if r.kind), key=lambda r: r.id)
    rows = [f'{{"{r.id}", ErrorKind::{enumerator(r.kind)},\n "{r.message}"'
            f'{", true" if r.differs else ""}}},\n' for r in rules]
    return "// Written by tools/trace/error_rules.py from reference/SPEC.md.\n" + "".join(rows)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, help="the repository",
                        default=".")
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    table = table_of((options.root / "reference/SPEC.md").read_text())
    path = options.root / TABLE
    if options.check:
        if path.read_text() == table:
            return 0
        print(f"{TABLE} is not what SPEC.md says: tools/trace/error_rules.py")
        return 1
    beside = path.with_suffix(".new")
    beside.write_text(table)
    beside.rename(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())

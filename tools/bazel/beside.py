"""Where a test finds what //tools/cli:beside has: as in a clone that was built. And how it reads what the program says of a run."""
import os
import re

VIEWPROOF = os.path.abspath("tools/cli/viewproof")
REFERENCE = os.path.abspath("conformance/subjects/reference_adapter")
BROKEN = os.path.abspath("conformance/sdk/testing/broken_adapter.py")
LISTS = os.path.abspath("conformance/sdk/testing/lists_adapter.py")
SDK = os.path.abspath("conformance/sdk/python")
DEVICES = os.path.abspath("conformance/libraries/torch/testing")
COUNTS = re.compile(r"([\d,]+) passed · ([\d,]+) new · ([\d,]+) known · ([\d,]+) not demanded ·\s+([\d,]+) not asked")


def counts_in(text):
    """[text] -> the counts of each run that it says: passed, new, known, not demanded, not asked"""
    return [tuple(int(number.replace(",", "")) for number in found) for found in COUNTS.findall(text)]


def unbroken(text):
    """[text] -> the same on one line, as a shell takes a command"""
    return " ".join(text.replace(" \\\n", " ").split())

"""The part of a table that one run of a test looks at, as conformance/laws/slice.h has it."""
import os

SLICES = 10


def of_slice(names):
    """the names of the slice that VIEWPROOF_SLICE names"""
    number = os.environ.get("VIEWPROOF_SLICE", "0")
    if number == "all":
        return list(names)
    print(f"slice {number} of {SLICES}: --slice {number} repeats it")
    return list(names)[int(number)::SLICES]

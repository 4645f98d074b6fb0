"""Tests that the program of rule clone.d2 gives the strides that the reference gives."""

import json
import pathlib
import random
import re
import textwrap
import unittest

import examples

CASES = 300


def order(program, sizes, strides):
    names = {"rank": len(sizes), "sizes": sizes, "strides": strides}
    exec(program, names)  # It stands in our own specification.
    return names["order"]


def strides_in(order_of_strides, sizes):
    """Strides without gaps, the innermost dimension last in the order (clone.r2)."""
    strides, product = [0] * len(sizes), 1
    for d in reversed(order_of_strides):
        strides[d] = product
        product *= sizes[d]
    return strides


class CloneOrder(unittest.TestCase):

    def test_is_that_of_the_reference_where_there_are_gaps(self):
        rule = pathlib.Path("reference/SPEC.md").read_text().partition("- clone.d2 ")[2]
        program = textwrap.dedent(re.search(r"```python\n(.*?)```", rule, re.DOTALL)[1])
        draw = random.Random(20240607)
        drawn = []
        for _ in range(CASES):
            rank = draw.randrange(2, 6)
            drawn.append(([draw.randrange(1, 4) for _ in range(rank)],
                          [draw.choice([0, 3, 5, 5, 7, 20]) for _ in range(rank)]))
        replies = examples.replies(
            f"float32[250] | as_strided({json.dumps(sizes)}, {json.dumps(strides)}, null) | clone()"
            for sizes, strides in drawn)
        compared = 0
        for (sizes, strides), reply in zip(drawn, replies):
            found = reply["steps"][1]["outputs"][0]["strides"]
            if found == strides:  # A dense one keeps them (clone.r1).
                continue
            self.assertEqual(found, strides_in(order(program, sizes, strides), sizes), (sizes, strides))
            compared += 1
        self.assertGreater(compared, CASES * 3 // 4)


if __name__ == "__main__":
    unittest.main()

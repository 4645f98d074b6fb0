"""Every committed gate file, row, bug file and page, held together without any library: see audit.py."""
import unittest

import audit
import rows
from beside import VIEWPROOF

rows.PROGRAM = VIEWPROOF


class Committed(unittest.TestCase):
    def test_is_in_order(self):
        self.assertEqual(audit.faults(), [])

    def test_is_there(self):
        self.assertGreater(len(rows.gate_paths()), 4)
        self.assertGreater(len(audit.golden_ids()), 5000)

"""Every committed gate file, row, bug file and page, held together without any library: see audit.py."""
import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import audit


class Committed(unittest.TestCase):
    def test_is_in_order(self):
        print("\n".join(audit.notes()))
        self.assertEqual(audit.faults(), [])

    def test_is_there(self):
        self.assertGreater(len(audit.gates()), 4)
        self.assertGreater(len(audit.golden_ids()), 5000)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

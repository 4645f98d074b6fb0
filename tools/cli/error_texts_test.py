"""`explain` knows every text of conformance/subjects/libtorch_errors.tsv, with numbers and names filled in: it answers with Python
that is refused for what the text says. Where torch is there, it says that text of that Python."""
import importlib.util
import os
import pathlib
import re
import subprocess
import unittest

from beside import VIEWPROOF

# op, text, kind, remarks
ROWS = [line.split("\t") for line in pathlib.Path("conformance/subjects/libtorch_errors.tsv").read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")]
SPEC = pathlib.Path("reference/SPEC.md").read_text(encoding="utf-8")
KINDS = dict(re.findall(r"^(?:\d+\. |- |\| )([a-zA-Z_]+\.e\d+) `(\w+)`", SPEC, re.M))
# {op} of a row may be these besides the name of its example.
NAMES = {"Cannot get {op}": ["values", "indices"], "tensor.{op}": ["H", "mT", "mH"], "torch.{op} requires": ["vsplit", "dsplit"],
         "torch.{op} attempted": ["vsplit", "dsplit"], "{op} expects": ["chunk", "split"], "{op}()": ["select", "narrow", "slice"]}
HAS_TORCH = importlib.util.find_spec("torch") is not None


def lines_of_explain():
    """-> [(pattern, Python, captures)] of tools/cli/error_texts.h"""
    text = pathlib.Path("tools/cli/error_texts.h").read_text(encoding="utf-8")
    table = text.partition('R"tsv(\n')[2].partition('\n)tsv"')[0]
    rows = [line.split("\t") + [""] for line in table.splitlines()]
    return [(row[0], row[1], row[2].split()) for row in rows]


def filled(pattern, captures):
    """-> the text that a pattern means"""
    left = list(captures)

    def fill(mark):
        value = left.pop(0)
        return value.replace(",", ", ") if mark[0] == "%l" else value
    return re.sub("%[dln]", fill, pattern.replace("~", ""))


def explained(text):
    """-> exit status, the Python that is refused with the text, and the rule that refuses it"""
    done = subprocess.run([VIEWPROOF, "explain", text, "--plain"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                          env=os.environ | {"VIEWPROOF_ROOT": os.environ.get("VIEWPROOF_ROOT", os.getcwd())})
    rule = re.search(r"refused: ([a-zA-Z_]+\.e\d+)", done.stdout)
    return done.returncode, done.stdout.partition("\n")[0], rule[1] if rule else done.stdout + done.stderr


def row_fits(row, text):
    return re.match(re.escape(row[1]).replace(r"\#", r"-?\d+").replace(re.escape("{op}"), r"\w+"), text) is not None


class ErrorTexts(unittest.TestCase):
    maxDiff = None

    def kinds(self, text):
        """-> what the rows that fit a text say, and whether one of them is sometimes wrong"""
        fit = [row for row in ROWS if row_fits(row, text)]
        return {row[2] for row in fit}, any("wrong" in row[3:] for row in fit)

    def test_each_row_is_known_with_numbers_and_names(self):
        table = lines_of_explain()
        asked = 0
        for row in ROWS:
            lines = [line for line in table if row_fits(row, filled(line[0], line[2]))]
            self.assertNotEqual(lines, [], row)
            texts = {filled(pattern, captures) for pattern, _, captures in lines}
            for beginning, names in NAMES.items():
                if row[1].startswith(beginning):
                    pattern, _, captures = lines[-1]
                    texts |= {filled(pattern, [name] + captures[1:]) for name in names}
            for text in texts:
                # PyTorch says it after the name of an exception, and the log of a run goes on after it.
                for shown in (text, f"RuntimeError: {text}", f"E   RuntimeError: {text}\n\nfile.py:7: RuntimeError"):
                    with self.subTest(row=row, text=shown):
                        status, python, rule = explained(shown)
                        self.assertEqual(status, 0, rule)
                        kinds, is_wrong = self.kinds(text)
                        if not is_wrong:
                            self.assertIn(KINDS.get(rule), kinds, f"{python}: {rule}")
                        asked += 1
        self.assertGreater(asked, 3 * len(ROWS))

    def test_a_text_that_ends_early_is_known(self):
        for row in ROWS:
            beginning = re.sub("#", "3", row[1]).replace("{op}", NAMES.get(row[1].partition("}")[0] + "}", ["chunk"])[0])
            if beginning == "expand(":
                continue  # Nobody can tell it from a call that is cut.
            with self.subTest(row=row, text=beginning):
                status, _, rule = explained(beginning.replace("chunk expected", "tensor_split expected") + " ...")
                self.assertEqual(status, 0, rule)

    def test_numbers_of_the_text_are_those_of_the_answer(self):
        for text, python in [
                ("shape '[2, 7]' is invalid for input of size 15", "x = torch.zeros(15); x.view([2, 7])"),
                ("start (3) + length (9) exceeds dimension size (10).", "x = torch.zeros(10); x.narrow(0, 3, 9)"),
                ("index 7 is out of bounds for dimension 2 with size 6", "x = torch.zeros([2, 2, 6]); x[:, :, 7]"),
                ("torch.hsplit requires a tensor with at least 1 dimension, but got a tensor with 0 dimensions!",
                 "x = torch.zeros([]); x.hsplit(2)"),
                ("The shape of the mask [2, 5] at index 1 does not match the shape of the indexed tensor [3, 2, 4] at index 2",
                 "x = torch.zeros([3, 2, 4]); x[:, torch.ones([2, 5], dtype=torch.bool)]"),
                ("setStorage: sizes [3, 2], strides [1, 3], storage offset 0, and itemsize 8 requiring a storage size of 48 are out of "
                 "bounds for storage of size 40", "x = torch.zeros(5, dtype=torch.float64); x.as_strided([3, 2], [1, 3], 0)"),
                ("self.size(-1) must be divisible by 4 to view Half as Double (different element sizes), but got 6",
                 "x = torch.zeros(6, dtype=torch.float16); x.view(torch.float64)"),
        ]:
            with self.subTest(text=text):
                self.assertEqual(explained(text)[:2], (0, python))

    def test_another_text_is_not(self):
        for text in ("CUDA out of memory", "mat1 and mat2 shapes cannot be multiplied (2x1568 and 1050x10)"):
            self.assertEqual(explained(text)[0], 2, text)


@unittest.skipUnless(HAS_TORCH, "no torch here: tools/setup --oracle")
class WithTorch(unittest.TestCase):
    def test_torch_says_each_text_of_its_python(self):
        import torch
        for pattern, _, captures in lines_of_explain():
            text = filled(pattern, captures)
            # The C++ interface alone says this, or eager PyTorch says it of other numbers.
            if "without Python support" in text:
                continue
            with self.subTest(text=text):
                python = explained(text)[1]
                try:
                    exec(python, {"torch": torch})
                    said = "nothing"
                except Exception as error:  # pylint: disable=broad-except
                    said = str(error)
                known = re.escape(pattern.partition("~")[0]).replace("%d", r"-?\d+").replace("%n", r"[\w.]+").replace("%l", r"[-\d, ]*")
                self.assertRegex(said, known, python)


if __name__ == "__main__":
    unittest.main()

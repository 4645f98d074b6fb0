"""Test of array_api_adapter.py on modules that lack something: python3 array_api_test.py (needs numpy)."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
HELLO = {"hello": {"protocol": 1}}
FULL = "from numpy import *\nfrom numpy import __array_namespace_info__, linalg, bool\nimport numpy as np\n__version__ = '7'\n"

MODULES = {
    "full": FULL,
    "small": FULL + "del unstack, moveaxis, linalg\n"
                    "def reshape(x, shape): return np.reshape(x, shape)\n"
                    "def squeeze(x, axis): return np.squeeze(x, axis) if isinstance(axis, int) else 1 / 0\n",
    "liar": FULL + "def reshape(x, shape, copy=None): return np.reshape(x, shape)\n",
    "copier": FULL + """
class Fresh(np.ndarray):  # every view is a new buffer
    def __array_finalize__(self, of): pass
    def __getitem__(self, key): return np.array(np.asarray(self)[key]).view(Fresh)
def asarray(*a, **k): return np.array(*a, **{key: v for key, v in k.items() if key != "copy"}).view(Fresh)
def reshape(x, shape, copy=None): return np.array(np.reshape(np.asarray(x), shape)).view(Fresh)
def permute_dims(x, axes): return np.array(np.asarray(x).transpose(axes)).view(Fresh)
""",
    "functional": FULL + """
class Whole(np.ndarray):  # a write makes a new buffer, of which views know nothing
    def __getitem__(self, key): return np.asarray(self)[key].view(Whole)
    def __setitem__(self, key, value):
        raise TypeError("no writes")
def asarray(*a, **k): return np.array(*a, **{key: v for key, v in k.items() if key != "copy"}).view(Whole)
""",
    "one_view_copies": FULL + "def expand_dims(x, axis): return np.expand_dims(x, axis).copy()\n",
    "needs": "import package_that_is_not_there\n",
    "broken": "raise RuntimeError('no driver\\nof version 5')\n",
    "plain": "value = 1\n",
}


class Modules(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        for name, text in MODULES.items():
            (pathlib.Path(cls.folder.name) / (name + ".py")).write_text(text, encoding="utf-8")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_adapter(self, *arguments, requests=()):
        """[arguments, requests] -> exit status, replies, standard error."""
        text = "".join([json.dumps(request) + "\n" for request in (HELLO, *requests)])
        done = subprocess.run([sys.executable, HERE / "array_api_adapter.py", *arguments], input=text, capture_output=True,
                              text=True, timeout=120, check=False, env={**os.environ, "PYTHONPATH": self.folder.name})
        return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr

    def hello(self, module):
        """[module] -> its hello."""
        status, replies, error = self.run_adapter("--module", module)
        self.assertEqual((status, len(replies)), (0, 1), error)
        return replies[0]["hello"]

    def answers(self, module, *cases):
        """[module, cases as (base as (dtype, sizes), step as (op, arguments), ...)] -> of each the entries of its reply, or
        what is unsupported."""
        run = [{"id": "1", "base": {"dtype": base[0], "sizes": base[1]}, "chain": [{"op": op, **step} for op, step in chain]}
               for base, *chain in cases]
        _, replies, error = self.run_adapter("--module", module, requests=[{"run": run}])
        self.assertEqual(len(replies), 1 + len(cases), error)
        return [reply.get("steps") or reply["unsupported"] for reply in replies[1:]]

    def test_a_whole_module_has_every_op_and_its_memory_is_seen(self):
        hello = self.hello("full")
        self.assertEqual((hello["facets"], hello["copies"]), (["values", "strides", "alias"], []))
        self.assertEqual(len(hello["ops"]), 37)
        self.assertEqual(hello["subject"], {"name": "full", "version": "7", "language": "python", "device": "cpu"})
        self.assertNotIn("writes", hello)
        self.assertEqual(len(hello["left_out"]), 2)  # bfloat16, and what is open

    def test_an_op_and_a_keyword_that_are_not_there_are_left_out_by_name(self):
        hello = self.hello("small")
        for op in ("unbind", "movedim", "moveaxis", "diagonal", "view", "view_as"):
            self.assertNotIn(op, hello["ops"])
            self.assertTrue([words for words in hello["left_out"] if words.startswith(op + " (")], op)
        for form in ("copy=False of reshape", "axes of moveaxis as a tuple", "axes of squeeze as a tuple"):
            self.assertIn(form, hello["left_out"])
        self.assertIn("reshape", hello["ops"])

    def test_a_copy_in_spite_of_the_keyword_is_an_answer_and_no_lack(self):
        self.assertIn("view", self.hello("liar")["ops"])
        case = (("int32", [2, 3]), ("permute", {"dims": [1, 0]}), ("view", {"size": [6]}))
        self.assertEqual(self.answers("liar", case)[0][1]["outputs"][0]["storage"], 1)
        self.assertIn("error", self.answers("full", case)[0][1])

    def test_memory_is_unobserved_if_every_view_is_a_new_buffer(self):
        hello = self.hello("copier")
        self.assertEqual(hello["facets"], ["values"])
        self.assertNotIn("copies", hello)

    def test_an_op_that_copies_where_others_view_says_so(self):
        self.assertEqual(self.hello("one_view_copies")["copies"], ["unsqueeze"])

    def test_without_writes_the_ops_that_write_are_left_out(self):
        ops = self.hello("functional")["ops"]
        self.assertFalse({"setitem", "fill_", "zero_", "copy_"} & {*ops})
        self.assertIn("slice", ops)

    def test_what_the_standard_leaves_open_is_not_asked(self):
        cases = ((("int32", [2]), ("t", {})), (("int32", [2]), ("squeeze.dim", {"dim": 0})),
                 (("int32", []), ("movedim", {"source": [0], "destination": [0]})),
                 (("int32", [2]), ("expand", {"size": [3, -1]})), (("int32", [2]), ("reshape", {"shape": [-2]})),
                 (("int32", [2]), ("slice", {"dim": 0, "start": None, "end": None, "step": -1})),
                 (("int32", [2]), ("fill_", {"value": 0.5})), (("bool", [2]), ("fill_", {"value": 3})),
                 (("uint8", [2]), ("fill_", {"value": 300})), (("float16", [2]), ("fill_", {"value": 1.0004882})),
                 (("float32", [2]), ("copy_", {"src": {"dtype": "int32", "sizes": [2]}})),
                 (("int32", [2]), ("copy_", {"src": {"dtype": "int32", "sizes": [1, 2]}})),
                 (("float32", [2]), ("real", {})), (("int32", [2]), ("getitem", {"index": [True]})),
                 (("int32", [2, 2]), ("getitem", {"index": [{"dtype": "int64", "sizes": [1], "values": [0]}]})))
        for case, answer in zip(cases, self.answers("full", *cases)):
            self.assertEqual(isinstance(answer, dict) and answer["what"], "left_out", case)

    def test_an_index_is_as_the_standard_has_it(self):
        ones = {"dtype": "int64", "sizes": [2], "values": [1, 0]}
        rows = (([1], [3], 0), ([1, 2], [], 0), ([None, "...", 0], [1, 2], 0),
                ([{"start": 1, "stop": 9}], [1, 3], 0), ([ones, ones], [2], 1), ([0, ones], [2], 1),
                ([{"dtype": "bool", "sizes": [2], "values": [True, False]}], [1, 3], 1))
        cases = [(("int32", [2, 3]), ("getitem", {"index": index})) for index, *_ in rows]
        for row, (entry,) in zip(rows, self.answers("full", *cases)):
            output = entry["outputs"][0]
            self.assertEqual((output["sizes"], output["storage"]), row[1:], row)

    def test_every_bit_of_a_number_comes_in_and_goes_out(self):
        case = {"id": "1", "base": {"dtype": "complex64", "sizes": [1], "hex": "4523817f00000080"},
                "chain": [{"op": "unsqueeze", "dim": 0}]}
        replies = self.run_adapter("--module", "full", requests=[{"run": [case]}])[1]
        self.assertEqual(replies[1]["steps"][0]["outputs"][0]["bytes"], "4523817f00000080")

    def test_a_module_that_cannot_be_had_is_one_line_and_status_3(self):
        pip = f"{sys.executable} -m pip install "
        for module, words, command in (
                ("no_such_package", "No module named 'no_such_package'; ", pip + "no_such_package"),
                ("full.part", "No module named 'full.part'; ", pip + "full"),
                ("needs", "needs: No module named 'package_that_is_not_there'; ", pip + "package_that_is_not_there"),
                ("broken", "import broken fails: RuntimeError: no driver of version 5", f'{sys.executable} -c "import broken"'),
                ("plain", "plain does not have the array API standard", pip + "array_api_compat")):
            status, replies, error = self.run_adapter("--module", module)
            self.assertEqual((status, replies), (3, []), error)
            self.assertIn(words, error)
            self.assertEqual(error.split("\n    ")[1:], [command + "\n"], error)
        self.assertEqual(self.run_adapter()[0], 3)


if __name__ == "__main__":
    unittest.main()

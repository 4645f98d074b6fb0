"""Test of array_api_adapter.py on modules that lack something: python3 array_api_test.py (needs numpy)."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
SDK = HERE.parents[1] / "sdk/python"
HELLO = {"hello": {"protocol": 1}}
FULL = "from numpy import *\nfrom numpy import __array_namespace_info__, linalg, bool\nimport numpy as np\n__version__ = '7'\n"

PLAIN = """  # of Python's lists: no DLPack, no tolist, and every view is a new list
from itertools import product
from math import prod
__version__, int32, float32, bool = "1", "int32", "float32", "bool"
class Array:
    def __init__(self, items, dtype, shape): self.items, self.dtype, self.shape, self.ndim = items, dtype, shape, len(shape)
    def places(self, key):
        key = [*key] if isinstance(key, tuple) else [key]
        at = key.index(...) if ... in key else len(key)
        key[at:at + 1] = [slice(None)] * (self.ndim - len(key) + (... in key))
        rows = [range(n)[k] for n, k in zip(self.shape, key)]
        strides = [prod(self.shape[d + 1:]) for d in range(self.ndim)]
        each = product(*[[row] if isinstance(row, int) else row for row in rows])
        return tuple([len(row) for row in rows if not isinstance(row, int)]), [sum(map(int.__mul__, k, strides)) for k in each]
    def __getitem__(self, key):
        shape, places = self.places(key)
        return Array([self.items[k] for k in places], self.dtype, shape)
    def __setitem__(self, key, value):
        for k in self.places(key)[1]: self.items[k] = value
    def __eq__(self, other): return asarray([item == other for item in self.items])
    def __int__(self): return int(*self.items)
    def __float__(self): return float(*self.items)
    def __bool__(self): return self.items[0] != 0
class Info:
    def dtypes(self, *, device=None, kind=None): return {"int32": int32, "float32": float32, "bool": bool}
__array_namespace_info__ = Info
def asarray(obj, dtype="int32", copy=None):
    return Array([*obj.items], obj.dtype, obj.shape) if isinstance(obj, Array) else Array([*obj], dtype, (len(obj),))
def reshape(x, shape):
    if prod(shape) != prod(x.shape): raise ValueError("other elements")
    return Array([*x.items], x.dtype, shape)
"""

MODULES = {
    "plain_lists": PLAIN,
    "kind_needed": PLAIN + "def dtypes(self, *, kind): return {'int32': int32}\nInfo.dtypes = dtypes\n",
    "no_reshape": PLAIN + "def reshape(x, shape): raise ValueError('none\\nof this. Never.')\n",
    "no_lists": PLAIN + "def asarray(obj, dtype=None): raise TypeError('no list is taken')\n",
    "no_dtype": PLAIN + "def asarray(obj, dtype=None): return Array([*obj], 'float32', (len(obj),))\n",
    "no_copy": PLAIN + "copied = asarray\ndef asarray(obj, dtype='int32', copy=None):\n"
                       "    return obj if copy else copied(obj, dtype)\n",
    "no_elements": PLAIN + "def secret(self): raise RuntimeError('elements are secret')\nArray.__int__ = secret\n",
    "once_shaped": PLAIN + "shaped = reshape\ndef reshape(x, shape):\n"
                           "    return shaped(x, shape) if x.ndim == 1 else 1 / 0\n",
    "alien": FULL + """
class Own(np.ndarray):
    __dlpack__ = property()
    def __getitem__(self, key): return memoryview(np.asarray(self)[key])
def asarray(*a, **k): return np.asarray(*a, **k).view(Own)
""",
    "lazy": PLAIN + """
def write(self, key, value): self.items[:] = [None] * len(self.items)
def number(self):
    if self.items[0] is None: raise ValueError("no value yet")
    return self.items[0]
Array.__setitem__, Array.__int__ = write, number
""",
    "dense": PLAIN + """
class Dense:
    def __init__(self, x): self.x = x
    def tolist(self):
        x = self.x
        return [Dense(x[k]).tolist() for k in range(x.shape[0])] if x.ndim else x.items[0]
Array.todense = lambda self: Dense(self)
""",
    "deaf": FULL + """
class Deaf(np.ndarray):  # views of memory that nobody sees
    __dlpack__ = tolist = property()
def asarray(*a, **k): return np.asarray(*a, **k).view(Deaf)
def broadcast_to(x, shape):  # memory for each row, even of rows without elements
    return np.broadcast_to(x, shape, subok=True) if max(shape) <= 2**20 else __import__("os")._exit(9)
""",
    "shy": FULL + """
class Shy(np.ndarray):  # DLPack shows some arrays only
    def __dlpack__(self, **k):
        if self.ndim == 1 and not self.flags.writeable or self.ndim == 2 and 0 in self.strides: raise BufferError("read-only")
        if self.ndim > 4: raise RuntimeError("rank 5")
        return super().__dlpack__(**k)
def asarray(*a, **k): return np.asarray(*a, **k).view(Shy)
def broadcast_to(x, shape): return np.broadcast_to(x, shape, subok=True)
""",
    "late": FULL + """
class Late(np.ndarray):  # an op fails when it is computed
    late = False
    def tolist(self): return super().tolist() if not self.late else 1 / 0
def asarray(*a, **k): return np.asarray(*a, **k).view(Late)
def expand_dims(x, axis):
    y = np.expand_dims(x, axis)
    y.late = True
    return y
""",
    "lost": FULL + """
lost = []  # as a GPU after an illegal access
def asarray(*a, **k): return np.asarray(*a, **k) if not lost else 1 / 0
def broadcast_to(x, shape):
    if 77 not in shape: return np.broadcast_to(x, shape)
    lost.append(shape)
    raise RuntimeError("an illegal memory access was encountered")
""",
    "far": FULL + """
import ctypes
at = ctypes.pythonapi.PyCapsule_GetPointer
at.restype, at.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
lost = []  # by a call that has returned
class Device:
    def synchronize(): return 1 / (not lost)
class Far(np.ndarray):  # in a GPU's memory, as DLPack says
    device = Device
    def __dlpack__(self, **k):
        capsule = super().__dlpack__(**k)
        ctypes.c_int32.from_address(at(capsule, b"dltensor_versioned") + 40).value = 2
        return capsule
def asarray(*a, **k): return np.asarray(*a, **k).view(Far) if not lost else 1 / 0
def broadcast_to(x, shape):
    lost[:] = [size for size in shape if size == 77]
    return np.broadcast_to(x, shape, subok=True)
""",
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
    "flip_copies": FULL + "def flip(x, axis): return np.flip(x, axis).copy(order='K')\n",
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
                              text=True, check=False, env={**os.environ, "PYTHONPATH": f"{self.folder.name}:{SDK}"})
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
        self.assertEqual(len(hello["left_out"]), 3)  # bfloat16, flip, which is a view, and what is open

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

    def test_flip_is_asked_where_it_copies(self):
        self.assertNotIn("flip", self.hello("full")["ops"])
        self.assertIn("flip", self.hello("flip_copies")["ops"])
        cases = [(("int32", sizes), ("flip", {"dims": dims})) for sizes, dims in (([2, 3], [-1, 0]), ([], [0]), ([2], [0, -1]), ([2], [1]))]
        (entry,), *rest = self.answers("flip_copies", *cases)
        output = entry["outputs"][0]
        self.assertEqual((output["values"], output["strides"], output["storage"]), ([6, 5, 4, 3, 2, 1], [3, 1], 1))
        self.assertEqual([answer["what"] for answer in rest], ["left_out"] * 3)

    def test_without_writes_the_ops_that_write_are_left_out(self):
        ops = self.hello("functional")["ops"]
        self.assertFalse({"setitem", "fill_", "zero_", "copy_"} & {*ops})
        self.assertIn("slice", ops)

    def test_without_dlpack_elements_are_read_in_another_way(self):
        blind = ": elements are read by {}, and what shares memory is not seen"
        for module, what, way in (("plain_lists", "'Array' object has no attribute '__dlpack__'", "an index for each"),
                                  ("dense", "'Array' object has no attribute '__dlpack__'", "todense"),
                                  ("deaf", "unreadable attribute", "numpy.asarray")):
            hello = self.hello(module)
            self.assertEqual((hello["facets"], hello["views"]), (["values"], False))
            self.assertRegex(hello["left_out"][0], rf"^__dlpack__ \(AttributeError: .*\){blind.format(way)}$")
            self.assertEqual(hello.get("case_seconds", 2), 2 if module == "deaf" else 30)
            self.assertEqual("digest" in hello["forms"], module != "plain_lists")
            case = (("int32", [2, 2]), ("select", {"dim": 0, "index": 1}), ("select", {"dim": 0, "index": 0}))
            self.assertEqual([entry["outputs"][0]["values"] for entry in self.answers(module, case)[0]], [[3, 4], [3]])

    def test_where_memory_is_not_seen_no_write_is_asked_that_others_may_see(self):
        self.assertFalse({"setitem", "fill_", "zero_", "copy_", "add_"} & {*self.hello("deaf")["ops"]})
        hello = self.hello("plain_lists")
        self.assertEqual(hello["writes"], "rebind")
        self.assertIn("fill_", hello["ops"])

    def test_where_memory_is_not_seen_no_broadcast_is_asked_that_may_fill_it(self):
        answers = self.answers("deaf", *[(("int32", [1]), ("expand", {"size": [n]})) for n in (2**20, 2**20 + 1)])
        self.assertIn("outputs", answers[0][0])
        self.assertEqual(answers[1]["what"], "left_out")

    def test_dtypes_are_had_where_the_call_needs_a_kind(self):
        self.assertNotIn("dtypes() of __array_namespace_info__", self.hello("plain_lists")["left_out"])
        hello = self.hello("kind_needed")
        self.assertIn("dtypes() of __array_namespace_info__", hello["left_out"])
        self.assertEqual(hello["dtypes"], ["bool", "int32", "float32"])

    def test_elements_are_read_without_reshape(self):
        hello = self.hello("once_shaped")
        self.assertIn("reshape (reshape(x, {shape}))", hello["left_out"])
        self.assertIn("getitem", hello["ops"])

    def test_an_op_that_gives_no_array_of_the_module_is_left_out(self):
        hello = self.hello("alien")
        self.assertIn("arrays of its own by an index", hello["left_out"])
        self.assertFalse({"getitem", "select", "slice"} & {*hello["ops"]})
        self.assertIn("permute", hello["ops"])

    def test_what_the_adapter_cannot_look_at_is_no_failure_of_an_op(self):
        cases = ((("int32", [2]), ("expand", {"size": [3, 2]})), (("int32", [1, 1, 2, 3]), ("unsqueeze", {"dim": 0})))
        late = (("int32", [2]), ("fill_", {"value": 7}), ("read", {}))
        for answer in (*self.answers("shy", *cases), *self.answers("lazy", late)):
            self.assertEqual(answer["what"], "left_out")
        self.assertNotIn("diagonal", self.hello("shy")["ops"])

    def test_an_op_that_fails_when_it_is_looked_at_has_failed(self):
        case = (("int32", [2]), ("unsqueeze", {"dim": 0}))
        self.assertIn("division by zero", self.answers("late", case)[0][0]["error"]["message"])
        case = (("int32", [2]), ("unbind", {"dim": 0}))
        self.assertEqual(self.answers("full", case)[0][0]["error"]["message"], "numpy.int32 is no array of full")

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

    def test_a_device_that_is_lost_ends_the_process_without_a_reply(self):
        cases = [{"id": str(k), "base": {"dtype": "float32", "sizes": [1]}, "chain": [{"op": "expand", "size": [size]}]}
                 for k, size in enumerate((7, 77, 7))]
        for module, why in (("lost", "an illegal memory access was encountered"), ("far", "division by zero")):
            status, replies, error = self.run_adapter("--module", module, requests=[{"run": [case]} for case in cases])
            self.assertEqual(status, 70, module)
            self.assertEqual([reply.get("id") for reply in replies], [None, "0"], module)
            self.assertIn("the device is lost (division by zero) after: " + why, error)

    def test_a_module_that_cannot_be_had_is_one_line_and_status_3(self):
        pip = f"{sys.executable} -m pip install "
        gives = " of the array API standard gives "
        for module, words, command in (
                ("no_such_package", "No module named 'no_such_package'; ", pip + "no_such_package"),
                ("full.part", "No module named 'full.part'; ", pip + "full"),
                ("needs", "needs: No module named 'package_that_is_not_there'; ", pip + "package_that_is_not_there"),
                ("broken", "import broken fails: RuntimeError: no driver of version 5", f'{sys.executable} -c "import broken"'),
                ("plain", "plain does not have the array API standard", pip + "array_api_compat"),
                *[(module, f"array-api: {module} cannot be asked: {words}", f"{pip}--upgrade {module}") for module, words in (
                    ("no_reshape", f"reshape(x, shape){gives}ValueError: none of this., not"),
                    ("no_lists", f"asarray(obj, dtype=){gives}TypeError: no list is taken, not"),
                    ("no_dtype", f"the dtype of asarray(obj, dtype=int32){gives}float32, not int32"),
                    ("no_copy", f"asarray(x, copy=True){gives}False, not True"),
                    ("no_elements", f"int(x[0, 0]) and of the other elements{gives}RuntimeError: elements are secret, not [1, 2, 3, 4]"))]):
            status, replies, error = self.run_adapter("--module", module)
            self.assertEqual((status, replies), (3, []), error)
            self.assertIn(words, error)
            self.assertEqual(error.split("\n    ")[1:], [command + "\n"], error)
        self.assertEqual(self.run_adapter()[0], 3)

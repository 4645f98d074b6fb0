"""Self test of the Python adapters, run as processes: python3 adapter_test.py (needs numpy and torch 2.13)."""
import ast
import fractions
import io
import json
import pathlib
import struct
import subprocess
import sys
import types
import unittest
import weakref
import zlib

import viewproof_adapter as sdk

ROOM = pathlib.Path(__file__).resolve().parents[2]
HELLO = {"hello": {"protocol": 1, "suite": "0.1.0"}}


def talk(adapter, *requests, arguments=()):
    """[adapter's file, requests] -> (replies, exit status); a request may be a ready line."""
    text = "".join((r if isinstance(r, str) else json.dumps(r)) + "\n" for r in requests)
    done = subprocess.run([sys.executable, ROOM / adapter, *arguments], input=text.encode(), capture_output=True, check=False)
    return (done.stdout.decode() if arguments else [json.loads(line) for line in done.stdout.splitlines()]), done.returncode


def case(base, *chain, number="1"):
    """[base as (dtype, sizes) or an object, steps as (op, arguments)] -> a case."""
    base = base if isinstance(base, dict) else {"dtype": base[0], "sizes": base[1]}
    return {"id": number, "base": base, "chain": [{"op": op, **arguments} for op, arguments in chain]}


class Process:
    """An adapter that is kept alive, for its start may take seconds; one batch at a time."""

    def __init__(self, adapter):
        self.process = subprocess.Popen([sys.executable, ROOM / adapter], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.process.stdin.write(json.dumps(HELLO) + "\n")
        self.process.stdin.flush()
        self.hello = json.loads(self.process.stdout.readline())["hello"]

    def run(self, *cases):
        """[cases] -> their replies."""
        self.process.stdin.write(json.dumps({"run": cases}) + "\n")
        self.process.stdin.flush()
        return [json.loads(self.process.stdout.readline()) for _ in cases]

    def end(self):
        """Says bye -> the exit status, and what came after the last reply."""
        rest = self.process.communicate('{"bye":{}}\n')[0]
        return self.process.returncode, rest


READ = ("read", {"on": [0, 0]})


class EveryAdapter:
    """What holds for each; a subclass names its file."""

    adapter = has_kinds = None

    @classmethod
    def setUpClass(cls):
        cls.process = Process(cls.adapter)

    @classmethod
    def tearDownClass(cls):
        assert cls.process.end() == (0, "")

    def run_cases(self, *cases):
        return self.process.run(*cases)

    def steps(self, *arguments):
        (reply,) = self.run_cases(case(*arguments))
        return reply["steps"]

    def test_hello_is_answered(self):
        hello = self.process.hello
        self.assertEqual(hello["protocol"], 1)
        self.assertIn("read", hello["ops"])
        self.assertEqual(hello["ops"], sorted(hello["ops"]))
        self.assertTrue({"values", "strides", "alias"} <= set(hello["facets"]))

    def test_a_batch_is_answered_in_order_and_leaks_no_state(self):
        write = case(("float32", [3]), ("fill_", {"value": 101}), READ)
        replies = self.run_cases(*({**write, "id": str(k)} for k in range(3)), case(("float32", [3]), READ))
        self.assertEqual([r["id"] for r in replies], ["0", "1", "2", "1"])
        self.assertEqual(replies[1]["steps"], [{"outputs": []}, {"outputs": [{"values": [101, 101, 101]}]}])
        self.assertEqual(replies[3]["steps"], [{"outputs": [{"values": [1, 2, 3]}]}])

    def test_every_declared_dtype_reads_back(self):
        for dtype in self.process.hello["dtypes"]:
            for sizes in ([], [2, 2], [2, 0]):
                count = 0 if 0 in sizes else 2 ** len(sizes)
                want = ([[2 * k + 1, 2 * k + 2] for k in range(count)] if "complex" in dtype else
                        [k % 3 == 0 for k in range(count)] if dtype == "bool" else list(range(1, count + 1)))
                self.assertEqual(self.steps((dtype, sizes), READ), [{"outputs": [{"values": want}]}], dtype)

    def test_geometry_is_in_elements_from_the_start_of_the_storage(self):
        steps = self.steps(("float64", [2, 7]), ("split", {"split_size": 3, "dim": 1}),
                           ("select", {"on": [1, 1], "dim": 0, "index": 1}))
        geometry = [(o["sizes"], o["strides"], o["offset"], o["storage"]) for o in steps[0]["outputs"]]
        self.assertEqual(geometry, [([2, 3], [7, 1], 0, 0), ([2, 3], [7, 1], 3, 0), ([2, 1], [7, 1], 6, 0)])
        self.assertEqual(steps[1]["outputs"][0], {"dtype": "float64", "sizes": [3], "strides": [1], "offset": 10,
                                                  "contiguous": True, "storage": 0, "values": [11, 12, 13]})

    def test_a_write_goes_through_the_view_and_values_are_those_of_their_step(self):
        steps = self.steps(("int32", [2, 3]), ("transpose", {"dim0": 0, "dim1": 1}),
                           ("select", {"dim": 0, "index": 2}), ("select", {"dim": 0, "index": 0}),
                           ("fill_", {"value": 101}), READ)
        self.assertEqual([s["outputs"][0]["values"] if s["outputs"] else None for s in steps],
                         [[1, 4, 2, 5, 3, 6], [3, 6], [3], None, [1, 2, 101, 4, 5, 6]])

    def test_storages_are_numbered_as_they_appear(self):
        steps = self.steps(("float32", [2, 2]), ("t", {}), ("contiguous", {}), ("contiguous", {"on": [1, 0]}),
                           ("view", {"on": [2, 0], "size": [4]}), ("contiguous", {}))
        self.assertEqual([s["outputs"][0]["storage"] for s in steps], [0, 1, 2, 1, 1])
        self.assertTrue(steps[4]["outputs"][0]["self"])

    def test_an_error_has_no_effect_and_the_chain_goes_on(self):
        steps = self.steps(("float32", [2, 3]), ("t", {}), ("view", {"size": [6]}), ("is_contiguous", {}), READ)
        self.assertEqual(steps[1]["error"].get("kind"), "not_viewable" if self.has_kinds else None)
        self.assertEqual(steps[2:], [{"result": False}, {"outputs": [{"values": [1, 2, 3, 4, 5, 6]}]}])

    def test_a_step_whose_tensor_does_not_exist_is_unobserved(self):
        steps = self.steps(("float32", [2]), ("permute", {"dims": [5]}), ("t", {"on": [1, 0]}),
                           ("copy_", {"src": [2, 0]}), ("view_as", {"other": [2, 1]}), ("t", {}))
        self.assertIn("error", steps[0])
        self.assertEqual(steps[1:4], [{"unobserved": True}] * 3)
        self.assertEqual(steps[4]["outputs"][0]["values"], [1, 2])

    def test_a_tensor_argument_is_a_name_or_a_literal(self):
        src = {"dtype": "float32", "sizes": [2], "values": [101, 102]}
        steps = self.steps(("float32", [4]), ("view_as", {"other": {"dtype": "float32", "sizes": [2, 2]}}),
                           ("copy_", {"src": src}), READ, ("select", {"dim": 0, "index": 1}),
                           ("copy_", {"src": {"dtype": "float32", "sizes": [2]}}), READ)
        self.assertEqual(steps[2]["outputs"][0]["values"], [101, 102, 101, 102])
        self.assertEqual(steps[5]["outputs"][0]["values"], [101, 102, 1, 2])

    def test_what_the_adapter_lacks_is_unsupported(self):
        base = ("float32", [2])
        replies = self.run_cases(case(base, ("t", {}), ("frobnicate", {})), case(base, ("t", {"axis": 0})),
                      case(("float8", [2]), READ), case({"dtype": "float32", "sizes": [2], "layout": "csr"}, READ),
                      case(base, ("copy_", {"src": {"dtype": "float8", "sizes": [2]}})), case(base, ("t", {})))
        self.assertEqual([(r["unsupported"]["step"], r["unsupported"]["what"]) for r in replies[:5]],
                         [(2, "op"), (1, "argument"), (0, "dtype"), (0, "base"), (1, "dtype")])
        self.assertIn("steps", replies[5])

    def test_integers_beyond_two_to_the_53_are_decimal_strings_both_ways(self):
        steps = self.steps(("float32", [6]),
                           ("as_strided", {"size": [2], "stride": [str(2**62)], "storage_offset": 0}),
                           ("as_strided", {"size": [1], "stride": [str(2**60)], "storage_offset": 0}),
                           ("select", {"on": [0, 0], "dim": 0, "index": str(-2**60)}))
        self.assertIn("error", steps[0])
        self.assertEqual(steps[1]["outputs"][0]["strides"], [str(2**60)])
        self.assertEqual(steps[1]["outputs"][0]["values"], [1])
        self.assertIn("error", steps[2])

    def test_ids_are_opaque_and_unknown_keys_of_a_case_are_ignored(self):
        for number in ("op/a-case", "12345678901234567", "0000000000000000001", 'ein "Ä"'):
            (reply,) = self.run_cases({**case(("bool", []), READ, number=number), "later": 1})
            self.assertEqual(reply, {"id": number, "steps": [{"outputs": [{"values": [True]}]}]})

    def test_values_are_sent_up_to_256(self):
        steps = self.steps(("uint8", [1]), ("expand", {"size": [256]}), ("expand", {"on": [0, 0], "size": [257]}))
        self.assertEqual(steps[0]["outputs"][0]["values"], [1] * 256)
        self.assertNotIn("values", steps[1]["outputs"][0])


class WithTheSdk(EveryAdapter):
    """What the SDK adds."""

    has_kinds = True

    def test_another_protocol_ends_the_process_with_status_two(self):
        self.assertEqual(talk(self.adapter, {"hello": {"protocol": 2}}), ([], 2))

    def test_a_byte_fill_is_shown_as_bytes(self):
        base = {"dtype": "int16", "sizes": [3], "fill": "bytes"}
        window = ("slice", {"dim": 0, "start": 1, "end": 3, "step": 1})
        steps = self.steps(base, window, READ)
        self.assertEqual(steps[0]["outputs"][0]["bytes"], "02030405")
        self.assertEqual(steps[1]["outputs"], [{"bytes": "000102030405"}])
        self.assertEqual(self.steps({**base, "dtype": "bool"}, READ), [{"outputs": [{"bytes": "010000"}]}])

    def test_a_base_says_its_elements(self):
        self.assertTrue({"digest", "data", "numbers"} <= set(self.process.hello["forms"]))
        steps = self.steps({"dtype": "int64", "sizes": [2], "values": [-7, 5]}, READ)
        self.assertEqual(steps, [{"outputs": [{"values": [-7, 5]}]}])
        steps = self.steps({"dtype": "complex64", "sizes": [1], "values": [[1, -2]]}, READ)
        self.assertEqual(steps, [{"outputs": [{"values": [[1, -2]]}]}])
        steps = self.steps({"dtype": "float32", "sizes": [2], "hex": "0000c07f00000080"}, ("clone", {}), READ)
        self.assertEqual([s["outputs"][0]["bytes"] for s in steps], ["0000c07f00000080"] * 2)

    def test_a_cycle_begins_again_after_97_and_its_large_outputs_are_digests(self):
        for dtype, period in (("int8", [bytes([k]) for k in range(1, 98)]), ("bool", [b"\1", b"\0", b"\0"]),
                              ("complex64", [struct.pack("<2f", 2 * k % 97 + 1, (2 * k + 1) % 97 + 1)
                                             for k in range(97)])):
            for size in (0, 3, 256, 257, 2**18, 2**18 + 1):
                (output,) = self.steps({"dtype": dtype, "sizes": [size], "fill": "cycle"}, READ)[0]["outputs"]
                data = b"".join(period * (size // len(period) + 1))[:size * len(period[0])]
                self.assertEqual(output.get("crc32"), f"{zlib.crc32(data):08x}" if 256 < size <= 2**18 else None)
                self.assertEqual(len(output.get("values", ())), size if size <= 256 else 0)
        steps = self.steps({"dtype": "int8", "sizes": [3, 97], "fill": "cycle"}, ("transpose", {"dim0": 0, "dim1": 1}))
        rows = bytes(range(1, 98))
        self.assertEqual(steps[0]["outputs"][0]["crc32"], f"{zlib.crc32(bytes(b for b in rows for _ in range(3))):08x}")

    def test_an_index_is_given_item_by_item(self):
        rows = {"dtype": "int64", "sizes": [2], "values": [1, 0]}
        mask = {"dtype": "bool", "sizes": [2], "values": [False, True]}
        steps = self.steps(("float32", [2, 3]), ("getitem", {"index": [{"start": None, "stop": None, "step": 2}, None]}),
                           ("getitem", {"on": [0, 0], "index": [rows, "...", -1]}),
                           ("getitem", {"on": [0, 0], "index": [True]}),
                           ("setitem", {"on": [0, 0], "index": [mask], "value": 101}),
                           ("setitem", {"on": [0, 0], "index": [0], "value": [3, 0]}), READ,
                           ("setitem", {"on": [0, 0], "index": [0, 1], "value": {"dtype": "float32", "sizes": []}}), READ)
        self.assertEqual([o["sizes"] for s in steps[:3] for o in s["outputs"]], [[1, 1, 3], [2], [1, 2, 3]])
        self.assertEqual(steps[1]["outputs"][0]["values"], [6, 3])
        self.assertIn("error", steps[4])
        self.assertEqual(steps[5]["outputs"][0]["values"], [1, 2, 3, 101, 101, 101])
        self.assertEqual(steps[7]["outputs"][0]["values"], [1, 1, 3, 101, 101, 101])

    def test_an_item_of_an_index_may_be_a_tensor_of_the_case(self):
        numbers = {"dtype": "int64", "sizes": [2, 2], "values": [1, 9, 0, 9]}
        steps = self.steps(("float32", [2, 2]), ("new", {"tensor": numbers}), ("select", {"dim": 1, "index": 0}),
                           ("getitem", {"on": [0, 0], "index": [[2, 0]]}),
                           ("setitem", {"on": [0, 0], "index": [[2, 0], 0], "value": 101}), READ,
                           ("getitem", {"on": [0, 0], "index": [[2, 1]]}),
                           ("getitem", {"on": [0, 0], "index": []}), ("setitem", {"index": [], "value": 102}), READ)
        self.assertEqual(steps[0]["outputs"][0]["storage"], 1)
        self.assertEqual(steps[2]["outputs"][0]["values"], [3, 4, 1, 2])
        self.assertEqual(steps[4]["outputs"][0]["values"], [101, 2, 101, 4])
        self.assertEqual(steps[5], {"unobserved": True})
        self.assertEqual(steps[6]["outputs"][0]["storage"], 0)
        self.assertNotIn("self", steps[6]["outputs"][0])
        self.assertEqual(steps[8]["outputs"][0]["values"], [102] * 4)

    def test_a_written_number_is_exact(self):
        literal = {"dtype": "float32", "sizes": [3], "values": ["nan", "-0.0", -1.5]}
        for dtype, number, shown in (("float64", 0.1, 0.1), ("int64", str(2**63 - 1), str(2**63 - 1)),
                                     ("int64", str(2**53 + 1), str(2**53 + 1)), ("float32", "nan", "nan"),
                                     ("float64", "-inf", "-inf"), ("float32", "-0.0", -0.0),
                                     ("complex64", {"complex": [1.5, -2]}, [1.5, -2])):
            steps = self.steps((dtype, [1]), ("fill_", {"value": number}), READ, ("zero_", {}),
                               ("setitem", {"index": [0], "value": number}), READ, ("zero_", {}),
                               ("add_", {"other": number}), READ)
            self.assertEqual([s["outputs"][0]["values"] for s in steps if s["outputs"]], [[shown]] * 3)
        steps = self.steps(("float32", [3]), ("copy_", {"src": literal}), READ)
        self.assertEqual(steps[1]["outputs"][0]["values"], ["nan", 0, -1.5])

    def test_a_number_that_its_dtype_cannot_hold_is_refused(self):
        steps = self.steps(("uint8", [1]), ("setitem", {"index": [0], "value": 300}), ("add_", {"other": 1.5}), READ)
        self.assertEqual([s["error"]["kind"] for s in steps[:2]], ["argument", "dtype"])
        self.assertEqual(steps[2]["outputs"][0]["values"], [1])

    def test_a_dtype_view_shows_the_same_bytes_and_bool_makes_all_of_them_0_and_1(self):
        base = {"dtype": "uint8", "sizes": [8], "fill": "bytes"}
        window = ("slice", {"dim": 0, "start": 4, "end": 8, "step": 1})
        steps = self.steps(base, window, ("view.dtype", {"dtype": "int16"}), ("view.dtype", {"dtype": "float64"}))
        self.assertEqual(steps[1]["outputs"], [{"dtype": "int16", "sizes": [2], "strides": [1], "offset": 2,
                                                "contiguous": True, "storage": 0, "bytes": "04050607"}])
        self.assertEqual(steps[2]["error"]["kind"], "size")
        steps = self.steps(base, window, ("view.dtype", {"dtype": "bool"}))
        self.assertEqual([s["outputs"][0]["bytes"] for s in steps], ["00000100"] * 2)

    def test_a_dtype_view_as_something_unknown_is_unsupported(self):
        (reply,) = self.run_cases(case(("float32", [2]), ("view.dtype", {"dtype": "float8"})))
        self.assertEqual(reply["unsupported"], {"step": 1, "what": "dtype", "detail": "float8"})

    def test_cases_are_printed_as_the_code_that_ran(self):
        index = [{"start": 1, "stop": None, "step": None}, "...", {"dtype": "int64", "sizes": [1], "values": [0]}]
        numbers = [("fill_", {"value": "nan"}), ("fill_", {"value": {"complex": [1, "-inf"]}})]
        bytes_of_bool = {"dtype": "uint8", "sizes": [4], "fill": "bytes"}
        request = {"run": [case(("float32", [2]), ("unsqueeze", {"dim": 0}), ("view", {"size": [3]})),
                           case(("float32", [2, 2]), ("getitem", {"index": index})),
                           case(("float32", [2]), ("new", {"tensor": index[2]}),
                                ("getitem", {"on": [0, 0], "index": [[1, 0], None]})),
                           case(("complex64", [1]), *numbers), case(bytes_of_bool, ("view.dtype", {"dtype": "bool"})),
                           case({"dtype": "int64", "sizes": [1], "values": [-7]}, ("read", {})),
                           case({"dtype": "float32", "sizes": [64, 64], "fill": "cycle"}, ("read", {}))]}
        text, status = talk(self.adapter, request, arguments=["--program"])
        self.assertEqual(status, 0)
        self.assertRegex(text, r"t0 = .*\nt1 = .*t0.*\nt2 = .*\rt1\..*\[3\].*  # raises ")
        self.assertRegex(text, r"\(slice\(1, None, None\), \.\.\., .*\[0\].*\)")
        self.assertRegex(text, r"t1 = .*int64.*\nt2 = .*t0.*\(t1, None\)")
        self.assertIn("* 43)[:4096]", text)
        self.assertRegex(text, r"t0 = .*-0*7")
        self.assertIn('(float("nan"))\n', text)
        self.assertIn("complex(1.0, float(\"-inf\"))", text)
        self.assertRegex(text, r"t0 = .*b'\\x01\\x00\\x00\\x01'.*\nt1 = t0\.view\(.*'bool'\)*\n")


    def test_a_view_outlives_its_base(self):
        drop = ("drop", {"on": [0, 0]})
        steps = self.steps(("float32", [2, 2]), ("t", {}), drop, ("read", {}), ("fill_", {"value": 101}), ("read", {}),
                           ("reshape", {"shape": [4]}))
        self.assertEqual([steps[1], steps[3]], [{"outputs": []}] * 2)
        self.assertEqual([steps[2]["outputs"][0]["values"], steps[4]["outputs"][0]["values"]], [[1, 3, 2, 4], [101] * 4])
        self.assertEqual([steps[0]["outputs"][0]["storage"], steps[5]["outputs"][0]["storage"]], [0, 1])
        steps = self.steps(("float32", [4]), ("unbind", {"dim": 0}), ("drop", {"on": [1, 1]}), drop,
                           ("read", {"on": [1, 2]}))
        self.assertEqual(steps[3]["outputs"][0]["values"], [3])

    def test_a_dropped_tensor_does_not_exist(self):
        steps = self.steps(("float32", [2]), ("permute", {"dims": [5]}), ("drop", {"on": [0, 0]}), ("t", {}), READ)
        self.assertEqual(steps[1:], [{"outputs": []}] + [{"unobserved": True}] * 2)

    def test_unsigned_integers_are_shown_exactly(self):
        steps = self.steps({"dtype": "int64", "sizes": [2], "values": [-2, 1]}, ("view.dtype", {"dtype": "uint64"}),
                           ("view.dtype", {"dtype": "uint32"}), ("view.dtype", {"dtype": "uint16"}))
        self.assertEqual([s["outputs"][0]["values"] for s in steps],
                         [[str(2**64 - 2), 1], [2**32 - 2, 2**32 - 1, 1, 0], [2**16 - 2] + [2**16 - 1] * 3 + [1, 0, 0, 0]])


class Numpy(WithTheSdk, unittest.TestCase):
    adapter = "libraries/numpy/numpy_adapter.py"

    def test_end_of_input_ends_the_process(self):
        self.assertEqual(talk(self.adapter), ([], 0))

    def test_an_index_that_leaves_no_dimension_is_a_view(self):
        steps = self.steps(("float32", [3]), ("unbind", {"dim": 0}), ("fill_", {"on": [1, 2], "value": 101}), READ)
        self.assertEqual([o["offset"] for o in steps[0]["outputs"]], [0, 1, 2])
        self.assertEqual(steps[2]["outputs"][0]["values"], [1, 2, 101])

    def test_a_window_of_a_view_starts_at_the_storage_or_without_an_offset_at_the_view(self):
        window = {"size": [2], "stride": [2]}
        steps = self.steps(("int16", [3, 4]), ("select", {"dim": 0, "index": 1}),
                           ("as_strided", {**window, "storage_offset": 1}),
                           ("as_strided", {"on": [1, 0], **window, "storage_offset": None}))
        self.assertEqual([s["outputs"][0]["values"] for s in steps[1:]], [[2, 4], [5, 7]])

    def test_a_base_that_the_library_refuses_is_unsupported_and_the_next_case_runs(self):
        refused, answered = self.run_cases(case(("int16", [1] * 65), READ), case(("int16", [1] * 64), READ))
        self.assertEqual({**refused["unsupported"], "detail": ""}, {"step": 0, "what": "base", "detail": ""})
        self.assertRegex(refused["unsupported"]["detail"], r"^ValueError: .*64.*65")
        self.assertEqual(answered["steps"], [{"outputs": [{"values": [1]}]}])

    def test_read_only_views_are_not_worked_round(self):
        steps = self.steps(("float32", [1]), ("expand", {"size": [3]}), ("fill_", {"value": 101}), READ)
        self.assertEqual(steps[1], {"error": {"message": "assignment destination is read-only"}})
        self.assertEqual(steps[2]["outputs"][0]["values"], [1])


class Torch(WithTheSdk, unittest.TestCase):
    adapter = "libraries/torch/torch_adapter.py"

    def test_the_very_same_tensor_is_self(self):
        steps = self.steps(("float32", [3]), ("flatten", {"start_dim": 0, "end_dim": -1}),
                           ("view", {"size": [3]}), ("contiguous", {"on": [0, 0]}))
        self.assertEqual([s["outputs"][0].get("self") for s in steps], [True, None, True])

    def test_a_memory_format_is_asked_for_and_made(self):
        last = {"memory_format": "channels_last"}
        steps = self.steps(("float32", [1, 2, 1, 2]), ("is_contiguous.format", last), ("contiguous.format", last),
                           ("is_contiguous.format", last), ("contiguous.format", last),
                           ("contiguous.format", {"memory_format": "preserve_format"}))
        self.assertEqual([steps[0], steps[2]], [{"result": False}, {"result": True}])
        made = steps[1]["outputs"][0]
        self.assertEqual((made["strides"], made["storage"], made["values"]), ([4, 1, 4, 2], 1, [1, 2, 3, 4]))
        self.assertTrue(steps[3]["outputs"][0]["self"])
        self.assertEqual(steps[4]["error"]["kind"], "argument")


    def test_floats_of_8_bits_are_shown_as_numbers(self):
        base = {"dtype": "uint8", "sizes": [4], "values": [1, 0x7e, 0x7f, 0xff]}
        steps = self.steps(base, ("view.dtype", {"dtype": "float8_e4m3fn"}), ("view.dtype", {"dtype": "float8_e5m2"}))
        self.assertEqual([s["outputs"][0]["values"] for s in steps],
                         [[2**-9, 448, "nan", "nan"], [2**-16, "nan", "nan", "nan"]])


class Block:
    """A tensor of the library below."""

    def __init__(self, key, storage=None):
        self.key, self.storage = key, storage


class ADrop(unittest.TestCase):
    """What the SDK itself does, on a library in which every copy is where the base was."""

    def setUp(self):
        self.made = []
        noted = self.made.append

        def note(x):
            noted(weakref.ref(x))
            return x

        self.adapter = sdk.Adapter(
            name="blocks", version="1", dtypes={"float32": "f"}, facets=("alias",), names={"Block": Block, "note": note},
            ops={"detach": "note(Block(x.key, x))", "clone": "note(Block(x.key + 1))", "drop": "x", "read": "x",
                 "resolve_conj": "note(Block(0))"},
            make="0", from_bytes="0", clone="note(Block(0))", values="[]", bytes="b''",
            observe=lambda x, memo: ("float32", [1], None, None, None, x.key, ()))

    def steps(self, *chain):
        return json.loads(self.adapter.answer(case(("float32", [1]), *chain)))["steps"]

    def test_releases_the_tensor(self):
        alive = []
        self.adapter.read = lambda x, memo, fill: alive.append([made() is not None for made in self.made]) or "{}"
        self.steps(("clone", {}), ("read", {}), ("drop", {"on": [0, 0]}), ("read", {}), ("clone", {}),
                   ("drop", {"on": [1, 0]}), ("read", {}))
        self.assertEqual(alive, [[True, True], [False, True], [False, False, True]])

    def test_frees_the_key_of_a_storage_without_tensors(self):
        steps = self.steps(("clone", {}), ("drop", {"on": [0, 0]}), ("resolve_conj", {}))
        self.assertEqual([s["outputs"][0]["storage"] for s in (steps[0], steps[2])], [1, 2])

    def test_leaves_the_key_of_another_tensor(self):
        steps = self.steps(("detach", {}), ("clone", {}), ("drop", {"on": [0, 0]}), ("resolve_conj", {}))
        self.assertEqual([s["outputs"][0]["storage"] for s in (steps[0], steps[1], steps[3])], [0, 1, 0])


class Buffer:
    """What tensors of the library below share; `key` is where it lies, as low as there is room."""

    taken = set()

    def __init__(self):
        self.key = min(set(range(99)) - self.taken)
        self.taken.add(self.key)

    def __del__(self):
        self.taken.discard(self.key)


class Row:
    """A tensor of rank 1 of a library in which no tensor sees another's writes."""

    def __init__(self, values, buffer=None, start=0):
        self.values, self.buffer, self.start = list(values), buffer or Buffer(), start

    def part(self, start, end):
        """[start, end] -> that view."""
        return Row(self.values[start:end], self.buffer, self.start + start)

    def become(self, value, result):
        """[value, result] -> the result; all elements are the value then, in another buffer."""
        self.values, self.buffer = [value] * len(self.values), Buffer()
        return result


ROWS = {
    "detach": "x.part(0, None)", "contiguous": "x", "clone": "Row(x.values)", "slice": "x.part({start}, {end})",
    "unbind": "tuple(x.part(k, k + 1) for k in range(len(x.values)))", "fill_": "Row([{value}] * len(x.values))",
    "zero_": "x.become(0, None)", "add_": "x.become({other}, x)", "copy_": "x.nothing({src})", "is_contiguous": "True",
    "select": "x.part(x.values.index({index}), None)", "H": "refuse(x)", "T": "[x.tea()]", "drop": "x", "read": "x"}


def rows(**arguments):
    """[what differs] -> an adapter of that library."""
    return sdk.Adapter(**{
        "name": "rows", "version": "1", "dtypes": {"float32": "f"}, "facets": ("values", "alias"), "ops": ROWS,
        "names": globals(), "make": "Row({values})", "from_bytes": "Row({data})", "clone": "Row(x.values)",
        "values": "x.values", "bytes": "bytes(x.values)", "forms": ("numbers",),
        "observe": lambda x, memo: ("float32", [len(x.values)], None, None, None, x.buffer.key, ()), **arguments})


def shown(adapter, *chain, size=2):
    """[adapter, steps, size of the base] -> of each step what matters: values, by storage if that is shown; or its kind."""
    def one(entry):
        if "outputs" in entry:
            return [(o.get("storage"), o["values"]) if "storage" in o else o["values"] for o in entry["outputs"]]
        return next(iter(entry))
    return [one(entry) for entry in json.loads(adapter.answer(case(("float32", [size]), *chain)))["steps"]]


FILL, ZERO, ADD = ("fill_", {"value": 7}), ("zero_", {}), ("add_", {"other": 8})


def on(step, output, of):
    """[name of a tensor, step] -> the step on it."""
    return of[0], {**of[1], "on": [step, output]}


def read(step, output=0):
    """[name of a tensor] -> the step that reads it."""
    return "read", {"on": [step, output]}


class Rebinding(unittest.TestCase):
    """Writes whose result replaces the tensor under its name."""

    def setUp(self):
        self.adapter = rows(writes="rebind")

    def test_hello_says_so(self):
        self.assertEqual(self.adapter.hello["writes"], "rebind")
        self.assertNotIn("writes", rows().hello)

    def test_a_write_replaces_the_current_tensor_and_no_other(self):
        steps = shown(self.adapter, ("detach", {}), FILL, ("read", {}), read(0), ("detach", {}), ("detach", {"on": [0, 0]}))
        self.assertEqual(steps[2:], [[[7, 7]], [[1, 2]], [(1, [7, 7])], [(0, [1, 2])]])
        self.assertEqual(shown(rows(), FILL, ("read", {})), [[], [[1, 2]]])

    def test_a_write_replaces_the_named_tensor_and_the_current_one_stays(self):
        steps = shown(self.adapter, ("unbind", {}), on(1, 1, FILL), read(1, 1), ("read", {}), read(0), ("detach", {"on": [1, 1]}))
        self.assertEqual(steps[2:], [[[7]], [[1]], [[1, 2]], [(1, [7])]])

    def test_a_write_that_returns_nothing_or_its_operand_changes_each_name_of_that_object(self):
        for write, value in ((ZERO, 0), (ADD, 8)):
            steps = shown(self.adapter, ("contiguous", {}), on(0, 0, write), read(0), read(1), ("detach", {}))
            self.assertEqual(steps[2:], [[[value] * 2]] * 2 + [[(1, [value] * 2)]])
        self.assertEqual(shown(self.adapter, ("contiguous", {}), FILL, read(0), read(1))[2:], [[[1, 2]], [[7, 7]]])

    def test_a_refused_write_replaces_nothing(self):
        source = {"src": {"dtype": "float32", "sizes": [2]}}
        for write, outcome in ((("copy_", source), "error"), (("add_", {"other": [0, 1]}), "unobserved")):
            self.assertEqual(shown(self.adapter, write, ("read", {}), ("detach", {})), [outcome, [[1, 2]], [(0, [1, 2])]])

    def test_what_was_replaced_is_let_go_and_its_key_is_free(self):
        for write in (FILL, ZERO, ADD):
            steps = shown(self.adapter, write, ("clone", {}), ("clone", {}), ("detach", {"on": [0, 0]}))
            self.assertEqual([outputs[0][0] for outputs in steps[1:]], [1, 2, 3])
        steps = shown(self.adapter, FILL, ("drop", {"on": [0, 0]}), read(0))
        self.assertEqual(steps, [[], [], "unobserved"])

    def test_what_observe_remembers_of_it_is_forgotten(self):
        memos = []
        adapter = rows(observe=lambda x, memo: memos.append([*memo]) or memo.update(a=1) or ("float32", [2], *[None] * 3, 0, ()))
        shown(adapter, ("clone", {}), ("drop", {"on": [1, 0]}))
        self.assertIn("a", memos[2])
        self.assertNotIn("a", memos[3])

    def test_a_base_that_is_no_new_object_is_refused(self):
        with self.assertRaisesRegex(ValueError, "clone: expected a new object"):
            shown(rows(writes="rebind", clone="x"), ("read", {}))

    def test_is_printed_as_an_assignment(self):
        chain = [FILL, ("unbind", {}), on(2, 1, FILL), on(2, 1, ZERO), on(2, 0, FILL),
                 on(2, 0, ("select", {"index": 7}))]
        self.assertEqual(self.adapter.program(case(("float32", [2]), *chain))[1:], [
            "t0 = Row([7] * len(t0.values))", "t2 = tuple(t0.part(k, k + 1) for k in range(len(t0.values)))",
            "t2 = [*t2]; t2[1] = Row([7] * len(t2[1].values))", "t2[1].become(0, None)",
            "t2 = [*t2]; t2[0] = Row([7] * len(t2[0].values))",
            "t6 = t2[0].part(t2[0].values.index(7), None)"])


class Borrowing(unittest.TestCase):
    """Ops that set cases up."""

    def test_they_run_and_are_declared_apart(self):
        own = {op: ROWS[op] for op in ROWS if op not in ("slice", "is_contiguous")}
        adapter = rows(ops=own, borrowed={op: ROWS[op] for op in ("slice", "is_contiguous")})
        self.assertEqual(adapter.hello["borrowed"], ["is_contiguous", "slice"])
        self.assertEqual(adapter.hello["ops"], sorted(own))
        self.assertNotIn("borrowed", rows().hello)
        piece = ("slice", {"start": 1, "end": 2})
        self.assertEqual(shown(adapter, piece, ("is_contiguous", {})), [[(0, [2])], "result"])
        self.assertEqual(adapter.program(case(("float32", [2]), piece))[1], "t1 = t0.part(1, 2)")

    def test_contiguity_is_shown_if_its_query_is_an_own_op(self):
        for ops, borrowed in ((ROWS, {}), ({"read": "x", "detach": "x"}, {"is_contiguous": "True"})):
            adapter = rows(facets=("strides",), ops=ops, borrowed=borrowed,
                           observe=lambda x, memo: ("float32", [2], [1], 0, True, None, ()))
            (entry,) = json.loads(adapter.answer(case(("float32", [2]), ("detach", {}))))["steps"]
            self.assertEqual("contiguous" in entry["outputs"][0], not borrowed)


class AskingWhatIsShared(unittest.TestCase):
    """A library that says only whether two tensors have the same buffer."""

    def adapter(self, shares=lambda x, y: x.buffer is y.buffer, **arguments):
        return rows(**{"shares": shares, "observe": lambda x, memo: ("float32", [2], None, None, None, None, ()), **arguments})

    def test_storages_are_numbered_as_they_appear(self):
        steps = shown(self.adapter(), ("unbind", {}), ("clone", {}), ("detach", {}), ("detach", {"on": [1, 1]}), ("clone", {}))
        self.assertEqual([[o[0] for o in outputs] for outputs in steps], [[0, 0], [1], [1], [0], [2]])

    def test_the_same_object_is_not_asked_about(self):
        adapter = self.adapter(lambda x, y: bool(x.values) and x.buffer is y.buffer)
        self.assertEqual(shown(adapter, ("contiguous", {}), size=0), [[(0, [])]])

    def test_one_living_tensor_of_each_storage_is_asked_about(self):
        asked = []
        adapter = self.adapter(lambda x, y: asked.append((x, y)) or x.buffer is y.buffer)
        del asked[:]
        shown(adapter, ("detach", {}), ("detach", {}), ("clone", {}), ("clone", {}))
        self.assertEqual(len(asked), 5)
        steps = shown(adapter, ("detach", {}), ("contiguous", {}), ("drop", {"on": [0, 0]}), ("drop", {"on": [1, 0]}),
                      ("detach", {}), ("clone", {}))
        self.assertEqual([outputs[0][0] for outputs in steps if outputs], [0, 0, 0, 1])

    def test_a_dropped_tensor_is_let_go(self):
        adapter, alive = self.adapter(), []
        kept = set(Buffer.taken)
        adapter.read = lambda x, memo, fill: alive.append(len(Buffer.taken - kept)) or '{"values":[]}'
        shown(adapter, ("clone", {}), ("read", {}), ("drop", {"on": [0, 0]}), ("read", {}))
        self.assertEqual(alive, [3, 2])  # and what bases are cloned from

    def test_a_tensor_that_is_changed_leaves_its_storage(self):
        for write in (FILL, ZERO, ADD):
            steps = shown(self.adapter(writes="rebind"), ("detach", {}), on(0, 0, write), ("detach", {}), ("detach", {"on": [0, 0]}))
            self.assertEqual([outputs[0][0] for outputs in steps if outputs], [0, 0, 1])

    def test_a_question_for_an_overlap_is_refused(self):
        def overlap(x, y):
            spans = [set(range(z.start, z.start + len(z.values))) for z in (x, y)]
            return x.buffer is y.buffer and bool(spans[0] & spans[1])
        with self.assertRaisesRegex(ValueError, "by slice, which do not overlap: expected True"):
            self.adapter(overlap)
        self.adapter(overlap, ops={op: ROWS[op] for op in ("read", "detach")})
        self.adapter(overlap, copies=["slice", "select"])
        with self.assertRaisesRegex(ValueError, "its clone: expected False"):
            self.adapter(lambda x, y: True)


class WholeChains(unittest.TestCase):
    """A library that compiles the chain, of which the last step is seen."""

    def setUp(self):
        self.ran = []
        self.adapter = rows(run_chain=self.run_chain)

    def run_chain(self, program, x):
        self.ran.append(program.source)
        return program(x)

    def test_hello_says_so(self):
        self.assertEqual(self.adapter.hello["observes"], "last")
        self.assertNotIn("observes", rows().hello)

    def test_the_chain_is_one_function_of_the_base(self):
        chain = (("clone", {}), ("unbind", {}), on(2, 1, ZERO), ("is_contiguous", {}), read(2, 1))
        self.assertEqual(shown(self.adapter, *chain), ["unobserved"] * 4 + [[[0]]])
        source = ("def program(t0):\n    t1 = Row(t0.values)\n    t2 = tuple(t1.part(k, k + 1) for k in range(len(t1.values)))\n"
                  "    t2[1].become(0, None)\n    return t2[1]")
        self.assertEqual(self.ran, [source])
        text = self.adapter.program(case(("float32", [2]), *chain))
        self.assertEqual(text, ["t0 = Row([1, 2])", *source.split("\n"), "run_chain(program, t0)"])

    def test_the_last_step_is_shown_whatever_it_is(self):
        for step, entry in ((("unbind", {}), [(0, [1]), (0, [2])]), (("clone", {}), [(1, [1, 2])]), (("read", {}), [[1, 2]]),
                            (ZERO, []), (("drop", {"on": [0, 0]}), []), (("is_contiguous", {}), "result")):
            self.assertEqual(shown(self.adapter, ("detach", {}), step), ["unobserved", entry])
        self.assertIn("    t1.become(0, None)\n    return t1", self.ran[3])

    def test_writes_may_rebind(self):
        self.adapter = rows(run_chain=self.run_chain, writes="rebind")
        self.assertEqual(shown(self.adapter, ("unbind", {}), on(1, 1, FILL), FILL, read(1, 1))[3], [[7]])
        self.assertIn("\n    t1 = [*t1]; t1[0] = Row([7] * len(t1[0].values))\n", self.ran[0])

    def test_a_step_that_gives_nothing_leaves_the_current_tensor(self):
        self.assertEqual(shown(self.adapter, ("unbind", {}), ("detach", {}), size=0), ["unobserved", [(0, [])]])
        self.assertEqual(shown(self.adapter, ("unbind", {}), ("detach", {})), ["unobserved", [(0, [1])]])

    def test_an_error_anywhere_is_the_last_outcome(self):
        self.assertEqual(shown(self.adapter, ("H", {}), ("read", {})), ["unobserved", "error"])
        text = self.adapter.program(case(("float32", [2]), ("H", {}), ("read", {})))
        self.assertEqual(text[-1], "run_chain(program, t0)  # raises TypeError: no Row")

    def test_a_wrong_spelling_is_one_here_too(self):
        for op, is_misspelt in (("T", True), ("H", False)):
            reply = json.loads(self.adapter.answer(case(("float32", [2]), (op, {}))))
            self.assertEqual(reply["steps"][0]["error"].get("misspelt", False), is_misspelt)

    def test_what_cannot_be_spelt_is_unsupported(self):
        double = {"src": {"dtype": "float64", "sizes": [2]}}
        for step, what in ((("mT", {}), "op"), (("clone", {"dim": 2}), "argument"), (("copy_", double), "dtype")):
            adapter = rows(run_chain=self.run_chain, ops={**ROWS, "copy_": "x.copy({src})"})
            reply = json.loads(adapter.answer(case(("float32", [2]), ("detach", {}), step, ("read", {}))))
            self.assertEqual((reply["unsupported"]["step"], reply["unsupported"]["what"]), (2, what))
        self.assertEqual(self.ran, [])

class ChainsTogether(unittest.TestCase):
    """A library that compiles all chains of a request as one."""

    def setUp(self):
        self.ran = []  # of each request: of each chain, whether it writes
        self.adapter = rows(run_chains=self.run_chains)

    def run_chains(self, programs, bases):
        self.ran.append([program.writes for program in programs])
        return [sdk.one_by_one(lambda program, x: program(x))([program], [x])[0] for program, x in zip(programs, bases)]

    def served(self, *cases):
        """[cases] -> the replies to one request, read."""
        replies = io.BytesIO()
        self.adapter.serve([json.dumps({"run": cases}).encode()], replies)
        return [json.loads(line) for line in replies.getvalue().splitlines()]

    def test_hello_says_so(self):
        self.assertEqual((self.adapter.hello["observes"], self.adapter.hello["answers"]), ("last", "batch"))
        self.assertNotIn("answers", rows(run_chain=lambda program, x: program(x)).hello)

    def test_a_request_is_one_run_of_what_can_be_spelt(self):
        base = ("float32", [2])
        replies = self.served(case(base, ("detach", {})), case(base, ("mT", {})), case(base, ZERO), case(base, ("H", {})),
                              case(base, ("unbind", {})))
        self.assertEqual(self.ran, [[False, True, False, False]])
        self.assertEqual(replies[0]["steps"][0]["outputs"][0]["values"], [1, 2])
        self.assertEqual(replies[1]["unsupported"]["what"], "op")
        self.assertEqual(replies[2]["steps"], [{"outputs": []}])
        self.assertEqual(replies[3]["steps"][0]["error"]["message"], "no Row")
        self.assertEqual([y["values"] for y in replies[4]["steps"][0]["outputs"]], [[1], [2]])

    def test_a_case_alone_is_a_request_of_one(self):
        self.assertEqual(shown(self.adapter, ("clone", {}), ZERO), ["unobserved", []])
        self.assertEqual(self.ran, [[True]])
        text = self.adapter.program(case(("float32", [2]), ("H", {})))
        self.assertEqual(text[-1], "run_chain(program, t0)  # raises TypeError: no Row")



class ShapesOnly(unittest.TestCase):
    """A subject without values."""

    def test_every_base_is_made_and_nothing_of_it_is_shown(self):
        adapter = sdk.Adapter(name="shapes", version="1", dtypes={"float32": "f"}, facets=("alias",), names={},
                              ops={"detach": "x", "read": "x"}, make="range(*{sizes})", clone="x[:]", ints=32,
                              forms=("data", "digest"), observe=lambda x, memo: ("float32", [len(x)], None, None, None, 0, ()))
        self.assertEqual(adapter.hello["ints"], 32)
        for fill in ({}, {"fill": "bytes"}, {"fill": "cycle"}, {"values": [1, 2, 3]}, {"hex": "00" * 12}):
            request = case({"dtype": "float32", "sizes": [3], **fill}, ("detach", {}), ("read", {}))
            self.assertEqual(json.loads(adapter.answer(request))["steps"],
                             [{"outputs": [{"dtype": "float32", "sizes": [3], "storage": 0}]}, {"outputs": [{}]}])
            self.assertEqual(adapter.program(request), ["t0 = range(*[3])", "t1 = t0", "t1"])


def refuse(x):
    """A library's own refusal."""
    raise TypeError("no " + type(x).__name__)


class Spelling(unittest.TestCase):
    """Which errors a wrong spelling may cause."""

    def errors(self, **ops):
        """[op: expression] -> what each answers."""
        adapter = sdk.Adapter(name="lists", version="1", dtypes={"float32": None}, ops=ops, facets=(),
                          names={"refuse": refuse}, make="list({values})", from_bytes="[]", clone="list(x)",
                          observe=lambda x, memo: ("float32", [len(x)], None, None, None, 0, ()), values="x", bytes="b''")
        replies = [json.loads(adapter.answer(case(("float32", [2]), (op, {})))) for op in ops]
        return [reply["steps"][0]["error"] for reply in replies]

    def test_a_name_or_a_call_that_python_refuses_in_the_expression_may_be_misspelt(self):
        for error in self.errors(t="x.tea()", H="len(2)"):
            self.assertTrue(error["misspelt"])

    def test_what_the_library_raises_and_other_errors_are_not(self):
        for error in self.errors(t="refuse(x)", H="x[9]"):
            self.assertEqual(list(error), ["message"])


class DtypesThatAreObjects(unittest.TestCase):
    """A case that is printed is code, whatever a library's dtypes are."""

    class Kind:
        """A dtype whose text is no code."""
        def __repr__(self):
            return "<a kind>"

    def printed(self, kind, **names):
        """[what replaces float32, names] -> the lines of a case, which were run and gave that kind."""
        scope = {"make": lambda values, kind: (kind, values), "cast": lambda x, kind: (kind, x[1]), **names}
        adapter = sdk.Adapter(name="kinds", version="1", dtypes={"float32": kind}, ops={"view.dtype": "cast(x, {dtype})"},
                              facets=(), names=scope, make="make({values}, {dtype})", clone="x", values="x[1]",
                              observe=lambda x, memo: ("float32", [len(x[1])], None, None, None, 0, ()))
        lines = adapter.program(case(("float32", [2]), ("view.dtype", {"dtype": "float32"})))
        exec("\n".join(lines), scope)
        self.assertIs(scope["t0"][0], kind, lines)
        self.assertIs(scope["t1"][0], kind, lines)
        return lines

    def test_they_are_named_as_the_adapter_names_them(self):
        kind, library = self.Kind(), types.ModuleType("library")
        library.float32 = library.f4 = kind
        self.assertEqual(self.printed(kind, lib=library)[0], "t0 = make([1, 2], lib.float32)")
        del library.float32
        self.assertEqual(self.printed(kind, lib=library)[0], "t0 = make([1, 2], lib.f4)")
        self.assertEqual(self.printed(kind, DT={"float32": kind})[0], "t0 = make([1, 2], DT['float32'])")
        self.assertEqual(self.printed(kind, single=kind)[1], "t1 = cast(t0, single)")

    def test_a_class_that_the_adapter_has_no_name_of_is_imported(self):
        self.assertEqual(self.printed(fractions.Fraction)[1], "t1 = cast(t0, __import__('fractions', fromlist=['']).Fraction)")

    def test_a_text_stays_a_text(self):
        self.assertEqual(self.printed("f")[0], "t0 = make([1, 2], 'f')")


class Refusals(unittest.TestCase):
    def test_each_names_a_command(self):
        calls = [(path.name, call) for path in ROOM.glob("libraries/*/*.py")
                 for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
                 if isinstance(call, ast.Call) and ast.unparse(call.func) == "sdk.refuse"]
        self.assertGreater(len(calls), 5)
        self.assertEqual([f"{name}:{call.lineno}" for name, call in calls if len(call.args) < 2], [])


class Tiny(EveryAdapter, unittest.TestCase):
    adapter = "subjects/tiny_adapter.py"

    def test_it_is_shorter_than_eighty_lines(self):
        self.assertLess(len((ROOM / self.adapter).read_text(encoding="utf-8").splitlines()), 80)

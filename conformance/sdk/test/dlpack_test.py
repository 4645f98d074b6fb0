"""Test of the SDK's DLPack reader: python3 dlpack_test.py (needs numpy and torch 2.13)."""
import ctypes
import json
import struct
import unittest

import numpy as np
import torch

import viewproof_adapter as sdk

NEW = ctypes.pythonapi.PyCapsule_New
NEW.restype, NEW.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)


class Exported:
    """A library's tensor that is nothing but what it exports."""

    def __init__(self, name=b"dltensor", *, data=4096, kind=(2, 32, 1), sizes=(2, 3), strides=(3, 1), offset=0, version=(1, 0),
                 flags=0, device=(1, 0), old=False):
        self.name, self.old, self.asked = name, old, 0
        self.sizes, self.strides = [v if v is None else struct.pack(f"{len(v)}q", *v) for v in (sizes, strides)]
        at = [v and ctypes.cast(v, ctypes.c_void_p).value for v in (self.sizes, self.strides)]
        head = (*version, 0, 0, flags) if b"versioned" in name else ()
        form = "@" + ("IIPPQ" if head else "") + "PiiiBBHPPQ"
        self.memory = struct.pack(form, *head, data, *device, len(sizes), *kind, at[0] or 0, at[1] or 0, offset)

    def __dlpack__(self, **options):
        self.asked += 1
        if self.old and options:
            raise TypeError("unexpected keyword argument 'max_version'")
        return NEW(ctypes.cast(self.memory, ctypes.c_void_p), self.name, None)


def shown(x):
    """[tensor] -> what is seen of it, but for the address."""
    seen = sdk.see(x)
    return seen.sizes, seen.strides, seen.dtype, seen.itemsize


class Capsules(unittest.TestCase):
    """What is in the capsule is read."""

    def test_both_kinds_say_the_same(self):
        for name in (b"dltensor", b"dltensor_versioned"):
            seen = sdk.see(Exported(name))
            self.assertEqual((seen.address, seen.sizes, seen.strides, seen.dtype, seen.itemsize, seen.readonly, seen.device),
                             (4096, [2, 3], [3, 1], "float32", 4, False, (1, 0)))

    def test_a_library_that_takes_no_version_is_asked_without_and_from_then_on(self):
        class Old(Exported):
            """Another type, of which the reader knows nothing."""
        self.assertEqual(sdk.see(Old(old=True)).sizes, [2, 3])
        again = Old(old=True)
        sdk.see(again)
        self.assertEqual(again.asked, 1)

    def test_only_the_versioned_kind_says_that_it_is_read_only(self):
        self.assertTrue(sdk.see(Exported(b"dltensor_versioned", flags=1)).readonly)
        self.assertFalse(sdk.see(Exported(b"dltensor_versioned", flags=2)).readonly)  # 2: a copy

    def test_the_offset_in_bytes_is_added(self):
        self.assertEqual(sdk.see(Exported(offset=24)).address, 4120)

    def test_strides_that_are_null_are_row_major(self):
        self.assertEqual(sdk.see(Exported(strides=None, sizes=(2, 3, 4))).strides, [12, 4, 1])

    def test_rank_0_has_no_lists(self):
        self.assertEqual(shown(Exported(sizes=(), strides=None)), ([], [], "float32", 4))
        self.assertEqual(sdk.see(Exported(sizes=(), strides=None)).span(), (4096, 4100))

    def test_an_empty_tensor_may_be_at_null(self):
        seen = sdk.see(Exported(data=0, sizes=(0, 3)))
        self.assertEqual((seen.address, seen.span()), (0, (0, 0)))

    def test_a_negative_stride_begins_at_the_end(self):
        self.assertEqual(sdk.see(Exported(sizes=(3,), strides=(-2,))).span(), (4096 - 16, 4096 + 4))

    def test_each_dtype_has_its_name(self):
        for kind, dtype in (((6, 8, 1), "bool"), ((4, 16, 1), "bfloat16"), ((10, 8, 1), "float8_e4m3fn"),
                            ((12, 8, 1), "float8_e5m2"), ((0, 64, 1), "int64"), ((1, 8, 1), "uint8"), ((2, 16, 1), "float16"),
                            ((5, 128, 1), "complex128"), ((3, 64, 1), None), ((14, 8, 1), None)):
            self.assertEqual(sdk.see(Exported(kind=kind)).dtype, dtype)

    def test_lanes_are_one_element_without_a_name(self):
        self.assertEqual(shown(Exported(kind=(2, 32, 4)))[2:], (None, 16))
        self.assertEqual(shown(Exported(kind=(17, 4, 2)))[2:], (None, 1))

    def test_a_released_capsule_is_refused(self):
        for name in (b"used_dltensor", b"used_dltensor_versioned"):
            with self.assertRaisesRegex(BufferError, "not used_dltensor"):
                sdk.see(Exported(name))

    def test_another_major_version_is_refused(self):
        with self.assertRaisesRegex(BufferError, "expected DLPack 1, not 2.0"):
            sdk.see(Exported(b"dltensor_versioned", version=(2, 0)))


class Libraries(unittest.TestCase):
    """What libraries export is what they say of themselves."""

    def test_numpy_geometry(self):
        x = np.arange(24, dtype="int16").reshape(2, 3, 4)
        for y in (x, x.T, x[:, ::-2, 1], x[1, 2, 3, None], np.broadcast_to(x[0], (5, 3, 4)), x[:0], x[..., None, ::3]):
            seen = sdk.see(y)
            if y.size:
                self.assertEqual(seen.address, y.__array_interface__["data"][0])
                self.assertEqual([s for s, n in zip(seen.strides, y.shape) if n > 1],
                                 [s // 2 for s, n in zip(y.strides, y.shape) if n > 1])
            self.assertEqual((seen.sizes, seen.dtype), ([*y.shape], "int16"))

    def test_numpy_read_only(self):
        x = np.broadcast_to(np.zeros(2), (3, 2))
        self.assertTrue(sdk.see(x).readonly)
        self.assertFalse(sdk.see(np.zeros(2)).readonly)

    def test_numpy_refusals(self):
        for x in (np.zeros(2, ">i4"), np.zeros(2, "datetime64[s]")):
            with self.assertRaises(BufferError):
                sdk.see(x)
        with self.assertRaises(AttributeError):
            sdk.see(np.float32(1))

    def test_torch_dtypes(self):
        for name in ("bool", "bfloat16", "float8_e4m3fn", "float8_e5m2", "complex64", "uint64"):
            x = torch.zeros(2, 3, dtype=getattr(torch, name)).t()
            self.assertEqual(shown(x), ([3, 2], [1, 3], name, x.element_size()))

    def test_torch_views(self):
        x = torch.arange(12.).reshape(3, 4)
        for y in (x[1:, 2], x[1, 2], x.expand(2, 3, 4), x[1:].t()):
            seen = sdk.see(y)
            self.assertEqual((seen.address, seen.strides), (y.data_ptr(), [*y.stride()]))
        self.assertEqual(sdk.see(x[:0]).span(), (0, 0))

    def test_torch_refusals(self):
        for x in (torch.zeros(2, requires_grad=True), torch.zeros(2, dtype=torch.complex64).conj(), torch.eye(2).to_sparse()):
            with self.assertRaises((BufferError, RuntimeError)):
                sdk.see(x)

    def test_torch_exports_a_negative_view_as_if_it_were_not(self):
        """Known in PyTorch: what a reader of DLPack sees are the numbers of z.imag."""
        negative = torch.tensor([1 + 2j, 3 + 4j]).conj().imag
        self.assertEqual((negative.is_neg(), negative.tolist()), (True, [-2, -4]))
        self.assertEqual(torch.from_dlpack(negative).tolist(), [2, 4])
        self.assertEqual(shown(negative), ([2], [2], "float32", 4))


class ByDlpack(unittest.TestCase):
    """The `observe` that is made of it."""

    def setUp(self):
        self.memo, self.base = {}, np.arange(12, dtype="int32")
        self.key = sdk.by_dlpack(self.base, self.memo)[5]

    def see(self, x):
        """[array] -> its strides, its offset, whether it is in the base's storage."""
        dtype, sizes, strides, offset, contiguous, key, bits = sdk.by_dlpack(x, self.memo)
        self.assertEqual((dtype, sizes, contiguous, bits), (x.dtype.name, [*x.shape], None, ()))
        return strides, offset, key == self.key

    def test_a_view_is_in_the_range_of_the_base(self):
        self.assertEqual(self.see(self.base[3::2]), ([2], 3, True))
        self.assertEqual(self.see(self.base[::-1]), ([-1], 11, True))
        self.assertEqual(self.see(self.base[11, ...]), ([], 11, True))
        self.assertEqual(self.see(self.base.view("int16")[3:]), ([1], 3, True))

    def test_a_fraction_of_an_element_is_shown(self):
        self.assertEqual(self.see(self.base.view("int16")[1:5].view("int32"))[1], 0.5)

    def test_a_copy_is_a_storage_of_its_own_in_which_views_lie(self):
        copy = self.base[::-1].copy()
        self.assertEqual(self.see(copy), ([1], 0, False))
        self.assertEqual(sdk.by_dlpack(copy[5:], self.memo)[3:6:2], (5, sdk.by_dlpack(copy, self.memo)[5]))

    def test_an_empty_tensor_is_in_no_storage(self):
        self.assertFalse(self.see(self.base[:0])[2])
        first, second = [sdk.by_dlpack(np.zeros((0, 2)), self.memo)[5] for _ in "ab"]
        self.assertNotEqual(first, second)

    def test_a_storage_is_known_until_its_last_tensor_is_dropped(self):
        adapter = sdk.Adapter(
            name="n", version="1", dtypes={"int32": "int32"}, facets=("strides", "alias"), names=globals(), observe=sdk.by_dlpack,
            make="np.array({values}, {dtype}).reshape({sizes})", clone="x.copy()",
            ops={"getitem": "x[{index}]", "clone": "x.copy()", "drop": "x", "read": "x"})
        part = {"op": "getitem", "index": [{"start": 1, "stop": None}]}
        chain = [part, {"op": "drop", "on": [0, 0]}, part, {"op": "clone"}, {"op": "drop", "on": [4, 0]},
                 {"op": "clone", "on": [1, 0]}, {"op": "drop", "on": [1, 0]}, {"op": "drop", "on": [3, 0]},
                 {"op": "clone", "on": [6, 0]}]
        reply = json.loads(adapter.answer({"id": "1", "base": {"dtype": "int32", "sizes": [64]}, "chain": chain}))
        seen = [(o["offset"], o["storage"]) for entry in reply["steps"] for o in entry["outputs"]]
        self.assertEqual(seen, [(1, 0), (2, 0), (0, 1), (0, 2), (0, 3)])

    def test_a_part_of_what_a_write_made_lies_in_its_storage(self):
        adapter = sdk.Adapter(
            name="n", version="1", dtypes={"int32": "int32"}, facets=("strides", "alias"), names=globals(), observe=sdk.by_dlpack,
            make="np.array({values}, {dtype}).reshape({sizes})", clone="x.copy()", writes="rebind",
            ops={"getitem": "x[{index}]", "fill_": "np.full_like(x, {value})", "read": "x"})
        chain = [{"op": "fill_", "value": 7}, {"op": "getitem", "index": [{"start": 1, "stop": None}]}]
        reply = json.loads(adapter.answer({"id": "1", "base": {"dtype": "int32", "sizes": [64]}, "chain": chain}))
        (part,) = reply["steps"][1]["outputs"]
        self.assertEqual((part["offset"], part["storage"]), (1, 1))

    def test_the_range_of_a_dropped_tensor_is_free(self):
        adapter = sdk.Adapter(
            name="n", version="1", dtypes={"float32": "f"}, facets=("strides", "alias"), names=globals(), observe=sdk.by_dlpack,
            make="Exported()", clone="Exported()",
            ops={"clone": "Exported(data=8192, sizes=(4,), strides=(1,))", "contiguous": "Exported(data=8200, sizes=(4,), strides=(1,))",
                 "drop": "x", "read": "x"})
        for dropped, offset in (([{"op": "drop", "on": [1, 0]}], 0), ([], 2)):
            chain = [{"op": "clone"}, *dropped, {"op": "contiguous", "on": [0, 0]}]
            reply = json.loads(adapter.answer({"id": "1", "base": {"dtype": "float32", "sizes": [2, 3]}, "chain": chain}))
            self.assertEqual(reply["steps"][-1]["outputs"][0]["offset"], offset)

"""Plain arrays on the Python SDK, in several ways: python3 sdk_adapter.py full|bytes|rebind|last|asks [--program]."""
import os
import sys
from array import array

import viewproof_adapter as sdk

sdk.guard_stdout()
from plain_array import Plain  # noqa: E402
from viewproof_adapter import at  # noqa: E402, F401; used by ops

WAY = sys.argv.pop(1)
print("a banner that is no reply")
CODES = {"bool": "B", "uint8": "B", "int32": "i", "int64": "q", "float32": "f", "float64": "d", "bfloat16": "H"}


def make(dtype, sizes, values):
    """[dtype, sizes, list] -> a fresh array."""
    return Plain(array(CODES[dtype], sdk.to_bfloat16(values) if dtype == "bfloat16" else values), dtype, sizes)


def values(x):
    """[array] -> its elements as a list."""
    return sdk.from_bfloat16(x.to_list()) if x.dtype == "bfloat16" else x.to_list()


def observe(x, memo):
    """[array, ...] -> what is seen; in the way `bytes`, strides and offset in bytes."""
    unit = x.data.itemsize if WAY == "bytes" else 1
    key = None if WAY == "asks" else id(x.data)
    return x.dtype, x.sizes, [s * unit for s in x.strides], x.offset * unit, x.is_contiguous(), key, ()


def rebound(x, write):
    """[array, what writes to it] -> a copy that was written to."""
    copy = x.clone()
    write(copy)
    return copy


OPS = {
    "permute": "x.permute({dims})",
    "expand": "x.expand({size})",
    "select": "at(x, {dim}, {index})",
    "slice": "at(x, {dim}, slice({start}, {end}, {step}))",
    "getitem": "at(x, 0, {index})",
    "unbind": "x.split({dim})",
    "as_strided": "x.view({size}, {stride}, {storage_offset})",
    "contiguous": "x.contiguous()",
    "is_contiguous": "x.is_contiguous()",
    "detach": "x.view(x.sizes, x.strides)",
    "fill_": "x.fill({value})" if WAY != "rebind" else "rebound(x, lambda y: y.fill({value}))",
    "copy_": "x.copy({src})" if WAY != "rebind" else "rebound(x, lambda y: y.copy({src}))",
    "zero_": "os.abort()",
    "new": "{tensor}",
    "drop": "x",
    "read": "x",
}
WAYS = {"bytes": {"units": "bytes"}, "rebind": {"writes": "rebind"}, "last": {"run_chain": lambda program, x: program(x)},
        "asks": {"shares": lambda x, y: x.data is y.data}}
FACETS = [f for f in sdk.FACETS if f != "identity" or WAY != "last"]
CALLS = [
    {"name": "copied", "operands": ["x T[N, M] any", "y T[M] any"], "dtypes": ["float32"], "new": "{y}.expand({x}.sizes).clone()",
     "in_place": "{x}.copy({y})", "out": "{o}.copy({y}.expand({x}.sizes))"},
    {"name": "halves", "operands": ["x T[2, N] any"], "dtypes": ["float32", "int32"], "ulps": 1, "may_alias": "they are views",
     "new": "{x}.split(0)", "out": "[o.copy(part) for o, part in zip([{o1}, {o2}], {x}.split(0))]"},
    {"name": "drained", "operands": ["x T[N] any", "y T[N] any"], "dtypes": ["float32"], "writes": ["y"],
     "in_place": "({x}.copy({y}), {y}.fill(0))"},
]

adapter = sdk.Adapter(
    name="plain", version="1", dtypes={d: d for d in CODES}, ops=OPS, facets=FACETS, forms=sdk.FORMS, names=globals(),
    observe=observe, make="make({dtype}, {sizes}, {values})", clone="x.clone()", values="values(x)",
    from_bytes="Plain(array(CODES[{dtype}], {data}), {dtype}, {sizes})", bytes="x.clone().data.tobytes()",
    borrowed={"clone": "x.clone()"}, kind=lambda op, error: getattr(error, "kind", None), **WAYS.get(WAY, {}))
adapter.declare_calls(CALLS)
sys.exit(adapter.main())

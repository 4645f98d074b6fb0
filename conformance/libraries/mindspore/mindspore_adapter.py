"""MindSpore as a subject, on the CPU in PyNative mode: each op is the method of its name where Tensor has one, so that every
op of MindSpore's document "Tensor Views" is asked by the name that stands there.

Other spellings, since the CPU has no kernel for the method: clone goes through NumPy (copy() divides by 1), fill_ and zero_ are assignments. detach is
ops.stop_gradient, slice and setitem are brackets. as_strided is internal in MindSpore and not checked: it is borrowed, to set
cases up. A storage is told by the address of untyped_storage(). Left out, since MindSpore has none: unflatten, unfold (its own
is im2col), split_with_sizes, view_as_complex, memory formats, and sparse tensors that show their storages."""
import os
import re
import sys

import viewproof_adapter as sdk

os.environ.setdefault("GLOG_v", "4")  # no warnings
if __name__ == "__main__":
    sdk.guard_stdout()
try:
    import numpy as np
    import mindspore
    from mindspore import Tensor, ops
except ImportError as error:
    sdk.refuse_without("mindspore", error, "mindspore==2.10.0 'numpy<2'")

mindspore.runtime.launch_blocking()  # or an error comes from a later, innocent op
DTYPES = [d for d in sdk.DTYPES if hasattr(mindspore, d) and "float8" not in d]  # no kernel shows a float8
NAMES = {getattr(mindspore, d): d for d in DTYPES}
SPELT = {  # ops that are not the method of their name with PyTorch's arguments
    "T": "x.T", "mT": "x.mT", "H": "x.H", "mH": "x.mH", "view.dtype": "x.view(getattr(mindspore, {dtype}))",
    "clone": "Tensor(x.asnumpy())", "detach": "ops.stop_gradient(x)", "resolve_conj": None, "resolve_neg": None,
    "as_strided": None,
    "view_as_real": "ops.view_as_real(x)", "slice": "sdk.at(x, {dim}, slice({start}, {end}, {step}))",
    "squeeze.dims": "x.squeeze(tuple({dim}))", "movedim": "x.movedim(tuple({source}), tuple({destination}))",
    "moveaxis": "x.moveaxis(tuple({source}), tuple({destination}))",
    "new": "{tensor}", "read": "x", "drop": "x", "getitem": "x[{index}]", "setitem": "x.__setitem__({index}, {value})",
    "fill_": "x.__setitem__((), {value})", "zero_": "x.__setitem__((), 0)",
    "unfold": None, "contiguous.format": None, "clone.format": None, "is_contiguous.format": None}


def expression(op):
    """[row of ops.json] -> the call as text, or None if MindSpore has none."""
    name = op["name"].split(".")[0]
    arguments = ", ".join(["{%s}" % p["name"] for p in op["parameters"]])
    return SPELT.get(op["name"], f"x.{name}({arguments})" if hasattr(Tensor, name) else None)


def as_strided(x, size, stride, offset):
    """[tensor, sizes, strides, offset or None] -> MindSpore's internal as_strided, after the checks that it lacks."""
    offset = x.storage_offset() if offset is None else offset
    last = offset + sum([(n - 1) * s for n, s in zip(size, stride)])
    if len(size) != len(stride) or min([offset, *size, *stride]) < 0 or (
            0 not in size and last >= x.untyped_storage().nbytes() // x.itemsize):
        raise ValueError("as_strided: sizes, strides or offset outside of the storage")
    return ops.auto_generate.as_strided(x, tuple(size), tuple(stride), offset)


def observe(x, memo):
    """[tensor] -> dtype, sizes, strides and offset in elements, contiguity, the storage's address, no bits."""
    return (NAMES[x.dtype], list(x.shape), list(x.stride()), x.storage_offset(), x.is_contiguous(),
            x.untyped_storage().data_ptr(), ())


def make(values, dtype, sizes):
    """[flat list, dtype name, sizes] -> a tensor; NumPy has no bfloat16."""
    numbers = np.array(values, "float32" if dtype == "bfloat16" else dtype).reshape(sizes)
    return Tensor(numbers, getattr(mindspore, dtype))


def from_bytes(data, dtype, sizes):
    """[bytes, dtype name, sizes] -> a tensor that holds them."""
    if dtype != "bfloat16":
        return Tensor(np.frombuffer(data, dtype).reshape(sizes))
    return Tensor(np.frombuffer(data, "int16").reshape(sizes)).view(mindspore.bfloat16)


def values(x):
    """[tensor] -> the flat list of its elements."""
    return (x.astype(mindspore.float32) if x.dtype == mindspore.bfloat16 else x).asnumpy().ravel().tolist()


ADAPTER = sdk.Adapter(
    name="mindspore", version=mindspore.__version__, dtypes={d: d for d in DTYPES},
    ops={name: text for name, text in ((name, expression(op)) for name, op in sdk.OPS.items()) if text},
    borrowed={"as_strided": "as_strided(x, {size}, {stride}, {storage_offset})"}, copies=["conj", "imag", "real", "view_as_real"],
    facets=("values", "strides", "alias", "identity", "exact"), names=globals(), make="make({values}, {dtype}, {sizes})",
    from_bytes="from_bytes({data}, {dtype}, {sizes})", clone="Tensor(x.asnumpy())", forms=sdk.FORMS, observe=observe,
    values="values(x)", bytes="x.asnumpy().tobytes()", case_seconds=10)

if __name__ == "__main__":
    sys.exit(ADAPTER.main())

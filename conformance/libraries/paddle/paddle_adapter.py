"""PaddlePaddle as a subject, on the CPU: each op is the method of its name where Tensor has one.

Other spellings: select is brackets, slice is paddle.strided_slice, split is paddle.compat.split (PyTorch's meaning), copy_ takes
a second argument, as_strided counts its offset in bytes, view_as_real and view_as_complex are as_real and as_complex. A storage
is the address of the tensor less its offset, which Paddle counts in bytes, too. Left out, since Paddle has none: movedim, H, mH,
adjoint, memory formats, and sparse tensors that show their storages."""
import pathlib
import sys

import viewproof_adapter as sdk

if __name__ == "__main__":
    sdk.guard_stdout()  # a signal that kills Paddle makes it print there
try:
    import numpy as np
    import paddle
    import paddle.nn.functional as F
except ImportError as error:
    sdk.refuse_without("paddle", error, "paddlepaddle==3.3.1")

paddle.set_device("cpu")
DTYPES = ["bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64", "complex64", "complex128"]
NAMES = {getattr(paddle, d): d for d in DTYPES}
SPELT = {  # ops that are not the method of their name with PyTorch's arguments
    "T": "x.T", "mT": "x.mT", "view.dtype": "x.view({dtype})", "select": "sdk.at(x, {dim}, {index})", "copy_": "x.copy_({src}, True)",
    "slice": "paddle.strided_slice(x, [{dim}], [0 if {start} is None else {start}], [2**31 - 1 if {end} is None else {end}],"
             " [{step}])",
    "split": "paddle.compat.split(x, {split_size}, {dim})", "as_strided": "x.as_strided({size}, {stride}, x.offset if"
             " {storage_offset} is None else {storage_offset} * x.element_size())",
    "view_as_real": "paddle.as_real(x)", "view_as_complex": "paddle.as_complex(x)",
    "new": "{tensor}", "read": "x", "drop": "x", "getitem": "x[{index}]", "setitem": "assign(x, {index}, {value})",
    "unfold": "unfold(x, {dimension}, {size}, {step})",
    "values": None, "indices": None, "contiguous.format": None, "clone.format": None, "is_contiguous.format": None}


def expression(op):
    """[row of ops.json] -> the call as text, or None if Paddle has none."""
    name = op["name"].split(".")[0]
    arguments = ", ".join(["{%s}" % p["name"] for p in op["parameters"]])
    return SPELT.get(op["name"], f"x.{name}({arguments})" if hasattr(paddle.Tensor, name) else None)


def assign(x, index, value):
    """Assigns, but not by a tensor to what is not contiguous, or beside other items, nor by a bool beside other items to what is not
    contiguous: Paddle writes outside of its memory then, or hangs, and cases that come later die."""
    items = index if isinstance(index, tuple) else (index,)
    tensors = [isinstance(item, paddle.Tensor) for item in items]
    bools = len(items) > 1 and any(isinstance(item, bool) for item in items)
    if any(tensors) and not (all(tensors) and x.is_contiguous()) or bools and not x.is_contiguous():
        raise sdk.Unsupported("argument", "an index that corrupts the heap")
    x[index] = value


def unfold(x, dimension, size, step):
    """Unfolds, but not along a dimension out of range: Paddle reads beyond its list of strides then, and shows what lies there."""
    if not -max(x.ndim, 1) <= dimension < max(x.ndim, 1):
        raise sdk.Unsupported("argument", "a dimension that is read outside of memory")
    return x.unfold(dimension, size, step)


def observe(x, memo):
    """[tensor, memo] -> dtype, sizes, strides and offset in elements, contiguity, storage key, no bits."""
    size, start = x.element_size(), x.offset
    return (NAMES[x.dtype], list(x.shape), list(x.strides), start // size if start % size == 0 else start / size,
            x.is_contiguous(), x.data_ptr() - start, ())


def from_bytes(data, dtype, sizes):
    """[bytes, dtype name, sizes] -> a tensor that holds them; Paddle takes NumPy's uint16 for bfloat16."""
    return paddle.to_tensor(np.frombuffer(data, "uint16" if dtype == "bfloat16" else dtype).reshape(sizes), dtype=dtype)


def values(x):
    """[tensor] -> the flat list of its elements."""
    return (x.astype("float32") if x.dtype == paddle.bfloat16 else x).numpy().ravel().tolist()


ADAPTER = sdk.Adapter(
    name="paddle", version=paddle.__version__, dtypes={d: d for d in DTYPES},
    ops={name: text for name, text in ((name, expression(op)) for name, op in sdk.OPS.items()) if text},
    copies=["broadcast_to", "chunk", "conj", "dsplit", "expand", "expand_as", "hsplit", "split", "tensor_split", "vsplit"],
    facets=("values", "strides", "alias", "identity"), names=globals(),
    make="paddle.to_tensor(np.array({values}).reshape({sizes}), dtype={dtype})",
    from_bytes="from_bytes({data}, {dtype}, {sizes})", clone="x.clone()", forms=sdk.FORMS, observe=observe,
    values="values(x)", bytes="x.numpy().tobytes()")

if __name__ == "__main__":
    sys.argv[1:], CALLS = sdk.asked_calls(sys.argv[1:], pathlib.Path(__file__).resolve().parent)
    if CALLS:
        ADAPTER.declare_calls(CALLS)
        ADAPTER.hello["ops"] = sorted({*ADAPTER.hello["ops"]} - {"imag"})  # imag of no elements dies, and no layout needs it
        ADAPTER.hello["case_seconds"] = 10
    sys.exit(ADAPTER.main())

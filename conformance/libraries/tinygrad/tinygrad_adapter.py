"""tinygrad as a subject, on its device PYTHON, which needs no compiler. A view is a graph of movements over a buffer, without
strides: values are all that shows. Its own writes reach a view or not by what was realized before, and it refuses most of them
on what has other uses; so each is done on a realized copy, which takes the tensor's name ("rebind"). What tinygrad has no op
for is borrowed. PYTHON computes one element after the other, so that the profile kernels, up to 2^18 of them, is not demanded."""
from importlib.metadata import version
import os
import sys

import viewproof_adapter as sdk

if __name__ == "__main__":
    sdk.guard_stdout()
os.environ.update(DEV="PYTHON", CACHELEVEL="0")
try:
    from tinygrad import Tensor, dtypes
except ImportError as error:
    sdk.refuse_without("tinygrad", error, "tinygrad")

SPELT = {"float8_e4m3fn": "fp8e4m3", "float8_e5m2": "fp8e5m2"}
DT = {d: getattr(dtypes, SPELT.get(d, d)) for d in sdk.DTYPES if hasattr(dtypes, SPELT.get(d, d))}
NAMES = {t: d for d, t in DT.items()}
at = sdk.at


def made(values, dtype, sizes):
    """[values, dtype name, sizes] -> a tensor with a buffer of its own."""
    return Tensor(values, dtype=DT[dtype]).reshape(tuple(sizes)).realize()


def from_bytes(data, dtype, sizes):
    """[bytes, dtype, sizes] -> the same, without a kernel."""
    return Tensor(bytes(data), dtype=dtype).reshape(tuple(sizes)).realize() if 0 not in sizes else Tensor.empty(*sizes, dtype=dtype)


def raw(x):
    """[a tensor in memory] -> its bytes."""
    return bytes(x._buffer().as_memoryview()) if 0 not in x.shape else b""


def copied(x):
    """[a base] -> a copy, without a kernel."""
    return from_bytes(raw(x), x.dtype, x.shape)


def put(x, index, value):
    """[tensor, index, number or tensor] -> a copy in which it is written; tinygrad casts a number, and no tensor."""
    y = x.clone().realize()
    y[index] = value.cast(y.dtype) if isinstance(value, Tensor) else value
    return y.realize()


def swapped(x, first, second):
    """transpose refuses a number, whose dimensions are those of a tensor of one element."""
    return x.transpose(first, second) if x.ndim else x.reshape(1).transpose(first, second).reshape(())


def moved(x, source, destination):
    """[tensor, dimensions] -> it permuted as movedim does."""
    source, destination = [[range(x.ndim)[d] for d in dims] for dims in (source, destination)]
    rest = iter([d for d in range(x.ndim) if d not in source])
    return x.permute([source[destination.index(d)] if d in destination else next(rest) for d in range(x.ndim)])


def cut(x, ends, dim):
    """[tensor, indices, dimension] -> its parts between them."""
    return [at(x, dim, slice(a, b)) for a, b in zip([0, *ends], [*ends, x.shape[dim]])]


OPS = {
    "view": "x.view({size})",
    "view_as": "x.view({other}.shape)",
    "view.dtype": "x.bitcast(DT[{dtype}])",
    "reshape": "x.reshape({shape})",
    "reshape_as": "x.reshape({other}.shape)",
    "flatten": "x.flatten({start_dim}, {end_dim})",
    "unflatten": "x.unflatten({dim}, tuple({sizes}))",
    "clone": "x.clone()",
    "contiguous": "x.contiguous()",
    "detach": "x.detach()",
    "expand": "x.expand({size})",
    "expand_as": "x.expand({other}.shape)",
    "permute": "x.permute({dims})",
    "transpose": "x.transpose({dim0}, {dim1})",
    "squeeze": "x.squeeze()",
    "squeeze.dim": "x.squeeze({dim})",
    "unsqueeze": "x.unsqueeze({dim})",
    "diagonal": "x.diagonal({offset}, {dim1}, {dim2})",
    "unfold": "x.unfold({dimension}, {size}, {step})",
    "chunk": "x.chunk({chunks}, {dim})",
    "split": "x.split({split_size}, {dim})",
    "split_with_sizes": "x.split({split_sizes}, {dim})",
    "getitem": "x[{index}]",
    "setitem": "put(x, {index}, {value})",
    "copy_": "put(x, ..., {src})",
    "fill_": "x.full_like({value})",
    "zero_": "x.zeros_like()",
    "add_": "x.clone().assign((x + {other}).cast(x.dtype))",
    "new": "{tensor}",
    "read": "x",
    "drop": "x",
}
BORROWED = {
    "slice": "at(x, {dim}, slice({start}, {end}, {step}))",
    "select": "at(x, {dim}, {index})",
    "narrow": "at(at(x, {dim}, slice({start}, None)), {dim}, slice({length}))",
    "broadcast_to": "x.expand({size})",
    "swapaxes": "swapped(x, {axis0}, {axis1})",
    "swapdims": "swapped(x, {dim0}, {dim1})",
    "t": "x.T",
    "T": "x.permute(tuple(range(x.ndim))[::-1])",
    "mT": "x.transpose(-2, -1)",
    "movedim": "moved(x, {source}, {destination})",
    "moveaxis": "moved(x, {source}, {destination})",
    "ravel": "x.flatten()",
    "unbind": "[at(x, {dim}, k) for k in range(x.shape[{dim}])]",
    "tensor_split.indices": "cut(x, {indices}, {dim})",
}
ADAPTER = sdk.Adapter(
    name="tinygrad", version=version("tinygrad"), dtypes={d: d for d in DT}, ops=OPS, borrowed=BORROWED, writes="rebind",
    facets=("values",), names=globals(), forms=sdk.FORMS, case_seconds=20, device="python",
    make="made({values}, {dtype}, {sizes})", from_bytes="from_bytes({data}, DT[{dtype}], {sizes})", clone="copied(x)",
    observe=lambda x, memo: (NAMES[x.dtype], [*x.shape], None, None, None, None, ()),
    values="x.flatten().tolist()", bytes="raw(x)")

if __name__ == "__main__":
    sys.exit(ADAPTER.main())

"""MLX as a subject. Tensors do not change: a write gives a new array, under the name of the old one ("rebind"). Sizes, strides
and storages come by DLPack, after mx.eval: MLX is lazy. It has no op for one dimension of an index (sdk.at spells `x[:, 1]`),
none for narrow, view, t and ravel (borrowed), and no list of dimensions for moveaxis."""
from importlib.metadata import version
from itertools import accumulate  # noqa: F401, used by an op
import pathlib
import sys

import viewproof_adapter as sdk

if __name__ == "__main__":
    sdk.guard_stdout()
try:
    import mlx.core as mx
    import mlx.nn as nn
except ImportError as error:
    sdk.refuse_without("mlx", error, "mlx")

DT = {d: getattr(mx, {"bool": "bool_"}.get(d, d)) for d in sdk.DTYPES if hasattr(mx, d) or d == "bool"}
LEFT_OUT = ["masks but in an assignment, True and False as an index",  # usage/indexing.html in MLX's documents; pull request 3210
            "a write out of bounds",  # "Indexing out of bounds is undefined behavior": the same page
            "moveaxis of several dimensions",
            # MaskedScatter throws in a thread of its own: too late for this write, at the next one, or never, and all waits.
            "an assignment of fewer elements than its mask picks"]
at = sdk.at


def observe(x, memo):
    """[array, memo] -> what DLPack shows of it, once it is computed."""
    mx.eval(x)
    return sdk.by_dlpack(x, memo)


def from_bytes(data, dtype, sizes):
    """[bytes, dtype, sizes] -> an array of them."""
    return mx.array(bytearray(data)).view(dtype).reshape(sizes) if data else mx.zeros(sizes, dtype)


def one(dims):
    """[dimensions] -> the only one: mx.moveaxis takes no list."""
    if len(dims) != 1:
        raise sdk.Unsupported("left_out", LEFT_OUT[2])
    return dims[0]


def known(x, index, is_write=False, value=None):
    """[array, what stands between the brackets, what is assigned] -> the second, if MLX's documents know it. A write out of bounds spoils the heap, so
    that a later case dies; a read gives what lies there, or dies itself, and is asked."""
    items = index if isinstance(index, tuple) else (index,)
    cut = [*[item is ... for item in items], True].index(True)
    front, back = [[item for item in part if item is not None] for part in (items[:cut], items[cut + 1:])]
    for item, size in [*zip(front, x.shape), *zip(back[::-1], x.shape[::-1])]:
        is_array = isinstance(item, mx.array)
        if isinstance(item, bool) or is_array and item.dtype == mx.bool_ and not is_write:
            raise sdk.Unsupported("left_out", LEFT_OUT[0])
        if is_array and item.dtype == mx.bool_ and isinstance(value, mx.array) and 1 < value.size and (
                value.size * item.size < item.sum().item() * x.size):
            raise sdk.Unsupported("left_out", LEFT_OUT[3])
        numbers = item.reshape(-1).tolist() if is_array else [item] if isinstance(item, int) else []
        if is_write and not all(-size <= number < size for number in numbers):
            raise sdk.Unsupported("left_out", LEFT_OUT[1])
    return index


# Kernels of calls.toml use the following names.
compiled = mx.compile(lambda x, y: mx.abs(x) * 2 + y)


def shown(x):
    """[array] -> the array; numbers of elements are int64, since no reply shows those of uint32."""
    return x.astype(mx.int64) if x.dtype == mx.uint32 else x


def written(x, index, value):
    """[array, what stands between the brackets, what is assigned] -> a copy of the array with that."""
    y = mx.array(x)
    y[index] = value
    return y


OPS = {
    "view.dtype": "x.view(DT[{dtype}])",
    "reshape": "mx.reshape(x, {shape})",
    "reshape_as": "mx.reshape(x, {other}.shape)",
    "flatten": "mx.flatten(x, {start_dim}, {end_dim})",
    "unflatten": "mx.unflatten(x, {dim}, {sizes})",
    "clone": "mx.array(x)",
    "contiguous": "mx.contiguous(x)",
    "detach": "mx.stop_gradient(x)",
    "expand": "mx.broadcast_to(x, {size})",
    "expand_as": "mx.broadcast_to(x, {other}.shape)",
    "broadcast_to": "mx.broadcast_to(x, {size})",
    "permute": "mx.transpose(x, {dims})",
    "transpose": "mx.swapaxes(x, {dim0}, {dim1})",
    "swapaxes": "mx.swapaxes(x, {axis0}, {axis1})",
    "swapdims": "mx.swapaxes(x, {dim0}, {dim1})",
    "T": "x.T",
    "mT": "x.mT",
    "movedim": "mx.moveaxis(x, one({source}), one({destination}))",
    "moveaxis": "mx.moveaxis(x, one({source}), one({destination}))",
    "squeeze": "mx.squeeze(x)",
    "squeeze.dim": "mx.squeeze(x, {dim})",
    "squeeze.dims": "mx.squeeze(x, {dim})",
    "unsqueeze": "mx.expand_dims(x, {dim})",
    "select": "at(x, {dim}, {index})",
    "slice": "at(x, {dim}, slice({start}, {end}, {step}))",
    "diagonal": "mx.diagonal(x, {offset}, {dim1}, {dim2})",
    "unbind": "mx.unstack(x, axis={dim})",
    "split": "mx.split(x, [*range({split_size}, x.shape[{dim}], {split_size})], {dim})",
    "split_with_sizes": "mx.split(x, [*accumulate({split_sizes})][:-1], {dim})",
    "tensor_split.indices": "mx.split(x, {indices}, {dim})",
    "real": "mx.real(x)",
    "imag": "mx.imag(x)",
    "getitem": "x[known(x, {index})]",
    "setitem": "x.__setitem__(known(x, {index}, is_write=True, value={value}), {value})",
    "fill_": "x.__setitem__(..., {value})",
    "zero_": "x.__setitem__(..., 0)",
    "add_": "x.__iadd__({other})",
    "copy_": "x.__setitem__(..., {src})",
    "new": "{tensor}",
    "read": "x",
    "drop": "x",
}
BORROWED = {
    "view": "mx.reshape(x, {size})",
    "view_as": "mx.reshape(x, {other}.shape)",
    "t": "mx.transpose(x)",
    "ravel": "mx.contiguous(mx.flatten(x))",
    "narrow": "at(at(x, {dim}, slice({start}, None)), {dim}, slice({length}))",
}
ADAPTER = sdk.Adapter(
    name="mlx", version=version("mlx"), dtypes={d: d for d in DT}, ops=OPS, borrowed=BORROWED, writes="rebind",
    copies=["diagonal", "imag", "real"], left_out=LEFT_OUT, facets=("values", "strides", "alias"),
    names=globals(), make="mx.array({values}, DT[{dtype}]).reshape({sizes})",
    from_bytes="from_bytes({data}, DT[{dtype}], {sizes})", clone="mx.array(x)", observe=observe, forms=sdk.FORMS,
    values="x.reshape(-1).tolist()", bytes="memoryview(x).tobytes()")

if __name__ == "__main__":
    sys.argv[1:], CALLS = sdk.asked_calls(sys.argv[1:], pathlib.Path(__file__).resolve().parent)
    if CALLS:
        ADAPTER.declare_calls(CALLS, shown)
        ADAPTER.hello["case_seconds"] = 30  # a compiled chain waits for a compiler of C++
    sys.exit(ADAPTER.main())

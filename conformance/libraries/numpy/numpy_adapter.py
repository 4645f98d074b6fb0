"""NumPy as a subject. What NumPy lacks (unfold, chunk, detach, a flip that copies) is not declared; what it does
differently is not worked round: broadcast_to and diagonal give read-only views, narrow and split do not check their
end, squeeze refuses a size that is not 1, and there is no -1 in broadcast_to."""
from itertools import accumulate  # noqa: F401, used by an op
import pathlib
import sys

import viewproof_adapter as sdk

if __name__ == "__main__":
    sdk.guard_stdout()
try:
    import numpy as np
except ImportError as error:
    sdk.refuse_without("numpy", error, "numpy")

NAMES = {np.dtype(d): d for d in sdk.DTYPES if d != "bfloat16" and not d.startswith("float8")}


def pointer(x):
    """[array] -> the address of its first element, in bytes."""
    return x.ctypes.data


def root(x):
    """[array] -> the array that owns its memory: the base, which is a copy and owns its own, or another."""
    while x.base is not None:
        x = x.base
    return x


def observe(x, memo):
    """[array, {memory: its address}] -> dtype, sizes, strides and offset in bytes, contiguity, memory, bits."""
    owner = x.base
    if owner is None:
        return NAMES[x.dtype], x.shape, x.strides, 0, x.flags.c_contiguous, id(x), ()
    while owner.base is not None:
        owner = owner.base
    key = id(owner)
    if key not in memo:
        memo[key] = pointer(owner)
    return NAMES[x.dtype], x.shape, x.strides, x.ctypes.data - memo[key], x.flags.c_contiguous, key, ()


def offset(x, count):
    """[array, elements from the start of its memory or None: its own offset] -> bytes."""
    return pointer(x) - pointer(root(x)) if count is None else count * x.itemsize


def flatten(x, start_dim, end_dim):
    """NumPy flattens all dimensions or none."""
    if (start_dim, end_dim) != (0, -1):
        raise sdk.Unsupported("argument", "start_dim, end_dim")
    return x.flatten()


OPS = {
    "view": "x.reshape({size}, copy=False)",
    "view.dtype": "x.view({dtype})",
    "view_as": "x.reshape({other}.shape, copy=False)",
    "ravel": "np.ravel(x)",
    "reshape": "x.reshape({shape})",
    "reshape_as": "x.reshape({other}.shape)",
    "flatten": "flatten(x, {start_dim}, {end_dim})",
    "clone": "x.copy(order='K')",
    "contiguous": "np.asarray(x, order='C')",
    "is_contiguous": "x.flags.c_contiguous",
    # lib.stride_tricks.as_strided has no offset and starts at x, not at the storage; it is unchecked and
    # would read wild memory. This is NumPy's form with an offset.
    "as_strided": "np.ndarray({size}, x.dtype, root(x), offset(x, {storage_offset}),"
                  " [s * x.itemsize for s in {stride}])",
    "expand": "np.broadcast_to(x, {size})",
    "expand_as": "np.broadcast_to(x, {other}.shape)",
    "broadcast_to": "np.broadcast_to(x, {size})",
    "permute": "x.transpose({dims})",
    "transpose": "x.swapaxes({dim0}, {dim1})",
    "swapaxes": "x.swapaxes({axis0}, {axis1})",
    "swapdims": "x.swapaxes({dim0}, {dim1})",
    "t": "x.T",
    "T": "x.T",
    "mT": "x.mT",
    "moveaxis": "np.moveaxis(x, {source}, {destination})",
    "movedim": "np.moveaxis(x, {source}, {destination})",
    "squeeze": "x.squeeze()",
    "squeeze.dim": "x.squeeze(axis={dim})",
    "squeeze.dims": "x.squeeze(axis=tuple({dim}))",
    "unsqueeze": "np.expand_dims(x, {dim})",
    "select": "np.moveaxis(x, {dim}, 0)[{index}, ...]",  # without ... the last dimension gives a scalar
    "slice": "x.swapaxes(0, {dim})[{start}:{end}:{step}].swapaxes(0, {dim})",
    "narrow": "x.swapaxes(0, {dim})[{start}:][:{length}].swapaxes(0, {dim})",
    "diagonal": "x.diagonal({offset}, {dim1}, {dim2})",
    "unbind": "[m[k, ...] for m in [np.moveaxis(x, {dim}, 0)] for k in range(len(m))]",
    "split": "np.split(x, range({split_size}, x.shape[{dim}], {split_size}), {dim})",
    "split_with_sizes": "np.split(x, [*accumulate({split_sizes})][:-1], {dim})",
    "new": "{tensor}",
    "getitem": "np.asarray(x[{index}])",  # numbers alone give a scalar, which is no view
    "setitem": "x.__setitem__({index}, {value})",
    "tensor_split": "np.array_split(x, {sections}, {dim})",
    "tensor_split.indices": "np.array_split(x, {indices}, {dim})",
    "dsplit": "np.dsplit(x, {sections})",
    "dsplit.indices": "np.dsplit(x, {indices})",
    "hsplit": "np.hsplit(x, {sections})",
    "hsplit.indices": "np.hsplit(x, {indices})",
    "vsplit": "np.vsplit(x, {sections})",
    "vsplit.indices": "np.vsplit(x, {indices})",
    "real": "x.real",
    "imag": "x.imag",  # of a real array: zeros that cannot be written
    "fill_": "x.fill({value})",
    "zero_": "x.fill(0)",
    "add_": "np.add(x, {other}, out=x)",
    "copy_": "np.copyto(x, {src})",
    "read": "x",
    "drop": "x",
}

KINDS = (  # what a text of NumPy says, and the kind that means it; the first that occurs
    ("must be the same length as shape", "rank"),
    ("is incompatible with shape of requested array and size of buffer", "out_of_bounds"),
    ("Unable to avoid creating a copy", "not_viewable"),
    ("Changing the dtype of a 0d array", "rank"),
    ("the last axis must be contiguous", "not_viewable"),
    ("must be a divisor of the total size in bytes of the last axis", "size"),
    ("can only specify one unknown dimension", "inference"),
    ("newaxis)", "inference"),
    ("cannot reshape array of size", "size"),
    ("could not be broadcast", "size"),
    ("could not broadcast", "size"),
    ("more dimensions than allowed by the axis remapping", "rank"),
    ("broadcast shape must be non-negative", "argument"),
    ("axes don't match array", "rank"),
    ("repeated axis", "duplicate_dim"),
    ("must have the same number of elements", "rank"),
    ("matrix transpose with ndim < 2", "rank"),
    ("duplicate value in 'axis'", "duplicate_dim"),
    ("axis1 and axis2 cannot be the same", "duplicate_dim"),
    ("diag requires an array of at least two dimensions", "rank"),
    ("slice step cannot be zero", "argument"),
    ("too many indices for array", "rank"),
    ("boolean index did not match", "size"),
    ("cannot assign", "size"),  # NumPy boolean array indexing assignment
    ("arrays used as indices must be of integer", "dtype"),
    ("only integers, slices", "dtype"),
    ("number sections must be larger than 0", "argument"),
    ("array split does not result in an equal division", "size"),
    ("modulo by zero", "size"),  # its size by sections
    ("only works on arrays of", "rank"),  # hsplit, vsplit
    ("Python integer", "argument"),  # ... 300 out of bounds for uint8
    ("Python int too large to convert", "argument"),
    ("cannot convert float NaN to integer", "argument"),
    ("cannot convert float infinity to integer", "argument"),
    ("Cannot cast ufunc 'add' output", "dtype"),
    ("non-broadcastable output operand", "size"),
    ("is out of bounds for axis", "index_out_of_range"),
    ("tuple index out of range", "dim_out_of_range"),  # x.shape[dim] of split
    ("array is too big", "overflow"),
    ("iterator is too large", "overflow"),
    ("Maximum allowed dimension exceeded", "overflow"),
)

KIND_OF = sdk.Made(lambda message: next((kind for text, kind in KINDS if text in message), None))


def kind(op, error):
    """[op, exception] -> the error kind that NumPy's class or text states, or None."""
    if isinstance(error, np.exceptions.AxisError):
        return "dim_out_of_range"
    return KIND_OF[str(error)]


ADAPTER = sdk.Adapter(
    name="numpy", version=np.__version__, dtypes={d: d for d in NAMES.values()}, ops=OPS,
    facets=sdk.FACETS, names=globals(),
    make="np.array({values}, {dtype}).reshape({sizes})",
    from_bytes="np.frombuffer({data}, {dtype}).reshape({sizes})",
    clone="x.copy()", forms=sdk.FORMS, observe=observe, units="bytes", values="x.ravel().tolist()", bytes="x.tobytes()", kind=kind)

if __name__ == "__main__":
    sys.argv[1:], CALLS = sdk.asked_calls(sys.argv[1:], pathlib.Path(__file__).resolve().parent)
    if CALLS:
        ADAPTER.declare_calls(CALLS, np.asarray)  # a number, too
    sys.exit(ADAPTER.main())

"""@NAME@ as a subject of viewproof: python3 @NAME@_adapter.py. Replace what is marked; docs are in viewproof_adapter.py.
    viewproof check @NAME@.gate.toml
    viewproof check -- python3 @NAME@_adapter.py        the same without the gate file: every profile"""
import sys

import viewproof_adapter as sdk

sdk.guard_stdout()
import numpy as np  # noqa: E402; replace: your library

from viewproof_adapter import at  # noqa: E402, F401; used by ops

DTYPES = ("bool", "uint8", "int32", "int64", "float32", "float64")  # replace


# @only full structure
def root(x):
    """[array] -> the array whose memory x is a view of."""
    return x if x.base is None else root(x.base)


def pointer(x):
    """[array] -> the address of its first element."""
    return x.__array_interface__["data"][0]


# @end
def observe(x, memo):
    """[array, a dict that lives as long as the case] -> what is seen of it."""  # replace
# @only full structure
    # strides and offset in bytes: `units`; then any key that arrays share if they share memory.
    owner = root(x)
    return (x.dtype.name, [*x.shape], [*x.strides], pointer(x) - pointer(owner), x.flags.c_contiguous, id(owner), ())
# @end
# @only values compiled
    return x.dtype.name, [*x.shape], None, None, None, None, ()
# @end


OPS = {  # an expression for each op that your library has: `viewproof list ops` has all and their arguments
# @only full structure compiled
    "permute": "x.transpose({dims})",
    "select": "at(x, {dim}, {index})",
    "unsqueeze": "np.expand_dims(x, {dim})",
    "detach": "x.view()",
# @end
# @only full structure
    "contiguous": "np.asarray(x, order='C')",
    "is_contiguous": "x.flags.c_contiguous",
# @end
# @only full
    "drop": "x",
    "zero_": "x.fill(0)",
# @end
# @only values
    "permute": "x.transpose({dims}).copy()",
    "unsqueeze": "np.expand_dims(x, {dim}).copy()",
    "select": "at(x, {dim}, {index}).copy()",
    "zero_": "np.zeros_like(x)",
# @end
    "read": "x",
}
# @only full

KINDS = {"out of bounds for axis": "dim_out_of_range", "is out of bounds": "index_out_of_range"}  # replace


def kind(op, error):
    """[op, exception] -> the kind that the error's text means, or None."""
    return next((kind for text, kind in KINDS.items() if text in str(error)), None)
# @end


ADAPTER = sdk.Adapter(
    name="@NAME@", version="0.1", dtypes={d: d for d in DTYPES}, ops=OPS, names=globals(), observe=observe,
# @only full
    facets=sdk.FACETS, forms=sdk.FORMS, units="bytes", kind=kind,
# @end
# @only values
    facets=("values",), views=False, writes="rebind",  # every op gives a new array
# @end
# @only structure
    facets=("strides", "alias", "identity", "exact"), units="bytes",  # no elements
    make="np.empty({sizes}, {dtype})",
# @end
# @only compiled
    facets=("values",), run_chain=lambda program, x: program(x),  # replace: jit(program)(x)
# @end
# @only full values compiled
    make="np.array({values}, {dtype}).reshape({sizes})", values="x.ravel().tolist()",
    from_bytes="np.frombuffer({data}, {dtype}).reshape({sizes})", bytes="x.tobytes()",
# @end
    clone="x.copy()")

if __name__ == "__main__":
    sys.exit(ADAPTER.main())

"""@NAME@ as a subject of viewproof: python3 @NAME@_adapter.py. Replace what is marked; docs are in viewproof_adapter.py.
    viewproof check @NAME@.gate.toml
    viewproof check -- python3 @NAME@_adapter.py        the same without the gate file: every profile"""
import sys
from array import array

import viewproof_adapter as sdk

sdk.guard_stdout()
from plain_array import Plain  # noqa: E402; replace: your library
# @only full structure compiled
from viewproof_adapter import at  # noqa: E402, F401; used by ops
# @end

TYPES = {"bool": "B", "uint8": "B", "int32": "i", "int64": "q", "float32": "f", "float64": "d"}  # replace


def observe(x, memo):
    """[array, a dict that lives as long as the case] -> what is seen of it."""  # replace
# @only full structure
    # The key before the last is the same for arrays that share memory. Strides in bytes? Declare units="bytes".
    return x.dtype, x.sizes, x.strides, x.offset, x.is_contiguous(), id(x.data), ()
# @end
# @only values compiled
    return x.dtype, x.sizes, None, None, None, None, ()
# @end


OPS = {  # an expression for each op that your library has: `viewproof list ops` has all and their arguments
# @only full structure compiled
    "permute": "x.permute({dims})",
    "expand": "x.expand({size})",
    "select": "at(x, {dim}, {index})",
    "slice": "at(x, {dim}, slice({start}, {end}, {step}))",
    "unbind": "x.split({dim})",
    "detach": "x.view(x.sizes, x.strides)",
# @end
# @only full structure
    "contiguous": "x.contiguous()",
    "is_contiguous": "x.is_contiguous()",
# @end
# @only full
    "drop": "x",
    "zero_": "x.fill(0)",
# @end
# @only values
    "permute": "x.permute({dims}).clone()",
    "expand": "x.expand({size}).clone()",
    "unbind": "[part.clone() for part in x.split({dim})]",
    "zero_": "Plain(array(x.data.typecode, [0]) * len(x.places()), x.dtype, x.sizes)",
# @end
    "read": "x",
}
ADAPTER = sdk.Adapter(
    name="@NAME@", version="0.1", dtypes={d: d for d in TYPES}, ops=OPS, names=globals(), observe=observe,
# @only full
    facets=sdk.FACETS, forms=sdk.FORMS, kind=lambda op, error: getattr(error, "kind", None),
# @end
# @only values
    facets=("values",), views=False, writes="rebind",  # every op gives a new array
# @end
# @only structure
    facets=("strides", "alias", "identity", "exact"),  # no elements
    make="Plain(array(TYPES[{dtype}], [0]) * len({values}), {dtype}, {sizes})",
# @end
# @only compiled
    facets=("values",), run_chain=lambda program, x: program(x),  # replace: jit(program)(x)
# @end
# @only full values compiled
    make="Plain(array(TYPES[{dtype}], {values}), {dtype}, {sizes})", values="x.to_list()",
    from_bytes="Plain(array(TYPES[{dtype}], {data}), {dtype}, {sizes})", bytes="x.clone().data.tobytes()",
# @end
    clone="x.clone()")

if __name__ == "__main__":
    sys.exit(ADAPTER.main())

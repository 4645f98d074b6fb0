"""TensorStore as a subject: an array in memory, and the virtual views that index transforms make of it. A view keeps the origin
of what it was cut from, so that each op that cuts ends with translate_to[0]. Strides and storage cannot be seen; that a view
shares elements shows when it is written to. A negative number never counts from the end: it names an element left of the origin."""
import importlib.metadata
import sys

import viewproof_adapter as sdk

if __name__ == "__main__":
    sdk.guard_stdout()
try:
    import numpy as np
    import tensorstore as ts
except ImportError as error:
    sdk.refuse_without("tensorstore", error, "tensorstore")

DTYPES = {d: getattr(ts, d).numpy_dtype for d in sdk.DTYPES if hasattr(ts, d)}
ORIGIN = "numbers below 0, which name elements left of the origin"
ROWS = "uint8 as an index, which are row numbers as in NumPy, and no mask"


def forward(*numbers):
    """[numbers or None] -> they, if none is negative; one, if it is one."""
    if any([number is not None and number < 0 for number in numbers]):
        raise sdk.Unsupported("left_out", ORIGIN)
    return numbers if len(numbers) > 1 else numbers[0]


def cut(x, dim, item):
    """[array, dimension, number or slice] -> the view; its elements are counted from 0."""
    return x[ts.d[dim][item]].translate_to[0]


def expanded(x, size):
    """[array, sizes] -> the view: a new dimension has implicit bounds, which an interval may set to any."""
    new = len(size) - x.rank
    for dim, length in enumerate(size):
        if dim >= new and length in (-1, x.shape[dim]):
            continue
        if dim >= new and x.shape[dim] != 1:
            raise ValueError(f"dimension {dim} has {x.shape[dim]} elements")
        x = x[ts.d[dim][0]] if dim >= new else x
        x = x[ts.d[dim][ts.newaxis]][ts.d[dim][0:length]]
    return x


def known(index):
    """[what stands between the brackets] -> it, as NumPy's arrays, if it counts from the origin."""
    items = []
    for item in index if isinstance(index, tuple) else (index,):
        if isinstance(item, slice):
            forward(item.start, item.stop, item.step)
        elif isinstance(item, ts.TensorStore):
            item = item.read().result()
            if item.dtype == np.uint8:
                raise sdk.Unsupported("left_out", ROWS)
            forward(item.min(initial=0) if item.dtype != bool else 0)
        elif item is not None and item is not Ellipsis:
            forward(item)
        items.append(item)
    return tuple(items)


OPS = {
    "permute": "x.transpose({dims})",
    "t": "x.T",
    "T": "x.T",
    "mT": "x[ts.d[-2, -1].transpose[-1, -2]]",
    "transpose": "x[ts.d[{dim0}, {dim1}].transpose[{dim1}, {dim0}]]",
    "swapaxes": "x[ts.d[{axis0}, {axis1}].transpose[{axis1}, {axis0}]]",
    "swapdims": "x[ts.d[{dim0}, {dim1}].transpose[{dim1}, {dim0}]]",
    "movedim": "x[ts.d[{source}].transpose[{destination}]]",
    "moveaxis": "x[ts.d[{source}].transpose[{destination}]]",
    "unsqueeze": "x[ts.d[{dim}][ts.newaxis]]",
    "select": "cut(x, {dim}, forward({index}))",
    "slice": "cut(x, {dim}, slice(*forward({start}, {end}, {step})))",
    "narrow": "cut(x, {dim}, slice(forward({start}), {start} + forward({length})))",
    "unbind": "[cut(x, {dim}, k) for k in range(x.shape[{dim}])]",
    "diagonal": "x[ts.d[{dim2}].translate_by[-{offset}]][ts.d[{dim1}, {dim2}].diagonal.transpose[-1].translate_to[0]]",
    "clone": "ts.array(np.array(x.read().result()))",
    "getitem": "x[known({index})].translate_to[0]",
    "setitem": "x.__setitem__(known({index}), {value})",
    "fill_": "x.__setitem__(..., {value})",
    "zero_": "x.__setitem__(..., 0)",
    "copy_": "x.__setitem__(..., ts.cast({src}, x.dtype))",
    "new": "{tensor}",
    "drop": "x",
    "read": "x",
}

ADAPTER = sdk.Adapter(
    name="tensorstore", version=importlib.metadata.version("tensorstore"), dtypes=DTYPES, ops=OPS, names=globals(),
    borrowed={"expand": "expanded(x, {size})"}, facets=("values",), forms=sdk.FORMS, max_rank=32, left_out=[ORIGIN, ROWS],
    observe=lambda x, memo: (x.dtype.name, x.shape, None, None, None, None, ()),
    make="ts.array(np.array({values}, {dtype}).reshape({sizes}))",
    from_bytes="ts.array(np.frombuffer({data}, {dtype}).reshape({sizes}).copy())",
    clone="ts.array(np.array(x.read().result()))",
    values="x.read().result().ravel().tolist()", bytes="x.read().result().tobytes()")

if __name__ == "__main__":
    sys.exit(ADAPTER.main())

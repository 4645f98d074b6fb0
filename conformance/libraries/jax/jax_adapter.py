"""JAX as a subject, with 64-bit dtypes, on its default device, or that of JAX_PLATFORMS. Arrays do not change:
x.at[...].set(v) gives a new one, under the name of the old ("rebind"). Nothing is a view: sizes and values are all that
shows. Bases are made by NumPy and put on the device, since JAX compiles each op once for each shape, jnp.array too: that is
what takes the time."""
from itertools import accumulate  # noqa: F401, used by an op
from math import prod
import os
import pathlib
import sys

import viewproof_adapter as sdk

if __name__ == "__main__":
    sdk.guard_stdout()
os.environ["JAX_ENABLE_X64"] = "1"
try:
    import jax
    import jax.numpy as jnp
    import numpy as np
except ImportError as error:
    sdk.refuse_without("jax", error, "jax")

NAMES = {np.dtype(getattr(jnp, d)): d for d in sdk.DTYPES if hasattr(jnp, d)}
at = sdk.at


def merged(x, start, end):
    """[array, first and last dimension] -> it with these as one: jnp.ravel merges all or none."""
    start, end = [range(max(1, x.ndim))[d] for d in (start, end)]
    if start > end:
        raise ValueError("start after end")
    return jnp.reshape(x, (*x.shape[:start], prod(x.shape[start:end + 1]), *x.shape[end + 1:]))


OPS = {
    "view.dtype": "x.view({dtype})",
    "reshape": "jnp.reshape(x, {shape})",
    "reshape_as": "jnp.reshape(x, {other}.shape)",
    "ravel": "jnp.ravel(x)",
    "clone": "jnp.copy(x)",
    "detach": "jax.lax.stop_gradient(x)",
    "expand": "jnp.broadcast_to(x, {size})",
    "expand_as": "jnp.broadcast_to(x, {other}.shape)",
    "broadcast_to": "jnp.broadcast_to(x, {size})",
    "permute": "jnp.transpose(x, {dims})",
    "transpose": "jnp.swapaxes(x, {dim0}, {dim1})",
    "swapaxes": "jnp.swapaxes(x, {axis0}, {axis1})",
    "swapdims": "jnp.swapaxes(x, {dim0}, {dim1})",
    "T": "x.T",
    "mT": "x.mT",
    "movedim": "jnp.moveaxis(x, {source}, {destination})",
    "moveaxis": "jnp.moveaxis(x, {source}, {destination})",
    "squeeze": "jnp.squeeze(x)",
    "squeeze.dim": "jnp.squeeze(x, {dim})",
    "squeeze.dims": "jnp.squeeze(x, tuple({dim}))",
    "unsqueeze": "jnp.expand_dims(x, {dim})",
    "select": "jax.lax.index_in_dim(x, {index}, {dim}, keepdims=False)",
    "slice": "at(x, {dim}, slice({start}, {end}, {step}))",
    "diagonal": "jnp.diagonal(x, {offset}, {dim1}, {dim2})",
    "unbind": "jnp.unstack(x, axis={dim})",
    "split": "jnp.split(x, [*range({split_size}, x.shape[{dim}], {split_size})], {dim})",
    "split_with_sizes": "jnp.split(x, [*accumulate({split_sizes})][:-1], {dim})",
    "tensor_split": "jnp.array_split(x, {sections}, {dim})",
    "tensor_split.indices": "jnp.array_split(x, {indices}, {dim})",
    "dsplit": "jnp.dsplit(x, {sections})",
    "dsplit.indices": "jnp.dsplit(x, {indices})",
    "hsplit": "jnp.hsplit(x, {sections})",
    "hsplit.indices": "jnp.hsplit(x, {indices})",
    "vsplit": "jnp.vsplit(x, {sections})",
    "vsplit.indices": "jnp.vsplit(x, {indices})",
    "real": "jnp.real(x)",
    "imag": "jnp.imag(x)",
    "getitem": "x[{index}]",
    "setitem": "x.at[{index}].set({value})",
    "fill_": "x.at[...].set({value})",
    "zero_": "x.at[...].set(0)",
    "add_": "x.at[...].add({other})",
    "copy_": "x.at[...].set({src})",
    "new": "{tensor}",
    "read": "x",
    "drop": "x",
}
BORROWED = {
    "flatten": "merged(x, {start_dim}, {end_dim})",
    "narrow": "at(at(x, {dim}, slice({start}, None)), {dim}, slice({length}))",
    "view": "jnp.reshape(x, {size})",
    "view_as": "jnp.reshape(x, {other}.shape)",
    "t": "x.T",
    "contiguous": "x",
    "chunk": "jnp.array_split(x, [*range(n := -(-x.shape[{dim}] // {chunks}) or 1, x.shape[{dim}], n)], {dim})",
    "unflatten": "x.reshape(x.shape[:{dim} % x.ndim] + tuple({sizes}) + x.shape[{dim} % x.ndim + 1:])",
}
ADAPTER = sdk.Adapter(
    name="jax", version=jax.__version__, device=jax.default_backend(), dtypes={d: d for d in NAMES.values()}, ops=OPS,
    borrowed=BORROWED, writes="rebind", views=False, facets=("values",), names=globals(), forms=sdk.FORMS, case_seconds=30,
    make="jax.device_put(np.array({values}, {dtype}).reshape({sizes}))",
    from_bytes="jax.device_put(np.frombuffer({data}, {dtype}).reshape({sizes}))", clone="jax.device_put(np.asarray(x).copy())",
    observe=lambda x, memo: (NAMES[x.dtype], [*x.shape], None, None, None, None, ()),
    values="np.asarray(x).ravel().tolist()", bytes="np.asarray(x).tobytes()",
    probe=lambda: np.asarray(jax.device_put(np.ones(1))).item())  # raises if the device works no longer

if __name__ == "__main__":
    sys.argv[1:], CALLS = sdk.asked_calls(sys.argv[1:], pathlib.Path(__file__).resolve().parent)
    if CALLS:
        ADAPTER.declare_calls(CALLS)
    sys.exit(ADAPTER.main())

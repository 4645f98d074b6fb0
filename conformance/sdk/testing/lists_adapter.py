"""Tensors made of lists, as a subject: what the SDK needs of a library, with nothing to install.

pythons_test.py runs it under every Python that the machine has, and adapter-test is tried on it.
"""
import struct
import sys
from itertools import product
from math import prod

import viewproof_adapter as sdk

CODES = {"bool": "?", "int32": "i", "int64": "q", "float32": "f", "float64": "d"}


class Refused(Exception):
    """Refused(kind, text)"""


class Tensor:
    """Sizes, strides and an offset on a list, which views share."""

    def __init__(self, dtype, storage, sizes, strides, offset=0):
        self.dtype, self.storage, self.sizes, self.strides, self.offset = dtype, storage, sizes, strides, offset

    def on(self, sizes, strides, offset=None):
        """[geometry] -> a view"""
        return Tensor(self.dtype, self.storage, sizes, strides, self.offset if offset is None else offset)

    def places(self):
        """-> where its elements lie in the storage, row-major"""
        return [self.offset + sum(map(int.__mul__, at, self.strides)) for at in product(*map(range, self.sizes))]

    def tolist(self):
        return [self.storage[at] for at in self.places()]

    def is_contiguous(self):
        due = 1
        for size, stride in zip(self.sizes[::-1], self.strides[::-1]):
            if size != 1 and stride != due:
                return 0 in self.sizes
            due *= size
        return True

    def dim(self, dim, rank=None):
        """[a dimension, how many there are] -> it, counted from the front"""
        rank = len(self.sizes) if rank is None else rank
        if not -max(1, rank) <= dim < max(1, rank):
            raise Refused("dim_out_of_range", f"no dimension {dim}")
        return dim % max(1, rank)

    def permute(self, dims):
        if len(dims) != len(self.sizes):
            raise Refused("rank", "every dimension, please")
        seen = []
        for dim in map(self.dim, dims):
            if dim in seen:
                raise Refused("duplicate_dim", "a dimension twice")
            seen.append(dim)
        return self.on([self.sizes[dim] for dim in seen], [self.strides[dim] for dim in seen])

    def t(self):
        if len(self.sizes) > 2:
            raise Refused("rank", "too many dimensions")
        return self.on(self.sizes[::-1], self.strides[::-1])

    def select(self, dim, index):
        if not self.sizes:
            raise Refused("rank", "no dimension to select from")
        dim = self.dim(dim)
        size, stride = self.sizes[dim], self.strides[dim]
        if not -size <= index < size:
            raise Refused("index_out_of_range", f"no element {index}")
        return self.on(self.sizes[:dim] + self.sizes[dim + 1:], self.strides[:dim] + self.strides[dim + 1:],
                       self.offset + index % size * stride)

    def unbind(self, dim):
        dim = self.dim(dim)
        if not self.sizes:
            raise Refused("rank", "no dimension to unbind")
        return [self.select(dim, k) for k in range(self.sizes[dim])]

    def unsqueeze(self, dim):
        dim = self.dim(dim, len(self.sizes) + 1)
        stride = self.sizes[dim] * self.strides[dim] if dim < len(self.sizes) else 1
        return self.on([*self.sizes[:dim], 1, *self.sizes[dim:]], [*self.strides[:dim], stride, *self.strides[dim:]])

    def clone(self):
        return make(self.dtype, list(self.sizes), self.tolist())

    def write(self, values):
        if len(set(self.places())) != len(self.places()):
            raise Refused("overlap", "memory that overlaps")
        for at, value in zip(self.places(), values):
            self.storage[at] = value

    def fill_(self, value):
        code = CODES[self.dtype]
        try:
            value = struct.unpack(code, struct.pack(code, value))[0]
        except struct.error as e:
            raise Refused("argument", str(e)) from e
        self.write([value] * prod(self.sizes))


def make(dtype, sizes, values):
    return Tensor(dtype, list(values), sizes, [prod([max(1, size) for size in sizes[k + 1:]]) for k in range(len(sizes))])


def to_bytes(x):
    values = x.tolist()
    return struct.pack(f"<{len(values)}{CODES[x.dtype]}", *values)


def from_bytes(data, dtype, sizes):
    return make(dtype, sizes, struct.unpack(f"<{prod(sizes)}{CODES[dtype]}", data))


def observe(x, memo):
    return x.dtype, x.sizes, x.strides, x.offset, x.is_contiguous(), id(x.storage), []


OPS = {"t": "x.t()", "permute": "x.permute({dims})", "select": "x.select({dim}, {index})", "unbind": "x.unbind({dim})",
       "unsqueeze": "x.unsqueeze({dim})", "detach": "x.on(x.sizes, x.strides)", "is_contiguous": "x.is_contiguous()",
       "contiguous": "x if x.is_contiguous() else x.clone()", "new": "{tensor}", "drop": "x",
       "fill_": "x.fill_({value})", "zero_": "x.fill_(0)", "read": "x"}


def adapter(ops=None):
    """[expressions by op, or None: OPS] -> the adapter"""
    return sdk.Adapter(
        name="lists", version="1", dtypes={dtype: dtype for dtype in CODES}, names=globals(),
        facets=("values", "strides", "alias", "identity", "exact", "error_kind"), forms=("digest", "data"),
        make="make({dtype}, {sizes}, {values})", from_bytes="from_bytes({data}, {dtype}, {sizes})", clone="x.clone()",
        observe=observe, values="x.tolist()", bytes="to_bytes(x)",
        kind=lambda op, error: error.args[0] if isinstance(error, Refused) else None, ops=ops or OPS)


if __name__ == "__main__":
    sys.exit(adapter().main())

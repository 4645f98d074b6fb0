"""Plain strided arrays, a library to try an adapter on: replace it by yours. Python 3.8 up, its standard library only."""
from array import array
from math import prod


class PlainError(Exception):
    """What the library raises; `kind` is one of the kinds of errors of the protocol."""

    def __init__(self, kind, message):
        super().__init__(message)
        self.kind = kind


def wrap(dim, rank):
    """[a dimension that may count from the end, rank] -> it from the front."""
    if not -rank <= dim < rank:
        raise PlainError("dim_out_of_range", f"dimension {dim} of rank {rank}")
    return dim % rank


def row_major(sizes):
    """[sizes] -> strides."""
    return [prod(max(size, 1) for size in sizes[d + 1:]) for d in range(len(sizes))]


class Plain:
    """Strides and offset count elements of `data`, an array."""

    def __init__(self, data, dtype, sizes, strides=None, offset=0):
        self.data, self.dtype, self.sizes, self.offset = data, dtype, list(sizes), offset
        self.strides = row_major(sizes) if strides is None else list(strides)

    @property
    def shape(self):
        """The sizes, by the name that at() looks for."""
        return self.sizes

    def view(self, sizes, strides, offset=None):
        """[sizes, strides, offset] -> another array of the same memory."""
        return Plain(self.data, self.dtype, sizes, strides, self.offset if offset is None else offset)

    def places(self):
        """-> where the elements are in `data`, row-major."""
        places = [] if 0 in self.sizes else [self.offset]
        for size, stride in zip(self.sizes, self.strides):
            places = [place + k * stride for place in places for k in range(size)]
        return places

    def to_list(self):
        values = [self.data[place] for place in self.places()]
        return [*map(bool, values)] if self.dtype == "bool" else values

    def clone(self):
        return Plain(array(self.data.typecode, self.to_list()), self.dtype, self.sizes)

    def is_contiguous(self):
        wanted = row_major(self.sizes)
        return 0 in self.sizes or all(n == 1 or s == w for n, s, w in zip(self.sizes, self.strides, wanted))

    def contiguous(self):
        return self if self.is_contiguous() else self.clone()

    def permute(self, dims):
        if len(dims) != len(self.sizes):
            raise PlainError("rank", f"{len(dims)} dimensions for rank {len(self.sizes)}")
        order = []
        for dim in dims:
            if wrap(dim, len(dims)) in order:
                raise PlainError("duplicate_dim", f"dimension {dim} is named twice")
            order.append(wrap(dim, len(dims)))
        return self.view([self.sizes[d] for d in order], [self.strides[d] for d in order])

    def expand(self, wanted):
        """[the sizes wanted; -1 keeps one] -> a view in which size 1 and new dimensions are repeated, with stride 0."""
        more = len(wanted) - len(self.sizes)
        if more < 0:
            raise PlainError("rank", f"{len(wanted)} sizes for rank {len(self.sizes)}")
        sizes, strides = [*wanted], [0] * len(wanted)
        for d in reversed(range(len(wanted))):
            own = 1 if d < more else self.sizes[d - more]
            if wanted[d] < -1 or wanted[d] == -1 and d < more:
                raise PlainError("argument", f"size {wanted[d]}")
            sizes[d] = own if wanted[d] == -1 else wanted[d]
            if own not in (1, sizes[d]):
                raise PlainError("size", f"size {own} cannot be {sizes[d]}")
            if own == sizes[d] and d >= more:
                strides[d] = self.strides[d - more]
            elif own == sizes[d] and self.sizes:
                strides[d] = sizes[d + 1] * strides[d + 1]
        if prod(sizes) >= 2**63:
            raise PlainError("overflow", "the sizes multiply beyond int64")
        return self.view(sizes, strides)

    def __getitem__(self, items):
        """An item per dimension, from the first: a number, a slice or, on the first, a mask."""
        items = [item for item in items if item is not ...]
        if items and not self.sizes:
            raise PlainError("rank", "rank 0 has no dimension")
        if len(items) > len(self.sizes):
            raise PlainError("dim_out_of_range", "more items than dimensions")
        if items and isinstance(items[0], Plain):
            parts = [self[k,] for k, taken in enumerate(items[0].to_list()) if taken]
            data = array(self.data.typecode, [value for part in parts for value in part.to_list()])
            return Plain(data, self.dtype, [len(parts), *self.sizes[1:]])
        sizes, strides, offset = [], [], self.offset
        for d, size in enumerate(self.sizes):
            item = items[d] if d < len(items) else slice(None)
            if not isinstance(item, slice):
                if not -size <= item < size:
                    raise PlainError("index_out_of_range", f"index {item} of size {size}")
                offset += item % size * self.strides[d]
                continue
            if item.step is not None and item.step < 1:
                raise PlainError("argument", f"step {item.step}")
            start, stop, step = item.indices(size)
            if self.strides[d] * step >= 2**63:
                raise PlainError("overflow", f"step {step} of stride {self.strides[d]}")
            sizes.append(len(range(start, stop, step)))
            strides.append(self.strides[d] * step)
            offset += start * self.strides[d]
        return self.view(sizes, strides, offset)

    def split(self, dim):
        d = wrap(dim, max(len(self.sizes), 1))
        if not self.sizes:
            raise PlainError("rank", "rank 0 has no dimension")
        return [self[(*[slice(None)] * d, k)] for k in range(self.sizes[d])]

    def fill(self, value):
        for place in self.places():
            self.data[place] = value

    def copy(self, source):
        for place, value in zip(self.places(), source.expand(self.sizes).to_list()):
            self.data[place] = value

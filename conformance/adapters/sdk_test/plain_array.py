"""Plain strided arrays: what plain_array.mjs and plain_array.h are in their languages."""
from array import array
from math import prod


class PlainError(Exception):
    """What the library raises; `kind` is one of the protocol's."""

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
        places = [self.offset]
        for size, stride in zip(self.sizes, self.strides):
            places = [place + k * stride for place in places for k in range(size)]
        return places

    def to_list(self):
        return [self.data[place] for place in self.places()]

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
        """[the sizes wanted] -> a view in which size 1 and new dimensions are repeated."""
        own = [1] * (len(wanted) - len(self.sizes)) + self.sizes
        strides = [0] * (len(wanted) - len(self.sizes)) + self.strides
        if len(own) > len(wanted) or any(n not in (1, w) for n, w in zip(own, wanted)):
            raise PlainError("size", f"sizes {self.sizes} cannot be {wanted}")
        return self.view(wanted, [s if n == w else 0 for n, w, s in zip(own, wanted, strides)])

    def __getitem__(self, items):
        """An item per dimension, from the first: a number, a slice or, on the first, a mask."""
        items = [item for item in items if item is not ...]
        if len(items) > len(self.sizes):
            raise PlainError("dim_out_of_range" if self.sizes else "rank", "more items than dimensions")
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
            sizes.append(len(range(start, stop, step)))
            strides.append(self.strides[d] * step)
            offset += start * self.strides[d]
        return self.view(sizes, strides, offset)

    def split(self, dim):
        d = wrap(dim, len(self.sizes))
        return [self[(*[slice(None)] * d, k)] for k in range(self.sizes[d])]

    def fill(self, value):
        for place in self.places():
            self.data[place] = value

    def copy(self, source):
        for place, value in zip(self.places(), source.expand(self.sizes).to_list()):
            self.data[place] = value

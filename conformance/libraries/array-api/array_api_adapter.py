"""Any module of the Python array API standard as a subject: `array_api_adapter.py --module numpy`.

An op is there if the standard has a call for it; each is tried once at start, and what fails is left out. What the
standard leaves open, or where PyTorch differs from it, is not asked either: the case is answered by `left_out`.
Memory is seen through DLPack; of a module whose views are new buffers, or that has no DLPack, values alone are seen: by
the first of READERS that can. A module without what every case needs is refused in a sentence."""
import importlib
import pathlib
import re
import struct
import sys
from itertools import chain, product
from math import prod

import viewproof_adapter as sdk

if __name__ == "__main__":
    sdk.guard_stdout()

OPS = {
    "view": "reshape(x, {size}, copy=False)",
    "view_as": "reshape(x, {other}.shape, copy=False)",
    "reshape": "reshape(x, {shape})",
    "reshape_as": "reshape(x, {other}.shape)",
    "clone": "xp.asarray(dense(x), copy=True)",
    "clone.format": "formatted(x, {memory_format})",
    "flip": "flip(x, {dims})",
    "expand": "xp.broadcast_to(x, sizes({size}))",
    "expand_as": "expand_as(x, {other})",
    "broadcast_to": "xp.broadcast_to(x, sizes({size}))",
    "permute": "permute_dims(x, {dims})",
    "transpose": "transpose(x, {dim0}, {dim1})",
    "swapaxes": "transpose(x, {axis0}, {axis1})",
    "swapdims": "transpose(x, {dim0}, {dim1})",
    "t": "matrix(x).T",
    "T": "matrix(x).T",
    "mT": "matrices(x).mT",
    "moveaxis": "moveaxis(x, {source}, {destination})",
    "movedim": "moveaxis(x, {source}, {destination})",
    "squeeze": "xp.squeeze(x, axis=tuple([k for k, n in enumerate(x.shape) if n == 1]))",
    "squeeze.dim": "xp.squeeze(x, axis=ones(x, {dim}))",
    "squeeze.dims": "xp.squeeze(x, axis=ones(x, *{dim}))",
    "unsqueeze": "xp.expand_dims(x, axis={dim})",
    "select": "x[index(x, (*before(x, {dim}), {index}))]",
    "slice": "x[index(x, (*before(x, {dim}), slice({start}, {end}, {step})))]",
    "diagonal": "xp.linalg.diagonal(xp.moveaxis(x, ({dim1}, {dim2}), (-2, -1)), offset={offset})",
    "unbind": "xp.unstack(x, axis={dim})",
    "real": "xp.real(is_complex(x))",
    "imag": "xp.imag(is_complex(x))",
    "getitem": "x[index(x, {index})]",
    "setitem": "put(x, index(x, {index}), {value})",
    "fill_": "put(x, ..., {value})",
    "zero_": "put(x, ..., 0)",
    "copy_": "put(x, ..., {src})",
    "add_": "add(x, {other})",
    "new": "{tensor}",
    "read": "x",
    "drop": "x",
}

SQUARE = {"dtype": "int32", "sizes": [2, 2]}
STEPS = {  # the arguments with which an op is tried on a matrix of int32 with 2 rows and 2 columns
    "view": {"size": [4]}, "view_as": {"other": {"dtype": "int32", "sizes": [4]}}, "reshape": {"shape": [4]},
    "reshape_as": {"other": {"dtype": "int32", "sizes": [4]}}, "clone.format": {"memory_format": "contiguous_format"},
    "expand": {"size": [3, 2, 2]}, "expand_as": {"other": {"dtype": "int32", "sizes": [3, 2, 2]}},
    "broadcast_to": {"size": [3, 2, 2]}, "permute": {"dims": [1, 0]}, "transpose": {"dim0": 0, "dim1": 1},
    "swapaxes": {"axis0": 0, "axis1": 1}, "swapdims": {"dim0": 0, "dim1": 1},
    "moveaxis": {"source": [0], "destination": [1]}, "movedim": {"source": [0], "destination": [1]},
    "flip": {"dims": [0]}, "squeeze.dim": {"dim": 0}, "squeeze.dims": {"dim": [0]}, "unsqueeze": {"dim": 0}, "select": {"dim": 0, "index": 1},
    "slice": {"dim": 0, "start": 1, "end": 2, "step": 1}, "diagonal": {"offset": 0, "dim1": 0, "dim2": 1},
    "unbind": {"dim": 0}, "getitem": {"index": [{"start": 1, "stop": 2}]}, "setitem": {"index": ["..."], "value": 7},
    "fill_": {"value": 7}, "copy_": {"src": SQUARE}, "add_": {"other": 1}, "new": {"tensor": SQUARE}}
WRITES = [op for op in OPS if sdk.OPS[op]["kind"] == "write"]

FORMS = {  # a form -> an expression of a matrix x of int32 with 2 rows and 2 columns that is false or raises without it
    "dtypes() of __array_namespace_info__": "xp.__array_namespace_info__().dtypes()['int32'] == x.dtype",
    "arrays of its own by an index": "is_kin(x[1:, ...], x)",
    "copy=False of reshape": "reshape(x, (4,), copy=False) is not None",
    "row-major copies by reshape(copy=True)": "not SEES or sdk.see(xp.reshape(x.T, (2, 2), copy=True)).strides == [2, 1]",
    "copies that keep the order of dimensions": "not SEES or sdk.see(xp.asarray(xp.reshape(xp.asarray([*range(8)]), (2, 4))"
                                               "[:, ::2].T, copy=True)).strides == [1, 2]",
    "astype(copy=)": "xp.astype(x, x.dtype, copy=True) is not x and xp.astype(x, x.dtype, copy=False) is x",
    "matrix_transpose": "xp.matrix_transpose(x) is not None",
    "axes of permute_dims below 0": "xp.permute_dims(x, (-1, 0)) is not None",
    "axes of moveaxis as a tuple": "xp.moveaxis(x, (0, 1), (1, 0)) is not None",
    "axes of squeeze as a tuple": "xp.squeeze(x[None, None, ...], axis=(0, 1)) is not None",
    "masks": "x[x > 3].shape == (1,)",
    "integer arrays": "x[0, xp.asarray([1, 0])].shape == (2,)",
    "writes by masks": "put(xp.asarray(x, copy=True), x > 3, 0) is None",
    "writes by integer arrays": "put(xp.asarray(x, copy=True), (0, xp.asarray([1, 0])), 0) is None",
    "writes through None": "put(xp.asarray(x, copy=True), (None, ...), 0) is None",
    "slices out of range": "x[5:, -9:9].shape == (0, 2) and x[-2**63:2**63 - 1, ...].shape == (2, 2)",
    "errors of integers out of range": "all([raises(lambda: x[k, ...]) and raises(lambda: put(x, (k, ...), 0))"
                                       " for k in (2, -3, -4, 2**31 - 1)])",
    "errors of integer arrays out of range": "raises(lambda: x[0, xp.asarray([2])])",
    "sizes beyond 32 bits": "xp.reshape(x[:0, ...], (2**31, 0)).shape[0] == 2**31",
}
OPEN = ("what the standard leaves open or PyTorch has otherwise (.T of no matrix, axes of a 0-d array, squeeze of a size that "
        "is not 1, -1 in broadcast_to, negative sizes, other mixtures of indices, steps below 0 or beyond 2^31, writes of another "
        "dtype, of numbers that need rounding, of and into overlapping memory, into read-only views)")


def left_out(what):
    """[words] -> never: the case is not asked."""
    raise sdk.Unsupported("left_out", what)


def raises(call):
    """[function] -> what it raises, and the first sentence of that; nothing if it does not."""
    try:
        call()
    except Exception as e:
        return f"{type(e).__name__}: {re.split('(?<=[.!?]) ', ' '.join(str(e).split()))[0][:300]}"
    return ""


def looking(look):
    """[function that looks at an array] -> it; where it fails of itself the case is left out, and no op has failed: of a
    fresh array of that dtype and these sizes it fails too, or the error is the one by which an array may refuse."""
    def attempt(x, *memo):
        try:
            return look(x, *memo)
        except sdk.Unsupported:
            raise
        except Exception as e:
            if not is_kin(x, xp.asarray([1])):
                raise TypeError(f"{type(x).__module__}.{type(x).__name__} is no array of {xp.__name__}") from e
            name, count = NAMES.get(x.dtype), prod(x.shape)
            if isinstance(e, ValueError if READ in LAZY else BufferError) or name and (count > sdk.DIGESTED or raises(
                    lambda: look(make(sdk.iota(name, count), name, x.shape), *map(dict, memo)))):
                left_out("arrays that cannot be looked at")
            raise
    return attempt


see = looking(sdk.see)


def sizes(size):
    """[sizes] -> a tuple; only reshape infers, and only from -1. A broadcast that may be a copy stays small."""
    if BLIND and prod([n or 1 for n in size]) > 2**20:
        left_out("a broadcast to more than 2^20 elements")
    return tuple(size) if min(size, default=0) >= 0 else left_out("a negative size")


def reshape(x, shape, copy=None):
    """[array, sizes with at most one -1, whether to copy] -> x in that shape."""
    if min(shape, default=0) < -1:
        left_out("negative sizes")
    return xp.reshape(x, tuple(shape)) if copy is None else xp.reshape(x, tuple(shape), copy=copy)


def formatted(x, memory_format):
    """[array, memory format] -> a copy, by the two other keywords that make one."""
    if memory_format == "preserve_format" and "astype(copy=)" in TAKEN:
        return xp.astype(dense(x), x.dtype, copy=True)
    if memory_format == "contiguous_format" and "row-major copies by reshape(copy=True)" in TAKEN:
        return xp.reshape(x, x.shape, copy=True)
    return left_out("memory formats")


def dense(x):
    """[array] -> it, if the module lays a copy of it out as PyTorch does: the standard does not say how."""
    if repeats(x):
        left_out("a copy of an array that repeats elements")
    if SEES and "copies that keep the order of dimensions" not in TAKEN:
        seen = see(x)
        if any([s < t * n for s, n, t in zip(seen.strides, seen.sizes[1:], seen.strides[1:])]):
            left_out("a copy of an array that is not row-major")
    return x


def flip(x, dims):
    """[array, dimensions] -> a copy with these in reverse; the standard has tuples of axes that differ."""
    if not x.ndim:
        left_out("axes of a 0-d array")
    axes = [axis(x, dim) for dim in dims]
    return xp.flip(dense(x), axis=tuple(dims)) if len({*axes}) == len(axes) else left_out("an axis twice in flip")


def repeats(x):
    """[array] -> whether elements of it share memory, as broadcast_to gives them."""
    strides = see(x).strides if SEES else ()
    return 0 in strides and any([s == 0 and n > 1 for n, s in zip(x.shape, strides)])


def expand_as(x, other):
    """[array, array] -> x in the shape of other, which must not be expanded itself."""
    result, same = xp.broadcast_arrays(x, other)
    if same.shape != other.shape:
        raise ValueError("the other array is expanded too")
    return result


def axis(x, dim):
    """[array, dimension] -> it, counted from the front; no call gets one that is out of range."""
    return range(x.ndim)[dim] if -x.ndim <= dim < x.ndim else left_out("axes out of range")


def before(x, dim):
    """[array, dimension] -> the items of an index that stand before its own."""
    return (slice(None),) * axis(x, dim)


def transpose(x, one, other):
    """[array, two dimensions] -> x with these exchanged: matrix_transpose if they are the last two."""
    one, other = axis(x, one), axis(x, other)
    if one != other and min(one, other) == x.ndim - 2 and "matrix_transpose" in TAKEN:
        return xp.matrix_transpose(x)
    axes = [*range(x.ndim)]
    axes[one], axes[other] = other, one
    return xp.permute_dims(x, tuple(axes))


def permute_dims(x, axes):
    """[array, axes] -> x with its dimensions in this order; the standard has axes from 0 on."""
    if "axes of permute_dims below 0" not in TAKEN and min(axes, default=0) < 0:
        left_out("axes of permute_dims below 0")
    return xp.permute_dims(x, tuple(axes))


def matrix(x):
    """[array] -> it, if .T means something in the standard."""
    return x if x.ndim == 2 else left_out(".T of no matrix")


def matrices(x):
    """[array] -> it, if .mT means something in the standard, or must be refused in PyTorch too."""
    return x if x.ndim else left_out(".mT of a 0-d array")


def moveaxis(x, source, destination):
    """[array, axes, axes] -> x with these moved."""
    if not x.ndim:
        left_out("axes of a 0-d array")
    if "axes of moveaxis as a tuple" in TAKEN:
        return xp.moveaxis(x, tuple(source), tuple(destination))
    return xp.moveaxis(x, *source, *destination) if len(source) == len(destination) == 1 else left_out("moveaxis of a tuple")


def ones(x, *dims):
    """[array, dimensions] -> the axis of squeeze, if their sizes are 1."""
    for dim in dims:
        if -x.ndim <= dim < x.ndim and x.shape[dim] != 1 or not x.ndim:
            left_out("squeeze of a size that is not 1")
    return dims if len(dims) != 1 else dims[0]


def is_complex(x):
    """[array] -> it, if it has an imaginary part."""
    return x if NAMES[x.dtype].startswith("complex") else left_out("real and imag of what is not complex")


def index(x, items):
    """[array, what stands between the brackets] -> it as the standard has it: integers, slices, None, with `...` at the end
    if it is nowhere; or a mask alone; or integers and integer arrays, one for each dimension."""
    if type(items) in (int, slice) and x.ndim:  # the commonest
        check(items, x.shape[0])
        return items, ...
    items = items if isinstance(items, tuple) else (items,)
    arrays = [item for item in items if hasattr(item, "dtype")]
    if arrays:
        return of_arrays(x, items, arrays)
    dim, is_open = 0, x.ndim - sum([item is not None and item is not ... for item in items])
    for item in items:
        if item is ...:
            dim += max(0, is_open)
        elif isinstance(item, bool):
            left_out("bool as an index")
        elif item is not None:
            if dim < x.ndim:
                check(item, x.shape[dim])
            dim += 1
    return items if any([item is ... for item in items]) else (*items, ...)


def of_arrays(x, items, arrays):
    """[array, an index with arrays, these] -> it, if the standard has it."""
    kinds = [NAMES[array.dtype] for array in arrays]
    if kinds == ["bool"] and len(items) == 1 and arrays[0].ndim:
        return items[0] if "masks" in TAKEN else left_out("masks")
    whole = len(items) == x.ndim and all([hasattr(i, "dtype") or type(i) is int for i in items]) and any(
        [array.ndim for array in arrays])
    if not whole or not {*kinds} <= {"int32", "int64"} or "integer arrays" not in TAKEN:
        left_out("such an index with arrays")
    for item, size in zip(items, x.shape):
        if type(item) is int:
            check(item, size)
        elif "errors of integer arrays out of range" not in TAKEN and not all([-size <= k < size for k in values(item)]):
            left_out("integer arrays out of range")
    return items if len(items) > 1 else items[0]


def check(item, size):
    """[an integer or a slice, its dimension's size] -> nothing, if the standard or the module says what it does."""
    if isinstance(item, slice):
        if not 0 <= (item.step or 0) <= 2**31:
            left_out("steps below 0 or beyond 2^31")
        if "slices out of range" not in TAKEN and not all([k is None or -size <= k <= size for k in (item.start, item.stop)]):
            left_out("slices out of range")
    elif "errors of integers out of range" not in TAKEN and not -size <= item < size:
        left_out("integers out of range")


def overlap(x, other, same=True):
    """[array, array, what to say of two that show the same elements of the same memory] -> whether memory of one may be of
    the other too."""
    if not SEES:
        return False
    x, other = see(x), see(other)
    if (x.address, x.sizes, x.strides) == (other.address, other.sizes, other.strides):
        return same
    (low, high), (least, most) = x.span(), other.span()
    return low < most and least < high


def suits(x, value):
    """[array, a number or an array that is written to it] -> the value, if the standard says what then is there."""
    if hasattr(value, "dtype"):
        if value.dtype != x.dtype:
            left_out("writes of another dtype")
        return value if not overlap(x, value, same=False) else left_out("writes of what they change")
    name = NAMES[x.dtype]
    why = WHY_NOT[name, type(value), value]
    return left_out(why) if why else bool(value) if name == "bool" else value


def why_not(name, kind, value):
    """[dtype name, type of a number, the number] -> why the standard does not say what a write of it gives, or nothing."""
    if name == "bool":
        return "" if value in (0, 1) and kind is not float else "a number for a bool"
    if "int" in name:
        bits, unsigned = 8 * sdk.itemsize(name), name[0] == "u"
        least, most = (0, 2**bits - 1) if unsigned else (-2**(bits - 1), 2**(bits - 1) - 1)
        return "" if issubclass(kind, int) and least <= value <= most else "a number that no integer is"
    if "complex" not in name and kind is complex:
        return "a complex number for a real one"
    try:
        back = numbers(name, packed(name, [complex(value) if "complex" in name else float(value)]))[0]
    except OverflowError:
        return "a number beyond the dtype"
    return "" if back == value or value != value else "a number that is rounded"


WHY_NOT = sdk.Made(lambda key: why_not(*key))


def put(x, key, value):
    """[array, index, value] -> nothing: the value is written."""
    if hasattr(key, "dtype") or isinstance(key, tuple) and any([hasattr(item, "dtype") for item in key]):
        form = "masks" if hasattr(key, "dtype") and NAMES[key.dtype] == "bool" else "integer arrays"
        if FOUND and "writes by " + form not in TAKEN:
            left_out("writes by " + form)
    value = suits(x, value)
    if hasattr(value, "dtype") and value.ndim and value.ndim > (x if key is ... else x[key]).ndim:
        left_out("writes of more dimensions")
    if repeats(x):
        left_out("writes into elements that share memory")
    items = key if isinstance(key, tuple) else (key,)
    if FOUND and None in [item for item in items if not hasattr(item, "dtype")] and "writes through None" not in TAKEN:
        left_out("writes through None")
    if any([hasattr(item, "dtype") and overlap(x, item) for item in items]):
        left_out("writes of what they change")
    try:
        x[key] = value
    except Exception:
        if is_readonly(x):
            left_out("writes into read-only views")
        raise


def add(x, other):
    """[array, a number or an array] -> what x += other gives; nothing if that is x. Without __iadd__ it is no write."""
    if NAMES[x.dtype] == "bool" or repeats(x):
        left_out("addition of bool, or into elements that share memory")
    try:
        y = x.__iadd__(suits(x, other))
    except Exception:
        if is_readonly(x):
            left_out("writes into read-only views")
        raise
    return None if y is x else y


def is_readonly(x):
    """[array] -> whether it says that it cannot be written."""
    try:
        return sdk.see(x).readonly
    except Exception:
        return False


# How numbers and bytes come in and go out.

CODES = {"bool": "?", "int8": "b", "uint8": "B", "int16": "h", "uint16": "H", "int32": "i", "uint32": "I", "int64": "q",
         "uint64": "Q", "float16": "e", "float32": "f", "float64": "d", "complex64": "f", "complex128": "d"}


def numbers(name, data):
    """[dtype name, row-major bytes] -> numbers."""
    if name == "bfloat16":
        halves = struct.unpack(f"<{len(data) // 2}H", data)
        return [*struct.unpack(f"<{len(halves)}f", struct.pack(f"<{len(halves)}I", *[h << 16 for h in halves]))]
    code = CODES[name]
    flat = [*struct.unpack(f"<{len(data) // struct.calcsize(code)}{code}", data)]
    return [*map(complex, flat[::2], flat[1::2])] if name.startswith("complex") else flat


def packed(name, flat):
    """[dtype name, numbers] -> row-major bytes."""
    if name == "bfloat16":
        return b"".join([struct.pack("<f", v)[2:] for v in flat])
    if name.startswith("complex"):
        flat = [part for v in flat for part in (v.real, v.imag)]
    return struct.pack(f"<{len(flat)}{CODES[name]}", *flat)


def memory(x):
    """[array of one dimension] -> its bytes, of memory that the CPU can read."""
    seen = see(x)
    if seen.device[0] != 1:
        raise BufferError("not of this machine's memory")
    size, count = seen.itemsize, seen.sizes[0]
    if not count:
        return b""
    if seen.strides[0] == 1 or count == 1:
        return sdk.ctypes.string_at(seen.address, size * count)
    step = seen.strides[0] * size
    return b"".join([sdk.ctypes.string_at(seen.address + k * step, size) for k in range(count)])


def flat(values, rank):
    """[nested lists, or a number, rank] -> the numbers, a list."""
    values = values if rank else [values]
    for _ in range(1, rank):
        values = [*chain.from_iterable(values)]
    return values


def one_by_one(x):
    """[array] -> its elements, each by an index of its own."""
    name = NAMES[x.dtype]
    number = bool if name == "bool" else int if "int" in name else complex if "complex" in name else float
    return [number(x[key] if key else x) for key in product(*map(range, x.shape))]


OWN = ("todense", "unwrap_numpy")  # of sparse and ndonnx, where an index may take 3 ms; the standard has no such method
READERS = {  # the way -> the function of an array that is not empty that gives its elements, a flat row-major list
    "tolist": lambda x: flat(x.tolist(), x.ndim),
    "__dlpack__": lambda x: numbers(NAMES[x.dtype], memory(xp.reshape(x, (-1,)) if x.ndim != 1 else x)),
    "numpy.asarray": lambda x: flat(importlib.import_module("numpy").asarray(x).tolist(), x.ndim),
    **{way: lambda x, way=way: flat(getattr(x, way)().tolist(), x.ndim) for way in OWN},
    "an index for each": one_by_one,
}
LAZY = (*OWN, "an index for each")  # in these ways an array that has no elements yet may refuse by a ValueError


@looking
def values(x):
    """[array] -> its elements, a flat row-major list."""
    return READERS[READ](x) if 0 not in x.shape else []


@looking
def to_bytes(x):
    """[array] -> its elements' bytes, row-major."""
    if not READS:
        return packed(NAMES[x.dtype], values(x))
    return memory(xp.asarray(xp.reshape(x, (-1,)), copy=True))


def make(flat, name, sizes):
    """[numbers, dtype name, sizes] -> an array."""
    return xp.reshape(xp.asarray(flat, dtype=DTYPES[name]), tuple(sizes))


def from_bytes(data, name, sizes):
    """[row-major bytes, dtype name, sizes] -> an array."""
    if not (SEES and READS):
        flat = numbers(name, data)
        return make(flat, name, sizes) if not any([v != v for v in flat]) else left_out("the bits of NaN, which no list keeps")
    x = xp.zeros(tuple(sizes), dtype=DTYPES[name])
    sdk.ctypes.memmove(sdk.see(x).address, data, len(data))  # a list would change a NaN
    return x


def observe(x, memo):
    """[array] -> its dtype and sizes; of memory nothing."""
    return NAMES[x.dtype], [*x.shape], None, None, None, None, ()


# The module has these. DTYPES and NAMES are of dtypes(); BLIND: why DLPack shows nothing, or nothing; READ: how elements are
# read; READS: the CPU reads its memory; SEES: its views show where they are; TAKEN: the forms that it takes; FOUND: these
# are known by now.

DEVICES = {1: "cpu", 2: "cuda", 8: "metal", 10: "rocm", 14: "oneapi"}  # DLPack's numbers

def load(name):
    """[module name] -> the module; ends if it is not there or has not the standard."""
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as e:
        if e.name and (name + ".").startswith(e.name + "."):
            sdk.refuse_without("array-api", e, name.split(".")[0])
        sdk.refuse_without(f"array-api: {name}", e, e.name and e.name.split(".")[0])
    except Exception as e:
        sdk.refuse(f"array-api: import {name} fails: {type(e).__name__}: {' '.join(str(e).split())[:300]}; the whole of it:",
                   f'{sys.executable} -c "import {name}"')
    if not hasattr(module, "__array_namespace_info__"):
        sdk.refuse(f"array-api: {name} does not have the array API standard (__array_namespace_info__ is missing); if its "
                   f"package is known to array_api_compat, --module array_api_compat.{name} has it, after",
                   sdk.pip("array_api_compat"))
    return module


def need(what, expected, call):
    """[what of the standard, what it gives, function] -> nothing; ends if the function gives something else."""
    found = []
    found = raises(lambda: found.append(call())) or found[0]
    if found != expected:
        sdk.refuse(f"array-api: {xp.__name__} cannot be asked: {what} of the array API standard gives {found}, not {expected}; "
                   "another version may:", sdk.pip(f"--upgrade {xp.__name__.split('.')[0]}"))


def dtypes():
    """[] -> {dtype name: the module's dtype}, of which arrays can be made, and these names the other way round."""
    known, found = {}, {}
    raises(lambda: known.update(xp.__array_namespace_info__().dtypes(kind=None)))
    for name in (*CODES, "bfloat16"):
        try:
            of = known.get(name) or getattr(xp, name)
            made = xp.asarray([1], dtype=of)
            if made.dtype == of if BLIND else sdk.see(made).dtype == name:
                found[name] = made.dtype
        except Exception:
            pass
    return found, {of: name for name, of in found.items()}


def holds(text):
    """[expression of a new matrix x with rows 1, 2 and 3, 4] -> whether it is true."""
    try:
        return bool(eval(text, {**globals(), "x": make([1, 2, 3, 4], "int32", [2, 2])}))
    except (Exception, sdk.Unsupported):
        return False


def reads(way, name):
    """[one of READERS, dtype name] -> whether it reads the elements of a matrix, as Python's numbers."""
    expected = sdk.iota(name, 4)
    try:
        found = READERS[way](make(expected, name, [2, 2]))
        return {*map(type, found)} <= {bool, int, float, complex} and found == expected
    except Exception:
        return False


def attempt(adapter, op):
    """[adapter, op] -> a new array and what the op gives of it; None if it raises, or gives nothing that can be seen."""
    name, sizes = ("complex64", [2, 2]) if op in ("real", "imag") else ("int32", [1, 2, 2] if "squeeze" in op else [2, 2])
    try:
        x = make(sdk.iota(name, 4), name, sizes)
        y = adapter.calls[op][0](x, STEPS.get(op, {}), [])
        y = y[0] if isinstance(y, (tuple, list)) else y
        return (x, y) if y is None or is_kin(y, x) and (not SEES or sdk.see(y)) else None
    except Exception:
        return None


def is_kin(y, x):
    """[array, array] -> whether they are of one type, or one of a subtype."""
    return isinstance(y, type(x)) or isinstance(x, type(y))


def is_view(y, x):
    """[array, array] -> whether y lies in the memory of x."""
    low, high = sdk.see(x).span()
    return low <= sdk.see(y).address < high


def version(module):
    """[module] -> its version, or that of the package that it is in."""
    for name in (module.__name__, module.__name__.split(".")[0]):
        found = getattr(importlib.import_module(name), "__version__", None)
        if found:
            return str(found)
    return getattr(module, "__array_api_version__", "unknown")


def probe():
    """[] -> nothing; raises if the device works no longer, as after an illegal access by an earlier case."""
    if values(make([1], next(iter(DTYPES)), [1])) != [1]:
        raise RuntimeError("an array of the number 1 holds another number")


def synchronizer():
    """[] -> None if the memory is the CPU's; else a function that waits for the device, as its own way does, or a reading."""
    if READS or not SEES:
        return None
    return getattr(getattr(make([1], next(iter(DTYPES)), [1]), "device", None), "synchronize", probe)


def adapter(ops, name, **hello):
    """[ops, module name] -> the adapter with these ops."""
    return sdk.Adapter(
        name=name, version=version(xp), dtypes={d: d for d in DTYPES}, ops=ops, names=globals(),
        make="make({values}, {dtype}, {sizes})", from_bytes="from_bytes({data}, {dtype}, {sizes})",
        clone="xp.asarray(x, copy=True)", values="values(x)", bytes="to_bytes(x)", probe=probe,
        synchronize=synchronizer(), **{"forms": sdk.FORMS, **hello})


def find(name):
    """[module name] -> the adapter of what the module has."""
    full = adapter(OPS, name, facets=("values",), observe=observe)
    tried = {op: attempt(full, op) for op in OPS}
    for op in ("real", "imag", "flip"):  # the standard does not say: asked where they give views, flip where it copies
        tried[op] = tried[op] if tried[op] and not (SEES and is_view(*tried[op][::-1]) == (op == "flip")) else None
    write = "put(x, ..., 7)" if tried["fill_"] else "add(x, 1)"
    rebinds = any([tried[op] for op in WRITES]) and not holds(f"[y := x[1:, ...], {write}, values(y) != [3, 4]][-1]")
    lacks = [f"__dlpack__ ({BLIND}): elements are read by {READ}, and what shares memory is not seen",
             "broadcasts to more than 2^20 elements, which may be copies"] if BLIND else []
    if not (SEES or rebinds):  # whose memory a write changes is not seen
        tried.update({op: None for op in WRITES})
    ops = {op: text for op, text in OPS.items() if tried[op]}
    missing = [f"{op} ({OPS[op]})" for op in OPS if op not in ops]
    gone = [d for d in (*CODES, "bfloat16") if d not in DTYPES]
    forms = [form for form in FORMS if form not in TAKEN]
    hello = {"left_out": [*lacks, *missing, *gone, *forms, OPEN]}
    if READ == "an index for each":  # it may take a millisecond for each
        hello["forms"] = [form for form in sdk.FORMS if form != "digest"]
    if READ in LAZY:  # such modules compile
        hello["case_seconds"] = 30
    if "sizes beyond 32 bits" not in TAKEN:
        hello["ints"] = 32
    if rebinds:
        hello["writes"] = "rebind"
    if SEES:
        copies = [op for op in ops if sdk.OPS[op]["kind"] in ("view", "by_index") and not is_view(tried[op][1], tried[op][0])]
        hello.update(facets=("values", "strides", "alias"), observe=looking(sdk.by_dlpack), copies=copies,
                     device=DEVICES.get(sdk.see(tried["read"][0]).device[0], "other"))
    else:
        hello.update(facets=("values",), observe=observe, views=False)
    return adapter(ops, name, **hello)


if __name__ == "__main__":
    sys.argv[1:], CALLS = sdk.asked_calls(sys.argv[1:], pathlib.Path(__file__).resolve().parent)
    if len(sys.argv) < 3 or sys.argv[1] != "--module":
        sdk.refuse("array-api: expected --module MODULE, as in", "viewproof check array-api --module numpy")
    xp = load(sys.argv[2])
    need("asarray(obj, dtype=)", (4,), lambda: tuple(xp.asarray([1, 2, 3, 4], dtype=xp.int32).shape))
    need("reshape(x, shape)", (2, 2), lambda: tuple(xp.reshape(xp.asarray([1, 2, 3, 4], dtype=xp.int32), (2, 2)).shape))
    BLIND = raises(lambda: sdk.see(xp.asarray([1, 2, 3, 4], dtype=xp.int32)))
    DTYPES, NAMES = dtypes()
    need("the dtype of asarray(obj, dtype=int32)", "int32", lambda: NAMES[xp.asarray([1], dtype=xp.int32).dtype])
    FOUND, SEES, TAKEN = False, False, set()
    READ = next((way for way in READERS if reads(way, "int32")), "an index for each")
    need("int(x[0, 0]) and of the other elements", [1, 2, 3, 4], lambda: READERS[READ](make([1, 2, 3, 4], "int32", [2, 2])))
    DTYPES = {name: of for name, of in DTYPES.items() if reads(READ, name)}
    need("asarray(x, copy=True)", True, lambda: [x := make([1], "int32", [1]), xp.asarray(x, copy=True) is not x][-1])
    READS = holds("sdk.see(x).device[0] == 1")
    SEES = holds("is_view(x[1:, ...], x)")
    TAKEN = {form for form in FORMS if holds(FORMS[form])}
    FOUND = True
    ADAPTER = find(sys.argv[2])
    if CALLS:
        ADAPTER.declare_calls(CALLS, lambda y: y if hasattr(y, "__dlpack__") else xp.asarray(y))
    sys.exit(ADAPTER.main())

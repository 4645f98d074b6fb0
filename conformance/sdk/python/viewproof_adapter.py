"""Keeps a viewproof adapter to a table of ops: ../../PROTOCOL.md, with Python 3.8 up, its standard library and ops.json only.

An adapter gives an expression as text for each op: `x` is the tensor that the step acts on, {name} is an
argument, as in `"permute": "x.permute({dims})"`. The text is compiled once to run it, and printed by
`adapter --program < requests`, so that what is shown is what ran. Copy numpy_adapter.py to start.

A base may hold iota, bytes or a cycle (`"fill"`), or say its elements (`"values"`, `"hex"`). Up to 256 elements of an
output are sent as values, under `bytes` and `hex` as bytes. If the base is a cycle or says its elements, 257 to 2^18 are
sent as `"crc32"`: zlib's CRC-32 of what the expression `bytes` gives, eight hex digits. Of a case that calls a kernel, and whose
base says its `values`, up to 16,384 are sent: as `"bytes"` if there is an expression for these, else as values. hello's `"forms"` names
what of this, and of later additions to cases, a subject knows; what needs another form is not sent to it.
"""
import collections
import ctypes
import gc
import importlib
import json
import os
import pathlib
import re
import struct
import sys
import types
import zlib
from math import prod
from operator import mul
from json.encoder import encode_basestring_ascii as quote

SAFE = 2**53 - 1  # an integer beyond +-SAFE is a decimal string in JSON, both ways
NAN = re.compile(r"-?(nan|inf)")
WIDE = re.compile(rb'"(-?[1-9]\d{15,})"')
ZEROED = bytes(b"0"[0] if chr(k).isdigit() else k for k in range(128)) + bytes(range(128, 256))  # each digit as 0
ROWS = ("iota", "cycle", "values")  # how it is filled if its elements are shown as numbers
SHOWN = 256  # at most this many elements of an output are sent
CALLED = 16384  # in a case that calls a kernel
DIGESTED = 2**18  # more, up to this, as a CRC-32, if the base is one of DATA
DATA = ("cycle", "values", "hex", "operand")  # how a base of the form `data` is filled
KEPT = 2**21  # elements of all bases together that are kept to be cloned
OPS = {op["name"]: op for op in json.loads((pathlib.Path(__file__).resolve().parent / "ops.json").read_text("utf-8"))}
TYPES = {name: {p["name"]: p["type"] for p in op["parameters"]} for name, op in OPS.items()}
CALL_FORMS = {"new": "copy", "in_place": "write", "out": "write"}  # how a kernel is called: the kind of the op that calls it so
CALL_ENDS = {"new": "", "in_place": "_", "out": ".out"}  # and how that op's name ends: call.cumsum_
TENSORS = ("tensor", "value", "literal")  # types of arguments that may name or spell a tensor
FORMS = ("digest", "data", "numbers", "index_tensors", "many_outputs", "signed_zero")  # what a case may need beyond ops, dtypes and facets
RANGE = {"start", "stop", "step"}  # the fields of an item that is a range
NUMBERS = ("number", "value")  # and of those that may be a written number
KINDS = {"write": "write", "query": "query", "observe": "read", "forget": "forget"}  # what an op of another kind gives are outputs
FACETS = ("values", "strides", "alias", "identity", "exact", "error_kind")
VIEWS = {  # of an op that gives views: its arguments for element k of a tensor of rank 1
    "slice": lambda k: {"dim": 0, "start": k, "end": k + 1, "step": 1}, "narrow": lambda k: {"dim": 0, "start": k, "length": 1},
    "getitem": lambda k: {"index": [{"start": k, "stop": k + 1, "step": None}]}, "select": lambda k: {"dim": 0, "index": k}}
DTYPES = ("bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32",
          "float64", "complex64", "complex128", "uint16", "uint32", "uint64", "float8_e4m3fn", "float8_e5m2")


class Unsupported(Exception):
    """The library has no such form: Unsupported(what, detail); what: op, argument, base or dtype, which fails; or left_out,
    which skips the case, if hello's left_out says of what kind such cases are."""


class Misdeclared(ValueError):
    """The adapter is not what it says: it ends."""


class Missing(Exception):
    """A tensor that the case names does not exist in this subject."""


def guard_stdout():
    """Moves descriptor 1 to 2, so that no print of the library breaks the protocol; call it before the
    library is imported. Adapter.main writes to what descriptor 1 was."""
    global _stdout
    _stdout = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)


_stdout = None


def refuse(why, command=None):
    """[a line that says what to install or declare, the command that does it] -> nothing: the process ends before its
    hello, and `check` prints both and exits with 3."""
    print(why if command is None else f"{why}\n    {command}", file=sys.stderr)
    sys.exit(3)


def pip(packages):
    """[packages as pip names them] -> the command that installs them for this Python."""
    return f"{sys.executable or 'python3'} -m pip install {packages}"


def refuse_without(subject, error, packages):
    """[subject, why an import of its library fails, packages as pip names them] -> nothing, as refuse."""
    refuse(f"{subject}: {' '.join(str(error).split())[:300]}; name the Python that has it in VIEWPROOF_PYTHON, or install it:",
           pip(packages))


def read_calls(path, needs_names=False):
    """[path of a table of kernels: ../../PROTOCOL.md, section 14; whether the library must have every name] -> its kernels, a
    dict each, with the place where it stands."""
    try:
        table = importlib.import_module("tomllib").loads(pathlib.Path(path).read_text("utf-8"))
    except ImportError:
        refuse(f"{path}: a table of kernels needs Python 3.11, not {sys.version.split()[0]}: name one in VIEWPROOF_PYTHON")
    except (OSError, ValueError) as error:
        refuse(f"{path}: expected a table of kernels, [[kernels]] (PROTOCOL.md, section 14): {type(error).__name__}: {error}")
    kernels, odd = table.get("kernels"), sorted(table.keys() - {"kernels"})
    if odd:
        refuse(f"{path}: unknown field \"{odd[0]}\": expected [[kernels]] alone")
    if not isinstance(kernels, list) or not kernels or not all(isinstance(kernel, dict) for kernel in kernels):
        refuse(f"{path}: expected a table of kernels, [[kernels]] (PROTOCOL.md, section 14)")
    return [kernel for number, fields in enumerate(kernels, 1)
            for kernel in kernels_of(fields, f"{path}: [[kernels]] number {number}", needs_names)]


def kernels_of(fields, place, needs_names):
    """[fields of a table's entry; its place; whether the library must have every name] -> its kernels, as read_calls."""
    are_texts = lambda value: isinstance(value, list) and value and all(isinstance(text, str) and text.strip() for text in value)
    kinds = {**dict.fromkeys(("names", "operands", "dtypes", "writes"), ("a list of texts", are_texts)),
             **dict.fromkeys(("may_alias", *CALL_FORMS), ("a text", lambda value: isinstance(value, str) and value.strip())),
             "ulps": ("an integer", lambda value: type(value) is int)}
    odd = sorted(fields.keys() - kinds.keys()) or sorted({"names", "operands"} - fields.keys())
    if odd:
        refuse(f"{place}: {'unknown' if odd[0] in fields else 'missing'} field \"{odd[0]}\"")
    for field, value in fields.items():
        expected, fits = kinds[field]
        if not fits(value):
            refuse(f"{place}: field \"{field}\": expected {expected}")
        if field in CALL_FORMS:
            try:
                compile(re.sub(r"\{(\w+)\}", r"\1", value.replace("{name}", "x")).strip(), field, "eval")
            except (SyntaxError, ValueError) as error:
                refuse(f"{place}: field \"{field}\": is no expression of Python: {error}")
    return [{**fields, "name": name, "place": place, "needs_names": needs_names,
             **{form: fields[form].replace("{name}", name) for form in CALL_FORMS if form in fields}} for name in fields["names"]]


def asked_calls(words, folder):
    """[words of the command line, the adapter's folder] -> (the other words, the kernels that are asked): after `--calls` those
    of the folder's calls.toml, after `--calls-file FILE` those of FILE."""
    others, kernels, words = [], [], iter(words)
    for word in words:
        if word == "--calls":
            kernels += read_calls(pathlib.Path(folder) / "calls.toml")
        elif word == "--calls-file":
            kernels += read_calls(next(words, ""), needs_names=True)
        else:
            others.append(word)
    return others, kernels


def keep_memory():
    """Makes glibc keep up to 32 MB that is freed: 2 MB anew from the system cost more than their digest."""
    try:
        for threshold in (-1, -3):  # M_TRIM_THRESHOLD, M_MMAP_THRESHOLD
            ctypes.CDLL(None).mallopt(threshold, 2**25)
    except (AttributeError, OSError, TypeError):
        pass  # another C library


class Made(dict):
    """{key: what `make` made of it}: few geometries occur, and each is made once."""

    def __init__(self, make):
        self.make = make

    def __missing__(self, key):
        if len(self) >= 1000:
            self.clear()
        made = self[key] = self.make(key)
        return made


def iota(dtype, count):
    """[dtype name, elements] -> what `count` elements hold before anything is written."""
    if dtype == "bool":
        return [k % 3 == 0 for k in range(count)]
    if dtype.startswith("complex"):
        return [complex(2 * k + 1, 2 * k + 2) for k in range(count)]
    return list(range(1, count + 1))


def cycle(dtype):
    """[dtype name] -> the elements of a base with `"fill":"cycle"`, which begin again after these."""
    if dtype.startswith("complex"):
        return [complex(2 * k % 97 + 1, (2 * k + 1) % 97 + 1) for k in range(97)]
    return iota(dtype, 3 if dtype == "bool" else 97)


def byte_fill(has_bool, count):
    """[is a dtype of the chain bool, bytes] -> the bytes of a base with `"fill":"bytes"`."""
    return bytes(k % 3 == 0 if has_bool else k % 251 for k in range(count))


def has_bool(dtype, chain):
    """[the base's dtype name, steps] -> whether a dtype of the chain is bool."""
    return "bool" in (dtype, *[step.get("dtype") for step in chain])


def number(value):
    """[a written number as JSON has it] -> an int, a float or a complex."""
    if isinstance(value, dict):
        return complex(*map(float, value["complex"]))
    return float(value) if isinstance(value, str) else value


def elements(dtype, values):
    """[dtype name, values as JSON has them] -> numbers."""
    if dtype.startswith("complex"):
        return [complex(*map(float, v)) if isinstance(v, list) else complex(v) for v in values]
    return values if {str, dict}.isdisjoint(map(type, values)) else [number(v) for v in values]


def code(value):
    """[argument: a number, text, bytes, or a list of them] -> it as code."""
    if isinstance(value, list):
        return f"[{', '.join(map(code, value))}]"
    if isinstance(value, complex):
        return f"complex({code(value.real)}, {code(value.imag)})"
    return repr(value) if not isinstance(value, float) or value - value == 0 else f'float("{value}")'


def spellings(of, name, names):
    """[an object, what it is called, names] -> expressions that may give it: those that a person would write come first."""
    modules = [key for key, value in names.items() if isinstance(value, types.ModuleType)]
    for module in modules:
        yield f"{module}.{name}"
        yield from (f"{module}.{key}" for key, value in vars(names[module]).items() if value is of and key.isidentifier())
    for key, value in names.items():
        if value is of:
            yield key
        elif isinstance(value, dict) and value.get(name) is of:
            yield f"{key}[{name!r}]"
    yield repr(of)
    yield from (f"{module}.{of!r}" for module in modules)
    if isinstance(of, type):
        yield f"__import__({of.__module__!r}, fromlist=['']).{of.__qualname__}"


def gives(text, names, of):
    """[an expression, names, an object] -> whether it gives that object, or an equal one."""
    try:
        found = eval(text, names)
        return found is of or type(found) is type(of) and bool(found == of)
    except Exception:  # e.g. a SyntaxError
        return False


def itemsize(dtype):
    """[dtype name] -> bytes of one element."""
    return 1 if dtype == "bool" else int(re.search(r"\d+", dtype)[0]) // 8


def parse(line):
    """[a request's bytes] -> it, with each decimal string as the integer it is (an id too: see Adapter.answer)."""
    if b"0" * 16 in line.translate(ZEROED):
        line = WIDE.sub(rb"\1", line)
    return json.loads(line)


def float_text(values):
    """[list of floats] -> JSON; nan and infinities become strings."""
    text = str(values)
    return NAN.sub(r'"\g<0>"', text) if "n" in text else text


def int64_text(values):
    """[integers] -> JSON; what is beyond +-SAFE becomes a decimal string."""
    if values and not -SAFE <= min(values) <= max(values) <= SAFE:
        return json.dumps([v if -SAFE <= v <= SAFE else str(v) for v in values])
    return str([*values])


def bool_text(values):
    """[list of bools] -> JSON."""
    return str(values).lower()


def complex_text(values):
    """[list of complex numbers] -> JSON, each as [real, imaginary]."""
    return float_text([[v.real, v.imag] for v in values])


VALUES_TEXT = {d: complex_text if "complex" in d else float_text if "float" in d else str for d in DTYPES}
VALUES_TEXT.update({"bool": bool_text, "int64": int64_text, "uint64": int64_text})


CODES = {(6, 8): "bool", (4, 16): "bfloat16", (10, 8): "float8_e4m3fn", (12, 8): "float8_e5m2",  # of DLPack, bits: dtype name
         **{(code, bits): f"{name}{bits}" for code, name, widths in (
             (0, "int", (8, 16, 32, 64)), (1, "uint", (8, 16, 32, 64)), (2, "float", (16, 32, 64)), (5, "complex", (64, 128)))
            for bits in widths}}
DLPACK = Made(lambda key: ((key[1] * key[2] + 7) // 8, CODES.get(key[:2]) if key[2] == 1 else None))  # code, bits, lanes: size, name
TENSOR = "PiiiBBHPPQ"  # DLTensor: data, device type and id, rank, code, bits, lanes, shape, strides, byte_offset
OLD, VERSIONED = b"dltensor", b"dltensor_versioned"  # the second has version, context, deleter and flags before the tensor
FIELDS = {OLD: struct.Struct("@" + TENSOR), VERSIONED: struct.Struct("@IIPPQ" + TENSOR)}
READERS = {name: (name, fields.unpack_from, (ctypes.c_char * fields.size).from_address) for name, fields in FIELDS.items()}
LISTS = [(ctypes.c_int64 * rank).from_address for rank in range(129)]  # of a rank, or of sizes and strides together
_exports = {}  # type of tensor: READERS of the name of its capsules


class Seen(collections.namedtuple("Seen", "address sizes strides itemsize dtype readonly device")):
    """What DLPack shows of a tensor: address, of its first element, in bytes (of an empty one anything, often 0); sizes;
    strides in elements; itemsize in bytes; dtype name, None for one without a name here or with lanes; readonly, False if
    the library does not say it; device: DLPack's (type, id), CPU is type 1."""
    __slots__ = ()

    def span(self):
        """[] -> the first address and the one after the last, in bytes; equal of an empty tensor."""
        return span(self.address, self.sizes, self.strides, self.itemsize)


def span(address, sizes, strides, itemsize):
    """[as Seen has them] -> the first address and the one after the last."""
    if 0 in sizes:
        return address, address
    last = itemsize * (sum(map(mul, sizes, strides)) - sum(strides))  # of the element with the last index of each dimension
    if not strides or min(strides) >= 0:
        return address, address + last + itemsize
    back = itemsize * sum([(n - 1) * s for n, s in zip(sizes, strides) if s < 0])
    return address + back, address + last - back + itemsize


def see(x):
    """[tensor with __dlpack__] -> Seen; the memory is not touched. Raises what the library's refusal is (most: BufferError).
    DLPack knows no negative bit: of z.conj().imag PyTorch exports the numbers of z.imag, so ask is_neg() there."""
    return Seen._make(_see(x))


def _see(x):
    """[tensor] -> what Seen is made of."""
    name, unpack, memory = _exports.get(type(x)) or _ask(x)
    capsule = x.__dlpack__(max_version=(1, 1)) if name is VERSIONED else x.__dlpack__()
    try:
        at = _capsule_pointer(capsule, name)
    except ValueError:
        name = _capsule_name(capsule) or b"without a name"
        if name not in READERS:  # `used_...`: another reader has it
            raise BufferError(f"expected a capsule dltensor or dltensor_versioned, not {name.decode()}") from None
        _, unpack, memory = READERS[name]
        at = _capsule_pointer(capsule, name)
    *head, data, kind, number, rank, code, bits, lanes, shape, strides, offset = unpack(memory(at))
    if head and head[0] != 1:
        raise BufferError(f"expected DLPack 1, not {head[0]}.{head[1]}")
    if not rank:
        sizes, strides = [], []
    elif strides == shape + 8 * rank:  # the commonest, one reading
        both = LISTS[2 * rank](shape)[:]
        sizes, strides = both[:rank], both[rank:]
    else:
        sizes = LISTS[rank](shape)[:]
        # Before DLPack 1.2 no strides may be there: row-major.
        strides = LISTS[rank](strides)[:] if strides else [prod(sizes[k + 1:]) for k in range(rank)]
    size, dtype = DLPACK[code, bits, lanes]
    return (data or 0) + offset, sizes, strides, size, dtype, bool(head and head[4] & 1), (kind, number)  # now the capsule may go


def _ask(x):
    """[tensor of a type not seen before] -> READERS of the name of its capsules."""
    try:
        name = _capsule_name(x.__dlpack__(max_version=(1, 1)))
    except TypeError:
        name = OLD
    _exports[type(x)] = READERS[VERSIONED if name and name.endswith(VERSIONED) else OLD]
    return _exports[type(x)]


if hasattr(ctypes, "pythonapi"):
    _capsule_name, _capsule_pointer = ctypes.pythonapi.PyCapsule_GetName, ctypes.pythonapi.PyCapsule_GetPointer
    _capsule_name.restype, _capsule_name.argtypes = ctypes.c_char_p, (ctypes.py_object,)
    _capsule_pointer.restype, _capsule_pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)


def by_dlpack(x, memo):
    """An `observe` for any library with __dlpack__. A storage is the range of addresses of the tensor that was first seen
    in it: the base that the adapter made, or a copy. An empty tensor is in none, and gets a key of its own."""
    address, sizes, strides, itemsize, dtype, _, _ = _see(x)
    if 0 in sizes:
        return dtype, sizes, strides, 0, None, object(), ()
    low = address if not strides or min(strides) >= 0 else span(address, sizes, strides, itemsize)[0]
    ranges = memo.get("ranges", ())  # (first address, the one after the last, key)
    for start, end, key in ranges:
        if start <= low < end:
            offset, rest = divmod(address - start, itemsize)
            return dtype, sizes, strides, offset + rest / itemsize if rest else offset, None, key, ()
    key = object()
    memo["ranges"] = [*ranges, (*span(address, sizes, strides, itemsize), key)]
    return dtype, sizes, strides, (address - low) // itemsize, None, key, ()


def at(x, dim, item):
    """[tensor, dimension, a number, a slice or a mask] -> x indexed by it there, for a library without a function per op:
    "select": "at(x, {dim}, {index})". A dim out of range is left to the library: it gets more items than dimensions."""
    rank = len(x.shape)
    place = dim if dim >= 0 else dim + rank
    return x[(slice(None),) * (place if 0 <= place < rank else rank) + (item, ...)]


def from_bfloat16(bits):
    """[bits of bfloat16, 0 to 65535] -> floats, for a library whose elements come as uint16 alone."""
    return [*struct.unpack(f"<{len(bits)}f", b"".join([struct.pack("<I", half << 16) for half in bits]))]


def to_bfloat16(values):
    """[floats] -> their bits as bfloat16: rounded to nearest, ties to even."""
    bits = [struct.unpack("<I", struct.pack("<f", value))[0] for value in values]
    return [0x7FC0 if b & 0x7FFFFFFF > 0x7F800000 else (b + 0x7FFF + (b >> 16 & 1)) >> 16 for b in bits]


ITEMSIZE = Made(itemsize)  # dtype name: bytes


def in_elements(values, size):
    """[strides or an offset in bytes, bytes of an element] -> them in elements as text; a fraction is shown as it is."""
    return int64_text([v // size if v % size == 0 else v / size for v in values])


def namer(many):
    """[for each step, whether it gives a list] -> [step, output] -> the name of that tensor in code."""
    return lambda on: f"t{on[0]}[{on[1]}]" if many[on[0]] else f"t{on[0]}"


def by_asking(observe, shares):
    """[observe, shares] -> an observe that finds the storage key by asking about one tensor of each storage."""
    def ask(x, memo):
        known, asked = memo.setdefault("known", []), set()  # (tensor that was seen and lives, its key)
        for y, key in known:
            if x is y or key not in asked and shares(x, y):
                break
            asked.add(key)
        else:
            key = object()
        known.append((x, key))
        seen = observe(x, memo)
        return (*seen[:5], key, *seen[6:])
    return ask


def one_by_one(run_chain):
    """[run_chain] -> run_chains."""
    def attempt(program, x):
        try:
            return run_chain(program, x)
        except Exception as e:
            return e
    return lambda programs, bases: list(map(attempt, programs, bases))


class Adapter:
    """One subject.

    name, version, language, device: of the subject.
    facets: what the library can show beside shapes, so what is compared: "values", every element; "strides", and offsets;
        "alias", which tensors share a storage; "identity", the very same tensor came back; "exact", strides of size-1 and
        empty dimensions too, and bits; "error_kind". facets=("values",) suits a library without strides.
    views: False if its view ops share no storage; copies does not go with it then.
    copies: a list of ops that give a new row-major tensor where PyTorch gives, or may give, a view: copies=["expand"].
    max_rank: the most dimensions that a tensor may have, if not 64: max_rank=8.
    after_error: False if a chain cannot go on after an error.
    index_range: False if a number of an index tensor that is out of range is not refused in time, as on a GPU.
    case_seconds: a case that takes longer is a time-out, if not 2: case_seconds=30 for a library that compiles.
    batch: cases in one request, if not 64.
    dtypes: {dtype name: what replaces {dtype} in `make`, in `from_bytes` and in an op's expression}.
    ops: {op: expression}; a write is an expression too; a list or a tuple is many outputs.
        "drop": any expression says that the subject has it; the SDK does it: it lets the tensor go.
    borrowed: more such ops, which the library lacks and the adapter carries out by any means to set cases up; they are
        compared, never blamed: {"slice": "Tensor(x.numpy()[{start}:{end}:{step}])"}.
    writes: "in_place", or "rebind" of a library in which no tensor sees another's writes: what a write's expression
        returns replaces the tensor under the name that the step acts on, {"fill_": "jnp.full_like(x, {value})"}.
        None keeps the object that is there, and so may be returned by a write that changes it.
    run_chain(program, x): None, or what compiles the whole chain, a function of the base x, and runs it; it returns what
        that returns, of which only the last step is observed: lambda program, x: torch.compile(program)(x). program has
        its text as `source`; it returns what its last step shows, after a write the tensor that was written to. Under
        "rebind", a write's expression must return a tensor here.
    run_chains(programs, bases): None, or the same of all cases of a request; it gives, for each, what its program returns
        or the exception that it raised. program.writes says whether its chain writes. Literal tensors are arguments of
        a program, with a default. Its code is in the file "<program K>": it is programs[K].
    shares(x, y): None, or whether two tensors have the same buffer, overlap or not, of a library that cannot tell which
        buffer that is: lambda x, y: x._is_shared_buffer_with(y). The storage key of `observe` is not looked at then.
    units: "elements", or "bytes" if observe gives strides and offset in bytes.
    ints: in hello, if not 64: 53 (as floats hold them) or 32 bits of the integers that get through: ints=32.
    left_out: in hello, texts that say what an adapter of many libraries did not find in this one, or does not ask; the run
        prints them: left_out=["reshape(copy=)"].
    names: the names that expressions use, usually globals().
    make, from_bytes: expressions for a fresh contiguous tensor of {dtype} and {sizes}, from {values} (flat) or from
        {data} (bytes, row-major). clone: an expression for a copy of x in memory of its own, a new object.
    observe(x, memo) -> (dtype name, sizes, strides, offset, contiguous, storage key, bits): sizes and
        strides are lists or tuples; the offset counts elements from the start of the storage; equal keys are one
        storage; bits are those of ("conj", "neg") that are set; memo is a dict that lives as long as the
        case. What belongs to no declared facet may be None. by_dlpack is one, for a library that has __dlpack__.
    sparse: None, or an expression for a sparse tensor of {sizes} from the tensors {indices} and {entries},
        which it shares, and {coalesced}.
    values, bytes: expressions for the flat row-major list of x, and for its bytes; they are also what a digest
        is made of, and what a call shows, so that `bytes` and `from_bytes` never go through a list: 2^18 elements in 2 ms. A subject
        that has shapes only leaves these two and from_bytes out, and `values` out of its facets.
    forms: those of FORMS that the SDK may be asked for. `digest` and `data` need nothing but `bytes` and
        `from_bytes`; `numbers`, that fractions, nan, inf, complex and any int64 may be written; `index_tensors`, that
        an item of an index may be [step, output]; `many_outputs`, that a step may have up to 300 outputs; `signed_zero`,
        that what is shown has the sign of its zero, which is not compared otherwise. A vector that needs a form which
        is not named is skipped.
    kind(op, error) -> an error kind, or None for a text that nobody mapped.
    synchronize: None, or, of a device that answers before it has done what it was told, the function that waits for it and
        raises what went wrong. It is called after each step, before what the step gave is shown.
    probe: None, or a function that is called after each error, and raises if the device is lost: then the process ends at
        once without a reply, so that the runner starts another (../../PROTOCOL.md, section 9).
    """

    def __init__(self, *, name, version, dtypes, ops, facets, names, make, clone, observe, from_bytes=None, values="None",
                 bytes="None", sparse=None, forms=(), kind=lambda op, error: None, language="python", device="cpu",
                 borrowed=(), writes="in_place", run_chain=None, run_chains=None, shares=None, units="elements",
                 synchronize=None, probe=None, **hello):
        self.synchronize, self.probe = synchronize, probe
        self.ops, self.dtypes, self.names, self.kind = {**ops, **dict(borrowed)}, dtypes, dict(names), kind
        self.rebinds, self.run_chains = writes == "rebind", run_chains or run_chain and one_by_one(run_chain)
        self.dtype_texts = {}  # dtype name -> code, of those that are no text
        self.names.update(_number=number, _tensor=self._tensor, _dtype=self._dtype, _items=self._items, _done=self._done)
        self.make_text, self.make = make, self._maker(make, "values")
        self.from_bytes_text, self.from_bytes = from_bytes, from_bytes and self._maker(from_bytes, "data")
        self.sparse_text, self.sparse = sparse, sparse and eval(
            "lambda indices, entries, sizes, coalesced: " + re.sub(r"\{(\w+)\}", r"\1", sparse), self.names)
        self.clone = eval("lambda x: " + clone, self.names)
        self.calls = {op: self._compile(op, text) for op, text in self.ops.items()}
        self.to_bytes = eval("lambda x: " + bytes, self.names)
        self.observe = by_asking(observe, shares) if shares else observe
        self.output, self.read = self._writers(facets, "is_contiguous" in ops, self.observe, values, units == "bytes", bytes != "None")
        self.fresh, self.kept = {}, 0  # (dtype, sizes, fill) -> a tensor to clone; their elements
        self.hello = {
            "protocol": 1, "subject": {"name": name, "version": version, "language": language, "device": device},
            "ops": sorted(ops), "dtypes": [d for d in DTYPES if d in dtypes],
            "facets": [f for f in FACETS if f in facets], "forms": [f for f in FORMS if f in forms],
            **({"borrowed": sorted(borrowed)} if borrowed else {}), **({"writes": writes} if writes != "in_place" else {}),
            **({"observes": "last"} if self.run_chains else {}),
            **({"answers": "batch"} if run_chains else {}), **hello}
        if shares:
            self._check_shares(shares)

    def declare_calls(self, kernels, given=None):
        """[kernels as read_calls gives them; given: None, or a function of each tensor that a kernel gives, whose result is
        shown] -> nothing: hello declares those of which this library has every name, and says what it lacks."""
        declared, lacking = [], []
        self.names["_given"] = lambda y: type(y)(map(given, y)) if type(y) in (list, tuple) else (
            [*map(given, y)] if isinstance(y, tuple) else given(y))
        for kernel in kernels:
            names = [operand.split(" ")[0] for operand in kernel["operands"]]
            forms = [form for form in CALL_FORMS if form in kernel and (form == "new" or not self.rebinds)]
            place = kernel.get("place", f"calls: kernel \"{kernel['name']}\"")
            absent = next(((form, word) for form in forms for word in [self._absent_name(kernel[form])] if word), None)
            if absent and kernel.get("needs_names"):
                refuse(f"{place}: field \"{absent[0]}\": this library has no {absent[1]}")
            if not forms or absent:
                lacking.append(kernel["name"])
                continue
            for form in forms:
                self._declare_call(kernel["name"], form, kernel[form], names, given, place)
            declared.append({**{field: kernel[field] for field in ("name", "operands", "dtypes", "ulps", "writes", "may_alias")
                                if field in kernel}, "forms": forms})
        self.hello["calls"] = self.hello.get("calls", []) + declared
        if lacking:
            self.hello["left_out"] = [*self.hello.get("left_out", ()), "kernels that it lacks: " + " ".join(lacking)]

    def _declare_call(self, name, form, text, operands, given, place):
        """[kernel, form, expression, operands' names, given, its place] -> nothing: the op that calls it is this subject's."""
        op, named = f"call.{name}{CALL_ENDS[form]}", set(re.findall(r"\{(\w+)\}", text))
        targets = {word for word in named if re.fullmatch(r"o\d*", word)} if form == "out" else set()
        for odd in sorted(named - targets - set(operands)) + sorted(set(operands) - named):
            refuse(f"{place}: field \"{form}\": {{{odd}}} is {'not named' if odd in operands else 'no operand'}")
        if form == "out" and targets not in ({"o"}, {f"o{k + 1}" for k in range(len(targets))} or None):
            refuse(f"{place}: field \"out\": expected the targets {{o}}, or {{o1}}, {{o2}}, ...")
        if op in self.calls:
            refuse(f"{place}: kernel \"{name}\" twice")
        OPS[op] = {"name": op, "kind": CALL_FORMS[form], "many": False, "parameters": []}
        TYPES[op] = {word: "tensor" for word in named}
        text = text.replace(f"{{{operands[0]}}}", "x")
        self.ops[op] = f"_given({text})" if given and form == "new" else text
        self.calls[op] = self._compile(op, self.ops[op])

    def _absent_name(self, text):
        """[an expression] -> the first attribute of a module that it names and that is not there, or None."""
        for word in re.findall(r"(?<![\w.}\])])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+", text):
            if isinstance(self.names.get(word.split(".")[0]), types.ModuleType):
                try:
                    eval(word, self.names)
                except AttributeError:
                    return word
        return None

    def _check_shares(self, shares):
        """Refuses a `shares` that asks for an overlap, or that says yes to everything."""
        dtype = self.hello["dtypes"][0]
        x = self.make(self.dtypes[dtype], [4], iota(dtype, 4))
        views = [op for op in VIEWS if op in self.hello["ops"] and op not in self.hello.get("copies", ())]
        if views and not shares(*[self.calls[views[0]][0](x, VIEWS[views[0]](k), []) for k in (0, 2)]):
            raise Misdeclared(f"shares(): two views of one tensor by {views[0]}, which do not overlap: expected True, not False")
        if shares(x, self.clone(x)):
            raise Misdeclared("shares(): a tensor and its clone: expected False, not True")

    def _maker(self, text, source):
        """[`make` or `from_bytes`, its source of values] -> the function of dtype, sizes and source."""
        return eval(f"lambda dtype, sizes, {source}: " + re.sub(r"\{(\w+)\}", r"\1", text), self.names)

    def _compile(self, op, text):
        """[op, expression] -> its function of operand, step and tensors so far; a step's keys; with `on`; their orders seen; kind."""
        arguments = re.findall(r"\{(\w+)\}", text)

        def spell(match):
            argument = f"_step[{match[1]!r}]"
            form = TYPES[op][match[1]]
            if form == "index":
                return f"_items({argument}, _made)"
            if form in ("dtype", "number"):
                return f"_{form}({argument})"
            return f"_tensor({argument}, _made)" if form in TENSORS else argument

        body = re.sub(r"\{(\w+)\}", spell, text)
        call = eval("lambda x, _step, _made: " + (f"_done({body})" if self.synchronize else body), self.names)
        kind = KINDS.get(OPS[op]["kind"], "outputs")
        return call, {"op", *arguments}, {"op", "on", *arguments}, set(), kind

    def _done(self, y=None):
        """[what a call gave] -> it, after the device has done all that it was told."""
        if self.synchronize:
            self.synchronize()
        return y

    def _survive(self, error):
        """Ends the process if the device is lost by this error."""
        if self.probe is None:
            return
        try:
            self._done()
        except Exception:
            pass  # of a call before this one
        try:
            self.probe()
        except Exception as lost:
            print(f"the device is lost ({lost}) after: {error}", file=sys.stderr, flush=True)
            os._exit(70)

    def _writers(self, facets, has_contiguous, observe, values, in_bytes, says_bytes):
        """Compiles the two texts of a tensor: `output`, with the fields that the facets need, and `content`."""
        fields = {"dtype": '"{dtype}"', "sizes": "{_sizes}"}
        if "strides" in facets:
            fields.update(strides="{_strides}", offset="{offset}")
            if has_contiguous:
                fields["contiguous"] = "{'true' if contiguous else 'false'}"
        if "alias" in facets:
            fields["storage"] = "{storage}"
        template = ",".join(f'"{field}":{text}' for field, text in fields.items())
        to_list, to_bytes = eval("lambda x: " + values, self.names), self.to_bytes
        has_values, has_strides, has_self, has_bits = (
            facet in facets for facet in ("values", "strides", "identity", "exact"))

        def content(x, dtype, sizes, fill):
            count = prod(sizes)
            if count > (CALLED if fill == "operand" else SHOWN):
                is_due = has_values and fill in DATA and count <= DIGESTED
                return f',"crc32":"{zlib.crc32(to_bytes(x)):08x}"' if is_due else ""
            if not has_values:
                return ""
            as_bytes = fill in ("bytes", "bool bytes", "hex") or fill == "operand" and says_bytes
            return f',"bytes":"{to_bytes(x).hex()}"' if as_bytes else f',"values":{VALUES_TEXT[dtype](to_list(x))}'

        # One function without calls of ours, since it runs for every output. Few sizes and strides occur: their texts are kept.
        shown = "_is_shown and fill in _ROWS" if has_values else "False"
        lines = [
            "dtype, sizes, strides, offset, contiguous, storage, bits = _observe(x, memo)",
            "storage = numbers.setdefault(storage, len(numbers))",
            "_sizes, _is_shown = _SIZES[tuple(sizes)]",
            f"elements = ',\"values\":' + _TEXT[dtype]({values}) if {shown} else _content(x, dtype, sizes, fill)",
            "marks = ',\"self\":true' if x is operand else ''" if has_self else "marks = ''"]
        if has_bits:
            lines.append("if bits: marks += ''.join([f',\"{bit}\":true' for bit in bits])")
        if has_strides and in_bytes:
            lines += ["_size = _ITEMSIZE[dtype]", "_strides = _STRIDES[tuple(strides), _size]",
                      "offset = offset // _size if offset % _size == 0 else offset / _size"]
        elif has_strides:
            lines.append("_strides = _STRIDES[tuple(strides)]")
        if has_strides:
            lines.append("if not -_SAFE <= offset <= _SAFE: offset = f'\"{offset}\"'")
        lines.append(f"return f\'\'\'{{{{{template}{{marks}}{{elements}}}}}}\'\'\'")
        scope = {**self.names, "_observe": observe, "_content": content, "_ROWS": ROWS, "_TEXT": VALUES_TEXT, "_SAFE": SAFE,
                 "_SIZES": Made(lambda sizes: (int64_text(sizes), prod(sizes) <= SHOWN)), "_ITEMSIZE": ITEMSIZE,
                 "_STRIDES": Made((lambda key: in_elements(*key)) if in_bytes else int64_text)}
        exec("def output(x, operand, memo, numbers, fill):\n    " + "\n    ".join(lines), scope)
        output = scope["output"]

        def read(x, memo, fill):
            return f"{{{content(x, *observe(x, memo)[:2], fill)[1:]}}}"

        return output, read

    def _spell(self, dtype, sizes, values=None, fill="iota", hex=None, chain=()):
        """[a base's or a literal's fields, steps] -> its expression as code, with the values written out."""
        count, data = prod(sizes), None
        if self.from_bytes and (hex is not None or fill == "bytes"):
            data = bytes.fromhex(str(hex)) if hex is not None else byte_fill(has_bool(dtype, chain), count * itemsize(dtype))
        elif fill == "cycle":
            period = cycle(dtype)
            values = f"({period} * {-(-count // len(period))})[:{count}]"
        else:
            values = code(iota(dtype, count) if values is None else elements(dtype, values))
        of = {"dtype": self._dtype_text(dtype), "sizes": code(sizes), "values": values, "data": repr(data)}
        return re.sub(r"\{(\w+)\}", lambda match: of[match[1]], self.make_text if data is None else self.from_bytes_text)

    def _dtype(self, name):
        """[dtype name] -> what replaces it."""
        if name not in self.dtypes:
            raise Unsupported("dtype", name)
        return self.dtypes[name]

    def _dtype_text(self, name):
        """[dtype name] -> what replaces it, as code that names it where the adapter's names are known."""
        of = self._dtype(name)
        if isinstance(of, (str, int)) or of is None:
            return repr(of)
        if name not in self.dtype_texts:
            self.dtype_texts[name] = next((text for text in spellings(of, name, self.names) if gives(text, self.names, of)), repr(of))
        return self.dtype_texts[name]

    def _spell_sparse(self, layout, dtype, sizes, indices, coalesced):
        """[a sparse base's fields] -> its expression as code."""
        parts = {"indices": self._spell("int64", [len(indices), len(indices[0])], sum(indices, [])),
                 "entries": self._spell(dtype, [len(indices[0]), *sizes[len(indices):]]),
                 "sizes": sizes, "coalesced": coalesced}
        return re.sub(r"\{(\w+)\}", lambda match: str(parts[match[1]]), self.sparse_text)

    def _tensor(self, value, made):
        """[argument, tensors so far] -> the tensor that it names or spells, or the number that it is."""
        if isinstance(value, list):
            return self._named(value, made)
        return self._literal(**value) if isinstance(value, dict) and "dtype" in value else number(value)

    def _items(self, items, made):
        """[an index, tensors so far] -> what stands between the brackets: its only item, or a tuple of them."""
        return self._item(items[0], made) if len(items) == 1 else tuple([self._item(item, made) for item in items])

    def _item(self, item, made=()):
        """[an item of an index, tensors so far] -> what Python's indexing takes: slice, None, ..., a tensor."""
        if isinstance(item, dict):
            if "dtype" in item:
                return self._literal(**item)
            if not item.keys() <= RANGE:
                raise Unsupported("argument", ", ".join(sorted(item.keys() - RANGE)))
            return slice(item.get("start"), item.get("stop"), item.get("step"))
        if isinstance(item, list):
            return self._named(item, made)
        return ... if item == "..." else item

    def _items_text(self, items, name, literal):
        """[an index, name: [step, output] -> code, literal: its fields -> code] -> it as code."""
        def spell(item):
            if isinstance(item, list):
                return name(item)
            if isinstance(item, dict) and "dtype" in item:
                return literal(**item)
            return "..." if item == "..." else repr(self._item(item))
        return spell(items[0]) if len(items) == 1 else f"({', '.join(map(spell, items))})"

    def _literal(self, dtype, sizes, values=None, **unknown):
        """[a literal's fields] -> a fresh tensor; without values it holds iota."""
        if unknown:
            raise Unsupported("argument", ", ".join(sorted(unknown)))
        of = self._dtype(dtype)
        values = iota(dtype, prod(sizes)) if values is None else elements(dtype, values)
        return self.make(of, sizes, values)

    @staticmethod
    def _named(name, made):
        """[[step, output], tensors so far] -> that tensor."""
        step, output = name
        try:
            x = made[step][output]
        except IndexError:
            raise Missing from None
        if x is None:  # dropped, by a chain whose operand another subject has and this one lacks
            raise Missing
        return x

    def _sparse(self, base):
        """[a sparse base] -> it, its entries and its indices."""
        if self.sparse is None or base.keys() != {"layout", "dtype", "sizes", "indices", "coalesced"}:
            raise Unsupported("base", json.dumps(base)[:500])
        rank, count = len(base["indices"]), len(base["indices"][0])
        entries = self._literal(base["dtype"], [count, *base["sizes"][rank:]])
        indices = self._literal("int64", [rank, count], sum(base["indices"], []))
        return self.sparse(indices, entries, base["sizes"], base["coalesced"]), entries, indices

    def _base(self, base, chain):
        """[case] -> its base, a copy in memory of its own, and how it is filled."""
        fill = base.get("fill", "values" if "values" in base else "hex" if "hex" in base else "iota")
        if len(base) != (2 if fill == "iota" else 3) or fill not in ("iota", "bytes", *DATA):
            raise Unsupported("base", json.dumps(base)[:500])
        dtype, sizes = base["dtype"], base["sizes"]
        self._dtype(dtype)
        if fill in ("values", "hex"):
            is_operand = fill == "values" and any(step["op"].startswith("call.") for step in chain)
            return self.clone(self._filled(dtype, sizes, fill, base[fill])), "operand" if is_operand else fill
        if fill == "bytes" and has_bool(dtype, chain):
            fill = "bool bytes"
        key = (dtype, tuple(sizes), fill)
        tensor = self.fresh.get(key)
        if tensor is None:
            tensor = self._filled(dtype, sizes, fill)
            self.kept += prod(sizes)
            if self.kept > KEPT or len(self.fresh) >= 1000:
                self.fresh, self.kept = {}, prod(sizes)
            self.fresh[key] = tensor
        return self._cloned(tensor), fill

    def _cloned(self, tensor):
        """[tensor] -> a copy of it."""
        copy = self.clone(tensor)
        if self.rebinds and copy is tensor:
            raise Misdeclared("clone: expected a new object")
        return copy

    def _filled(self, dtype, sizes, fill, data=None):
        """[dtype name, sizes, fill, and what it is in `values` or `hex`] -> a tensor that holds it."""
        count, of = prod(sizes), self.dtypes[dtype]
        if fill in ("iota", "values") or not self.from_bytes:
            return self.make(of, sizes, elements(dtype, data) if fill == "values" else iota(dtype, count))
        if fill == "hex":
            return self.from_bytes(of, sizes, bytes.fromhex(str(data)))  # parse() makes an integer of digits alone
        if fill == "cycle":
            period = cycle(dtype)
            once = self.to_bytes(self.make(of, [len(period)], period))
            return self.from_bytes(of, sizes, (once * (count // len(period) + 1))[:count * itemsize(dtype)])
        return self.from_bytes(of, sizes, byte_fill(fill == "bool bytes", count * itemsize(dtype)))

    def answer(self, case):
        """[case] -> its reply, a line."""
        if self.run_chains:
            return self.answers([case])[0]
        made, entries = [], []  # made: for each step its outputs; they live until the case ends or drops them
        try:
            fill, memo, numbers = self._begin(case, made)
            self._run(case["chain"], fill, memo, numbers, made, entries)
        except Unsupported as e:
            return self._refusal(case, made, e)
        return self._reply(case, entries)

    def answers(self, cases):
        """[cases] -> their replies, of chains that run whole, and together."""
        begun = []  # of each case: what it has made, how its base is filled, memo, numbers, its chain as a function
        for case in cases:
            made = []
            try:
                begun.append((made, *self._begin(case, made), self._program(case["chain"], made, len(begun))))
            except Unsupported as e:
                begun.append((made, e))
        runs = [run for run in begun if len(run) > 2]
        results = iter(self.run_chains([run[-1] for run in runs], [run[0][0][0] for run in runs]))
        return [self._refusal(case, *run) if len(run) == 2 else self._whole(case, *run, next(results))
                for case, run in zip(cases, begun)]

    def _begin(self, case, made):
        """[case, []] -> how its base is filled, memo, {storage key: number}; `made` gets the base. A base that the library
        refuses costs no process."""
        base, parts, fill = case["base"], (), "iota"
        try:
            if len(base) == 2 and (kept := self.fresh.get((base["dtype"], tuple(base["sizes"]), fill))) is not None:
                x = self._cloned(kept)  # the commonest
            elif "layout" in base:
                x, *parts = self._sparse(base)
            else:
                x, fill = self._base(base, case["chain"])
            self._done()
        except (Unsupported, Misdeclared):
            raise
        except Exception as e:
            self._survive(e)
            raise Unsupported("base", f"{type(e).__name__}: {e}"[:500]) from e
        made.append((x,))
        memo = {}
        if parts:
            return fill, memo, {self.observe(part, memo)[5]: k for k, part in enumerate(parts)}
        return fill, memo, {self.observe(x, memo)[5]: 0}

    @staticmethod
    def _refusal(case, made, error):
        """[case, what was made, Unsupported] -> the reply."""
        refusal = {"step": len(made), "what": error.args[0], "detail": error.args[1]}
        return f'{{"id":{quote(str(case["id"]))},"unsupported":{json.dumps(refusal)}}}\n'

    @staticmethod
    def _reply(case, entries):
        """[case, an entry for each step] -> the reply."""
        return f'{{"id":{quote(str(case["id"]))},"steps":[{",".join(entries)}]}}\n'

    def _call(self, step):
        """[step] -> what _compile made of its op, if its keys are the op's."""
        compiled = self.calls.get(step["op"])
        if compiled is None:
            raise Unsupported("op", step["op"])
        _, keys, with_on, seen, _ = compiled
        if step.keys() != keys and step.keys() != with_on:
            odd = sorted(keys ^ (step.keys() - {"on"}))
            raise Unsupported("argument", f"{step['op']}: {', '.join(odd)}"[:500])
        seen.add(tuple(step))  # looked up faster than compared
        return compiled

    def _run(self, chain, fill, memo, numbers, made, entries):
        """Runs the chain on the base, made[0][0]; appends what each step made, and its entry of the reply."""
        current, output, calls = 0, self.output, self.calls  # its first output is the current tensor
        for n, step in enumerate(chain, 1):
            operand, results = made[current][0], ()
            call, _, _, seen, kind = calls.get(step["op"]) or self._call(step)
            if tuple(step) not in seen:
                self._call(step)
            try:
                if "on" in step:
                    operand = self._named(step["on"], made)
                elif operand is None:
                    raise Missing
                if kind == "outputs":
                    y = call(operand, step, made)
                    if isinstance(y, (tuple, list)):
                        entry, results = self._entry(kind, y, operand, memo, numbers, fill), y
                    else:  # the commonest, without a call
                        entry, results = f'{{"outputs":[{output(y, operand, memo, numbers, fill)}]}}', (y,)
                else:
                    if kind == "forget" or kind == "write" and self.rebinds:
                        operand = y = None
                        self._replace(kind, call, step, step.get("on", [current, 0]), made, memo, numbers)
                    else:
                        y = call(operand, step, made)
                    entry = self._entry(kind, y, operand, memo, numbers, fill)
            except Unsupported:
                raise
            except Missing:
                entry, results = '{"unobserved":true}', ()
            except Exception as e:
                entry, results = self._error(step["op"], e, call.__code__), ()
            entries.append(entry)
            made.append(results)
            if results:
                current = n

    def _whole(self, case, made, fill, memo, numbers, program, y):
        """[case, ..., its chain as a function, what that gave or the exception that it raised] -> the reply, of which
        only the last entry says something."""
        op = case["chain"][-1]["op"]
        try:
            if isinstance(y, Exception):
                raise y
            self._done()
            entry = self._entry(self._call(case["chain"][-1])[-1], y, None, memo, numbers, fill)
        except Unsupported as e:
            return self._refusal(case, made, e)
        except Exception as e:
            entry = self._error(op, e, program.__code__)
        return self._reply(case, ['{"unobserved":true}'] * (len(case["chain"]) - 1) + [entry])

    def _entry(self, kind, y, operand, memo, numbers, fill):
        """[kind of the op, what it gave, operand, ...] -> the entry of the reply."""
        if kind == "outputs":
            if isinstance(y, (tuple, list)):
                texts = [self.output(one, operand, memo, numbers, fill) for one in y]
                return f'{{"outputs":[{",".join(texts)}]}}'
            return f'{{"outputs":[{self.output(y, operand, memo, numbers, fill)}]}}'
        if kind in ("write", "forget"):
            return '{"outputs":[]}'
        if kind == "read":
            return f'{{"outputs":[{self.read(y, memo, fill)}]}}'
        return '{"result":true}' if y else '{"result":false}'

    def _replace(self, kind, call, step, name, made, memo, numbers):
        """Drops a tensor, or puts what a write gives in its place: under this name alone. If then its storage has no
        other tensor, the storage's key is free for another storage."""
        at, output = name
        old, changed = made[at][output], None
        key = self.observe(old, memo)[5]
        new = call(old, step, made) if kind == "write" else None
        if kind == "write" and (new is None or new is old):
            new = changed = old
        made[at] = [new if k == output else x for k, x in enumerate(made[at])]
        del old, new
        alive = [x for outputs in made for x in outputs if x is not None]
        known = memo.get("known", ())  # by_asking's; the tensor that a write changed may be elsewhere now
        ranges = memo.get("ranges", ())  # by_dlpack's
        memo.clear()
        memo["known"] = [(x, k) for x, k in known if x is not changed and any(x is y for y in alive)]
        # A tensor that a write made may lie where its operand did, and is no view of it.
        others = [x for x in alive if kind == "forget" or x is not made[at][output]]
        if ranges:
            memo["ranges"] = [*ranges]
            keys = {self.observe(x, memo)[5] for x in others}
            memo["ranges"] = [row for row in ranges if row[2] in keys]
        if key in numbers and not any(self.observe(x, memo)[5] == key for x in others):
            numbers[object()] = numbers.pop(key)
        if kind == "write":  # Views of what it made may be all that shows of it.
            self.observe(made[at][output], memo)

    def _error(self, op, error, code):
        """[op, exception, what was compiled] -> the entry that reports it; at most 4 KiB of its text."""
        self._survive(error)
        kind, message = self.kind(op, error), quote(str(error)[:600])
        kind = f'"kind":"{kind}",' if kind else ""
        misspelt = ',"misspelt":true' if self._is_misspelt(error, code) else ""
        return f'{{"error":{{{kind}"message":{message}{misspelt}}}}}'

    @staticmethod
    def _is_misspelt(error, code):
        """[exception, what was compiled] -> whether it may be a wrong spelling: Python's, raised by the code itself."""
        at = error.__traceback__
        while at and at.tb_next:
            at = at.tb_next
        is_ours = at and at.tb_frame.f_code is code
        return bool(is_ours) and isinstance(error, (TypeError, AttributeError, NameError, ImportError))

    def serve(self, requests, replies):
        """Answers each line of requests, each case at once, so that a death loses no answer; returns the exit status."""
        answer, write, flush = self.answer, replies.write, replies.flush
        for line in requests:
            request = parse(line)
            if "run" in request and self.hello.get("answers") == "batch":
                replies.write("".join(self.answers(request["run"])).encode())
            elif "run" in request:
                for case in request["run"]:
                    write(answer(case).encode())
                    flush()
            elif "hello" in request:
                if request["hello"].get("protocol") != 1:
                    return 2
                replies.write(json.dumps({"hello": self.hello}).encode() + b"\n")
            elif "bye" in request:
                return 0
            replies.flush()
        return 0

    def main(self):
        """The process: it serves, or prints each case as code: `ADAPTER [OPTION...] --program < requests`."""
        replies = _stdout or sys.stdout.buffer
        if sys.argv[-1:] == ["--program"]:
            for line in sys.stdin.buffer:
                for case in parse(line).get("run", ()):
                    for text in self._shown(case):
                        replies.write(text.encode())
                        replies.flush()
                    replies.write(b"\n\n")
            return 0
        gc.freeze()  # what the imports made is never looked at again
        keep_memory()
        return self.serve(sys.stdin.buffer, replies)

    def program(self, case):
        """[case] -> its lines as code; a step that fails says what it raises."""
        return [line.rpartition("\r")[2] for line in "".join(self._shown(case)).split("\n")]

    def _shown(self, case):
        """[case] -> the pieces of these lines: each line before it runs, which may end the process, and after it what else
        is to be said. What stands before "\\r" in a line has turned out otherwise."""
        base, chain, is_sparse = case["base"], case["chain"], "layout" in case["base"]
        yield "t0 = " + (self._spell_sparse(**base) if is_sparse else self._spell(**base, chain=chain))
        made = [((self._sparse(base) if is_sparse else self._base(base, chain))[0],)]

        def attempt(run, *arguments):
            try:
                return run(*arguments), ""
            except Exception as e:
                return None, f"  # raises {type(e).__name__}: {str(e)[:100]}".splitlines()[0]

        if self.run_chains:
            program = self._program(chain, made)
            yield f"\n{program.source}\nrun_chain(program, t0)"
            yield attempt(self._run_one, program, made[0][0])[1]
            return
        many, current = [False], [0, 0]
        for n, step in enumerate(chain, 1):
            (call, *_, kind), on = self._call(step), step.get("on", current)
            line, other = (self._line(n, step, namer(many)(on), namer(many), gives) for gives in (True, False))
            yield "\n" + line
            y, failure = attempt(lambda: call(self._named(on, made), step, made)) if kind != "forget" else (None, "")
            yield ("\r" + other if y is None and other != line else "") + failure
            if kind == "forget" or kind == "write" and self.rebinds and y is not None:
                made[on[0]] = [y if k == on[1] else x for k, x in enumerate(made[on[0]])]
            many.append(isinstance(y, (tuple, list)))
            made.append(() if failure or kind != "outputs" else y if many[n] else (y,))
            current = [n, 0] if made[n] else current

    def _run_one(self, program, x):
        """[a chain as a function, its base] -> what it gives."""
        (y,) = self.run_chains([program], [x])
        if isinstance(y, Exception):
            raise y
        return y

    def _program(self, chain, made, number=0):
        """[steps, [base], its place in the request] -> the chain as a function of its base, in a file of that number;
        `made` grows with each step that can be spelt."""
        def constant(**fields):
            constants.append(f", c{len(constants)}={self._spell(**fields)}")
            return f"c{len(constants) - 1}"

        name = namer([False, *[step["op"] in OPS and OPS[step["op"]]["many"] for step in chain]])
        constants, lines, current, shown = [], [], [0, 0], "t0"
        for n, step in enumerate(chain, 1):
            kind = self._call(step)[-1]
            operand = name(step["on"]) if "on" in step else name(current) if kind == "write" else shown
            line = self._line(n, step, operand, name, literal=constant)
            if kind in ("query", "read"):
                lines += ["return " + line] * (n == len(chain))
            else:
                lines += [line, "return " + (f"t{n}" if kind == "outputs" else operand)][:1 + (n == len(chain))]
            if kind == "outputs":  # these two may give nothing: then the last tensor is still the current one
                may_be_none = step["op"] == "unbind" or step.get("split_sizes") == []
                current, shown = [n, 0], f"[*t{n}, {shown}][0]" if may_be_none else name([n, 0])
            made.append(())
        source, scope = "\n    ".join([f"def program(t0{''.join(constants)}):", *lines]), {}
        exec(compile(source, f"<program {number}>", "exec"), self.names, scope)
        scope["program"].source = source
        scope["program"].writes = any(self._call(step)[-1] == "write" for step in chain)
        scope["program"].calls = {step["op"] for step in chain if step["op"].startswith("call.")}
        return scope["program"]

    def _line(self, n, step, operand, name, gives=True, literal=None):
        """[number, step, operand as code, name: [step, output] -> code, whether it gives something, literal: its fields ->
        code, if not what spells it] -> it as code."""
        kind = self.calls[step["op"]][-1]
        text = "None" if kind == "forget" else self._text(step, operand, name, literal or self._spell)
        if kind == "outputs" and gives:
            return f"t{n} = {text}"
        if kind == "forget" or kind == "write" and self.rebinds and gives:
            items = operand.partition("[")[0]
            return (f"{items} = [*{items}]; " if items != operand else "") + f"{operand} = {text}"
        return text

    def _text(self, step, operand, name, literal):
        """[step, operand as code, name: [step, output] -> code, literal: its fields -> code] -> its expression as code."""
        if OPS.get(step["op"], {}).get("kind") == "new":  # whose result is the literal itself, which may be written to
            literal = self._spell

        def spell(match):
            value, form = step[match[1]], TYPES[step["op"]][match[1]]
            if form == "index":
                return self._items_text(value, name, literal)
            if form == "dtype":
                return self._dtype_text(value)
            if form in TENSORS and isinstance(value, list):
                return name(value)
            is_literal = form in TENSORS and isinstance(value, dict) and "dtype" in value
            return literal(**value) if is_literal else code(number(value) if form in NUMBERS else value)

        return re.sub(r"\{(\w+)\}", spell, re.sub(r"\bx\b(?!})", operand, self.ops[step["op"]]))

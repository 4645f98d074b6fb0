"""PyTorch as a subject, generic over ops.json: an op is a method of its name, or a property, or aten's.
torch_choices.py has its options: other devices, FakeTensorMode, torch.compile."""
import ctypes
import pathlib
import re
import sys

import viewproof_adapter as sdk

if __name__ == "__main__":
    sdk.guard_stdout()
try:
    import torch
except ImportError as error:
    sdk.refuse_without("torch", error, "torch")

torch.set_num_threads(1)  # a second one waits, spinning, longer than a case takes
TABLE = pathlib.Path(__file__).resolve().parents[2] / "subjects" / "libtorch_errors.tsv"
NAMES = {getattr(torch, d): d for d in sdk.DTYPES if hasattr(torch, d)}


def error_rows(path=TABLE):
    """[the table of libtorch's texts] -> its rows (op or *, pattern of the text, kind, remarks)."""
    rows = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            op, text, kind, *remarks = line.split("\t")
            pattern = re.escape(text).replace(r"\#", r"-?\d+").replace(r"\{op\}", "{op}")
            rows.append((op, pattern, kind, *remarks))
    return rows


def matches(rows, op, text):
    """[rows, op, error text] -> the rows that fit: for the op, else for its alias's target, else for any op. A
    sound table has one for each text."""
    text = re.sub(r"^(\S+:\d+: |\w+ got an unexpected error:\n)", "", text)  # a source line; another error's text
    name = op.split(".")[0]
    for of in (op, sdk.OPS[op].get("alias"), "*"):
        found = [row for row in rows if row[0] == of and re.match(row[1].replace("{op}", name), text)]
        if found:
            return found
    return []


def kind(op, error, rows=error_rows()):
    """[op, exception] -> its error kind, or None for a text that the table lacks."""
    found = matches(rows, op, str(error))
    return found[0][2] if found else None


def expression(op):
    """[row of ops.json] -> the call as text."""
    if op["kind"] in ("observe", "forget"):
        return "x"  # a drop is the SDK's
    if op["kind"] == "new":
        return "{tensor}"
    name = op["name"].split(".")[0]
    spelt = {"dtype": "getattr(torch, {%s})", "memory_format": "memory_format=getattr(torch, {%s})"}
    arguments = [spelt.get(p["type"], "{%s}") % p["name"] for p in op["parameters"]]
    if any(p["type"] == "index" for p in op["parameters"]):
        return f"x.__{name}__({', '.join(arguments)})"
    if not hasattr(torch.Tensor, name):
        overload = op["aten"] if "." in op["aten"] else op["aten"] + ".default"
        return f"torch.ops.aten.{overload}({', '.join(['x', *arguments])})"
    is_method = callable(getattr(torch.Tensor, name))
    return f"x.{name}({', '.join(arguments)})" if is_method else f"x.{name}"


def observe(x, memo):
    """[tensor] -> dtype, sizes, strides and offset in elements, contiguity, storage, bits."""
    bits = [bit for bit, is_set in (("conj", x.is_conj()), ("neg", x.is_neg())) if is_set]
    return (NAMES[x.dtype], list(x.shape), list(x.stride()), x.storage_offset(), x.is_contiguous(),
            x.untyped_storage()._cdata, bits)


def to_bytes(x):
    """[tensor] -> its elements' bytes, row-major, conjugate and negative bits resolved."""
    x = x.resolve_conj().resolve_neg().contiguous()
    return ctypes.string_at(x.data_ptr(), x.nbytes)


def from_bytes(data, dtype, sizes):
    """[bytes, torch's dtype, sizes] -> a tensor that holds them; torch.frombuffer takes no empty buffer."""
    return torch.frombuffer(bytearray(data), dtype=dtype).reshape(sizes) if data else torch.empty(sizes, dtype=dtype)


ADAPTER = sdk.Adapter(
    name="torch", version=torch.__version__, dtypes={d: d for d in NAMES.values()},
    ops={name: expression(op) for name, op in sdk.OPS.items()},
    facets=sdk.FACETS, names=globals(),
    make="torch.tensor({values}, dtype=getattr(torch, {dtype})).reshape({sizes})",
    from_bytes="from_bytes({data}, getattr(torch, {dtype}), {sizes})",
    sparse="torch.sparse_coo_tensor({indices}, {entries}, {sizes}, is_coalesced={coalesced})",
    clone="x.clone()", forms=sdk.FORMS, observe=observe, values="x.reshape(-1).tolist()", bytes="to_bytes(x)", kind=kind)

if __name__ == "__main__":
    sys.argv[1:], CALLS = sdk.asked_calls(sys.argv[1:], pathlib.Path(__file__).resolve().parent)
    if sys.argv[1:] not in ([], ["--program"]):
        import torch_choices
        ADAPTER = torch_choices.chosen(ADAPTER, globals())
    if CALLS:
        ADAPTER.names["F"] = torch.nn.functional
        if "of_calls" in ADAPTER.names:
            CALLS = ADAPTER.names["of_calls"](CALLS, ADAPTER.hello)
        ADAPTER.declare_calls(CALLS, ADAPTER.names.get("wrapped"))
    sys.exit(ADAPTER.main())

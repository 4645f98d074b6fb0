"""The options of torch_adapter.py: any device of PyTorch, and its modes. Each gives an adapter that differs from that of
eager PyTorch on the CPU only in what it says here."""
import argparse
import importlib
import inspect
import re

import torch
import viewproof_adapter as sdk

ENTRIES = ("indices", "values")  # ops of sparse tensors
WITHOUT_VALUES = [f for f in sdk.FACETS if f != "values"]


def options(words=None):
    """[words of the command line] -> the options."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--device")
    parser.add_argument("--import", dest="module")
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--fake", action="store_true")
    mode.add_argument("--functionalize", action="store_true")
    mode.add_argument("--refs", action="store_true")
    mode.add_argument("--compile", metavar="BACKEND")
    parser.add_argument("--program", action="store_true")
    parser.error = lambda why: sdk.refuse(f"torch: {why}")
    return parser.parse_args(words)


def first_sentence(error):
    """[exception] -> its class and the first sentence of its text."""
    text = f"{type(error).__name__}: {str(error).strip()}".splitlines()[0]
    return text.split(". ")[0].rstrip(".")[:300]


def load(module):
    """Imports what makes a device known."""
    try:
        importlib.import_module(module)
    except Exception as error:  # an import runs anything
        sdk.refuse(f"torch: --import {module}: {first_sentence(error)}; install it for this Python, or name its folder in PYTHONPATH")


def find_device(name):
    """[name] -> the device, on which a tensor can be made."""
    try:
        device = torch.device(name)
        torch.empty(1, device=device)
        return device
    except Exception as error:  # each backend raises another class
        sdk.refuse(f"torch: --device {name}: {first_sentence(error)}; install a PyTorch that has it, or name the package that "
                   "makes it known with --import")


def can(act):
    """[function] -> whether it raises nothing."""
    try:
        act()
        return True
    except Exception:  # each backend raises another class
        return False


def without(ops, names):
    """[ops, names] -> the ops but those."""
    return {op: text for op, text in ops.items() if op not in names}


class CopyKernelAtFault(RuntimeError):
    """Two readings of one tensor differ."""


def indexed(x):
    """[tensor] -> what its metadata says of its storage's bytes, as a tensor on the CPU; bits as x has them."""
    y = torch.empty(0, dtype=x.dtype, device="cpu").set_(x.untyped_storage().cpu(), x.storage_offset(), x.size(), x.stride())
    y = y.conj() if x.is_conj() else y
    return y._neg_view() if x.is_neg() else y


def reader(to_bytes):
    """[to_bytes of a tensor on the CPU] -> the function that reads a tensor twice, onto the CPU."""
    def read(x):
        if not x.numel():
            return torch.empty(0, dtype=x.dtype, device="cpu")
        here, there = indexed(x), x.cpu()
        if to_bytes(here) != to_bytes(there):
            raise CopyKernelAtFault(
                f"a copy kernel is at fault, not the view: its storage and metadata say {shown(here)}, .cpu() of it says "
                f"{shown(there)}")
        return here
    return read


def shown(x):
    """[tensor on the CPU] -> its first elements as text."""
    values = x.reshape(-1)[:12].tolist()
    return f"[{', '.join(map(str, values))}{', ...' if x.numel() > 12 else ''}]"


def chosen(eager, names):
    """[torch_adapter's adapter, its globals] -> the adapter of the options."""
    choice = options()
    if choice.module:
        load(choice.module)
    facts = {
        "name": "torch", "version": torch.__version__, "dtypes": eager.dtypes, "names": names, "facets": sdk.FACETS,
        "ops": eager.ops, "forms": sdk.FORMS, "make": eager.make_text, "from_bytes": eager.from_bytes_text,
        "sparse": eager.sparse_text, "clone": "x.clone()", "observe": eager.observe, "kind": eager.kind,
        "values": "x.reshape(-1).tolist()", "bytes": "to_bytes(x)"}
    if choice.device:
        on_device(facts, find_device(choice.device))
    return sdk.Adapter(**facts)


def on_device(facts, device):
    """Changes the facts to those of a device."""
    facts["device"] = str(device)
    names = facts["names"] | {"device": device}
    facts["names"] = names
    if device.type == "meta":
        facts |= {"facets": WITHOUT_VALUES, "make": "torch.empty({sizes}, dtype=getattr(torch, {dtype}), device=device)",
                  "ops": without(facts["ops"], ENTRIES),
                  "values": "None", "bytes": "None", "from_bytes": None, "sparse": None}
        return
    names["read"] = reader(names["to_bytes"])
    if not can(lambda: torch.eye(2).to_sparse().to(device).values()):
        facts |= {"ops": without(facts["ops"], ENTRIES), "sparse": None}
    facts |= {"make": f"{facts['make']}.to(device)", "from_bytes": f"{facts['from_bytes']}.to(device)",
              "values": "read(x).reshape(-1).tolist()", "bytes": "to_bytes(read(x))"}

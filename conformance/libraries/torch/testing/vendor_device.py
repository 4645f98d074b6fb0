"""A device of a vendor, in Python: memory of the CPU that only its own kernels see. `--import vendor_device --device
privateuseone:0`. VENDOR_BUG plants one bug, to see that it is found: offset, strides or contiguous."""
import os
import weakref

import torch
from torch.utils._pytree import tree_map_only
from torch.utils.backend_registration import _setup_privateuseone_for_python_backend

_setup_privateuseone_for_python_backend("vendor")
DEVICE = torch.device("vendor:0")
CPU = torch._C.DispatchKeySet(torch._C.DispatchKey.CPU)
BUG = os.environ.get("VENDOR_BUG", "")
aten = torch.ops.aten
memory = {}  # address of a storage of ours -> a tensor of the CPU that owns it


def allocate(nbytes, dtype):
    """[bytes, dtype] -> a tensor of the device of no elements, in memory of so many bytes."""
    if nbytes < 0:
        raise RuntimeError("Storage size calculation overflowed with sizes=")
    owner = torch.empty(max(nbytes, 1), dtype=torch.uint8, device="cpu")
    storage = torch._C._construct_storage_from_data_pointer(owner.data_ptr(), DEVICE, nbytes)
    memory[owner.data_ptr()] = owner
    weakref.finalize(storage, memory.pop, owner.data_ptr())
    return redispatch(aten.set_.source_Storage_storage_offset, torch._C._acc.create_empty_tensor([0], dtype), storage, 0, [0], [1])


def redispatch(op, *args, **kwargs):
    """Runs the CPU's kernel as it is: for what looks at sizes and strides alone."""
    return op.redispatch(CPU, *args, **kwargs)


def on_cpu(x):
    """[tensor] -> if it is of the device, its memory as a tensor of the CPU."""
    if x.device.type != "vendor":
        return x
    owner = memory[x.untyped_storage().data_ptr()]
    y = torch.empty(0, dtype=x.dtype, device="cpu").set_(owner.untyped_storage(), x.storage_offset(), x.size(), x.stride())
    y = y.conj() if x.is_conj() else y
    return y._neg_view() if x.is_neg() else y


def on_device(y):
    """[tensor of the CPU] -> a copy of it on the device, strides included."""
    x = empty_strided(y.size(), y.stride(), dtype=y.dtype)
    on_cpu(x).copy_(y)
    return x


def empty_strided(size, stride, dtype=None, **_):
    meta = torch.empty_strided(size, stride, dtype=dtype, device="meta")
    return redispatch(aten.as_strided.default, allocate(meta.untyped_storage().nbytes(), meta.dtype), size, stride, 0)


def empty(size, dtype=None, memory_format=None, **_):
    meta = torch.empty(size, dtype=dtype, device="meta", memory_format=memory_format or torch.contiguous_format)
    return empty_strided(size, meta.stride(), dtype=meta.dtype)


def copy_from(source, target, non_blocking=False):
    if BUG == "strides" and target.device.type == "cpu":
        source = redispatch(aten.as_strided.default, source, source.size(), empty(source.size(), source.dtype).stride())
    on_cpu(target).copy_(on_cpu(source))
    return target


def fallback(op, *args, **kwargs):
    """Any other op: on the memory, by the CPU; what is new moves to the device."""
    ours = {}  # id of a tensor of the CPU -> that of the device

    def down(x):
        y = on_cpu(x)
        ours[id(y)] = x
        return y

    args, kwargs = tree_map_only(torch.Tensor, down, (args, kwargs))
    if isinstance(kwargs.get("device"), torch.device):
        kwargs["device"] = torch.device("cpu")
    results = op(*args, **kwargs)
    return tree_map_only(torch.Tensor, lambda y: ours[id(y)] if id(y) in ours else on_device(y), results)


KERNELS = {"empty.memory_format": empty, "empty_strided": empty_strided, "_copy_from": copy_from}
VIEWS = ("view", "as_strided", "unfold", "_reshape_alias", "alias", "view.dtype", "view_as_real", "view_as_complex",
         "set_.source_Storage_storage_offset", "set_.source_Storage", "set_.source_Tensor")
for name in VIEWS:
    packet, _, overload = name.partition(".")
    KERNELS[name] = (lambda op: lambda *a, **k: redispatch(op, *a, **k))(getattr(getattr(aten, packet), overload or "default"))
if BUG == "offset":
    KERNELS["as_strided"] = lambda x, size, stride, offset=None: redispatch(aten.as_strided.default, x, size, stride, 0)
if BUG == "contiguous":
    KERNELS["contiguous"] = lambda x, **_: x
AROUND = [lambda kernel, *args, **kwargs: kernel(*args, **kwargs)]  # how each kernel is run: late_device.py has another way


def run_by(kernel):
    """[kernel] -> it, run as AROUND says."""
    return lambda *args, **kwargs: AROUND[0](kernel, *args, **kwargs)


LIBRARIES = [torch.library.Library("aten", "IMPL"), torch.library.Library("_", "IMPL")]  # kept: they undo what they did
for name, kernel in KERNELS.items():
    LIBRARIES[0].impl(name, run_by(kernel), "PrivateUse1")
for key in ("Conjugate", "Negative"):  # copy_ comes here with the bits; without this it would resolve them by a copy
    LIBRARIES[0].impl("_copy_from", torch.library.fallthrough_kernel, key)
LIBRARIES[1].fallback(run_by(fallback), "PrivateUse1")

"""torch as a subject without any of viewproof's code, to be copied: ops, a base, a read-out, a loop; no error kinds.
NotImplementedError means that the adapter, not the library, lacks an op, an argument, a base or a dtype."""
import json
import os
replies = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)  # what a library prints goes to standard error, never between the replies
try:
    import torch
except ImportError as error:  # exit status 3 before the hello: `check` shows these lines, and starts it no more
    os.write(2, f"tiny: {error}; install it:\n    python3 -m pip install torch\n".encode())
    os._exit(3)
OPS = {op: names.split() for names, ops in (group.split(":") for group in """
    : T contiguous detach is_contiguous mT read squeeze t zero_; dim: squeeze.dim squeeze.dims unbind unsqueeze;
    size: broadcast_to expand view; other: expand_as reshape_as view_as; dim0 dim1: swapdims transpose; axis0 axis1: swapaxes;
    size stride storage_offset: as_strided; chunks dim: chunk; src: copy_; offset dim1 dim2: diagonal; value: fill_;
    start_dim end_dim: flatten; sections: hsplit vsplit; indices: hsplit.indices vsplit.indices; dims: permute;
    source destination: movedim; dim start length: narrow; shape: reshape; dim index: select; dim sizes: unflatten;
    dim start end step: slice; split_size dim: split; split_sizes dim: split_with_sizes; sections dim: tensor_split;
    indices dim: tensor_split.indices; dimension size step: unfold""".split(";")) for op in ops.split()}
DTYPES = "bool uint8 int8 int16 int32 int64 float16 bfloat16 float32 float64".split()
HELLO = {"protocol": 1, "subject": {"name": "tiny", "version": torch.__version__, "language": "python"},
         "ops": sorted(OPS), "dtypes": DTYPES, "facets": ["values", "strides", "alias", "identity", "exact"]}

def tensor(dtype, sizes, values=None):
    """A fresh tensor; without values element k holds k + 1 (bool: whether 3 divides k)."""
    if dtype not in DTYPES:
        raise NotImplementedError("dtype", dtype)
    iota = [k % 3 == 0 if dtype == "bool" else k + 1 for k in range(torch.Size(sizes).numel())]
    return torch.tensor(values or iota, dtype=getattr(torch, dtype)).reshape(sizes)

def wide(value):
    """Integers beyond 2^53 - 1 are decimal strings: turns those into integers, and such integers into those."""
    if isinstance(value, (list, tuple)):
        return [wide(v) for v in value]
    return int(value) if isinstance(value, str) else str(value) if value and abs(value) >= 2**53 else value

def show(x, operand, storages):
    """What is seen of an output: geometry in elements, storages numbered as they appear, values."""
    number = storages.setdefault(x.untyped_storage()._cdata, len(storages))
    seen = {"dtype": str(x.dtype)[6:], "sizes": wide(x.shape), "strides": wide(x.stride()),
            "offset": wide(x.storage_offset()), "contiguous": x.is_contiguous(), "storage": number}
    return {**seen, **({"self": True} if x is operand else {}), **({"values": x.flatten().tolist()} if x.numel() <= 256 else {})}

def answer(step, made, storages):
    """[step, the tensors of each step so far] -> its entry; adds its outputs to made."""
    op, names = step["op"], OPS.get(step["op"], [])
    made.append([])
    if op not in OPS or step.keys() - {"on"} != {"op", *names}:
        raise NotImplementedError("argument" if op in OPS else "op", json.dumps(step)[:500])
    try:  # without `on`, a step acts on the first output of the last step that has any
        x = made[step["on"][0]][step["on"][1]] if "on" in step else next(filter(None, reversed(made)))[0]
        arguments = [wide(step[n]) if n not in ("other", "src") else tensor(**step[n])
                     if isinstance(step[n], dict) else made[step[n][0]][step[n][1]] for n in names]
    except IndexError:
        return {"unobserved": True}
    try:
        if op == "read":
            return {"outputs": [{k: v for k, v in show(x, x, {}).items() if k == "values"}]}
        y = torch.ops.aten.slice(x, *arguments) if op == "slice" else getattr(x, op.split(".")[0])
        y = y(*arguments) if callable(y) else y  # T is no method
    except Exception as e:
        return {"error": {"message": str(e)[:1000]}}
    made[-1] = [] if op.endswith("_") or op == "is_contiguous" else list(y) if isinstance(y, (tuple, list)) else [y]
    return {"result": y} if op == "is_contiguous" else {"outputs": [show(y, x, storages) for y in made[-1]]}

for request in map(json.loads, os.fdopen(0)):  # end of input ends the loop, and the process
    for case in request.get("run", []):
        made = []  # every tensor lives to the end of its case: a freed storage's address would come back
        try:
            if case["base"].keys() != {"dtype", "sizes"}:
                raise NotImplementedError("base", json.dumps(case["base"]))
            made.append([tensor(**case["base"])])
            storages = {made[0][0].untyped_storage()._cdata: 0}
            reply = {"steps": [answer(step, made, storages) for step in case["chain"]]}
        except NotImplementedError as e:
            reply = {"unsupported": {"step": max(0, len(made) - 1), "what": e.args[0], "detail": e.args[1]}}
        print(json.dumps({"id": case["id"], **reply}), file=replies, flush=True)
    print(json.dumps({"hello": HELLO}) + "\n" if "hello" in request else "", end="", file=replies, flush=True)

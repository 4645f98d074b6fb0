"""The options of torch_adapter.py: any device of PyTorch, and its modes. Each gives an adapter that differs from that of
eager PyTorch on the CPU only in what it says here."""
import argparse
import gc
import importlib
import inspect
import logging
import re
import sys

import torch
import viewproof_adapter as sdk
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils._python_dispatch import TorchDispatchMode

ENTRIES = ("indices", "values")  # ops of sparse tensors
GRAPH, GRAPH_OF_INDUCTOR = 64, 128  # chains
WITHOUT_VALUES = [f for f in sdk.FACETS if f != "values"]


def options(words=None):
    """[words of the command line] -> the options."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--device")
    parser.add_argument("--import", dest="module")
    parser.add_argument("--index-range", action="store_true")
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--fake", action="store_true")
    mode.add_argument("--functionalize", action="store_true")
    mode.add_argument("--refs", action="store_true")
    mode.add_argument("--compile", metavar="BACKEND")
    parser.add_argument("--eager-views", action="store_true")
    parser.add_argument("--program", action="store_true")
    parser.error = lambda why: sdk.refuse(f"torch: {why}; its options are listed by", "viewproof check torch --help")
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
        sdk.refuse(f"torch: --import {module}: {first_sentence(error)}; name its folder in PYTHONPATH, or install it:",
                   sdk.pip(module.split(".")[0]))


def find_device(name):
    """[name] -> the device, on which a tensor can be made."""
    try:
        device = torch.device(name)
        torch.empty(1, device=device)
        return device
    except Exception as error:  # each backend raises another class
        sdk.refuse(f"torch: --device {name}: {first_sentence(error)}; name the package that makes it known with --import, or "
                   "install a PyTorch that has it; what this one has is listed by", f"{sys.executable} -m torch.utils.collect_env")


def synchronizer(device):
    """[device] -> the function that waits for it: its module's, else the accelerator's if that is it, each with or without the
    device as argument; else a copy of one element."""
    one, modules = torch.zeros(1).to(device), [getattr(torch, device.type, None)]
    if can(lambda: torch.accelerator.current_accelerator().type) and torch.accelerator.current_accelerator().type == device.type:
        modules.append(torch.accelerator)
    ways = [way for of in modules for way in (lambda of=of: of.synchronize(device), lambda of=of: of.synchronize())]
    return next((way for way in ways if can(way)), lambda: one.cpu())


def probe(device):
    """Makes a tensor of one element, adds to it and reads it; raises if the device works no longer."""
    if torch.ones(1, device=device).add_(1).item() != 2:
        raise RuntimeError(f"1 + 1 is not 2 on {device}")


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


def agree(x, y, to_bytes):
    """[two tensors on the CPU, to_bytes] -> whether they have the same elements: bit for bit, but of what is under a bit as
    numbers, since each device has NaNs of its own there."""
    if x.is_conj() or x.is_neg():
        return bool(((x == y) | (x != x) & (y != y)).all())
    return to_bytes(x) == to_bytes(y)


def reader(to_bytes):
    """[to_bytes of a tensor on the CPU] -> the function that reads a tensor twice, onto the CPU."""
    def read(x):
        if not x.numel():
            return torch.empty(0, dtype=x.dtype, device="cpu")
        here, there = indexed(x), x.cpu()
        if not agree(here, there, to_bytes):
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
    names = dict(names)
    facts = {
        "name": "torch", "version": torch.__version__, "dtypes": eager.dtypes, "names": names, "facets": sdk.FACETS,
        "ops": eager.ops, "forms": sdk.FORMS, "make": eager.make_text, "from_bytes": eager.from_bytes_text,
        "sparse": eager.sparse_text, "clone": "x.clone()", "observe": eager.observe, "kind": eager.kind,
        "case_seconds": 30,  # The first of a mode imports what it needs: 0.5 s.
        "values": "plain(x).reshape(-1).tolist()", "bytes": "to_bytes(plain(x))"}
    names["plain"] = lambda x: x
    if choice.fake:
        fake(facts)
    if choice.device:
        on_device(facts, find_device(choice.device))
    if "synchronize" in facts and not choice.index_range:
        facts["index_range"] = False  # PyTorch's kernels look at the numbers: an error of that kind ends the process
    if choice.functionalize:
        functionalize(facts)
    elif choice.refs:
        refs(facts)
    elif choice.compile:
        compiled(facts, choice.compile, choice.eager_views)
    if choice.eager_views and not choice.compile:
        sdk.refuse("torch: --eager-views goes with --compile, as in",
                   "viewproof check torch --compile inductor --eager-views")
    if facts["sparse"] is None:
        facts["ops"] = without(facts["ops"], ENTRIES)
    if "error_kind" not in facts["facets"]:
        del facts["kind"]
    return sdk.Adapter(**facts)


def on_device(facts, device):
    """Makes every tensor on the device, and reads it from there twice."""
    names = facts["names"]
    names["device"] = device
    facts["device"] = str(device)
    if device.type == "meta":
        structure_only(facts, "torch.empty({sizes}, dtype=getattr(torch, {dtype}), device=device)")
    elif facts["from_bytes"]:
        if device.type != "cpu":  # from where nothing is copied, and which answers when it is done
            names["plain"] = reader(names["to_bytes"])
            facts.update(synchronize=synchronizer(device), probe=lambda: probe(device))
            facts["dtypes"] = {d: d for d in facts["dtypes"] if can(lambda: torch.zeros(1, dtype=getattr(torch, d)).to(device))}
            eager, own = facts["kind"], names["error_rows"](names["TABLE"].with_name("device_errors.tsv"))
            facts["kind"] = lambda op, error: eager(op, error) or eager(op, error, own)
        facts["from_bytes"] += ".to(device)"
        if not can(lambda: torch.eye(2).to_sparse().to(device).values()):
            facts["sparse"] = None
    if device.type != "meta":
        facts["make"] += ".to(device)"


def structure_only(facts, make):
    """Tensors without elements: `make` is how one is made."""
    facts.update(facets=without_facets(facts, "values"), make=make, values="None", bytes="None", from_bytes=None, sparse=None)


def without_facets(facts, *names):
    """[facts, facets] -> their facets but these."""
    return [facet for facet in facts["facets"] if facet not in names]


def fake(facts):
    """All that follows is done by FakeTensorMode, whose tensors have a device, but no elements. Of a small tensor it knows
    the elements, as it must of an index."""
    def make(values, dtype, sizes):
        is_known = len(values) < 128
        return torch.tensor(values, dtype=dtype).reshape(sizes) if is_known else torch.empty(sizes, dtype=dtype)

    from torch._subclasses.fake_tensor import FakeTensorMode
    mode = FakeTensorMode()
    mode.cache_enabled = False  # Else an answer depends on what ran before: bugs/fake-empty-view-twice.md
    mode.__enter__()
    facts["names"]["make"] = make
    structure_only(facts, "make({values}, getattr(torch, {dtype}), {sizes})")
    facts.update(device="fake cpu", facets=without_facets(facts, "error_kind"))


def functionalize(facts):
    """All that follows is done in a level of functionalization, as in torch.func.functionalize: a write is carried out on
    a copy, and shown by what is a view."""
    from torch._C import _functorch
    level, read = _functorch._func_increment_nesting(True), facts["names"]["plain"]

    def plain(x):
        """[tensor of the level] -> the tensor in it, with all writes"""
        torch._sync(x)
        return read(_functorch._unwrap_functional_tensor(x, True))

    def wrapped(x):
        """[tensor] -> it in the level, where torch.empty makes it at once"""
        return x if torch._is_functional_tensor(x) else _functorch._wrap_functional_tensor(x, level)

    facts["names"].update(plain=plain, wrapped=wrapped, of_calls=of_functional)
    if facts["from_bytes"]:
        facts["from_bytes"] = f"wrapped({facts['from_bytes']})"
    facts["sparse"] = None


def of_functional(kernels, hello):
    """[kernels as sdk.read_calls gives them, hello] -> those for functional tensors; hello says what is left out.
    Functionalization refuses most strided targets, and any target of many kernels
    (bugs/functionalize-out-of-a-permuted-view-refused.md). The ways out of PyTorch look into the storage of the wrapper."""
    ways_out = ["from_dlpack", "tolist", "pickle", "deepcopy"]
    hello["left_out"] = [*hello.get("left_out", ()), "out= of kernels, which functionalization refuses",
                         f"{', '.join(ways_out)}: a functional tensor has no elements of its own"]
    return [{key: value for key, value in kernel.items() if key != "out"} for kernel in kernels if kernel["name"] not in ways_out]


def of_compiled(kernels, hello):
    """The same for compiled graphs, which lose what a kernel writes that does not declare so
    (bugs/compile-batch-norm-update-lost.md)."""
    hello["left_out"] = [*hello.get("left_out", ()), "batch_norm_update_stats, of which a graph loses what it writes"]
    return [kernel for kernel in kernels if kernel["name"] != "batch_norm_update_stats"]


def refs(facts):
    """torch._refs: what it has not is eager PyTorch's, and so borrowed, writes among them."""
    import torch._refs as refs
    facts["names"]["refs"] = refs
    own = {op: text for op, text in ((op, ref(refs, op)) for op in facts["ops"]) if text}
    own.update(read="x", drop="x")
    facts.update(ops=own, borrowed=without(facts["ops"], [*own, *ENTRIES]), sparse=None,
                 facets=without_facets(facts, "error_kind"))


def ref(refs, op):
    """[torch._refs, op] -> the call of its function that has the op's parameters, as text; None if there is none."""
    function = getattr(refs, op.split(".")[0], None)
    if not inspect.isroutine(function) or "dtype" in sdk.TYPES[op].values():  # refs.view takes sizes alone
        return None
    arguments = [f"{{{name}}}" for name in sdk.TYPES[op]]
    try:
        inspect.signature(function).bind("x", *arguments)
    except TypeError:
        return None
    return f"refs.{op.split('.')[0]}({', '.join(['x', *arguments])})"


class Breaks(TorchDispatchMode):
    """Raises where Dynamo breaks a graph: at a result whose sizes or number depend on elements, as those of a mask. Also where
    inductor fails only when all of a graph is compiled: at a copy of a storage's own elements to all of it, and at as_strided
    of complex numbers with the negative bit."""
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        indices = args[1] if func is torch.ops.aten.index.Tensor else ()
        if torch.Tag.data_dependent_output in func.tags or any(i is not None and i.element_size() == 1 for i in indices):
            raise NotImplementedError(f"{func} breaks a graph")
        late = False
        if func is torch.ops.aten.copy_.default:
            late = torch._C._is_alias_of(*args[:2]) and args[0].nbytes == args[0].untyped_storage().nbytes()
        elif func is torch.ops.aten.as_strided.default:
            late = args[0].is_complex() and args[0].is_neg()
        if late:
            raise NotImplementedError(f"{func} fails late")
        return func(*args, **(kwargs or {}))


def compiled(facts, backend, of_views):
    """torch.compile: of a chain its last step shows. Chains that eager PyTorch accepts and that break no graph are compiled
    64 in a graph (inductor: 128), but a write that functionalization refuses by itself; those at fault when it fails, and
    all others, alone. With `of_views` a chain's last op alone is compiled, each in a graph of its own.
    Dynamo meets mistakes in fake tensors, whose texts are not eager PyTorch's."""
    if backend not in torch._dynamo.list_backends(None):
        sdk.refuse(f"torch: --compile {backend}: there is {', '.join(torch._dynamo.list_backends())}, as in",
                   "viewproof check torch --compile inductor")
    facts["names"]["of_calls"] = of_compiled
    logging.disable(logging.CRITICAL)  # they tell each refusal again, with two stacks
    # Else an answer depends on what this machine compiled before: bugs/inductor-cache-of-another-number.md
    importlib.import_module("torch._functorch.config").enable_autograd_cache = False
    # A quarter of the time and more goes without these: to time the guards of each graph, Dynamo empties the processor's caches (50 ms),
    # and after each it looks for cycles, as Python does all the time in what it makes.
    importlib.import_module("torch._dynamo.guards").profile_guard_manager = lambda *_: 0.0
    torch._dynamo.config.run_gc_after_compile = False
    gc.set_threshold(100_000, 50, 100)

    # For graphs of many chains; a write to complex numbers, which another order can lose, runs by itself.
    few_kernels = {"_post_fusion_custom_pass": calls_first, "reorder_for_peak_memory": False} if backend == "inductor" else {}

    def run(function, inputs, fullgraph, **options):
        torch._dynamo.reset()
        # Else the second compilation of a kernel differs from the first: bugs/compile-solve-out-refused-the-second-time.md
        FakeTensorMode.cache_clear()
        # A graph runs once: no guard need tell whether it fits another base.
        return torch.compile(function, backend=backend, dynamic=False, fullgraph=fullgraph,
                             options={"guard_filter_fn": lambda guards: [False] * len(guards), **options})(*inputs)

    def together(programs, bases):
        return run(lambda *xs: [program(x) for program, x in zip(programs, xs)], bases, fullgraph=True, **few_kernels)

    def run_chains(programs, bases):
        """[programs, bases] -> for each what it gives, or its exception"""
        def fits(k):
            if backend == "inductor" and programs[k].writes and bases[k].is_complex():
                return False  # Its result depends on the graph's others: bugs/inductor-complex-write-lost.md
            with Breaks():
                if not can(lambda: programs[k](bases[k].clone())):
                    return False
            for call in programs[k].calls - is_whole.keys():
                is_whole[call] = can(lambda: run(programs[k], [bases[k].clone()], fullgraph=True))
            if not all(is_whole[call] for call in programs[k].calls):
                return False
            # A graph is traced in 0.4 s, and fails once for each of these.
            written = torch.func.functionalize(programs[k], remove="mutations")
            return not programs[k].writes or can(lambda: written(bases[k].clone()))

        def attempt(part):
            kept = [bases[k].clone() for k in part]
            try:
                results.update(zip(part, together([programs[k] for k in part], [bases[k] for k in part])))
            except Exception as error:
                for k, x in zip(part, kept):  # what was written before it failed
                    bases[k].copy_(x)
                return error

        results, fitting = {}, [k for k in range(len(programs)) if fits(k)]
        # More writes fail; of complex numbers inductor has no loops, and begins another kernel after them.
        for writes in (False, True):
            chosen = sorted((k for k in fitting if programs[k].writes == writes), key=lambda k: bases[k].is_complex())
            for first in range(0, len(chosen), graph):
                without_faults(chosen[first:first + graph], attempt)
        is_whole.update((call, False) for k in fitting if k not in results for call in programs[k].calls)
        return [results[k] if k in results else alone(program, [x]) for k, (program, x) in enumerate(zip(programs, bases))]

    def alone(program, inputs):
        try:
            return run(program, inputs, fullgraph=False)
        except Exception as error:
            return error

    def of_views_alone(program, x):
        begin, rest = divided(program)
        return alone(rest, begin(x))

    # Each graph of inductor costs a run of the C++ compiler: larger graphs and batches mean fewer runs.
    is_whole = {}  # call of a kernel -> whether it breaks no graph: one of many is traced again without each that does
    graph, batch = (GRAPH_OF_INDUCTOR, 3 * GRAPH_OF_INDUCTOR) if backend == "inductor" else (GRAPH, GRAPH)
    device = f"{facts.get('device', 'cpu')}, {backend}" + (" of views" if of_views else "")
    facts.update(run_chains=sdk.one_by_one(of_views_alone) if of_views else run_chains, batch=batch, case_seconds=240,
                 facets=without_facets(facts, "identity", "error_kind"), sparse=None, device=device)


def divided(program):
    """[a chain as a function] -> its steps but the last, or the last before a `read`, as a function that gives a list; and the
    others as a function of that list's tensors, which are views and may share a storage."""
    head, *lines = program.source.splitlines()
    before, after = lines[:-2], lines[-2:]  # the last is what the chain returns
    made = ["t0", *(found[1] for line in before if (found := re.match(r"    (t\d+) = ", line)))]
    used = [name for name in made if re.search(rf"\b{name}\b", "\n".join(after))] or ["t0"]
    texts = {"begin": [*before, f"    return ({', '.join(used)},)"], "rest": after}
    scope = {}
    for name, body in texts.items():
        inputs = "t0" if name == "begin" else ", ".join(used)
        source = "\n".join([head.replace("def program(t0", f"def {name}({inputs}"), *body])
        exec(compile(source, program.__code__.co_filename, "exec"), program.__globals__, scope)
    return scope["begin"], scope["rest"]


def calls_first(nodes):
    """[inductor's loops and calls, in an order] -> in another, in which each still comes after what it needs: loops that no
    call parts are one kernel, and a kernel costs half a second of the C++ compiler."""
    makers = {name: node for node in nodes for name in node.get_buffer_names()}
    needs = {node: {makers[need.name] for need in node.unmet_dependencies if need.name in makers} - {node} for node in nodes}
    ordered, is_call = {}, True
    while len(ordered) < len(nodes):
        ready = [node for node in nodes if node not in ordered and node.is_extern() == is_call and needs[node] <= ordered.keys()]
        ordered.update(dict.fromkeys(ready))
        is_call = is_call if ready else not is_call
    return [*ordered]


def without_faults(items, act):
    """[list of programs' numbers, function of a list that returns None or an exception] -> nothing: act is called with all
    of them, then without those that the exception names, then with each half if it names none, down to two."""
    while len(items) > 1 and (error := act(items)):
        named = {int(number) for number in re.findall(r'"<program (\d+)>"', str(error))}
        kept = [k for k in items if k not in named]
        if len(kept) == len(items):
            without_faults(items[:len(items) // 2], act)
            return without_faults(items[len(items) // 2:], act)
        items = kept

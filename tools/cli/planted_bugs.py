"""Bugs of libraries, planted in numpy_adapter and torch_adapter, for diagnosis_test.py: planted_bugs.py NAME is an adapter.

A bug is what the calls of some ops become: `<right>` is the adapter's own expression. Its truth is what a diagnosis may
say of it: the known bug and the condition, by their names in conformance/subjects; None where no known bug is that. Another bug
may stand beside it, and its hello may lack a facet.
"""
import importlib
import sys
from math import prod

import viewproof_adapter as sdk


def bug(name, ops, truth=None, *, beside=None, lacks=None):
    """[name: library and what goes wrong, {ops: expression}, (known bug, condition)] -> a row of the table"""
    return {"name": name, "library": name.split()[0], "ops": {op: text for all_, text in ops.items() for op in all_.split()},
            "truth": truth, "beside": beside, "lacks": lacks}


N3 = "operand: rank >= 3"
N4 = "operand: rank >= 4"
ODD = "operand: not contiguous"

# The known bugs describe these.
INSIDE = [
    # Kernels that write.
    bug("torch fill_ writes nothing from rank 3 on", {"fill_": "x if x.dim() >= 3 else <right>"}, ("write_lost", N3)),
    bug("numpy fill_ writes nothing from rank 4 on", {"fill_": "x if x.ndim >= 4 else <right>"}, ("write_lost", N4),
        beside="numpy slice takes its end too", lacks="strides"),
    bug("torch zero_ writes to a contiguous copy", {"zero_": "x.contiguous().zero_()"}, ("write_to_copy", "")),
    bug("numpy fill_ writes to a contiguous copy", {"fill_": "np.ascontiguousarray(x).fill({value}) if x.ndim else <right>"},
        ("write_to_copy", "")),
    bug("torch copy_ has no kernel for int16", {"copy_": "x if x.dtype == torch.int16 else <right>"},
        ("write_lost", "operand: dtype int16"), beside="torch flatten reads columns first"),
    bug("numpy copy_ has no kernel for float64", {"copy_": "x if x.dtype == np.float64 else <right>"},
        ("write_lost", "operand: dtype float64"), lacks="error_kind"),
    bug("torch copy_ reads its source from the start of the storage",
        {"copy_": "x.copy_(lay({src}, {src}.shape, strides({src}), 0))"}, ("source_offset_ignored", "")),
    bug("torch copy_ takes its source for row-major",
        {"copy_": "x.copy_(lay({src}, {src}.shape, row_major({src}.shape), begin({src})))"}, ("source_strides_ignored", ""),
        lacks="strides"),
    bug("numpy copy_ rounds a fraction", {"copy_": "copy_rounded(x, {src})"}, ("rounded", "")),
    bug("torch copy_ takes a complex number's length", {"copy_": "copy_length(x, {src})"}, ("length_for_real", "")),
    bug("torch add_ loses the last elements of a vector of 8", {"add_": "without_tail(x, 8, lambda: <right>)"},
        ("write_tail_lost_8", "")),
    bug("numpy fill_ loses the last elements of a vector of 8", {"fill_": "without_tail(x, 8, lambda: <right>)"},
        ("write_tail_lost_8", ""), beside="numpy moveaxis goes one too far"),
    bug("torch zero_ forgets the last element", {"zero_": "without_tail(x, -1, lambda: <right>)"}, ("last_element_lost", "")),
    bug("numpy zero_ fills the gaps too", {"zero_": "fill_gaps(x, 0)"}, ("gaps_overwritten", "")),
    bug("torch fill_ fills the gaps too", {"fill_": "fill_gaps(x, {value})"}, ("gaps_overwritten", ""),
        beside="torch select takes the next one"),
    bug("numpy setitem writes nothing from rank 3 on", {"setitem": "x if x.ndim >= 3 else <right>"}, ("write_lost", N3),
        lacks="error_kind"),
    bug("torch zero_ has no kernel for strided tensors of rank 3", {"zero_": "x if x.dim() >= 3 and not x.is_contiguous() else <right>"},
        ("write_lost", N3 + ", " + ODD), beside="torch expand copies from rank 4 on"),

    # Kernels that copy.
    bug("torch contiguous copies a block of memory",
        {"contiguous": "x if x.is_contiguous() else lay(x, x.shape, row_major(x.shape), begin(x)).clone()"},
        ("copy_of_a_block", "")),
    bug("numpy contiguous copies in the order of memory", {"contiguous": "x if x.flags.c_contiguous else in_memory_order(x)"},
        ("copy_in_storage_order", ""), lacks="strides"),
    bug("torch clone starts at the storage", {"clone": "lay(x, x.shape, strides(x), 0).clone()"}, ("operand_offset_ignored", "")),
    bug("numpy clone starts at the memory's start", {"clone": "lay(x, x.shape, strides(x), 0).copy(order='K')"},
        ("operand_offset_ignored", ""), beside="numpy unsqueeze one place too far"),
    bug("torch clone goes through float32", {"clone": "x.to(torch.complex64 if x.is_complex() else torch.float32).to(x.dtype)"},
        ("through_float32", ""), lacks="error_kind"),
    bug("numpy contiguous gives zeros in int16", {"contiguous": "(np.zeros(x.shape, x.dtype)"
                                                  " if x.dtype == np.int16 and not x.flags.c_contiguous else <right>)"},
        ("copy_of_zeros", "operand: dtype int16")),
    bug("torch contiguous loses the tail of a vector of 8",
        {"contiguous": "x if x.is_contiguous() else zero_tail(<right>, 8)"}, ("tail_lost_8", "")),
    bug("torch contiguous takes column-major for contiguous",
        {"contiguous": "x if x.dim() >= 2 and x.numel() and x.permute(*range(x.dim())[::-1]).is_contiguous() else <right>"},
        ("operand_returned", "operand: column-major")),
    bug("numpy contiguous takes column-major for contiguous", {"contiguous": "x if x.size and x.flags.f_contiguous else <right>"},
        ("operand_returned", "operand: column-major"), beside="numpy fill_ writes one more"),

    # Views that copy.
    bug("torch narrow copies", {"narrow": "<right>.clone()"}, ("copied", "")),
    bug("numpy diagonal copies", {"diagonal": "<right>.copy()"}, ("copied", ""), lacks="error_kind"),
    bug("torch expand copies from rank 4 on", {"expand": "<right>.contiguous() if len({size}) >= 4 else <right>"},
        ("copied", "result: rank >= 4")),
    bug("numpy select copies from rank 4 on", {"select": "<right>.copy() if x.ndim >= 4 else <right>"}, ("copied", N4),
        lacks="strides"),
    bug("torch slice copies what is strided", {"slice": "<right>.clone() if not x.is_contiguous() else <right>"}, ("copied", ODD),
        beside="torch squeeze drops the first only"),
    bug("torch unbind copies", {"unbind": "[y.clone() for y in <right>]"}, ("copied", "")),

    # Headers.
    bug("torch select forgets the operand's offset", {"select": "shifted(<right>, -begin(x))"}, ("operand_offset_ignored", "")),
    bug("numpy slice forgets the operand's offset", {"slice": "shifted(<right>, -begin(x))"}, ("operand_offset_ignored", ""),
        lacks="error_kind"),
    bug("torch diagonal begins where its operand does", {"diagonal": "shifted(<right>, begin(x) - begin(<right>))"},
        ("offset_kept", "")),
    bug("numpy transpose changes sizes and no strides", {"transpose": "lay(<right>, <right>.shape, row_major(<right>.shape), begin(x))"},
        ("strides_row_major", "")),
    bug("torch t changes sizes and no strides", {"t": "lay(<right>, <right>.shape, row_major(<right>.shape), begin(x))"},
        ("strides_row_major", ""), lacks="error_kind"),
    bug("torch as_strided counts from the operand's offset",
        {"as_strided": "<right> if {storage_offset} is None else shifted(<right>, begin(x))"}, ("offset_from_operand", "")),
    bug("torch view takes every operand for row-major", {"view": "lay(x, x.shape, row_major(x.shape), begin(x)).view({size})"},
        ("operand_strides_ignored", "")),
    bug("torch unfold gives itself the strides of bytes",
        {"unfold": "lay(<right>, <right>.shape, [s * x.element_size() for s in strides(<right>)], begin(<right>))"},
        ("strides_in_bytes", "")),

    # Permutations.
    bug("torch permute is the inverse", {"permute": "x.permute(inverse({dims}))"}, ("permutation_inverted", "")),
    bug("numpy permute is the inverse", {"permute": "x.transpose(inverse({dims}))"}, ("permutation_inverted", ""),
        lacks="strides"),
    bug("torch select counts axes from the last", {"select": "x.select(-1 - {dim}, {index})"}, ("axes_from_the_last", "")),
    bug("numpy moveaxis moves the destination to the source",
        {"moveaxis": "np.moveaxis(x, {destination}, {source})"}, ("last_two_swapped", "")),
    bug("torch movedim moves the destination to the source", {"movedim": "x.movedim({destination}, {source})"},
        ("last_two_swapped", ""), beside="torch copy_ copies twice of complex"),
    bug("torch T of rank 3 and more leaves the axes", {"T": "x if x.dim() >= 3 else <right>"}, ("operand_returned", N3)),

    # Arguments.
    bug("torch transpose knows no negative dimension", {"transpose": "refuse('negative') if min({dim0}, {dim1}) < 0 else <right>"},
        ("negative_dim_refused", "")),
    bug("numpy unsqueeze knows no negative dimension", {"unsqueeze": "refuse('negative') if {dim} < 0 else <right>"},
        ("negative_dim_refused", ""), lacks="error_kind"),
    bug("torch getitem takes negative numbers for 0", {"getitem": "x.__getitem__(unsigned({index}))"}, ("index_not_wrapped", "")),
    bug("torch slice takes a missing end for 0", {"slice": "torch.ops.aten.slice.Tensor(x, {dim}, {start} or 0, {end} or 0, {step})"},
        ("null_is_zero", "")),
    bug("torch select clamps a dimension", {"select": "x.select(max(-x.dim(), min({dim}, x.dim() - 1)), {index})"}, ("dim_clamped", ""),
        beside="torch fill_ writes every other one"),

    # Lists.
    bug("torch split drops the shorter last part", {"split": "whole_parts(<right>)"}, ("short_last_dropped", "")),
    bug("numpy unbind lacks the last", {"unbind": "<right>[:-1]"}, ("last_dropped", ""), beside="numpy squeeze.dim drops nothing"),
    bug("torch tensor_split gives the last first", {"tensor_split": "<right>[::-1]"}, ("reversed", ""), lacks="strides"),

    # Refusals.
    bug("torch reshape wants contiguous tensors", {"reshape": "<right> if x.is_contiguous() else refuse('not contiguous')"},
        ("gaps_refused", ""), lacks="error_kind"),
    bug("numpy ravel wants contiguous arrays", {"ravel": "<right> if x.flags.c_contiguous else refuse('not contiguous')"},
        ("gaps_refused", ""), lacks="strides"),
    bug("torch clone refuses nothing", {"clone": "refuse('empty') if x.numel() == 0 else <right>"}, ("empty_refused", ""),
        beside="torch view shifts by one"),
    bug("numpy reshape wants a dimension", {"reshape": "<right> if x.ndim else refuse('scalar')"}, ("rank_zero_refused", "")),
    bug("torch flatten knows no expanded tensor", {"flatten": "refuse('expanded') if expanded(x) else <right>"},
        ("stride_zero_refused", "")),
    bug("numpy contiguous refuses rank 5", {"contiguous": "refuse('rank') if x.ndim >= 5 else <right>"},
        ("refused", "operand: rank >= 5"), beside="numpy transpose flips"),
]

# No known bug is one of these.
OUTSIDE = [
    bug("torch fill_ writes every other one", {"fill_": "every_other(x, lambda: <right>)"}),
    bug("numpy fill_ writes one more", {"fill_": "x.fill({value} + 1 if type({value}) is int and {value} < 100 else 3)"}),
    bug("torch zero_ writes ones", {"zero_": "x.fill_(1)"}, beside="torch zero_ writes to a contiguous copy"),
    bug("numpy zero_ writes ones", {"zero_": "x.fill(1)"}, lacks="strides"),
    bug("torch add_ subtracts", {"add_": "x.sub_({other}) if x.dtype != torch.bool else <right>"}),
    bug("numpy add_ adds twice", {"add_": "(<right>, <right>)[0]"}, beside="numpy select copies from rank 4 on"),
    bug("torch copy_ copies backwards", {"copy_": "x.copy_({src}.flip(-1) if {src}.dim() else {src})"}, lacks="strides"),
    bug("numpy copy_ copies backwards", {"copy_": "np.copyto(x, {src}[::-1] if {src}.ndim else {src})"}, lacks="error_kind"),
    bug("torch copy_ copies twice of complex", {"copy_": "x.copy_({src} * 2 if {src}.is_complex() else {src})"}),
    bug("torch copy_ transposes square ones", {"copy_": "x.copy_({src}.mT if square({src}) else {src})"}),
    bug("torch setitem writes twice the value", {"setitem": "x.__setitem__({index}, twice({value}))"}),
    bug("numpy setitem writes the first only", {"setitem": "first_only(x, lambda: <right>)"}, beside="numpy permute is the inverse"),
    bug("torch setitem writes to a clone of a small tensor", {"setitem": "(x.clone() if x.numel() <= 6 else x).__setitem__({index}, {value})"},
        lacks="strides"),
    bug("torch clone is column-major", {"clone": "columns(x)"}),
    bug("numpy clone is column-major", {"clone": "x.copy(order='F')"}),
    bug("torch clone shifts the values by one", {"clone": "<right>.flatten().roll(1).reshape(x.shape) if x.numel() > 1 else <right>"},
        beside="torch narrow copies"),
    bug("numpy contiguous flips the last axis", {"contiguous": "np.ascontiguousarray(x[..., ::-1]) if x.ndim else x"}, lacks="error_kind"),
    bug("torch contiguous sorts", {"contiguous": "x if x.is_contiguous() or x.is_complex() else x.flatten().sort().values.reshape(x.shape)"}),
    bug("torch flatten reads columns first", {"flatten": "(columns(x).permute(*range(x.dim())[::-1]).reshape(-1)"
                                              " if x.dim() > 1 and ({start_dim}, {end_dim}) == (0, -1) else <right>)"}),
    bug("numpy ravel reads columns first", {"ravel": "x.ravel(order='F')"}),
    bug("numpy reshape reads columns first", {"reshape": "x.reshape({shape}, order='F')"}, lacks="strides"),
    bug("torch reshape gives the last size first", {"reshape": "x.reshape([*{shape}][::-1]) if -1 not in {shape} else <right>"}),
    bug("torch view shifts by one", {"view": "shifted(<right>, 1) if begin(x) + x.numel() < room(x) else <right>"}),
    bug("torch select takes the next one", {"select": "x.select({dim}, {index} + 1 if 0 <= {index} < x.shape[{dim}] - 1 else {index})"}),
    bug("numpy select takes the first of negatives", {"select": "np.moveaxis(x, {dim}, 0)[max({index}, 0), ...]"}),
    bug("torch select forgets the sign", {"select": "x.select({dim}, abs({index}))"}, lacks="error_kind"),
    bug("numpy slice takes its end too", {"slice": "x.swapaxes(0, {dim})[{start}:None if {end} is None or {end} < 0 else {end} + 1:{step}].swapaxes(0, {dim})"}),
    bug("torch slice ignores its step", {"slice": "torch.ops.aten.slice.Tensor(x, {dim}, {start}, {end}, 1)"}, lacks="error_kind"),
    bug("numpy slice begins one later", {"slice": "x.swapaxes(0, {dim})[({start} or 0) + 1:{end}:{step}].swapaxes(0, {dim})"},
        beside="numpy clone starts at the memory's start"),
    bug("torch narrow is one short", {"narrow": "x.narrow({dim}, {start}, max({length} - 1, 0))"}, lacks="strides"),
    bug("numpy narrow is one short", {"narrow": "x.swapaxes(0, {dim})[{start}:][:max({length} - 1, 0)].swapaxes(0, {dim})"}),
    bug("torch diagonal takes the other side", {"diagonal": "x.diagonal(-{offset}, {dim1}, {dim2})"}, beside="torch diagonal begins where its operand does"),
    bug("numpy diagonal is at 0", {"diagonal": "x.diagonal(0, {dim1}, {dim2})"}, beside="numpy ravel wants contiguous arrays"),
    bug("numpy moveaxis goes one too far", {"moveaxis": "further(x, {source}, {destination})"}),
    bug("torch movedim leaves rank 3", {"movedim": "x if x.dim() == 3 and x.numel() % 2 else <right>"}, lacks="error_kind"),
    bug("torch permute rotates", {"permute": "x.permute([*{dims}][1:] + [*{dims}][:1])"}),
    bug("numpy permute forgets all but two", {"permute": "x.transpose({dims}) if x.ndim <= 2 else x.swapaxes(0, 1)"}),
    bug("numpy transpose flips", {"transpose": "np.flip(<right>, {dim0})"}),
    bug("torch transpose gives its operand for a negative dim0", {"transpose": "x if {dim0} < 0 else <right>"},
        beside="torch fill_ writes nothing from rank 3 on"),
    bug("torch mT is T", {"mT": "x.permute(*range(x.dim())[::-1]) if x.dim() >= 2 else <right>"}, beside="torch add_ loses the last elements of a vector of 8"),
    bug("numpy mT turns the first two", {"mT": "x.swapaxes(0, 1) if x.ndim >= 2 else <right>"}, lacks="strides"),
    bug("numpy unsqueeze one place too far", {"unsqueeze": "np.expand_dims(x, min({dim} + 1, x.ndim) if {dim} >= 0 else {dim})"}, beside="numpy unbind lacks the last"),
    bug("torch unsqueeze adds two", {"unsqueeze": "<right>.unsqueeze(0)"}, beside="torch diagonal begins where its operand does"),
    bug("torch squeeze drops the first only", {"squeeze": "squeeze_one(x)"}, beside="torch view takes every operand for row-major"),
    bug("numpy squeeze drops none between", {"squeeze": "x.squeeze(0) if x.ndim and x.shape[0] == 1 else x"}, lacks="error_kind"),
    bug("numpy squeeze.dim drops nothing", {"squeeze.dim": "x[...] if x.ndim >= 2 and x.size % 3 == 0 else <right>"}),
    bug("torch expand repeats a slice too many", {"expand": "<right> if not {size} or x.numel() < 2 else <right>[..., :1].expand_as(<right>)"}),
    bug("numpy broadcast_to aligns to the left", {"broadcast_to expand": "to_the_left(x, {size})"},
        beside="numpy zero_ fills the gaps too"),
    bug("torch unbind skips every other one", {"unbind": "<right>[::2]"}),
    bug("numpy split cuts one later", {"split": "np.split(x, range({split_size} + 1, x.shape[{dim}], {split_size}), {dim})"},
        lacks="strides"),
    bug("torch chunk gives one more", {"chunk": "x.chunk({chunks} + 1, {dim})"}, beside="torch split drops the shorter last part"),
    bug("torch getitem swaps its index tensors", {"getitem": "x.__getitem__(swapped({index}))"}),
    bug("numpy getitem flips what tensors pick", {"getitem": "flipped_pick(np.asarray(x[{index}]), {index})"}, beside="numpy diagonal copies"),
    bug("torch getitem begins one later", {"getitem": "x.__getitem__(later({index}))"}, lacks="error_kind"),
    bug("torch refuses what has a number of elements that 3 divides", {"view": "refuse('3') if x.numel() % 3 == 0 and x.numel() else <right>"},
        beside="torch clone starts at the storage"),
    bug("numpy transpose refuses what it saw before", {"transpose": "once(x, lambda: <right>)"}),
    bug("torch fill_ ends the process on complex128 of rank 3",
        {"fill_": "die() if x.dtype == torch.complex128 and x.dim() == 3 else <right>"}, beside="torch zero_ forgets the last element"),
    bug("numpy is_contiguous is true of every row", {"is_contiguous": "x.ndim == 0 or x.strides[-1] == x.itemsize"}),
    bug("torch T refuses what is odd", {"T": "refuse('odd') if x.numel() % 2 else <right>"}, lacks="strides"),
    bug("torch view_as gives another dtype", {"view_as": "<right>.view(torch.int16) if x.dtype == torch.float16 else <right>.to(torch.float32)"}),
]


# The expressions use these, for tensors of either library. Strides and offsets count elements.

def row_major(sizes):
    """[sizes] -> the strides of a fresh tensor"""
    return [prod(max(n, 1) for n in sizes[d + 1:]) for d in range(len(sizes))]


def strides(x):
    """[tensor] -> its strides"""
    return [s // x.itemsize for s in x.strides] if hasattr(x, "strides") else list(x.stride())


def begin(x):
    """[tensor] -> its offset"""
    return RIGHT.offset(x, None) // x.itemsize if hasattr(x, "strides") else x.storage_offset()


def room(x):
    """[tensor] -> the elements of its storage"""
    return RIGHT.root(x).nbytes // x.itemsize if hasattr(x, "strides") else x.untyped_storage().nbytes() // x.element_size()


def lay(x, sizes, steps, start):
    """[tensor, sizes, strides, offset] -> that of its storage; refused if it is not all there"""
    if start < 0 or prod(sizes) and start + sum((n - 1) * s for n, s in zip(sizes, steps)) >= room(x):
        raise RuntimeError("setStorage: out of bounds for storage")
    if hasattr(x, "strides"):
        return RIGHT.np.ndarray(sizes, x.dtype, RIGHT.root(x), start * x.itemsize, [s * x.itemsize for s in steps])
    return x.as_strided(sizes, steps, start)


def shifted(x, by):
    """[tensor, elements] -> it, so many elements later"""
    return lay(x, x.shape, strides(x), begin(x) + by)


def refuse(why):
    """[text] -> nothing"""
    raise RuntimeError(why + " is not supported")


def die():
    """-> nothing, ever"""
    import os
    os.abort()


def clone(x):
    """[tensor] -> a copy"""
    return x.copy() if hasattr(x, "strides") else x.clone()


def put_back(x, was, lost):
    """[tensor, what it held, whether element k is lost] -> it, those put back"""
    flat_ = [k for k in range(prod(x.shape)) if lost(k)]
    for k in flat_:
        at = []
        for n in reversed(x.shape):
            at.append(k % n)
            k //= n
        x[tuple(reversed(at))] = was[tuple(reversed(at))]
    return x


def without_tail(x, block, write):
    """[target, elements of a vector or -1: all but one, a write] -> the target"""
    was = clone(x)
    write()
    count = prod(x.shape)
    whole = count - 1 if block < 0 else count // block * block
    return put_back(x, was, lambda k: k >= whole)


def every_other(x, write):
    """[target, a write] -> the target"""
    was = clone(x)
    write()
    return put_back(x, was, lambda k: k % 2)


def first_only(x, write):
    """[target, a write] -> the target, of which the first element that changed is new"""
    was = clone(x)
    write()
    new = clone(x)
    x[...] = was
    changed = (new != was).nonzero()
    if len(changed) and len(changed[0]):
        at = tuple(int(d[0]) for d in changed)
        x[at] = new[at]
    return x


def zero_tail(x, block):
    """[fresh tensor, elements of a vector] -> it, the tail 0"""
    flat_ = x.reshape(-1)
    flat_[len(flat_) // block * block:] = 0
    return x


def fill_gaps(x, value):
    """[target, number] -> it, written from its first address to its last"""
    if prod(x.shape):
        last = sum((n - 1) * s for n, s in zip(x.shape, strides(x)))
        lay(x, [last + 1], [1], begin(x))[...] = value
    return x


def in_memory_order(x):
    """[array] -> a copy, filled as the memory goes"""
    return x.ravel(order="K").reshape(x.shape).copy()


def columns(x):
    """[tensor] -> a column-major copy"""
    return x.permute(*range(x.dim())[::-1]).clone(memory_format=RIGHT.torch.contiguous_format).permute(*range(x.dim())[::-1])


def copy_rounded(x, src):
    """[target, source] -> as copyto, but rounds"""
    np = RIGHT.np
    rounds = x.dtype.kind in "iu" and src.dtype.kind in "f"
    np.copyto(x, np.rint(src) if rounds else src)


def copy_length(x, src):
    """[target, source] -> as copy_, but of a complex number takes the length for a real one"""
    return x.copy_(src.abs() if src.is_complex() and not x.is_complex() and x.dtype != RIGHT.torch.bool else src)


def inverse(dims):
    """[dimensions] -> the inverse permutation; what is none stays"""
    wrapped = [d % len(dims) if -len(dims) <= d < len(dims) else d for d in dims]
    return [wrapped.index(d) for d in range(len(dims))] if sorted(wrapped) == list(range(len(dims))) else dims


def flat(index):
    """[index] -> its items"""
    return list(index) if isinstance(index, (tuple, list)) else [index]


def changed_items(index, change):
    """[index, what an item becomes] -> the index"""
    items = [change(item) for item in flat(index)]
    return tuple(items) if isinstance(index, tuple) else items[0] if not isinstance(index, list) else items


def unsigned(index):
    """[index] -> it, 0 for a negative number"""
    def change(item):
        if type(item) is int:
            return max(item, 0)
        if hasattr(item, "clamp") and item.dtype in (RIGHT.torch.int64, RIGHT.torch.int32, RIGHT.torch.int16, RIGHT.torch.int8):
            return item.clamp(min=0)
        return item
    return changed_items(index, change)


def later(index):
    """[index] -> it, ranges begin one later"""
    return changed_items(index, lambda item: slice((item.start or 0) + 1, item.stop, item.step) if isinstance(item, slice) else item)


def swapped(index):
    """[index] -> it, its first two tensors exchanged"""
    items = flat(index)
    at = [k for k, item in enumerate(items) if hasattr(item, "shape") and item.dtype == RIGHT.torch.int64]
    if len(at) >= 2:
        items[at[0]], items[at[1]] = items[at[1]], items[at[0]]
    return tuple(items) if isinstance(index, tuple) else index


def flipped_pick(y, index):
    """[what was picked, the index] -> it, its first axis turned if arrays picked it"""
    return y[::-1].copy() if y.ndim and any(hasattr(item, "shape") for item in flat(index)) else y


def twice(value):
    """[number or tensor] -> twice of it"""
    return value if isinstance(value, bool) else value * 2


def whole_parts(parts):
    """[tensors] -> without a last one of other sizes"""
    return parts[:-1] if len(parts) > 1 and parts[-1].shape != parts[0].shape else parts


def squeeze_one(x):
    """[tensor] -> without its first dimension of size 1"""
    one = next((d for d, n in enumerate(x.shape) if n == 1), None)
    return x[...] if one is None else x.squeeze(one)


def square(x):
    """[tensor] -> whether it is a square matrix"""
    return x.dim() == 2 and x.shape[0] == x.shape[1]


def expanded(x):
    """[tensor] -> whether a stride is 0"""
    return any(n > 1 and s == 0 for n, s in zip(x.shape, strides(x)))


def further(x, source, destination):
    """[array, from, to] -> moved one place further, where there is one"""
    return RIGHT.np.moveaxis(x, source, destination + 1 if type(destination) is int and 0 <= destination < x.ndim - 1 else destination)


def to_the_left(x, size):
    """[array, sizes] -> broadcast with sizes of 1 appended"""
    np = RIGHT.np
    return np.broadcast_to(x[(...,) + (None,) * max(len(size) - x.ndim, 0)], size)


SEEN = set()


def once(x, call):
    """[array, a call] -> what it gives the first time for these sizes"""
    key = x.shape, x.dtype, x.strides
    if key in SEEN:
        raise RuntimeError("already planned")
    SEEN.add(key)
    return call()


RIGHT = None  # The library's own adapter.
LACKS = {None: (), "strides": ("strides", "exact"), "error_kind": ("error_kind",)}  # Facets of a hello that lacks these.


def adapter(row, known):
    """[row of the table or None, {name: row}] -> the adapter with its bugs"""
    facts = {key: value for key, value in CALLS.items()}
    ops = dict(facts["ops"])
    for one in [row] + ([known[row["beside"]]] if row["beside"] else []):
        for op, text in one["ops"].items():
            ops[op] = text.replace("<right>", f"({facts['ops'][op]})")
    lacking = LACKS[row["lacks"]]
    facts.update(ops=ops, facets=tuple(f for f in facts["facets"] if f not in lacking), names={**facts["names"], **globals()})
    if row["lacks"] == "error_kind":
        del facts["kind"]
    return sdk.Adapter(**facts)


def main(name):
    """[name of a row, or "numpy right strides"] -> exit status"""
    global RIGHT, CALLS
    known = {row["name"]: row for row in INSIDE + OUTSIDE}
    library, _, rest = name.partition(" ")
    row = known.get(name) or bug(name, {}, lacks={"right strides": "strides", "right error_kind": "error_kind", "right": None}[rest])
    made = sdk.Adapter
    CALLS = {}

    def remember(**facts):
        CALLS.update(facts)
        return made(**facts)

    sdk.Adapter = remember
    RIGHT = importlib.import_module(f"{library}_adapter")
    sdk.Adapter = made
    sys.argv[1:] = sys.argv[2:]
    return adapter(row, known).main()


if __name__ == "__main__":
    sdk.guard_stdout()
    sys.exit(main(sys.argv[1]))

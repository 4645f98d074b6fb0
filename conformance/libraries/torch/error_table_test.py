"""Self test of the tables of torch's error texts: python3 error_table_test.py (needs torch 2.13)."""
import unittest

import torch_adapter


class ErrorTable(unittest.TestCase):
    """Each text of torch fits one row of libtorch_errors.tsv, and each row is met."""

    maxDiff = None

    adapter = torch_adapter

    def calls(self):
        """Calls that are refused, in every way that an op of the table knows: (op, tensor, arguments)."""
        torch = self.adapter.torch
        wide = (-2**63, 2**61, 2**62, 2**63 - 1)
        lists = [[], [-3], [5], [2, -1], [-1, -1], [-1, 0], [0, -1], [2, 2, 2, 2], [-2**63], [0, 2, 2**62],
                 [2**63 - 1] * 2, [2**62] * 2, [-3, 0, 0], [-1, -1, -1, -1], [-3, 1, 1], [0, 0, 0], [1, 1, 9]]
        tensors = [torch.ones(()), torch.zeros(0), torch.ones(1, 1), torch.ones(2, 3), torch.ones(2, 3, 4),
                   torch.ones(4, 3, 2).permute(2, 1, 0), torch.ones(1).expand(3), torch.ones(1, 2, 1),
                   torch.ones(1).expand(2**31, 2**30), torch.ones(2, 4, 0), torch.ones(24), torch.ones(4, 1)]
        small = [x for x in tensors if x.numel() < 100]
        line = torch.arange(6.0)
        for x in tensors:
            for sizes in lists:
                for op in ("view", "expand", "broadcast_to", "flip", "permute", "squeeze.dims",
                           *(["reshape"] if x.numel() < 100 else [])):
                    yield op, x, [sizes]
                for dims in lists:
                    yield "movedim", x, [sizes, dims]
                for dim in (0, 9):
                    yield "unflatten", x, [dim, sizes]
                yield "split_with_sizes", x, [sizes, 0]
                yield "tensor_split.indices", x, [sizes, 0]
                for op in ("hsplit.indices", "vsplit.indices"):
                    yield op, x, [sizes]
                for stride in ([], [0], [-1], [2**62], [1, 1], [0, 0], [-2**63]):
                    for offset in (None, -1, 0, 9, 2**62):
                        yield "as_strided", x, [sizes, stride, offset]
            for a in (-9, -1, 0, 1, 2, 9, *wide):
                for op in ("squeeze.dim", "unsqueeze"):
                    yield op, x, [a]
                if x.numel() < 100:
                    yield "unbind", x, [a]
                if a < 9 or 0 < x.numel() < 100 and (a == 2**63 - 1 or not x.dim()):
                    yield "chunk", x, [a, 0]
                if a < 1:
                    for op in ("split", "tensor_split"):
                        yield op, x, [a, 0]
                if a <= 9:
                    for op in ("hsplit", "vsplit"):
                        yield op, x, [a]
                for b in (-9, -1, 0, 1, 2, 9, *wide):
                    for op in ("transpose", "swapaxes", "swapdims", "select", "flatten"):
                        if op != "flatten" or x.numel() < 100:
                            yield op, x, [a, b]
                    yield "diagonal", x, [0, a, b]
                    for c in (-1, 0, 1, 9, *wide):
                        yield "narrow", x, [a, b, c]
                        yield "unfold", x, [a, b, c]
                        yield "slice", x, [a, b, c, -1]
                        yield "slice", x, [a, None, None, c]
            yield "t", x, []
            yield "mT", x, []
        ones = torch.ones
        lists = [torch.tensor(v) for v in ([0, 1], [0, 1, 2], [99], [True], 0.5, [0.5])]
        for x in small:
            for index in (9, 0, (0,) * 9, slice(None), slice(None, None, 0), slice(None, None, -1), (..., lists[2]),
                          *lists, tuple(lists[:2]), torch.tensor([1, 0], dtype=torch.uint8)):
                yield "getitem", x, [index]
                for value in (1, ones(2, 2), ones(3), ones(7, dtype=torch.int64), x):
                    yield "setitem", x if 0 in x.stride() else x.clone(), [index, value]
        matrix = ones(2, 3)
        yield "setitem", matrix, [lists[0], ones(3, dtype=torch.int64)]
        yield "setitem", matrix, [lists[0], matrix]
        for x in small:
            for y in small:
                for op in ("view_as", "reshape_as", "expand_as"):
                    yield op, x, [y]
                for op in ("copy_", "add_"):
                    yield op, x if 0 in x.stride() else x.clone(), [y]
            for name in ("contiguous_format", "channels_last", "channels_last_3d", "preserve_format"):
                yield "contiguous.format", x, {"memory_format": getattr(torch, name)}
        for number in (300, 0.5, 1j):
            for op in ("fill_", "add_"):
                yield op, torch.ones(2, dtype=torch.uint8), [number]
        bits = torch.ones(2, dtype=torch.complex64).conj()
        for x in (*tensors, line[1:5], line.view(2, 3)[:, :2], line.expand(2**60, 6), bits, bits.imag):
            for dtype in (torch.float16, torch.float32, torch.float64, torch.complex128):
                yield "view.dtype", x, [dtype]
        far = small[1].as_strided([2, 0], [2**62, 1])
        for op, other in (("expand", [1, 2, 0]), ("broadcast_to", [1, 2, 0]), ("expand_as", torch.zeros(1, 2, 0))):
            yield op, far, [other]
        yield "diagonal", torch.ones(1).as_strided([1, 1], [2**62, 2**62]), [0, 0, 1]
        loose = torch.sparse_coo_tensor([[0, 0]], [1.0, 1.0], [2])
        for x in (line, loose):
            for op in ("indices", "values"):
                yield op, x, []
        yield "copy_", line[1:], [line[:-1]]
        number, rows = torch.ones((), dtype=torch.complex64), torch.ones(3, 3)
        for x in (number, number.expand(3), number.conj(), number.expand(2**62),
                  torch.ones(()), rows, rows[:2].t(), rows[:, :2], rows[0, 1:]):
            for op in ("H", "adjoint", "imag", "mH", "real", "view_as_complex", "view_as_real"):
                yield op, x, []
        for x in (rows, torch.sparse_coo_tensor([[0, 0]], [1.0, 2.0], [2])):
            for op in ("indices", "values"):
                yield op, x, []

    def call(self, op, x, arguments):
        """[op, tensor, arguments] -> what torch makes of them; without arguments, as the adapter calls it."""
        if not arguments:
            return self.adapter.ADAPTER.calls[op][0](x, {}, [])
        name = op.split(".")[0]
        torch = self.adapter.torch
        method = (getattr(torch.Tensor, name, None) or getattr(torch.Tensor, f"__{name}__", None)
                  or torch.ops.aten.slice.Tensor)
        return method(x, **arguments) if isinstance(arguments, dict) else method(x, *arguments)

    def test_each_text_fits_one_row_and_each_row_is_met(self):
        rows = self.adapter.error_rows()
        met = set()
        for op, x, arguments in self.calls():
            try:
                self.call(op, x, arguments)
            except Exception as e:
                fit = self.adapter.matches(rows, op, str(e))
                self.assertEqual(len(fit), 1, (op, arguments, str(e)[:200], fit))
                met.add(fit[0])
        self.assertEqual([r for r in rows if r not in met and "cpp" not in r], [])

    def test_each_row_for_a_device_fits_its_example_alone(self):
        rows = self.adapter.error_rows()
        kinds = {row[2] for row in rows}  # each of the protocol's
        devices = self.adapter.error_rows(self.adapter.TABLE.with_name("device_errors.tsv"))
        self.assertGreaterEqual(len(devices), 10)
        for row in devices:
            with self.subTest(row):
                op, _, kind, source, example = row
                self.assertIn(kind, kinds)
                self.assertRegex(source, r"^https://\S+$")
                for each in self.adapter.sdk.OPS if op == "*" else [op]:
                    self.assertEqual(self.adapter.matches(rows + devices, each, example), [row])

#ifndef VIEWPROOF_TOOLS_CLI_ERROR_TEXTS_H_
#define VIEWPROOF_TOOLS_CLI_ERROR_TEXTS_H_

namespace viewproof {

// PyTorch's error texts, a line each: the text, Python that is refused with it,
// and captures of the smallest example; a tab between them. The first line that
// fits counts.
//
// text      as PyTorch prints it; %d is an integer, %l a list of them up to its
//           bracket, %n a name. What stands after ~ may be missing: then the
//           example is shown.
// python    {0} is the first capture; for the rest see Filled() of
//           error_text.cc.
// captures  of the example; a blank between them, a list with commas.
//
// Each row of conformance/subjects/libtorch_errors.tsv has a line here:
// error_texts_test.py.
inline constexpr char kErrorTexts[] = R"tsv(
The size of tensor a (%d) must match the size of tensor b~ (%d) at non-singleton dimension %d	x = torch.zeros([{2.ones}{0}]); y = torch.zeros([{2.ones}{1}]); x.add_(y)	4 3 0
output with shape [~%l] doesn't match the broadcast shape [%l]	x = torch.zeros([{0}]); y = torch.zeros([{1}]); x.add_(y)	1 3
result type ~%n can't be cast to the desired output type %n	x = torch.zeros(2, dtype=torch.uint8); x.add_(0.5)	Float Byte
tensor.adjoint() is only supported on matrices~ or batches of matrices. Got %d-D tensor.	x = torch.zeros(3); x.adjoint()	1
mismatch in length of strides and shape	x = torch.zeros(6); x.as_strided((2, 3), (3,))
setStorage: sizes [~%l], strides [%l], storage offset %d, and itemsize %d requiring a storage size of %d are out of bounds for storage of size %d	x = torch.zeros({5/3}, dtype=torch.{3.item}); x.as_strided([{0}], [{1}], {2})	2,3 3,1 1 4 28 24
chunk expects `chunks` to be greater than 0~, got: %d	x = torch.zeros(6); x.chunk({0})	0
preserve memory format is unsupported by the contiguous operator	x = torch.zeros(2, 3).t(); x.contiguous(memory_format=torch.preserve_format)
diagonal dimensions cannot be identical~ %d, %d	x = torch.zeros([{0.more}]); x.diagonal(0, {0}, {1})	0 0
expand(~torch.%n{[%l]}, size=[%l]): the number of sizes provided (%d) must be greater or equal to the number of dimensions in the tensor (%d)	x = torch.zeros([{1}]); x.expand([{2}])	FloatTensor 2,3 3 1 2
The expanded size of the tensor (-1) isn't allowed in a leading~, non-existing dimension %d	x = torch.zeros(3); x.expand(-1, 3)	0
flatten() has invalid args: start_dim cannot come after end_dim	x = torch.zeros(2, 3); x.flatten(1, 0)
slice() cannot be applied to a 0-dim tensor~.	x = torch.zeros([]); x[:]
imag is not implemented for tensors with non-complex dtypes~.	x = torch.zeros(2); x.imag
indices expected sparse coordinate tensor layout~ but got %n	x = torch.zeros(2); x.indices()	Strided
movedim: Invalid source or destination dims~: source ([%l] dims) should contain the same number of dims as destination ([%l] dims)	x = torch.zeros(2, 3, 4); x.movedim([{0}], [{1}])	0,1 2
movedim: repeated dim in `~%n` ([%l])	x = torch.zeros(2, 3, 4); x.movedim((0, 0), (1, 2))	source 0,0
narrow(): length must be non-negative~.	x = torch.zeros(4); x.narrow(0, 0, -1)
start out of range~ (expected to be in range of [%d, %d], but got %d)	x = torch.zeros({1}); x.narrow(0, {2}, 0)	-4 4 5
start (%d) + length (%d) exceeds dimension size~ (%d)	x = torch.zeros({2}); x.narrow(0, {0}, {1})	1 5 4
permute(sparse_coo): number of dimensions in the tensor input does not match~ the length of the desired ordering of dimensions i.e. input.dim() = %d is not equal to len(dims) = %d	x = torch.zeros([{0.twos}]); x.permute([{1.range}])	3 2
permute(): duplicate dims are not allowed~.	x = torch.zeros(2, 3); x.permute(0, 0)
select(): index %d out of range~ for tensor of size [%l] at dimension %d	x = torch.zeros([{1}]); x.select({2}, {0})	5 2,3 1
shape mismatch: value tensor of shape [~%l] cannot be broadcast to indexing result of shape [%l]	x = torch.zeros([{1}]); i = torch.arange({1.first}); y = torch.zeros([{0}]); x[i] = y	3 2
Index put requires the source and destination dtypes match~, got %n for the destination and %n for the source.	x = torch.zeros(3); x[torch.tensor([0, 1])] = torch.tensor([1, 2])	Float Long
masked_fill_ only supports boolean masks~, but got mask with dtype %n	x = torch.zeros(2); x[torch.ones(2, dtype=torch.uint8)] = 1	byte
slice step must be positive	x = torch.zeros(4); torch.ops.aten.slice.Tensor(x, 0, None, None, -1)
split expects at least a 1-dimensional tensor	x = torch.zeros([]); x.split(2)
split_with_sizes expects split_sizes have only non-negative entries~, but got split_sizes=[%l]	x = torch.zeros(3); x.split([{0}])	4,-1
split_with_sizes expects split_sizes to sum exactly to~ %d (input tensor's size at dimension %d), but got split_sizes=[%l]	x = torch.zeros([{1.ones}{0}]); x.split([{2}], {1})	6 0 2,2
dim %d appears multiple times in the list of dims	x = torch.zeros(1, 2); x.squeeze((0, 0))	0
t() expects a tensor with <= 2 dimensions~, but self is %dD	x = torch.zeros([{0.twos}]); x.t()	3
unflatten: sizes must be non-empty	x = torch.zeros(6); x.unflatten(0, [])
unflatten: Provided sizes [~%l] don't multiply up to the size of dim %d (%d) in the input tensor	x = torch.zeros([{1.ones}{2}]); x.unflatten({1}, [{0}])	4,2 0 6
maximum size for tensor at dimension %d is %d but size is %d	x = torch.zeros([{0.ones}{1}]); x.unfold({0}, {2}, 1)	0 3 4
size is %d but must be >= 0	x = torch.zeros(4); x.unfold(0, {0}, 1)	-1
step is %d but must be > 0	x = torch.zeros(4); x.unfold(0, 2, {0})	0
values expected sparse tensor layout~ but got %n	x = torch.zeros(2); x.values()	Strided
torch.Tensor.view is not supported for conjugate view tensors~ when converting to a different dtype.	x = torch.zeros(2, dtype=torch.complex64).conj(); x.view(torch.float32)
torch.Tensor.view is not supported for tensors with negative bit set~ when converting to a different dtype.	x = torch.zeros(2, dtype=torch.complex64).conj().imag; x.view(torch.float16)
self.dim() cannot be 0 to view~ %n as %n (different element sizes)	x = torch.zeros([], dtype=torch.{0.dtype}); x.view(torch.{1.dtype})	Float Half
self.size(-1) must be divisible by %d~ to view %n as %n (different element sizes), but got %d	x = torch.zeros({3}, dtype=torch.{1.dtype}); x.view(torch.{2.dtype})	2 Float Double 3
self.storage_offset() must be divisible by %d~ to view %n as %n (different element sizes), but got %d	x = torch.zeros(1024, dtype=torch.{1.dtype}).as_strided((16,), (1,), {3}); x.view(torch.{2.dtype})	2 Float Double 1
self.stride(-1) must be 1 to view~ %n as %n (different element sizes), but got %d	x = torch.empty_strided((16,), ({2},), dtype=torch.{0.dtype}); x.view(torch.{1.dtype})	Float Half 2
self.stride(%d) must be divisible by %d~ to view %n as %n (different element sizes), but got %d	x = torch.empty_strided((2, 16), ({4}, 1), dtype=torch.{2.dtype}); x.view(torch.{3.dtype})	0 2 Float Double 3
view_as_complex is only supported for half, float and double tensors~, but got a tensor of scalar type: %n	x = torch.zeros(3, 2, dtype=torch.int64); torch.view_as_complex(x)	Long
Input tensor must have one or more dimensions	x = torch.zeros([]); torch.view_as_complex(x)
Tensor must have a last dimension of size 2	x = torch.zeros(3, 4); torch.view_as_complex(x)
Tensor must have a last dimension with stride 1	x = torch.zeros(2, 3).t(); torch.view_as_complex(x)
Tensor must have a stride divisible by 2~ for all but last dimension	x = torch.zeros(3, 3)[:, :2]; torch.view_as_complex(x)
Tensor must have a storage_offset divisible by 2	x = torch.zeros(3)[1:]; torch.view_as_complex(x)
view_as_real is only supported for complex tensors	x = torch.zeros(2); torch.view_as_real(x)
view_as_real doesn't work on unresolved conjugated tensors	x = torch.zeros(2, dtype=torch.complex64).conj(); torch.view_as_real(x)
Cannot get %n on an uncoalesced tensor~, please call .coalesce() first	x = torch.sparse_coo_tensor([[0, 0]], [1.0, 2.0], [2]); x.{0}()	values
Dimension out of range~ (expected to be in range of [%d, %d], but got %d)	x = torch.zeros([{1.more}]); x.select({2}, 0)	-2 1 2
Dimension specified as %d but tensor has no dimensions	x = torch.zeros([]); x.unbind({0})	0
The expanded size of the tensor (%d) must match the existing size~ (%d) at non-singleton dimension %d.  Target sizes: [%l].  Tensor sizes: [%l]	x = torch.zeros([{4}]); x.expand([{3}])	3 2 0 3 2
The shape of the mask [~%l] at index %d does not match the shape of the indexed tensor [%l] at index %d	x = torch.zeros([{2}]); x[{3-1.colons}torch.ones([{0}], dtype=torch.bool)]	3 0 2,3 0
as_strided: Negative strides are not supported~ at the moment, got strides: [%l]	x = torch.zeros(64); x.as_strided([{0.alike}], [{0}])	-1
cannot reshape tensor of 0 elements into shape~ [%l]	x = torch.zeros(0); x.view([{0}])	-1,0
index %d is out of bounds for dimension %d with size %d	x = torch.zeros([{1.twos}{1.comma}{2}]); x[{1.colons}{0}]	5 0 3
index is out of bounds for dimension with size 0	x = torch.zeros(0); x[torch.tensor([0])]
invalid index of a 0-dim tensor~.	x = torch.zeros([]); x[0]
invalid shape dimension %d	x = torch.zeros(6); x.view({0})	-2
number of sections must be larger than 0~, got %d	x = torch.zeros(6); x.tensor_split({0})	0
only one dimension can be inferred	x = torch.zeros(6); x.view(-1, -1)
shape '[~%l]' is invalid for input of size %d	x = torch.zeros({1}); x.view([{0}])	4 6
shape mismatch: indexing tensors could not be broadcast together~ with shapes [%l], [%l]	x = torch.zeros(9, 9); x[torch.zeros([{0}], dtype=torch.int64), torch.zeros([{1}], dtype=torch.int64)]	2 3
slice step cannot be zero	x = torch.zeros(4); x[::0]
split expects split_size be non-negative~, but got split_size=%d	x = torch.zeros(6); x.split({0})	-1
split_size can only be 0 if dimension size is 0~, but got dimension size of %d	x = torch.zeros({0}); x.split(0)	6
step must be greater than zero	x = torch.zeros(4); x[::-1]
required rank 5 tensor to use channels_last	x = torch.zeros(2, 3); x.contiguous(memory_format=torch.channels_last_3d)
required rank %d tensor to use channels_last	x = torch.zeros(2, 3); x.contiguous(memory_format=torch.channels_last)	4
Tensor: invalid storage offset %d	x = torch.zeros(6); x.as_strided((2,), (1,), {0})	-1
tensors used as indices must be long, int, byte or bool tensors	x = torch.zeros(3); x[torch.zeros(1)]
too many indices for tensor of dimension %d	x = torch.zeros([{0.twos}]); x[{0.zeros}]	1
torch.hsplit attempted to split along dimension 0, but the size of the dimension %d is not divisible~ by the split_size %d!	x = torch.zeros({0}); x.hsplit({1})	5 2
torch.%n attempted to split along dimension %d, but the size of the dimension %d is not divisible~ by the split_size %d!	x = torch.zeros([{1.ones}{2}, 1, 1]); x.{0}({3})	vsplit 0 5 2
torch.%n requires a tensor with at least %d dimension~, but got a tensor with %d dimensions!	x = torch.zeros([{2.twos}]); x.{0}(2)	vsplit 2 1
unsupported operation: more than one element of the written-to tensor refers~ to a single memory location.	x = torch.zeros(1).expand(3); x.add_(1)
unsupported operation: some elements of the input tensor and the written-to tensor refer~ to a single memory location.	x = torch.zeros(6); x[1:].copy_(x[:-1])
value cannot be converted to type~ %n without overflow	x = torch.zeros(2, dtype=torch.uint8); x.fill_(300)	uint8_t
tensor.%n is only supported on matrices	x = torch.zeros(3); x.{0}	mT
%n expected at least a 1-dimensional tensor	x = torch.zeros([]); x.{0}(2)	tensor_split
%n expects at least a 1-dimensional tensor	x = torch.zeros([]); x.{0}(2)	chunk
select() cannot be applied to a 0-dim tensor~.	x = torch.zeros([]); x.select(0, 0)
%n() cannot be applied to a 0-dim tensor~.	x = torch.zeros([]); x.narrow(0, 0, 1)	narrow
PyTorch was compiled without Python support	x = torch.zeros(6).expand(1152921504606846976, 6); x.view(torch.float16)
IntArrayRef contains an int that cannot be represented~ as a SymInt: %d	x = torch.zeros(4, 3, 2).permute(2, 1, 0); x.unfold(1, 0, 4611686018427387904)	-9223372036854775808
Storage size calculation overflowed~ with sizes=[%l] and strides=[%l]	x = torch.zeros(1); x.as_strided([{0}], [{1}])	2,2 9223372036854775807,9223372036854775807
Stride calculation overflowed	x = torch.zeros(0); x.view(0, 2, 4611686018427387904)
SymIntArrayRef expected to contain only concrete integers	x = torch.zeros(1); x.view(-9223372036854775808)
numel: integer multiplication overflow	x = torch.zeros(1); x.expand(4611686018427387904, 4)
view size is not compatible with input tensor's size and stride	x = torch.empty_strided((3, 2), (1, 3)); x.view(6)
)tsv";

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_ERROR_TEXTS_H_

#ifndef VIEWPROOF_CONFORMANCE_MODEL_OPS_H_
#define VIEWPROOF_CONFORMANCE_MODEL_OPS_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "conformance/model/result.h"
#include "conformance/model/tensor.h"
#include "reference/core/dtype.h"
#include "reference/index/index.h"
#include "reference/ops/memory_format.h"

namespace viewproof::model {

// The elements of a literal in a storage of their own. Nothing of x matters.
Tensor New(const Tensor& x, const Tensor& literal);

// Dimensions of size 1, and new ones in front, repeat their element.
TensorOrError Expand(const Tensor& x, const Ints& size);

// The same bytes as elements of another dtype; the last dimension is cut anew.
TensorOrError ViewDType(const Tensor& x, DType dtype);

// x[index]: for a basic index a view, else a copy of the elements named.
TensorOrError GetItem(const Tensor& x, const Index<Tensor>& index);

// Returns what a coalesced sparse tensor was made of.
TensorOrError Indices(const Tensor& x);
TensorOrError Values(const Tensor& x);

// Dimension source[k] becomes dimension destination[k]; the others keep their
// order.
TensorOrError MoveDim(const Tensor& x, const Ints& source,
                      const Ints& destination);

// x[index] = value, through addresses.
Result<Written> SetItem(const Tensor& x, const Index<Tensor>& index,
                        const NumberOr<Tensor>& value);

// H: the conjugate transpose of a matrix.
TensorOrError ConjugateTranspose(const Tensor& x);

// mH, adjoint: the same of the last two dimensions.
TensorOrError BatchConjugateTranspose(const Tensor& x);

// Returns whether the bytes of a copy of x fit int64.
bool BytesFit(const Tensor& x);

// x if it is contiguous, else a copy.
TensorOrError Contiguous(const Tensor& x);

// The diagonal of two dimensions, as the last one.
TensorOrError Diagonal(const Tensor& x, int64_t offset, int64_t dim1,
                       int64_t dim2);

// A view with several dimensions in place of one.
// Abstains if View does.
ViewResult Unflatten(const Tensor& x, int64_t dim, const Ints& sizes);

// Windows of `size` elements that begin every `step` elements; a window's
// elements are the last dimension.
TensorOrError Unfold(const Tensor& x, int64_t dimension, int64_t size,
                     int64_t step);

// Element i lies at storage_offset + the sum of i[d] * stride[d], in elements
// of the storage. No offset: where x starts.
TensorOrError AsStrided(const Tensor& x, const Ints& size, const Ints& stride,
                        std::optional<int64_t> storage_offset);

// The conjugates of the elements, through a bit.
Tensor Conj(const Tensor& x);

// The real or the imaginary parts. The real part of a real number is itself.
TensorOrError Real(const Tensor& x);
TensorOrError Imag(const Tensor& x);

// Complex numbers as pairs in a last dimension of size 2, and back.
TensorOrError ViewAsReal(const Tensor& x);
TensorOrError ViewAsComplex(const Tensor& x);

// The same elements in row-major order, in other sizes.
// Abstains above kListed elements.
ViewResult View(const Tensor& x, const Ints& size);

// Another tensor in the same place.
Tensor Detach(const Tensor& x);

// `size`, its -1 replaced so that the sizes multiply to `count`.
// Errors: kArgument below -1, kInference, kSize.
Result<Ints> InferSizes(const Ints& size, Wide count);

// A copy without bits whose elements lie in the order of those of x, without
// gaps. Errors: kOverflow.
TensorOrError Clone(const Tensor& x);

// A copy in the order of the format. Errors: kOverflow, kRank.
TensorOrError CloneIn(const Tensor& x, MemoryFormat format);

// x, or its clone if it has the bit. Errors: kOverflow.
TensorOrError ResolveConj(const Tensor& x);
TensorOrError ResolveNeg(const Tensor& x);

// A clone with the elements of some dimensions in reverse. Errors:
// kDimOutOfRange, kDuplicateDim, kOverflow.
TensorOrError Flip(const Tensor& x, const Ints& dims);

// x without its dimensions of size 1.
Tensor Squeeze(const Tensor& x);

// x without the dimensions named, if their size is 1.
TensorOrError SqueezeDim(const Tensor& x, int64_t dim);
TensorOrError SqueezeDims(const Tensor& x, const Ints& dim);

// x with a new dimension of size 1.
TensorOrError Unsqueeze(const Tensor& x, int64_t dim);

// A view in other sizes, or a copy if there is none.
// All abstain if View does.
ViewResult Reshape(const Tensor& x, const Ints& shape);

// The same, with dimensions start_dim to end_dim as one.
ViewResult Flatten(const Tensor& x, int64_t start_dim, int64_t end_dim);

// x in one dimension: a view if x is contiguous, else a copy. Errors:
// kOverflow.
ViewResult Raveled(const Tensor& x);

// One element of a dimension, without that dimension.
TensorOrError Select(const Tensor& x, int64_t dim, int64_t index);

// Every step-th element of a dimension, from start to before end.
TensorOrError Slice(const Tensor& x, int64_t dim, std::optional<int64_t> start,
                    std::optional<int64_t> end, int64_t step);

// `length` elements of a dimension, from start on.
TensorOrError Narrow(const Tensor& x, int64_t dim, int64_t start,
                     int64_t length);

// Makes every element of x `value`, if its dtype can hold that.
Result<Written> Fill(const Tensor& x, const Scalar& value);

// Makes every element of x 0.
Result<Written> Zero(const Tensor& x);

// Makes the elements of x those of src, which is expanded to the sizes of x.
Result<Written> Copy(const Tensor& x, const Tensor& src);

// Adds a number, or the elements of a tensor that is expanded to the sizes of
// x, to those of x.
Result<Written> Add(const Tensor& x, const NumberOr<Tensor>& other);

// Dimension d of the result is dimension dims[d] of x.
TensorOrError Permute(const Tensor& x, const Ints& dims);

// Two dimensions change places.
TensorOrError Transpose(const Tensor& x, int64_t dim0, int64_t dim1);

// t: the two dimensions of a matrix change places; a row or a number stays.
TensorOrError TransposeMatrix(const Tensor& x);

// T: the last dimension comes first.
Tensor ReverseDims(const Tensor& x);

// mT: the last two dimensions change places; a number stays.
TensorOrError TransposeMatrices(const Tensor& x);

// The dimensions of a tensor in a format, outermost first. Nothing if the
// format has another rank.
std::optional<Ints> Order(MemoryFormat format, int64_t rank);

// Returns whether the row-major strides of x fit int64.
bool RowsFit(const Tensor& x);

// A copy of x whose dimensions lie in this order, outermost first.
Tensor CopyInOrder(const Tensor& x, const Ints& order);

// Returns whether the elements of x lie in the order of the format, without a
// gap.
bool IsContiguousIn(const Tensor& x, MemoryFormat format);

// x if that is so, else a copy in that order.
TensorOrError ContiguousIn(const Tensor& x, MemoryFormat format);

// One result for each element of a dimension, without that dimension.
TensorsOrError Unbind(const Tensor& x, int64_t dim);

// Pieces of split_size elements; the last one may be shorter.
TensorsOrError Split(const Tensor& x, int64_t split_size, int64_t dim);

// Pieces of the lengths given.
TensorsOrError SplitWithSizes(const Tensor& x, const Ints& split_sizes,
                              int64_t dim);

// At most `chunks` pieces of one length; the last one may be shorter.
TensorsOrError Chunk(const Tensor& x, int64_t chunks, int64_t dim);

// Consecutive pieces of dimension d, of these lengths.
TensorsOrError Pieces(const Tensor& x, std::size_t d, const Ints& lengths);

// `sections` pieces, the first ones longer by 1 if the size is no multiple.
TensorsOrError TensorSplit(const Tensor& x, int64_t sections, int64_t dim);

// The slices between consecutive indices.
TensorsOrError TensorSplitIndices(const Tensor& x, const Ints& indices,
                                  int64_t dim);

// The same of columns: dimension 1, but 0 of a row; `sections` must divide.
TensorsOrError HSplit(const Tensor& x, int64_t sections);
TensorsOrError HSplitIndices(const Tensor& x, const Ints& indices);

// The same of rows: dimension 0 of at least two.
TensorsOrError VSplit(const Tensor& x, int64_t sections);
TensorsOrError VSplitIndices(const Tensor& x, const Ints& indices);

// The same of dimension 2 of at least three.
TensorsOrError DSplit(const Tensor& x, int64_t sections);
TensorsOrError DSplitIndices(const Tensor& x, const Ints& indices);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_OPS_H_

#ifndef VIEWPROOF_CONFORMANCE_MODEL_MODEL_H_
#define VIEWPROOF_CONFORMANCE_MODEL_MODEL_H_

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "conformance/model/tensor.h"
#include "reference/core/error.h"
#include "reference/ops/memory_format.h"

namespace viewproof::model {

// The second witness: every op from its definition, as a function from an index
// of the result to the byte address of its element, never through a stride. The
// arguments are those of conformance/case/ops.cc; an Error has no rule.

// The model cannot tell: more than kListed addresses decide.
struct Abstained {};

using Made = Result<Tensor>;
using MadeMany = Result<std::vector<Tensor>>;
using Viewed = std::variant<Tensor, Error, Abstained>;

struct Written {};  // The elements were changed; there is no output.

// Ops that rearrange indices.
Made Permute(const Tensor& x, const Ints& dims);
Made Transpose(const Tensor& x, int64_t dim0, int64_t dim1);
Made TransposeMatrix(const Tensor& x);
Tensor ReverseDims(const Tensor& x);
Made TransposeMatrices(const Tensor& x);
Made MoveDim(const Tensor& x, const Ints& source, const Ints& destination);
Tensor Squeeze(const Tensor& x);
Made SqueezeDim(const Tensor& x, int64_t dim);
Made SqueezeDims(const Tensor& x, const Ints& dim);
Made Unsqueeze(const Tensor& x, int64_t dim);
Made Select(const Tensor& x, int64_t dim, int64_t index);
Made Slice(const Tensor& x, int64_t dim, std::optional<int64_t> start,
           std::optional<int64_t> end, int64_t step);
Made Narrow(const Tensor& x, int64_t dim, int64_t start, int64_t length);
Made Diagonal(const Tensor& x, int64_t offset, int64_t dim1, int64_t dim2);
Made Unfold(const Tensor& x, int64_t dimension, int64_t size, int64_t step);
Made Expand(const Tensor& x, const Ints& size);
Made ExpandAs(const Tensor& x, const Tensor& other);
Tensor Detach(const Tensor& x);
Made Indices(const Tensor& x);
Made Values(const Tensor& x);

// Ops with a list of results.
MadeMany Unbind(const Tensor& x, int64_t dim);
MadeMany Split(const Tensor& x, int64_t split_size, int64_t dim);
MadeMany SplitWithSizes(const Tensor& x, const Ints& split_sizes, int64_t dim);
MadeMany Chunk(const Tensor& x, int64_t chunks, int64_t dim);
MadeMany TensorSplit(const Tensor& x, int64_t sections, int64_t dim);
MadeMany TensorSplitIndices(const Tensor& x, const Ints& indices, int64_t dim);
MadeMany HSplit(const Tensor& x, int64_t sections);
MadeMany HSplitIndices(const Tensor& x, const Ints& indices);
MadeMany VSplit(const Tensor& x, int64_t sections);
MadeMany VSplitIndices(const Tensor& x, const Ints& indices);

// Ops that lay the elements, or the storage, out anew.
Viewed View(const Tensor& x, const Ints& size);
Viewed ViewAs(const Tensor& x, const Tensor& other);
Viewed Reshape(const Tensor& x, const Ints& shape);
Viewed ReshapeAs(const Tensor& x, const Tensor& other);
Viewed Flatten(const Tensor& x, int64_t start_dim, int64_t end_dim);
Viewed Unflatten(const Tensor& x, int64_t dim, const Ints& sizes);
Made AsStrided(const Tensor& x, const Ints& size, const Ints& stride,
               std::optional<int64_t> storage_offset);
Made Contiguous(const Tensor& x);
bool IsContiguousIn(const Tensor& x, MemoryFormat format);
Made ContiguousIn(const Tensor& x, MemoryFormat format);

// The same bytes as other elements.
Made ViewDType(const Tensor& x, DType dtype);

// Complex numbers and their parts.
Tensor Conj(const Tensor& x);
Made Real(const Tensor& x);
Made Imag(const Tensor& x);
Made ViewAsReal(const Tensor& x);
Made ViewAsComplex(const Tensor& x);
Made ConjugateTranspose(const Tensor& x);
Made BatchConjugateTranspose(const Tensor& x);

// Writes, through addresses.
Result<Written> Fill(const Tensor& x, int64_t value);
Result<Written> Copy(const Tensor& x, const Tensor& src);

}  // namespace viewproof::model

#endif  // VIEWPROOF_CONFORMANCE_MODEL_MODEL_H_

#include <algorithm>

#include "conformance/model/ops.h"
#include "conformance/model/rearrange.h"

namespace viewproof::model {
namespace {

// `sections` pieces of dimension d of one length.
TensorsOrError EvenPieces(const Tensor& x, std::size_t d, int64_t sections) {
  const int64_t size = x.sizes[d];
  if (sections == 0 || size % sections != 0) {
    return Wrong(kSize);
  }
  if (sections < 0) return Wrong(kArgument);
  return Pieces(x, d, Ints(sections, size / sections));
}

}  // namespace

TensorsOrError TensorSplit(const Tensor& x, int64_t sections, int64_t dim) {
  const auto d = DimOf(x, dim);
  if (!d.ok()) return d.error();
  if (sections <= 0) return Wrong(kArgument);
  Ints dealt;  // Elements of piece k, were they dealt out like cards.
  for (int64_t k = 0; k < sections; ++k) {
    const Wide length =
        (Wide{x.sizes[d.value()]} - k + sections - 1) / sections;
    dealt.push_back(static_cast<int64_t>(length));
  }
  return Pieces(x, d.value(), dealt);
}

TensorsOrError TensorSplitIndices(const Tensor& x, const Ints& indices,
                                  int64_t dim) {
  const auto d = DimOf(x, dim);
  if (!d.ok()) return d.error();
  std::vector<Tensor> pieces;
  for (std::size_t k = 0; k <= indices.size(); ++k) {
    const std::optional<int64_t> none, from = k == 0 ? none : indices[k - 1];
    const TensorOrError piece =
        Slice(x, dim, from, k == indices.size() ? none : indices[k], 1);
    if (!piece.ok()) return piece.error();
    pieces.push_back(piece.value());
  }
  return pieces;
}

// hsplit.d1
TensorsOrError HSplit(const Tensor& x, int64_t sections) {
  if (x.rank() == 0) return Wrong(kRank);
  const int64_t d = std::min<int64_t>(x.rank() - 1, 1);
  return EvenPieces(x, d, sections);
}

TensorsOrError HSplitIndices(const Tensor& x, const Ints& indices) {
  if (x.rank() == 0) return Wrong(kRank);
  return TensorSplitIndices(x, indices, x.rank() == 1 ? 0 : 1);
}

TensorsOrError VSplit(const Tensor& x, int64_t sections) {
  if (x.rank() < 2) return Wrong(kRank);
  return EvenPieces(x, 0, sections);
}

TensorsOrError VSplitIndices(const Tensor& x, const Ints& indices) {
  if (x.rank() < 2) return Wrong(kRank);
  return TensorSplitIndices(x, indices, 0);
}

TensorsOrError DSplit(const Tensor& x, int64_t sections) {
  if (x.rank() < 3) return Wrong(kRank);
  return EvenPieces(x, 2, sections);
}

TensorsOrError DSplitIndices(const Tensor& x, const Ints& indices) {
  if (x.rank() < 3) return Wrong(kRank);
  return TensorSplitIndices(x, indices, 2);
}

}  // namespace viewproof::model

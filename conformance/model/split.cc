#include <numeric>

#include "conformance/model/ops.h"
#include "conformance/model/rearrange.h"

namespace viewproof::model {
namespace {

// Pieces of `piece` elements of dimension d, the last one what remains.
TensorsOrError EqualPieces(const Tensor& x, std::size_t d, int64_t piece) {
  Ints lengths;
  int64_t left = x.sizes[d];
  for (; left > piece; left -= piece) lengths.push_back(piece);
  lengths.push_back(left);
  return Pieces(x, d, lengths);
}

}  // namespace

TensorsOrError Unbind(const Tensor& x, int64_t dim) {
  const auto d = DimOf(x, dim);
  if (!d.ok()) return d.error();
  std::vector<Tensor> rows;
  for (int64_t k = 0; k < x.sizes[d.value()]; ++k)
    rows.push_back(Dropped(x, d.value(), k));
  return AllFitting(rows);
}

TensorsOrError Split(const Tensor& x, int64_t split_size, int64_t dim) {
  const auto d = DimOf(x, dim);
  if (!d.ok()) return d.error();
  if (split_size < 0) return Wrong(kArgument);
  if (split_size == 0 && x.sizes[d.value()] != 0) return Wrong(kSize);
  return EqualPieces(x, d.value(), split_size);
}

TensorsOrError SplitWithSizes(const Tensor& x, const Ints& split_sizes,
                              int64_t dim) {
  const auto d = DimOf(x, dim);
  if (!d.ok()) return d.error();
  for (const int64_t part : split_sizes) {
    if (part < 0) return Wrong(kArgument);
  }
  const Wide sum =
      std::accumulate(split_sizes.begin(), split_sizes.end(), Wide{0});
  if (sum != x.sizes[d.value()]) return Wrong(kSize);
  return Pieces(x, d.value(), split_sizes);
}

TensorsOrError Chunk(const Tensor& x, int64_t chunks, int64_t dim) {
  const auto d = DimOf(x, dim);
  if (!d.ok()) return d.error();
  if (chunks <= 0) return Wrong(kArgument);
  const int64_t size = x.sizes[d.value()];
  if (size == 0) return Pieces(x, d.value(), Ints(chunks, 0));
  return EqualPieces(x, d.value(), size / chunks + (size % chunks != 0));
}

TensorsOrError Pieces(const Tensor& x, std::size_t d, const Ints& lengths) {
  std::vector<Tensor> pieces;
  int64_t start = 0;
  for (const int64_t length : lengths) {
    pieces.push_back(Cut(x, d, start, length));
    start += length;
  }
  return AllFitting(pieces);
}

}  // namespace viewproof::model

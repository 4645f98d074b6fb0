#include "reference/ops/permute.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace viewproof {
namespace {

// A dimension number, the argument that gives it, and the id under which it is
// refused.
struct NamedDim {
  int64_t dim;
  std::string_view what;
  std::string_view out_of_range;
};

Result<int64_t> Wrap(const Geometry& operand, const NamedDim& named) {
  const std::optional<int64_t> dim = WrapDim(named.dim, WrapRank(operand));
  if (dim) return *dim;
  return Error{ErrorKind::kDimOutOfRange, named.out_of_range, named.what,
               named.dim};
}

Result<Geometry> Exchange(const Geometry& operand, const NamedDim& first,
                          const NamedDim& second) {
  const Result<int64_t> a = Wrap(operand, first);
  if (!a.ok()) return a.error();
  const Result<int64_t> b = Wrap(operand, second);
  if (!b.ok()) return b.error();
  Geometry result = operand;
  if (a.value() == b.value()) return result;
  std::swap(result.sizes[a.value()], result.sizes[b.value()]);
  std::swap(result.strides[a.value()], result.strides[b.value()]);
  return result;
}

}  // namespace

Result<Geometry> Permute(const Geometry& operand, const Ints& dims) {
  const int64_t rank = operand.rank();
  const auto count = static_cast<int64_t>(dims.size());
  if (count != rank) {
    return Error{ErrorKind::kRank, "permute.e1", "dims.size()", count};
  }
  Geometry result{{}, {}, operand.offset};  // permute.r3
  result.sizes.reserve(dims.size());
  result.strides.reserve(dims.size());
  std::vector<bool> named(dims.size(), false);
  for (const int64_t entry : dims) {
    const std::optional<int64_t> dim = WrapDim(entry, rank);
    if (!dim) {
      return Error{ErrorKind::kDimOutOfRange, "permute.e2", "dims", entry};
    }
    if (named[*dim]) {
      return Error{ErrorKind::kDuplicateDim, "permute.e3", "dims", entry};
    }
    named[*dim] = true;
    result.sizes.push_back(operand.sizes[*dim]);      // permute.r1
    result.strides.push_back(operand.strides[*dim]);  // permute.r2
  }
  return result;
}

Result<Geometry> Transpose(const Geometry& operand, int64_t dim0,
                           int64_t dim1) {
  // transpose.r1 transpose.r2
  return Exchange(operand, {dim0, "dim0", "transpose.e1"},
                  {dim1, "dim1", "transpose.e2"});
}

Result<Geometry> SwapAxes(const Geometry& operand, int64_t axis0,
                          int64_t axis1) {
  // swapaxes.r1
  return Exchange(operand, {axis0, "axis0", "swapaxes.e1"},
                  {axis1, "axis1", "swapaxes.e2"});
}

Result<Geometry> SwapDims(const Geometry& operand, int64_t dim0, int64_t dim1) {
  // swapdims.r1
  return Exchange(operand, {dim0, "dim0", "swapdims.e1"},
                  {dim1, "dim1", "swapdims.e2"});
}

Result<Geometry> TransposeMatrix(const Geometry& operand) {
  if (operand.rank() > 2) {
    return Error{ErrorKind::kRank, "t.e1", "rank", operand.rank()};
  }
  if (operand.rank() < 2) return operand;  // t.r1
  return Transpose(operand, 0, 1);
}

Geometry ReverseDims(const Geometry& operand) {
  Geometry result = operand;  // T.r1
  std::reverse(result.sizes.begin(), result.sizes.end());
  std::reverse(result.strides.begin(), result.strides.end());
  return result;
}

Result<TensorOrItself> TransposeMatrices(const Tensor& operand) {
  const Geometry& geometry = operand.geometry;
  if (geometry.rank() == 0) return Itself{};  // mT.r2
  if (geometry.rank() == 1) {
    return Error{ErrorKind::kRank, "mT.e1", "rank", 1};
  }
  return ViewOf(operand, Transpose(geometry, -2, -1).value());  // mT.r1
}

}  // namespace viewproof

#include "conformance/gen/layout.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/bounds.h"
#include "conformance/case/ops.h"
#include "conformance/gen/shapes.h"
#include "conformance/gen/window.h"
#include "reference/core/geometry.h"

namespace viewproof {
namespace {

constexpr std::array kLayoutRanks = {2, 3, 4, 1, 5, 3, 2, 6, 4, 7, 0, 8, 9, 16};
constexpr std::array kSmall = {2, 3, 2, 1, 4, 2, 5, 3};
constexpr std::array kFewColumns = {2, 3, 5, 9, 17, 31, 63};
constexpr int64_t kMostOfRows = 1 << 14;  // Elements, where rows are asked for.
constexpr int64_t kFew = 60;  // Elements, where no more are asked for.

int64_t Product(const Ints& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t{1},
                         std::multiplies<>());
}

// Dimensions that must be longer than 1 for the order to show.
std::size_t LongDimsOf(ElementOrder order) {
  switch (order) {
    case ElementOrder::kAny:
    case ElementOrder::kContiguous:
      return 0;
    case ElementOrder::kNotContiguous:
    case ElementOrder::kStrideZero:
    case ElementOrder::kStrideZeroInnermost:
    case ElementOrder::kGaps:
    case ElementOrder::kNoUnitStride:
      return 1;
    case ElementOrder::kColumnMajor:
    case ElementOrder::kTransposed:
    case ElementOrder::kStrideZeroTwice:
    case ElementOrder::kOverlapping:
      return 2;
  }
  return 0;
}

std::vector<std::size_t> Shuffled(Chooser& choose, std::size_t count) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t k = 0; k + 1 < count; ++k) {
    std::swap(order[k], order[choose.Pick(static_cast<int64_t>(k),
                                          static_cast<int64_t>(count) - 1)]);
  }
  return order;
}

Ints SizesLike(Chooser& choose, const TensorTraits& like, int64_t room) {
  int64_t least = std::max<int64_t>(like.least_rank, LongDimsOf(like.order));
  if (like.size || like.empty || like.least_numel > 1) {
    least = std::max<int64_t>(least, 1);
  }
  if (like.one == SizeOne::kBetween) least = std::max<int64_t>(least, 3);
  const int64_t rank =
      like.rank ? *like.rank
                : std::max<int64_t>(least, choose.OneOf(kLayoutRanks));
  Ints sizes(rank, 1);
  if (rank == 0) return sizes;
  const auto order = Shuffled(choose, rank);
  std::vector<std::size_t> ones;
  const auto last = static_cast<std::size_t>(rank) - 1;
  if (like.one == SizeOne::kFirst) ones.push_back(0);
  if (like.one == SizeOne::kLast) ones.push_back(last);
  if (like.one == SizeOne::kSomewhere) ones.push_back(order[0]);
  if (like.one == SizeOne::kBetween && rank >= 3) {
    ones.push_back(choose.Pick(1, rank - 2));
  }
  std::vector<std::size_t> free;
  for (const std::size_t d : order) {
    if (std::find(ones.begin(), ones.end(), d) == ones.end()) free.push_back(d);
  }
  if (free.empty()) return sizes;
  const int64_t most = std::min(room, std::max(kFew, 2 * like.least_numel));
  std::size_t next = 0;
  if (like.size && *like.size <= room) sizes[free[next++]] = *like.size;
  std::size_t longer = LongDimsOf(like.order) + (like.size ? 0 : 1);
  for (; next < free.size(); ++next) {
    int64_t size = choose.OneOf(kSmall);
    if (next < longer) size = std::max<int64_t>(size, 2);
    if (Product(sizes) * size > most) size = next < longer ? 2 : 1;
    if (Product(sizes) * size > room) size = 1;
    sizes[free[next]] = size;
  }
  const int64_t numel = Product(sizes);
  if (numel > 0 && numel <= like.least_numel) {
    const std::size_t d = free.back();
    const int64_t others = numel / sizes[d];
    const int64_t need = (like.least_numel + others - 1) / others;
    sizes[d] = std::min(room / others, need + choose.Pick(0, need / 4 + 1));
  }
  if (like.empty) sizes[free.back()] = 0;
  if (like.least_rows > 0 && rank > 1) {
    sizes[rank - 2] = like.least_rows + choose.OneOf(kSmall) - 1;
    sizes[rank - 1] = choose.OneOf(kFewColumns);
    if (rank > 2) sizes[rank - 3] = 2;
    // The others keep as few elements as `room`, or as such matrices have.
    for (int64_t d = 0; d < rank - 3; ++d) {
      if (Product(sizes) > std::max(room, kMostOfRows)) sizes[d] = 1;
    }
  }
  return sizes;
}

// Strides of the dimensions in `order`, the fastest first, each after the
// elements of those before it.
Ints Packed(const Ints& sizes, const std::vector<std::size_t>& order) {
  Ints strides(sizes.size(), 1);
  int64_t next = 1;
  for (const std::size_t d : order) {
    strides[d] = next;
    next *= std::max<int64_t>(sizes[d], 1);
  }
  return strides;
}

std::vector<std::size_t> RowMajor(std::size_t rank) {
  std::vector<std::size_t> order(rank);
  std::iota(order.rbegin(), order.rend(), 0);
  return order;
}

std::vector<std::size_t> LongOnes(const Ints& sizes) {
  std::vector<std::size_t> dims;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] > 1) dims.push_back(d);
  }
  return dims;
}

// Row-major strides, but 0 in these dimensions.
Ints Repeating(Ints sizes, const std::vector<std::size_t>& zeros) {
  for (const std::size_t d : zeros) sizes[d] = 1;
  Ints strides = Packed(sizes, RowMajor(sizes.size()));
  for (const std::size_t d : zeros) strides[d] = 0;
  return strides;
}

Ints StridesLike(Chooser& choose, ElementOrder order, const Ints& sizes) {
  const std::size_t rank = sizes.size();
  const auto dims = LongOnes(sizes);
  const auto row_major = RowMajor(rank);
  if (dims.size() < LongDimsOf(order)) order = ElementOrder::kAny;
  switch (order) {
    case ElementOrder::kContiguous:
      break;
    case ElementOrder::kColumnMajor: {
      auto fastest_first = row_major;
      std::reverse(fastest_first.begin(), fastest_first.end());
      return Packed(sizes, fastest_first);
    }
    case ElementOrder::kTransposed: {
      auto fastest_first = row_major;
      std::swap(fastest_first[0], fastest_first[1]);
      return Packed(sizes, fastest_first);
    }
    case ElementOrder::kStrideZero:
      return Repeating(sizes, {choose.OneOf(dims)});
    case ElementOrder::kStrideZeroInnermost:
      return Repeating(sizes, {dims.back()});
    case ElementOrder::kStrideZeroTwice: {
      const auto some = Shuffled(choose, dims.size());
      return Repeating(sizes, {dims[some[0]], dims[some[1]]});
    }
    case ElementOrder::kOverlapping: {
      Ints strides = Packed(sizes, row_major);
      const int64_t step = choose.Pick(1, 2);
      strides[dims[dims.size() - 2]] = strides[dims.back()] * step;
      if (step >= sizes[dims.back()]) strides[dims[dims.size() - 2]] = 1;
      return strides;
    }
    case ElementOrder::kAny:
    case ElementOrder::kNotContiguous:
    case ElementOrder::kGaps:
    case ElementOrder::kNoUnitStride: {
      const bool turns = order != ElementOrder::kGaps || choose.Chance(1, 2);
      const auto by = turns ? Shuffled(choose, rank) : row_major;
      Ints strides = Packed(sizes, by);
      const bool apart = (order == ElementOrder::kGaps ||
                          order == ElementOrder::kNoUnitStride ||
                          (strides == Packed(sizes, row_major) &&
                           order == ElementOrder::kNotContiguous));
      if (apart) {
        for (int64_t& stride : strides) stride *= 2;
      }
      return strides;
    }
  }
  return Packed(sizes, row_major);
}

Geometry GeometryLike(Chooser& choose, const TensorTraits& like, int64_t room) {
  Geometry made;
  made.sizes = SizesLike(choose, like, room);
  made.strides = StridesLike(choose, like.order, made.sizes);
  if (like.offset) {
    made.offset = *like.offset ? 2 * choose.Pick(0, 2) + 1 : 0;
  } else {
    made.offset = choose.Chance(1, 2) ? choose.Pick(1, 3) : 0;
  }
  return made;
}

// The elements that a storage needs for it; one without elements needs few.
int64_t EndOf(const Geometry& geometry) {
  int64_t end = geometry.offset + 1;
  if (std::ranges::count(geometry.sizes, 0) > 0) return end;
  for (std::size_t d = 0; d < geometry.sizes.size(); ++d) {
    end += std::max<int64_t>(geometry.sizes[d] - 1, 0) * geometry.strides[d];
  }
  return end;
}

// Repeats elements until so many are enough.
void Squeeze(Geometry& geometry, int64_t room) {
  while (EndOf(geometry) > room) {
    std::size_t far = 0;
    int64_t most = 0;
    for (std::size_t d = 0; d < geometry.sizes.size(); ++d) {
      const int64_t reach = (geometry.sizes[d] - 1) * geometry.strides[d];
      if (reach > most) {
        most = reach;
        far = d;
      }
    }
    if (most == 0) return;
    geometry.strides[far] /= 2;
  }
}

bool HasHalves(DType dtype) {
  return dtype == DType::kFloat32 || dtype == DType::kFloat64;
}

Step StepOf(std::string_view op, std::vector<Arg> args = {}) {
  return {FindOp(op), std::move(args), std::nullopt};
}

}  // namespace

TensorTraits AnyTraits(Chooser& choose) {
  static constexpr std::array kOrders = {
      ElementOrder::kAny,         ElementOrder::kContiguous,
      ElementOrder::kAny,         ElementOrder::kNotContiguous,
      ElementOrder::kColumnMajor, ElementOrder::kStrideZero,
      ElementOrder::kGaps,        ElementOrder::kStrideZeroTwice,
      ElementOrder::kOverlapping, ElementOrder::kStrideZeroInnermost,
      ElementOrder::kNoUnitStride};
  static constexpr std::array kOnes = {SizeOne::kSomewhere, SizeOne::kFirst,
                                       SizeOne::kLast, SizeOne::kBetween};
  TensorTraits like;
  if (choose.Chance(3, 4)) {
    like.rank = choose.OneOf(
        std::array<int64_t, 14>{2, 3, 4, 5, 1, 6, 3, 7, 8, 0, 4, 9, 6, 16});
  }
  like.order = choose.OneOf(kOrders);
  if (choose.Chance(1, 3)) like.size = EdgeSize(choose);
  if (choose.Chance(1, 4)) like.one = choose.OneOf(kOnes);
  if (choose.Chance(1, 3)) like.offset = choose.Chance(3, 4);
  if (choose.Chance(1, 6)) {
    like.least_numel = choose.OneOf(std::array<int64_t, 4>{257, 33, 1025, 257});
  }
  like.empty = like.least_numel == 0 && choose.Chance(1, 12);
  like.bit = choose.Chance(1, 4);
  like.exact = choose.Chance(1, like.least_numel > 0 ? 2 : 4);
  return like;
}

TensorRecipe MakeLike(Chooser& choose, const TensorTraits& like, DType dtype,
                      int64_t room, bool writes) {
  dtype = like.dtype.value_or(dtype);
  // The imaginary part of a conjugate has the negative bit.
  const bool neg = like.bit && HasHalves(dtype);
  Geometry geometry = GeometryLike(choose, like, room);
  const bool later = choose.Chance(1, 2);
  int64_t end = EndOf(geometry) + (later ? choose.Pick(1, 3) : 0);
  const bool may_repeat = !writes && like.order != ElementOrder::kContiguous &&
                          like.order != ElementOrder::kColumnMajor &&
                          like.order != ElementOrder::kTransposed &&
                          like.order != ElementOrder::kGaps &&
                          like.order != ElementOrder::kNoUnitStride;
  if (like.exact && end > kMaxWrittenBase && may_repeat) {
    Squeeze(geometry, kMaxWrittenBase - 3);
    end = EndOf(geometry);
  }
  TensorRecipe made;
  Base& base = made.base;
  base.dtype = dtype;
  if (neg) {
    base.dtype =
        dtype == DType::kFloat32 ? DType::kComplex64 : DType::kComplex128;
    end = end / 2 + 1;
  }
  base.sizes = {end};
  const bool plain = !neg && geometry.offset == 0 &&
                     geometry.strides == ContiguousStrides(geometry.sizes) &&
                     choose.Chance(1, 2);
  if (plain) base.sizes = geometry.sizes;
  const bool small = *Numel(base.sizes) <= kMaxWrittenBase;
  base.fill = small && choose.Chance(1, 3) ? FillKind::kIota : FillKind::kCycle;
  if (like.exact && small) {
    const bool bytes = !writes && choose.Chance(3, 4);
    base = DrawData(choose, base.dtype, base.sizes,
                    bytes ? FillKind::kHex : FillKind::kValues);
  }
  if (neg) made.steps = {StepOf("conj"), StepOf("imag")};
  if (!plain) {
    made.steps.push_back(StepOf(
        "as_strided", {std::move(geometry.sizes), std::move(geometry.strides),
                       std::optional<int64_t>(geometry.offset)}));
  }
  if (like.bit && IsComplex(dtype)) made.steps.push_back(StepOf("conj"));
  return made;
}

}  // namespace viewproof

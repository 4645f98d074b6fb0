#ifndef VIEWPROOF_CONFORMANCE_GEN_LAYOUT_H_
#define VIEWPROOF_CONFORMANCE_GEN_LAYOUT_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/gen/chooser.h"
#include "reference/core/dtype.h"

namespace viewproof {

// Says how the elements of a tensor lie.
enum class ElementOrder {
  kAny,
  kContiguous,
  kNotContiguous,
  kColumnMajor,
  kTransposed,  // The last two dimensions are exchanged.
  kStrideZero,
  kStrideZeroTwice,
  kStrideZeroInnermost,
  kOverlapping,  // No stride is 0.
  kGaps,
  kNoUnitStride,
};

// Says where a tensor has a size of 1.
enum class SizeOne { kAnywhere, kSomewhere, kFirst, kLast, kBetween };

// Holds what a tensor must be like. What cannot be had together is left out.
struct TensorTraits {
  std::optional<int64_t> rank = std::nullopt;
  int64_t least_rank = 0;
  std::optional<int64_t> size = std::nullopt;  // One of its sizes.
  int64_t least_numel = 0;
  // Its next to last dimension has so many indexes, its last one fewer than
  // kVectorOfRows.
  int64_t least_rows = 0;
  bool empty = false;
  SizeOne one = SizeOne::kAnywhere;
  ElementOrder order = ElementOrder::kAny;
  // True: an odd one; false: none; absent: either.
  std::optional<bool> offset = std::nullopt;
  std::optional<DType> dtype = std::nullopt;
  std::optional<int64_t> item = std::nullopt;  // Bytes of an element.
  bool bit = false;                            // If the dtype can have one.
  bool exact = false;  // On numbers that a narrower type lacks.

  bool operator==(const TensorTraits&) const = default;
};

// Draws random traits: a rank up to 16, sizes at the edges of blocks, any
// order, most of them small.
TensorTraits AnyTraits(Chooser& choose);

// A base, and steps whose last result is what is wanted; none: the base is.
struct TensorRecipe {
  Base base;
  std::vector<Step> steps;
};

// A tensor like this, with at most `room` elements or those that it must have.
// `dtype`: where the traits name none. `writes`: the chain does.
TensorRecipe MakeLike(Chooser& choose, const TensorTraits& like, DType dtype,
                      int64_t room, bool writes);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_LAYOUT_H_

#ifndef VIEWPROOF_CONFORMANCE_GEN_LAYOUT_H_
#define VIEWPROOF_CONFORMANCE_GEN_LAYOUT_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/gen/chooser.h"
#include "reference/core/dtype.h"

namespace viewproof {

// How the elements of a tensor lie.
enum class ElementOrder {
  kAny,
  kContiguous,
  kNotContiguous,
  kColumnMajor,
  kStrideZero,
  kStrideZeroTwice,
  kStrideZeroInnermost,
  kOverlapping,  // Without a stride of 0.
  kGaps,
  kNoUnitStride,
};

// Where a tensor has a size of 1.
enum class SizeOne { kAnywhere, kSomewhere, kFirst, kLast, kBetween };

// What a tensor must be like. What cannot be had together is left out.
struct Likeness {
  std::optional<int64_t> rank = std::nullopt;
  int64_t least_rank = 0;
  std::optional<int64_t> size = std::nullopt;  // One of its sizes.
  int64_t least_numel = 0;
  bool empty = false;
  SizeOne one = SizeOne::kAnywhere;
  ElementOrder order = ElementOrder::kAny;
  std::optional<bool> offset = std::nullopt;  // Whether it has one; true: odd.
  std::optional<DType> dtype = std::nullopt;
  bool bit = false;    // If the dtype can have one.
  bool exact = false;  // On numbers that a narrower type lacks.
};

// One of many: of any rank up to 16, with sizes at the edges of blocks, of any
// order, most of them small.
Likeness AnyLikeness(Chooser& choose);

// A base, and steps whose last result is what is wanted; none: the base is.
struct TensorRecipe {
  Base base;
  std::vector<Step> steps;
};

// A tensor like this, with at most `room` elements or those that it must have.
// `dtype`: where the likeness names none. `writes`: the chain does.
TensorRecipe MakeLike(Chooser& choose, const Likeness& like, DType dtype,
                      int64_t room, bool writes);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_LAYOUT_H_

#include "tools/golden/aims.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tools/golden/vacuous.h"

namespace viewproof {
namespace {

// Adds what a single condition says of a tensor, so far as traits can say it.
// What `like` says of the order stays before "not contiguous".
void Add(const Condition& condition, TensorTraits& like) {
  const int64_t number = condition.number;
  switch (condition.what) {
    case What::kRank:
      if (condition.comparison == Comparison::kIs) {
        like.rank = number;
      } else {
        like.least_rank = std::max(like.least_rank, number);
      }
      return;
    case What::kElements:
      like.empty = number == 0;
      like.least_numel = number;
      return;
    case What::kSize:
      like.size = number;
      return;
    case What::kSizeOne:
      like.one = SizeOne::kSomewhere;
      return;
    case What::kSizeOneFirst:
      like.one = SizeOne::kFirst;
      return;
    case What::kSizeOneLast:
      like.one = SizeOne::kLast;
      return;
    case What::kSizeOneBetween:
      like.one = SizeOne::kBetween;
      return;
    case What::kDType:
      like.dtype = static_cast<DType>(number);
      return;
    case What::kStrideZeros:
      like.order = number == 1 ? ElementOrder::kStrideZero
                               : ElementOrder::kStrideZeroTwice;
      return;
    case What::kStrideZeroInnermost:
      like.order = ElementOrder::kStrideZeroInnermost;
      return;
    case What::kStrideZeroAndSizeOne:
      like.order = ElementOrder::kStrideZero;
      like.one = SizeOne::kSomewhere;
      return;
    case What::kOverlapsWithoutStrideZero:
      like.order = ElementOrder::kOverlapping;
      return;
    case What::kGaps:
    case What::kGapsReadLater:
      like.order = ElementOrder::kGaps;
      return;
    case What::kContiguousWithOffset:
      like.order = ElementOrder::kContiguous;
      like.offset = true;
      return;
    case What::kOffset:
    case What::kOddOffset:
    case What::kEndsWithLongerStorage:
      like.offset = true;
      return;
    case What::kContiguous:
      if (number == 1) {
        like.order = ElementOrder::kContiguous;
      } else if (like.order == ElementOrder::kAny) {
        like.order = ElementOrder::kNotContiguous;
      }
      return;
    case What::kNoUnitStride:
      like.order = ElementOrder::kNoUnitStride;
      return;
    case What::kColumnMajorRank:
      like.order = ElementOrder::kColumnMajor;
      if (condition.comparison == Comparison::kIs) like.rank = number;
      return;
    case What::kNegativeBit:
      like.dtype = DType::kFloat32;
      [[fallthrough]];
    case What::kBit:
      like.bit = true;
      return;
    default:  // Traits do not say it.
      return;
  }
}

bool IsOfTensor(const Condition& condition) {
  return condition.of == Of::kOperand || condition.of == Of::kResult;
}

}  // namespace

bool IsOfWideNumbers(const Condition& condition) {
  return condition.what == What::kStepBelowLimit || IsOfWideNumber(condition);
}

std::optional<TensorTraits> TraitsFor(const Op& op, const Mutant& effect,
                                      const Condition& condition) {
  const std::vector<Condition>& singles = SingleConditions();
  std::vector<const Condition*> parts = {&condition};
  // The second one says more of the order.
  if (const auto& both = condition.both) {
    parts = {&singles[both->second], &singles[both->first]};
  }
  if (!std::ranges::any_of(
          parts, &IsOfTensor,
          [](const Condition* c) -> const Condition& { return *c; })) {
    return std::nullopt;
  }
  TensorTraits like;
  for (const Condition* part : parts) {
    if (IsOfTensor(*part)) Add(*part, like);
  }
  like.exact = effect.name.starts_with("through_") ||
               effect.name == "zero_added" ||
               effect.name == "denormals_flushed";
  const bool resolves = op.name == "resolve_conj" || op.name == "resolve_neg";
  like.bit |= resolves || effect.name == "bits_forgotten";
  if (like.bit && !like.dtype) {
    const bool neg = op.name == "resolve_neg" || op.name == "view_as_complex";
    like.dtype = neg ? DType::kFloat32 : DType::kComplex64;
  }
  return like;
}

}  // namespace viewproof

#include "conformance/gen/condition_aim.h"

#include <algorithm>
#include <cstdint>

#include "conformance/case/block_sizes.h"

namespace viewproof {
namespace {

// Adds what a single condition says of a tensor, so far as traits can say it.
// What `like` says of the order stays before "not contiguous".
void AddTraits(const Condition& condition, TensorTraits& like) {
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
    case What::kTransposedItem:
      like.order = ElementOrder::kTransposed;
      like.rank = 2;
      like.least_rows = kVectorOfRows;
      like.item = number;
      return;
    case What::kTransposedRows:
      like.order = ElementOrder::kTransposed;
      like.least_rank = std::max<int64_t>(like.least_rank, 3);
      like.least_rows = number;
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

void Add(const Condition& condition, Aim& aim) {
  switch (condition.what) {
    case What::kNumber:
      aim.wide |= condition.comparison == Comparison::kAtLeast;
      return;
    case What::kStepBelowLimit:
      aim.wide = true;
      return;
    case What::kProduct:
      aim.product = condition.number;
      return;
    case What::kBefore:
      aim.before = static_cast<History>(condition.number);
      return;
    case What::kCast: {
      const auto [from, to] = DTypesOfCast(condition.number);
      aim.source = from;
      if (!aim.like) aim.like.emplace();
      aim.like->dtype = to;
      return;
    }
    default:
      break;
  }
  if (!IsOfTensor(condition)) return;
  if (!aim.like) aim.like.emplace();
  AddTraits(condition, *aim.like);
}

}  // namespace

Aim AimFor(const std::string& kernel, const Condition& condition) {
  const Op& op = OpOfKernel(kernel);
  Aim aim{.ops = {&op}, .kernel = kernel};
  const std::vector<Condition>& singles = SingleConditions();
  if (const auto& both = condition.both) {
    // The second one says more of the order.
    Add(singles[both->second], aim);
    Add(singles[both->first], aim);
  } else {
    Add(condition, aim);
  }
  if (op.name == "resolve_conj" || op.name == "resolve_neg") {
    if (!aim.like) aim.like.emplace();
    aim.like->bit = true;
  }
  if (aim.like && aim.like->bit && !aim.like->dtype) {
    aim.like->dtype = DTypeWithBit(op);
  }
  return aim;
}

DType DTypeWithBit(const Op& op) {
  const bool neg = op.name == "resolve_neg" || op.name == "view_as_complex";
  return neg ? DType::kFloat32 : DType::kComplex64;
}

}  // namespace viewproof

#include "tools/golden/vacuous.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "conformance/case/block_sizes.h"

namespace viewproof {
namespace {

bool IsOneOf(std::string_view word,
             std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool IsOneOf(DType dtype, std::initializer_list<DType> list) {
  return std::ranges::find(list, dtype) != list.end();
}

bool IsOfOperand(const Condition& c) { return c.of == Of::kOperand; }
bool IsOfResult(const Condition& c) { return c.of == Of::kResult; }

std::optional<DType> DTypeOf(const Condition& c) {
  if (c.what != What::kDType) return std::nullopt;
  return static_cast<DType>(c.number);
}

bool IsRank(const Condition& c, int64_t rank) {
  return c.what == What::kRank && c.comparison == Comparison::kIs &&
         c.number == rank;
}

// Returns whether it says that there are no elements.
bool IsEmpty(const Condition& c) {
  return c.what == What::kElements && c.number == 0;
}

// Returns whether a copy through another type, an added 0 or a flush keeps
// every element of a dtype.
bool KeepsEvery(std::string_view effect, DType dtype) {
  using enum DType;
  const bool adds = IsOneOf(effect, {"zero_added", "denormals_flushed"});
  if (!adds && !effect.starts_with("through_")) return false;
  if (IsOneOf(dtype, {kBool, kUInt8, kInt8, kFloat16, kBFloat16})) {
    return true;  // These effects leave them as they are.
  }
  if (adds) return IsOneOf(dtype, {kInt16, kInt32, kInt64});
  if (effect == "through_float64") return dtype != kInt64;
  if (effect == "through_int32") return IsOneOf(dtype, {kInt16, kInt32});
  return effect == "through_float32" &&
         IsOneOf(dtype, {kInt16, kFloat32, kComplex64});
}

bool HasNoBits(DType dtype) {
  return !IsComplex(dtype) &&
         !IsOneOf(dtype, {DType::kFloat32, DType::kFloat64});
}

bool IsOfCopies(const Mutant& effect) {
  return effect.touches == Touches::kCopies;
}

// Returns whether the operand is row-major by it.
bool IsRowMajor(const Condition& c) {
  return IsOfOperand(c) && c.operand.contiguous == true;
}

// Returns whether the op refuses every such operand.
bool IsRefused(const Op& op, const Condition& c) {
  if (!IsOfOperand(c)) return false;
  if (const auto dtype = DTypeOf(c)) {
    if (IsOneOf(op.name, {"imag", "view_as_real"})) return !IsComplex(*dtype);
    return op.name == "view_as_complex" &&
           !IsOneOf(*dtype, {DType::kFloat32, DType::kFloat64});
  }
  if (op.name == "view.dtype" && c.what == What::kNegativeBit) return true;
  if (IsOneOf(op.name, {"t", "H"})) {  // They are of matrices.
    return c.what == What::kRank && c.number > 2;
  }
  return op.name == "view_as_complex" &&
         (IsRank(c, 0) || c.what == What::kStrideZeroInnermost);
}

// Returns whether no operand of the op is such: a sparse base is no view.
bool IsNever(const Op& op, const Condition& c) {
  if (op.profile != Profile::kSparse || !IsOfOperand(c)) return false;
  switch (c.what) {
    case What::kStrideZeros:
    case What::kStrideZeroInnermost:
    case What::kStrideZeroAndSizeOne:
    case What::kDepth:
    case What::kOffset:
    case What::kOddOffset:
    case What::kBit:
    case What::kNegativeBit:
    case What::kContiguousWithOffset:
    case What::kNoUnitStride:
      return true;
    case What::kContiguous:
      return c.number == 0;
    default:
      return IsRank(c, 0);
  }
}

// Returns whether all that the op can do with a number of 2^31 or more is to
// refuse it: each number of its arguments is one of a dimension, or names an
// element of a target that is too large to be written.
bool TakesNoWideNumber(const Op& op) {
  if (op.kind == OpKind::kWrite) return true;
  return std::all_of(op.parameters.begin(), op.parameters.end(),
                     [](const Parameter& parameter) {
                       return parameter.type == ArgType::kDim ||
                              parameter.type == ArgType::kDims ||
                              parameter.type == ArgType::kTensor;
                     });
}

// Returns whether the op copies no such operand, or nothing of it.
bool CopiesNothing(const Op& op, const Mutant& effect, const Condition& c) {
  const std::optional<DType> dtype = DTypeOf(c);
  // A tensor without such a bit is returned itself.
  const bool lacks_bit =
      dtype && ((op.name == "resolve_conj" && !IsComplex(*dtype)) ||
                (op.name == "resolve_neg" && HasNoBits(*dtype)));
  if (lacks_bit || (op.name == "contiguous" && IsRowMajor(c))) {
    return IsOfCopies(effect) || effect.name == "operand_returned";
  }
  if (!IsOfCopies(effect)) return false;
  if (IsEmpty(c) && effect.name != "aliased") return true;
  // A view exists of what is row-major, has one element or none, gets the sizes
  // that it has, or is too large to copy.
  if (op.kind != OpKind::kEither) return false;
  if (effect.name == "aliased" && op.name != "ravel") return true;
  return IsRowMajor(c) || IsRank(c, 0) || IsEmpty(c) || IsOfWideNumber(c) ||
         (op.name == "ravel" && IsOfResult(c) &&
          (c.what == What::kSizeOne || c.what == What::kSizeOneFirst ||
           c.what == What::kSizeOneLast));
}

// Returns whether nothing that the write loses or adds is there.
bool WritesAllTheSame(std::string_view effect, const Condition& c) {
  if (!IsOfOperand(c)) return false;
  if (IsEmpty(c)) {
    return effect.starts_with("write_tail_lost_") ||
           IsOneOf(effect, {"broadcast_once", "write_lost", "write_to_copy",
                            "gaps_overwritten"});
  }
  if (effect == "write_to_copy") return IsRowMajor(c);
  return effect == "gaps_overwritten" &&
         (IsRowMajor(c) || c.what == What::kColumnMajorRank);
}

// Returns whether a stride in bytes is one in elements.
bool IsOfOneByte(const Op& op, const Condition& c) {
  const bool keeps_dtype = !IsOneOf(op.name, {"view.dtype", "indices"});
  return ItemSize(*DTypeOf(c)) == 1 && (keeps_dtype || IsOfResult(c));
}

bool IsOfMostRanks(const Condition& c) {
  return c.what == What::kRank && c.number == 16;
}

// Returns whether the result would have more dimensions than a case may show,
// or keeps the most that there are.
bool IsBeyondRanks(const Op& op, std::string_view effect, const Condition& c) {
  if (!IsOfMostRanks(c)) return false;
  if (IsOfOperand(c)) {
    return IsOneOf(op.name, {"unsqueeze", "unfold", "view_as_real"});
  }
  return effect == "operand_returned" && op.name.starts_with("squeeze");
}

// Returns whether flatten merges nothing, and gives its operand.
bool MergesNothing(const Op& op, const Mutant& effect, const Condition& c) {
  return op.name == "flatten" && IsOfResult(c) && IsOfMostRanks(c) &&
         (IsOfCopies(effect) ||
          IsOneOf(effect.name, {"operand_returned", "offset_kept"}));
}

// Returns whether the op gives what the effect would make of it, whatever the
// operand.
bool IsAlwaysSo(const Op& op, std::string_view effect) {
  if (op.name == "values" && effect == "operand_returned") return true;
  if (op.name == "setitem" && effect == "earlier_broadcast") return true;
  if (op.profile == Profile::kSparse) {
    return IsOneOf(
        effect, {"bits_forgotten", "offset_twice", "operand_strides_ignored"});
  }
  if (op.kind == OpKind::kCopy) return effect == "bits_forgotten";
  return op.name == "ravel" &&
         IsOneOf(effect, {"last_strides_swapped", "strides_row_major"});
}

// The number that begins this part of a name; 0: none does.
int64_t NumberIn(std::string_view digits) {
  int64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

// The block of tail_lost_8, row_tail_lost_16, write_tail_lost_32, ...; 0:
// another effect.
int64_t BlockOf(std::string_view effect) {
  constexpr std::string_view kTail = "tail_lost_";
  const auto at = effect.find(kTail);
  if (at == std::string_view::npos) return 0;
  return NumberIn(effect.substr(at + kTail.size()));
}

// Returns whether numel is a multiple of the block, since a size is.
bool HasNoTail(const Op& op, const Mutant& effect, const Condition& c) {
  const int64_t block = BlockOf(effect.name);
  if (c.what != What::kSize || block == 0 || c.number % block != 0) {
    return false;
  }
  if (effect.name.starts_with("row_")) return op.name == "ravel";
  return op.kind != OpKind::kByIndex || IsOfResult(c);
}

bool NeverAddsDimensions(const Op& op) {
  return IsOneOf(op.name, {"H",
                           "T",
                           "mH",
                           "mT",
                           "adjoint",
                           "t",
                           "transpose",
                           "swapaxes",
                           "swapdims",
                           "movedim",
                           "moveaxis",
                           "permute",
                           "slice",
                           "narrow",
                           "select",
                           "squeeze",
                           "squeeze.dim",
                           "squeeze.dims",
                           "split",
                           "split_with_sizes",
                           "chunk",
                           "hsplit",
                           "vsplit",
                           "dsplit",
                           "hsplit.indices",
                           "vsplit.indices",
                           "dsplit.indices",
                           "tensor_split",
                           "tensor_split.indices",
                           "unbind",
                           "diagonal",
                           "conj",
                           "real",
                           "imag",
                           "detach",
                           "view.dtype"});
}

// Returns whether there are no strides that the effect could change.
bool HasNoStrides(const Op& op, std::string_view effect, const Condition& c) {
  // The result has no more dimensions than this.
  const bool tells =
      IsOfResult(c) || (IsOfOperand(c) && NeverAddsDimensions(op));
  if (effect == "last_strides_swapped") {
    return tells && (IsRank(c, 0) || IsRank(c, 1));
  }
  if (op.name == "view_as_real" && IsOfResult(c) && IsRank(c, 1)) {
    return IsOneOf(effect, {"operand_strides_ignored", "strides_row_major"});
  }
  if (!IsRank(c, 0)) return false;
  if (effect == "operand_strides_ignored") {
    return IsOfOperand(c) || op.name == "view_as_complex";
  }
  if (effect.starts_with("row_tail_lost_")) return IsOfResult(c);
  return tells && IsOneOf(effect, {"strides_in_bytes", "strides_row_major"});
}

bool IsVacuousAlone(const Op& op, const Mutant& effect, const Condition& c) {
  if ((IsOfWideNumber(c) && TakesNoWideNumber(op)) || IsRefused(op, c) ||
      IsNever(op, c) || IsAlwaysSo(op, effect.name) ||
      IsBeyondRanks(op, effect.name, c) || MergesNothing(op, effect, c) ||
      CopiesNothing(op, effect, c)) {
    return true;
  }
  if (const auto dtype = DTypeOf(c)) {
    return KeepsEvery(effect.name, *dtype) ||
           (effect.name == "bits_forgotten" && HasNoBits(*dtype)) ||
           (effect.name == "strides_in_bytes" && IsOfOneByte(op, c));
  }
  return HasNoStrides(op, effect.name, c) || WritesAllTheSame(effect.name, c) ||
         HasNoTail(op, effect, c);
}

}  // namespace

bool IsOfWideNumber(const Condition& condition) {
  return condition.what == What::kNumber &&
         condition.comparison == Comparison::kAtLeast;
}

namespace {

// Returns whether an effect that keeps or reuses something, or is what follows
// from that, can show after this: what is kept must differ from what is right.
bool IsAskedAfter(const Mutant& effect, History history) {
  using enum History;
  switch (effect.kept) {
    case Kept::kArguments:
      return history == kOtherArgument;
    case Kept::kGeometry:
      return history == kOtherArgument || history == kSecondList;
    case Kept::kAnswer:
      return history == kOtherStorage || history == kOtherArgument;
    case Kept::kElements:
    case Kept::kBuffer:
      return history == kOwnWrite || history == kOtherWrite ||
             history == kOtherStorage || history == kOtherArgument;
    case Kept::kContents:
      return history == kSourceWritten || history == kIndexWritten ||
             history == kMaskWritten;
    case Kept::kOffset:
    case Kept::kBroadcast:
      return history == kOtherSizes;
    case Kept::kNothing:
      break;
  }
  switch (history) {
    case kReadLate:
      return effect.name == "aliased";
    case kSecondList:
      return IsOneOf(effect.name,
                     {"refused", "copied", "last_dropped", "all_begin_alike"});
    case kSourceWritten:
    case kIndexWritten:
    case kMaskWritten:
      return false;  // That its elements are not read says more.
    case kOtherSizes:
      return IsOneOf(effect.name, {"write_lost", "copy_of_zeros"});
    case kRefusal:
    case kOwnRefusal:
    case kThird:
    case kAgain:
      return IsOneOf(effect.name, {"refused", "write_lost", "copy_of_zeros"});
    default:
      return effect.name == "write_lost";
  }
}

// A refused write is looked for on targets of rank 1 to this.
constexpr int64_t kRefusedRanks = 4;

bool IsOfValues(std::string_view effect) {
  return effect.starts_with("through_") ||
         IsOneOf(effect, {"zero_added", "denormals_flushed"});
}

// Returns whether it is of a count that is no power of two, or of more than a
// base that says its elements: what an element loses is asked elsewhere.
bool IsBulk(const Condition& c) {
  switch (c.what) {
    case What::kRows:
    case What::kTransposedItem:
    case What::kTransposedRows:
    case What::kTruths:
      return true;
    case What::kIndexTensors:
      return c.number > 4;
    case What::kSize:
      return std::ranges::count(kBetweenEdges, c.number) > 0;
    default:
      return false;
  }
}

}  // namespace

bool IsAskedFor(const Mutant& effect, const Condition& condition) {
  if (condition.what == What::kCast) return effect.name == "write_lost";
  if (effect.name == "numbers_cut_to_32_bits") return IsOfWideNumber(condition);
  if (IsOneOf(effect.name,
              {"rounded", "length_for_real", "truth_of_first_byte"})) {
    return condition.what == What::kOtherDType;
  }
  if (effect.name == "refused_write_shows") {
    return condition.what == What::kRank && !condition.both &&
           IsOfOperand(condition) && condition.comparison == Comparison::kIs &&
           condition.number >= 1 && condition.number <= kRefusedRanks;
  }
  if (effect.name == "repeats_summed") {
    return condition.what == What::kRepeatedEntries;
  }
  if (effect.name == "index_not_wrapped") {
    return condition.what == What::kNegativeEntries ||
           (condition.what == What::kNumber &&
            condition.comparison == Comparison::kAtMost);
  }
  if (condition.what == What::kProduct) return effect.name == "refused";
  if (condition.what == What::kBefore) {
    return IsAskedAfter(effect, static_cast<History>(condition.number));
  }
  if (IsBulk(condition) &&
      (IsOfValues(effect.name) || effect.touches == Touches::kViews ||
       effect.name.starts_with("row_tail_lost_") || IsOfResult(condition) ||
       IsOneOf(effect.name, {"aliased", "bits_forgotten"}))) {
    return false;
  }
  return effect.kept == Kept::kNothing ||
         (condition.what == What::kSameCallBefore &&
          effect.kept == Kept::kAnswer);
}

bool IsVacuous(const Op& op, const Mutant& effect, const Condition& condition) {
  if (!condition.both) return IsVacuousAlone(op, effect, condition);
  const auto& [first, second] = *condition.both;
  return IsVacuousAlone(op, effect, SingleConditions()[first]) ||
         IsVacuousAlone(op, effect, SingleConditions()[second]);
}

}  // namespace viewproof

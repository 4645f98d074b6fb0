#include "conformance/subjects/conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "conformance/case/block_sizes.h"
#include "conformance/case/bounds.h"
#include "conformance/subjects/condition_rows.h"
#include "reference/core/geometry.h"

namespace viewproof {

const Ints& Strides(const TensorFacts& t) {
  static const Ints none;
  return t.shown.strides ? *t.shown.strides : none;
}

std::vector<std::size_t> LongDims(const TensorFacts& t) {
  std::vector<std::size_t> dims;
  for (std::size_t d = 0; d < Sizes(t).size(); ++d) {
    if (Sizes(t)[d] > 1) dims.push_back(d);
  }
  return dims;
}

bool IsColumnMajor(const TensorFacts& t) {
  if (!HasStrides(t) || LongDims(t).size() < 2) return false;
  int64_t stride = 1;
  for (std::size_t d = 0; d < Sizes(t).size(); ++d) {
    if (Sizes(t)[d] > 1 && Strides(t)[d] != stride) return false;
    stride *= Sizes(t)[d];
  }
  return true;
}

bool HasGaps(const TensorFacts& t) {
  return HasStrides(t) && !t.overlaps &&
         t.end - t.shown.offset.value_or(0) > t.numel;
}

namespace {

int64_t StrideZeros(const TensorFacts& t) {
  if (!HasStrides(t)) return 0;
  int64_t count = 0;
  for (const std::size_t d : LongDims(t)) count += Strides(t)[d] == 0;
  return count;
}

bool InnermostStrideIsZero(const TensorFacts& t) {
  const auto dims = LongDims(t);
  return HasStrides(t) && !dims.empty() && Strides(t)[dims.back()] == 0;
}

bool HasSizeOne(const TensorFacts& t) {
  return std::find(Sizes(t).begin(), Sizes(t).end(), 1) != Sizes(t).end();
}

bool HasSizeOneBetween(const TensorFacts& t) {
  return t.rank() >= 3 && std::find(Sizes(t).begin() + 1, Sizes(t).end() - 1,
                                    1) != Sizes(t).end() - 1;
}

bool HasUnitStride(const TensorFacts& t) {
  for (const std::size_t d : LongDims(t)) {
    if (Strides(t)[d] == 1) return true;
  }
  return false;
}

bool HasSizeOneFirst(const TensorFacts& t) {
  return t.rank() > 0 && Sizes(t)[0] == 1;
}
bool HasSizeOneLast(const TensorFacts& t) {
  return t.rank() > 0 && Sizes(t).back() == 1;
}
int64_t DTypeOf(const TensorFacts& t) {
  return t.shown.dtype ? static_cast<int64_t>(*t.shown.dtype) : -1;
}
bool HasStrideZeroAndSizeOne(const TensorFacts& t) {
  return StrideZeros(t) >= 1 && HasSizeOne(t);
}
bool OverlapsWithoutStrideZero(const TensorFacts& t) {
  return t.overlaps && StrideZeros(t) == 0;
}
int64_t OffsetOf(const TensorFacts& t) { return t.shown.offset.value_or(0); }
bool HasOddOffset(const TensorFacts& t) { return OffsetOf(t) % 2 == 1; }
bool IsRowMajor(const TensorFacts& t) { return IsContiguous(t); }
bool IsContiguousWithOffset(const TensorFacts& t) {
  return IsContiguous(t) && OffsetOf(t) > 0;
}
bool HasNoUnitStride(const TensorFacts& t) {
  return HasStrides(t) && !LongDims(t).empty() && !HasUnitStride(t);
}
int64_t ColumnMajorRank(const TensorFacts& t) {
  return IsColumnMajor(t) ? t.rank() : 0;
}
bool HasLongerStorage(const TensorFacts& t) {
  return t.storage_numel > t.numel;
}
bool EndsWithLongerStorage(const TensorFacts& t) {
  return t.numel > 0 && HasLongerStorage(t) && t.end == t.storage_numel;
}
bool HasNegativeBit(const TensorFacts& t) { return t.shown.neg; }
bool HasBit(const TensorFacts& t) { return t.shown.conj || t.shown.neg; }

bool HasSize(const TensorFacts& t, const Condition& condition) {
  return std::ranges::any_of(
      Sizes(t), [&](int64_t size) { return condition.Admits(size); });
}

bool HasGapsReadLater(const StepFacts& f) {
  return f.gaps_read_later && HasGaps(f.operand);
}
int64_t OutputsOf(const StepFacts& f) { return std::ssize(f.results); }

bool MakesTensors(const Op& op, std::string_view) {
  return op.kind != OpKind::kWrite && op.kind != OpKind::kQuery &&
         op.kind != OpKind::kForget;
}
bool Writes(const Op& op, std::string_view) {
  return op.kind == OpKind::kWrite;
}
// "A bit" says enough of an op that copies or writes.
bool Views(const Op& op, std::string_view) { return op.kind == OpKind::kView; }

std::vector<int64_t> NumbersOfDTypes() {
  std::vector<int64_t> numbers;
  for (const DType dtype : kBaseDTypes) {
    numbers.push_back(static_cast<int64_t>(dtype));
  }
  return numbers;
}

constexpr Condition::Operand kRowMajor = {.contiguous = true};
constexpr Condition::Operand kOdd = {.contiguous = false};
constexpr Condition::Operand kOddMatrix = {2, INT64_MAX, false};
constexpr Condition::Operand kAnyOperand = {};

// Returns rows of properties that the operand has, or a result.
std::vector<ConditionRow> RowsOfShapes() {
  using enum Comparison;
  return {
      OperandRow("rank {}", What::kRank, Its<&TensorFacts::rank>, true,
                 kAnyOperand, kIs, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16}),
      OperandRow("rank >= {}", What::kRank, Its<&TensorFacts::rank>, true,
                 kAnyOperand, kAtLeast, {3, 4, 5, 6, 7, 8, 9, 16}),
      OperandRow("at least {} elements", What::kElements,
                 Its<&TensorFacts::numel>, false, kAnyOperand, kAtLeast,
                 {9, 17, 33, 65, 129, 257, 1025, 4097}),
      OperandRow("a size of {}", What::kSize, HasSize, false, kAnyOperand, kIs,
                 {kBlockSizes.begin(), kBlockSizes.end()}),
      OperandRow("no elements", What::kElements, Its<&TensorFacts::numel>, true,
                 kRowMajor, kIs, {0}),
      OperandRow("a size of 1", What::kSizeOne, Its<HasSizeOne>, true),
      OperandRow("size 1 first", What::kSizeOneFirst, Its<HasSizeOneFirst>,
                 true),
      OperandRow("size 1 last", What::kSizeOneLast, Its<HasSizeOneLast>, true),
      OperandRow("size 1 between", What::kSizeOneBetween,
                 Its<HasSizeOneBetween>, true, {3}),
      OperandRow("dtype {}", What::kDType, Its<DTypeOf>, true, kAnyOperand, kIs,
                 NumbersOfDTypes()),
  };
}

// Returns rows of properties of the operand alone.
std::vector<ConditionRow> RowsOfLayouts() {
  using enum Comparison;
  return {
      OperandRow("stride 0", What::kStrideZeros, Its<StrideZeros>, true, kOdd,
                 kAtLeast),
      OperandRow("stride 0 twice", What::kStrideZeros, Its<StrideZeros>, true,
                 kOddMatrix, kAtLeast, {2}),
      OperandRow("stride 0 innermost", What::kStrideZeroInnermost,
                 Its<InnermostStrideIsZero>, true, kOdd),
      OperandRow("stride 0 and a size of 1", What::kStrideZeroAndSizeOne,
                 Its<HasStrideZeroAndSizeOne>, true, kOddMatrix),
      OperandRow("overlaps itself without stride 0",
                 What::kOverlapsWithoutStrideZero,
                 Its<OverlapsWithoutStrideZero>, false, kOdd),
      OperandRow("gaps", What::kGaps, Its<HasGaps>, false, kOdd),
      OperandRow("offset", What::kOffset, Its<OffsetOf>, true, kAnyOperand,
                 kAtLeast),
      OperandRow("odd offset", What::kOddOffset, Its<HasOddOffset>, true),
      OperandRow("contiguous with an offset", What::kContiguousWithOffset,
                 Its<IsContiguousWithOffset>, true, kRowMajor),
      OperandRow("not contiguous", What::kContiguous, Its<IsRowMajor>, true,
                 kOdd, kIs, {0}),
      OperandRow("contiguous", What::kContiguous, Its<IsRowMajor>, true,
                 kRowMajor),
      OperandRow("no stride of 1", What::kNoUnitStride, Its<HasNoUnitStride>,
                 true, kOdd),
      OperandRow("column-major", What::kColumnMajorRank, Its<ColumnMajorRank>,
                 false, kOddMatrix, kAtLeast),
      OperandRow("storage longer than the tensor", What::kLongerStorage,
                 Its<HasLongerStorage>),
      OperandRow("ends where a longer storage ends",
                 What::kEndsWithLongerStorage, Its<EndsWithLongerStorage>),
      OperandRow("a bit", What::kBit, Its<HasBit>, true),
      OperandRow("column-major of rank {}", What::kColumnMajorRank,
                 Its<ColumnMajorRank>, false, kOddMatrix, kIs, {2, 3, 4}),
  };
}

// Returns the row of a property that the step has, and not its operand alone.
template <auto property>
ConditionRow StepRow(std::string_view words, Of of, What what,
                     bool of_headers = false) {
  return {.words = words,
          .of = of,
          .what = what,
          .of_step =
              [](const StepFacts& f, const Condition& condition) {
                return condition.Admits(
                    static_cast<int64_t>(std::invoke(property, f)));
              },
          .of_headers = of_headers};
}

std::vector<ConditionRow> RowsOfSteps() {
  ConditionRow gaps = StepRow<HasGapsReadLater>(
      "gaps that are read later", Of::kOperand, What::kGapsReadLater);
  gaps.operand = kOdd;
  ConditionRow depth = StepRow<&StepFacts::depth>(
      "depth of views >= {}", Of::kOperand, What::kDepth, true);
  depth.comparison = Comparison::kAtLeast;
  depth.numbers = {1, 2, 3};
  ConditionRow negative = OperandRow("the negative bit", What::kNegativeBit,
                                     Its<HasNegativeBit>, true);
  negative.can_hold = &Views;
  ConditionRow itself = StepRow<&StepFacts::written_itself>(
      "it was written itself before", Of::kOperand, What::kWrittenItself);
  itself.can_hold = &Writes;
  return {
      gaps,
      depth,
      negative,
      StepRow<&StepFacts::written_since>("written since it was made",
                                         Of::kOperand, What::kWrittenSince),
      itself,
      StepRow<&StepFacts::has_sibling>("another view of its storage is alive",
                                       Of::kOperand, What::kSibling),
      StepRow<&StepFacts::same_call_before>(
          "the op was called on another layout of these sizes before",
          Of::kCall, What::kSameCallBefore)};
}

ConditionRow RowOfOutputs() {
  ConditionRow row = StepRow<OutputsOf>("at least {} outputs", Of::kCall,
                                        What::kOutputs, true);
  row.comparison = Comparison::kAtLeast;
  row.numbers = {3, kMaxPlainOutputs + 1};
  row.can_hold = &GivesList;
  return row;
}

std::string NameOf(const ConditionRow& row, Of of, int64_t number) {
  if (row.what == What::kCast) {
    const auto [from, to] = DTypesOfCast(number);
    return fmt::format("source {}, target {}", Name(from), Name(to));
  }
  if (row.what == What::kBefore) {
    return std::string(Name(static_cast<History>(number)));
  }
  const std::string number_text =
      row.what == What::kDType ? std::string(Name(static_cast<DType>(number)))
                               : fmt::format("{}", number);
  return (of == Of::kOperand  ? "operand: "
          : of == Of::kResult ? "result: "
                              : "") +
         fmt::format(fmt::runtime(row.words), number_text);
}

Condition::Operand BoundsOf(const ConditionRow& row, int64_t number) {
  const bool is = row.comparison == Comparison::kIs;
  if (row.what == What::kRank) {
    if (!is) return {number};
    return {number, number, number == 0 ? std::optional(true) : std::nullopt};
  }
  return row.what == What::kColumnMajorRank && is
             ? Condition::Operand{number, number, false}
             : row.operand;
}

void Add(const std::vector<ConditionRow>& rows, bool and_of_results,
         std::vector<Condition>& conditions) {
  for (const ConditionRow& row : rows) {
    for (const int64_t number : row.numbers) {
      Condition condition{.of = row.of,
                          .what = row.what,
                          .comparison = row.comparison,
                          .number = number,
                          .name = NameOf(row, row.of, number),
                          .of_tensor = row.of_tensor,
                          .of_step = row.of_step,
                          .can_hold = row.can_hold,
                          .of_headers = row.of_headers,
                          .operand = BoundsOf(row, number)};
      conditions.push_back(condition);
      if (!and_of_results) continue;
      condition.of = Of::kResult;
      condition.name = NameOf(row, Of::kResult, number);
      condition.can_hold = &MakesTensors;
      condition.operand = {};
      conditions.push_back(std::move(condition));
    }
  }
}

// Returns whether everything of which `some` holds has what `all` says of the
// operand.
bool Implies(const Condition::Operand& some, const Condition::Operand& all) {
  return some.least_rank >= all.least_rank && some.most_rank <= all.most_rank &&
         (!all.contiguous || some.contiguous == all.contiguous);
}

bool Exclude(const Condition::Operand& a, const Condition::Operand& b) {
  return a.most_rank < b.least_rank || b.most_rank < a.least_rank ||
         (a.contiguous && b.contiguous && a.contiguous != b.contiguous);
}

// Returns whether it is of how large a tensor is, or how many there are: a size
// of 7, 257 elements, 5 index tensors.
bool IsOfCount(const Condition& condition) {
  switch (condition.what) {
    case What::kSize:
    case What::kRows:
    case What::kTransposedItem:
    case What::kTransposedRows:
    case What::kProduct:
    case What::kTruths:
    case What::kStepsDiffer:
      return true;
    case What::kIndexTensors:
      return condition.number > 4;
    case What::kOutputs:
      return condition.number > 3;
    default:
      return condition.what == What::kElements &&
             condition.comparison == Comparison::kAtLeast;
  }
}

bool IsNotContiguous(const Condition& condition) {
  return condition.what == What::kContiguous && condition.number == 0;
}

// Returns whether it joins others: rank >= 3, 4, 5, and not contiguous.
bool Joins(const Condition& condition) {
  if (condition.of != Of::kOperand) return false;
  return (condition.what == What::kRank &&
          condition.comparison == Comparison::kAtLeast &&
          condition.number <= 5) ||
         IsNotContiguous(condition);
}

std::vector<Condition> WithJoint() {
  const std::vector<Condition>& singles = SingleConditions();
  std::vector<Condition> all = singles;
  for (std::size_t first = 0; first < singles.size(); ++first) {
    if (!Joins(singles[first])) continue;
    for (std::size_t second = 0; second < singles.size(); ++second) {
      const Condition& other = singles[second];
      // (rank >= 4, rank >= 3) is rank >= 4; (rank >= 3, not contiguous) comes
      // once.
      if ((Joins(other) && !IsNotContiguous(other)) ||
          other.of == Of::kResult || IsOfCount(other) ||
          other.what == What::kCast || other.what == What::kBefore ||
          Exclude(singles[first].operand, other.operand) ||
          Implies(other.operand, singles[first].operand)) {
        continue;
      }
      Condition joint = other;
      joint.name = singles[first].name + ", " + other.name;
      joint.of_headers = false;
      joint.both = {first, second};
      all.push_back(std::move(joint));
    }
  }
  return all;
}

}  // namespace

ConditionRow OperandRow(std::string_view words, What what, OfTensor of_tensor,
                        bool of_headers, Condition::Operand operand,
                        Comparison comparison, std::vector<int64_t> numbers) {
  return {.words = words,
          .of = Of::kOperand,
          .what = what,
          .comparison = comparison,
          .numbers = std::move(numbers),
          .of_tensor = of_tensor,
          .of_headers = of_headers,
          .operand = operand};
}

bool GivesList(const Op& op, std::string_view) { return op.returns_list(); }

bool Condition::Admits(int64_t value) const {
  switch (comparison) {
    case Comparison::kIs:
      return value == number;
    case Comparison::kAtLeast:
      return value >= number;
    case Comparison::kAtMost:
      return value <= number;
  }
  return false;
}

bool Condition::Holds(const StepFacts& facts) const {
  if (of_step != nullptr) return of_step(facts, *this);
  if (of != Of::kResult) return of_tensor(facts.operand, *this);
  return std::ranges::any_of(
      facts.results, [this](const auto& t) { return of_tensor(t, *this); });
}

bool Condition::twice() const {
  return !both && of != Of::kResult && of != Of::kEarlier && !IsOfCount(*this);
}

const std::vector<Condition>& SingleConditions() {
  static const std::vector<Condition> conditions = [] {
    std::vector<Condition> all;
    Add(RowsOfShapes(), true, all);
    Add({RowOfOutputs()}, false, all);
    Add(RowsOfCounts(), false, all);
    Add(RowsOfLayouts(), false, all);
    Add(RowsOfSteps(), false, all);
    Add(RowsOfHistories(), false, all);
    Add(RowsOfArguments(), false, all);
    return all;
  }();
  return conditions;
}

const std::vector<Condition>& Conditions() {
  static const std::vector<Condition> conditions = WithJoint();
  assert(conditions.size() <= ConditionSet().size());
  return conditions;
}

ConditionSet HoldingIn(const StepFacts& facts) {
  ConditionSet set;
  const std::vector<Condition>& all = Conditions();
  for (std::size_t c = 0; c < all.size(); ++c) {
    const auto& both = all[c].both;
    set[c] = both ? set[both->first] && set[both->second] : all[c].Holds(facts);
  }
  return set;
}

}  // namespace viewproof

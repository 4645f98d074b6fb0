#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/block_sizes.h"
#include "conformance/subjects/condition_rows.h"
#include "reference/core/checked.h"

// Conditions on counts at which kernels split their work or count in another
// word, and on what ran before.
namespace viewproof {
namespace {

// A tile of most kernels that transpose.
constexpr int64_t kTile = 32;

// The rows of what is not contiguous: a copy of it visits each one.
int64_t StridedRowsOf(const TensorFacts& t) {
  if (IsContiguous(t) || t.rank() < 2 || t.numel == 0) return 0;
  return t.numel / Sizes(t).back();
}

bool IsTransposed(const TensorFacts& t) {
  if (!HasStrides(t) || t.rank() < 2) return false;
  const Ints& strides = Strides(t);
  return Sizes(t).back() > 1 && strides.rbegin()[1] == 1 &&
         strides.back() >= Sizes(t).rbegin()[1];
}

// The bytes of an item of a transposed matrix of a vector of rows, and of fewer
// columns.
int64_t TransposedItemOf(const TensorFacts& t) {
  if (t.rank() != 2 || !IsTransposed(t) || Sizes(t)[1] >= kVectorOfRows ||
      Sizes(t)[0] < kVectorOfRows) {
    return 0;
  }
  return ItemSize(t.shown.dtype.value_or(DType::kUInt8));
}

// The rows of each of several transposed matrices.
int64_t TransposedRowsOf(const TensorFacts& t) {
  return t.rank() >= 3 && IsTransposed(t) && Sizes(t).rbegin()[2] > 1
             ? Sizes(t).rbegin()[1]
             : 0;
}

// Returns whether the sizes multiply to the number or more, and none is as
// large; 0 counts as 1.
bool MultiplyPast(const TensorFacts& t, const Condition& condition) {
  std::optional<int64_t> product = 1;
  for (const int64_t size : Sizes(t)) {
    if (size >= condition.number) return false;
    product = CheckedMultiply(*product, std::max<int64_t>(size, 1));
    if (!product) return true;
  }
  return condition.Admits(*product);
}

// Returns whether some mask picks so many.
bool HasTruths(const StepFacts& f, const Condition& condition) {
  return std::ranges::any_of(f.picks, [&](const Literal& pick) {
    if (pick.dtype != DType::kBool || !pick.values) return false;
    const std::vector<Scalar>& list = pick.values->list;
    return condition.Admits(
        std::ssize(list) -
        std::ranges::count_if(list, [](const Scalar& s) { return s.re == 0; }));
  });
}

// Returns whether two ranges step, by different numbers.
bool StepsDiffer(const StepFacts& f, const Condition& condition) {
  std::set<int64_t> steps;
  for (const Arg& arg : f.step->args) {
    const auto* index = std::get_if<Index<TensorArg>>(&arg);
    if (index == nullptr) continue;
    for (const auto& item : *index) {
      const auto* range = std::get_if<Range>(&item);
      if (range != nullptr && range->step.value_or(1) > 1) {
        steps.insert(*range->step);
      }
    }
  }
  return condition.Admits(steps.size() > 1 ? 1 : 0);
}

bool IsOfIndex(const Op&, std::string_view kernel) {
  return kernel.ends_with(" basic");
}
// A literal has fewer elements.
bool IsOfNamedTensors(const Op&, std::string_view kernel) {
  return kernel.ends_with(" tensors");
}
// An op that resolves bits needs other layouts.
bool IsOfNoBit(const Op& op, std::string_view) {
  return op.profile != Profile::kComplex;
}
// It holds of what is repeated, or empty: no sparse tensor, write or copy.
bool IsOfNoStorage(const Op& op, std::string_view kernel) {
  return op.profile != Profile::kSparse && op.kind != OpKind::kWrite &&
         op.kind != OpKind::kCopy &&
         (op.kind != OpKind::kByIndex || IsOfIndex(op, kernel));
}
// A sparse tensor is a base.
bool IsOfViews(const Op& op, std::string_view) {
  return op.profile != Profile::kSparse;
}
bool TakesSome(const Op& op, std::string_view) {
  return std::ranges::any_of(op.parameters, [](const Parameter& parameter) {
    return parameter.type != ArgType::kMemoryFormat;
  });
}
// It takes an argument that may be wrong, or mean another thing elsewhere.
bool IsDecided(const Op& op, std::string_view kernel) {
  return IsOfViews(op, kernel) && op.kind != OpKind::kNew &&
         op.kind != OpKind::kForget && TakesSome(op, kernel);
}
bool TakesSource(const Op& op, std::string_view) {
  return op.kind == OpKind::kWrite &&
         std::ranges::any_of(op.parameters, [](const Parameter& parameter) {
           return parameter.type == ArgType::kTensor ||
                  parameter.type == ArgType::kValue;
         });
}
bool NamesIndex(const Op&, std::string_view kernel) {
  return kernel.ends_with(" tensors") || kernel.ends_with(" mixed");
}
bool MayCopy(const Op& op, std::string_view kernel) {
  return op.kind == OpKind::kCopy || op.kind == OpKind::kSelfOrCopy ||
         op.kind == OpKind::kEither ||
         (op.kind == OpKind::kByIndex && !IsOfIndex(op, kernel));
}

}  // namespace

std::vector<ConditionRow> RowsOfCounts() {
  using enum Comparison;
  ConditionRow rows = OperandRow(
      "at least {} rows, not contiguous", What::kRows, Its<StridedRowsOf>,
      false, {2, INT64_MAX, false}, kAtLeast, {kMostInGrid + 1});
  ConditionRow items =
      OperandRow("a transposed matrix of few columns, {} bytes each",
                 What::kTransposedItem, Its<TransposedItemOf>, false,
                 {2, 2, false}, kIs, {1, 2, 4, 8, 16});
  ConditionRow batch =
      OperandRow("a batch of transposed matrices of {} rows or more",
                 What::kTransposedRows, Its<TransposedRowsOf>, false,
                 {3, INT64_MAX, false}, kAtLeast, {kTile});
  for (ConditionRow* row : {&rows, &items, &batch}) row->can_hold = &IsOfNoBit;
  ConditionRow product = OperandRow(
      "sizes that multiply to {} or more", What::kProduct, MultiplyPast, true,
      {}, kAtLeast, {kWordLimits.begin(), kWordLimits.end()});
  product.can_hold = &IsOfNoStorage;
  return {rows,
          items,
          batch,
          product,
          {.words = "a mask that picks at least {}",
           .of = Of::kIndex,
           .what = What::kTruths,
           .comparison = kAtLeast,
           .numbers = {kMostInByte + 1},
           .of_step = HasTruths,
           .can_hold = IsOfNamedTensors},
          {.words = "ranges of two steps",
           .of = Of::kIndex,
           .what = What::kStepsDiffer,
           .of_step = StepsDiffer,
           .of_headers = true,
           .can_hold = IsOfIndex}};
}

std::vector<ConditionRow> RowsOfHistories() {
  std::vector<ConditionRow> rows;
  for (const History history : kHistories) {
    rows.push_back({.words = "{}",
                    .of = Of::kEarlier,
                    .what = What::kBefore,
                    .numbers = {static_cast<int64_t>(history)},
                    .of_step =
                        [](const StepFacts& f, const Condition& condition) {
                          return f.Has(static_cast<History>(condition.number));
                        },
                    .of_headers = history != History::kOtherStorage});
    rows.back().can_hold = &IsOfViews;
    if (history == History::kSourceWritten) rows.back().can_hold = &TakesSource;
    if (history == History::kIndexWritten) rows.back().can_hold = &NamesIndex;
    // A mask of the case is of the kernel of index tensors.
    if (history == History::kMaskWritten) {
      rows.back().can_hold = &IsOfNamedTensors;
    }
    if (history == History::kOtherSizes || history == History::kOwnRefusal) {
      rows.back().can_hold = &IsDecided;
    }
    if (history == History::kOtherArgument) rows.back().can_hold = &TakesSome;
    if (history == History::kReadLate) rows.back().can_hold = &MayCopy;
    if (history == History::kSecondList) rows.back().can_hold = &GivesList;
  }
  return rows;
}

}  // namespace viewproof

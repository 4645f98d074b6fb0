#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <utility>
#include <variant>

#include "conformance/case/ops.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/subjects/condition_rows.h"

namespace viewproof {
namespace {

bool PicksByTensors(const Op&, std::string_view kernel) {
  return kernel.ends_with(" tensors") || kernel.ends_with(" mixed");
}
bool PicksByMasks(const Op&, std::string_view kernel) {
  return kernel.ends_with(" mask") || kernel.ends_with(" mixed");
}
bool TakesStep(const Op& op, std::string_view kernel) {
  return kernel.ends_with(" basic") ||
         std::any_of(op.parameters.begin(), op.parameters.end(),
                     [](const Parameter& p) { return p.name == "step"; });
}

// The dimensions above size 1, slowest first.
std::vector<std::size_t> OrderOf(const TensorFacts& t) {
  auto dims = LongDims(t);
  std::stable_sort(dims.begin(), dims.end(), [&](std::size_t a, std::size_t b) {
    return Strides(t)[a] > Strides(t)[b];
  });
  return dims;
}

// Returns whether neighbouring dimensions d and d + 1 are one run.
bool Merges(const TensorFacts& t, std::size_t d) {
  return Strides(t)[d] == Strides(t)[d + 1] * Sizes(t)[d + 1];
}

bool PermutedDifferently(const TensorFacts& to, const TensorFacts& from) {
  return Sizes(to) == Sizes(from) && OrderOf(to) != OrderOf(from);
}

bool EqualStridesWithGaps(const TensorFacts& to, const TensorFacts& from) {
  return Sizes(to) == Sizes(from) && Strides(to) == Strides(from) &&
         HasGaps(to);
}

bool MergesInOneOnly(const TensorFacts& to, const TensorFacts& from) {
  if (Sizes(to) != Sizes(from)) return false;
  for (std::size_t d = 0; d + 1 < Sizes(to).size(); ++d) {
    if (Sizes(to)[d] < 2 || Sizes(to)[d + 1] < 2) continue;
    if (Merges(to, d) != Merges(from, d)) return true;
  }
  return false;
}

bool BroadcastsByMissing(const TensorFacts& to, const TensorFacts& from) {
  return from.rank() < to.rank();
}

// A size of 1 in the source, at the start of its sizes or between them.
bool BroadcastsAt(const TensorFacts& to, const TensorFacts& from, bool first) {
  const auto lead = Sizes(to).size() - Sizes(from).size();
  for (std::size_t d = 0; d < Sizes(from).size(); ++d) {
    const bool here = first ? d == 0 : d > 0 && d + 1 < Sizes(from).size();
    if (here && Sizes(from)[d] == 1 && Sizes(to)[lead + d] > 1) return true;
  }
  return false;
}
bool BroadcastsByLeading(const TensorFacts& to, const TensorFacts& from) {
  return from.rank() <= to.rank() && BroadcastsAt(to, from, true);
}
bool BroadcastsByMiddle(const TensorFacts& to, const TensorFacts& from) {
  return from.rank() <= to.rank() && BroadcastsAt(to, from, false);
}

// Returns whether some number among the arguments, or among the bounds of a
// range, is as the condition says.
bool SomeNumber(const StepFacts& f, const Condition& condition) {
  const auto admits = [&](const std::optional<int64_t>& number) {
    return number && condition.Admits(*number);
  };
  for (const Arg& arg : f.step->args) {
    if (const auto* number = std::get_if<int64_t>(&arg)) {
      if (admits(*number)) return true;
    }
    if (const auto* maybe = std::get_if<std::optional<int64_t>>(&arg)) {
      if (admits(*maybe)) return true;
    }
    if (const auto* list = std::get_if<Ints>(&arg)) {
      if (std::ranges::any_of(*list, admits)) return true;
    }
    if (const auto* index = std::get_if<Index<TensorArg>>(&arg)) {
      for (const auto& item : *index) {
        const auto* number = std::get_if<int64_t>(&item);
        if (number != nullptr && admits(*number)) return true;
        const auto* range = std::get_if<Range>(&item);
        if (range != nullptr && (admits(range->start) || admits(range->stop) ||
                                 admits(range->step))) {
          return true;
        }
      }
    }
  }
  return false;
}

bool IsMask(const Literal& pick) { return pick.dtype == DType::kBool; }

std::vector<int64_t> EntriesOf(const Literal& pick) {
  std::vector<int64_t> entries;
  if (!pick.values) return entries;
  for (const Scalar& value : pick.values->list) {
    entries.push_back(static_cast<int64_t>(value.re));
  }
  return entries;
}

// Returns whether some index tensor has entries of which this holds.
template <bool (*holds)(const std::vector<int64_t>& entries)>
bool SomeEntries(const StepFacts& f) {
  return std::ranges::any_of(f.picks, [](const Literal& pick) {
    return !IsMask(pick) && holds(EntriesOf(pick));
  });
}

using Entries = std::vector<int64_t>;
bool HasNegative(const Entries& e) {
  return std::ranges::any_of(e, [](int64_t i) { return i < 0; });
}
bool HasRepeated(const Entries& e) {
  Entries sorted = e;
  std::ranges::sort(sorted);
  return std::ranges::adjacent_find(sorted) != sorted.end();
}
bool IsDescending(const Entries& e) {
  return e.size() >= 2 && std::is_sorted(e.rbegin(), e.rend());
}
bool HasNone(const Entries& e) { return e.empty(); }

bool HasMaskOfFalse(const StepFacts& f) {
  return std::ranges::any_of(f.picks, [](const Literal& pick) {
    const Entries entries = EntriesOf(pick);
    return IsMask(pick) && !entries.empty() &&
           std::ranges::count(entries, 0) == std::ssize(entries);
  });
}

int64_t IndexTensorsOf(const StepFacts& f) {
  return std::ranges::count_if(
      f.picks, [](const Literal& pick) { return !IsMask(pick); });
}

template <bool mask>
bool SomeRank(const StepFacts& f, const Condition& condition) {
  return std::ranges::any_of(f.picks, [&](const Literal& pick) {
    return IsMask(pick) == mask && condition.Admits(std::ssize(pick.sizes));
  });
}

// Returns whether a range, a number or a new axis stands between two tensors.
bool IsSeparated(const StepFacts& f) {
  for (const Arg& arg : f.step->args) {
    const auto* index = std::get_if<Index<TensorArg>>(&arg);
    if (index == nullptr) continue;
    std::optional<std::size_t> last;
    for (std::size_t k = 0; k < index->size(); ++k) {
      const auto* tensor = std::get_if<TensorArg>(&(*index)[k]);
      const Literal* pick = LiteralOf((*index)[k]);
      const bool is_number = pick != nullptr && pick->sizes.empty();
      if (tensor == nullptr || is_number) continue;
      if (last && *last + 1 != k) return true;
      last = k;
    }
  }
  return false;
}

// Returns whether true stands somewhere after null.
bool HasTrueAfterNull(const StepFacts& f) {
  for (const Arg& arg : f.step->args) {
    const auto* index = std::get_if<Index<TensorArg>>(&arg);
    if (index == nullptr) continue;
    const auto null = std::find_if(
        index->begin(), index->end(),
        [](const auto& item) { return std::holds_alternative<NewAxis>(item); });
    if (std::any_of(null, index->end(), [](const auto& item) {
          const auto* truth = std::get_if<bool>(&item);
          return truth != nullptr && *truth;
        })) {
      return true;
    }
  }
  return false;
}

bool TakesType(const Op& op, std::initializer_list<ArgType> types) {
  return std::any_of(op.parameters.begin(), op.parameters.end(),
                     [&](const Parameter& parameter) {
                       return std::find(types.begin(), types.end(),
                                        parameter.type) != types.end();
                     });
}

bool HasSource(const Op& op, std::string_view) {
  return op.kind == OpKind::kWrite &&
         TakesType(op, {ArgType::kTensor, ArgType::kValue});
}

// An advanced index names other elements than the target's dimensions do.
bool HasSourceLikeTarget(const Op& op, std::string_view kernel) {
  return HasSource(op, kernel) &&
         (!TakesType(op, {ArgType::kIndex}) || kernel.ends_with(" basic"));
}

bool AreNotContiguous(const TensorFacts& to, const TensorFacts& from) {
  return !IsContiguous(to) && !IsContiguous(from);
}
bool IsColumnMajorIntoGaps(const TensorFacts& to, const TensorFacts& from) {
  return IsColumnMajor(from) && HasGaps(to);
}
bool DifferInDType(const TensorFacts& to, const TensorFacts& from) {
  return to.shown.dtype != from.shown.dtype;
}

using CanHold = bool (*)(const Op&, std::string_view kernel);

// A condition on a target, or first operand, and the first tensor argument.
template <bool (*holds)(const TensorFacts& to, const TensorFacts& from)>
ConditionRow PairRow(std::string_view words, What what, CanHold can_hold,
                     Condition::Operand operand = {}) {
  return {.words = words,
          .of = Of::kPair,
          .what = what,
          .of_step =
              [](const StepFacts& f, const Condition& condition) {
                return condition.Admits(
                    !f.named.empty() && HasStrides(f.operand) &&
                    HasStrides(f.named[0]) && holds(f.operand, f.named[0]));
              },
          .operand = operand,
          .can_hold = can_hold};
}

bool ConvertsASource(const Op& op, std::string_view kernel) {
  return op.name == "copy_" || kernel == "setitem basic";
}

// Two dtypes as one number: that of the source, that of the target.
constexpr auto kBase = static_cast<int64_t>(kBaseDTypes.size());

ConditionRow RowOfCasts() {
  std::vector<int64_t> numbers;
  for (int64_t cast = 0; cast < kBase * kBase; ++cast) {
    if (cast / kBase != cast % kBase) numbers.push_back(cast);
  }
  return {.words = "{}",
          .of = Of::kPair,
          .what = What::kCast,
          .numbers = std::move(numbers),
          .of_step =
              [](const StepFacts& f, const Condition& condition) {
                return !f.named.empty() && f.named[0].shown.dtype &&
                       f.operand.shown.dtype &&
                       *f.named[0].shown.dtype ==
                           DTypesOfCast(condition.number).first &&
                       *f.operand.shown.dtype ==
                           DTypesOfCast(condition.number).second;
              },
          .can_hold = &ConvertsASource};
}

std::vector<ConditionRow> RowsOfPairs() {
  const Condition::Operand odd = {.contiguous = false};
  return {
      PairRow<AreNotContiguous>("both not contiguous", What::kBothNotContiguous,
                                &HasSource, odd),
      PairRow<PermutedDifferently>("both permuted, differently",
                                   What::kPermutedDifferently,
                                   &HasSourceLikeTarget, {2}),
      PairRow<IsColumnMajorIntoGaps>("column-major source, strided target",
                                     What::kColumnMajorIntoGaps, &HasSource,
                                     odd),
      PairRow<EqualStridesWithGaps>("equal strides with gaps",
                                    What::kEqualStridesWithGaps,
                                    &HasSourceLikeTarget, odd),
      PairRow<MergesInOneOnly>("dimensions merge in one only",
                               What::kMergesInOneOnly, &HasSourceLikeTarget,
                               {2}),
      PairRow<BroadcastsByMissing>("source lacks a dimension",
                                   What::kSourceLacksDimension, &HasSource),
      PairRow<BroadcastsByLeading>("source has size 1 first",
                                   What::kSourceSizeOneFirst, &HasSource),
      PairRow<BroadcastsByMiddle>("source has size 1 between",
                                  What::kSourceSizeOneBetween, &HasSource, {3}),
      PairRow<DifferInDType>("source of another dtype", What::kOtherDType,
                             &HasSource),
      RowOfCasts()};
}

// A condition on an index that is so or not.
template <auto property>
ConditionRow IndexRow(std::string_view words, What what, CanHold can_hold,
                      std::vector<int64_t> numbers = {1}) {
  return {.words = words,
          .of = Of::kIndex,
          .what = what,
          .numbers = std::move(numbers),
          .of_step =
              [](const StepFacts& f, const Condition& condition) {
                return condition.Admits(static_cast<int64_t>(property(f)));
              },
          .can_hold = can_hold};
}

std::vector<ConditionRow> RowsOfIndexes() {
  std::vector<ConditionRow> rows = {
      IndexRow<IndexTensorsOf>("{} index tensors", What::kIndexTensors,
                               &PicksByTensors, {2, 3, 4, 5, 6})};
  for (const int64_t rank : {0, 1, 2, 3}) {
    rows.push_back({.words = "index tensor of rank {}",
                    .of = Of::kIndex,
                    .what = What::kIndexTensorRank,
                    .numbers = {rank},
                    .of_step = &SomeRank<false>,
                    .can_hold = &PicksByTensors});
    rows.push_back({.words = "mask of rank {}",
                    .of = Of::kIndex,
                    .what = What::kMaskRank,
                    .numbers = {rank},
                    .of_step = &SomeRank<true>,
                    .can_hold = &PicksByMasks});
  }
  for (ConditionRow& row : std::vector<ConditionRow>{
           IndexRow<SomeEntries<HasNegative>>(
               "negative entries", What::kNegativeEntries, &PicksByTensors),
           IndexRow<SomeEntries<HasRepeated>>(
               "repeated entries", What::kRepeatedEntries, &PicksByTensors),
           IndexRow<SomeEntries<IsDescending>>(
               "descending entries", What::kDescendingEntries, &PicksByTensors),
           IndexRow<SomeEntries<HasNone>>("no entries", What::kNoEntries,
                                          &PicksByTensors),
           IndexRow<HasMaskOfFalse>("a mask of false", What::kMaskOfFalse,
                                    &PicksByMasks),
           IndexRow<IsSeparated>("index tensors apart", What::kTensorsApart,
                                 &PicksByTensors),
           IndexRow<HasTrueAfterNull>("true after null", What::kTrueAfterNull,
                                      &PicksByMasks)}) {
    rows.push_back(std::move(row));
  }
  return rows;
}

// The step of a slice, of windows, or of the first range that has one.
std::optional<int64_t> StepOf(const StepFacts& f) {
  const std::vector<Parameter>& parameters = f.step->op->parameters;
  for (std::size_t k = 0; k < f.step->args.size(); ++k) {
    const Arg& arg = f.step->args[k];
    if (parameters[k].name == "step") return std::get<int64_t>(arg);
    const auto* index = std::get_if<Index<TensorArg>>(&arg);
    if (index == nullptr) continue;
    for (const auto& item : *index) {
      const auto* range = std::get_if<Range>(&item);
      if (range != nullptr && range->step) return range->step;
    }
  }
  return std::nullopt;
}

// Returns whether a small size added to it exceeds `most`.
bool IsJustBelow(int64_t number, int64_t most) {
  return number <= most && number >= most - 8;
}

bool IsStepBelowLimit(const StepFacts& f) {
  const auto step = StepOf(f);
  return step &&
         (IsJustBelow(*step, INT32_MAX) || IsJustBelow(*step, INT64_MAX));
}

bool TakesNumbers(const Op& op, std::string_view kernel) {
  return kernel.ends_with(" basic") ||
         TakesType(op, {ArgType::kDim, ArgType::kDims, ArgType::kInt,
                        ArgType::kOptionalInt, ArgType::kInts, ArgType::kSizes,
                        ArgType::kSizesInfer});
}

ConditionRow NumberRow(std::string_view words, Comparison comparison,
                       int64_t number) {
  return {.words = words,
          .of = Of::kNumber,
          .what = What::kNumber,
          .comparison = comparison,
          .numbers = {number},
          .of_step = &SomeNumber,
          .of_headers = true,
          .can_hold = &TakesNumbers};
}

std::vector<ConditionRow> RowsOfNumbers() {
  ConditionRow step = IndexRow<IsStepBelowLimit>(
      "a step just below 2^31 or 2^63", What::kStepBelowLimit, &TakesStep);
  step.of = Of::kNumber;
  step.of_headers = true;
  return {NumberRow("a negative number", Comparison::kAtMost, -1),
          NumberRow("a number above 2^31 - 1", Comparison::kAtLeast,
                    int64_t{1} << 31),
          NumberRow("a number of 2^32 or more", Comparison::kAtLeast,
                    int64_t{1} << 32),
          std::move(step)};
}

}  // namespace

std::pair<DType, DType> DTypesOfCast(int64_t number) {
  return {kBaseDTypes[static_cast<std::size_t>(number / kBase)],
          kBaseDTypes[static_cast<std::size_t>(number % kBase)]};
}

std::vector<ConditionRow> RowsOfArguments() {
  std::vector<ConditionRow> rows = RowsOfPairs();
  for (auto part : {&RowsOfIndexes, &RowsOfNumbers}) {
    for (ConditionRow& row : part()) rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace viewproof

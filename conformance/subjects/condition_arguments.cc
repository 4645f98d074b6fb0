#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <utility>
#include <variant>

#include "conformance/case/ops.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/subjects/condition_list.h"

namespace viewproof {
namespace {

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

// Holds of two operands: target or first operand, and the first tensor
// argument.
using Pair = bool (*)(const TensorFacts& to, const TensorFacts& from);

std::function<bool(const StepFacts&)> OfPair(Pair holds) {
  return [holds](const StepFacts& f) {
    return !f.named.empty() && HasStrides(f.operand) &&
           HasStrides(f.named[0]) && holds(f.operand, f.named[0]);
  };
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

// Calls holds(number) for every number written in the arguments.
bool AnyNumber(const StepFacts& f, bool (*holds)(int64_t)) {
  for (const Arg& arg : f.step->args) {
    if (const auto* number = std::get_if<int64_t>(&arg)) {
      if (holds(*number)) return true;
    }
    if (const auto* maybe = std::get_if<std::optional<int64_t>>(&arg)) {
      if (*maybe && holds(**maybe)) return true;
    }
    if (const auto* list = std::get_if<Ints>(&arg)) {
      if (std::any_of(list->begin(), list->end(), holds)) return true;
    }
    if (const auto* index = std::get_if<Index<TensorArg>>(&arg)) {
      for (const auto& item : *index) {
        const auto* number = std::get_if<int64_t>(&item);
        if (number != nullptr && holds(*number)) return true;
        const auto* range = std::get_if<Range>(&item);
        if (range == nullptr) continue;
        for (const auto& bound : {range->start, range->stop, range->step}) {
          if (bound && holds(*bound)) return true;
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
std::function<bool(const StepFacts&)> OfEntries(
    bool (*holds)(const std::vector<int64_t>& entries)) {
  return [holds](const StepFacts& f) {
    return std::any_of(f.picks.begin(), f.picks.end(),
                       [&](const Literal& pick) {
                         return !IsMask(pick) && holds(EntriesOf(pick));
                       });
  };
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

void AddPairs(ConditionList& list) {
  list.For(&HasSource);
  const Condition::Operand odd = {.contiguous = false};
  list.Add("both not contiguous",
           OfPair([](const TensorFacts& to, const TensorFacts& from) {
             return !IsContiguous(to) && !IsContiguous(from);
           }),
           false, odd);
  list.For(&HasSourceLikeTarget);
  list.Add("both permuted, differently", OfPair(&PermutedDifferently), false,
           {2});
  list.For(&HasSource);
  list.Add("column-major source, strided target",
           OfPair([](const TensorFacts& to, const TensorFacts& from) {
             return IsColumnMajor(from) && HasGaps(to);
           }),
           false, odd);
  list.For(&HasSourceLikeTarget);
  list.Add("equal strides with gaps", OfPair(&EqualStridesWithGaps), false,
           odd);
  list.Add("dimensions merge in one only", OfPair(&MergesInOneOnly), false,
           {2});
  list.For(&HasSource);
  list.Add("source lacks a dimension", OfPair(&BroadcastsByMissing));
  list.Add("source has size 1 first", OfPair(&BroadcastsByLeading));
  list.Add("source has size 1 between", OfPair(&BroadcastsByMiddle), false,
           {3});
  list.Add("source of another dtype",
           OfPair([](const TensorFacts& to, const TensorFacts& from) {
             return to.shown.dtype != from.shown.dtype;
           }));
}

bool PicksByTensors(const Op&, std::string_view kernel) {
  return kernel.ends_with(" tensors") || kernel.ends_with(" mixed");
}
bool PicksByMasks(const Op&, std::string_view kernel) {
  return kernel.ends_with(" mask") || kernel.ends_with(" mixed");
}

void AddIndexes(ConditionList& list) {
  list.For(&PicksByTensors);
  for (const std::size_t n : {2, 3, 4}) {
    list.Add(fmt::format("{} index tensors", n), [n](const StepFacts& f) {
      return static_cast<std::size_t>(std::count_if(
                 f.picks.begin(), f.picks.end(),
                 [](const Literal& p) { return !IsMask(p); })) == n;
    });
  }
  for (const std::size_t rank : {0, 1, 2, 3}) {
    for (const bool mask : {false, true}) {
      list.For(mask ? &PicksByMasks : &PicksByTensors);
      list.Add(
          fmt::format("{} of rank {}", mask ? "mask" : "index tensor", rank),
          [rank, mask](const StepFacts& f) {
            return std::any_of(
                f.picks.begin(), f.picks.end(), [&](const Literal& p) {
                  return IsMask(p) == mask && p.sizes.size() == rank;
                });
          });
    }
  }
  using Entries = std::vector<int64_t>;
  list.For(&PicksByTensors);
  list.Add("negative entries", OfEntries([](const Entries& e) {
             return std::any_of(e.begin(), e.end(),
                                [](int64_t i) { return i < 0; });
           }));
  list.Add("repeated entries", OfEntries([](const Entries& e) {
             Entries sorted = e;
             std::sort(sorted.begin(), sorted.end());
             return std::adjacent_find(sorted.begin(), sorted.end()) !=
                    sorted.end();
           }));
  list.Add("descending entries", OfEntries([](const Entries& e) {
             return e.size() >= 2 && std::is_sorted(e.rbegin(), e.rend());
           }));
  list.Add("no entries", OfEntries([](const Entries& e) { return e.empty(); }));
  list.For(&PicksByMasks);
  list.Add("a mask of false", [](const StepFacts& f) {
    return std::any_of(f.picks.begin(), f.picks.end(), [](const Literal& p) {
      const Entries entries = EntriesOf(p);
      return IsMask(p) && !entries.empty() &&
             std::count(entries.begin(), entries.end(), 0) ==
                 std::ssize(entries);
    });
  });
  list.For(&PicksByTensors);
  list.Add("index tensors apart", IsSeparated);
  list.For(&PicksByMasks);
  list.Add("true after null", HasTrueAfterNull);
}

bool TakesStep(const Op& op, std::string_view kernel) {
  return kernel.ends_with(" basic") ||
         std::any_of(op.parameters.begin(), op.parameters.end(),
                     [](const Parameter& p) { return p.name == "step"; });
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

void AddNumbers(ConditionList& list) {
  list.For([](const Op& op, std::string_view kernel) {
    return kernel.ends_with(" basic") ||
           TakesType(op, {ArgType::kDim, ArgType::kDims, ArgType::kInt,
                          ArgType::kOptionalInt, ArgType::kInts,
                          ArgType::kSizes, ArgType::kSizesInfer});
  });
  list.Add(
      "a negative number",
      [](const StepFacts& f) {
        return AnyNumber(f, [](int64_t n) { return n < 0; });
      },
      true);
  list.Add(
      "a number above 2^31 - 1",
      [](const StepFacts& f) {
        return AnyNumber(f, [](int64_t n) { return n > INT32_MAX; });
      },
      true);
  list.Add(
      "a number of 2^32 or more",
      [](const StepFacts& f) {
        return AnyNumber(f, [](int64_t n) { return n >= int64_t{1} << 32; });
      },
      true);
  list.For(&TakesStep);
  list.Add(
      "a step just below 2^31 or 2^63",
      [](const StepFacts& f) {
        const auto step = StepOf(f);
        return step &&
               (IsJustBelow(*step, INT32_MAX) || IsJustBelow(*step, INT64_MAX));
      },
      true);
}

}  // namespace

void AddConditionsOfArguments(ConditionList& list) {
  AddPairs(list);
  AddIndexes(list);
  AddNumbers(list);
}

}  // namespace viewproof

#include "conformance/subjects/conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "conformance/subjects/condition_list.h"
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

void AddShapes(ConditionList& list) {
  for (const int64_t k : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16}) {
    list.AddOfBoth(fmt::format("rank {}", k),
                   [k](const TensorFacts& t) { return t.rank() == k; }, true,
                   {k, k, k == 0 ? std::optional(true) : std::nullopt});
  }
  for (const int64_t k : {3, 4, 5, 6, 7, 8, 9, 16}) {
    list.AddOfBoth(fmt::format("rank >= {}", k),
                   [k](const TensorFacts& t) { return t.rank() >= k; }, true,
                   {k});
  }
  for (const int64_t n : {9, 17, 33, 65, 129, 257, 1025, 4097}) {
    list.AddOfBoth(fmt::format("at least {} elements", n),
                   [n](const TensorFacts& t) { return t.numel >= n; });
  }
  for (const int64_t n : {7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65}) {
    list.AddOfBoth(fmt::format("a size of {}", n), [n](const TensorFacts& t) {
      return std::find(Sizes(t).begin(), Sizes(t).end(), n) != Sizes(t).end();
    });
  }
  list.AddOfBoth("no elements",
                 [](const TensorFacts& t) { return t.numel == 0; }, true,
                 {.contiguous = true});
  list.AddOfBoth("a size of 1", HasSizeOne, true);
  list.AddOfBoth(
      "size 1 first",
      [](const TensorFacts& t) { return t.rank() > 0 && Sizes(t)[0] == 1; },
      true);
  list.AddOfBoth(
      "size 1 last",
      [](const TensorFacts& t) { return t.rank() > 0 && Sizes(t).back() == 1; },
      true);
  list.AddOfBoth("size 1 between", HasSizeOneBetween, true, {3});
  for (const DType dtype : kBaseDTypes) {
    list.AddOfBoth(
        fmt::format("dtype {}", Name(dtype)),
        [dtype](const TensorFacts& t) { return t.shown.dtype == dtype; }, true);
  }
  list.For([](const Op& op, std::string_view) { return op.returns_list(); });
  list.Add(
      "at least 3 outputs",
      [](const StepFacts& f) { return f.results.size() >= 3; }, true);
}

// "A bit" says enough of an op that copies or writes.
bool Views(const Op& op, std::string_view) { return op.kind == OpKind::kView; }

void AddLayouts(ConditionList& list) {
  list.For(&Any);
  const Condition::Operand row_major = {.contiguous = true};
  const Condition::Operand odd = {.contiguous = false};
  const auto of = [&list](std::string name, bool (*holds)(const TensorFacts&),
                          bool of_headers = false,
                          Condition::Operand operand = {}) {
    list.Add(
        "operand: " + std::move(name),
        [holds](const StepFacts& f) { return holds(f.operand); }, of_headers,
        operand);
  };
  of(
      "stride 0", [](const TensorFacts& t) { return StrideZeros(t) >= 1; },
      true, odd);
  of("stride 0 twice", [](const TensorFacts& t) { return StrideZeros(t) >= 2; },
     true, {2, INT64_MAX, false});
  of("stride 0 innermost", InnermostStrideIsZero, true, odd);
  of("stride 0 and a size of 1",
     [](const TensorFacts& t) { return StrideZeros(t) >= 1 && HasSizeOne(t); },
     true, {2, INT64_MAX, false});
  of(
      "overlaps itself without stride 0",
      [](const TensorFacts& t) { return t.overlaps && StrideZeros(t) == 0; },
      false, odd);
  of("gaps", HasGaps, false, odd);
  of(
      "offset", [](const TensorFacts& t) { return t.shown.offset > 0; }, true);
  of(
      "odd offset",
      [](const TensorFacts& t) { return t.shown.offset.value_or(0) % 2 == 1; },
      true);
  of(
      "contiguous with an offset",
      [](const TensorFacts& t) {
        return IsContiguous(t) && t.shown.offset > 0;
      },
      true, row_major);
  of(
      "not contiguous", [](const TensorFacts& t) { return !IsContiguous(t); },
      true, odd);
  of(
      "contiguous", [](const TensorFacts& t) { return IsContiguous(t); }, true,
      row_major);
  of(
      "no stride of 1",
      [](const TensorFacts& t) {
        return HasStrides(t) && !LongDims(t).empty() && !HasUnitStride(t);
      },
      true, odd);
  of("column-major", IsColumnMajor, false, {2, INT64_MAX, false});
  of("storage longer than the tensor",
     [](const TensorFacts& t) { return t.storage_numel > t.numel; });
  of("ends where a longer storage ends", [](const TensorFacts& t) {
    return t.numel > 0 && t.storage_numel > t.numel && t.end == t.storage_numel;
  });
  of(
      "a bit", [](const TensorFacts& t) { return t.shown.conj || t.shown.neg; },
      true);
  for (const int64_t k : {2, 3, 4}) {
    list.Add(fmt::format("operand: column-major of rank {}", k),
             [k](const StepFacts& f) {
               return f.operand.rank() == k && IsColumnMajor(f.operand);
             },
             false, {k, k, false});
  }
  list.Add(
      "operand: gaps that are read later",
      [](const StepFacts& f) {
        return f.gaps_read_later && HasGaps(f.operand);
      },
      false, odd);
  for (const int64_t k : {1, 2, 3}) {
    list.Add(
        fmt::format("operand: depth of views >= {}", k),
        [k](const StepFacts& f) { return f.depth >= k; }, true);
  }
  list.For(&Views);
  of(
      "the negative bit", [](const TensorFacts& t) { return t.shown.neg; },
      true);
  list.For(&Any);
  list.Add("operand: written since it was made",
           [](const StepFacts& f) { return f.written_since; });
  list.For(
      [](const Op& op, std::string_view) { return op.kind == OpKind::kWrite; });
  list.Add("operand: it was written itself before",
           [](const StepFacts& f) { return f.written_itself; });
  list.For(&Any);
  list.Add("operand: another view of its storage is alive",
           [](const StepFacts& f) { return f.has_sibling; });
  list.Add("the op was called on another layout of these sizes before",
           [](const StepFacts& f) { return f.same_call_before; });
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

bool IsOfResult(const Condition& condition) {
  return condition.name.starts_with("result: ");
}

// A size of 7, or how many elements there are.
bool IsOfCount(const Condition& condition) {
  return condition.name.starts_with("operand: a size of ") ||
         condition.name.starts_with("operand: at least ");
}

std::vector<Condition> WithPairs() {
  const std::vector<Condition>& singles = SingleConditions();
  std::vector<Condition> all = singles;
  constexpr std::array<std::string_view, 4> kFirsts = {
      "operand: rank >= 3", "operand: rank >= 4", "operand: rank >= 5",
      "operand: not contiguous"};
  for (const std::string_view name : kFirsts) {
    const auto first =
        std::find_if(singles.begin(), singles.end(),
                     [&](const Condition& c) { return c.name == name; });
    for (auto second = singles.begin(); second != singles.end(); ++second) {
      // (rank >= 4, rank >= 3) is rank >= 4; (rank >= 3, not contiguous) comes
      // once.
      const bool comes_elsewhere = second->name != kFirsts.back() &&
                                   std::find(kFirsts.begin(), kFirsts.end(),
                                             second->name) != kFirsts.end();
      if (comes_elsewhere || IsOfResult(*second) || IsOfCount(*second) ||
          Exclude(first->operand, second->operand) ||
          Implies(second->operand, first->operand)) {
        continue;
      }
      Condition pair = *second;
      pair.name = first->name + ", " + second->name;
      pair.holds = [a = first->holds, b = second->holds](const StepFacts& f) {
        return a(f) && b(f);
      };
      pair.of_headers = false;
      pair.twice = false;
      pair.both = {first - singles.begin(), second - singles.begin()};
      all.push_back(std::move(pair));
    }
  }
  return all;
}

}  // namespace

const std::vector<Condition>& SingleConditions() {
  static const std::vector<Condition> conditions = [] {
    ConditionList list;
    AddShapes(list);
    AddLayouts(list);
    AddConditionsOfArguments(list);
    std::vector<Condition> all = list.Take();
    for (Condition& condition : all) {
      condition.twice = !IsOfResult(condition) && !IsOfCount(condition);
    }
    return all;
  }();
  return conditions;
}

const std::vector<Condition>& Conditions() {
  static const std::vector<Condition> conditions = WithPairs();
  assert(conditions.size() <= ConditionSet().size());
  return conditions;
}

ConditionSet HoldingIn(const StepFacts& facts) {
  ConditionSet set;
  const std::vector<Condition>& all = Conditions();
  for (std::size_t c = 0; c < all.size(); ++c) {
    const auto& both = all[c].both;
    set[c] = both ? set[both->first] && set[both->second] : all[c].holds(facts);
  }
  return set;
}

int64_t NumberIn(std::string_view digits) {
  int64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

}  // namespace viewproof

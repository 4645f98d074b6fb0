#include "conformance/subjects/conditions.h"

#include <fmt/format.h>

#include <algorithm>
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

void AddShapes(List& list) {
  for (const int64_t k : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16}) {
    list.AddOfBoth(
        fmt::format("rank {}", k),
        [k](const TensorFacts& t) { return t.rank() == k; }, true);
  }
  for (const int64_t k : {3, 4, 5, 6, 7, 8, 9, 16}) {
    list.AddOfBoth(
        fmt::format("rank >= {}", k),
        [k](const TensorFacts& t) { return t.rank() >= k; }, true);
  }
  for (const int64_t n : {9, 17, 33, 65, 129, 257, 1025, 4097, 65537}) {
    list.AddOfBoth(fmt::format("at least {} elements", n),
                   [n](const TensorFacts& t) { return t.numel >= n; });
  }
  for (const int64_t n : {7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65}) {
    list.AddOfBoth(fmt::format("a size of {}", n), [n](const TensorFacts& t) {
      return std::find(Sizes(t).begin(), Sizes(t).end(), n) != Sizes(t).end();
    });
  }
  list.AddOfBoth(
      "no elements", [](const TensorFacts& t) { return t.numel == 0; }, true);
  list.AddOfBoth("a size of 1", HasSizeOne, true);
  list.AddOfBoth(
      "size 1 first",
      [](const TensorFacts& t) { return t.rank() > 0 && Sizes(t)[0] == 1; },
      true);
  list.AddOfBoth(
      "size 1 last",
      [](const TensorFacts& t) { return t.rank() > 0 && Sizes(t).back() == 1; },
      true);
  list.AddOfBoth("size 1 between", HasSizeOneBetween, true);
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

void AddLayouts(List& list) {
  list.For(&Any);
  const auto of = [&list](std::string name, bool (*holds)(const TensorFacts&),
                          bool of_headers = false) {
    list.Add(
        "operand: " + std::move(name),
        [holds](const StepFacts& f) { return holds(f.operand); }, of_headers);
  };
  of(
      "stride 0", [](const TensorFacts& t) { return StrideZeros(t) >= 1; },
      true);
  of(
      "stride 0 twice",
      [](const TensorFacts& t) { return StrideZeros(t) >= 2; }, true);
  of("stride 0 innermost", InnermostStrideIsZero, true);
  of("stride 0 and a size of 1",
     [](const TensorFacts& t) { return StrideZeros(t) >= 1 && HasSizeOne(t); });
  of("overlaps itself without stride 0",
     [](const TensorFacts& t) { return t.overlaps && StrideZeros(t) == 0; });
  of("gaps", HasGaps);
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
      true);
  of(
      "not contiguous", [](const TensorFacts& t) { return !IsContiguous(t); },
      true);
  of(
      "contiguous", [](const TensorFacts& t) { return IsContiguous(t); }, true);
  of(
      "no stride of 1",
      [](const TensorFacts& t) {
        return HasStrides(t) && !LongDims(t).empty() && !HasUnitStride(t);
      },
      true);
  of("column-major", IsColumnMajor);
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
             });
  }
  list.Add("operand: gaps that are read later", [](const StepFacts& f) {
    return f.gaps_read_later && HasGaps(f.operand);
  });
  for (const int64_t k : {1, 2, 3}) {
    list.Add(
        fmt::format("operand: depth of views >= {}", k),
        [k](const StepFacts& f) { return f.depth >= k; }, true);
  }
  list.Add("operand: written since it was made",
           [](const StepFacts& f) { return f.written_since; });
  list.Add("operand: another view of its storage is alive",
           [](const StepFacts& f) { return f.has_sibling; });
  list.Add("the op was called on another layout of these sizes before",
           [](const StepFacts& f) { return f.same_call_before; });
}

std::vector<Condition> WithPairs() {
  const std::vector<Condition>& singles = SingleConditions();
  std::vector<Condition> all = singles;
  for (const std::string_view first :
       {"operand: rank >= 3", "operand: rank >= 4", "operand: rank >= 5",
        "operand: not contiguous"}) {
    const auto found =
        std::find_if(singles.begin(), singles.end(),
                     [&](const Condition& c) { return c.name == first; });
    for (const Condition& second : singles) {
      if (second.name == first) continue;
      all.push_back({.name = found->name + ", " + second.name,
                     .holds = [a = found->holds, b = second.holds](
                                  const StepFacts& f) { return a(f) && b(f); },
                     .can_hold = second.can_hold});
    }
  }
  return all;
}

}  // namespace

const std::vector<Condition>& SingleConditions() {
  static const std::vector<Condition> conditions = [] {
    List list;
    AddShapes(list);
    AddLayouts(list);
    AddConditionsOfArguments(list);
    return list.Take();
  }();
  return conditions;
}

const std::vector<Condition>& Conditions() {
  static const std::vector<Condition> conditions = WithPairs();
  return conditions;
}

}  // namespace viewproof

#include "conformance/gen/fewer_dims.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "conformance/case/fill.h"
#include "conformance/case/ops.h"
#include "reference/core/checked.h"

namespace viewproof {
namespace {

// The sizes that an argument lists, without a dimension. A literal that loses
// elements loses its values.
void LeaveOut(int64_t dim, Arg& arg) {
  Ints& sizes = *SizesIn(arg);
  if (auto* tensor = std::get_if<TensorArg>(&arg); tensor && sizes[dim] != 1) {
    std::get<Literal>(*tensor).values.reset();
  }
  sizes.erase(sizes.begin() + dim);
}

// The number of a dimension when `dim` is left out of a tensor of this rank;
// one that is negative is counted from the last.
int64_t NumberWithout(int64_t dim, int64_t rank, int64_t number) {
  if (number >= 0) return number > dim ? number - 1 : number;
  return number + rank < dim ? number + 1 : number;
}

// An argument after dimension `dim` of a tensor of this rank is left out.
void LeaveOut(int64_t dim, int64_t rank, ArgType type, Arg& arg) {
  if (auto* number = std::get_if<int64_t>(&arg)) {
    if (type == ArgType::kDim) *number = NumberWithout(dim, rank, *number);
  } else if (auto* list = std::get_if<Ints>(&arg)) {
    if (type == ArgType::kDims) {
      std::erase_if(*list, [&](int64_t number) {
        return number == dim || number + rank == dim;
      });
      for (int64_t& number : *list) number = NumberWithout(dim, rank, number);
    } else if (std::ssize(*list) == rank) {
      list->erase(list->begin() + dim);
    }
  } else if (Ints* sizes = SizesIn(arg);
             sizes != nullptr && std::ssize(*sizes) == rank) {
    LeaveOut(dim, arg);
  }
}

// The base with the first `size` indexes of a dimension, and their data.
// Requires: it has so many.
Base WithSize(const Base& base, int64_t dim, int64_t size) {
  Base cut = base;
  cut.sizes[dim] = size;
  if (!IsData(base.fill)) return cut;
  const int64_t of_one = base.fill == FillKind::kHex ? ItemSize(base.dtype) : 1;
  int64_t inner = of_one;
  for (auto d = dim + 1; d < std::ssize(base.sizes); ++d) {
    inner *= base.sizes[d];
  }
  const auto keep = [&](auto& elements) {
    const std::size_t block = base.sizes[dim] * inner;
    std::size_t at = 0;
    std::erase_if(elements, [&](const auto&) {
      return static_cast<int64_t>(at++ % block) >= size * inner;
    });
  };
  keep(cut.values.list);
  keep(cut.bytes);
  return cut;
}

// Changes the arguments of a step as if it acted on a tensor of this rank, and
// no longer had dimension `dim`.
void LeaveOut(int64_t dim, int64_t rank, Step& step) {
  for (std::size_t k = 0; k < step.args.size(); ++k) {
    LeaveOut(dim, rank, step.op->parameters[k].type, step.args[k]);
  }
}

// The case without a dimension of its base.
Case WithoutDim(Case test, int64_t dim) {
  const auto rank = std::ssize(test.base.sizes);
  if (test.base.coo && dim < std::ssize(test.base.coo->indices)) {
    test.base.coo->indices.erase(test.base.coo->indices.begin() + dim);
  } else if (test.base.sizes[dim] > 1)
    test.base = WithSize(test.base, dim, 1);
  test.base.sizes.erase(test.base.sizes.begin() + dim);
  for (Step& step : test.chain) LeaveOut(dim, rank, step);
  return test;
}

// The case without a dimension of what step `first` makes, if its arguments
// say its sizes.
Case WithoutDimAfter(Case test, std::size_t first, int64_t dim, int64_t rank) {
  for (Arg& arg : test.chain[first].args) {
    const Ints* list = SizesIn(arg);
    if (list != nullptr && std::ssize(*list) == rank) LeaveOut(dim, arg);
  }
  for (std::size_t k = first + 1; k < test.chain.size(); ++k) {
    LeaveOut(dim, rank, test.chain[k]);
  }
  return test;
}

// A step that lists sizes, and perhaps strides, with two dimensions as one.
Step Merged(Step step, int64_t dim, int64_t rank) {
  bool is_first = true;
  for (Arg& arg : step.args) {
    Ints* list = SizesIn(arg);
    if (list == nullptr || std::ssize(*list) != rank) continue;
    if (std::exchange(is_first, false)) {
      (*list)[dim + 1] =
          CheckedMultiply((*list)[dim], (*list)[dim + 1]).value_or(-1);
    }
    list->erase(list->begin() + dim);
  }
  return step;
}

// as_strided from where the last index of a dimension is; other steps as they
// are.
Step AtItsEnd(Step step, int64_t dim) {
  if (step.op != FindOp("as_strided")) return step;
  const auto& sizes = std::get<Ints>(step.args[0]);
  const auto& strides = std::get<Ints>(step.args[1]);
  auto& offset = std::get<std::optional<int64_t>>(step.args[2]);
  if (sizes.size() != strides.size() || sizes[dim] < 1) return step;
  offset = CheckedMultiplyAdd(offset.value_or(0), sizes[dim] - 1, strides[dim]);
  return step;
}

bool AnyWithoutDimAfter(const Case& test,
                        const std::function<bool(const Case&)>& visit) {
  Case merged = test;
  for (std::size_t k = 0; k < test.chain.size(); ++k) {
    Step step = test.chain[k];
    const auto lists = std::ranges::find_if(
        step.args, [](Arg& arg) { return SizesIn(arg) != nullptr; });
    if (lists == step.args.end()) continue;
    const auto rank = std::ssize(*SizesIn(*lists));
    for (int64_t dim = 0; dim < rank; ++dim) {
      if (visit(WithoutDimAfter(test, k, dim, rank))) return true;
      merged.chain[k] = AtItsEnd(step, dim);
      if (visit(WithoutDimAfter(merged, k, dim, rank))) return true;
      if (dim + 1 == rank) break;
      merged.chain[k] = Merged(step, dim, rank);
      if (visit(merged)) return true;
    }
    merged.chain[k] = step;
  }
  return false;
}

}  // namespace

Ints* SizesIn(Arg& arg) {
  if (auto* list = std::get_if<Ints>(&arg)) return list;
  auto* tensor = std::get_if<TensorArg>(&arg);
  auto* literal = tensor == nullptr ? nullptr : std::get_if<Literal>(tensor);
  return literal == nullptr ? nullptr : &literal->sizes;
}

bool AnyOfFewerDims(const Case& test,
                    const std::function<bool(const Case&)>& visit) {
  if (AnyWithoutDimAfter(test, visit)) return true;
  const Base& base = test.base;
  for (int64_t dim = 0; dim < std::ssize(base.sizes); ++dim) {
    if (visit(WithoutDim(test, dim))) return true;
    if (base.coo) continue;
    Case changed = test;
    for (const int64_t size : {int64_t{0}, int64_t{1}, int64_t{2},
                               base.sizes[dim] / 4, base.sizes[dim] / 2}) {
      if (size >= base.sizes[dim]) continue;
      changed.base = WithSize(base, dim, size);
      if (visit(changed)) return true;
    }
    if (dim + 1 == std::ssize(base.sizes)) break;
    changed.base = base;  // Two dimensions are one.
    changed.base.sizes[dim] *= base.sizes[dim + 1];
    changed.base.sizes.erase(changed.base.sizes.begin() + dim + 1);
    if (visit(changed)) return true;
  }
  return false;
}

}  // namespace viewproof

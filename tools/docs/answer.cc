#include "tools/docs/answer.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <optional>

#include "conformance/picture/layout.h"
#include "reference/core/error_rule.h"
#include "reference/core/geometry.h"
#include "reference/ops/view.h"

namespace viewproof {
namespace {

// Reads lists of numbers from the front.
class Reader {
 public:
  explicit Reader(std::span<const int64_t> numbers) : left_(numbers) {}

  int64_t Take() {
    const int64_t number = left_.front();
    left_ = left_.subspan(1);
    return number;
  }
  Ints Take(int64_t count) {
    const auto list = left_.first(static_cast<std::size_t>(count));
    left_ = left_.subspan(list.size());
    return {list.begin(), list.end()};
  }

 private:
  std::span<const int64_t> left_;
};

void Append(const Ints& list, Ints& answer) {
  answer.push_back(static_cast<int64_t>(list.size()));
  answer.insert(answer.end(), list.begin(), list.end());
}

void Append(const Jump& jump, Ints& answer) {
  for (const Wide number : {jump.from, jump.to, jump.from_cell, jump.to_cell}) {
    answer.push_back(static_cast<int64_t>(number));
  }
}

bool IsTensor(const Geometry& geometry) {
  const auto any_below_0 = [](const Ints& list) {
    return std::any_of(list.begin(), list.end(),
                       [](int64_t number) { return number < 0; });
  };
  if (any_below_0(geometry.sizes) || any_below_0(geometry.strides) ||
      geometry.offset < 0 || !Numel(geometry.sizes)) {
    return false;
  }
  const std::optional<CellSpan> span = SpanOf(geometry);
  return !span || span->last <= std::numeric_limits<int64_t>::max();
}

int64_t RowOf(ErrorRule rule) {
  const auto* row =
      std::find_if(std::begin(kErrorRows), std::end(kErrorRows),
                   [rule](const ErrorRow& one) { return one.id == rule.id(); });
  return row - kErrorRows;
}

void AppendAddresses(const Geometry& operand, Ints& answer) {
  const int64_t count = std::min(*Numel(operand.sizes), kMostAddresses);
  answer.push_back(count);
  for (int64_t k = 0; k < count; ++k) {
    answer.push_back(static_cast<int64_t>(CellOf(operand, k)));
  }
}

void AppendReason(const Geometry& operand, const Ints& sizes, Ints& answer) {
  Append(LargestViewOf(operand).sizes, answer);
  for (const NeededJump& needed : NeededJumps(operand, sizes)) {
    if (!needed.breaks) continue;
    answer.push_back(static_cast<int64_t>(needed.dim));
    Append(needed.first, answer);
    Append(*needed.breaks, answer);
    return;
  }
}

}  // namespace

void Answer(std::span<const int64_t> numbers, std::vector<int64_t>& answer) {
  Reader reader(numbers);
  const int64_t rank = reader.Take();
  Geometry operand;
  operand.sizes = reader.Take(rank);
  operand.strides = reader.Take(rank);
  operand.offset = reader.Take();
  const Ints asked = reader.Take(reader.Take());
  if (!IsTensor(operand)) return answer.push_back(-1);
  const Result<Geometry> view = View(operand, asked);
  answer.push_back(view.ok() ? 1 : 0);
  if (view.ok()) {
    Append(view.value().sizes, answer);
    Append(view.value().strides, answer);
    answer.push_back(view.value().offset);
  } else {
    answer.push_back(RowOf(view.error().rule));
  }
  answer.push_back(IsContiguous(operand) ? 1 : 0);
  AppendAddresses(operand, answer);
  constexpr ErrorRule kNotViewable = "view.e5";
  if (view.ok() || view.error().rule != kNotViewable) return;
  const Result<Ints> sizes =
      InferSizes(asked, *Numel(operand.sizes),
                 {"view.e1", "view.e2", "view.e3", "view.e4"});
  AppendReason(operand, sizes.value(), answer);
}

}  // namespace viewproof

#include "conformance/gen/ranges.h"

#include <algorithm>
#include <utility>

#include "conformance/case/bounds.h"
#include "conformance/gen/state.h"
#include "reference/core/checked.h"

namespace viewproof {
namespace {

Ints From(int64_t least, const Ints& numbers) {
  Ints from;
  std::copy_if(numbers.begin(), numbers.end(), std::back_inserter(from),
               [least](int64_t number) { return number >= least; });
  return from;
}

// Every list of at most `length` of these entries, the shortest first.
std::vector<Ints> Lists(const Ints& entries, int64_t length) {
  std::vector<Ints> lists = {{}};
  for (std::size_t k = 0; k < lists.size(); ++k) {
    if (std::ssize(lists[k]) == length) break;
    for (const int64_t entry : entries) {
      Ints longer = lists[k];
      longer.push_back(entry);
      lists.push_back(std::move(longer));
    }
  }
  return lists;
}

template <typename Value, typename Values>
ArgRange Each(const Values& values) {
  ArgRange range;
  for (const auto& value : values) range.push_back(Value(value));
  return range;
}

ArgRange Literals(const Ints& sizes, int64_t length) {
  ArgRange range;
  for (Ints& list : Lists(sizes, length)) {
    if (!FitsLiteral(list)) continue;
    range.push_back(
        TensorArg(Literal{DType::kFloat32, std::move(list), std::nullopt}));
  }
  return range;
}

bool IsEnumerated(const Op& op) {
  return op.profile == Profile::kCore && !Observes(op) &&
         op.kind != OpKind::kForget && op.kind != OpKind::kNew;
}

// Nothing where the ways to call the op exceed int64.
std::optional<int64_t> CountOf(const std::vector<ArgRange>& ranges) {
  std::optional<int64_t> count = 1;
  for (const ArgRange& range : ranges) {
    count = CheckedMultiply(*count, std::ssize(range));
    if (!count) break;
  }
  return count;
}

Calls::Row RowOf(const Op& op, const Bounds& bounds, int64_t length) {
  Calls::Row row;
  row.op = &op;
  for (const Parameter& parameter : op.parameters) {
    row.ranges.push_back(RangeOf(parameter.type, bounds, length));
  }
  row.count = CountOf(row.ranges).value_or(INT64_MAX);
  return row;
}

Calls::Row LongestRow(const Op& op, const Bounds& bounds) {
  int64_t length = bounds.max_length;
  Calls::Row row = RowOf(op, bounds, length);
  while (row.count > bounds.max_calls && length > 1) {
    row = RowOf(op, bounds, --length);
  }
  return row;
}

}  // namespace

ArgRange RangeOf(ArgType type, const Bounds& bounds, int64_t length) {
  switch (type) {
    case ArgType::kDim:
      return Each<int64_t>(bounds.dims);
    case ArgType::kDims:
      return Each<Ints>(Lists(bounds.dims, length));
    case ArgType::kInt:
      return Each<int64_t>(bounds.numbers);
    case ArgType::kOptionalInt: {
      ArgRange range = Each<std::optional<int64_t>>(bounds.numbers);
      range.insert(range.begin(), std::optional<int64_t>());
      return range;
    }
    case ArgType::kInts:
      return Each<Ints>(Lists(From(-1, bounds.numbers), length));
    case ArgType::kSizes:
      return Each<Ints>(Lists(bounds.sizes, length));
    case ArgType::kSizesInfer:
      return Each<Ints>(Lists(bounds.inferred, length));
    case ArgType::kTensor:
      return Literals(From(0, bounds.inferred), length);
    case ArgType::kNumber:
      return {Whole(kFirstWritten)};
    case ArgType::kValue: {
      ArgRange range = Literals(From(0, bounds.inferred), length);
      range.emplace_back(Whole(kFirstWritten));
      return range;
    }
    default:
      return {};
  }
}

Calls::Calls(const Bounds& bounds) {
  for (const Op& op : Ops()) {
    if (!IsEnumerated(op)) continue;
    Row row = LongestRow(op, bounds);
    if (row.count == 0) continue;
    row.first = count_;
    count_ = CheckedAdd(count_, row.count).value();
    rows_.push_back(std::move(row));
  }
}

const Calls::Row& Calls::RowOf(int64_t number) const {
  const auto after =
      std::upper_bound(rows_.begin(), rows_.end(), number,
                       [](int64_t n, const Row& row) { return n < row.first; });
  return *std::prev(after);
}

std::vector<std::size_t> Calls::DigitsOf(const Row& row, int64_t number) const {
  std::vector<std::size_t> digits(row.ranges.size());
  auto rest = static_cast<std::size_t>(number - row.first);
  for (std::size_t k = digits.size(); k-- > 0;) {
    digits[k] = rest % row.ranges[k].size();
    rest /= row.ranges[k].size();
  }
  return digits;
}

void Calls::At(int64_t number, Step& step) const {
  const Row& row = RowOf(number);
  step.op = row.op;
  step.on.reset();
  step.args.resize(row.ranges.size());
  auto rest = static_cast<std::size_t>(number - row.first);
  for (std::size_t k = row.ranges.size(); k-- > 0;) {
    step.args[k] = row.ranges[k][rest % row.ranges[k].size()];
    rest /= row.ranges[k].size();
  }
}

std::optional<int64_t> Calls::NumberOf(const Step& step) const {
  const auto row =
      std::find_if(rows_.begin(), rows_.end(),
                   [&step](const Row& r) { return r.op == step.op; });
  if (row == rows_.end() || step.on) return std::nullopt;
  int64_t number = 0;
  for (std::size_t k = 0; k < step.args.size(); ++k) {
    const ArgRange& range = row->ranges[k];
    const auto found = std::find(range.begin(), range.end(), step.args[k]);
    if (found == range.end()) return std::nullopt;
    number = number * std::ssize(range) + (found - range.begin());
  }
  return row->first + number;
}

}  // namespace viewproof

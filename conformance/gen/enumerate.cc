#include "conformance/gen/enumerate.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <variant>

#include "conformance/case/bounds.h"
#include "conformance/gen/seed_chooser.h"
#include "conformance/subjects/bind.h"
#include "conformance/subjects/reference_step.h"
#include "reference/core/checked.h"
#include "reference/core/tensor.h"

namespace viewproof {

namespace {

bool MakesAnything(const Op& op) {
  return std::any_of(
      op.parameters.begin(), op.parameters.end(),
      [](const Parameter& p) { return p.domain == Domain::kInStorage; });
}

bool AnyNegative(const Ints& numbers) {
  return std::any_of(numbers.begin(), numbers.end(),
                     [](int64_t number) { return number < 0; });
}

// The numbers among a step's arguments.
Ints NumbersOf(const Step& step) {
  Ints numbers;
  for (const Arg& arg : step.args) {
    if (const auto* number = std::get_if<int64_t>(&arg)) {
      numbers.push_back(*number);
    } else if (const auto* list = std::get_if<Ints>(&arg)) {
      numbers.insert(numbers.end(), list->begin(), list->end());
    } else if (const auto* maybe = std::get_if<std::optional<int64_t>>(&arg)) {
      numbers.push_back(maybe->value_or(0));
    }
  }
  return numbers;
}

// Calls with a lesser one are tried first.
std::tuple<bool, bool, bool, std::size_t> Oddness(const Step& step) {
  const Ints numbers = NumbersOf(step);
  return {MakesAnything(*step.op), AnyNegative(numbers),
          step.op->returns_list(), numbers.size()};
}

// Returns whether it counts a dimension from the end, for which another call
// does not.
bool CountsFromTheEnd(const Step& step) {
  for (std::size_t k = 0; k < step.args.size(); ++k) {
    const ArgType type = step.op->parameters[k].type;
    const auto* list = std::get_if<Ints>(&step.args[k]);
    if (type == ArgType::kDim && std::get<int64_t>(step.args[k]) < 0) {
      return true;
    }
    if (type == ArgType::kDims && AnyNegative(*list)) return true;
  }
  return false;
}

// The calls that may set a chain up, in the order in which they are tried.
std::vector<Step> SetUpCalls(const Calls& calls) {
  std::vector<Step> steps;
  for (const Calls::Row& row : calls.rows()) {
    const OpKind kind = row.op->kind;
    if (row.op->is_alias() || kind == OpKind::kWrite ||
        kind == OpKind::kQuery) {
      continue;
    }
    for (int64_t k = 0; k < row.count; ++k) {
      Step step = calls.At(row.first + k);
      if (!CountsFromTheEnd(step)) steps.push_back(std::move(step));
    }
  }
  std::stable_sort(
      steps.begin(), steps.end(),
      [](const Step& a, const Step& b) { return Oddness(a) < Oddness(b); });
  return steps;
}

// Two tensors that no op tells apart have one key.
using Key = std::tuple<Ints, Ints, int64_t, std::size_t>;

Key KeyOf(const Tensor& tensor) {
  const auto& [sizes, strides, offset] = tensor.geometry;
  return {sizes, strides, offset, tensor.storage->bytes.size()};
}

// A start, and what its steps make.
struct ReachedTensor {
  Start start;
  Tensor tensor;
};

// Returns what `step` makes of a tensor; nullopt where it is refused or too
// large.
std::optional<Tensor> Made(const Step& step, const Tensor& operand) {
  if (TooLarge(step, operand.geometry.sizes, operand.dtype)) {
    return std::nullopt;
  }
  Answer<Tensor> answer = RunReferenceStep(step, operand);
  auto* outputs = std::get_if<Outputs<Tensor>>(&answer);
  if (outputs == nullptr || outputs->tensors.empty()) return std::nullopt;
  return std::move(outputs->tensors.front());
}

// One for each tensor that a call makes of those before.
std::vector<ReachedTensor> Grown(const std::vector<ReachedTensor>& before,
                                 const std::vector<Step>& calls) {
  std::vector<ReachedTensor> after;
  std::set<Key> keys;
  const auto no_more =
      std::find_if(calls.begin(), calls.end(),
                   [](const Step& step) { return MakesAnything(*step.op); });
  for (const auto& [first, last] :
       {std::pair(calls.begin(), no_more), std::pair(no_more, calls.end())}) {
    for (const ReachedTensor& from : before) {
      for (auto step = first; step != last; ++step) {
        std::optional<Tensor> made = Made(*step, from.tensor);
        if (!made || !keys.insert(KeyOf(*made)).second) continue;
        after.push_back({from.start, std::move(*made)});
        after.back().start.steps.push_back(*step);
      }
    }
  }
  return after;
}

}  // namespace

std::vector<Start> StartsOf(const std::vector<Ints>& bases, const Calls& calls,
                            int64_t steps) {
  std::vector<ReachedTensor> reached;
  for (const Ints& sizes : bases) {
    reached.push_back({{sizes, {}}, MakeReferenceTensor({.sizes = sizes})});
  }
  const std::vector<Step> set_up = SetUpCalls(calls);
  for (int64_t step = 0; step < steps; ++step) reached = Grown(reached, set_up);
  std::vector<Start> starts;
  for (ReachedTensor& one : reached) starts.push_back(std::move(one.start));
  return starts;
}

namespace {

Ints Between(int64_t first, int64_t last) {
  Ints numbers(last - first + 1);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

// One past what is valid on both sides, and every count of elements that a base
// has.
Bounds OneStep() {
  return {.steps = 1,
          .max_rank = 3,
          .max_size = 3,
          .dims = Between(-4, 3),
          .numbers = Between(-4, 4),
          .sizes = Between(-1, 4),
          .inferred = {-2, -1, 0, 1, 2, 3, 4, 6, 8, 9, 12, 18, 27},
          .max_length = 4,
          .max_calls = 100'000};
}

Bounds TwoSteps() {
  return {.steps = 2,
          .max_rank = 2,
          .max_size = 3,
          .dims = Between(-3, 2),
          .numbers = Between(-1, 2),
          .sizes = Between(0, 3),
          .inferred = {-1, 0, 1, 2, 3, 4, 6},
          .max_length = 2,
          .max_calls = 1'000,
          .more_bases = {{2, 1, 3}}};
}

// Returns what two accepted steps make of a small tensor, such as a size of 1
// between strides of 0, and every call on that.
Bounds ThreeSteps() {
  Bounds bounds = TwoSteps();
  bounds.steps = 1;
  bounds.max_length = 3;
  bounds.more_bases = {};
  bounds.setup = 2;
  bounds.setup_length = 2;
  bounds.min_size = 1;
  return bounds;
}

std::vector<Ints> BasesOf(const Bounds& bounds) {
  std::vector<Ints> bases = {{}};
  for (std::size_t k = 0; std::ssize(bases[k]) < bounds.max_rank; ++k) {
    for (int64_t size = bounds.min_size; size <= bounds.max_size; ++size) {
      Ints longer = bases[k];
      longer.push_back(size);
      bases.push_back(std::move(longer));
    }
  }
  bases.insert(bases.end(), bounds.more_bases.begin(), bounds.more_bases.end());
  return bases;
}

// Takes the last digit of a number that is written to this base.
int64_t TakeDigit(int64_t& number, int64_t base) {
  const int64_t digit = number % base;
  number /= base;
  return digit;
}

std::optional<int64_t> NumberIn(const Universe::Part& part, const Case& test) {
  const int64_t setup = part.bounds.setup;
  if (std::ssize(test.chain) != setup + part.bounds.steps) return std::nullopt;
  if (test.base != Base{.sizes = test.base.sizes}) return std::nullopt;
  const auto first_free = test.chain.begin() + setup;
  const Start from{test.base.sizes, {test.chain.begin(), first_free}};
  const auto start = std::find(part.starts.begin(), part.starts.end(), from);
  if (start == part.starts.end()) return std::nullopt;
  int64_t number = start - part.starts.begin();
  for (auto step = first_free; step != test.chain.end(); ++step) {
    const std::optional<int64_t> call = part.calls.NumberOf(*step);
    if (!call) return std::nullopt;
    number = number * part.calls.count() + *call;
  }
  return number;
}

}  // namespace

Universe::Part::Part(const Bounds& within) : bounds(within), calls(within) {
  const std::vector<Ints> sizes = BasesOf(within);
  bases = std::ssize(sizes);
  Bounds setup = within;
  setup.max_length = within.setup_length;
  starts = StartsOf(sizes, Calls(setup), within.setup);
  count = std::ssize(starts);
  for (int64_t step = 0; step < bounds.steps; ++step) {
    count = CheckedMultiply(count, calls.count()).value();
  }
}

const Universe& Universe::Pinned() {
  static const Universe universe({OneStep(), TwoSteps(), ThreeSteps()});
  return universe;
}

Universe::Universe(const std::vector<Bounds>& parts, int64_t cases_of_leaf)
    : cases_of_leaf_(cases_of_leaf) {
  for (const Bounds& bounds : parts) {
    parts_.emplace_back(bounds);
    count_ = CheckedAdd(count_, parts_.back().count).value();
  }
}

const Universe::Part& Universe::PartOf(int64_t& number) const {
  auto part = parts_.begin();
  while (number >= part->count) number -= (part++)->count;
  return *part;
}

// The storage of `test` is used again.
void Universe::At(int64_t number, Case& test) const {
  const Universe::Part& part = PartOf(number);
  const auto setup = static_cast<std::size_t>(part.bounds.setup);
  test.chain.resize(setup + static_cast<std::size_t>(part.bounds.steps));
  for (std::size_t k = test.chain.size(); k-- > setup;) {
    part.calls.At(TakeDigit(number, part.calls.count()), test.chain[k]);
  }
  const Start& start = part.starts[number];
  std::copy(start.steps.begin(), start.steps.end(), test.chain.begin());
  static const Base plain;
  test.base = plain;
  test.base.sizes = start.base;
  test.id.clear();
}

std::optional<int64_t> Universe::NumberOf(const Case& test) const {
  int64_t before = 0;
  for (const Universe::Part& part : parts_) {
    const std::optional<int64_t> number = NumberIn(part, test);
    if (number) return before + *number;
    before += part.count;
  }
  return std::nullopt;
}

int64_t OneOfEvery(int64_t every, int64_t stretch) {
  SeedChooser choose(static_cast<uint64_t>(every),
                     static_cast<uint64_t>(stretch));
  return stretch * every + choose.Pick(0, every - 1);
}

Cursor::Cursor(const Universe& universe, int64_t number)
    : universe_(universe), number_(number) {
  Seek();
}

void Cursor::Next() {
  ++number_;
  only_arguments_changed_ = NextArguments();
  if (!only_arguments_changed_) Seek();
}

// Finds the place of number_ by division.
void Cursor::Seek() {
  test_ = universe_.At(number_);
  int64_t number = number_;
  const Calls& calls = universe_.PartOf(number).calls;
  const int64_t call = number % calls.count();
  row_ = &calls.RowOf(call);
  digits_ = calls.DigitsOf(*row_, call);
}

// Counts the arguments of the last step on by one; false after the last ones.
bool Cursor::NextArguments() {
  std::vector<Arg>& args = test_.chain.back().args;
  for (std::size_t k = digits_.size(); k-- > 0;) {
    const ArgRange& range = row_->ranges[k];
    const bool carries = ++digits_[k] == range.size();
    if (carries) digits_[k] = 0;
    args[k] = range[digits_[k]];
    if (!carries) return true;
  }
  return false;
}

}  // namespace viewproof

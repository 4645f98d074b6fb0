#include "conformance/gen/enumerate.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "conformance/gen/seed_chooser.h"
#include "reference/core/checked.h"

namespace viewproof {
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

// What two accepted steps make of a small tensor, such as a size of 1 between
// strides of 0, and every call on that.
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

// What `test` has stored is used again.
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

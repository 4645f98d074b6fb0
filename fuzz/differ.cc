#include "fuzz/differ.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "conformance/gen/shrink.h"
#include "conformance/judge/explained.h"
#include "conformance/subjects/reference.h"
#include "fuzz/input.h"

namespace viewproof {
namespace {

bool HasLarge(const State& state) {
  return std::ranges::any_of(state.tensors(), [](const TensorRecord& known) {
    return *Numel(known.geometry.sizes) > kMostElements;
  });
}

}  // namespace

Differ::Differ(std::unique_ptr<Subject> other, Explain explain)
    : reference_(MakeReference()),
      other_(std::move(other)),
      explain_(explain),
      witnesses_(*reference_, *other_) {}

std::vector<Difference> Differ::Compare(const Case& test) {
  if (explain_ == Explain::kNothing) return witnesses_.Compare(test);
  reference_->Run(test, reply_);
  const Cut cut = CutAtExplained(test, reply_);
  auto differences = witnesses_.Compare(cut.test);
  if (cut.explained != nullptr) {
    std::erase_if(differences, [&cut](const Difference& difference) {
      return IsExplained(cut, difference);
    });
  }
  return differences;
}

void Differ::Demand(const Case& test) {
  const std::optional<State> state = Followed(test);
  if (!state || HasLarge(*state)) return;
  const Case whole = WithReads(*state);
  const std::vector<Difference> differences = Compare(whole);
  if (differences.empty()) return;
  const std::string& name = other_->hello().name;
  fmt::print(stderr, "{}",
             Describe(whole, reference_->hello().name, name, differences));
  const Case small = Shrink(whole, [&](const Case& candidate) {
    const auto found = Compare(candidate);
    return !found.empty() && found.front().op == differences.front().op &&
           found.front().kind == differences.front().kind;
  });
  fmt::print(stderr, "the smallest: {}",
             Describe(small, reference_->hello().name, name, Compare(small)));
  std::abort();
}

}  // namespace viewproof

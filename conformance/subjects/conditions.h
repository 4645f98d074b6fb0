#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_CONDITIONS_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_CONDITIONS_H_

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/subjects/step_facts.h"

namespace viewproof {

// What a backend's kernel may be right only for: a bug with a condition shows
// in the steps where this holds.
struct Condition {
  // What it says of the operand, where that follows from its words alone.
  struct Operand {
    int64_t least_rank = 0;
    int64_t most_rank = INT64_MAX;
    std::optional<bool> contiguous = std::nullopt;
  };

  std::string name;  // "operand: rank >= 3", "result: a size of 7"
  std::function<bool(const StepFacts&)> holds;
  // Whether it can hold of a step of this kernel, as far as the row says.
  std::function<bool(const Op&, std::string_view kernel)> can_hold;
  bool of_headers = false;  // Also for ops that make headers alone.
  bool twice = false;       // Two families must kill bugs that move elements.
  Operand operand = {};
  // Of a pair: the numbers of its two conditions, which hold both.
  std::optional<std::pair<std::size_t, std::size_t>> both = std::nullopt;
};

// Every condition alone.
const std::vector<Condition>& SingleConditions();

// These, and pairs of {rank >= 3, rank >= 4, rank >= 5, not contiguous} with
// every other one that is of no result, size or count, but for pairs that
// cannot hold both and those in which one condition says what the other says
// already.
const std::vector<Condition>& Conditions();

// Some of Conditions(), by number.
using ConditionSet = std::bitset<1024>;

// The number that begins this part of a name; 0: none does.
int64_t NumberIn(std::string_view digits);

// Those that hold of a step.
ConditionSet HoldingIn(const StepFacts& facts);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_CONDITIONS_H_

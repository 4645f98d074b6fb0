#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_CONDITIONS_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_CONDITIONS_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/subjects/step_facts.h"

namespace viewproof {

// What a backend's kernel may be right only for: a bug with a condition shows
// in the steps where this holds.
struct Condition {
  std::string name;  // "operand: rank >= 3", "result: a size of 7"
  std::function<bool(const StepFacts&)> holds;
  // Whether it can hold of a step of this kernel, as far as the row says.
  std::function<bool(const Op&, std::string_view kernel)> can_hold;
  bool of_headers = false;  // Also for ops that make headers alone.
};

// Every condition alone.
const std::vector<Condition>& SingleConditions();

// These, and pairs of {rank >= 3, rank >= 4, rank >= 5, not contiguous} with
// every other one.
const std::vector<Condition>& Conditions();

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_CONDITIONS_H_

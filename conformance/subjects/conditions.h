#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_CONDITIONS_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_CONDITIONS_H_

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "conformance/subjects/condition_list.h"
#include "conformance/subjects/step_facts.h"

namespace viewproof {

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

#ifndef VIEWPROOF_TOOLS_GOLDEN_CHECK_H_
#define VIEWPROOF_TOOLS_GOLDEN_CHECK_H_

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "tools/golden/spec.h"

namespace viewproof {

// The characters of a vector's `why`.
inline constexpr std::size_t kMinWhy = 10;
inline constexpr std::size_t kMaxWhy = 140;

// Returns what is wrong with the length of a `why`; empty: nothing.
std::string FaultOfLength(std::string_view why);

// The largest rank that a vector with these (sorted) flags may have.
int64_t MaxRank(const std::vector<std::string>& flags);

// Every reason why golden/ may not hold this vector that can be found without
// the oracle: one sentence each, beginning with the field. Empty: it is sound.
std::vector<std::string> ProblemsOf(const Vector& vector, const Spec& spec);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_CHECK_H_

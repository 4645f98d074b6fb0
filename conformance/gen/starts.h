#ifndef VIEWPROOF_CONFORMANCE_GEN_STARTS_H_
#define VIEWPROOF_CONFORMANCE_GEN_STARTS_H_

#include <cstdint>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/gen/ranges.h"

namespace viewproof {

// What the last steps of enumerated chains are called on.
struct Start {
  Ints base;                // Sizes.
  std::vector<Step> steps;  // The reference accepts each.
  bool operator==(const Start&) const = default;
};

// One start for every geometry that `steps` calls in a row make of one of the
// bases, and every number of elements of its storage: the first such chain.
// Writes and queries, which make nothing, and aliases are left out; as_strided,
// which makes anything, is in a chain only where no chain without it will do.
std::vector<Start> StartsOf(const std::vector<Ints>& bases, const Calls& calls,
                            int64_t steps);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_STARTS_H_

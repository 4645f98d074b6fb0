#ifndef VIEWPROOF_TOOLS_GOLDEN_COMPUTED_FLAGS_H_
#define VIEWPROOF_TOOLS_GOLDEN_COMPUTED_FLAGS_H_

#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"

namespace viewproof {

// Flags that a gate may need ([[without]]) and no author types:
// IdentityOfScalars  a step of a kEither or kSelfOrCopy op gives a 0-d tensor,
//                    so that it shows whether this is the operand itself
// OverlapRefusal     an error of kind overlap is due
// PreservedStrides   a copy by clone.r1 or clone.r2 is not row-major
// SignOfZero         an output shows -0.0, or a digest of one
// Uint8Mask          an index has a uint8 tensor
// ValueDType         setitem gets a tensor of another dtype, or is refused by
//                    setitem.e5, e6 or e9
// WideInt            an argument, a size, stride or offset, a product of sizes,
//                    or of a size and its stride, is beyond 2^31 - 1
bool IsComputed(std::string_view flag);

// Those that a vector must have, sorted.
std::vector<std::string> ComputedFlags(const Case& test,
                                       const std::vector<Outcome>& expect,
                                       const std::vector<Outcome>& alternative);

// Returns what is wrong with the computed flags of a vector: one sentence each.
std::vector<std::string> FaultsOfComputedFlags(const Vector& vector);

// The flags of a vector that are not computed.
std::vector<std::string> TypedFlags(const std::vector<std::string>& flags);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_COMPUTED_FLAGS_H_

#ifndef VIEWPROOF_CONFORMANCE_GEN_PAIR_CASE_H_
#define VIEWPROOF_CONFORMANCE_GEN_PAIR_CASE_H_

#include <optional>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/gen/chooser.h"
#include "conformance/subjects/pair_levels.h"
#include "conformance/subjects/walks.h"

namespace viewproof {

// Draws a case in which a step of a kernel meets two tensors, and what shows
// what it did. It tries to bring the pair to each of these levels (of different
// factors), and draws the others; nothing if it does not fit together. Both are
// of one of `dtypes`, of any if there is none; an index is of int64.
// Requires: the kernel is one of kPairKernels.
std::optional<Case> PairCase(Chooser& choose, std::string_view kernel,
                             const std::vector<PairLevel>& levels = {},
                             const std::vector<DType>& dtypes = {});

// Draws a case in which a copy_, or a setitem of a tensor, walks two tensors
// so, and then an add_; nothing if it does not fit together.
std::optional<Case> WalkCase(Chooser& choose, const Walk& walk,
                             const std::vector<DType>& dtypes = {});

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_PAIR_CASE_H_

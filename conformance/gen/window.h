#ifndef VIEWPROOF_CONFORMANCE_GEN_WINDOW_H_
#define VIEWPROOF_CONFORMANCE_GEN_WINDOW_H_

#include <cstdint>
#include <optional>

#include "conformance/case/case.h"
#include "conformance/gen/chooser.h"
#include "conformance/gen/state.h"

namespace viewproof {

// A step that reads a tensor; none: the current one. Every state allows it.
Step ReadStep(std::optional<OutputRef> on = std::nullopt);

// A size at which kernels change their way: 7, 8, 9, 15, 16, 17, ..., 65, or a
// small one.
int64_t EdgeSize(Chooser& choose);

// Sizes at edges, with at most `room` elements; seldom none.
Ints EdgeSizes(Chooser& choose, int64_t rank, int64_t room);

// The as_strided that sees a tensor's storage as one of these sizes: its
// dimensions lie in any order, with gaps or without; where the storage is too
// small they overlap or, unless `overlaps`, are of size 1.
Step DrawWindow(Chooser& choose, const TensorRecord& from, Ints to,
                bool overlaps);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_WINDOW_H_

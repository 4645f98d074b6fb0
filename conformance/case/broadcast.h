#ifndef VIEWPROOF_CONFORMANCE_CASE_BROADCAST_H_
#define VIEWPROOF_CONFORMANCE_CASE_BROADCAST_H_

#include "reference/core/geometry.h"

namespace viewproof {

// The addresses of `source` for each index of `sizes`, in row-major order. It
// broadcasts to them but for leading sizes of 1, which are left out.
Ints BroadcastAddresses(const Geometry& source, const Ints& sizes);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_BROADCAST_H_

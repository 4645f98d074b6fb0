#ifndef VIEWPROOF_CONFORMANCE_GEN_WRITE_H_
#define VIEWPROOF_CONFORMANCE_GEN_WRITE_H_

#include "reference/geometry.h"

namespace viewproof {

// Whether writing source[i] to target[i], for every index i of the target, in
// any order gives the same storage (spec: write.u1): no address is written
// twice, and none is read for one index and written for another.
// `share` says that both lie in one storage, `alike` that they have the same
// bits. Requires: the source's sizes broadcast to the target's, which multiply
// to at most 2^16.
bool WriteIsSpecified(const Geometry& target, const Geometry& source,
                      bool share, bool alike = true);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_WRITE_H_

#ifndef VIEWPROOF_CONFORMANCE_CASE_SPAN_H_
#define VIEWPROOF_CONFORMANCE_CASE_SPAN_H_

#include <optional>

#include "reference/core/geometry.h"

// Which cells of its storage a tensor reaches, whatever numbers it has.
namespace viewproof {

// Wide enough for every address, count of elements and count of bytes.
using Wide = __int128;

inline constexpr Wide kUncountable = Wide{1} << 100;

// a * b, at most kUncountable. Requires: 0 <= a, 0 < b.
Wide Times(Wide a, Wide b);

// The number of elements; kUncountable if there are more. Requires: no size is
// negative.
Wide CountOf(const Ints& sizes);

// Returns whether the sizes before a 0 multiply to 2^64 or more, so that it is
// unspecified whether a tensor may have them (spec: geometry.u1). Requires: no
// size is negative.
bool AreOpen(const Ints& sizes);

// The least and the greatest cell, at most kUncountable away; nothing without
// elements.
struct CellSpan {
  Wide first = 0;
  Wide last = 0;
};
std::optional<CellSpan> SpanOf(const Geometry& geometry);

// Returns whether there is a stride for each size and no size is negative.
bool IsGeometry(const Geometry& geometry);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_SPAN_H_

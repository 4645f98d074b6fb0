#ifndef VIEWPROOF_CONFORMANCE_LAWS_ELEMENTS_H_
#define VIEWPROOF_CONFORMANCE_LAWS_ELEMENTS_H_

#include <cstdint>

#include "conformance/case/case.h"
#include "reference/core/geometry.h"

namespace viewproof {

// Elements of one tensor that a law looks at, at most.
inline constexpr int64_t kMaxElements = 4096;

// Requires: strides and offset are shown.
inline Geometry GeometryOf(const Output& shown) {
  return {shown.sizes, *shown.strides, *shown.offset};
}

// Calls visit(address, number) for the first kMaxElements elements in row-major
// order, counted from 0.
template <typename Visit>
void ForEachElement(const Geometry& geometry, Visit visit) {
  if (Numel(geometry.sizes).value_or(1) == 0) return;
  Ints index(geometry.sizes.size(), 0);
  int64_t number = 0;
  do visit(Address(geometry, index), number);
  while (++number < kMaxElements && NextIndex(geometry.sizes, index));
}

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_LAWS_ELEMENTS_H_

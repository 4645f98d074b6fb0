#ifndef VIEWPROOF_REFERENCE_INDEX_BASIC_H_
#define VIEWPROOF_REFERENCE_INDEX_BASIC_H_

#include <cstdint>
#include <vector>

#include "reference/core/error.h"
#include "reference/core/geometry.h"
#include "reference/core/tensor.h"
#include "reference/index/index.h"

namespace viewproof {

// An advanced item of an index (spec: index.d2): a mask indexes as many
// dimensions of the part as it has, any other tensor one.
struct AdvancedItem {
  int64_t dim = 0;  // The first of them.
  Tensor tensor;
};

// The view that the basic items of an index make, and the advanced items.
struct Part {
  Geometry geometry;
  // They are in the order of their dimensions; none: a basic index.
  std::vector<AdvancedItem> advanced;
};

// Applies the basic items from left to right (spec: index.r1).
//
//   3                 ->  select: the dimension is left out
//   0:4:2             ->  slice
//   null              ->  unsqueeze: a new dimension of size 1
//   ...               ->  every dimension that no other item indexes
//   true, false       ->  unsqueeze, then picks [0] or [] there     index.d3
//
// Errors: index.e1 if a step is 0; index.e2 if the items name more dimensions
//         than there are; index.e3 if a step is negative; index.e4 if a number
//         lies outside its dimension; select.e4, slice.e4 or unsqueeze.e2 if
//         the part exceeds int64.
Result<Part> ApplyBasic(const Geometry& operand, const Index<Tensor>& index);

// Returns whether an index tensor selects by its true elements: bool and uint8.
bool IsMask(const Tensor& tensor);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_INDEX_BASIC_H_

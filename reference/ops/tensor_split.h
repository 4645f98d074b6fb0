#ifndef VIEWPROOF_REFERENCE_OPS_TENSOR_SPLIT_H_
#define VIEWPROOF_REFERENCE_OPS_TENSOR_SPLIT_H_

#include <cstdint>
#include <vector>

#include "reference/core/error.h"
#include "reference/core/geometry.h"

namespace viewproof {

// Every op here requires that the list of its outputs fits in memory.

// `sections` parts of a dimension whose sizes differ by one at most (spec:
// tensor_split).
//
//   size 7, sections 3  ->  sizes 3, 2, 2       tensor_split.r1
//   size 2, sections 3  ->  sizes 1, 1, 0       tensor_split.r1
//
// Errors: tensor_split.e1 if the rank is 0;
//         tensor_split.e2 if dim lies outside [-rank, rank);
//         tensor_split.e3 if sections is not positive;
//         tensor_split.e4 if an offset exceeds int64.
Result<std::vector<Geometry>> TensorSplit(const Geometry& operand,
                                          int64_t sections, int64_t dim);

// The parts of a dimension between the elements that `indices` name; each is a
// slice, so that an index may count from the end, lie outside or before the one
// in front of it (spec: tensor_split.indices).
//
//   size 5, indices [1, 3]  ->  sizes 1, 2, 2   tensor_split_indices.r1
//   size 5, indices [3, 1]  ->  sizes 3, 0, 4   tensor_split_indices.r1
//
// Errors: tensor_split_indices.e1 if the rank is 0;
//         tensor_split_indices.e2 if dim lies outside [-rank, rank);
//         tensor_split_indices.e3 if an offset exceeds int64.
Result<std::vector<Geometry>> TensorSplitIndices(const Geometry& operand,
                                                 const Ints& indices,
                                                 int64_t dim);

// `sections` equal parts of the columns: of dimension 1, or of the only one
// (spec: hsplit).
//
//   sizes [2, 6], sections 3  ->  three times [2, 2]   hsplit.r1
//
// Errors: hsplit.e1 if the rank is 0;
//         hsplit.e2 if sections is 0 or does not divide the size;
//         hsplit.e3 if sections is negative;
//         hsplit.e4 if an offset exceeds int64.
Result<std::vector<Geometry>> HSplit(const Geometry& operand, int64_t sections);

// The columns, cut as by TensorSplitIndices (spec: hsplit.indices).
//
//   sizes [2, 6], indices [1]  ->  [2, 1], [2, 5]   hsplit_indices.r1
//
// Errors: hsplit_indices.e1 if the rank is 0;
//         hsplit_indices.e2 if an offset exceeds int64.
Result<std::vector<Geometry>> HSplitIndices(const Geometry& operand,
                                            const Ints& indices);

// `sections` equal parts of the rows, dimension 0 (spec: vsplit).
//
//   sizes [6, 2], sections 3  ->  three times [2, 2]   vsplit.r1
//
// Errors: vsplit.e1 if the rank is below 2;
//         vsplit.e2 if sections is 0 or does not divide the size;
//         vsplit.e3 if sections is negative;
//         vsplit.e4 if an offset exceeds int64.
Result<std::vector<Geometry>> VSplit(const Geometry& operand, int64_t sections);

// The rows, cut as by TensorSplitIndices (spec: vsplit.indices).
//
//   sizes [6, 2], indices [1]  ->  [1, 2], [5, 2]   vsplit_indices.r1
//
// Errors: vsplit_indices.e1 if the rank is below 2;
//         vsplit_indices.e2 if an offset exceeds int64.
Result<std::vector<Geometry>> VSplitIndices(const Geometry& operand,
                                            const Ints& indices);

// `sections` equal parts of dimension 2 (spec: dsplit).
//
//   sizes [1, 2, 6], sections 3  ->  three times [1, 2, 2]   dsplit.r1
//
// Errors: dsplit.e1 if the rank is below 3;
//         dsplit.e2 if sections is 0 or does not divide the size;
//         dsplit.e3 if sections is negative;
//         dsplit.e4 if an offset exceeds int64.
Result<std::vector<Geometry>> DSplit(const Geometry& operand, int64_t sections);

// Dimension 2, cut as by TensorSplitIndices (spec: dsplit.indices).
//
//   sizes [1, 2, 6], indices [1]  ->  [1, 2, 1], [1, 2, 5]   dsplit_indices.r1
//
// Errors: dsplit_indices.e1 if the rank is below 3;
//         dsplit_indices.e2 if an offset exceeds int64.
Result<std::vector<Geometry>> DSplitIndices(const Geometry& operand,
                                            const Ints& indices);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_OPS_TENSOR_SPLIT_H_

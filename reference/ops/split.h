#ifndef VIEWPROOF_REFERENCE_OPS_SPLIT_H_
#define VIEWPROOF_REFERENCE_OPS_SPLIT_H_

#include <cstdint>
#include <vector>

#include "reference/core/error.h"
#include "reference/core/geometry.h"

namespace viewproof {

// Every op here requires that the list of its outputs fits in memory.

// Each element of a dimension, which goes (spec: unbind).
//
//   sizes [a, b, c]  ->  b times select(1, i), sizes [a, c]    unbind.r1
//
// A negative dim counts from the end.
//
// Errors: unbind.e1 if dim lies outside [-rank, rank), rank 0 counting as 1;
//         unbind.e2 if the rank is 0;
//         unbind.e3 if an offset exceeds int64.
Result<std::vector<Geometry>> Unbind(const Geometry& operand, int64_t dim);

// Parts of `split_size` elements of a dimension (spec: split).
//
//   size 5, split_size 2  ->  sizes 2, 2, 1    split.r1
//   size 0                ->  one part         split.r2
//
// Errors: split.e1 if the rank is 0;
//         split.e2 if split_size is negative;
//         split.e3 if dim lies outside [-rank, rank);
//         split.e4 if split_size is 0 and the dimension's size is not;
//         split.e5 if an offset exceeds int64.
Result<std::vector<Geometry>> Split(const Geometry& operand, int64_t split_size,
                                    int64_t dim);

// Parts of given sizes of a dimension, one after another (spec:
// split_with_sizes).
//
//   size 5, split_sizes [1, 4]  ->  sizes 1, 4    split_with_sizes.r1
//
// Errors: split_with_sizes.e1 if the rank is 0;
//         split_with_sizes.e2 if dim lies outside [-rank, rank);
//         split_with_sizes.e3 if an entry is negative;
//         split_with_sizes.e4 if they do not add up to the dimension's size;
//         split_with_sizes.e5 if an offset exceeds int64.
Result<std::vector<Geometry>> SplitWithSizes(const Geometry& operand,
                                             const Ints& split_sizes,
                                             int64_t dim);

// At most `chunks` parts of equal size, the last one perhaps smaller (spec:
// chunk).
//
//   size 5, chunks 3  ->  sizes 2, 2, 1    chunk.r1
//   size 5, chunks 4  ->  sizes 2, 2, 1    chunk.r1
//   size 0, chunks 3  ->  sizes 0, 0, 0    chunk.r2
//
// Errors: chunk.e1 if the rank is 0;
//         chunk.e2 if chunks is not positive;
//         chunk.e3 if dim lies outside [-rank, rank);
//         chunk.e4 if an offset exceeds int64.
Result<std::vector<Geometry>> Chunk(const Geometry& operand, int64_t chunks,
                                    int64_t dim);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_OPS_SPLIT_H_

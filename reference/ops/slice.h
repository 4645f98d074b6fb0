#ifndef VIEWPROOF_REFERENCE_OPS_SLICE_H_
#define VIEWPROOF_REFERENCE_OPS_SLICE_H_

#include <cstdint>
#include <optional>

#include "reference/core/error.h"
#include "reference/core/geometry.h"

namespace viewproof {

// One element of a dimension, which goes (spec: select).
//
//   sizes, strides  [a, b, c]  ->  [a, c] for dim 1      select.r1
//   offset          + index * stride of dim, in elements select.r2
//
// A negative dim or index counts from the end.
//
// Errors: select.e1 if the rank is 0;
//         select.e2 if dim lies outside [-rank, rank);
//         select.e3 if index lies outside [-size, size);
//         select.e4 if the offset exceeds int64.
Result<Geometry> Select(const Geometry& operand, int64_t dim, int64_t index);

// Every step-th element of a dimension, from start to before end (spec: slice).
// Bounds count elements of `dim`: from the end when negative; those outside are
// brought in (spec: slice.d1, slice.d2). None: the first, and past the last.
//
//   sizes    s_dim  ->  (end - start) / step, rounded up    slice.r1
//   strides  t_dim  ->  t_dim * step                        slice.r2
//   offset   + start * t_dim                                slice.r3
//
// Errors: slice.e1 if the rank is 0;
//         slice.e2 if dim lies outside [-rank, rank);
//         slice.e3 if step is not positive;
//         slice.e4 if the offset or the stride exceeds int64.
Result<Geometry> Slice(const Geometry& operand, int64_t dim,
                       std::optional<int64_t> start, std::optional<int64_t> end,
                       int64_t step);

// `length` elements of a dimension (spec: narrow).
//
//   sizes    s_dim  ->  length            narrow.r1
//   strides  unchanged                    narrow.r1
//   offset   + start * stride of dim      narrow.r2
//
// A negative dim or start counts from the end; start may be the size.
//
// Errors: narrow.e1 if the rank is 0;
//         narrow.e2 if length is negative;
//         narrow.e3 if dim lies outside [-rank, rank);
//         narrow.e4 if start lies outside [-size, size];
//         narrow.e5 if start + length exceeds the size;
//         narrow.e6 if the offset exceeds int64.
Result<Geometry> Narrow(const Geometry& operand, int64_t dim, int64_t start,
                        int64_t length);

// The elements start .. start + length of dimension `dim`; nothing when the
// offset exceeds int64. Requires: 0 <= dim < rank, and that they are there.
std::optional<Geometry> Window(const Geometry& operand, int64_t dim,
                               int64_t start, int64_t length);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_OPS_SLICE_H_

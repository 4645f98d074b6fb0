#ifndef VIEWPROOF_REFERENCE_OPS_VIEW_H_
#define VIEWPROOF_REFERENCE_OPS_VIEW_H_

#include <optional>

#include "reference/core/error.h"
#include "reference/core/geometry.h"

namespace viewproof {

// The same elements in the same row-major order, in other sizes (spec: view).
//
//   sizes    any  ->  size, -1 standing for the number that fits    view.r1
//   strides  those that express it without a copy                   view.r2
//   offset   unchanged                                              view.r3
//
// Errors: view.e1, view.e2 entry by entry: one below -1; a second -1;
//         view.e3 if a -1 is ambiguous beside a 0;
//         view.e4 if the sizes do not multiply to numel;
//         view.e5 if no strides express them (spec: viewable.d1);
//         view.e6 if numel is 0 and a row-major stride exceeds int64.
Result<Geometry> View(const Geometry& operand, const Ints& size);

// Another tensor in the same place (spec: detach).
//
//   sizes, strides, offset  unchanged  detach.r1
Geometry Detach(const Geometry& operand);

// The strides of the view of `operand` that has `sizes` (spec: viewable);
// nothing when there is none, or, of an operand without elements, when a
// row-major stride exceeds int64. Requires: `sizes` multiply to its numel.
std::optional<Ints> ViewStrides(const Geometry& operand, const Ints& sizes);

// The ids under which an op refuses a list of sizes that may hold -1.
struct InferenceRules {
  ErrorRule below_minus_one;
  ErrorRule twice;
  ErrorRule ambiguous;
  ErrorRule mismatch;
};

// A list of sizes that may hold one -1  ->  sizes that multiply to `numel`.
// Errors: those of `rules`, as view.e1 .. view.e4.
Result<Ints> InferSizes(const Ints& sizes, int64_t numel,
                        const InferenceRules& rules);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_OPS_VIEW_H_

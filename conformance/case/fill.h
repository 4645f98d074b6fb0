#ifndef VIEWPROOF_CONFORMANCE_CASE_FILL_H_
#define VIEWPROOF_CONFORMANCE_CASE_FILL_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "conformance/case/case.h"
#include "reference/core/dtype.h"
#include "reference/core/geometry.h"

namespace viewproof {

// How the elements of a dtype are written.
Form FormOf(DType dtype);

// Whether the base or an argument names this dtype.
bool Names(const Case& test, DType dtype);

// The sizes of the tensor that holds the elements of the base: its own sizes;
// of a sparse base, the sizes of its values (entries, then dense dimensions).
Ints FilledSizes(const Base& base);

// The elements that `fill: iota` puts into a tensor.
Scalar Iota(DType dtype, int64_t k);

// The bytes of a base, or of the values of a sparse base: row-major,
// little-endian. `with_bool`: a dtype of the chain is bool (for fill: bytes).
std::vector<std::byte> FillBytes(const Base& base, bool with_bool = false);

// The elements of a literal, in row-major order.
Values ElementsOf(const Literal& literal);

// Prepares an output to take the elements of a tensor: in `bytes` under
// FillKind::kBytes, in `values` otherwise. False if there are more than
// kMaxValues elements, or if their number exceeds int64: such an output shows
// neither.
bool ReadyToShow(Output& output, FillKind fill, DType dtype,
                 std::optional<int64_t> numel);

// Appends the element that lies at `element` to what ReadyToShow prepared.
void ShowElement(DType dtype, const std::byte* element, Output& output);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_FILL_H_

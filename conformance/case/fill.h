#ifndef VIEWPROOF_CONFORMANCE_CASE_FILL_H_
#define VIEWPROOF_CONFORMANCE_CASE_FILL_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "reference/core/dtype.h"
#include "reference/core/geometry.h"

namespace viewproof {

// Returns how the elements of a dtype are written.
Form FormOf(DType dtype);

// Returns whether the base or an argument names this dtype.
bool Names(const Case& test, DType dtype);

// The sizes of the tensor that holds the elements of the base: its own sizes;
// of a sparse base, the sizes of its values (entries, then dense dimensions).
Ints FilledSizes(const Base& base);

// Returns whether the base has more elements than MaxBase allows.
bool TooLarge(const Base& base);

// Returns what is wrong with a literal's sizes, or with the number of its
// values; empty if nothing is.
std::string FaultOfLiteral(const Literal& literal);

// The elements that `fill: iota` puts into a tensor.
Scalar Iota(DType dtype, int64_t k);

// The elements that `fill: cycle` puts into a tensor.
Scalar Cycle(DType dtype, int64_t k);

// Returns what a base of `values` or `hex` says wrongly, as what was expected;
// empty if nothing is wrong.
std::string_view FaultOfData(const Base& base);

// The bytes of a base, or of the values of a sparse base: row-major,
// little-endian. `with_bool`: a dtype of the chain is bool (for fill: bytes).
std::vector<std::byte> FillBytes(const Base& base, bool with_bool = false);

// The elements of a literal, in row-major order.
Values ElementsOf(const Literal& literal);

// Says how an output shows its elements.
enum class ElementDisplay { kNothing, kValues, kBytes, kDigest };

// Returns how an output of so many elements (absent: more than int64 can count)
// shows them in a case whose base is filled so: up to kMaxValues (kMaxSaid
// of kOperand) one by one; up to kMaxCopied as a digest, if IsData(fill); else
// not at all. The digest, crc32, is that of the elements' bytes in row-major
// order: little-endian, conjugate and negative bits resolved, bool as 0 and 1.
ElementDisplay HowShown(FillKind fill, std::optional<int64_t> numel);

// Prepares an output to take the elements of a tensor in `values` or `bytes`,
// and clears what it does not show. Returns HowShown().
ElementDisplay ReadyToShow(Output& output, FillKind fill, DType dtype,
                           std::optional<int64_t> numel);

// Appends the elements at `first`, `first + step` and so on, in bytes, to the
// values or bytes that ReadyToShow prepared.
void ShowElements(DType dtype, const std::byte* first, int64_t step,
                  int64_t count, Output& output);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_FILL_H_

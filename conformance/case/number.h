#ifndef VIEWPROOF_CONFORMANCE_CASE_NUMBER_H_
#define VIEWPROOF_CONFORMANCE_CASE_NUMBER_H_

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "conformance/case/case.h"
#include "reference/core/dtype.h"

namespace viewproof {

// The number that the whole text is: no space or + stands before it. nullopt if
// it is none, or beyond its type.
template <typename Number>
std::optional<Number> FindNumber(std::string_view text) {
  Number number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

// A real number has one spelling: an integer of int64, or of uint64 that is no
// double, its digits, another finite number the fewest digits that give the
// double back, else nan, inf, -inf, -0.0. There is no 1.0.
void AppendReal(const Scalar& real, std::string& out);
std::optional<Scalar> FindReal(std::string_view text);

// The same as JSON: what is no number there, or lies beyond kMaxExact as an
// integer, is a string.
void AppendJsonReal(const Scalar& real, std::string& out);

// Returns whether it may be written: an int64 or a double.
inline bool MayBeWritten(const Scalar& real) {
  return real.low == 0 || WholeOf(real);
}

// A real number, or e.g. 1.5:-2. What is called complex has an imaginary part
// that is not 0: 1:0 is 1.
void AppendSpelt(const Scalar& number, std::string& out);
inline bool IsComplex(const Scalar& number) { return number.im != 0; }

// Returns whether they are integers up to kMaxExact; complex ones in both
// parts. Of these -0.0 is one if the sign of a zero does not count.
bool ArePlain(const std::optional<Values>& values, bool signed_zero = true);

// Returns whether the case writes a number, or has a literal or a base with
// one, that is not plain: then a subject needs the form `numbers`.
bool NeedsNumbers(const Case& test);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_NUMBER_H_

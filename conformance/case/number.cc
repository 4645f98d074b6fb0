#include "conformance/case/number.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <variant>

#include "conformance/case/bounds.h"
#include "conformance/case/encode.h"
#include "conformance/case/tensor_facts.h"

namespace viewproof {
namespace {

std::optional<double> FindDouble(std::string_view text) {
#ifdef __wasm__
  // libc++ has no std::from_chars of a double.
  if (text.find_first_not_of("0123456789-.e+") != text.npos ||
      text.starts_with('+')) {
    return std::nullopt;
  }
  const std::string whole(text);
  char* end = nullptr;
  const double number = std::strtod(whole.c_str(), &end);
  if (whole.empty() || *end != 0) return std::nullopt;
  return number;
#else
  return FindNumber<double>(text);
#endif
}

bool IsPlain(const Scalar& number) {
  const std::optional<int64_t> whole = WholeOf(number);
  return whole && IsExact(*whole);
}

}  // namespace

void AppendReal(const Scalar& real, std::string& out) {
  if (const auto whole = WholeOf(real)) {
    const fmt::format_int digits(*whole);
    out.append(digits.data(), digits.size());
  } else if (real.re == 0) {
    out += "-0.0";
  } else if (std::isnan(real.re)) {
    out += "nan";
  } else if (real.low != 0) {
    const fmt::format_int digits(static_cast<uint64_t>(real.re / 2) * 2 +
                                 static_cast<uint64_t>(real.low));
    out.append(digits.data(), digits.size());
  } else {
    fmt::format_to(std::back_inserter(out), "{}", real.re);
  }
}

std::optional<Scalar> FindReal(std::string_view text) {
  if (const auto whole = FindNumber<int64_t>(text)) return Whole(*whole);
  if (const auto whole = FindNumber<uint64_t>(text)) return Whole(*whole);
  if (text == "nan") return Scalar{NAN};
  if (text == "inf") return Scalar{INFINITY};
  if (text == "-inf") return Scalar{-INFINITY};
  if (text == "-0.0") return Scalar{-0.0};
  const std::optional<double> real = FindDouble(text);
  if (!real || !std::isfinite(*real) || *real == 0 || WholeOf({*real})) {
    return std::nullopt;
  }
  return Scalar{*real};
}

void AppendJsonReal(const Scalar& real, std::string& out) {
  if (const auto whole = WholeOf(real)) return AppendNumber(*whole, out);
  const bool bare = std::isfinite(real.re) && real.re != 0 && real.low == 0;
  if (!bare) out += '"';
  AppendReal(real, out);
  if (!bare) out += '"';
}

void AppendSpelt(const Scalar& number, std::string& out) {
  AppendReal({.re = number.re, .low = number.low}, out);
  if (!IsComplex(number)) return;
  out += ':';
  AppendReal({number.im}, out);
}

bool ArePlain(const std::optional<Values>& values, bool signed_zero) {
  const auto is_plain = [signed_zero](const Scalar& part) {
    return IsPlain(part) || (!signed_zero && part == Scalar{0});
  };
  return !values ||
         std::ranges::all_of(values->list, [&](const Scalar& element) {
           return is_plain({.re = element.re, .low = element.low}) &&
                  is_plain({element.im});
         });
}

bool NeedsNumbers(const Case& test) {
  if (!ArePlain(test.base.values)) return true;
  return std::any_of(test.chain.begin(), test.chain.end(),
                     [](const Step& step) {
                       bool plain = true;
                       for (const Arg& arg : step.args) {
                         const auto* number = std::get_if<Scalar>(&arg);
                         plain &= number == nullptr || IsPlain(*number);
                       }
                       ForEachLiteral(step, [&plain](const Literal& literal) {
                         plain &= ArePlain(literal.values);
                       });
                       return !plain;
                     });
}

}  // namespace viewproof

#include "conformance/calls/elements.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <utility>

#include "conformance/case/kernel.h"

namespace viewproof {
namespace {

bool IsUnsigned(DType dtype) { return dtype == DType::kUInt8; }

bool HoldsIntegers(DType dtype) {
  return IsUnsigned(dtype) || IsSignedInteger(dtype);
}

// An integer from 0 to `count` - 1 for each k: neighbours differ, and no stride
// of a few elements meets the same numbers again.
int64_t Drawn(int64_t k, int64_t draw, int64_t count) {
  return (k * k * 3 + k * 7 + k / 5 + draw * 5 + draw * k * 2) % count;
}

// One of `count` numbers from `first` on, `step` apart.
double OneOf(int64_t k, int64_t draw, int64_t count, double first,
             double step = 1) {
  return first + step * static_cast<double>(Drawn(k, draw, count));
}

double NonzeroOf(int64_t k, int64_t draw) {
  const double number = OneOf(k, draw, 8, -4);
  return number >= 0 ? number + 1 : number;
}

// A part of an element, in a dtype with fractions.
double Fraction(ElementKind kind, int64_t k, int64_t draw) {
  switch (kind) {
    case ElementKind::kPositive:
      return OneOf(k, draw, 16, 0.25, 0.25);
    case ElementKind::kUnit:
      return OneOf(k, draw, 31, -15.0 / 16, 1.0 / 16);
    case ElementKind::kProbability:
      return OneOf(k, draw, 15, 1.0 / 16, 1.0 / 16);
    case ElementKind::kNonzero:
      return NonzeroOf(k, draw);
    case ElementKind::kExact:
      return OneOf(k, draw, 7, -3);
    case ElementKind::kFactors:
      return k % 11 == draw + 3 ? 2 : Drawn(k, draw, 5) < 2 ? -1 : 1;
    default:
      return OneOf(k, draw, 33, -4, 0.25);
  }
}

double WholeNumber(ElementKind kind, bool is_unsigned, int64_t k,
                   int64_t draw) {
  switch (kind) {
    case ElementKind::kPositive:
    case ElementKind::kProbability:
      return OneOf(k, draw, 4, 1);
    case ElementKind::kNonzero:
      return is_unsigned ? OneOf(k, draw, 7, 1) : NonzeroOf(k, draw);
    case ElementKind::kExact:
      return is_unsigned ? OneOf(k, draw, 4, 0) : OneOf(k, draw, 7, -3);
    case ElementKind::kFactors:
      return std::abs(Fraction(kind, k, draw)) *
             (is_unsigned || Fraction(kind, k, draw) > 0 ? 1 : -1);
    case ElementKind::kUnit:
      return is_unsigned ? OneOf(k, draw, 2, 0) : OneOf(k, draw, 3, -1);
    default:
      return is_unsigned ? OneOf(k, draw, 8, 0) : OneOf(k, draw, 9, -4);
  }
}

Scalar AnyElement(ElementKind kind, DType dtype, int64_t k, int64_t draw) {
  if (dtype == DType::kBool) return {Drawn(k, draw, 5) < 2 ? 1.0 : 0.0};
  if (HoldsIntegers(dtype)) {
    return {WholeNumber(kind, IsUnsigned(dtype), k, draw)};
  }
  const double re = Fraction(kind, k, draw);
  return {re, IsComplex(dtype) ? Fraction(kind, k + 3, draw + 1) : 0};
}

// The first one, which is all that some repeated operands have, is not 0: zeros
// hide by what they are multiplied.
Scalar Element(ElementKind kind, DType dtype, int64_t k, int64_t draw) {
  Scalar element = AnyElement(kind, dtype, k, draw);
  for (int64_t other = 2; k == 0 && element == Scalar{0.0}; ++other) {
    element = AnyElement(kind, dtype, other, draw);
  }
  return element;
}

// The least and the greatest number of a kind, beyond those that are drawn;
// nothing if these are exact only within bounds.
std::optional<std::pair<double, double>> Extremes(ElementKind kind,
                                                  DType dtype) {
  if (dtype == DType::kBool) return std::nullopt;
  const bool is_whole = HoldsIntegers(dtype);
  switch (kind) {
    case ElementKind::kAny:
    case ElementKind::kNonzero:
      return std::pair(IsUnsigned(dtype) ? 1.0 : -5.0, 9.0);
    case ElementKind::kPositive:
      return std::pair(is_whole ? 1 : 0.125, 5.0);
    case ElementKind::kUnit:
    case ElementKind::kProbability:
      if (is_whole) return std::nullopt;
      return std::pair(kind == ElementKind::kUnit ? -31.0 / 32 : 1.0 / 32,
                       31.0 / 32);
    default:
      return std::nullopt;
  }
}

// A number that shares no divisor with `count`, near its golden section.
int64_t Stride(int64_t count) {
  int64_t stride = std::max<int64_t>(1, count * 5 / 8);
  while (std::gcd(stride, count) != 1) ++stride;
  return stride;
}

// Shuffled integers around 0, or from 0 on: no two are equal.
double DistinctOf(DType dtype, int64_t k, int64_t draw, int64_t count) {
  const int64_t place = (k * Stride(count) + draw * 3 + 1) % count;
  return static_cast<double>(IsUnsigned(dtype) ? place : place - count / 2);
}

}  // namespace

bool MayRepeat(ElementKind kind) {
  return kind != ElementKind::kDistinct && kind != ElementKind::kSorted &&
         kind != ElementKind::kSpd && kind != ElementKind::kBelow;
}

bool IsBelow(ElementKind kind) {
  return kind == ElementKind::kBelow || kind == ElementKind::kRepeatedBelow;
}

std::vector<Scalar> DrawElements(ElementKind kind, DType dtype,
                                 const Ints& sizes, int64_t below,
                                 int64_t draw) {
  const int64_t count = *Numel(sizes);
  const int64_t row = sizes.empty() ? 1 : sizes.back();
  std::vector<Scalar> elements;
  for (int64_t k = 0; k < count; ++k) {
    switch (kind) {
      case ElementKind::kDistinct:
        elements.push_back({DistinctOf(dtype, k, draw, count)});
        break;
      case ElementKind::kSorted:
        elements.push_back(
            {static_cast<double>(k % row * 2 + Drawn(k, draw, 2))});
        break;
      case ElementKind::kSpd: {
        const int64_t i = k / row % row;
        const int64_t j = k % row;
        const double off = OneOf(i * j + i + j + k / (row * row), draw, 3, -1);
        elements.push_back(
            {i == j ? 4.0 * static_cast<double>(row) + off : off});
        break;
      }
      case ElementKind::kBelow:
      case ElementKind::kRepeatedBelow: {
        const int64_t most = std::max<int64_t>(1, below);
        const int64_t place = k % row * Stride(most) + k / row + draw + 1;
        elements.push_back({static_cast<double>(place % most)});
        break;
      }
      default:
        elements.push_back(Element(kind, dtype, k, draw));
    }
  }
  // The last two of many elements are the least and the greatest: a kernel that
  // leaves out the rest that fills no vector or block shows.
  constexpr int64_t kMany = 64;
  const auto extremes = Extremes(kind, dtype);
  if (count > kMany && extremes) {
    elements[count - 1 - draw % 2].re = extremes->first;
    elements[count - 2 + draw % 2].re = extremes->second;
  }
  return elements;
}

}  // namespace viewproof

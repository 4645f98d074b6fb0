#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/hex.h"
#include "conformance/case/ops.h"
#include "conformance/gen/cast_numbers.h"
#include "conformance/golden_file/golden.h"
#include "conformance/subjects/reference.h"
#include "conformance/subjects/step_facts.h"

namespace viewproof {
namespace casts_test {

struct Cast {
  DType from;
  DType to;
  auto operator<=>(const Cast&) const = default;
};

std::vector<Cast> AllCasts() {
  std::vector<Cast> casts;
  for (const DType from : kBaseDTypes) {
    for (const DType to : kBaseDTypes) casts.push_back({from, to});
  }
  return casts;
}

// How a tensor lies in its storage, and whether it has a bit.
std::string SideOf(const TensorFacts& tensor) {
  const Output& shown = tensor.shown;
  std::string side = shown.contiguous.value_or(true) ? "contiguous" : "strided";
  for (std::size_t k = 0; shown.strides && k < shown.strides->size(); ++k) {
    if (shown.sizes[k] > 1 && (*shown.strides)[k] == 0) side = "repeated";
  }
  if (shown.conj) side += " conjugate";
  if (shown.neg) side += " negative";
  return side;
}

// The real numbers that a tensor of a case shows; `literal` if it is one.
std::vector<Scalar> NumbersOf(const Output& shown, const Literal* literal) {
  std::vector<Scalar> numbers;
  if (literal != nullptr && literal->values) {
    numbers = literal->values->list;
  } else if (shown.bytes && shown.dtype) {
    const auto bytes = BytesOfHex(*shown.bytes);
    const auto size = static_cast<std::size_t>(ItemSize(*shown.dtype));
    for (std::size_t k = 0; bytes && k + size <= bytes->size(); k += size) {
      numbers.push_back(Decode(*shown.dtype, bytes->data() + k));
    }
  } else if (shown.values) {
    numbers = shown.values->list;
  }
  for (Scalar& number : numbers) number.im = 0;
  return numbers;
}

// The source, and the target.
struct Layout {
  std::string op;
  std::string from;
  std::string to;
  auto operator<=>(const Layout&) const = default;
};

// A cell without a kind is the cast itself, whatever its numbers are.
using Cell = std::tuple<Layout, Cast, std::optional<CastKind>>;

// How many vectors of golden/ have a number of a kind, in a step that converts
// a source, by op, layout and dtypes.
std::map<Cell, int> CellsOfGolden() {
  const auto reference = MakeReference();
  std::map<Cell, int> cells;
  Reply reply;
  ForEachVector(OpenGolden("golden"), [&](const Vector& vector) {
    if (vector.test.id.find("/cast-") == std::string::npos) return;
    reference->Run(vector.test, reply);
    std::set<Cell> seen;
    for (const StepFacts& facts : FactsOf(vector.test, reply)) {
      if (facts.step->op->kind != OpKind::kWrite || facts.named.empty() ||
          !facts.succeeded) {
        continue;
      }
      const TensorFacts& source = facts.named.front();
      const auto& argument = std::get<TensorArg>(facts.step->args.back());
      const Cast cast = {source.shown.dtype.value(),
                         facts.operand.shown.dtype.value()};
      const Layout layout = {std::string(facts.step->op->name), SideOf(source),
                             SideOf(facts.operand)};
      seen.insert({layout, cast, std::nullopt});
      for (const Scalar& number :
           NumbersOf(source.shown, std::get_if<Literal>(&argument))) {
        for (const CastKind kind : kCastKinds) {
          if (!IsOf(kind, cast.from, cast.to, number)) continue;
          seen.insert({layout, cast, kind});
        }
      }
    }
    for (const Cell& cell : seen) ++cells[cell];
  });
  return cells;
}

// Those in which every cast stands that they allow.
std::vector<Layout> AllLayouts() {
  std::vector<Layout> layouts = {
      {"copy_", "repeated", "contiguous"},
      {"copy_", "repeated", "strided"},
      {"setitem", "repeated", "strided"},
      {"setitem", "contiguous", "contiguous"},
      {"setitem", "strided", "strided"},
      {"copy_", "contiguous conjugate", "contiguous conjugate"},
      {"copy_", "contiguous conjugate", "strided conjugate"},
      {"copy_", "strided negative", "strided negative"}};
  for (const std::string_view from : {"contiguous", "strided"}) {
    for (const std::string_view to : {"contiguous", "strided"}) {
      const std::string from_conj = std::string(from) + " conjugate";
      const std::string to_conj = std::string(to) + " conjugate";
      layouts.push_back({"copy_", std::string(from), std::string(to)});
      layouts.push_back({"copy_", from_conj, std::string(to)});
      layouts.push_back({"copy_", std::string(from), to_conj});
    }
    // Imaginary parts, which have gaps, are negative.
    layouts.push_back({"copy_", "strided negative", std::string(from)});
    layouts.push_back({"copy_", std::string(from), "strided negative"});
  }
  return layouts;
}

bool MayHaveBitsOf(std::string_view side, DType dtype) {
  if (side.ends_with("conjugate")) return IsComplex(dtype);
  return !side.ends_with("negative") || dtype == DType::kFloat32 ||
         dtype == DType::kFloat64;
}

// Returns whether what the cast gives is specified and has a vector.
bool Stands(const Layout& layout, const Cast& cast,
            std::optional<CastKind> kind) {
  if (!MayHaveBitsOf(layout.from, cast.from)) return false;
  if (!MayHaveBitsOf(layout.to, cast.to)) return false;
  if (layout.from.ends_with("negative")) {
    if (cast.to == DType::kBool) return false;  // copy_.u3
    if (IsComplex(cast.to) && kind == CastKind::kMinusZero) {
      return false;  // tensor.u1
    }
  }
  return !kind || NumberOf(*kind, cast.from, cast.to) != kNoNumber;
}

TEST(CastNumbers, OfEveryKindStandInGoldenInEveryLayout) {
  const std::map<Cell, int> cells = CellsOfGolden();
  std::vector<std::optional<CastKind>> kinds = {std::nullopt};
  kinds.insert(kinds.end(), kCastKinds.begin(), kCastKinds.end());
  for (const Layout& layout : AllLayouts()) {
    const std::string name =
        layout.op + ", " + layout.from + " to " + layout.to;
    int full = 0;
    int none = 0;
    for (const Cast& cast : AllCasts()) {
      for (const auto& kind : kinds) {
        const bool stands = Stands(layout, cast, kind);
        EXPECT_EQ(cells.contains({layout, cast, kind}), stands)
            << name << ": " << Name(cast.from) << " to " << Name(cast.to)
            << ", " << (kind ? Name(*kind) : "any number");
        ++(stands ? full : none);
      }
    }
    std::printf("%s: %d cells full, %d impossible\n", name.c_str(), full, none);
  }
}

TEST(CastNumbers, StandInGoldenInNoOtherLayout) {
  const std::vector<Layout> layouts = AllLayouts();
  for (const auto& [cell, count] : CellsOfGolden()) {
    const Layout& layout = std::get<Layout>(cell);
    EXPECT_TRUE(std::ranges::find(layouts, layout) != layouts.end())
        << layout.op << ", " << layout.from << " to " << layout.to;
  }
}

// Draws numbers of a dtype, most of them near the bounds of others.
Scalar DrawnNumber(DType dtype, std::mt19937_64& random) {
  if (random() % 2 == 0) {
    std::array<std::byte, kMaxItemSize> bytes = {};
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
    if (dtype == DType::kBool) bytes[0] &= std::byte{1};
    Scalar number = Decode(dtype, bytes.data());
    number.im = 0;
    return number;
  }
  const int64_t whole = static_cast<int64_t>(random() >> random() % 64);
  if (dtype == DType::kInt64) return Whole(random() % 2 == 0 ? whole : -whole);
  return {.re = static_cast<double>(whole % (int64_t{1} << 53)) /
                (random() % 2 == 0 ? 1 : 1024)};
}

TEST(CastNumbers, AreOfNoKindThatNoNumberIsOf) {
  std::mt19937_64 random(20261127);
  for (const Cast& cast : AllCasts()) {
    std::vector<CastKind> kinds;
    std::ranges::copy_if(
        kCastKinds, std::back_inserter(kinds), [&](CastKind kind) {
          return NumberOf(kind, cast.from, cast.to) == kNoNumber;
        });
    for (int k = 0; k < 1000; ++k) {
      const Scalar number = DrawnNumber(cast.from, random);
      for (const CastKind kind : kinds) {
        EXPECT_FALSE(IsOf(kind, cast.from, cast.to, number))
            << Name(cast.from) << " to " << Name(cast.to) << ", " << Name(kind)
            << ": " << number.re << " + " << number.low;
      }
    }
  }
}

TEST(CastNumbers, OfEachKindDiffer) {
  for (const Cast& cast : AllCasts()) {
    EXPECT_EQ(CastElements(cast.from, cast.to).size(), kCastElements);
  }
  EXPECT_EQ(NumberOf(CastKind::kFraction, DType::kFloat32, DType::kInt32).re,
            2.75);
  EXPECT_EQ(NumberOf(CastKind::kTie, DType::kFloat32, DType::kFloat16).re,
            2051);
  EXPECT_EQ(NumberOf(CastKind::kFraction, DType::kInt32, DType::kInt8),
            kNoNumber);
  EXPECT_EQ(NumberOf(CastKind::kOverflow, DType::kBFloat16, DType::kFloat16).re,
            65536);
  EXPECT_EQ(NumberOf(CastKind::kOverflow, DType::kBFloat16, DType::kFloat32),
            kNoNumber);
  EXPECT_EQ(NumberOf(CastKind::kNaN, DType::kFloat32, DType::kInt32),
            kNoNumber);
  EXPECT_TRUE(std::signbit(
      NumberOf(CastKind::kMinusZero, DType::kFloat32, DType::kUInt8).re));
}

// Returns whether one of the numbers, or of their imaginary parts, is of the
// kind.
bool HasKind(CastKind kind, const Cast& cast,
             const std::vector<Scalar>& numbers, bool imaginary) {
  return std::ranges::any_of(numbers, [&](const Scalar& number) {
    const Scalar part = imaginary ? Scalar{.re = number.im}
                                  : Scalar{.re = number.re, .low = number.low};
    return IsOf(kind, cast.from, cast.to, part);
  });
}

TEST(CastNumbers, OfEveryKindAreElements) {
  for (const Cast& cast : AllCasts()) {
    const std::vector<Scalar> elements = CastElements(cast.from, cast.to);
    for (const CastKind kind : kCastKinds) {
      const bool has = NumberOf(kind, cast.from, cast.to) != kNoNumber;
      EXPECT_EQ(HasKind(kind, cast, elements, false), has)
          << Name(cast.from) << " to " << Name(cast.to) << ", " << Name(kind);
      // An imaginary part of -0.0 has no notation.
      const bool has_part = has && kind != CastKind::kMinusZero &&
                            IsComplex(cast.from) && IsComplex(cast.to);
      if (has_part) {
        EXPECT_TRUE(HasKind(kind, cast, elements, true))
            << Name(cast.from) << " to " << Name(cast.to) << ", " << Name(kind);
      }
    }
  }
}

TEST(CastNumbers, OfComplexDTypesAreFalseAndTrueByEitherPart) {
  for (const DType from : {DType::kComplex64, DType::kComplex128}) {
    int zeros = 0;
    int imaginary = 0;
    for (const Scalar& number : CastElements(from, DType::kBool)) {
      if (number.re == 0) ++(number.im == 0 ? zeros : imaginary);
    }
    EXPECT_EQ(zeros, 1);
    EXPECT_EQ(imaginary, 1);
  }
}

}  // namespace casts_test
}  // namespace viewproof

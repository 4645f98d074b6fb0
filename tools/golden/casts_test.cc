#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <string>
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

bool IsContiguous(const TensorFacts& tensor) {
  return tensor.shown.contiguous.value_or(true);
}
bool HasBit(const TensorFacts& tensor) {
  return tensor.shown.conj || tensor.shown.neg;
}

// "target with a bit", or how both lie in their storages.
std::string LayoutOf(const TensorFacts& to, const TensorFacts& from) {
  if (HasBit(to)) return "target with a bit";
  if (HasBit(from)) return "source with a bit";
  return (IsContiguous(from) ? "contiguous to " : "strided to ") +
         std::string(IsContiguous(to) ? "contiguous" : "strided");
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

using Cell = std::tuple<std::string, std::string, Cast, CastKind>;

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
      if (facts.step->op->kind != OpKind::kWrite || facts.named.empty()) {
        continue;
      }
      const TensorFacts& source = facts.named.front();
      const auto& argument = std::get<TensorArg>(facts.step->args.back());
      const Cast cast = {source.shown.dtype.value(),
                         facts.operand.shown.dtype.value()};
      for (const Scalar& number :
           NumbersOf(source.shown, std::get_if<Literal>(&argument))) {
        for (const CastKind kind : kCastKinds) {
          if (!IsOf(kind, cast.from, cast.to, number)) continue;
          seen.insert({std::string(facts.step->op->name),
                       LayoutOf(facts.operand, source), cast, kind});
        }
      }
    }
    for (const Cell& cell : seen) ++cells[cell];
  });
  return cells;
}

TEST(CastNumbers, OfEveryKindStandInGoldenInEveryLayout) {
  const std::map<Cell, int> cells = CellsOfGolden();
  const std::vector<std::pair<std::string, std::string>> layouts = {
      {"copy_", "contiguous to contiguous"},
      {"copy_", "contiguous to strided"},
      {"copy_", "strided to contiguous"},
      {"copy_", "strided to strided"},
      {"setitem", "contiguous to contiguous"},
      {"setitem", "strided to strided"}};
  for (const auto& [op, layout] : layouts) {
    int full = 0;
    int none = 0;
    for (const Cast& cast : AllCasts()) {
      for (const CastKind kind : kCastKinds) {
        const bool possible = NumberOf(kind, cast.from, cast.to) != kNoNumber;
        const bool found = cells.contains({op, layout, cast, kind});
        EXPECT_EQ(found, possible)
            << op << ", " << layout << ": " << Name(cast.from) << " to "
            << Name(cast.to) << ", " << Name(kind);
        ++(possible ? full : none);
      }
    }
    std::printf("%s, %s: %d cells full, %d without such a number\n", op.c_str(),
                layout.c_str(), full, none);
  }
}

TEST(CastNumbers, StandInGoldenForEveryDTypeWithABit) {
  std::set<std::tuple<std::string, Cast>> seen;
  for (const auto& [cell, count] : CellsOfGolden()) {
    seen.insert({std::get<1>(cell), std::get<2>(cell)});
  }
  using enum DType;
  for (const Cast& cast : AllCasts()) {
    for (const DType dtype : {kFloat32, kFloat64, kComplex64, kComplex128}) {
      // PyTorch refuses negative numbers for bool: SPEC.md, copy_.u3.
      const bool is_open = cast.to == kBool && !IsComplex(cast.from);
      if (cast.from == dtype && !is_open) {
        EXPECT_TRUE(seen.contains({"source with a bit", cast}))
            << Name(cast.from) << " to " << Name(cast.to);
      }
      // Bools are of no kind.
      if (cast.to == dtype && cast.from != kBool) {
        EXPECT_TRUE(seen.contains({"target with a bit", cast}))
            << Name(cast.from) << " to " << Name(cast.to);
      }
    }
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
}

}  // namespace casts_test
}  // namespace viewproof

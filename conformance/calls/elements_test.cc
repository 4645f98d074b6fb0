#include "conformance/calls/elements.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

namespace viewproof {
namespace {

std::set<double> Drawn(ElementKind kind, DType dtype, const Ints& sizes,
                       int64_t below = 0, int64_t draw = 0) {
  std::set<double> found;
  for (const Scalar& s : DrawElements(kind, dtype, sizes, below, draw)) {
    found.insert(s.re);
  }
  return found;
}

TEST(ElementsTest, AreOfTheirKind) {
  for (const int64_t draw : {0, 1, 5, 40}) {
    for (const double number :
         Drawn(ElementKind::kExact, DType::kFloat32, {60}, 0, draw)) {
      EXPECT_EQ(number, std::round(number));
      EXPECT_LE(std::abs(number), 3);
    }
    EXPECT_FALSE(
        Drawn(ElementKind::kNonzero, DType::kInt64, {60}, 0, draw).contains(0));
    EXPECT_EQ(
        Drawn(ElementKind::kDistinct, DType::kInt8, {5, 51}, 0, draw).size(),
        255U);
    for (const double number :
         Drawn(ElementKind::kUnit, DType::kFloat16, {60}, 0, draw)) {
      EXPECT_LT(std::abs(number), 1);
    }
    for (const double number :
         Drawn(ElementKind::kProbability, DType::kFloat32, {60}, 0, draw)) {
      EXPECT_GT(number, 0);
      EXPECT_LT(number, 1);
    }
    for (const double number :
         Drawn(ElementKind::kPositive, DType::kUInt8, {60}, 0, draw)) {
      EXPECT_GT(number, 0);
    }
    for (const double number :
         Drawn(ElementKind::kFactors, DType::kInt64, {60}, 0, draw)) {
      EXPECT_TRUE(number == 1 || number == -1 || number == 2) << number;
    }
  }
}

TEST(ElementsTest, WhatIsRepeatedIsNot0) {
  for (int k = 0; k <= static_cast<int>(ElementKind::kSpd); ++k) {
    const auto kind = static_cast<ElementKind>(k);
    if (!MayRepeat(kind)) continue;
    for (const DType dtype : kDTypes) {
      for (int64_t draw = 0; draw < 100; ++draw) {
        const Scalar first = DrawElements(kind, dtype, {1}, 0, draw).front();
        EXPECT_FALSE(first == Scalar{0.0}) << Name(kind) << Name(dtype) << draw;
      }
    }
  }
}

TEST(ElementsTest, TheLastOfManyAreTheLeastAndTheGreatest) {
  for (const ElementKind kind : {ElementKind::kAny, ElementKind::kPositive,
                                 ElementKind::kUnit, ElementKind::kNonzero}) {
    for (int64_t draw = 0; draw < 30; ++draw) {
      const auto drawn = DrawElements(kind, DType::kFloat16, {67, 65}, 0, draw);
      std::vector<double> numbers;
      for (const Scalar& s : drawn) numbers.push_back(s.re);
      const std::set<double> last(numbers.end() - 2, numbers.end());
      std::ranges::sort(numbers);
      EXPECT_EQ(last, (std::set<double>{numbers.front(), numbers.back()}));
      EXPECT_LT(numbers[0], numbers[1]);
      EXPECT_GT(numbers.back(), numbers[numbers.size() - 2]);
    }
  }
}

TEST(ElementsTest, IndicesAreDistinctInARow) {
  for (const int64_t draw : {0, 1, 2}) {
    const auto drawn =
        DrawElements(ElementKind::kBelow, DType::kInt64, {4, 7}, 7, draw);
    for (std::size_t row = 0; row < 4; ++row) {
      std::set<double> found;
      for (std::size_t k = 0; k < 7; ++k) found.insert(drawn[row * 7 + k].re);
      EXPECT_EQ(found.size(), 7U);
      EXPECT_EQ(*found.begin(), 0);
      EXPECT_EQ(*found.rbegin(), 6);
    }
  }
}

TEST(ElementsTest, RowsAscend) {
  const auto drawn =
      DrawElements(ElementKind::kSorted, DType::kFloat32, {3, 5}, 0, 0);
  for (std::size_t k = 0; k < drawn.size(); ++k) {
    if (k % 5 == 0) continue;
    EXPECT_LT(drawn[k - 1].re, drawn[k].re);
  }
}

TEST(ElementsTest, MatricesAreSymmetricWithAGreatDiagonal) {
  const auto drawn =
      DrawElements(ElementKind::kSpd, DType::kFloat32, {2, 4, 4}, 0, 1);
  for (std::size_t m = 0; m < 2; ++m) {
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 4; ++j) {
        const double number = drawn[m * 16 + i * 4 + j].re;
        EXPECT_EQ(number, drawn[m * 16 + j * 4 + i].re);
        EXPECT_EQ(i == j, number > 4);
      }
    }
  }
}

TEST(ElementsTest, AnotherDrawHasOtherElements) {
  for (const ElementKind kind :
       {ElementKind::kAny, ElementKind::kExact, ElementKind::kFactors,
        ElementKind::kDistinct, ElementKind::kBelow, ElementKind::kSpd}) {
    EXPECT_NE(DrawElements(kind, DType::kFloat32, {4, 4}, 4, 0),
              DrawElements(kind, DType::kFloat32, {4, 4}, 4, 13));
  }
}

}  // namespace
}  // namespace viewproof

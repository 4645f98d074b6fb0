#include "conformance/gen/write.h"

#include <utility>
#include <vector>

#include "gtest/gtest.h"

namespace viewproof {
namespace write_test {

bool CopyIsSpecified(const Geometry& target, const Geometry& source, bool share,
                     bool bits = true, bool dtype = true) {
  return WriteIsSpecified({FindOp("copy_"), {}, {}}, target, source,
                          {.storage = share, .bits = bits, .dtype = dtype});
}

const Geometry kRow = {.sizes = {4}, .strides = {1}, .offset = 0};

TEST(WriteIsSpecified, WhenTargetAndSourceLieInTwoStorages) {
  EXPECT_TRUE(CopyIsSpecified(kRow, kRow, false));
  EXPECT_TRUE(CopyIsSpecified(kRow, {{1}, {1}, 0}, false));
}

TEST(WriteIsSpecified, NotWhenTheTargetHoldsAnElementTwice) {
  EXPECT_FALSE(CopyIsSpecified({{4}, {0}, 0}, {{4}, {1}, 0}, false));
  // unfold(0, 2, 1)
  EXPECT_FALSE(CopyIsSpecified({{3, 2}, {1, 1}, 0}, {{2}, {1}, 0}, false));
}

TEST(WriteIsSpecified, WhenTheTargetIsItsOwnSource) {
  EXPECT_TRUE(CopyIsSpecified(kRow, kRow, true));
  EXPECT_TRUE(CopyIsSpecified({{4}, {0}, 0}, {{4}, {0}, 0}, true));
}

TEST(WriteIsSpecified, WhenTheTargetIsItsOwnConjugateUnlessAnElementIsTwice) {
  const Geometry windows = {{3, 2}, {1, 1}, 0};
  EXPECT_TRUE(CopyIsSpecified(kRow, kRow, true, false));
  EXPECT_TRUE(CopyIsSpecified(windows, windows, true));
  EXPECT_FALSE(CopyIsSpecified(windows, windows, true, false));
}

// copy_.u2
TEST(WriteIsSpecified, NotOfAnotherDTypeAndOtherBitsWhereAnElementIsTwice) {
  const Geometry windows = {{3, 2}, {1, 1}, 0};
  const Geometry one = {{1}, {1}, 0};
  EXPECT_FALSE(CopyIsSpecified(windows, one, false, false, false));
  EXPECT_TRUE(CopyIsSpecified(windows, one, false, false, true));
  EXPECT_TRUE(CopyIsSpecified(windows, one, false, true, false));
  EXPECT_TRUE(CopyIsSpecified(kRow, one, false, false, false));
}

TEST(WriteIsSpecified, NotWhenAnElementIsReadAfterItMayBeWritten) {
  // x[2::2].copy_(x[:-2:2]) of six elements
  EXPECT_FALSE(CopyIsSpecified({{2}, {2}, 2}, {{2}, {2}, 0}, true));
  EXPECT_TRUE(CopyIsSpecified({{2}, {2}, 1}, {{2}, {2}, 0}, true));
}

TEST(WriteIsSpecified, NotWhenARepeatedSourceLiesInTheTarget) {
  EXPECT_FALSE(CopyIsSpecified(kRow, {{1}, {1}, 0}, true));
  EXPECT_TRUE(CopyIsSpecified({{3}, {1}, 1}, {{1}, {1}, 0}, true));
}

TEST(WriteIsSpecified, WhenTheTargetIsEmpty) {
  EXPECT_TRUE(CopyIsSpecified({{0, 4}, {0, 0}, 0}, {{1}, {1}, 0}, true));
}

// x[index] = source
bool ItemIsSpecified(const Index<TensorArg>& index, const Geometry& target,
                     const Geometry& source, bool share) {
  return WriteIsSpecified({FindOp("setitem"), {index}, {}}, target, source,
                          {.storage = share});
}

Literal Rows(std::vector<Scalar> numbers) {
  const auto count = std::ssize(numbers);
  return {DType::kInt64, {count}, Values{Form::kNumber, std::move(numbers)}};
}

TEST(WriteIsSpecified, WhenABasicIndexGetsAnElementOfRankZero) {
  const Geometry number = {.sizes = {}, .strides = {}, .offset = 1};
  EXPECT_TRUE(ItemIsSpecified({Ellipsis()}, kRow, number, true));
  EXPECT_FALSE(ItemIsSpecified({Ellipsis()}, kRow, {{1}, {1}, 1}, true));
  EXPECT_FALSE(ItemIsSpecified({Rows({{0}, {1}})}, kRow, number, true));
  EXPECT_FALSE(CopyIsSpecified(kRow, number, true));
}

TEST(WriteIsSpecified, NotWhenAnIndexNamesAnElementTwiceForTwoElements) {
  EXPECT_TRUE(ItemIsSpecified({Rows({{0}, {2}})}, kRow, {{2}, {1}, 0}, false));
  EXPECT_FALSE(ItemIsSpecified({Rows({{2}, {2}})}, kRow, {{2}, {1}, 0}, false));
  EXPECT_FALSE(
      ItemIsSpecified({Rows({{-2}, {2}})}, kRow, {{2}, {1}, 0}, false));
  EXPECT_TRUE(ItemIsSpecified({Rows({{2}, {2}})}, kRow, {{1}, {1}, 0}, false));
  EXPECT_TRUE(
      ItemIsSpecified({Rows({{2}, {2}})}, kRow, {{1, 1}, {1, 1}, 0}, false));
}

TEST(WriteIsSpecified, ByWhatABasicIndexLeavesOfTheTarget) {
  EXPECT_TRUE(ItemIsSpecified({Range{0, 2, {}}}, kRow, {{2}, {1}, 2}, true));
  EXPECT_FALSE(ItemIsSpecified({Range{0, 2, {}}}, kRow, {{2}, {1}, 1}, true));
}

// setitem.u1
TEST(WriteIsSpecified, NotWhenATensorIsPickedFromItself) {
  const Geometry gaps = {.sizes = {2}, .strides = {2}, .offset = 0};
  EXPECT_FALSE(ItemIsSpecified({Rows({{0}, {1}})}, gaps, gaps, true));
  EXPECT_TRUE(ItemIsSpecified({Rows({{0}, {1}})}, gaps, {{2}, {2}, 1}, true));
}

// setitem.u2
TEST(PutsBackTwice, WhereAPartThatIsPickedFromHoldsAnElementTwice) {
  const Geometry windows = {{3, 2}, {1, 1}, 0};
  const auto puts = [&windows](const Index<TensorArg>& index) {
    return PutsBackTwice({FindOp("setitem"), {index}, {}}, windows);
  };
  EXPECT_TRUE(puts({Rows({{0}})}));
  EXPECT_FALSE(puts({Rows({{0}}), 1}));
  EXPECT_FALSE(puts({0}));
  EXPECT_FALSE(PutsBackTwice({FindOp("fill_"), {Scalar{101}}, {}}, windows));
}

TEST(WriteIsSpecified, WhenTheIndexNamesNothing) {
  EXPECT_TRUE(ItemIsSpecified({false}, kRow, {{0, 4}, {4, 1}, 0}, true));
}

}  // namespace write_test
}  // namespace viewproof

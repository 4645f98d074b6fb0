#include <cstddef>
#include <vector>

#include "conformance/model/ops.h"
#include "conformance/model/testing.h"
#include "gtest/gtest.h"

namespace viewproof::model {
namespace write_test {

TEST(ModelFill, WritesTheElementsOfTheViewAndNoOtherByte) {
  const Tensor x = Base({2, 2}, DType::kInt16);
  ASSERT_TRUE(Fill(Get(Select(x, 1, 1)), Scalar{0x0102}).ok());
  EXPECT_EQ(BytesIn(x), (std::vector<int>{0, 1, 2, 1, 4, 5, 2, 1}));
  ASSERT_TRUE(Fill(Get(Slice(x, 0, 0, 0, 1)), Scalar{7}).ok());
  EXPECT_EQ(BytesIn(x), (std::vector<int>{0, 1, 2, 1, 4, 5, 2, 1}));
}

TEST(ModelFill, StoresTheNegativeThroughANegativeTensor) {
  const Tensor x = Number();
  ASSERT_TRUE(Fill(Get(Imag(Conj(x))), Scalar{101}).ok());
  EXPECT_EQ(Read(x), (Scalar{.re = 1, .im = -101}));
}

TEST(ModelFill, RefusesATargetWithABitThatHoldsAnElementTwice) {
  EXPECT_EQ(KindOf(Fill(Get(Expand(Conj(Number()), {3})), Scalar{101})),
            kOverlap);
}

TEST(ModelFill, RefusesWhatTheDTypeCannotHold) {
  EXPECT_EQ(KindOf(Fill(Base({2}), Scalar{300})), kArgument);
  EXPECT_EQ(KindOf(Fill(Get(Slice(Base({2}), 0, 0, 0, 1)), Scalar{300})),
            kArgument);
}

TEST(ModelZero, IsAFillOfZero) {
  const Tensor x = Base({3});
  ASSERT_TRUE(Zero(Get(Slice(x, 0, 1, 3, 1))).ok());
  EXPECT_EQ(BytesIn(x), (std::vector<int>{0, 0, 0}));
}

TEST(ModelAdd, AddsAtEachIndex) {
  const Tensor x = Base({2, 3});
  ASSERT_TRUE(Add(Get(TransposeMatrix(x)), Base({2})).ok());
  EXPECT_EQ(BytesIn(x), (std::vector<int>{0, 1, 2, 4, 5, 6}));
  ASSERT_TRUE(Add(Get(Select(x, 0, 1)), Scalar{-5}).ok());
  EXPECT_EQ(BytesIn(x), (std::vector<int>{0, 1, 2, 255, 0, 1}));
  ASSERT_TRUE(Add(x, x).ok());
  EXPECT_EQ(BytesIn(x), (std::vector<int>{0, 2, 4, 254, 0, 2}));
}

TEST(ModelAdd, RefusesOverlapSizesAndKinds) {
  const Tensor x = Base({4});
  const Tensor low = Get(Slice(x, 0, 0, 3, 1));
  EXPECT_EQ(KindOf(Add(Get(Expand(Base({1}), {3})), Scalar{1})), kOverlap);
  EXPECT_EQ(KindOf(Add(low, Get(Slice(x, 0, 1, 4, 1)))), kOverlap);
  EXPECT_EQ(KindOf(Add(low, Base({2}))), kSize);
  EXPECT_EQ(KindOf(Add(low, Scalar{1.5})), kDType);
  EXPECT_EQ(KindOf(Add(Number(), Scalar{1.5, 1})), std::nullopt);
}

TEST(ModelCopy, PutsEachElementAtItsIndexAndSpreadsASizeOfOne) {
  const Tensor x = Base({2, 3});
  ASSERT_TRUE(Copy(Get(TransposeMatrix(x)), Base({2})).ok());
  EXPECT_EQ(BytesIn(x), (std::vector<int>{0, 0, 0, 1, 1, 1}));
  ASSERT_TRUE(Copy(Get(Select(x, 0, 1)), Get(Select(Base({9}), 0, 8))).ok());
  EXPECT_EQ(BytesIn(x), (std::vector<int>{0, 0, 0, 8, 8, 8}));
}

TEST(ModelCopy, ConvertsToTheTargetsDType) {
  const Tensor x = Base({2}, DType::kInt16);
  ASSERT_TRUE(Copy(x, Base({2})).ok());
  EXPECT_EQ(BytesIn(x), (std::vector<int>{0, 0, 1, 0}));
}

TEST(ModelCopy, RefusesASourceThatDoesNotSpreadToTheTarget) {
  EXPECT_EQ(KindOf(Copy(Base({2, 3}), Base({2}))), kSize);
  EXPECT_EQ(KindOf(Copy(Base({1}), Base({3}))), kSize);
  EXPECT_EQ(KindOf(Copy(Base({3}), Base({1, 3}))), kSize);
}

TEST(ModelCopy, RefusesANumberThatThePartBelongsTo) {
  const Tensor number = Fresh(DType::kComplex64, {}, std::vector<std::byte>(8));
  EXPECT_EQ(KindOf(Copy(Imag(number).value(), number)), kOverlap);
  EXPECT_EQ(KindOf(Copy(Real(number).value(), number)), kOverlap);
}

TEST(ModelCopy, RefusesATargetThatHoldsAnElementTwice) {
  const Tensor x = Get(Expand(Base({1, 2}), {2, 2}));
  EXPECT_EQ(KindOf(Copy(x, Base({2, 2}))), kOverlap);
  EXPECT_TRUE(Copy(x, x).ok());
  const Tensor nothing = Get(Expand(Base({1, 0}), {2, 0}));
  EXPECT_TRUE(Copy(nothing, Base({2, 0})).ok());
}

TEST(ModelCopy, RefusesRunsThatPartlyOverlap) {
  const Tensor x = Base({6});
  const auto run = [&x](int64_t start) { return Get(Narrow(x, 0, start, 3)); };
  EXPECT_EQ(KindOf(Copy(run(0), run(2))), kOverlap);
  EXPECT_TRUE(Copy(run(0), run(0)).ok());
  EXPECT_TRUE(Copy(run(0), run(3)).ok());
  EXPECT_EQ(BytesIn(x), (std::vector<int>{3, 4, 5, 3, 4, 5}));
}

TEST(ModelCopy, RefusesTheSameRunInAnotherOrder) {
  const Tensor x = Base({3, 3});
  EXPECT_EQ(KindOf(Copy(x, Get(TransposeMatrix(x)))), kOverlap);
  EXPECT_TRUE(Copy(x, Get(View(Get(View(x, {9})), {3, 3}))).ok());
}

TEST(ModelCopy, OfATensorWithGapsIsNoPartialOverlap) {
  const Tensor x = Base({8});
  const Tensor even = Get(Slice(x, 0, 0, 8, 2));
  const Tensor odd = Get(Slice(x, 0, 1, 8, 2));
  ASSERT_TRUE(Copy(even, odd).ok());
  EXPECT_EQ(BytesIn(x), (std::vector<int>{1, 1, 3, 3, 5, 5, 7, 7}));
}

TEST(ModelCopy, OfTheSamePlacesAsAnotherDTypeConverts) {
  const Tensor x = Base({4});
  ASSERT_TRUE(Copy(Get(ViewDType(x, DType::kBool)), x).ok());
  EXPECT_EQ(BytesIn(x), (std::vector<int>{0, 1, 1, 1}));
}

}  // namespace write_test
}  // namespace viewproof::model

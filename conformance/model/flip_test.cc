#include <cstdint>
#include <vector>

#include "conformance/model/ops.h"
#include "conformance/model/testing.h"
#include "gtest/gtest.h"

namespace viewproof::model {
namespace flip_test {

TEST(ModelFlip, ReadsEachNamedDimensionFromItsEnd) {
  const Tensor x = Base({2, 3});
  EXPECT_EQ(Held(Get(Flip(x, {0}))), (std::vector<int>{3, 4, 5, 0, 1, 2}));
  EXPECT_EQ(Held(Get(Flip(x, {-1}))), (std::vector<int>{2, 1, 0, 5, 4, 3}));
  EXPECT_EQ(Held(Get(Flip(x, {1, 0}))), (std::vector<int>{5, 4, 3, 2, 1, 0}));
}

TEST(ModelFlip, LiesAsACloneDoes) {
  const Tensor x = Base({2, 3});
  const Tensor copy = Get(Flip(Get(TransposeMatrix(x)), {0}));
  EXPECT_NE(copy.storage, x.storage);
  ExpectPlaces(copy, {3, 2}, {0, 3, 1, 4, 2, 5});
  EXPECT_EQ(BytesIn(copy), (std::vector<int>{2, 1, 0, 5, 4, 3}));
}

TEST(ModelFlip, CopiesANumberAndNothing) {
  EXPECT_EQ(Held(Get(Flip(Base({}), {-1}))), (std::vector<int>{0}));
  EXPECT_EQ(Held(Get(Flip(Base({0, 3}), {0, 1}))), (std::vector<int>{}));
}

TEST(ModelFlip, RefusesADimensionThatIsNotThereOrNamedTwice) {
  EXPECT_EQ(KindOf(Flip(Base({2, 3}), {0, 2})), kDimOutOfRange);
  EXPECT_EQ(KindOf(Flip(Base({2, 3}), {1, -1})), kDuplicateDim);
  EXPECT_EQ(KindOf(Flip(Base({}), {0, 0})), kDuplicateDim);
}

TEST(ModelFlip, RefusesBytesBeyondInt64) {
  const Tensor wide = Base({1}, DType::kInt16);
  const Tensor huge = Get(Expand(wide, {INT64_MAX}));
  EXPECT_EQ(KindOf(Flip(huge, {0})), kOverflow);
  EXPECT_EQ(KindOf(Flip(huge, {1})), kDimOutOfRange);
  Tensor conjugate = Get(Expand(Number(), {INT64_MAX}));
  conjugate.conj = true;
  EXPECT_EQ(KindOf(Flip(conjugate, {1})), kOverflow);
}

}  // namespace flip_test
}  // namespace viewproof::model

#include "conformance/case/write_rules.h"

#include <cmath>

#include "conformance/case/text.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace write_rules_test {

TEST(WriteRules, FindTheNumberThatAStepWrites) {
  const Step fill = ParseText("int8[2] | fill_(101)").chain[0];
  ASSERT_NE(NumberWritten(fill, 0), nullptr);
  EXPECT_EQ(*NumberWritten(fill, 0), Scalar{101});
  const Step set = ParseText("int8[2] | setitem([0], 102)").chain[0];
  EXPECT_EQ(NumberWritten(set, 0), nullptr);
  EXPECT_EQ(*NumberWritten(set, 1), Scalar{102});
  const Step dim = ParseText("int8[2] | unsqueeze(0)").chain[0];
  EXPECT_EQ(NumberWritten(dim, 0), nullptr);
}

TEST(WriteRules, KnowTheNumbersThatEveryDTypeHolds) {
  EXPECT_TRUE(IsMark({101}));
  EXPECT_TRUE(IsMark({127}));
  EXPECT_FALSE(IsMark({100}));
  EXPECT_FALSE(IsMark({128}));
  EXPECT_FALSE(IsMark({101.5}));
}

// fill_.u1
TEST(WriteRules, KnowWhichWritesAreSpecified) {
  EXPECT_TRUE(
      WriteOfIsSpecified(*FindOp("fill_"), DType::kInt64, Whole(INT64_MAX)));
  EXPECT_FALSE(WriteOfIsSpecified(*FindOp("fill_"), DType::kInt64, {0x1p63}));
  EXPECT_TRUE(WriteOfIsSpecified(*FindOp("fill_"), DType::kUInt8, {300}));
  EXPECT_TRUE(WriteOfIsSpecified(*FindOp("fill_"), DType::kFloat16, {-65504}));
  EXPECT_FALSE(WriteOfIsSpecified(*FindOp("fill_"), DType::kFloat16, {65505}));
  EXPECT_TRUE(
      WriteOfIsSpecified(*FindOp("fill_"), DType::kFloat16, {HUGE_VAL}));
  EXPECT_TRUE(WriteOfIsSpecified(*FindOp("fill_"), DType::kBFloat16, {65505}));
  EXPECT_FALSE(
      WriteOfIsSpecified(*FindOp("fill_"), DType::kBFloat16, {3.4e38}));
}

TEST(WriteRules, ForbidAWriteThatMakesPatternsOfNoElement) {
  EXPECT_TRUE(AcceptsEveryBytePattern(DType::kFloat32));
  EXPECT_FALSE(AcceptsEveryBytePattern(DType::kBool));
  EXPECT_FALSE(AcceptsEveryBytePattern(DType::kFloat16));
  const Case as_bool = ParseText("uint8[2] bytes | view.dtype(bool)");
  EXPECT_FALSE(MayWrite(as_bool, DType::kUInt8));
  EXPECT_TRUE(MayWrite(as_bool, DType::kBool));
  const Case as_int = ParseText("uint8[2] bytes | view.dtype(int8)");
  EXPECT_TRUE(MayWrite(as_int, DType::kUInt8));
}

TEST(WriteRules, ForbidAWriteToTheBytesOfANewTensor) {
  const Case recut =
      ParseText("float32[] bytes | new(bool[2]) | view.dtype(uint8)");
  EXPECT_FALSE(MayWrite(recut, DType::kUInt8));
  EXPECT_TRUE(MayWrite(recut, DType::kBool));
  const Case half =
      ParseText("float32[] bytes | new(float16[2]) | view.dtype(int16)");
  EXPECT_FALSE(MayWrite(half, DType::kInt16));
  const Case mask = ParseText("uint8[2] bytes | new(bool[2])");
  EXPECT_TRUE(MayWrite(mask, DType::kUInt8));
  const Case other =
      ParseText("float32[] bytes | new(int64[2]) | view.dtype(uint8)");
  EXPECT_TRUE(MayWrite(other, DType::kUInt8));
}

// copy_.u1
TEST(WriteRules, KnowBetweenWhichDTypesAnOverlapMayBeTaken) {
  EXPECT_FALSE(LooksForOverlap(DType::kFloat16, DType::kFloat32));
  EXPECT_FALSE(LooksForOverlap(DType::kFloat32, DType::kFloat16));
  EXPECT_TRUE(LooksForOverlap(DType::kFloat32, DType::kFloat32));
  EXPECT_TRUE(LooksForOverlap(DType::kFloat16, DType::kFloat16));
  EXPECT_TRUE(LooksForOverlap(DType::kBFloat16, DType::kFloat32));
}

}  // namespace write_rules_test
}  // namespace viewproof

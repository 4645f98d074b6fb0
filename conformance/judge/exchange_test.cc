#include "conformance/judge/exchange.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "conformance/judge/compare.h"
#include "conformance/judge/testing.h"
#include "conformance/subjects/reference.h"

namespace viewproof {
namespace exchange_test {

const char* const kCases[] = {
    "float32[2,3] | t() | contiguous() | view([6])",
    "float32[4,6] | slice(1, 1, 6, 2) | fill_(102) | read() @0.0",
    "float32[3] | copy_(float32[3]{101,102,103}) | read()",
    "float32[3] | view_as(float32[3]) | is_contiguous()",
    "float32[2,3] | t() | view([6])",
    "int64[2,0] | t()",
    "float32[2] | setitem([int64[1]{1}], 102) | getitem([bool[2]{1,0}])",
};

class EachDType : public testing::TestWithParam<DType> {};

TEST_P(EachDType, TurnsAVectorIntoWhatTheReferenceAnswersForThatDType) {
  for (const char* text : kCases) {
    Vector vector = VectorOf(text);
    if (vector.test.base.dtype == GetParam()) continue;
    ASSERT_TRUE(CanExchange(vector, GetParam())) << text;
    ASSERT_TRUE(Exchange(vector, GetParam())) << text;
    EXPECT_EQ(vector.test.base.dtype, GetParam());
    Reply reply;
    MakeReference()->Run(vector.test, reply);
    Judgement judgement;
    Comparator(FullHello(), Facets::All()).Compare(vector, reply, judgement);
    for (const Difference& d : judgement.differences) {
      ADD_FAILURE() << text << " as " << Name(GetParam()) << ", step " << d.step
                    << ": expected " << d.expected << ", actual " << d.actual;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(DTypes, EachDType, testing::ValuesIn(kBaseDTypes),
                         [](const auto& info) {
                           return std::string(Name(info.param));
                         });

TEST(Exchange, LeavesBytesAndOtherFormsAlone) {
  EXPECT_FALSE(
      CanExchange(VectorOf("float32[2] bytes | detach()"), DType::kFloat64));
  EXPECT_FALSE(CanExchange(VectorOf("bool[2] | detach()"), DType::kFloat64));
  EXPECT_FALSE(
      CanExchange(VectorOf("complex64[2] | detach()"), DType::kFloat64));
  EXPECT_FALSE(CanExchange(VectorOf("int8[2] | detach()"), DType::kInt8));
  for (const char* data :
       {"float32[2] cycle | detach()", "float32[2]{1,2} | detach()",
        "float32[1] 0x00000000 | detach()"}) {
    EXPECT_FALSE(CanExchange(VectorOf(data), DType::kFloat64)) << data;
  }
  for (const Profile profile : {Profile::kLimits, Profile::kKernels}) {
    Vector other = VectorOf("float32[2] | detach()");
    other.profile = profile;
    EXPECT_FALSE(CanExchange(other, DType::kFloat64));
  }
}

// Some of its numbers look like written ones: only numbers tell them apart.
TEST(Exchange, OfALargerBaseTakesNumbersAlone) {
  const Vector larger = VectorOf("float32[200] | detach()");
  EXPECT_TRUE(CanExchange(larger, DType::kInt32));
  EXPECT_FALSE(CanExchange(larger, DType::kBool));
  EXPECT_FALSE(CanExchange(larger, DType::kComplex64));
  EXPECT_TRUE(CanExchange(VectorOf("float32[100] | t()"), DType::kBool));
}

TEST(Exchange, LeavesADTypeAloneThatOnlyALiteralHas) {
  Vector vector = VectorOf("float32[2] | setitem([0], int16[1]{101})");
  EXPECT_FALSE(Exchange(vector, DType::kInt16));
  vector = VectorOf("float32[2] | setitem([0], int16[1]{101})");
  EXPECT_TRUE(Exchange(vector, DType::kFloat64));
}

TEST(Exchange, RefusesWhatTheDTypeCannotHold) {
  Vector big = VectorOf("float32[200] | detach()");
  EXPECT_FALSE(Exchange(big, DType::kInt8));
  Vector writes_little = VectorOf("float32[2] | fill_(7) | read()");
  EXPECT_FALSE(Exchange(writes_little, DType::kFloat64));
  Vector makes = VectorOf("float32[2] | new(int64[1]{0}) | t() @0.0");
  EXPECT_FALSE(Exchange(makes, DType::kFloat64));
  Vector indexes =
      VectorOf("int64[3] | narrow(0, 0, 1) | getitem([@1.0]) @0.0");
  EXPECT_FALSE(Exchange(indexes, DType::kInt32));
}

}  // namespace exchange_test
}  // namespace viewproof

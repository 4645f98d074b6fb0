#include "reference/index/numbers.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reference/index/index_test_util.h"

namespace viewproof {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Part PartOf(const Index<Tensor>& index) {
  return TakePart({{2, 3, 4}, {12, 4, 1}, 0}, index).value();
}

// index.d4
TEST(NumbersOf, AnIndexTensorAreItsOwn) {
  const auto numbers =
      NumbersOf(PartOf({kWhole, Of(DType::kInt32, {2, 2}, {0, -1, 2, 7})}))
          .value();
  ASSERT_EQ(numbers.size(), 1u);
  EXPECT_EQ(numbers[0].dim, 1);
  EXPECT_THAT(numbers[0].list, ElementsAre(0, -1, 2, 7));
  EXPECT_EQ(numbers[0].places, (Geometry{{2, 2}, {2, 1}, 0}));
}

// index.d4
TEST(NumbersOf, AMaskAreTheIndicesOfItsTrueElements) {
  for (const DType dtype : {DType::kBool, DType::kUInt8}) {
    const auto numbers =
        NumbersOf(PartOf({Of(dtype, {2, 3}, {1, 0, 1, 0, 0, 1}), kWhole}))
            .value();
    ASSERT_EQ(numbers.size(), 2u);
    EXPECT_EQ(numbers[0].dim, 0);
    EXPECT_THAT(numbers[0].list, ElementsAre(0, 0, 1));
    EXPECT_EQ(numbers[1].dim, 1);
    EXPECT_THAT(numbers[1].list, ElementsAre(0, 2, 2));
    EXPECT_EQ(numbers[1].places, (Geometry{{3}, {1}, 0}));
  }
}

// index.d4
TEST(NumbersOf, AMaskThatIsNowhereTrueAreNone) {
  const auto numbers = NumbersOf(PartOf({Mask({2}, {0, 0})})).value();
  ASSERT_EQ(numbers.size(), 1u);
  EXPECT_THAT(numbers[0].list, IsEmpty());
  EXPECT_THAT(numbers[0].places.sizes, ElementsAre(0));
}

// index.e5
TEST(NumbersOf, TensorsOfOtherDTypesAreRefused) {
  for (const DType dtype : {DType::kInt8, DType::kInt16, DType::kFloat16,
                            DType::kFloat32, DType::kComplex64}) {
    ExpectRefused(NumbersOf(PartOf({Of(dtype, {1}, {0})})), "index.e5");
  }
  ExpectRefused(NumbersOf(PartOf({Of(DType::kFloat32, {}, {0})})), "index.e5");
}

// index.e6
TEST(NumbersOf, MasksOfOtherSizesAreRefused) {
  ExpectRefused(NumbersOf(PartOf({Mask({3}, {})})), "index.e6");
  ExpectRefused(NumbersOf(PartOf({Mask({2, 4}, {})})), "index.e6");
  ExpectRefused(NumbersOf(PartOf({1, Mask({4}, {})})), "index.e6");
}

// index.e5 index.e6
TEST(NumbersOf, EveryDTypeIsLookedAtBeforeAMask) {
  ExpectRefused(
      NumbersOf(PartOf({Mask({3}, {}), Of(DType::kFloat32, {1}, {0})})),
      "index.e5");
}

}  // namespace
}  // namespace viewproof

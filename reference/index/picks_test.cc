#include "reference/index/picks.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reference/index/index_test_util.h"

namespace viewproof {
namespace picks_test {

using testing::ElementsAre;
using testing::IsEmpty;

Part PartOf(const Index<Tensor>& index) {
  return ApplyBasic({{2, 3, 4}, {12, 4, 1}, 0}, index).value();
}

// index.d4
TEST(PicksOf, AnIndexTensorAreItsNumbers) {
  const auto picks =
      PicksOf(PartOf({kWhole, Of(DType::kInt32, {2, 2}, {0, -1, 2, 7})}))
          .value();
  ASSERT_EQ(picks.size(), 1u);
  EXPECT_EQ(picks[0].dim, 1);
  EXPECT_THAT(picks[0].numbers, ElementsAre(0, -1, 2, 7));
  EXPECT_EQ(picks[0].places, (Geometry{{2, 2}, {2, 1}, 0}));
}

// index.d7
TEST(PicksOf, AnIndexTensorIsReadByItsStrides) {
  const Tensor numbers = Longs({9, 1, 0, -1, 2});
  const Tensor turned = On(numbers, {{2, 2}, {1, 2}, 1});
  const auto picks = PicksOf(PartOf({turned})).value();
  EXPECT_THAT(picks[0].numbers, ElementsAre(1, -1, 0, 2));
  EXPECT_EQ(picks[0].places, (Geometry{{2, 2}, {2, 1}, 0}));
  const Tensor mask = On(Mask({4}, {0, 1, 1, 0}), {{2}, {2}, 0});
  EXPECT_THAT(PicksOf(PartOf({mask})).value()[0].numbers, ElementsAre(1));
}

// index.d4
TEST(PicksOf, AMaskAreTheIndicesOfItsTrueElements) {
  for (const DType dtype : {DType::kBool, DType::kUInt8}) {
    const auto picks =
        PicksOf(PartOf({Of(dtype, {2, 3}, {1, 0, 1, 0, 0, 1}), kWhole}))
            .value();
    ASSERT_EQ(picks.size(), 2u);
    EXPECT_EQ(picks[0].dim, 0);
    EXPECT_THAT(picks[0].numbers, ElementsAre(0, 0, 1));
    EXPECT_EQ(picks[1].dim, 1);
    EXPECT_THAT(picks[1].numbers, ElementsAre(0, 2, 2));
    EXPECT_EQ(picks[1].places, (Geometry{{3}, {1}, 0}));
  }
}

// index.d4
TEST(PicksOf, AMaskThatIsNowhereTrueAreNone) {
  const auto picks = PicksOf(PartOf({Mask({2}, {0, 0})})).value();
  ASSERT_EQ(picks.size(), 1u);
  EXPECT_THAT(picks[0].numbers, IsEmpty());
  EXPECT_THAT(picks[0].places.sizes, ElementsAre(0));
}

// index.e5
TEST(PicksOf, TensorsOfOtherDTypesAreRefused) {
  for (const DType dtype : {DType::kInt8, DType::kInt16, DType::kFloat16,
                            DType::kFloat32, DType::kComplex64}) {
    ExpectRefused(PicksOf(PartOf({Of(dtype, {1}, {0})})), "index.e5");
  }
  ExpectRefused(PicksOf(PartOf({Of(DType::kFloat32, {}, {0})})), "index.e5");
}

// index.e6
TEST(PicksOf, MasksOfOtherSizesAreRefused) {
  ExpectRefused(PicksOf(PartOf({Mask({3}, {})})), "index.e6");
  ExpectRefused(PicksOf(PartOf({Mask({2, 4}, {})})), "index.e6");
  ExpectRefused(PicksOf(PartOf({1, Mask({4}, {})})), "index.e6");
}

// index.e5 index.e6
TEST(PicksOf, EveryDTypeIsLookedAtBeforeAMask) {
  ExpectRefused(PicksOf(PartOf({Mask({3}, {}), Of(DType::kFloat32, {1}, {0})})),
                "index.e5");
}

}  // namespace picks_test
}  // namespace viewproof

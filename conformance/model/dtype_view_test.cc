#include <cstdint>

#include "conformance/model/ops.h"
#include "conformance/model/testing.h"
#include "gtest/gtest.h"

namespace viewproof::model {
namespace dtype_view_test {

TEST(ModelViewDType, CutsRowsOfBytesAnew) {
  const Tensor x = Get(Slice(Base({2, 8}), 1, 4, 8, 1));
  const Tensor wide = Get(ViewDType(x, DType::kInt16));
  ExpectPlaces(wide, {2, 2}, {4, 6, 12, 14});
  ExpectPlaces(Get(ViewDType(wide, DType::kInt32)), {2, 1}, {4, 12});
  ExpectPlaces(Get(ViewDType(wide, DType::kInt8)), {2, 4},
               {4, 5, 6, 7, 12, 13, 14, 15});
  EXPECT_TRUE(IsAffine(Get(ViewDType(wide, DType::kInt8))));
}

TEST(ModelViewDType, RefusesPlacesThatAreNoElements) {
  const Tensor x = Base({4, 4});
  EXPECT_EQ(KindOf(ViewDType(Get(TransposeMatrix(x)), DType::kInt16)),
            kNotViewable);
  EXPECT_EQ(KindOf(ViewDType(Get(Slice(x, 1, 1, 3, 1)), DType::kInt16)),
            kNotViewable);
  EXPECT_EQ(
      KindOf(ViewDType(Get(AsStrided(x, {2, 2}, {3, 1}, 0)), DType::kInt16)),
      kNotViewable);
  EXPECT_EQ(KindOf(ViewDType(Get(Slice(x, 1, 0, 3, 1)), DType::kInt16)), kSize);
  EXPECT_EQ(KindOf(ViewDType(Base({}), DType::kInt16)), kRank);
  const Tensor far =
      Get(AsStrided(Base({1}, DType::kInt16), {0}, {1}, INT64_MAX));
  EXPECT_EQ(KindOf(ViewDType(far, DType::kInt8)), kOverflow);
  Tensor bits = x;
  bits.neg = true;
  EXPECT_EQ(KindOf(ViewDType(bits, x.dtype)), kState);
}

}  // namespace dtype_view_test
}  // namespace viewproof::model

#include <algorithm>

#include "conformance/case/fill.h"
#include "conformance/gen/seed_chooser.h"
#include "conformance/gen/shapes.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace data_test {

TEST(Data, IsWhatABaseMayHold) {
  for (const DType dtype : kBaseDTypes) {
    for (const FillKind fill : {FillKind::kValues, FillKind::kHex}) {
      SeedChooser choose(1, static_cast<uint64_t>(dtype));
      EXPECT_EQ(FaultOfData(DrawData(choose, dtype, {5, 20}, fill)), "")
          << Name(dtype);
    }
  }
}

TEST(Data, HasNumbersThatANarrowerTypeLoses) {
  SeedChooser choose(1, 1);
  const Base base = DrawData(choose, DType::kInt64, {100}, FillKind::kValues);
  const auto lost =
      std::count_if(base.values.list.begin(), base.values.list.end(),
                    [](const Scalar& number) {
                      return WholeOf(number).value_or(0) > INT32_MAX;
                    });
  EXPECT_GT(lost, 5);
  EXPECT_LT(lost, 50);
}

}  // namespace data_test
}  // namespace viewproof

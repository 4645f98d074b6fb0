#include <exception>
#include <iostream>
#include <optional>

#include "conformance/laws/viewability.h"
#include "conformance/subjects/libtorch_tensor.h"
#include "gtest/gtest.h"
#include "libtorch_version.h"

#if VIEWPROOF_HAVE_LIBTORCH
#include <c10/core/InferenceMode.h>
#endif

namespace viewproof {
namespace viewability_oracle_test {

#if VIEWPROOF_HAVE_LIBTORCH
// Requires: every address of the operand is below 4096.
ViewAnswer AskLibtorch(const Geometry& operand, const Ints& sizes) {
  const c10::InferenceMode mode;
  static const Op& view = *FindOp("view");
  static const at::Tensor storage = [] {
    MakeThreadQuick();
    return at::empty({4096}, at::kByte);
  }();
  try {
    const at::Tensor result =
        storage.as_strided(operand.sizes, operand.strides, operand.offset)
            .view(sizes);
    return Geometry{result.sizes().vec(), result.strides().vec(),
                    result.storage_offset()};
  } catch (const std::exception& exception) {
    return ErrorOf(view, exception).kind;
  }
}
#else
ViewAnswer AskLibtorch(const Geometry&, const Ints&) {
  return std::optional<ErrorKind>();
}
#endif

// viewable.d3 viewable.r1 viewable.r2 viewable.r3 viewable.i3
TEST(Viewability, OfEverySmallPairIsThatOfLibtorch) {
  const PairComparison found = CompareOnAllPairs(AskLibtorch);
  std::cout << "reference and libtorch " << VIEWPROOF_LIBTORCH_VERSION << ": "
            << found.counts << "\n";
  EXPECT_EQ(found.difference, "");
  EXPECT_EQ(found.counts, ExpectedPairCounts());
}

}  // namespace viewability_oracle_test
}  // namespace viewproof

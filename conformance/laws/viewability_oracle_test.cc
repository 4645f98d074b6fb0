#include <iostream>
#include <variant>

#include "conformance/laws/viewability.h"
#include "conformance/subjects/libtorch.h"
#include "gtest/gtest.h"
#include "libtorch_version.h"

namespace viewproof {
namespace {

ViewAnswer AskLibtorch(const Geometry& operand, const Ints& sizes) {
  const auto answer = ViewInLibtorch(operand, sizes);
  if (const auto* view = std::get_if<Geometry>(&answer)) return *view;
  return std::get<ErrorReply>(answer).kind;
}

// viewable.d3 viewable.r1 viewable.r2 viewable.r3 viewable.i3
TEST(Viewability, OfEverySmallPairIsThatOfLibtorch) {
  const PairComparison found = CompareOnAllPairs(AskLibtorch);
  std::cout << "reference and libtorch " << VIEWPROOF_LIBTORCH_VERSION << ": "
            << found.counts << "\n";
  EXPECT_EQ(found.difference, "");
  EXPECT_EQ(found.counts, ExpectedPairCounts());
}

}  // namespace
}  // namespace viewproof

#include "tools/golden/check_suite.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "conformance/judge/testing.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace check_suite_test {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> ProblemsOf(const std::vector<Vector>& vectors) {
  return viewproof::ProblemsOf({{"core/x", vectors}}, "");
}

TEST(Suite, HasFewLargeVectors) {
  Vector large = VectorOf("int8[4,4097] cycle | t()", "t/large");
  EXPECT_THAT(ProblemsOf(std::vector(60, large)), IsEmpty());
  EXPECT_THAT(
      ProblemsOf(std::vector(61, large)),
      ElementsAre(testing::StartsWith("golden/: 61 vectors have more than "
                                      "16384 elements, at most 60 may: t/")));
}

TEST(Suite, HasNoLongLine) {
  Vector vector = VectorOf("float32[2] | t()", "t/long");
  EXPECT_THAT(ProblemsOf({vector}), IsEmpty());
  vector.rules.assign(2000, "t.r1");
  EXPECT_THAT(ProblemsOf({vector}),
              ElementsAre(testing::MatchesRegex(
                  "golden/core/x.jsonl: t/long: 1[0-9]+ bytes, over 8192")));
}

TEST(Suite, ShowsLongElementsAsADigest) {
  const Vector vector = VectorOf("int64[64] | expand([4,64])", "expand/x");
  EXPECT_THAT(ProblemsOf({vector}), IsEmpty());
}

}  // namespace check_suite_test
}  // namespace viewproof

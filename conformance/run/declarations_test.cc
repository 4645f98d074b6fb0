#include "conformance/run/declarations.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace viewproof {
namespace {

std::vector<std::string> Refused(int64_t reached, int64_t wrong) {
  Tally tally({}, {}, {"flip"});
  tally.by_borrowed["flip"] = {
      .reached = reached, .wrong = wrong, .id = "flip/a", .size = 1};
  return RefusedBorrowed(tally);
}

TEST(RefusedBorrowed, IsWhatIsWrongInMoreThanOneOfTenCases) {
  EXPECT_TRUE(Refused(0, 0).empty());
  EXPECT_TRUE(Refused(20, 2).empty());
  EXPECT_EQ(Refused(20, 3),
            std::vector<std::string>{
                "hello is refused: flip, which is borrowed, is wrong in 3 of "
                "20 cases, e.g. flip/a"});
  EXPECT_EQ(Refused(1, 1).size(), 1u);
}

}  // namespace
}  // namespace viewproof

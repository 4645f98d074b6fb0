#include "fuzz/hostile.h"

#include <stdexcept>
#include <string_view>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/golden_file/file.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace hostile_test {

TEST(Hostile, ARefusalSaysSomethingAndIsNoFailure) {
  EXPECT_TRUE(Accepts([] {}));
  EXPECT_FALSE(Accepts([] { throw BadInput("no"); }));
  EXPECT_THROW(Accepts([] { throw std::runtime_error("no"); }),
               std::runtime_error);
}

TEST(HostileDeathTest, WhatIsDemandedIsShownWhereItFails) {
  Demand("texts", "a", "a");
  EXPECT_DEATH(Demand("texts", "a\x1b", "b"), "texts\n  a.x1b\n  b");
  EXPECT_DEATH(Accepts([] { throw BadInput(""); }), "without words");
  EXPECT_EQ(MustRead([] { return 3; }), 3);
  EXPECT_DEATH(MustRead([]() -> int { throw BadInput("no"); }), "refused: no");
}

TEST(Hostile, AFileInMemoryIsReadByItsPathMoreThanOnce) {
  const MemoryFile file("bytes");
  EXPECT_EQ(ReadFile(file.path()), "bytes");
  EXPECT_EQ(ReadFile(file.path()), "bytes");
}

}  // namespace hostile_test
}  // namespace viewproof

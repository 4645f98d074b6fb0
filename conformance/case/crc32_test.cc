#include "conformance/case/crc32.h"

#include <string_view>

#include "gtest/gtest.h"

namespace viewproof {
namespace crc32_test {

TEST(Crc32, IsThatOfZlib) {
  constexpr std::string_view kCheck = "123456789";
  EXPECT_EQ(Crc32(std::as_bytes(std::span(kCheck))), 0xcbf43926u);
  EXPECT_EQ(Crc32({}), 0u);
}

}  // namespace crc32_test
}  // namespace viewproof

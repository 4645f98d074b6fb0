#include "conformance/model/digest.h"

#include <string_view>

#include "gtest/gtest.h"

namespace viewproof::model {
namespace digest_test {

TEST(Digest, IsTheCrc32OfTheBytes) {
  constexpr std::string_view kCheck = "123456789";
  EXPECT_EQ(DigestOf(std::as_bytes(std::span(kCheck))), 0xcbf43926u);
  EXPECT_EQ(DigestOf({}), 0u);
}

}  // namespace digest_test
}  // namespace viewproof::model

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "conformance/case/text.h"
#include "conformance/gen/deep.h"
#include "conformance/gen/enumerate.h"
#include "conformance/gen/outline.h"
#include "conformance/golden_file/file.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace deep_list_test {

const std::vector<int64_t>& List() {
  static const std::vector<int64_t> list =
      ReadDeep(ReadFile("golden/deep.jsonl"), Universe::Pinned());
  return list;
}

std::string SignatureOf(int64_t number) {
  return Signer().Of(Cursor(Universe::Pinned(), number));
}

TEST(DeepList, HasARoundOfEverySignature) {
  std::unordered_set<std::string> met;
  auto number = List().begin();
  while (met.insert(SignatureOf(*number)).second) ++number;
  EXPECT_GT(met.size(), 5'000U);
  // The second round begins with the rarest that has two.
  EXPECT_GT(number - List().begin(), 5'000);
  constexpr int64_t kEvery = 1'000;
  for (int64_t k = 0; (k + 1) * kEvery <= Universe::Pinned().count(); ++k) {
    const int64_t any = OneOfEvery(kEvery, k);
    ASSERT_TRUE(met.contains(SignatureOf(any)))
        << Text(Universe::Pinned().At(any))
        << "\nhas a signature that deep.jsonl lacks; "
        << "bazel run //tools:golden -- --deep";
  }
}

// PyTorch's FakeTensor takes these views, which have no strides: it leaves out
// the size of 1, and with it a border that the strides have there.
TEST(DeepList, HasAHiddenSize1AmongTheFirst10000) {
  constexpr int64_t kFirst = 10'000;
  const DeepOrder order(Universe::Pinned(), List());
  ASSERT_GE(order.listed(), kFirst);
  const std::string due =
      "float32[2] | expand([2,2]) | unsqueeze(1) | view([-1])";
  int64_t refused = 0;
  bool found = false;
  Case test;
  for (int64_t place = 0; place < kFirst; ++place) {
    order.At(place, test);
    found |= Text(test) == due;
    const std::string signature = SignatureOf(order.NumberAt(place));
    refused += signature.starts_with("view view.e5") &&
               signature.find("size_1_inside") != std::string::npos;
  }
  EXPECT_TRUE(found);
  EXPECT_GE(refused, 5);
}

}  // namespace deep_list_test
}  // namespace viewproof

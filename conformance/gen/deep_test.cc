#include "conformance/gen/deep.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/gen/outline.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace deep_test {

const Universe& Small() {
  static const Universe small(std::vector<Bounds>{{.steps = 2,
                                                   .max_rank = 1,
                                                   .max_size = 2,
                                                   .dims = {-1, 0},
                                                   .numbers = {0, 1},
                                                   .sizes = {1},
                                                   .inferred = {-1, 1, 2},
                                                   .max_length = 1,
                                                   .max_calls = 50}});
  return small;
}

std::map<std::string, std::vector<int64_t>> NumbersBySignature() {
  std::map<std::string, std::vector<int64_t>> numbers;
  Cursor cursor(Small(), 0);
  Signer signer;
  for (int64_t number = 0; number < Small().count(); ++number) {
    if (number > 0) cursor.Next();
    numbers[signer.Of(cursor)].push_back(number);
  }
  return numbers;
}

TEST(DeepList, HoldsTheCasesOfEachSignatureInRoundsTheRarestFirst) {
  const auto numbers = NumbersBySignature();
  std::vector<std::vector<int64_t>> groups;
  for (const auto& [signature, group] : numbers) groups.push_back(group);
  std::sort(groups.begin(), groups.end(), [](const auto& a, const auto& b) {
    return std::pair(a.size(), a[0]) < std::pair(b.size(), b[0]);
  });
  ASSERT_LT(groups.front().size(), groups.back().size());
  std::vector<int64_t> due;
  for (std::size_t round = 0; round < 3; ++round) {
    for (const auto& group : groups) {
      if (round < group.size()) due.push_back(group[round]);
    }
  }
  EXPECT_EQ(DeepList(Small(), due.size(), 1), due);
}

TEST(DeepList, DependsNotOnThreads) {
  int64_t looked = 0;
  EXPECT_EQ(
      DeepList(Small(), 5'000, 3, [&looked](int64_t more) { looked += more; }),
      DeepList(Small(), 5'000, 1));
  EXPECT_EQ(looked, Small().count());
}

TEST(DeepOrder, HoldsEveryCaseOnce) {
  for (const std::size_t most : {0U, 1U, 1'000U}) {
    const auto listed = DeepList(Small(), most, 1);
    const DeepOrder order(Small(), listed);
    ASSERT_EQ(order.count(), Small().count());
    std::vector<bool> met(order.count());
    for (int64_t place = 0; place < order.count(); ++place) {
      const int64_t number = order.NumberAt(place);
      if (place < order.listed()) {
        ASSERT_EQ(number, listed[place]);
      }
      ASSERT_FALSE(met[number]) << place;
      met[number] = true;
    }
  }
}

TEST(DeepOrder, GoesFarAfterTheList) {
  const DeepOrder order(Small(), {});
  const int64_t tenth = order.count() / 10;
  std::set<int64_t> tenths;
  for (int64_t place = 0; place < 30; ++place) {
    tenths.insert(order.NumberAt(place) / tenth);
  }
  EXPECT_GE(tenths.size(), 10U);
}

TEST(DeepOrder, OverwritesACaseWithThatOfAPlace) {
  const DeepOrder order(Small(), {7, 3});
  Case test{
      "id", {.dtype = DType::kInt8, .sizes = {9, 9}}, Small().At(7).chain};
  order.At(1, test);
  EXPECT_EQ(test, Small().At(3));
}

std::string Refusal(const std::string& text) {
  try {
    ReadDeep(text, Small());
    return "";
  } catch (const BadInput& error) {
    return error.what();
  }
}

TEST(DeepText, IsReadAsItWasWritten) {
  const std::vector<int64_t> numbers = {7, 3, 0, Small().count() - 1};
  EXPECT_EQ(ReadDeep(DeepText(Small(), numbers), Small()), numbers);
}

TEST(DeepText, IsCutToItsBound) {
  std::vector<int64_t> numbers(kMaxDeepBytes, 1);
  const std::string text = DeepText(Small(), numbers);
  EXPECT_LE(text.size(), kMaxDeepBytes);
  EXPECT_GT(text.size(), kMaxDeepBytes - 3);
  EXPECT_EQ(text.back(), '\n');
}

TEST(DeepText, IsRefusedWhereALineIsWrong) {
  const std::string good = DeepText(Small(), {7, 3});
  EXPECT_EQ(Refusal(good), "");
  for (const char* line : {"7\n", "3\n", "x\n", "\n", "-1\n", "4", "4 \n",
                           "99999999\n", "1e3\n"}) {
    EXPECT_NE(Refusal(good + line).find("deep.jsonl:4: "), std::string::npos)
        << line;
  }
  std::string other = good;
  other[other.find("universe\":\"") + 12] ^= 1;
  EXPECT_NE(Refusal(other).find("deep.jsonl:1: not the universe"),
            std::string::npos);
}

}  // namespace deep_test
}  // namespace viewproof

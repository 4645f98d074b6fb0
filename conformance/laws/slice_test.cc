#include "conformance/laws/slice.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "conformance/case/bad_input.h"

namespace viewproof {
namespace slice_test {

constexpr int64_t kItems = 1003;

std::string Digit(int64_t number) { return std::to_string(number); }

TEST(Slice, OfEachNumberTogetherHaveEveryItemOnce) {
  for (int64_t of = 1; of <= kMostSlices; ++of) {
    std::vector<int64_t> had(kItems);
    for (int64_t number = 0; number < of; ++number) {
      const Slice slice(Digit(number), of);
      int64_t count = 0;
      for (int64_t item = 0; item < kItems; ++item) {
        had[item] += slice.Has(item);
        count += slice.Has(item);
      }
      EXPECT_EQ(slice.CountOf(kItems), count) << slice.name();
    }
    EXPECT_EQ(had, std::vector<int64_t>(kItems, 1)) << of << " slices";
  }
}

TEST(Slice, OfAHigherNumberIsOneOfThem) {
  for (int64_t of = 1; of <= kMostSlices; ++of) {
    for (int64_t number = 0; number < kMostSlices; ++number) {
      const Slice slice(Digit(number), of);
      const Slice same(Digit(number % of), of);
      for (int64_t item = 0; item < kItems; ++item) {
        ASSERT_EQ(slice.Has(item), same.Has(item)) << number << " of " << of;
      }
    }
  }
}

TEST(Slice, OfAllHasEveryItem) {
  const Slice all("all", 10);
  for (int64_t item = 0; item < kItems; ++item) EXPECT_TRUE(all.Has(item));
  EXPECT_EQ(all.CountOf(kItems), kItems);
}

TEST(Slice, SaysHowToRepeatIt) {
  EXPECT_EQ(Slice("7", 10).name(), "slice 7 of 10: --slice 7 repeats it");
  EXPECT_EQ(Slice("7", 4).name(), "slice 3 of 4: --slice 7 repeats it");
  EXPECT_EQ(Slice("all", 10).name(), "all 10 slices");
}

TEST(Slice, IsRefusedUnlessItIsADigitOrAll) {
  for (const char* number : {"", "10", "-1", "x", "All", "0 "}) {
    EXPECT_THROW(Slice(number, 10), BadInput) << number;
  }
}

}  // namespace slice_test
}  // namespace viewproof

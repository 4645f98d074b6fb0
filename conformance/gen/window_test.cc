#include "conformance/gen/window.h"

#include <algorithm>

#include "conformance/gen/seed_chooser.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace window_test {

Geometry Drawn(uint64_t number, const State& state, Ints sizes, bool overlaps) {
  SeedChooser choose(1, number);
  const Step step =
      DrawWindow(choose, state.current(), std::move(sizes), overlaps);
  return {std::get<Ints>(step.args[0]), std::get<Ints>(step.args[1]),
          std::get<std::optional<int64_t>>(step.args[2]).value()};
}

TEST(Window, StaysInItsStorage) {
  const State state({.dtype = DType::kInt16, .sizes = {5, 8}});
  for (uint64_t number = 0; number < 300; ++number) {
    const Geometry window = Drawn(number, state, {3, 1, 4, 2}, number % 2 == 0);
    const Ints addresses = AddressesOf(window);
    const auto [least, most] =
        std::minmax_element(addresses.begin(), addresses.end());
    EXPECT_GE(*least, 0);
    EXPECT_LT(*most, 40);
  }
}

TEST(Window, NamesNoElementTwiceUnlessItMayOverlap) {
  const State state({.dtype = DType::kFloat32, .sizes = {6}});
  int overlapping = 0;
  for (uint64_t number = 0; number < 300; ++number) {
    for (const bool overlaps : {false, true}) {
      Ints addresses = AddressesOf(Drawn(number, state, {3, 4}, overlaps));
      std::sort(addresses.begin(), addresses.end());
      const bool twice = std::adjacent_find(addresses.begin(),
                                            addresses.end()) != addresses.end();
      EXPECT_FALSE(twice && !overlaps);
      overlapping += twice ? 1 : 0;
    }
  }
  EXPECT_GT(overlapping, 200);
}

TEST(Window, SizesStayInTheirRoom) {
  for (uint64_t number = 0; number < 300; ++number) {
    SeedChooser choose(2, number);
    const Ints sizes = EdgeSizes(choose, static_cast<int64_t>(number % 10), 50);
    EXPECT_EQ(sizes.size(), number % 10);
    EXPECT_LE(*Numel(sizes), 50);
  }
}

}  // namespace window_test
}  // namespace viewproof

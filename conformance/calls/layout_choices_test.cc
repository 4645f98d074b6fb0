#include "conformance/calls/layout_choices.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace viewproof {
namespace {

LayoutsOfTensors LayoutsOfAll(const std::vector<Ints>& sizes) {
  static std::map<Ints, std::vector<OperandLayout>> kept;
  LayoutsOfTensors may_have;
  for (const Ints& of : sizes) {
    std::vector<OperandLayout>& layouts = kept[of];
    if (layouts.empty()) layouts = LayoutsOf(DType::kFloat32, of);
    may_have.emplace_back();
    for (std::size_t k = 0; k < layouts.size(); ++k) {
      may_have.back().push_back({k, &layouts[k]});
    }
  }
  return may_have;
}

constexpr std::size_t kUnusual = kLayoutKinds.size() - 1;  // All but plain.

TEST(LayoutChoicesTest, EachTensorHasEachLayoutAlone) {
  const LayoutsOfTensors may_have = LayoutsOfAll({{2, 3, 4}, {3, 4}});
  const std::vector<ChosenLayouts> calls = EachAlone(may_have, 0);
  EXPECT_EQ(calls.size(), may_have[0].size() + may_have[1].size() - 2);
  for (const ChosenLayouts& call : calls) {
    EXPECT_EQ(std::ranges::count(call, 0U), 1);
  }
  EXPECT_EQ(EachAlone(may_have, 1).size(), may_have[1].size() - 1 + kUnusual);
}

TEST(LayoutChoicesTest, AllTensorsHaveTheSameLayout) {
  const LayoutsOfTensors may_have = LayoutsOfAll({{2, 3, 4}, {2, 3, 4}});
  const std::vector<ChosenLayouts> calls = AllAlike(may_have);
  EXPECT_EQ(calls.size(), may_have[0].size() - 1);
  for (const ChosenLayouts& call : calls) EXPECT_EQ(call[0], call[1]);
  EXPECT_TRUE(AllAlike(LayoutsOfAll({{2, 3}})).empty());
}

TEST(LayoutChoicesTest, TwoOfThreeTensorsHaveOftenAPathOfTheirOwn) {
  const Ints sizes = {2, 3, 4};
  const LayoutsOfTensors may_have = LayoutsOfAll({sizes, sizes, sizes});
  const std::vector<ChosenLayouts> calls = EachTwo(may_have);
  EXPECT_EQ(calls.size(), 27U);
  for (const ChosenLayouts& call : calls) {
    EXPECT_EQ(std::ranges::count(call, 0U), 1);
  }
  EXPECT_TRUE(EachTwo(LayoutsOfAll({sizes, sizes})).empty());
}

// There are four dtypes and eight sizes, three of which lack a kind.
TEST(LayoutChoicesTest, EachKindMeetsEachOtherEachDTypeAndEachSizes) {
  const std::vector<LayoutsOfTensors> of_sizes = {
      LayoutsOfAll({{2, 3, 4}, {3, 1, 4}, {2, 3, 4}}),
      LayoutsOfAll({{7}, {7}, {}})};
  const std::map<LayoutKind, LayoutKind> loops = {
      {LayoutKind::kPermuted, LayoutKind::kPermuted},
      {LayoutKind::kGaps, LayoutKind::kGaps},
      {LayoutKind::kRepeats, LayoutKind::kRepeats},
      {LayoutKind::kRowGaps, LayoutKind::kRowGaps},
      {LayoutKind::kWindow, LayoutKind::kRowGaps}};
  std::vector<CallPlace> places;
  // A pair is {tensor, kind, factor, level}.
  using Pair = std::tuple<std::size_t, LayoutKind, std::string, std::size_t>;
  std::set<Pair> due;
  const auto visit = [&](const CallPlace& place, const auto& kinds_of,
                         std::set<Pair>& pairs) {
    for (std::size_t t = 0; t < 3; ++t) {
      for (const LayoutKind kind : kinds_of(place, t)) {
        const auto found = loops.find(kind);
        // The third tensor has one element in some places.
        const bool counts = t == 0 || !place.is_single[t];
        if (kind == LayoutKind::kPermuted || place.scale != Scale::kHuge) {
          const Scale scale = counts ? place.scale : Scale::kTrivial;
          pairs.emplace(t, kind, "scale", static_cast<std::size_t>(scale));
          if (found != loops.end()) {
            pairs.emplace(t, found->second, "sizes", place.sizes);
          }
        }
        if (!counts) continue;
        if (place.scale == Scale::kMedium) {
          pairs.emplace(t, kind, "dtype", place.dtype);
        }
        if (place.scale != Scale::kSmall) continue;
        if (found != loops.end()) {
          pairs.emplace(t, kind, "dtype of small", place.dtype);
        }
        for (std::size_t u = 0; u < t; ++u) {
          if (u > 0 && place.is_single[u]) continue;
          for (const LayoutKind other : kinds_of(place, u)) {
            pairs.emplace(t, kind, std::to_string(u),
                          static_cast<std::size_t>(other));
          }
        }
      }
    }
  };
  for (std::size_t k = 0; k < 32; ++k) {
    const std::size_t sizes = k / 4;
    const Scale scale = sizes < 1   ? Scale::kTrivial
                        : sizes < 4 ? Scale::kSmall
                        : sizes < 6 ? Scale::kMedium
                        : sizes < 7 ? Scale::kLarge
                                    : Scale::kHuge;
    places.push_back({k % 4,
                      sizes,
                      scale,
                      of_sizes[sizes < 3 ? 1 : 0],
                      {true, sizes == 4, sizes < 3}});
    visit(
        places.back(),
        [](const CallPlace& place, std::size_t t) {
          std::set<LayoutKind> kinds;
          for (const LayoutChoice& choice : place.may_have[t]) {
            kinds.insert(choice.layout->kind);
          }
          return kinds;
        },
        due);
  }
  const std::vector<PlacedCall> calls = CoverPairs(places, 1000);
  EXPECT_LT(calls.size(), 200U);
  std::set<Pair> met;
  int huge = 0;
  std::set<std::pair<std::size_t, std::string_view>> layouts;
  for (const auto& [place, chosen] : calls) {
    ASSERT_EQ(chosen.size(), 3U);
    const auto layout_of = [&, &chosen = chosen](const CallPlace& at,
                                                 std::size_t t) {
      return at.may_have[t][chosen[t]].layout;
    };
    EXPECT_FALSE(std::ranges::count(chosen, 0U) == 3);
    huge += places[place].scale == Scale::kHuge ? 1 : 0;
    for (std::size_t t = 0; t < 3; ++t) {
      layouts.emplace(t, layout_of(places[place], t)->name);
    }
    visit(
        places[place],
        [&](const CallPlace& at, std::size_t t) {
          return std::set<LayoutKind>{layout_of(at, t)->kind};
        },
        met);
  }
  EXPECT_EQ(met, due);
  EXPECT_EQ(huge, 3);
  std::size_t all = 0;
  for (const auto& of : of_sizes[0]) all += of.size();
  EXPECT_GE(layouts.size(), all);
  EXPECT_EQ(CoverPairs(places, 5).size(), 5U);
  EXPECT_TRUE(CoverPairs({}, 5).empty());
}

}  // namespace
}  // namespace viewproof

#include "conformance/model/affine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace viewproof::model {
namespace affine_test {

// The steps of a list of addresses, found by trying every pair of steps that
// the list itself could mean. Rank 2.
std::optional<Wides> TryEveryPair(const Wides& list, int64_t rows,
                                  int64_t columns, Wide limit) {
  for (Wide down = -limit; down <= limit; ++down) {
    for (Wide right = -limit; right <= limit; ++right) {
      bool all = true;
      for (int64_t i = 0; i < rows; ++i) {
        for (int64_t j = 0; j < columns; ++j) {
          all &= list[i * columns + j] == list[0] + i * down + j * right;
        }
      }
      if (all) return Wides{down, right};
    }
  }
  return std::nullopt;
}

// Calls `visit` with every list of `length` addresses below `limit`.
template <typename Visit>
void ForEachList(std::size_t length, Wide limit, Visit visit) {
  Wides list(length, 0);
  for (;;) {
    visit(list);
    std::size_t k = 0;
    while (k < length && ++list[k] == limit) list[k++] = 0;
    if (k == length) return;
  }
}

TEST(AffineSteps, OfEveryShortListAreThoseThatTryingAllPairsFinds) {
  constexpr Wide kLimit = 5;
  int found = 0, none = 0;
  for (int64_t rows = 1; rows <= 3; ++rows) {
    for (int64_t columns = 1; rows * columns <= 6 && columns <= 4; ++columns) {
      ForEachList(rows * columns, kLimit, [&](const Wides& list) {
        const auto steps = AffineSteps(list, {rows, columns}, 1);
        const auto naive = TryEveryPair(list, rows, columns, kLimit);
        ASSERT_EQ(steps.has_value(), naive.has_value());
        ++(naive ? found : none);
        if (!naive) return;
        ASSERT_TRUE(rows == 1 || (*steps)[0] == (*naive)[0]);
        ASSERT_TRUE(columns == 1 || (*steps)[1] == (*naive)[1]);
      });
    }
  }
  EXPECT_GT(found, 100);
  EXPECT_GT(none, 10000);
}

TEST(AffineSteps, OfRankOneExistExactlyWhenAllDifferencesAreEqual) {
  ForEachList(4, 6, [](const Wides& list) {
    const Wide step = list[1] - list[0];
    const bool even = list[2] - list[1] == step && list[3] - list[2] == step;
    const auto steps = AffineSteps(list, {4}, 1);
    ASSERT_EQ(steps.has_value(), even);
    ASSERT_TRUE(!even || steps->at(0) == step);
  });
}

TEST(AffineSteps, OfRankZeroAreNone) {
  EXPECT_EQ(AffineSteps(Wides{7}, {}, 4), Wides());
}

TEST(AffineSteps, OfATransposedMatrixCannotMakeOneRun) {
  const Wides columns_first = {0, 12, 4, 16, 8, 20};
  EXPECT_EQ(AffineSteps(columns_first, {3, 2}, 4), (Wides{4, 12}));
  EXPECT_FALSE(AffineSteps(columns_first, {6}, 4));
}

TEST(AffineSteps, OfASizeOneGoOnBehindTheDimensionToTheRight) {
  EXPECT_EQ(AffineSteps(Wides{0, 4, 8}, {1, 3, 1}, 9), (Wides{12, 4, 9}));
}

TEST(Unravel, ListsEveryIndexInRowMajorOrderAndRavelUndoesIt) {
  const Ints sizes = {2, 3, 2};
  std::vector<Wides> indices;
  for (Wide k = 0; k < Count(sizes); ++k) {
    indices.push_back(Unravel(k, sizes));
    EXPECT_TRUE(Ravel(indices.back(), sizes) == k);
  }
  EXPECT_EQ(indices.size(), 12u);
  EXPECT_EQ(indices[1], (Wides{0, 0, 1}));
  EXPECT_EQ(indices[11], (Wides{1, 2, 1}));
  EXPECT_TRUE(std::is_sorted(indices.begin(), indices.end()));
}

TEST(Count, OfAnySizeZeroIsZeroEvenBesideSizesWhoseProductIsBeyondWide) {
  EXPECT_TRUE(Count({INT64_MAX, INT64_MAX, INT64_MAX, 0}) == 0);
  EXPECT_TRUE(Count({}) == 1);
}

TEST(Along, StaysAtTheEndOfWideInsteadOfWrapping) {
  const Wide far = Count({INT64_MAX, INT64_MAX, INT64_MAX});
  EXPECT_TRUE(far > Wide{INT64_MAX} * INT64_MAX);
  EXPECT_TRUE(Along(far, 1, 1) == far);
  EXPECT_TRUE(Along(0, far, -4) == -far);
  EXPECT_TRUE(Along(5, -2, 3) == -1);
}

}  // namespace affine_test
}  // namespace viewproof::model

#include "conformance/model/tensor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace viewproof::model {
namespace tensor_test {

Tensor Bytes(const Ints& sizes) {
  return Fresh(DType::kUInt8, sizes,
               std::vector<std::byte>(static_cast<std::size_t>(Count(sizes))));
}

// A tensor of one dimension that lists these addresses.
Tensor Listed(Wides addresses) {
  Tensor x = Bytes({static_cast<int64_t>(addresses.size())});
  x.address = [list = std::move(addresses)](const Wides& i) {
    return list.at(static_cast<std::size_t>(i[0]));
  };
  return x;
}

// A tensor too large to list, whose element i lies at `address(i)`.
Tensor Large(const Ints& sizes, Address address) {
  return {nullptr, DType::kUInt8, sizes, std::move(address)};
}

TEST(Fresh, PutsElementsOneAfterAnotherInBytes) {
  const Tensor x = Fresh(DType::kFloat32, {2, 3}, std::vector<std::byte>(24));
  EXPECT_EQ(Addresses(x), (Wides{0, 4, 8, 12, 16, 20}));
  EXPECT_EQ(Steps(x), (Wides{12, 4}));
}

TEST(Fresh, OfNothingHasStepsThatCountASizeOfZeroAsOne) {
  const Tensor x = Fresh(DType::kInt16, {4, 0, 3}, {});
  EXPECT_EQ(Addresses(x), Wides());
  EXPECT_EQ(Steps(x), (Wides{6, 6, 2}));
}

TEST(IsContiguous, AsksForARunWithoutGaps) {
  EXPECT_TRUE(IsContiguous(Listed({5, 6, 7})));
  EXPECT_FALSE(IsContiguous(Listed({0, 2, 4})));
  EXPECT_FALSE(IsContiguous(Listed({2, 1, 0})));
  EXPECT_TRUE(IsContiguous(Listed({3})));
  EXPECT_TRUE(IsContiguous(Bytes({0, 4})));
}

TEST(IsContiguous, SeesInALargeTensorThatRowsLieApart) {
  const Ints sizes = {100, 100, 100};
  const auto rows = [](int64_t apart) {
    return
        [apart](const Wides& i) { return (i[0] * 100 + i[1]) * apart + i[2]; };
  };
  EXPECT_TRUE(IsContiguous(Large(sizes, rows(100))));
  EXPECT_FALSE(IsContiguous(Large(sizes, rows(101))));
}

std::vector<Wides> SampleOf(const Tensor& x) {
  std::vector<Wides> sample;
  EXPECT_TRUE(AllOfSample(x, [&](const Wides& index) {
    sample.push_back(index);
    return true;
  }));
  return sample;
}

TEST(AllOfSample, AsksOfEachIndexOfASmallTensorAndOfAllCornersOfALargeOne) {
  EXPECT_EQ(SampleOf(Bytes({2, 2})),
            (std::vector<Wides>{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
  EXPECT_FALSE(AllOfSample(Bytes({3, 4}), [](const Wides& index) {
    return index != Wides{2, 3};
  }));
  const Ints sizes = {1000, 1000, 1000};
  const std::vector<Wides> sample = SampleOf(Large(sizes, nullptr));
  EXPECT_EQ(sample.size(), 128u);
  for (Wide corner = 0; corner < 8; ++corner) {
    Wides index = Unravel(corner, {2, 2, 2});
    for (Wide& i : index) i *= 999;
    EXPECT_TRUE(std::find(sample.begin(), sample.end(), index) != sample.end());
  }
  for (const Wides& index : sample) {
    for (const Wide i : index) EXPECT_TRUE(0 <= i && i < 1000);
  }
}

TEST(IsAffine, IsFalseWhereAnAddressDoesNotFollowFromItsNeighbours) {
  const auto at = [](const Ints& sizes, Wides list) {
    Tensor x = Bytes(sizes);
    x.address = [sizes, list = std::move(list)](const Wides& i) {
      return list.at(static_cast<std::size_t>(Ravel(i, sizes)));
    };
    return x;
  };
  EXPECT_TRUE(IsAffine(at({2, 2}, {1, 3, 4, 6})));
  EXPECT_FALSE(IsAffine(at({2, 2}, {1, 3, 4, 5})));
}

TEST(IsDense, AsksThatARunIsFilledInAnyOrderEachPlaceOnce) {
  EXPECT_TRUE(IsDense(Listed({7, 5, 6})));
  EXPECT_FALSE(IsDense(Listed({5, 5, 6})));
  EXPECT_FALSE(IsDense(Listed({5, 7, 8})));
}

TEST(ElementDeathTest, AbortsWhereAnAddressLeavesTheStorage) {
  const Tensor x = Fresh(DType::kFloat32, {2}, std::vector<std::byte>(8));
  EXPECT_EQ(Element(x, 4) - Element(x, 0), 4);
  EXPECT_DEATH(Element(x, 5), "leaves the storage");
  EXPECT_DEATH(Element(x, -1), "leaves the storage");
}

}  // namespace tensor_test
}  // namespace viewproof::model

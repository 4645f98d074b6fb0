#include "conformance/gen/layout.h"

#include <algorithm>

#include "conformance/case/ops.h"
#include "conformance/gen/seed_chooser.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace layout_test {

constexpr int kDraws = 300;

// Calls see(sizes, strides, offset) for drawn tensors of these traits.
template <typename See>
void ForEachDraw(const TensorTraits& like, See see) {
  for (int k = 0; k < kDraws; ++k) {
    SeedChooser choose(1, k);
    const TensorRecipe made = MakeLike(choose, like, DType::kInt32, 300, false);
    const auto window = std::find_if(
        made.steps.begin(), made.steps.end(),
        [](const Step& step) { return step.op == FindOp("as_strided"); });
    if (window == made.steps.end()) {
      see(made.base.sizes, *ContiguousStrides(made.base.sizes), int64_t{0});
      continue;
    }
    see(std::get<Ints>(window->args[0]), std::get<Ints>(window->args[1]),
        *std::get<std::optional<int64_t>>(window->args[2]));
  }
}

TEST(Layout, HasTheSizesThatAreAskedFor) {
  ForEachDraw({.rank = 5, .size = 33},
              [](const Ints& sizes, const Ints&, int64_t) {
                EXPECT_EQ(sizes.size(), 5u);
                EXPECT_EQ(std::count(sizes.begin(), sizes.end(), 33), 1);
              });
  ForEachDraw({.least_numel = 129},
              [](const Ints& sizes, const Ints&, int64_t) {
                EXPECT_GE(*Numel(sizes), 129);
              });
  ForEachDraw({.empty = true}, [](const Ints& sizes, const Ints&, int64_t) {
    EXPECT_EQ(*Numel(sizes), 0);
  });
  ForEachDraw({.one = SizeOne::kBetween},
              [](const Ints& sizes, const Ints&, int64_t) {
                ASSERT_GE(sizes.size(), 3u);
                EXPECT_NE(std::find(sizes.begin() + 1, sizes.end() - 1, 1),
                          sizes.end() - 1);
              });
}

TEST(Layout, HasTheStridesThatAreAskedFor) {
  ForEachDraw({.rank = 4, .order = ElementOrder::kColumnMajor},
              [](const Ints& sizes, const Ints& strides, int64_t) {
                int64_t next = 1;
                for (std::size_t d = 0; d < sizes.size(); ++d) {
                  EXPECT_EQ(strides[d], next);
                  next *= sizes[d];
                }
              });
  ForEachDraw({.order = ElementOrder::kStrideZeroTwice},
              [](const Ints& sizes, const Ints& strides, int64_t) {
                int zeros = 0;
                for (std::size_t d = 0; d < sizes.size(); ++d) {
                  zeros += sizes[d] > 1 && strides[d] == 0;
                }
                EXPECT_EQ(zeros, 2);
              });
  ForEachDraw({.order = ElementOrder::kContiguous, .offset = true},
              [](const Ints& sizes, const Ints& strides, int64_t offset) {
                EXPECT_EQ(strides, *ContiguousStrides(sizes));
                EXPECT_EQ(offset % 2, 1);
              });
}

TEST(Layout, HasABitWhereTheDTypeHasOne) {
  SeedChooser choose(1, 1);
  const TensorRecipe neg = MakeLike(
      choose, {.dtype = DType::kFloat32, .bit = true}, DType::kInt8, 60, false);
  EXPECT_EQ(neg.base.dtype, DType::kComplex64);
  ASSERT_GE(neg.steps.size(), 2u);
  EXPECT_EQ(neg.steps[1].op, FindOp("imag"));
  const TensorRecipe conj =
      MakeLike(choose, {.dtype = DType::kComplex64, .bit = true}, DType::kInt8,
               60, false);
  EXPECT_EQ(conj.steps.back().op, FindOp("conj"));
  const TensorRecipe none =
      MakeLike(choose, {.bit = true}, DType::kInt8, 60, false);
  EXPECT_EQ(none.base.dtype, DType::kInt8);
}

}  // namespace layout_test
}  // namespace viewproof

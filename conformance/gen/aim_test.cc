#include "conformance/gen/aim.h"

#include <algorithm>
#include <set>

#include "conformance/case/text.h"
#include "conformance/gen/seed_chooser.h"
#include "conformance/gen/shrink.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace aim_test {

constexpr int kDraws = 300;

Case Drawn(int number, const Aim& aim) {
  SeedChooser choose(1, number);
  return CaseAt(choose, aim);
}

TEST(Aim, EveryCaseIsLawful) {
  const Aim aim{.ops = {FindOp("contiguous"), FindOp("getitem"),
                        FindOp("copy_"), FindOp("view")}};
  for (int k = 0; k < kDraws; ++k) {
    const Case test = Drawn(k, aim);
    EXPECT_TRUE(Lawful(test)) << Text(test);
    EXPECT_LE(test.chain.size(), 12u) << Text(test);
  }
}

TEST(Aim, MostCasesCallTheOp) {
  for (const char* name : {"contiguous", "copy_", "setitem", "narrow"}) {
    const Aim aim{.ops = {FindOp(name)}};
    int calls = 0;
    for (int k = 0; k < kDraws; ++k) {
      const Case test = Drawn(k, aim);
      calls += std::any_of(test.chain.begin(), test.chain.end(),
                           [&](const Step& s) { return s.op == aim.ops[0]; });
    }
    EXPECT_GT(calls, kDraws / 2) << name;
  }
}

TEST(Aim, BasesAreOfEveryRankFillAndDType) {
  const Aim aim{.ops = {FindOp("clone")}};
  std::set<std::size_t> ranks;
  std::set<FillKind> fills;
  std::set<DType> dtypes;
  for (int k = 0; k < kDraws; ++k) {
    const Base base = Drawn(k, aim).base;
    ranks.insert(base.sizes.size());
    fills.insert(base.fill);
    dtypes.insert(base.dtype);
  }
  EXPECT_EQ(ranks, (std::set<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16}));
  EXPECT_EQ(fills.size(), 5);
  EXPECT_EQ(dtypes.size(), kBaseDTypes.size());
}

TEST(Aim, DTypesAreThoseOfTheAim) {
  const Aim aim{.ops = {FindOp("clone")}, .dtypes = {DType::kInt16}};
  for (int k = 0; k < kDraws; ++k) {
    EXPECT_EQ(Drawn(k, aim).base.dtype, DType::kInt16);
  }
}

}  // namespace aim_test
}  // namespace viewproof

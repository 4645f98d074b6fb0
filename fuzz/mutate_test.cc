#include "fuzz/mutate.h"

#include <cstdint>
#include <set>
#include <string>

#include "conformance/case/text.h"
#include "conformance/gen/gen.h"
#include "conformance/gen/seed_chooser.h"
#include "conformance/gen/shrink.h"
#include "fuzz/input.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace mutate_test {

constexpr uint64_t kCases = 2000;

// A long chain takes no more steps.
TEST(Mutated, IsALawfulCaseAndMostlyAnother) {
  Case test;
  int64_t others = 0;
  std::set<std::string> ops;
  for (uint64_t number = 0; number < kCases; ++number) {
    SeedChooser choose(1, number);
    const Case mutated = Mutated(test, choose);
    ASSERT_TRUE(Lawful(mutated)) << Text(test) << "\n" << Text(mutated);
    EXPECT_LE(mutated.chain.size(), static_cast<std::size_t>(kMostSteps));
    EXPECT_TRUE(CaseOfInput(InputOf(mutated))) << mutated;
    others += InputOf(mutated) != InputOf(test) ? 1 : 0;
    for (const Step& step : mutated.chain) ops.emplace(step.op->name);
    test = mutated;
  }
  EXPECT_GE(others, static_cast<int64_t>(kCases) * 3 / 4);
  EXPECT_GE(ops.size(), Ops().size() * 9 / 10);
}

TEST(Mutated, PutsInAndTakesOutSteps) {
  const Case test = ParseText("float32[2,3] | t() | view([6]) @0.0 | t() @1.0");
  bool longer = false;
  bool shorter = false;
  for (uint64_t number = 0; number < 200; ++number) {
    SeedChooser choose(2, number);
    const std::size_t steps = Mutated(test, choose).chain.size();
    longer |= steps > test.chain.size();
    shorter |= steps < test.chain.size();
  }
  EXPECT_TRUE(longer);
  EXPECT_TRUE(shorter);
}

TEST(Crossed, IsALawfulCaseOfBoth) {
  const Case first = ParseText("float32[2,3] | t() | select(0, 1)");
  const Case second = ParseText("int8[4] | unsqueeze(0) | unsqueeze(0) @1.0");
  std::set<std::string> seen;
  for (uint64_t number = 0; number < 100; ++number) {
    SeedChooser choose(3, number);
    const Case crossed = Crossed(first, second, choose);
    EXPECT_TRUE(Lawful(crossed)) << crossed;
    seen.insert(InputOf(crossed));
  }
  EXPECT_TRUE(seen.contains("float32[2,3] | t() | unsqueeze(0) @1.0"));
  EXPECT_TRUE(
      seen.contains("float32[2,3] | t() | unsqueeze(0) | unsqueeze(0) @2.0"));
}

}  // namespace mutate_test
}  // namespace viewproof

#include "tools/golden/pairs.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/text.h"
#include "conformance/gen/pair_case.h"
#include "conformance/gen/seed_chooser.h"
#include "conformance/golden_file/golden.h"
#include "conformance/subjects/reference.h"

namespace viewproof {
namespace pairs_test {

TEST(Pairs, OfLevelsThatCanMeetAndWalksStandInGolden) {
  PairCover cover;
  ForEachVector(OpenGolden("golden"),
                [&](const Vector& vector) { cover.Add(vector); });
  for (const std::string_view kernel : kPairKernels) {
    const std::vector<LevelPair> missing = cover.MissingOf(kernel);
    for (const auto& [a, b] : missing) {
      ADD_FAILURE() << kernel << ": " << Name(a) << "; " << Name(b);
    }
    std::printf("%s: %zu pairs of levels\n", std::string(kernel).c_str(),
                cover.PossibleOf(kernel));
  }
  for (const std::string_view kernel : kWalkKernels) {
    for (const Walk& walk : cover.MissingWalksOf(kernel)) {
      ADD_FAILURE() << kernel << " " << Name(walk);
    }
    std::printf("%s: %zu walks\n", std::string(kernel).c_str(),
                AllWalks().size());
  }
}

// Calls see(kernel, levels, test) with those of drawn cases.
template <typename See>
void ForEachDrawn(uint64_t count, See see) {
  const auto reference = MakeReference();
  Reply reply;
  for (uint64_t number = 0; number < count; ++number) {
    SeedChooser choose(1, number);
    const std::optional<Case> test =
        PairCase(choose, kPairKernels[number % kPairKernels.size()]);
    if (!test) continue;
    reference->Run(*test, reply);
    for (const StepFacts& facts : FactsOf(*test, reply)) {
      const auto levels = PairLevelsOf(facts);
      if (levels) see(KernelOf(*facts.step), *levels, *test);
    }
  }
}

TEST(Pairs, ThatCannotMeetAreNotDrawn) {
  int64_t seen = 0;
  ForEachDrawn(100'000, [&](const std::string& kernel, const PairLevels& levels,
                            const Case& test) {
    ++seen;
    for (const PairLevel a : AllPairLevels()) {
      if (!IsAt(levels, a)) continue;
      for (const PairLevel b : AllPairLevels()) {
        if (a.factor >= b.factor || !IsAt(levels, b)) continue;
        EXPECT_EQ(WhyApart(kernel, a, b), "")
            << kernel << ": " << Name(a) << "; " << Name(b) << ": "
            << Text(test);
      }
    }
  });
  std::printf("%lld steps of pairs were drawn\n", static_cast<long long>(seen));
  EXPECT_GT(seen, 50'000);
}

}  // namespace pairs_test
}  // namespace viewproof

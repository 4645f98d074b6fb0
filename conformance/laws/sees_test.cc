#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <variant>
#include <vector>

#include "conformance/gen/gen.h"
#include "conformance/gen/seed_chooser.h"
#include "conformance/gen/window.h"
#include "conformance/laws/agree.h"
#include "conformance/laws/draws.h"
#include "conformance/laws/storage.h"
#include "conformance/subjects/model.h"
#include "conformance/subjects/mutants.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace sees_test {

constexpr uint64_t kSeed = 20240607;
constexpr uint64_t kCases = 1000;  // For every op.
constexpr uint64_t kMost = 30000;  // For a bug that these do not show.

// Cases that end with `op` and a read of every tensor, and cases with errors.
std::vector<Case> CasesFor(const Op& op, uint64_t from = 0) {
  GenOptions with_errors;
  with_errors.ops = {&op, ReadStep().op};
  std::vector<Case> cases;
  for (uint64_t number = from; number < from + kCases; number += 2) {
    SeedChooser choose(kSeed, number);
    cases.push_back(WithReads(AnyCaseEndingWith(choose, op, Plain())));
    cases.push_back(CaseOf(kSeed, number + 1, with_errors));
  }
  return cases;
}

// Returns whether `subject` refuses a step with `op`.
bool Refuses(Subject& subject, const Op& op, const std::vector<Case>& cases) {
  Reply reply;
  return std::any_of(cases.begin(), cases.end(), [&](const Case& test) {
    subject.Run(test, reply);
    for (std::size_t k = 0; k < reply.steps.size(); ++k) {
      const bool error = std::holds_alternative<ErrorReply>(reply.steps[k]);
      if (error && test.chain[k].op == &op) return true;
    }
    return false;
  });
}

class Sight : public testing::TestWithParam<const Op*> {};

TEST_P(Sight, OfTheModelAndOfTheStorageLawFindsEveryBug) {
  const Op& op = *GetParam();
  const std::vector<Case> cases = CasesFor(op);
  const auto model = MakeModel();
  const bool refuses = Refuses(*model, op, cases);
  for (const Mutant& mutant : Mutants()) {
    if (!IsTouched(op, mutant) || IsEquivalent(op, mutant)) continue;
    if (mutant.touches == Touches::kErrors && !refuses) continue;
    if (MovesNoElement(op, mutant)) continue;
    const auto subject = MakeMutant(mutant, op);
    WitnessPair witnesses(*subject, *model);
    const auto sees = [&](const Case& test) {
      return !witnesses.Compare(test).empty() ||
             !BreaksStorage(test, *subject).empty();
    };
    bool seen = std::any_of(cases.begin(), cases.end(), sees);
    for (uint64_t from = kCases; !seen && from < kMost; from += kCases) {
      seen = std::ranges::any_of(CasesFor(op, from), sees);
    }
    EXPECT_TRUE(seen) << mutant.name;
  }
}

TEST_P(Sight, IsSeldomLostToAbstention) {
  const auto reference = MakeReference();
  const auto model = MakeModel();
  WitnessPair witnesses(*reference, *model);
  for (const Case& test : CasesFor(*GetParam())) witnesses.Compare(test);
  EXPECT_LE(witnesses.abstained(), static_cast<int64_t>(kCases) / 100);
}

INSTANTIATE_TEST_SUITE_P(
    Every, Sight,
    testing::ValuesIn(OpsOf({OpKind::kView, OpKind::kEither,
                             OpKind::kSelfOrCopy, OpKind::kCopy, OpKind::kWrite,
                             OpKind::kQuery})),
    NameOf);

}  // namespace sees_test
}  // namespace viewproof

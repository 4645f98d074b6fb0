#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <variant>
#include <vector>

#include "conformance/gen/gen.h"
#include "conformance/gen/read_step.h"
#include "conformance/gen/seed_chooser.h"
#include "conformance/laws/agree.h"
#include "conformance/laws/draws.h"
#include "conformance/laws/storage.h"
#include "conformance/subjects/model.h"
#include "conformance/subjects/mutants.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace {

constexpr uint64_t kSeed = 20240607;
constexpr uint64_t kCases = 1000;  // For every op.

// Bugs that nobody sees who sees shapes, values, strides that move an element,
// and which storages are shared.
struct Unseen {
  std::string_view mutant;
  std::string_view op;  // "*": every op.
  std::string_view reason;
};

const std::vector<Unseen> kUnseen = {
    {"another_kind", "*", "the model does not declare kinds"},
    {"itself", "*", "a view of all of its operand, or the operand"},
    {"never_itself", "*", "the operand, or a view of all of it"},
    {"empty_strides", "*", "no element moves"},
    {"empty_offset", "*", "no element moves"},
    {"size_one_strides", "*", "no element moves"},
    {"contiguous_if_row_major", "squeeze", "only without elements"},
    {"contiguous_if_row_major", "ravel", "only without elements or of one"},
    {"strides_row_major", "ravel", "no element moves"},
    {"operand_strides_ignored", "indices", "a sparse base is row-major"},
    {"operand_strides_ignored", "values", "a sparse base is row-major"},
};

bool IsUnseen(const Mutant& mutant, const Op& op) {
  return std::any_of(kUnseen.begin(), kUnseen.end(), [&](const Unseen& row) {
    return row.mutant == mutant.name && (row.op == "*" || row.op == op.name);
  });
}

// Cases that end with `op` and a read of every tensor, and cases with errors.
std::vector<Case> CasesFor(const Op& op) {
  GenOptions with_errors;
  with_errors.ops = {&op, ReadStep().op};
  std::vector<Case> cases;
  for (uint64_t number = 0; number < kCases; number += 2) {
    SeedChooser choose(kSeed, number);
    cases.push_back(WithReads(AnyCaseEndingWith(choose, op, Plain())));
    cases.push_back(CaseOf(kSeed, number + 1, with_errors));
  }
  return cases;
}

// Whether `subject` refuses a step with `op`.
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
    if (IsUnseen(mutant, op)) continue;
    const auto subject = MakeMutant(mutant, op);
    Witnesses witnesses(*subject, *model);
    const auto sees = [&](const Case& test) {
      return !witnesses.Compare(test).empty() ||
             !BreaksStorage(test, *subject).empty();
    };
    EXPECT_TRUE(std::any_of(cases.begin(), cases.end(), sees)) << mutant.name;
  }
}

TEST_P(Sight, IsSeldomLostToAbstention) {
  const auto reference = MakeReference();
  const auto model = MakeModel();
  Witnesses witnesses(*reference, *model);
  for (const Case& test : CasesFor(*GetParam())) witnesses.Compare(test);
  EXPECT_LE(witnesses.abstained(), static_cast<int64_t>(kCases) / 100);
}

INSTANTIATE_TEST_SUITE_P(
    Every, Sight,
    testing::ValuesIn(OpsOf({OpKind::kView, OpKind::kEither,
                             OpKind::kSelfOrCopy, OpKind::kCopy, OpKind::kWrite,
                             OpKind::kQuery})),
    NameOf);

}  // namespace
}  // namespace viewproof

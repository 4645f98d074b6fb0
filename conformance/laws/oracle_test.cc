#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "conformance/case/text.h"
#include "conformance/gen/gen.h"
#include "conformance/gen/rc_chooser.h"
#include "conformance/judge/explained.h"
#include "conformance/laws/agree.h"
#include "conformance/laws/contiguity.h"
#include "conformance/laws/headers.h"
#include "conformance/laws/refusal.h"
#include "conformance/laws/storage.h"
#include "conformance/subjects/libtorch.h"
#include "conformance/subjects/model.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"
#include "libtorch_version.h"
#include "rapidcheck/gtest.h"

namespace viewproof {
namespace oracle_test {

struct Everyone {
  std::unique_ptr<Subject> reference = MakeReference();
  std::unique_ptr<Subject> model = MakeModel();
  std::unique_ptr<Subject> libtorch = MakeLibtorch(Dispatch::kInference);
  std::unique_ptr<Subject> dispatched = MakeLibtorch(Dispatch::kDefault);
};

Everyone& All() {
  static Everyone everyone;
  return everyone;
}

// The reference's reply decides where a case is cut.
Cut CutOf(const Case& test) {
  Reply reply;
  All().reference->Run(test, reply);
  return CutAtExplained(test, reply);
}

Cut AnyCut(Chooser& choose) { return CutOf(AnyCase(choose)); }

// Returns what is left unexplained of the differences of a cut case, for
// people.
std::string Unexplained(Subject& witness, const Cut& cut) {
  WitnessPair witnesses(witness, *All().libtorch);
  auto differences = witnesses.Compare(cut.test);
  std::erase_if(differences,
                [&cut](const Difference& d) { return IsExplained(cut, d); });
  if (differences.empty()) return {};
  return Describe(cut.test, witness.hello().name, "libtorch", differences);
}

RC_GTEST_PROP(Oracle, AgreesWithTheReferenceInEveryFacet, ()) {
  RapidCheckChooser choose;
  const std::string found = Unexplained(*All().reference, AnyCut(choose));
  if (!found.empty()) RC_FAIL(found);
}

RC_GTEST_PROP(Oracle, AgreesWithTheModelInShapeValuesStridesAndAlias, ()) {
  RapidCheckChooser choose;
  const std::string found = Unexplained(*All().model, AnyCut(choose));
  if (!found.empty()) RC_FAIL(found);
}

TEST(Oracle, WarnsOfNothingOnAnyThread) {
  testing::internal::CaptureStderr();
  std::thread([] {
    Reply reply;
    All().libtorch->Run(ParseText("float32[] | T()"), reply);
  }).join();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

RC_GTEST_PROP(Oracle, AnswersTheSameInInferenceModeAndInDefaultDispatch, ()) {
  RapidCheckChooser choose;
  const Cut cut = AnyCut(choose);
  Reply inference;
  Reply dispatched;
  All().libtorch->Run(cut.test, inference);
  All().dispatched->Run(cut.test, dispatched);
  if (!(inference == dispatched)) RC_FAIL(Text(cut.test));
}

State AnyStateWithoutErrors(Chooser& choose) {
  GenOptions plain;
  plain.edits = false;
  plain.max_steps = 5;
  return AnyCaseEndingWith(choose, choose.OneOf(Ops()), plain);
}

RC_GTEST_PROP(Oracle, AgreesWithTheModelOnEveryTensorInTheEnd, ()) {
  RapidCheckChooser choose;
  const Cut cut = CutOf(WithReads(AnyStateWithoutErrors(choose)));
  const std::string found = Unexplained(*All().model, cut);
  if (!found.empty()) RC_FAIL(found);
}

// The laws hold of the oracle too: SPEC.md's sentences are about PyTorch.
RC_GTEST_PROP(Oracle, KeepsTheLawsOfTheSpecification, ()) {
  RapidCheckChooser choose;
  const State state = AnyStateWithoutErrors(choose);
  Subject& libtorch = *All().libtorch;
  std::string broken = BreaksRefusal(state.test(), libtorch);
  if (broken.empty()) broken = BreaksContiguity(state.test(), libtorch);
  if (broken.empty()) broken = BreaksHeaders(state, libtorch);
  if (broken.empty()) broken = BreaksStorage(state.test(), libtorch);
  if (!broken.empty()) RC_FAIL(broken);
}

void ExpectShows(const ExplainedDifference& row, std::string_view text) {
  const Case example = ParseText(text);
  const Cut cut = CutOf(example);
  EXPECT_EQ(cut.explained, &row) << text;
  const bool later = row.differences.empty();
  EXPECT_EQ(cut.test.chain.size() + (later ? 1 : 0), example.chain.size())
      << text;
  WitnessPair witnesses(*All().reference, *All().libtorch);
  const auto differences = witnesses.Compare(later ? example : cut.test);
  EXPECT_FALSE(differences.empty())
      << "libtorch agrees now: leave the example out\n"
      << text;
  if (later) return;
  for (const Difference& difference : differences) {
    EXPECT_TRUE(IsExplained(cut, difference))
        << Describe(example, "reference", "libtorch", differences);
  }
}

TEST(ExplainedDifference, EveryEntryIsMetByItsExamples) {
  for (const ExplainedDifference& row : ExplainedDifferences()) {
    EXPECT_FALSE(row.examples.empty()) << row.reason;
    for (const std::string_view text : row.examples) ExpectShows(row, text);
  }
}

TEST(ExplainedDifference, SpecSaysOfEveryRuleThatPyTorchDiffers) {
  for (const ExplainedDifference& row : ExplainedDifferences()) {
    for (const ErrorRule rule : row.rules) {
      EXPECT_TRUE(rule.differs()) << rule.id();
    }
  }
}

TEST(ExplainedDifference, NothingElseDiffersAmongWideNumbers) {
  GenOptions wide;
  wide.wide = 10;
  for (uint64_t number = 0; number < 30000; ++number) {
    const std::string found =
        Unexplained(*All().reference, CutOf(CaseOf(20240607, number, wide)));
    ASSERT_EQ(found, "");
  }
}

}  // namespace oracle_test
}  // namespace viewproof

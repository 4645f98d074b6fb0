// Honest declarations pass all of golden/, and each lie is seen there.

#include "conformance/judge/worlds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "conformance/case/bounds.h"
#include "conformance/case/largest_number.h"
#include "conformance/case/operands.h"
#include "conformance/golden_file/golden.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/declared.h"
#include "conformance/judge/plan.h"
#include "conformance/subjects/reference.h"

namespace viewproof {
namespace worlds_test {

const std::vector<Vector>& AllVectors() {
  static const auto vectors = [] {
    std::vector<Vector> all;
    ForEachVector(OpenGolden("golden"),
                  [&all](Vector& vector) { all.push_back(vector); });
    return all;
  }();
  return vectors;
}

// Holds what golden/ says of a library in one world.
struct Verdicts {
  int64_t executed = 0;
  int64_t failed = 0;
  std::map<SkipReason, int64_t> skipped;
  std::string first;  // Id of the first that failed.
};

// The vectors with a step of the op; all of them if it is empty.
std::vector<const Vector*> VectorsOf(const std::string& op) {
  std::vector<const Vector*> vectors;
  for (const Vector& vector : AllVectors()) {
    if (op.empty() ||
        std::ranges::any_of(vector.test.chain,
                            [&](const Step& s) { return s.op->name == op; })) {
      vectors.push_back(&vector);
    }
  }
  return vectors;
}

// Returns whether a step gives what cannot be copied: more elements than a copy
// may have, or sizes that no row-major strides fit.
bool HasNoCopy(const Vector& vector) {
  return std::ranges::any_of(vector.expect, [](const Outcome& outcome) {
    return AnyOutput(outcome, [](const Output& output) {
      return Numel(output.sizes).value_or(INT64_MAX) > kMaxCopied ||
             !ContiguousStrides(output.sizes);
    });
  });
}

// Returns how many steps may be free to view or copy: four give kMaxWorlds
// worlds.
int64_t EitherSteps(const Vector& vector) {
  return std::ranges::count_if(vector.test.chain, [](const Step& step) {
    return step.op->kind == OpKind::kEither;
  });
}

// The reference that does as `ways` say, always choosing the first option or
// the last, judged by what `hello` declares: on the vectors with the op.
Verdicts JudgeAll(const std::string& op, const Hello& hello, const Ways& ways,
                  bool last_options) {
  Verdicts verdicts;
  Planner planner(hello);
  Comparator comparator(hello, hello.facets);
  WorldReference library;
  std::vector<World> worlds;
  Course course;
  Judgement judgement;
  for (const Vector* original : VectorsOf(op)) {
    Vector vector = *original;
    if (const auto reason = planner.Plan(vector, worlds)) {
      ++verdicts.skipped[*reason];
      // Else a value is unspecified in one of its worlds.
      if (reason == SkipReason::kWorlds &&
          Worlds(WaysOf(hello)).Find(vector.test, worlds)) {
        EXPECT_TRUE(HasNoCopy(vector) || EitherSteps(vector) > 4 ||
                    LargestNumber(vector.test, {}) > INT32_MAX)
            << vector.test.id;
      }
      continue;
    }
    const Choices choices(last_options ? vector.test.chain.size() : 0, 9);
    Ways of_vector = ways;
    of_vector.may_copy = vector.alternative.empty() ? false : ways.may_copy;
    library.Run(vector.test, of_vector, choices, course);
    comparator.Compare(vector, course.reply, judgement, {}, worlds);
    ++verdicts.executed;
    if (judgement.differences.empty()) continue;
    if (verdicts.failed++ == 0) verdicts.first = vector.test.id;
  }
  return verdicts;
}

Hello HelloOf(const Ways& ways) {
  Hello hello = MakeReference()->hello();
  hello.copies = ways.copies;
  hello.rebinds = ways.rebinds;
  return hello;
}

std::vector<std::string> OpsThatMayCopy() {
  std::vector<std::string> names;
  for (const Op& op : Ops()) {
    if (op.kind == OpKind::kView || op.kind == OpKind::kByIndex ||
        op.kind == OpKind::kEither || op.kind == OpKind::kSelfOrCopy) {
      names.emplace_back(op.name);
    }
  }
  return names;
}

class OneOp : public testing::TestWithParam<std::string> {};

TEST_P(OneOp, MayCopyIfItSaysSo) {
  const Ways ways{.copies = {GetParam()}, .rebinds = false, .may_copy = true};
  const Verdicts honest = JudgeAll(GetParam(), HelloOf(ways), ways, false);
  EXPECT_EQ(honest.failed, 0) << honest.first;
}

TEST_P(OneOp, IsCaughtIfItLies) {
  const Ways copies{.copies = {GetParam()}, .rebinds = false, .may_copy = true};
  if (FindOp(GetParam())->name != "ravel") {  // It may copy anywhere: ravel.r2.
    EXPECT_GT(JudgeAll(GetParam(), HelloOf(Ways()), copies, false).failed, 0);
  }
  EXPECT_GT(JudgeAll(GetParam(), HelloOf(copies), Ways(), false).failed, 0);
}

INSTANTIATE_TEST_SUITE_P(EveryOp, OneOp, testing::ValuesIn(OpsThatMayCopy()),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& c : name) {
                             if (c == '.') c = '_';
                           }
                           return name;
                         });

TEST(Rebinding, PassesIfItSaysSoWhateverItChooses) {
  const Ways ways{.copies = {}, .rebinds = true, .may_copy = true};
  for (const bool last : {false, true}) {
    const Verdicts honest = JudgeAll("", HelloOf(ways), ways, last);
    EXPECT_EQ(honest.failed, 0) << honest.first;
    EXPECT_GT(honest.executed, 9000);
  }
}

TEST(Rebinding, IsCaughtIfItLies) {
  const Ways rebinds{.copies = {}, .rebinds = true, .may_copy = true};
  EXPECT_GT(JudgeAll("", HelloOf(Ways()), rebinds, false).failed, 100);
  EXPECT_GT(JudgeAll("", HelloOf(rebinds), Ways(), false).failed, 100);
}

TEST(AllOpsThatCopy, PassTogetherWithRebinding) {
  const Ways ways{
      .copies = OpsThatMayCopy(), .rebinds = true, .may_copy = true};
  const Verdicts honest = JudgeAll("", HelloOf(ways), ways, false);
  EXPECT_EQ(honest.failed, 0) << honest.first;
}

TEST(Declared, IsSeenByGoldenForEveryOp) {
  Ways ways{.copies = OpsThatMayCopy(), .rebinds = false, .may_copy = true};
  for (const std::string& op : ways.copies) {
    DeclarationCheck declared(HelloOf({.copies = {op}, .rebinds = false}));
    for (const Vector& vector : AllVectors()) {
      if (!declared.See(vector)) break;
    }
    EXPECT_EQ(declared.unseen(), std::vector<std::string>()) << op;
  }
  DeclarationCheck writes(HelloOf({.copies = {}, .rebinds = true}));
  for (const Vector& vector : AllVectors()) {
    if (!writes.See(vector)) break;
  }
  EXPECT_EQ(writes.unseen(), std::vector<std::string>());
}

}  // namespace worlds_test
}  // namespace viewproof

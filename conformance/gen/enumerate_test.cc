#include "conformance/gen/enumerate.h"

#include <set>
#include <string>

#include "conformance/case/text.h"
#include "conformance/gen/seed_chooser.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace enumerate_test {

// Small enough to be walked through as a whole.
Universe Tiny() {
  Bounds bounds = {.steps = 1,
                   .max_rank = 1,
                   .max_size = 2,
                   .dims = {-1, 0, 1},
                   .numbers = {-1, 0, 2},
                   .sizes = {0, 1},
                   .inferred = {-1, 1, 2},
                   .max_length = 2,
                   .max_calls = 40};
  std::vector<Bounds> parts = {bounds};
  bounds.max_rank = 0;
  bounds.steps = 2;
  bounds.numbers = {1};
  bounds.max_length = 1;
  parts.push_back(bounds);
  bounds.max_rank = 1;
  bounds.min_size = 1;
  bounds.steps = 1;
  bounds.setup = 2;
  bounds.setup_length = 2;
  parts.push_back(bounds);
  return Universe(parts);
}

TEST(Universe, HoldsNoCaseTwice) {
  const Universe universe = Tiny();
  std::set<std::string> texts;
  for (int64_t number = 0; number < universe.count(); ++number) {
    EXPECT_TRUE(texts.insert(Text(universe.At(number))).second) << number;
  }
}

TEST(Universe, NumbersEveryCaseOfATinyOneAndBack) {
  const Universe universe = Tiny();
  EXPECT_GT(universe.count(), 10'000);
  for (int64_t number = 0; number < universe.count(); ++number) {
    const Case test = universe.At(number);
    ASSERT_EQ(universe.NumberOf(test), number) << test;
  }
}

TEST(Universe, NumbersRandomCasesOfThePinnedOneAndBack) {
  const Universe& universe = Universe::Pinned();
  int64_t first = 0;
  for (const Universe::Part& part : universe.parts()) {
    for (uint64_t k = 0; k < 1'000; ++k) {
      const int64_t number =
          SeedChooser(1, k).Pick(first, first + part.count - 1);
      const Case test = universe.At(number);
      ASSERT_EQ(std::ssize(test.chain), part.bounds.setup + part.bounds.steps);
      ASSERT_EQ(universe.NumberOf(test), number) << test;
    }
    first += part.count;
  }
}

TEST(Universe, GivesAWrittenCaseItsNumberAndBack) {
  const Universe& universe = Universe::Pinned();
  for (const char* text :
       {"float32[] | t()", "float32[3,3,3] | view([3,-1,2,27])",
        "float32[2,3] | slice(-3, null, 2, 2) | as_strided([2], [0], null)",
        "float32[2] | fill_(101) | copy_(float32[2])",
        "float32[2,1] | expand([2,3]) | unsqueeze(1) | view([6])",
        "float32[2,1] | expand([2,3]) | unsqueeze(1) | permute([2,0,1])"}) {
    const auto number = universe.NumberOf(ParseText(text));
    ASSERT_TRUE(number) << text;
    EXPECT_EQ(Text(universe.At(*number)), text);
  }
}

TEST(Universe, HasNoNumberForACaseThatItDoesNotHold) {
  const Universe& universe = Universe::Pinned();
  for (const char* text :
       {"float32[4] | t()", "float64[2] | t()", "float32[2] bytes | t()",
        "float32[2] | select(0, 5)", "float32[2] | t() | t() @0.0",
        "float32[2] | read()", "float32[2] | clone() | fill_(101) | t()",
        "float32[2] | view_as(@0.0)"}) {
    EXPECT_EQ(universe.NumberOf(ParseText(text)), std::nullopt) << text;
  }
}

TEST(Universe, HoldsEveryCoreOpThatLooksAtItsOperand) {
  const Universe& universe = Universe::Pinned();
  for (const Universe::Part& part : universe.parts()) {
    std::set<const Op*> held;
    for (const Calls::Row& row : part.calls.rows()) held.insert(row.op);
    for (const Op& op : Ops()) {
      const bool due = op.profile == Profile::kCore && !Observes(op) &&
                       op.kind != OpKind::kForget && op.kind != OpKind::kNew;
      EXPECT_EQ(held.contains(&op), due) << op.name;
    }
  }
}

TEST(Universe, TakesListsAsLongAsTheCallsOfAnOpMayBe) {
  const Universe& universe = Universe::Pinned();
  for (const Universe::Part& part : universe.parts()) {
    for (const Calls::Row& row : part.calls.rows()) {
      EXPECT_LE(row.count, part.bounds.max_calls) << row.op->name;
    }
  }
}

TEST(Cursor, MeetsTheCasesInTheOrderOfTheirNumbers) {
  const Universe universe = Tiny();
  Cursor cursor(universe, 0);
  EXPECT_FALSE(cursor.only_arguments_changed());
  for (int64_t number = 1; number < universe.count(); ++number) {
    Case before = cursor.test();
    cursor.Next();
    ASSERT_EQ(cursor.test(), universe.At(number)) << number;
    if (!cursor.only_arguments_changed()) continue;
    before.chain.back().args = cursor.test().chain.back().args;
    ASSERT_EQ(cursor.test(), before) << number;
  }
}

TEST(Cursor, StartsAnywhere) {
  const Universe& universe = Universe::Pinned();
  const int64_t count = universe.count();
  for (const int64_t first : {count / 7, count - 1000}) {
    Cursor cursor(universe, first);
    for (int64_t k = 1; k < 1000; ++k) {
      cursor.Next();
      ASSERT_EQ(cursor.test(), universe.At(first + k)) << first + k;
    }
  }
}

}  // namespace enumerate_test
}  // namespace viewproof

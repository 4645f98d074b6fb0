#include "conformance/gen/aim.h"

#include <algorithm>
#include <set>

#include "conformance/case/text.h"
#include "conformance/gen/seed_chooser.h"
#include "conformance/gen/shrink.h"
#include "conformance/subjects/reference.h"
#include "conformance/subjects/step_facts.h"
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

// How many of the drawn cases have a step of the op that ran after this.
int DrawnAfter(History history, const char* op, const char* kernel) {
  const Aim aim{.ops = {FindOp(op)}, .kernel = kernel, .before = history};
  const auto reference = MakeReference();
  int found = 0;
  for (int k = 0; k < kDraws; ++k) {
    const Case test = Drawn(k, aim);
    EXPECT_TRUE(Lawful(test)) << Text(test);
    Reply reply;
    reference->Run(test, reply);
    const std::vector<StepFacts> facts = FactsOf(test, reply);
    found += std::ranges::any_of(facts, [&](const StepFacts& f) {
      return f.step->op == aim.ops[0] && f.Has(history);
    });
  }
  return found;
}

TEST(Aim, ManyCasesHaveTheHistory) {
  struct Row {
    History history;
    const char* op;
    const char* kernel;
  };
  const Row rows[] = {
      {History::kAgain, "t", "t"},
      {History::kOwnWrite, "clone", "clone"},
      {History::kOtherWrite, "clone", "clone"},
      {History::kRefusal, "clone", "clone"},
      {History::kOtherStorage, "clone", "clone"},
      {History::kOtherArgument, "select", "select"},
      {History::kReadLate, "clone", "clone"},
      {History::kThird, "clone", "clone"},
      {History::kSecondList, "split", "split"},
      {History::kSourceWritten, "copy_", "copy_"},
      {History::kSourceWritten, "setitem", "setitem basic"},
      {History::kIndexWritten, "getitem", "getitem tensors"},
      {History::kIndexWritten, "setitem", "setitem tensors"},
      {History::kMaskWritten, "getitem", "getitem tensors"},
      {History::kMaskWritten, "setitem", "setitem tensors"},
      {History::kOtherSizes, "add_", "add_"},
      {History::kOtherSizes, "getitem", "getitem basic"},
      {History::kOwnRefusal, "copy_", "copy_"},
      {History::kOwnRefusal, "getitem", "getitem tensors"},
      {History::kOwnRefusal, "hsplit", "hsplit"},
  };
  for (const Row& row : rows) {
    const int found = DrawnAfter(row.history, row.op, row.kernel);
    EXPECT_GT(found, kDraws / 10) << row.kernel << ", " << Name(row.history);
  }
}

}  // namespace aim_test
}  // namespace viewproof

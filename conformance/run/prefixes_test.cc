#include "conformance/run/prefixes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "conformance/golden_file/file.h"
#include "conformance/judge/answers.h"
#include "conformance/judge/testing.h"
#include "conformance/run/feed.h"
#include "conformance/run/runner.h"
#include "conformance/subjects/reference.h"

namespace viewproof {
namespace prefixes_test {

// The reference, of which only the last step is seen. `change` makes it wrong.
class LastStep : public Executor {
 public:
  using Change = std::function<void(const Case&, Reply&)>;

  explicit LastStep(Change change) : change_(std::move(change)) {
    hello_.observes_every = false;
    hello_.facets = {Facet::kValues, Facet::kStrides, Facet::kAlias};
  }

  const Hello& hello() const override { return hello_; }
  const Trouble& trouble() const override { return none_; }
  void Run(const Next& next, const Done& done, const Manner&) override {
    while (const Case* test = next()) {
      Execution execution;
      reference_->Run(*test, execution.reply);
      change_(*test, execution.reply);
      for (std::size_t k = 0; k + 1 < execution.reply.steps.size(); ++k) {
        execution.reply.steps[k] = UnobservedStep();
      }
      asked.push_back(test->id);
      done(*test, std::move(execution));
    }
  }

  std::vector<std::string> asked;

 private:
  Change change_;
  const Trouble none_;
  Hello hello_ = FullHello();
  std::unique_ptr<Subject> reference_ = MakeReference();
};

Record RecordOf(const char* text, LastStep& subject) {
  RunPlan plan;
  plan.files = {MakeFolder() + "/some.jsonl"};
  WriteFile(plan.files[0], LineOf(VectorOf(text, "a/b")));
  Record found;
  RunHooks hooks;
  hooks.visit = [&found](const Vector&, const Record& r) { found = r; };
  hooks.is_new_failure = [](const Record& record) {
    return record.verdict != Verdict::kPass;
  };
  Runner({[plan] { return std::make_unique<Feed>(plan); },
          subject.hello().facets,
          {}},
         subject)
      .Run(hooks, std::atomic<bool>(false));
  for (const Difference& d : found.differences) {
    EXPECT_NE(FindAnswer(found.answers, d.step), nullptr) << d.step;
  }
  for (const StepAnswer& answer : found.answers) {
    const auto is_of = [&answer](const Difference& d) {
      return d.step == answer.step || d.blamed == answer.step;
    };
    EXPECT_TRUE(std::ranges::any_of(found.differences, is_of)) << answer.step;
  }
  return found;
}

// Changes what a chain that has the op, and ends in no error, shows last.
LastStep WrongFrom(const std::string& op) {
  return LastStep([op](const Case& test, Reply& reply) {
    for (const Step& step : test.chain) {
      auto* outputs = std::get_if<std::vector<Output>>(&reply.steps.back());
      if (step.op->name != op || outputs == nullptr) continue;
      for (Output& output : *outputs) {
        if (output.values) output.values->list[0] = {99};
      }
    }
  });
}

constexpr const char* kChain =
    "int8[2,3] | t() | unsqueeze(0) | select(0, 0) | flatten(0, 1)";

TEST(Prefixes, AreNotRunOfACaseThatPasses) {
  LastStep right([](const Case&, Reply&) {});
  EXPECT_EQ(RecordOf(kChain, right).verdict, Verdict::kPass);
  EXPECT_EQ(right.asked, std::vector<std::string>{"a/b"});
}

TEST(Prefixes, BlameTheLastOpOfTheShortestThatFails) {
  LastStep wrong = WrongFrom("unsqueeze");
  const Record record = RecordOf(kChain, wrong);
  EXPECT_EQ(record.verdict, Verdict::kFail);
  ASSERT_FALSE(record.differences.empty());
  EXPECT_EQ(record.differences[0].op, "unsqueeze");
  EXPECT_EQ(record.differences[0].step, 2);
}

TEST(Prefixes, BlameTheLastStepIfNoneFails) {
  LastStep wrong = WrongFrom("flatten");
  const Record record = RecordOf(kChain, wrong);
  ASSERT_FALSE(record.differences.empty());
  EXPECT_EQ(record.differences[0].op, "flatten");
  EXPECT_EQ(record.differences[0].step, 4);
}

TEST(Prefixes, ReadWhatAWriteChanged) {
  LastStep wrong([](const Case& test, Reply& reply) {
    if (test.chain.size() < 2) return;
    auto* outputs = std::get_if<std::vector<Output>>(&reply.steps.back());
    if (outputs == nullptr || test.chain[1].op->name != "fill_") return;
    for (Output& output : *outputs) {
      if (output.values) output.values->list[0] = {1};
    }
  });
  const Record record = RecordOf(
      "int8[2] | view([2,1]) | fill_(101) | t() | select(0, 0)", wrong);
  ASSERT_FALSE(record.differences.empty());
  EXPECT_EQ(record.differences[0].op, "fill_");
  EXPECT_EQ(record.differences[0].step, 2);
  EXPECT_EQ(record.differences[0].kind, DifferenceKind::kLostWrite);
}

constexpr const char* kRefused = "int8[2,3] | t() | select(0, 0) | view([7])";

TEST(Prefixes, LetAnErrorBeBelieved) {
  LastStep right([](const Case&, Reply&) {});
  EXPECT_EQ(RecordOf(kRefused, right).verdict, Verdict::kPass);
  EXPECT_EQ(right.asked, (std::vector<std::string>{"a/b", "a/b/prefix-2-0"}));
}

TEST(Prefixes, FindTheEarlierStepThatRaisedTheError) {
  LastStep raises(
      [](const Case&, Reply& reply) { reply.steps.back() = ErrorReply{}; });
  const Record record = RecordOf(kRefused, raises);
  EXPECT_EQ(record.verdict, Verdict::kFail);
  ASSERT_FALSE(record.differences.empty());
  EXPECT_EQ(record.differences[0].op, "t");
  EXPECT_EQ(record.differences[0].step, 1);
  EXPECT_EQ(record.differences[0].kind, DifferenceKind::kErrorForOk);
  EXPECT_FALSE(record.order);
}

}  // namespace prefixes_test
}  // namespace viewproof

#include "fuzz/hunt/hunt.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conformance/case/text.h"
#include "conformance/judge/testing.h"
#include "conformance/process/executor.h"
#include "conformance/subjects/reference.h"
#include "fuzz/hunt/chains.h"
#include "fuzz/hunt/testing.h"

namespace viewproof {
namespace hunt_test {

// Takes 100 cases and is told to stop when it has answered ten.
class Interrupted : public Executor {
 public:
  explicit Interrupted(std::atomic<bool>& stop) : stop_(stop) {}

  const Hello& hello() const override { return reference_->hello(); }
  const Trouble& trouble() const override { return none_; }
  void Run(const Next& next, const Done& done, const Manner&) override {
    std::vector<const Case*> cases;
    while (cases.size() < 100) cases.push_back(next());
    cases.resize(10);
    for (const Case* test : cases) {
      Execution execution;
      reference_->Run(*test, execution.reply);
      done(*test, std::move(execution));
    }
    stop_ = true;
  }

 private:
  const std::unique_ptr<Subject> reference_ = MakeReference();
  const Trouble none_;
  std::atomic<bool>& stop_;
};

TEST(Hunt, GoesOnAfterASignalWithTheFirstCaseThatWasNotJudged) {
  std::atomic<bool> stop = false;
  Interrupted executor(stop);
  HuntOptions options;
  options.cases = 400;
  Chains chains(executor.hello(), nullptr, Seeded(1));
  Hunt hunt(executor, chains, nullptr, {}, options, stop);
  hunt.Draw([](std::string_view) {});
  EXPECT_EQ(hunt.counts().judged, 10);
  EXPECT_EQ(hunt.counts().next, 10);
}

TEST(Hunt, DrawsTheSameCasesInEveryWindow) {
  const Hello hello = FullHello();
  Chains chains(hello, nullptr, Seeded(7));
  Chains others(hello, nullptr, Seeded(7));
  Vector late;
  for (int64_t k = 0; k < 50; ++k) chains.Draw(k, late);
  Vector alone;
  ASSERT_TRUE(others.Draw(49, alone));
  EXPECT_EQ(Text(late.test), Text(alone.test));
  EXPECT_EQ(late.expect, alone.expect);
}

TEST(Hunt, DrawsBasesOfTheRanksThatAreAskedForAlone) {
  Hello hello;
  hello.dtypes = {DType::kFloat32};
  hello.ops = {"read", "t", "transpose", "view"};
  hello.facets = Facets::All();
  ChainOptions options;
  options.min_rank = 2;
  options.max_rank = 3;
  Chains chains(hello, nullptr, options);
  std::set<std::ptrdiff_t> ranks;
  Vector vector;
  for (int64_t number = 0; number < 300; ++number) {
    if (chains.Draw(number, vector)) {
      ranks.insert(std::ssize(vector.test.base.sizes));
    }
  }
  EXPECT_EQ(ranks, (std::set<std::ptrdiff_t>{2, 3}));
}

TEST(Hunt, EndsChainsAtWhatTheSubjectCannotGoOnFrom) {
  Hello hello = FullHello();
  hello.after_error = false;
  hello.facets = Facets{Facet::kStrides, Facet::kAlias, Facet::kErrorKind};
  Chains chains(hello, nullptr, {});
  Vector vector;
  for (int64_t k = 0; k < 300; ++k) {
    if (!chains.Draw(k, vector)) continue;
    EXPECT_FALSE(Observes(*vector.test.chain.back().op)) << Text(vector.test);
    for (std::size_t s = 0; s + 1 < vector.expect.size(); ++s) {
      EXPECT_FALSE(std::holds_alternative<ErrorReply>(vector.expect[s]))
          << Text(vector.test);
    }
  }
}

TEST(Hunt, CountsTheCasesThatHelloDoesNotAdmit) {
  Hello hello = FullHello();
  Vector vector;
  const auto draw = [&vector](Chains& chains) {
    int64_t out_of_range = 0;
    for (int64_t number = 0; number < 300; ++number) {
      if (!chains.Draw(number, vector)) continue;
      out_of_range += std::ranges::any_of(vector.expect, [](const Outcome& o) {
        const auto* error = std::get_if<ErrorReply>(&o);
        return error != nullptr && error->rule == "index.e9";
      });
    }
    return out_of_range;
  };
  Chains all(hello, nullptr, Seeded(1, {"getitem", "setitem"}));
  EXPECT_GT(draw(all), 0);
  EXPECT_FALSE(all.skipped().contains(SkipReason::kIndexRange));
  hello.index_range = false;
  Chains some(hello, nullptr, Seeded(1, {"getitem", "setitem"}));
  EXPECT_EQ(draw(some), 0);
  EXPECT_GT(some.skipped().at(SkipReason::kIndexRange), 0);
}

TEST(Hunt, AsksTheOpsThatAreNamed) {
  const Hello hello = FullHello();
  Chains chains(hello, nullptr, Seeded(1, {"view", "expand"}));
  Vector vector;
  for (int64_t k = 0; k < 200; ++k) {
    if (!chains.Draw(k, vector)) continue;
    const auto last = vector.test.chain.back().op->name;
    EXPECT_TRUE(last == "view" || last == "expand" || last == "read") << last;
  }
}

// Passes when it runs a second time.
class Moody : public Subject {
 public:
  const Hello& hello() const override { return reference_->hello(); }
  void Run(const Case& test, Reply& reply) override {
    reference_->Run(test, reply);
    if (test.chain.back().op->name != "t" || seen_++ > 0) return;
    reply.steps.back() = true;
  }

 private:
  const std::unique_ptr<Subject> reference_ = MakeReference();
  int seen_ = 0;
};

TEST(Hunt, TellsWhatDoesNotRepeat) {
  Moody subject;
  const auto findings = FindingsOf(subject, 500);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_FALSE(findings.front().repeats);
  EXPECT_EQ(findings.front().hits, 1);
}

}  // namespace hunt_test
}  // namespace viewproof

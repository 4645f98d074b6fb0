// Hunts of thousands of cases: of the reference nothing is found, and what is
// found of a bug or a death is told as what it is.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/text.h"
#include "conformance/judge/testing.h"
#include "conformance/process/executor.h"
#include "conformance/report/groups.h"
#include "conformance/subjects/reference.h"
#include "fuzz/hunt/chains.h"
#include "fuzz/hunt/hunt.h"
#include "fuzz/hunt/sweep.h"
#include "fuzz/hunt/testing.h"
#include "fuzz/hunt/whole_chains.h"

namespace viewproof {
namespace searches_test {

TEST(Hunt, FindsNothingInTheReference) {
  const auto reference = MakeReference();
  EXPECT_TRUE(FindingsOf(*reference, 4000).empty());
}

// The reference, of which narrow tells what `Spoils` makes of its output.
template <void (*Spoils)(Output&)>
class Narrowing : public Subject {
 public:
  const Hello& hello() const override { return reference_->hello(); }
  void Run(const Case& test, Reply& reply) override {
    reference_->Run(test, reply);
    for (std::size_t k = 0; k < reply.steps.size(); ++k) {
      if (test.chain[k].op->name != "narrow") continue;
      auto* outputs = std::get_if<std::vector<Output>>(&reply.steps[k]);
      if (outputs != nullptr && !outputs->empty()) Spoils(outputs->front());
    }
  }

 private:
  const std::unique_ptr<Subject> reference_ = MakeReference();
};

// The offset is 0 if there is a stride of 0.
void ForgetOffset(Output& shown) {
  if (shown.strides && std::ranges::count(*shown.strides, 0) > 0) {
    shown.offset = 0;
  }
}
using Forgetful = Narrowing<ForgetOffset>;

// The offset is one too large.
void AddOne(Output& shown) {
  if (shown.offset) ++*shown.offset;
}
using OffByOne = Narrowing<AddOne>;

// Returns what is found of it.
const std::vector<Finding>& OfForgetful() {
  static const std::vector<Finding> findings = [] {
    Forgetful subject;
    return FindingsOf(subject, 4000);
  }();
  return findings;
}

TEST(Hunt, NamesAFindingAfterTheOpAtFault) {
  const auto& findings = OfForgetful();
  ASSERT_FALSE(findings.empty());
  for (const Finding& finding : findings) {
    EXPECT_EQ(OpOfId(finding.vector.test.id), "narrow");
    EXPECT_EQ(finding.record.id, finding.vector.test.id);
  }
}

// A smaller case, without elements, shows this in facet exact alone.
TEST(Hunt, ShrinksToNoCaseOfFacetExactAlone) {
  EXPECT_TRUE(std::ranges::any_of(OfForgetful(), [](const Finding& finding) {
    return std::ranges::count(finding.failure.facets, Facet::kStrides) > 0;
  }));
}

// Most of these are inside of their storage, and so are the smallest ones.
TEST(Hunt, OutsideOfAStorageIsGraverAndStaysSoWhenItIsShrunk) {
  OffByOne subject;
  const auto findings = FindingsOf(subject, 4000);
  ASSERT_FALSE(findings.empty());
  const auto gravity = [](const Finding& finding) {
    return GravityOf(finding.record, Facets::All());
  };
  EXPECT_EQ(gravity(findings.front()), Gravity::kBounds);
  EXPECT_TRUE(std::ranges::is_sorted(findings, {}, gravity));
  const Vector& smallest = findings.front().vector;
  EXPECT_EQ(smallest.test.chain.size(), 1U) << Text(smallest.test);
  EXPECT_EQ(smallest.test.id.substr(0, 7), "narrow/");
}

// Throws at every narrow of dimension 0.
class Throwing : public Subject {
 public:
  const Hello& hello() const override { return reference_->hello(); }
  void Run(const Case& test, Reply& reply) override {
    reference_->Run(test, reply);
    if (std::ranges::any_of(test.chain, [](const Step& s) {
          return s.op->name == "narrow" && s.args[0] == Arg(int64_t{0});
        })) {
      throw std::logic_error("no such window");
    }
  }

 private:
  const std::unique_ptr<Subject> reference_ = MakeReference();
};

// Returns what a hunt sees of the first 1,500 whole chains of a subject: with
// so many sweeps, or none.
template <typename Broken>
std::string SeenOf(int sweeps) {
  Broken subject;
  std::vector<Broken> others(static_cast<std::size_t>(sweeps));
  const auto executor = MakeInProcess(subject);
  const std::atomic<bool> stop = false;
  HuntOptions options;
  options.cases = 1'500;
  options.role = SubjectRole::kWitness;
  const auto chains = [&executor] {
    return std::make_unique<WholeChains>(executor->hello(),
                                         SubjectRole::kWitness, 3);
  };
  const auto cases = chains();
  Hunt hunt(*executor, *cases, nullptr, {}, options, stop);
  std::vector<Sweep> quick;
  for (Broken& other : others) quick.emplace_back(other, chains());
  hunt.Draw([](std::string_view) {}, std::move(quick));
  hunt.Examine();
  const HuntCounts& counts = hunt.counts();
  std::string seen = fmt::format(
      "{} judged, {} failing, {} not admitted, next {}\n", counts.judged,
      counts.failing, counts.not_admitted, counts.next);
  for (const auto& [op, steps] : counts.steps) {
    seen += fmt::format("{} {} ", op, steps);
  }
  for (const auto& [kind, errors] : counts.errors) {
    seen += fmt::format("{} {} ", kind, errors);
  }
  for (const Finding& finding : hunt.findings()) {
    seen +=
        fmt::format("\n{} times from {}: {} {} {}\n{}", finding.hits,
                    finding.number, finding.vector.test.id, finding.failure.op,
                    Name(finding.failure.verdict), Text(finding.vector.test));
  }
  return seen;
}

TEST(Hunt, SeesTheSameWithSweeps) {
  for (const int sweeps : {1, 3}) {
    EXPECT_EQ(SeenOf<OffByOne>(sweeps), SeenOf<OffByOne>(0)) << sweeps;
  }
  const std::string seen = SeenOf<OffByOne>(1);
  EXPECT_NE(seen.find("next 1500\n"), std::string::npos) << seen;
  EXPECT_NE(seen.find(" narrow fail\nfloat32["), std::string::npos) << seen;
}

TEST(Hunt, FindsWhatThrows) {
  for (const int sweeps : {0, 1}) {
    const std::string seen = SeenOf<Throwing>(sweeps);
    EXPECT_NE(seen.find("next 1500\n"), std::string::npos) << seen;
    EXPECT_NE(seen.find(" narrow crash\nfloat32[] | narrow(0, 0, 0)"),
              std::string::npos)
        << seen;
  }
}

// The reference, which tells the run to stop at its 6,000th case.
class Stopping : public Subject {
 public:
  explicit Stopping(std::atomic<bool>& stop) : stop_(stop) {}
  const Hello& hello() const override { return reference_->hello(); }
  void Run(const Case& test, Reply& reply) override {
    reference_->Run(test, reply);
    if (++asked_ == 6'000) stop_ = true;
  }

 private:
  const std::unique_ptr<Subject> reference_ = MakeReference();
  std::atomic<bool>& stop_;
  int asked_ = 0;
};

// A round that was begun and not finished counts as nothing.
TEST(Hunt, EndsWithTheLastWholeRoundOfASweepAfterASignal) {
  std::atomic<bool> stop = false;
  Stopping subject(stop);
  const auto executor = MakeInProcess(subject);
  HuntOptions options;
  options.cases = 20'000;
  options.role = SubjectRole::kWitness;
  WholeChains cases(executor->hello(), SubjectRole::kWitness, 3);
  Hunt hunt(*executor, cases, nullptr, {}, options, stop);
  std::vector<Sweep> sweeps;
  sweeps.emplace_back(subject,
                      std::make_unique<WholeChains>(executor->hello(),
                                                    SubjectRole::kWitness, 3));
  hunt.Draw([](std::string_view) {}, std::move(sweeps));
  EXPECT_EQ(hunt.counts().next, cases.stretch());
  EXPECT_EQ(hunt.counts().judged + hunt.counts().not_admitted,
            hunt.counts().next);
}

// Says nothing of any case, as the model of some.
class Abstaining : public OffByOne {
 public:
  void Run(const Case& test, Reply& reply) override {
    OffByOne::Run(test, reply);
    reply.unsupported = Unsupported();
    reply.unsupported->step = 1;
    reply.unsupported->detail = kAbstains;
  }
};

TEST(Hunt, DoesNotBlameAWitnessThatAbstains) {
  const std::string seen = SeenOf<Abstaining>(1);
  EXPECT_EQ(seen.substr(0, 21), "0 judged, 0 failing, ") << seen;
}

KnownFailure Entry(std::string op, std::string difference, Verdict verdict) {
  KnownFailure entry;
  entry.op = std::move(op);
  entry.difference = std::move(difference);
  entry.verdict = verdict;
  return entry;
}

TEST(Hunt, LeavesOutWhatIsKnownToDieAndEndsWithWhatIsKnownToFail) {
  const Hello hello = FullHello();
  Gate gate;
  gate.entries = {Entry("narrow", "", Verdict::kCrash),
                  Entry("select", "offset", Verdict::kFail)};
  Chains chains(hello, &gate, {});
  Vector vector;
  int with_death = 0;
  int alike = 0;  // Steps of an op that nothing is known of.
  int not_last = 0;
  int with_failure = 0;
  for (int64_t k = 0; k < 3000; ++k) {
    if (!chains.Draw(k, vector)) continue;
    const auto& chain = vector.test.chain;
    for (std::size_t s = 0; s < chain.size(); ++s) {
      with_death += chain[s].op->name == "narrow";
      alike += chain[s].op->name == "slice";
      if (chain[s].op->name != "select") continue;
      ++with_failure;
      not_last += s + 1 < chain.size();
    }
  }
  EXPECT_LT(with_death * 10, alike);
  EXPECT_GT(with_failure, 50);
  EXPECT_LT(not_last * 4, with_failure);
}

// Dies at zero_, wherever it stands.
class Deadly : public Executor {
 public:
  const Hello& hello() const override { return reference_->hello(); }
  const Trouble& trouble() const override { return none_; }
  void Run(const Next& next, const Done& done, const Manner& manner) override {
    while (const Case* test = next()) {
      Execution execution;
      reference_->Run(*test, execution.reply);
      const auto zero = std::ranges::find_if(
          test->chain, [](const Step& s) { return s.op->name == "zero_"; });
      if (zero != test->chain.end()) {
        const auto step = zero - test->chain.begin();
        execution.kind = Execution::Kind::kCrash;
        execution.confirmed = true;
        const auto known =
            manner.known_death ? manner.known_death(*test) : std::nullopt;
        execution.step = known.value_or(step + 1);
        execution.reply.steps.resize(
            std::min<std::size_t>(execution.reply.steps.size(), step));
      }
      done(*test, std::move(execution));
    }
  }

 private:
  const std::unique_ptr<Subject> reference_ = MakeReference();
  const Trouble none_ = {};
};

TEST(Hunt, ADeathIsOneWhereverInTheChainItLies) {
  Deadly executor;
  const std::atomic<bool> stop = false;
  HuntOptions options;
  options.cases = 2000;
  Chains chains(executor.hello(), nullptr, Seeded(1));
  Hunt hunt(executor, chains, nullptr, {}, options, stop);
  hunt.Draw([](std::string_view) {});
  hunt.Examine();
  ASSERT_FALSE(hunt.findings().empty());
  for (const Finding& finding : hunt.findings()) {
    const Case& test = finding.vector.test;
    EXPECT_TRUE(finding.repeats) << Text(test);
    EXPECT_EQ(finding.not_minimal, "") << Text(test);
    EXPECT_EQ(finding.failure.op, "zero_");
    EXPECT_EQ(test.chain.size(), 1U) << Text(test);
    EXPECT_EQ(finding.record.step, 1);
    EXPECT_EQ(test.id.substr(0, 6), "zero_/");
  }
  // Ops that only follow it do not die: their cases are all run.
  EXPECT_GT(hunt.counts().judged, 1500);
}

}  // namespace searches_test
}  // namespace viewproof

// Bugs, also those that show under one condition alone, are found by drawn
// chains and shrink to what they need.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/ops.h"
#include "conformance/case/text.h"
#include "conformance/diagnose/suspects.h"
#include "conformance/golden_file/golden.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/testing.h"
#include "conformance/process/in_process.h"
#include "conformance/subjects/mutants.h"
#include "conformance/subjects/reference.h"
#include "fuzz/hunt/chains.h"
#include "fuzz/hunt/hunt.h"

namespace viewproof {
namespace planted_test {

constexpr int64_t kMostCases = 20000;
constexpr int64_t kWindow = 1000;
constexpr int64_t kBugs = 30;

// A bug of one op that shows in the steps in which a condition holds.
struct Planted {
  std::size_t bug = 0;  // An index of KnownBugs().
  const Op* op = nullptr;
  std::size_t condition = 0;  // An index of Conditions().

  // The least that a vector of golden/ needs to show it.
  std::size_t rank = 100;
  std::size_t steps = 100;

  std::string name() const {
    return fmt::format("{} in {} if {}", KnownBugs()[bug]->name, op->name,
                       Conditions()[condition].name);
  }
};

// The reference with such a bug.
class PlantedSubject : public Subject {
 public:
  explicit PlantedSubject(const Planted& planted) : planted_(planted) {}

  const Hello& hello() const override { return reference_->hello(); }

  void Run(const Case& test, Reply& reply) override {
    if (HasBug(test, reply)) return;
    reference_->Run(test, reply);
  }

 private:
  bool HasBug(const Case& test, Reply& reply) {
    const bool has_op = std::ranges::find(test.chain, planted_.op, &Step::op) !=
                        test.chain.end();
    if (!has_op) return false;
    for (const StepsOf& of : known_.Find(test)) {
      if (of.op != planted_.op || !of.conditions[planted_.condition]) continue;
      known_.Run(planted_.bug, of, test, reply);
      return true;
    }
    return false;
  }

  const Planted& planted_;
  const std::unique_ptr<Subject> reference_ = MakeReference();
  Suspects known_;
};

// The most dimensions of a tensor of the case.
std::size_t RankOf(const Vector& vector) {
  std::size_t rank = vector.test.base.sizes.size();
  for (const Outcome& outcome : vector.expect) {
    const auto* outputs = std::get_if<std::vector<Output>>(&outcome);
    if (outputs == nullptr) continue;
    for (const Output& output : *outputs) {
      rank = std::max(rank, output.sizes.size());
    }
  }
  return rank;
}

// Returns whether golden/ shows the bug, and in what.
bool IsShown(Planted& planted, const std::vector<Vector>& suite) {
  PlantedSubject subject(planted);
  Comparator comparator(FullHello(), Facets::All());
  Judgement judgement;
  Reply reply;
  for (const Vector& vector : suite) {
    const Case& test = vector.test;
    const bool has_op = std::ranges::find(test.chain, planted.op, &Step::op) !=
                        test.chain.end();
    if (!has_op) continue;
    subject.Run(test, reply);
    comparator.Compare(vector, reply, judgement);
    if (judgement.differences.empty()) continue;
    planted.rank = std::min(planted.rank, RankOf(vector));
    planted.steps = std::min(planted.steps, test.chain.size());
  }
  return planted.steps < 100;
}

// Bugs with conditions, far apart in the list of all that golden/ shows.
std::vector<Planted> SomeBugs() {
  std::vector<Vector> suite;
  ForEachVector(OpenGolden("golden"),
                [&suite](Vector& vector) { suite.push_back(vector); });
  std::vector<Planted> all;
  for (std::size_t bug = KnownBugs().size() - Effects().size();
       bug < KnownBugs().size(); ++bug) {
    const Mutant& effect = *KnownBugs()[bug];
    for (const Op& op : Ops()) {
      if (!IsTouched(op, effect) || IsEquivalent(op, effect) || Observes(op)) {
        continue;
      }
      for (std::size_t c = 0; c < SingleConditions().size(); ++c) {
        const Condition& condition = Conditions()[c];
        if (condition.can_hold != nullptr && condition.can_hold(op, op.name)) {
          all.push_back({bug, &op, c});
        }
      }
    }
  }
  // A stride that no list of the above divides: the golden ratio of their
  // number.
  std::vector<Planted> some;
  for (std::size_t k = 0; k < all.size() && some.size() < kBugs; ++k) {
    Planted& planted = all[k * (all.size() * 618 / 1000 | 1) % all.size()];
    if (IsShown(planted, suite)) some.push_back(planted);
  }
  return some;
}

// Bugs of single ops that always show, taken evenly from all of them.
std::vector<std::pair<const Mutant*, const Op*>> PlainBugs(std::size_t count) {
  std::vector<std::pair<const Mutant*, const Op*>> all;
  for (const auto* list : {&Mutants(), &Effects()}) {
    for (const Mutant& mutant : *list) {
      for (const Op& op : Ops()) {
        const bool is_plain =
            mutant.answer != nullptr || mutant.show != nullptr;
        if (is_plain && mutant.touches != Touches::kErrors &&
            IsTouched(op, mutant) && !IsEquivalent(op, mutant) &&
            !Observes(op)) {
          all.emplace_back(&mutant, &op);
        }
      }
    }
  }
  std::vector<std::pair<const Mutant*, const Op*>> some;
  for (std::size_t k = 0; k < count; ++k) {
    some.push_back(all[k * all.size() / count]);
  }
  return some;
}

// Returns what is found first with this seed, and after how many cases.
std::vector<Finding> FirstFindings(Subject& subject, uint64_t seed,
                                   int64_t& cases) {
  const auto executor = MakeInProcess(subject);
  const std::atomic<bool> stop = false;
  ChainOptions chosen;
  chosen.seed = seed;
  for (cases = 0; cases < kMostCases; cases += kWindow) {
    HuntOptions options;
    options.first = cases;
    options.cases = kWindow;
    Chains chains(executor->hello(), nullptr, chosen);
    Hunt hunt(*executor, chains, nullptr, {}, options, stop);
    hunt.Draw([](std::string_view) {});
    hunt.Examine();
    if (!hunt.findings().empty()) return hunt.findings();
  }
  return {};
}

// Each bug with one seed; with VIEWPROOF_FULL with five.
TEST(Hunt, FindsBugsThatAlwaysShowAndShrinksThem) {
  const auto bugs = PlainBugs(kBugs);
  const uint64_t seeds = std::getenv("VIEWPROOF_FULL") != nullptr ? 5 : 1;
  int shrunk = 0;
  int all = 0;
  for (std::size_t k = 0; k < bugs.size(); ++k) {
    const auto& [mutant, op] = bugs[k];
    SCOPED_TRACE(std::string(mutant->name) + " in " + std::string(op->name));
    const auto subject = MakeMutant(*mutant, *op);
    for (uint64_t seed = 0; seed < seeds; ++seed) {
      int64_t cases = 0;
      const auto findings = FirstFindings(*subject, 1 + (k + seed) % 5, cases);
      ASSERT_FALSE(findings.empty()) << "seed " << seed;
      const Finding& first = findings.front();
      EXPECT_TRUE(first.repeats);
      const Case& test = first.vector.test;
      EXPECT_LE(test.chain.size(), 3u) << Text(test) << first.not_minimal;
      EXPECT_LE(test.base.sizes.size(), 4u) << Text(test);
      shrunk += test.base.sizes.size() <= 3;
      ++all;
    }
  }
  // Some ask for four dimensions: channels_last, or 32 rows of a tensor that no
  // step flattens.
  EXPECT_GE(shrunk * 10, all * 8);
}

// Each bug with one seed; with VIEWPROOF_FULL with five. Which bugs these are,
// and which cases are drawn, changes with every op and condition: nine of ten
// are found, and nine of ten of these are cut down to a small case.
TEST(Hunt, FindsBugsWithAConditionAndShrinksThem) {
  const std::vector<Planted> bugs = SomeBugs();
  ASSERT_EQ(std::ssize(bugs), kBugs);
  const uint64_t seeds = std::getenv("VIEWPROOF_FULL") != nullptr ? 5 : 1;
  int64_t all = 0;
  int64_t found = 0;
  int64_t small = 0;
  for (std::size_t k = 0; k < bugs.size(); ++k) {
    const Planted& planted = bugs[k];
    PlantedSubject subject(planted);
    for (uint64_t s = 0; s < seeds; ++s) {
      const uint64_t seed = 1 + (k + s) % 5;
      SCOPED_TRACE(fmt::format("{}, seed {}", planted.name(), seed));
      int64_t cases = 0;
      const auto findings = FirstFindings(subject, seed, cases);
      ++all;
      if (findings.empty()) {
        fmt::print("not found     {}, seed {}\n", planted.name(), seed);
        continue;
      }
      ++found;
      const Finding& first = findings.front();
      const Case& test = first.vector.test;
      const bool is_small =
          test.chain.size() <= std::max<std::size_t>(3, planted.steps) &&
          RankOf(first.vector) <= std::max<std::size_t>(3, planted.rank);
      small += is_small;
      fmt::print("{:6} cases  {}: {}{}{}\n", cases + kWindow, planted.name(),
                 Text(test), is_small ? "" : " (not small)", first.not_minimal);
      EXPECT_TRUE(first.repeats);
    }
  }
  EXPECT_GE(found * 10, all * 9);
  EXPECT_GE(small * 10, found * 9);
}

}  // namespace planted_test
}  // namespace viewproof

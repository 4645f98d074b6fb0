// Bugs, also those that show under one condition alone, are found by drawn
// chains and shrink to what they need.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/ops.h"
#include "conformance/case/text.h"
#include "conformance/golden_file/golden.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/testing.h"
#include "conformance/laws/slice.h"
#include "conformance/process/in_process.h"
#include "conformance/subjects/conditions.h"
#include "conformance/subjects/mutants.h"
#include "conformance/subjects/pair_levels.h"
#include "conformance/subjects/reference.h"
#include "conformance/subjects/step_facts.h"
#include "fuzz/hunt/chains.h"
#include "fuzz/hunt/hunt.h"

namespace viewproof {
namespace planted_test {

constexpr int64_t kMostCases = 20000;
constexpr int64_t kWindow = 1000;
constexpr int64_t kBugs = 30;    // That always show, or with a condition.
constexpr int64_t kOfKind = 20;  // Pairs, casts and histories.
constexpr int64_t kSlices = 3;   // A run looks at every third of these.

// A bug of one op that shows in the steps of which this is true.
struct Planted {
  const Mutant* bug = nullptr;
  const Op* op = nullptr;
  std::function<bool(const StepFacts&)> holds;
  std::string when;

  // The least that a vector of golden/ needs to show it.
  std::size_t rank = 100;
  std::size_t steps = 100;

  std::string name() const {
    return fmt::format("{} in {} if {}", bug->name, op->name, when);
  }
};

// The reference with such a bug.
class PlantedSubject : public Subject {
 public:
  explicit PlantedSubject(const Planted& planted)
      : planted_(planted), mutant_(*planted.bug) {}

  const Hello& hello() const override { return reference_->hello(); }

  void Run(const Case& test, Reply& reply) override {
    reference_->Run(test, reply);
    const bool has_op = std::ranges::find(test.chain, planted_.op, &Step::op) !=
                        test.chain.end();
    if (!has_op || reply.too_large || reply.unsupported) return;
    const std::vector<StepFacts> facts = FactsOf(test, reply);
    uint32_t steps = 0;
    for (std::size_t k = 0; k < facts.size(); ++k) {
      const bool has_bug =
          facts[k].step->op == planted_.op &&
          !std::holds_alternative<UnobservedStep>(reply.steps[k]) &&
          planted_.holds(facts[k]);
      if (has_bug) steps |= uint32_t{1} << k;
    }
    if (steps == 0) return;
    // It does not say what comes out of such a case.
    if (!mutant_.Run(test, steps, reply)) reference_->Run(test, reply);
  }

 private:
  const Planted& planted_;
  const std::unique_ptr<Subject> reference_ = MakeReference();
  MaskedMutant mutant_;
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

const std::vector<Vector>& Suite() {
  static const auto suite = [] {
    std::vector<Vector> all;
    ForEachVector(OpenGolden("golden"),
                  [&all](Vector& vector) { all.push_back(vector); });
    return all;
  }();
  return suite;
}

// Some of the bugs that golden/ shows, each one once and far apart in the list:
// the stride is near the golden ratio of its length, and prime to it.
std::vector<Planted> SomeOf(const std::vector<Planted>& all, int64_t count) {
  std::vector<Planted> some;
  std::size_t stride = all.size() * 618 / 1000;
  while (std::gcd(stride, all.size()) != 1) ++stride;
  for (std::size_t k = 0; k < all.size() && std::ssize(some) < count; ++k) {
    Planted planted = all[k * stride % all.size()];
    if (IsShown(planted, Suite())) some.push_back(std::move(planted));
  }
  return some;
}

bool CanHave(const Op& op, const Mutant& effect) {
  return IsTouched(op, effect) && !IsEquivalent(op, effect) && !Observes(op);
}

// Every effect in every op under every single condition that is about `what`;
// nothing: about anything but casts and histories.
std::vector<Planted> WithCondition(std::optional<What> what) {
  std::vector<Planted> all;
  for (const Mutant& effect : Effects()) {
    for (const Op& op : Ops()) {
      if (!CanHave(op, effect)) continue;
      for (const Condition& condition : SingleConditions()) {
        const bool apart =
            condition.what == What::kCast || condition.what == What::kBefore;
        if (what ? condition.what != *what : apart) continue;
        for (const std::string& kernel : KernelsOf(op)) {
          if (!condition.can_hold(op, kernel)) continue;
          all.push_back(
              {.bug = &effect,
               .op = &op,
               .holds =
                   [&condition, kernel](const StepFacts& facts) {
                     return KernelOf(*facts.step) == kernel &&
                            condition.Holds(facts);
                   },
               .when = fmt::format("{}: {}", kernel, condition.name)});
        }
      }
    }
  }
  return all;
}

// Every effect in every op that meets two tensors, at every two levels that can
// meet.
std::vector<Planted> WithTwoLevels() {
  std::vector<Planted> all;
  for (const std::string_view kernel : kPairKernels) {
    const Op& op = OpOfKernel(kernel);
    for (const Mutant& effect : Effects()) {
      if (!CanHave(op, effect)) continue;
      for (const PairLevel a : AllPairLevels()) {
        for (const PairLevel b : AllPairLevels()) {
          if (a.factor >= b.factor || !WhyApart(kernel, a, b).empty()) continue;
          const auto holds = [kernel, a, b](const StepFacts& facts) {
            if (KernelOf(*facts.step) != kernel) return false;
            const auto levels = PairLevelsOf(facts);
            return levels && IsAt(*levels, a) && IsAt(*levels, b);
          };
          all.push_back(
              {.bug = &effect,
               .op = &op,
               .holds = holds,
               .when = fmt::format("{}: {}, {}", kernel, Name(a), Name(b))});
        }
      }
    }
  }
  return all;
}

// Bugs of single ops that always show, taken evenly from all of them.
std::vector<std::pair<const Mutant*, const Op*>> PlainBugs(std::size_t count) {
  std::vector<std::pair<const Mutant*, const Op*>> all;
  for (const auto* list : {&Mutants(), &Effects()}) {
    for (const Mutant& mutant : *list) {
      for (const Op& op : Ops()) {
        const bool is_plain =
            mutant.answer != nullptr || mutant.show != nullptr;
        const bool of_refusals = mutant.touches == Touches::kErrors ||
                                 mutant.name == "refused_write_shows";
        if (is_plain && !of_refusals && IsTouched(op, mutant) &&
            !IsEquivalent(op, mutant) && !Observes(op)) {
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

// Each bug of the slice with one seed; with VIEWPROOF_FULL with five.
TEST(Hunt, FindsBugsThatAlwaysShowAndShrinksThem) {
  const auto bugs = PlainBugs(kBugs);
  const uint64_t seeds = std::getenv("VIEWPROOF_FULL") != nullptr ? 5 : 1;
  const Slice slice = Slice::OfThisRun(kSlices);
  int shrunk = 0;
  int all = 0;
  for (std::size_t k = 0; k < bugs.size(); ++k) {
    if (!slice.Has(static_cast<int64_t>(k))) continue;
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

// Counts what is found of bugs with a condition, and what is cut down to a
// small case: each bug of the slice with one seed; with VIEWPROOF_FULL with
// five. Which bugs these are, and which cases are drawn, changes with every op
// and condition.
void ExpectMostAreFound(const std::vector<Planted>& bugs) {
  const uint64_t seeds = std::getenv("VIEWPROOF_FULL") != nullptr ? 5 : 1;
  const Slice slice = Slice::OfThisRun(kSlices);
  int64_t all = 0;
  int64_t found = 0;
  int64_t small = 0;
  for (std::size_t k = 0; k < bugs.size(); ++k) {
    if (!slice.Has(static_cast<int64_t>(k))) continue;
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
  // One of ten of the bugs of all slices may be missed, and all of these may
  // lie in one slice.
  const auto most = std::ssize(bugs) * static_cast<int64_t>(seeds) / 10;
  EXPECT_GT(all, most);
  EXPECT_LE(all - found, most);
  EXPECT_LE(found - small, most);
}

TEST(Hunt, FindsBugsWithAConditionAndShrinksThem) {
  const auto bugs = SomeOf(WithCondition(std::nullopt), kBugs);
  ASSERT_EQ(std::ssize(bugs), kBugs);
  ExpectMostAreFound(bugs);
}

TEST(Hunt, FindsBugsOfCasts) {
  const auto bugs = SomeOf(WithCondition(What::kCast), kOfKind);
  ASSERT_EQ(std::ssize(bugs), kOfKind);
  ExpectMostAreFound(bugs);
}

TEST(Hunt, FindsBugsThatShowAfterWhatRanBefore) {
  const auto bugs = SomeOf(WithCondition(What::kBefore), kOfKind);
  ASSERT_EQ(std::ssize(bugs), kOfKind);
  ExpectMostAreFound(bugs);
}

TEST(Hunt, FindsBugsOfTwoTensors) {
  const auto bugs = SomeOf(WithTwoLevels(), kOfKind);
  ASSERT_EQ(std::ssize(bugs), kOfKind);
  ExpectMostAreFound(bugs);
}

}  // namespace planted_test
}  // namespace viewproof

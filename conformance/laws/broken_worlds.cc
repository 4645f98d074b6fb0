#include "conformance/laws/broken_worlds.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "conformance/judge/borrowed.h"
#include "conformance/laws/apart.h"
#include "conformance/subjects/conditions.h"
#include "conformance/subjects/mutants.h"
#include "conformance/subjects/reference.h"
#include "conformance/subjects/step_facts.h"
#include "conformance/subjects/step_wrapper.h"

namespace viewproof {
namespace {

constexpr int kTenths = 10;

int TenthOf(const Op& op) {
  return static_cast<int>(&op - Ops().data()) % kTenths;
}

std::vector<std::string> NamesOfKinds(std::initializer_list<OpKind> kinds) {
  std::vector<std::string> names;
  for (const Op& op : Ops()) {
    if (std::ranges::find(kinds, op.kind) != kinds.end()) {
      names.emplace_back(op.name);
    }
  }
  std::ranges::sort(names);
  return names;
}

Hello HelloOf(const Ways& ways) {
  Hello hello = MakeReference()->hello();
  hello.copies = ways.copies;
  hello.rebinds = ways.rebinds;
  return hello;
}

// Every mutant once: an effect may be among the others too.
const std::vector<const Mutant*>& AllMutants() {
  static const auto all = [] {
    std::vector<const Mutant*> list;
    std::set<std::string_view> names;
    for (const auto* some : {&Effects(), &Mutants()}) {
      for (const Mutant& mutant : *some) {
        if (names.insert(mutant.name).second) list.push_back(&mutant);
      }
    }
    return list;
  }();
  return all;
}

// The bit of a set for "in every step".
constexpr std::size_t kAlways = ConditionSet().size() - 1;

using Masks = std::map<uint32_t, ConditionSet>;

// Returns by op in which steps a bug acts under which conditions.
std::map<const Op*, Masks> MasksOf(const Case& test, const Reply& honest,
                                   bool conditional) {
  std::map<const Op*, uint32_t> steps;
  for (std::size_t k = 0; k < test.chain.size(); ++k) {
    const Op& op = *test.chain[k].op;
    if (Observes(op) ||
        std::holds_alternative<UnobservedStep>(honest.steps[k])) {
      continue;
    }
    steps[&op] |= 1U << k;
  }
  std::vector<ConditionSet> holding;
  if (conditional) {
    for (const StepFacts& facts : FactsOf(test, honest)) {
      holding.push_back(HoldingIn(facts));
    }
  }
  std::map<const Op*, Masks> all;
  for (const auto& [op, of_op] : steps) {
    Masks& masks = all[op];
    masks[of_op].set(kAlways);
    if (!conditional) continue;
    for (std::size_t c = 0; c < Conditions().size(); ++c) {
      uint32_t where = 0;
      for (std::size_t k = 0; k < holding.size(); ++k) {
        if ((of_op >> k & 1U) != 0 && holding[k][c]) where |= 1U << k;
      }
      if (where != 0) masks[where].set(c);
    }
  }
  return all;
}

// A mutant as a library, for any op.
struct Suspect {
  explicit Suspect(const Mutant& m)
      : mutant(m),
        bug(m),
        library(StepWrapper{[this](const Call<Tensor>& call) {
          return mutant.show != nullptr ? std::optional(call.Make())
                                        : bug.Answered(call);
        }}) {}

  // Returns the change of a reply.
  std::function<void(Reply&)> ShowIn(uint32_t steps) const {
    if (mutant.show == nullptr) return nullptr;
    return [this, steps](Reply& reply) {
      for (std::size_t k = 0; k < reply.steps.size(); ++k) {
        auto* outputs = std::get_if<std::vector<Output>>(&reply.steps[k]);
        if (outputs == nullptr || (steps >> k & 1U) == 0) continue;
        for (Output& output : *outputs) mutant.show(output);
      }
    };
  }

  const Mutant& mutant;
  MaskedBug bug;
  WorldReference library;
};

struct Fate {
  ConditionSet visible;
  ConditionSet killed;
};

}  // namespace

std::vector<std::string> OpsThatMayCopy() {
  return NamesOfKinds(
      {OpKind::kView, OpKind::kByIndex, OpKind::kEither, OpKind::kSelfOrCopy});
}

std::vector<LibraryKind> KindsOfLibraries() {
  std::vector<LibraryKind> kinds;
  const auto add = [&kinds](std::string name, const Ways& ways) {
    kinds.push_back({std::move(name), HelloOf(ways), ways});
  };
  const std::vector<std::string> copies = OpsThatMayCopy();
  add("plain", {});
  add("copies", {.copies = copies});
  add("rebind", {.copies = {}, .rebinds = true});
  add("both", {.copies = copies, .rebinds = true});
  add("last", {});
  Hello& last = kinds.back().hello;
  last.observes_every = false;
  last.facets = {Facet::kValues, Facet::kStrides, Facet::kAlias, Facet::kExact,
                 Facet::kErrorKind};
  add("values", {.copies = NamesOfKinds(
                     {OpKind::kView, OpKind::kByIndex, OpKind::kEither}),
                 .rebinds = true});
  Hello& values = kinds.back().hello;
  values.copies.clear();
  values.views = false;
  values.facets = {Facet::kValues};
  for (int k = 0; k < kTenths; ++k) {
    add("tenth " + std::to_string(k), {});
    kinds.back().tenth = k;
    Hello& hello = kinds.back().hello;
    for (const Op& op : Ops()) {
      if (TenthOf(op) != k || Observes(op)) continue;
      hello.borrowed.emplace_back(op.name);
      std::erase(hello.ops, op.name);
    }
    std::ranges::sort(hello.borrowed);
  }
  return kinds;
}

WorldTester::WorldTester(LibraryKind kind)
    : kind_(std::move(kind)),
      planner_(kind_.hello),
      comparator_(kind_.hello, kind_.hello.facets) {}

bool WorldTester::Begin(const Vector& vector) {
  asked_ = vector;
  if (planner_.Plan(asked_, worlds_)) return false;
  reference_.Run(asked_.test, kind_.ways, {}, honest_);
  return true;
}

WorldTester::LibraryVerdict WorldTester::Ask(
    WorldReference& library, const Ways& ways,
    const std::function<void(Reply&)>& show) {
  LibraryVerdict said;
  library.Run(asked_.test, ways, {}, course_);
  Reply& reply = course_.reply;
  if (reply.too_large || reply.unsupported) return said;
  said.ran = true;
  if (show) show(reply);
  Observe(reply);

  const auto is_borrowed = [this](const std::string_view op) {
    return std::ranges::binary_search(kind_.hello.borrowed, op);
  };
  said.apart = true;
  const auto look = [&](const std::vector<Outcome>& outcomes) {
    const int64_t step = FirstStepApart(kind_.hello, outcomes, reply.steps);
    if (step == 0) said.apart = false;
    said.at_own |=
        step > 0 && !is_borrowed(asked_.test.chain[step - 1].op->name);
  };
  if (worlds_.empty()) {
    look(asked_.expect);
    if (!asked_.alternative.empty()) look(asked_.alternative);
  }
  for (const World& world : worlds_) look(world.outcomes);
  said.at_own &= said.apart;

  comparator_.Compare(asked_, reply, judgement_, {}, worlds_);
  std::vector<Difference>& differences = judgement_.differences;
  if (differences.empty()) return said;
  said.excused =
      !BorrowedAtFault(asked_.test, *judgement_.expect, kind_.hello.borrowed,
                       kind_.hello.facets, differences)
           .empty();
  said.failed = !said.excused && !differences.empty();
  if (said.failed) said.blamed = differences.front().op;
  return said;
}

// A library of which the last step alone is seen shows its first error there.
void WorldTester::Observe(Reply& reply) const {
  if (kind_.hello.observes_every) return;
  const auto error =
      std::ranges::find_if(reply.steps, [](const Outcome& outcome) {
        return std::holds_alternative<ErrorReply>(outcome);
      });
  if (error != reply.steps.end()) reply.steps.back() = *error;
}

std::vector<WorldCounts> SeenIn(const std::vector<Vector>& vectors,
                                const LibraryKind& kind,
                                const std::vector<BrokenLibrary>& libraries) {
  std::vector<WorldCounts> all(libraries.size());
  WorldTester asking(kind);
  std::vector<std::unique_ptr<WorldReference>> subjects;
  for (const BrokenLibrary& library : libraries) {
    subjects.push_back(
        std::make_unique<WorldReference>(StepWrapper{library.run}));
  }
  const Ways without_copies{.copies = {}, .rebinds = kind.ways.rebinds};
  for (const Vector& vector : vectors) {
    if (!asking.Begin(vector)) continue;
    for (std::size_t k = 0; k < libraries.size(); ++k) {
      const BrokenLibrary& library = libraries[k];
      if (library.begin) library.begin();
      const WorldTester::LibraryVerdict said =
          asking.Ask(*subjects[k], library.lies ? without_copies : kind.ways);
      if (!said.ran) continue;
      WorldCounts& seen = all[k];
      ++seen.executed;
      seen.excused += said.excused ? 1 : 0;
      seen.contradicted += said.apart != (said.failed || said.excused) ? 1 : 0;
      if (!said.failed) continue;
      if (seen.failed++ == 0) seen.first = vector.test.id;
      ++seen.blamed[std::string(said.blamed)];
    }
  }
  return all;
}

std::map<std::string_view, KillCounts> KillsIn(
    const std::vector<Vector>& vectors, const LibraryKind& kind,
    KillOptions options) {
  const int tenth =
      kind.tenth < 0 || options.borrowed ? kind.tenth : kind.tenth + 1;
  std::vector<std::unique_ptr<Suspect>> suspects;
  for (const Mutant* mutant : AllMutants()) {
    suspects.push_back(std::make_unique<Suspect>(*mutant));
  }
  std::map<std::string_view, KillCounts> counts;
  std::map<const Op*, std::vector<Fate>> fates;
  WorldTester asking(kind);
  for (const Vector& vector : vectors) {
    if (!asking.Begin(vector)) continue;
    for (const auto& [op, masks] :
         MasksOf(asking.asked().test, asking.honest(), options.conditional)) {
      if (tenth >= 0 && TenthOf(*op) != tenth % kTenths) continue;
      std::vector<Fate>& of_op = fates[op];
      of_op.resize(suspects.size());
      for (std::size_t m = 0; m < suspects.size(); ++m) {
        Suspect& suspect = *suspects[m];
        if (!IsTouched(*op, suspect.mutant)) continue;
        for (const auto& [steps, conditions] : masks) {
          if ((conditions & ~of_op[m].killed).none()) continue;
          suspect.bug.Begin(steps);
          const WorldTester::LibraryVerdict said =
              asking.Ask(suspect.library, kind.ways, suspect.ShowIn(steps));
          KillCounts& of = counts[op->name];
          of.excused += said.excused ? 1 : 0;
          of.failed += said.failed ? 1 : 0;
          if (said.apart != (said.failed || said.excused)) ++of.contradicted;
          if (said.at_own) of_op[m].visible |= conditions;
          if (said.failed) of_op[m].killed |= conditions;
        }
      }
    }
  }
  for (const auto& [op, of_op] : fates) {
    KillCounts& of = counts[op->name];
    for (std::size_t m = 0; m < of_op.size(); ++m) {
      of.visible += static_cast<int64_t>(of_op[m].visible.count());
      of.killed +=
          static_cast<int64_t>((of_op[m].killed & of_op[m].visible).count());
      if (of_op[m].visible[kAlways] && !of_op[m].killed[kAlways]) {
        of.survivors.emplace_back(suspects[m]->mutant.name);
      }
    }
  }
  return counts;
}

}  // namespace viewproof

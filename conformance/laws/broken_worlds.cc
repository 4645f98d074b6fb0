#include "conformance/laws/broken_worlds.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "conformance/diagnose/suspects.h"
#include "conformance/judge/borrowed.h"
#include "conformance/laws/apart.h"
#include "conformance/subjects/mutants.h"
#include "conformance/subjects/reference.h"
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

// Returns the steps of each op that a library of this world answers.
std::map<const Op*, uint32_t> StepsByOp(const Case& test, const Reply& honest) {
  std::map<const Op*, uint32_t> steps;
  for (std::size_t k = 0; k < test.chain.size(); ++k) {
    const Op& op = *test.chain[k].op;
    if (Observes(op) ||
        std::holds_alternative<UnobservedStep>(honest.steps[k])) {
      continue;
    }
    steps[&op] |= uint32_t{1} << k;
  }
  return steps;
}

// A mutant as a library, for any op.
struct BrokenSuspect {
  explicit BrokenSuspect(const Mutant& m)
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
  bool visible = false;
  bool killed = false;
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
    const std::vector<Vector>& vectors, const KillMatrix& matrix,
    const LibraryKind& kind, bool borrowed) {
  const int tenth = kind.tenth < 0 || borrowed ? kind.tenth : kind.tenth + 1;
  std::vector<std::unique_ptr<BrokenSuspect>> suspects;
  for (const Mutant* mutant : KnownBugs()) {
    suspects.push_back(std::make_unique<BrokenSuspect>(*mutant));
  }
  std::map<std::string_view, KillCounts> counts;
  std::map<const Op*, std::vector<Fate>> fates;
  WorldTester asking(kind);
  for (const Vector& vector : vectors) {
    if (!asking.Begin(vector)) continue;
    const KillMatrix::Row* row = matrix.Find(vector.test.id);
    for (const auto& [op, steps] :
         StepsByOp(asking.asked().test, asking.honest())) {
      if (tenth >= 0 && TenthOf(*op) != tenth % kTenths) continue;
      std::vector<Fate>& of_op = fates[op];
      of_op.resize(suspects.size());
      const BugRun* run =
          row != nullptr && kind.ways.copies.empty() ? row->At(steps) : nullptr;
      for (std::size_t m = 0; m < suspects.size(); ++m) {
        BrokenSuspect& suspect = *suspects[m];
        Fate& fate = of_op[m];
        if (!IsTouched(*op, suspect.mutant) || fate.killed ||
            (run != nullptr && !run->Differs(m))) {
          continue;
        }
        suspect.bug.Begin(steps);
        const WorldTester::LibraryVerdict said =
            asking.Ask(suspect.library, kind.ways, suspect.ShowIn(steps));
        KillCounts& of = counts[op->name];
        of.excused += said.excused ? 1 : 0;
        of.failed += said.failed ? 1 : 0;
        if (said.apart != (said.failed || said.excused)) ++of.contradicted;
        fate.visible |= said.at_own;
        fate.killed |= said.failed;
      }
    }
  }
  for (const auto& [op, of_op] : fates) {
    KillCounts& of = counts[op->name];
    for (std::size_t m = 0; m < of_op.size(); ++m) {
      if (!of_op[m].visible) continue;
      ++of.visible;
      of.killed += of_op[m].killed ? 1 : 0;
      if (!of_op[m].killed) of.survivors.emplace_back(suspects[m]->mutant.name);
    }
  }
  return counts;
}

}  // namespace viewproof

#include "conformance/subjects/mutants.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conformance/case/text.h"
#include "conformance/gen/gen.h"
#include "conformance/gen/seed_chooser.h"
#include "conformance/judge/compare.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace mutants_test {

constexpr uint64_t kSeed = 20240607;
constexpr uint64_t kCases = 1000;  // For every op.

// A case of the generator's that a mutant answers otherwise than the reference,
// for each pair of an op and a mutant that have one.
using Found = std::map<std::pair<const Op*, const Mutant*>, std::string>;

Case DrawnFor(const Op& op, uint64_t number, bool may_fail) {
  GenOptions options;
  if (may_fail) {
    options.ops = {&op, FindOp("read")};  // Shows what was written.
    return CaseOf(kSeed, number, options);
  }
  options.max_steps = 4;
  SeedChooser choose(kSeed, number);
  Case test = AnyCaseEndingWith(choose, op, options).test();
  if (op.kind == OpKind::kWrite && !test.base.coo) {
    test.chain.push_back({FindOp("read"), {}, OutputRef()});
  }
  return test;
}

// Cases for one op, with what the reference answers to them.
std::vector<Vector> VectorsFor(const Op& op, Subject& reference) {
  std::vector<Vector> vectors(kCases);
  Reply reply;
  for (uint64_t number = 0; number < kCases; ++number) {
    vectors[number].test = DrawnFor(op, number, number % 2 == 0);
    reference.Run(vectors[number].test, reply);
    vectors[number].expect = reply.steps;
  }
  return vectors;
}

Found FindDiffering() {
  Found found;
  const auto reference = MakeReference();
  Comparator comparator(reference->hello(), Facets::All());
  Reply reply;
  for (const Op& op : Ops()) {
    const std::vector<Vector> vectors = VectorsFor(op, *reference);
    for (const Mutant& mutant : Mutants()) {
      if (!IsTouched(op, mutant)) continue;
      const auto subject = MakeMutant(mutant, op);
      for (const Vector& right : vectors) {
        subject->Run(right.test, reply);
        if (comparator.Agrees(right.expect, reply)) continue;
        found[{&op, &mutant}] = Text(right.test);
        break;
      }
    }
  }
  return found;
}

const Found& Differing() {
  static const Found found = FindDiffering();
  return found;
}

TEST(Mutants, AreEachABugOfSomeOp) {
  std::set<const Mutant*> bugs;
  for (const auto& [pair, text] : Differing()) bugs.insert(pair.second);
  for (const Mutant& mutant : Mutants()) {
    EXPECT_TRUE(bugs.contains(&mutant)) << mutant.name;
  }
}

TEST(Mutants, AreNoBugWhereTheyAreCalledEquivalent) {
  for (const auto& [pair, text] : Differing()) {
    const auto& [op, mutant] = pair;
    EXPECT_FALSE(IsEquivalent(*op, *mutant))
        << op->name << " with " << mutant->name << " on " << text;
  }
}

}  // namespace mutants_test
}  // namespace viewproof

#include "tools/golden/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "conformance/gen/edit.h"
#include "conformance/subjects/reference.h"

namespace viewproof {
namespace {

constexpr std::string_view kPrecedence = "Precedence";

std::string_view OpOf(const Vector& vector) {
  return std::string_view(vector.test.id).substr(0, vector.test.id.find('/'));
}

const ErrorReply* LastError(const std::vector<Outcome>& steps) {
  return steps.empty() ? nullptr : std::get_if<ErrorReply>(&steps.back());
}

}  // namespace

FactFinder::FactFinder()
    : reference_(MakeReference()),
      comparator_(reference_->hello(), Facets::All()) {
  for (const Op& op : Ops()) {
    std::vector<Variant>& variants = variants_.emplace_back();
    for (const Mutant& mutant : Mutants()) {
      if (!IsTouched(op, mutant) || IsEquivalent(op, mutant)) continue;
      variants.push_back(
          {fmt::format("{} {}", op.name, mutant.name), MakeMutant(mutant, op)});
    }
  }
}

std::set<Fact> FactFinder::FactsOf(const Vector& vector) {
  std::set<Fact> facts;
  for (const std::string& rule : vector.rules) {
    facts.insert({vector.profile, Fact::Kind::kRule,
                  fmt::format("{} {}", OpOf(vector), rule)});
  }
  for (const std::string& flag : vector.flags) {
    facts.insert({vector.profile, Fact::Kind::kFlag,
                  fmt::format("{} {}", OpOf(vector), flag)});
  }
  AddPair(vector, facts);
  AddMutants(vector, facts);
  return facts;
}

// Adds the pair of errors of a case with two faults: the rule it breaks, and
// the rules that its neighbours break in which the first fault is mended.
void FactFinder::AddPair(const Vector& vector, std::set<Fact>& facts) {
  const ErrorReply* first = LastError(vector.expect);
  if (first == nullptr ||
      !std::binary_search(vector.flags.begin(), vector.flags.end(),
                          kPrecedence)) {
    return;
  }
  std::set<std::string> later;
  AnyNeighbour(vector.test, [&](const Case& neighbour) {
    reference_->Run(neighbour, reply_);
    const ErrorReply* error = LastError(reply_.steps);
    if (error != nullptr && error->rule != first->rule) {
      later.insert(error->rule);
    }
    return false;
  });
  facts.insert(
      {vector.profile, Fact::Kind::kPair,
       fmt::format("{} before {}", first->rule, fmt::join(later, " "))});
}

void FactFinder::AddMutants(const Vector& vector, std::set<Fact>& facts) {
  std::set<const Op*> ops;
  for (const Step& step : vector.test.chain) ops.insert(step.op);
  for (const Op* op : ops) {
    for (const Variant& variant : variants_[op - Ops().data()]) {
      variant.subject->Run(vector.test, reply_);
      comparator_.Compare(vector, reply_, judgement_);
      if (judgement_.differences.empty()) continue;
      facts.insert({vector.profile, Fact::Kind::kMutant, variant.name});
    }
  }
}

}  // namespace viewproof

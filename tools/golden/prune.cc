#include "tools/golden/prune.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "conformance/case/text.h"
#include "conformance/gen/edit.h"
#include "conformance/judge/record.h"
#include "conformance/subjects/mutants.h"
#include "conformance/subjects/reference.h"
#include "tools/golden/kills.h"
#include "tools/golden/pairs.h"

namespace viewproof {

namespace {

constexpr std::string_view kPrecedence = "Precedence";

const ErrorReply* LastError(const std::vector<Outcome>& steps) {
  return steps.empty() ? nullptr : std::get_if<ErrorReply>(&steps.back());
}

// The pair of errors of a case with two faults: the rule it breaks, and the
// rules that its neighbours break in which the first fault is mended. Empty: it
// has no two.
std::string PairIn(const Vector& vector, Subject& reference) {
  const ErrorReply* first = LastError(vector.expect);
  if (first == nullptr ||
      !std::ranges::binary_search(vector.flags, kPrecedence)) {
    return "";
  }
  Reply reply;
  std::set<std::string> later;
  AnyNeighbour(vector.test, [&](const Case& neighbour) {
    reference.Run(neighbour, reply);
    const ErrorReply* error = LastError(reply.steps);
    if (error != nullptr && error->rule != first->rule) {
      later.insert(error->rule);
    }
    return false;
  });
  return fmt::format("{} before {}", first->rule, fmt::join(later, " "));
}

// Returns what a vector shows, each with its op: "narrow narrow.r1", "view
// Offset", "view offset_dropped".
std::set<std::string> ShownBy(const Vector& vector, const KillMatrix::Row& row,
                              Subject& reference) {
  const std::string_view op = OpOfId(vector.test.id);
  std::set<std::string> shown = {PairIn(vector, reference)};
  for (const auto* names : {&vector.rules, &vector.flags}) {
    for (const std::string& name : *names) {
      shown.insert(fmt::format("{} {}", op, name));
    }
  }
  for (const auto& [of, bug] : MisreadingsShown(vector.test, row)) {
    shown.insert(fmt::format("{} {}", of->name, bug->name));
  }
  return shown;
}

}  // namespace

std::vector<std::string> SparedOf(const std::vector<Vector>& vectors,
                                  const KillMatrix& matrix,
                                  const std::string& only) {
  struct Candidate {
    std::tuple<std::size_t, std::size_t, std::string_view> size;
    const Vector* vector;
    std::set<std::string> shown;
    std::vector<KillAttempt> shots;
    bool in_pairs = false;  // One of two with some levels of pairs.
  };
  const auto reference = MakeReference();
  KillTester tester;
  KillTable kills;
  std::vector<Candidate> all;
  std::map<std::pair<Profile, std::string>, std::size_t> holders;
  for (const Vector& vector : vectors) {
    const Case& test = vector.test;
    const KillMatrix::Row& row = *matrix.Find(test.id);
    all.push_back({{test.chain.size(), Text(test).size(), test.id},
                   &vector,
                   ShownBy(vector, row, *reference),
                   tester.Recall(test, row)});
    kills.Add(vector, all.back().shots);
    for (const std::string& name : all.back().shown) {
      ++holders[{vector.profile, name}];
    }
  }
  std::ranges::sort(all, {}, &Candidate::size);
  PairCover cover;
  for (Candidate& c : all) c.in_pairs = cover.Add(*c.vector) > 0;
  std::ranges::reverse(all);
  std::vector<std::string> spared;
  for (const Candidate& c : all) {
    if (c.in_pairs ||
        fnmatch(only.c_str(), c.vector->test.id.c_str(), 0) != 0) {
      continue;
    }
    const auto held = [&](const std::string& name) -> std::size_t& {
      return holders[{c.vector->profile, name}];
    };
    if (std::ranges::any_of(
            c.shown, [&](const auto& name) { return held(name) == 1; }) ||
        !kills.CanSpare(*c.vector, c.shots)) {
      continue;
    }
    kills.Remove(*c.vector, c.shots);
    for (const std::string& name : c.shown) --held(name);
    spared.push_back(c.vector->test.id);
  }
  std::ranges::sort(spared);
  return spared;
}

std::vector<std::string> Unshown(const std::vector<Vector>& vectors,
                                 const KillMatrix& matrix) {
  std::set<std::pair<const Op*, const Mutant*>> shown;
  std::set<const Op*> refusing;  // Some vector has an error of these.
  for (const Vector& vector : vectors) {
    shown.merge(MisreadingsShown(vector.test, *matrix.Find(vector.test.id)));
    for (std::size_t k = 0; k < vector.expect.size(); ++k) {
      if (std::holds_alternative<ErrorReply>(vector.expect[k])) {
        refusing.insert(vector.test.chain[k].op);
      }
    }
  }
  std::vector<std::string> sentences;
  for (const Mutant& mutant : Mutants()) {
    std::vector<std::string_view> ops;
    for (const Op& op : Ops()) {
      const bool hopeless =
          mutant.touches == Touches::kErrors && !refusing.contains(&op);
      if (!hopeless && IsTouched(op, mutant) && !IsEquivalent(op, mutant) &&
          !shown.contains({&op, &mutant})) {
        ops.push_back(op.name);
      }
    }
    if (ops.empty()) continue;
    sentences.push_back(fmt::format("no vector shows {} ({}) in {}",
                                    mutant.name, mutant.sentence,
                                    fmt::join(ops, ", ")));
  }
  return sentences;
}

}  // namespace viewproof

#include "tools/golden/prune.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <iterator>
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

namespace viewproof {

namespace {

constexpr std::string_view kPrecedence = "Precedence";

std::string_view OpOf(const Vector& vector) { return OpOfId(vector.test.id); }

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

namespace {

// A vector and its facts, by number.
struct Row {
  std::string id;
  std::tuple<std::size_t, std::size_t> size;  // Steps, letters.
  std::vector<std::size_t> facts;
  const Vector* vector = nullptr;
  std::vector<KillAttempt> shots;  // Bugs of kernels that it kills.
  bool proposed = false;
};

struct Table {
  std::vector<Row> rows;  // Smallest case first, then by id.
  std::map<Fact, std::size_t> numbers;
  KillTable kills;
};

Table Tabulate(const std::vector<Vector>& vectors, const Watch& progress) {
  Table table;
  FactFinder finder;
  for (const Vector& vector : vectors) {
    Row row{vector.test.id,
            {vector.test.chain.size(), Text(vector.test).size()},
            {},
            &vector,
            table.kills.Add(vector)};
    for (const Fact& fact : finder.FactsOf(vector)) {
      row.facts.push_back(
          table.numbers.emplace(fact, table.numbers.size()).first->second);
    }
    table.rows.push_back(std::move(row));
    progress(table.rows.size(), vectors.size());
  }
  std::sort(table.rows.begin(), table.rows.end(),
            [](const Row& a, const Row& b) {
              return std::tie(a.size, a.id) < std::tie(b.size, b.id);
            });
  return table;
}

void Propose(const std::string& only, Table& table) {
  std::vector<std::size_t> holders(table.numbers.size());
  for (const Row& row : table.rows) {
    for (const std::size_t fact : row.facts) ++holders[fact];
  }
  for (std::size_t k = table.rows.size(); k-- > 0;) {
    Row& row = table.rows[k];
    if (fnmatch(only.c_str(), row.id.c_str(), 0) != 0) continue;
    row.proposed =
        std::all_of(row.facts.begin(), row.facts.end(),
                    [&](std::size_t fact) { return holders[fact] > 1; }) &&
        table.kills.CanSpare(*row.vector, row.shots);
    if (!row.proposed) continue;
    table.kills.Remove(*row.vector, row.shots);
    for (const std::size_t fact : row.facts) --holders[fact];
  }
}

// A few of `holders` (the rows that stay, by fact) that together have all of
// `facts`: repeatedly the row that has most of the missing ones.
std::vector<std::string> Others(
    const std::vector<std::size_t>& facts,
    const std::vector<std::vector<const Row*>>& holders) {
  std::set<std::size_t> missing(facts.begin(), facts.end());
  std::vector<std::string> others;
  while (!missing.empty()) {
    std::map<const Row*, std::size_t> shared;
    for (const std::size_t fact : missing) {
      for (const Row* row : holders[fact]) ++shared[row];
    }
    const Row* best = std::max_element(shared.begin(), shared.end(),
                                       [](const auto& a, const auto& b) {
                                         // Rows lie smallest first.
                                         return std::tie(a.second, b.first) <
                                                std::tie(b.second, a.first);
                                       })
                          ->first;
    for (const std::size_t fact : best->facts) missing.erase(fact);
    others.push_back(best->id);
  }
  return others;
}

std::vector<Proposal> ProposalsOf(const Table& table) {
  std::vector<std::vector<const Row*>> holders(table.numbers.size());
  for (const Row& row : table.rows) {
    if (row.proposed) continue;
    for (const std::size_t fact : row.facts) holders[fact].push_back(&row);
  }
  std::vector<Proposal> proposals;
  for (const Row& row : table.rows) {
    if (row.proposed) proposals.push_back({row.id, Others(row.facts, holders)});
  }
  std::sort(proposals.begin(), proposals.end(),
            [](const Proposal& a, const Proposal& b) { return a.id < b.id; });
  return proposals;
}

// The ops of which some vector lists an error.
std::set<std::string_view> OpsThatRefuse(const std::vector<Vector>& vectors) {
  std::set<std::string_view> ops;
  for (const Vector& vector : vectors) {
    for (std::size_t k = 0; k < vector.expect.size(); ++k) {
      if (std::holds_alternative<ErrorReply>(vector.expect[k])) {
        ops.insert(vector.test.chain[k].op->name);
      }
    }
  }
  return ops;
}

std::map<std::string, std::vector<std::string>> UnkilledIn(
    const std::vector<Vector>& vectors,
    const std::map<Fact, std::size_t>& facts) {
  std::set<std::string_view> killed;
  for (const auto& [fact, number] : facts) {
    if (fact.kind == Fact::Kind::kMutant) killed.insert(fact.name);
  }
  const std::set<std::string_view> refusing = OpsThatRefuse(vectors);
  std::map<std::string, std::vector<std::string>> unkilled;
  for (const Mutant& mutant : Mutants()) {
    for (const Op& op : Ops()) {
      const bool hopeless =
          mutant.touches == Touches::kErrors && !refusing.contains(op.name);
      if (hopeless || !IsTouched(op, mutant) || IsEquivalent(op, mutant) ||
          killed.contains(fmt::format("{} {}", op.name, mutant.name))) {
        continue;
      }
      unkilled[std::string(mutant.name)].emplace_back(op.name);
    }
  }
  return unkilled;
}

std::map<Fact::Kind, std::size_t> CountFacts(
    const std::map<Fact, std::size_t>& facts) {
  std::map<Fact::Kind, std::set<std::string_view>> names;
  for (const auto& [fact, number] : facts) names[fact.kind].insert(fact.name);
  std::map<Fact::Kind, std::size_t> counts;
  for (const auto& [kind, list] : names) counts[kind] = list.size();
  return counts;
}

std::string_view SentenceOf(std::string_view mutant) {
  return std::find_if(Mutants().begin(), Mutants().end(),
                      [&](const Mutant& m) { return m.name == mutant; })
      ->sentence;
}

}  // namespace

PruneResult Prune(const std::vector<Vector>& vectors, const std::string& only,
                  const Watch& progress) {
  Table table = Tabulate(vectors, progress);
  Propose(only, table);
  return {.vectors = vectors.size(),
          .proposals = ProposalsOf(table),
          .facts = CountFacts(table.numbers),
          .unkilled = UnkilledIn(vectors, table.numbers)};
}

std::string TextOf(const PruneResult& pruned) {
  std::string text;
  const auto out = std::back_inserter(text);
  for (const Proposal& proposal : pruned.proposals) {
    fmt::format_to(out,
                   "{}: every rule, flag, mutant and bug of it is also another "
                   "vector's: {}\n",
                   proposal.id, fmt::join(proposal.others, ", "));
  }
  std::size_t survivors = 0;
  for (const auto& [mutant, ops] : pruned.unkilled) {
    fmt::format_to(out, "no vector kills {} ({}) in {}\n", mutant,
                   SentenceOf(mutant), fmt::join(ops, ", "));
    survivors += ops.size();
  }
  const auto count = [&pruned](Fact::Kind kind) {
    const auto found = pruned.facts.find(kind);
    return found == pruned.facts.end() ? 0 : found->second;
  };
  fmt::format_to(
      out,
      "facts: {} rules, {} flags, {} pairs of errors, {} mutants killed and {} "
      "not\n{} vectors, {} proposed\n",
      count(Fact::Kind::kRule), count(Fact::Kind::kFlag),
      count(Fact::Kind::kPair), count(Fact::Kind::kMutant), survivors,
      pruned.vectors, pruned.proposals.size());
  return text;
}

}  // namespace viewproof

#include "fuzz/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "conformance/case/hello.h"
#include "conformance/case/ops.h"
#include "conformance/case/text.h"
#include "conformance/gen/shrink.h"
#include "conformance/subjects/libtorch.h"
#include "conformance/subjects/model.h"
#include "conformance/subjects/mutants.h"
#include "conformance/subjects/reference.h"

namespace viewproof {
namespace {

// The model, or the mutant that stands in for it.
std::unique_ptr<Subject> SecondWitness(const std::string& mutant) {
  if (mutant.empty()) return MakeModel();
  const Op* op = FindOp(mutant.substr(0, mutant.find(':')));
  for (const auto& mutants : {Mutants(), Effects()}) {
    for (const Mutant& row : mutants) {
      if (op != nullptr && fmt::format("{}:{}", op->name, row.name) == mutant &&
          IsTouched(*op, row)) {
        return MakeMutant(row, *op);
      }
    }
  }
  throw std::invalid_argument("there is no mutant " + mutant);
}

}  // namespace

void Compared::Add(const Compared& other) {
  coverage.Add(other.coverage);
  explained += other.explained;
  unexplained += other.unexplained;
  for (const auto& [what, difference] : other.differences) {
    Add(what, difference);
  }
}

void Compared::Add(const std::string& what, const Unexplained& difference) {
  const auto [place, is_new] = differences.try_emplace(what, difference);
  if (is_new) return;
  Unexplained& known = place->second;
  const int64_t times = known.times + difference.times;
  if (difference.number < known.number) known = difference;
  known.times = times;
}

Comparison::Comparison(const ComparisonOptions& options)
    : options_(options),
      reference_{MakeReference(), {}},
      model_{SecondWitness(options.mutant), {}},
      libtorch_{options.oracle ? MakeLibtorch() : nullptr, {}} {
  Add(reference_, model_);
  if (!options.oracle) return;
  Add(reference_, libtorch_);
  Add(model_, libtorch_);
}

void Comparison::Add(Witness& first, Witness& second) {
  pairs_.push_back({fmt::format("{} = {}", first.Name(), second.Name()), first,
                    second, WitnessPair(*first.subject, *second.subject)});
}

Case Comparison::CaseNumber(int64_t number) const {
  return CaseOf(options_.seed, number, options_.cases);
}

void Comparison::Run(int64_t from, int64_t to) {
  constexpr auto kInARow = static_cast<int64_t>(kAskedInARow);
  for (; from < to; from += kInARow) {
    RunInARow(from, std::min(from + kInARow, to));
  }
}

void Comparison::RunInARow(int64_t from, int64_t to) {
  try {
    std::vector<Case> tests;
    for (int64_t number = from; number < to; ++number) {
      tests.push_back(CaseNumber(number));
    }
    Ask(std::move(tests));
  } catch (const std::exception& e) {
    if (to == from + 1) return CountThrown(from, e);
    // By itself, the case that throws is known.
    for (; from < to; ++from) RunInARow(from, from + 1);
    return;
  }
  for (int64_t number = from; number < to; ++number) {
    Count(number, static_cast<std::size_t>(number - from));
  }
}

void Comparison::Ask(std::vector<Case> tests) {
  tests_ = std::move(tests);
  const auto ask = [this](Witness& witness, const auto& is_for_it) {
    witness.replies.resize(std::max(witness.replies.size(), tests_.size()));
    for (std::size_t k = 0; k < tests_.size(); ++k) {
      if (is_for_it(k)) witness.subject->Run(tests_[k], witness.replies[k]);
    }
  };
  const auto each = [](std::size_t) { return true; };
  ask(reference_, each);
  ask(model_, each);
  if (!options_.oracle) return;
  cuts_.clear();
  for (std::size_t k = 0; k < tests_.size(); ++k) {
    cuts_.push_back(CutAtExplained(tests_[k], reference_.replies[k]));
  }
  ask(libtorch_,
      [this](std::size_t k) { return cuts_[k].explained == nullptr; });
}

std::vector<Difference> Comparison::Differences(std::size_t pair,
                                                std::size_t k) {
  auto& [name, first, second, witnesses] = pairs_[pair];
  if (&second != &libtorch_ || cuts_[k].explained == nullptr) {
    return witnesses.Compare(tests_[k], first.replies[k], second.replies[k]);
  }
  const Cut& cut = cuts_[k];
  auto differences = witnesses.Compare(cut.test);
  const auto explained =
      std::erase_if(differences, [&cut](const Difference& difference) {
        return IsExplained(cut, difference);
      });
  if (explained > 0) ++seen_.explained;
  return differences;
}

void Comparison::Count(int64_t number, std::size_t k) {
  try {
    seen_.coverage.Add(tests_[k], reference_.replies[k]);
    for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
      const auto differences = Differences(pair, k);
      if (differences.empty()) continue;
      ++seen_.unexplained;
      const Difference& first = differences.front();
      seen_.Add(fmt::format("{}: {} {}", pairs_[pair].name, first.op,
                            Name(first.kind)),
                {1, number, pair, first.op, first.kind});
    }
  } catch (const std::exception& e) {
    CountThrown(number, e);
  }
}

void Comparison::CountThrown(int64_t number, const std::exception& e) {
  ++seen_.unexplained;
  seen_.Add(fmt::format("thrown: {}", e.what()),
            {1, number, kThrown, {}, DifferenceKind::kCount});
}

std::map<std::string, int64_t> Comparison::Abstained() const {
  std::map<std::string, int64_t> abstained;
  for (const Pair& pair : pairs_) {
    abstained[pair.name] = pair.witnesses.abstained();
  }
  return abstained;
}

std::string Comparison::Example(const Unexplained& difference) {
  const Case test = CaseNumber(difference.number);
  if (difference.pair == kThrown) {
    return fmt::format("case {}\n{}\n", test.id, Text(test));
  }
  const Pair& pair = pairs_[difference.pair];
  std::vector<Difference> differences;
  const Case small = Shrink(test, [&](const Case& candidate) {
    Ask({candidate});
    const auto found = Differences(difference.pair, 0);
    if (found.empty() || found.front().op != difference.op ||
        found.front().kind != difference.kind) {
      return false;
    }
    differences = found;
    return true;
  });
  return fmt::format(
      "case {}\n{}", test.id,
      Describe(small, pair.first.Name(), pair.second.Name(), differences));
}

}  // namespace viewproof

#include "conformance/run/prefixes.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "conformance/judge/blame.h"

namespace viewproof {
namespace {

const std::vector<Outcome>& OutcomesOf(const PlannedVector& asked) {
  return asked.worlds.empty() ? asked.vector.expect
                              : asked.worlds.front().outcomes;
}

// The record of a case with what a prefix of so many steps shows.
void Amend(const Record& of_prefix, int64_t steps, Record& record) {
  record.verdict = Verdict::kFail;
  record.differences = of_prefix.differences;
  for (Difference& d : record.differences) d.step = std::min(d.step, steps);
  // The outcome of a read after a write is the answer of the write.
  record.answers.clear();
  for (StepAnswer answer : of_prefix.answers) {
    answer.step = std::min(answer.step, steps);
    const bool is_same =
        !record.answers.empty() && record.answers.back().step == answer.step;
    if (is_same) record.answers.pop_back();
    record.answers.push_back(std::move(answer));
  }
  record.message = of_prefix.message;
  record.misspelt = of_prefix.misspelt;
  record.world = of_prefix.world;
}

}  // namespace

Prefixes::Prefixes(const Hello& hello)
    : observes_every_(hello.observes_every), finder_(WaysOf(hello)) {}

bool Prefixes::Doubts(const PlannedVector& asked, const Record& record) const {
  if (observes_every_ || asked.vector.test.chain.size() < 2) return false;
  return record.verdict == Verdict::kFail ||
         (record.verdict == Verdict::kPass &&
          std::holds_alternative<ErrorReply>(OutcomesOf(asked).back()));
}

std::optional<Prefixes::PrefixVerdict> Prefixes::Take(PrefixVerdict doubted) {
  Doubt& doubt = doubts_.emplace_back();
  doubt.settled = std::move(doubted);
  const auto last = std::ssize(doubt.settled.asked->vector.test.chain) - 1;
  const bool fails = doubt.settled.record.verdict == Verdict::kFail;
  for (int64_t steps = fails ? 1 : last; steps <= last; ++steps) {
    Add(doubt, steps);
  }
  if (!doubt.prefixes.empty()) return std::nullopt;
  return Settle(std::prev(doubts_.end()));
}

void Prefixes::Add(Doubt& doubt, int64_t steps) {
  const PlannedVector& asked = *doubt.settled.asked;
  Case test = asked.vector.test;
  test.chain.resize(steps);
  if (test.chain.back().op->kind != OpKind::kWrite) {
    return Add(doubt, std::move(test), steps);
  }
  const OutputRef target = OperandOf(test, OutcomesOf(asked), steps);
  Case with_read = test;
  with_read.chain.push_back({FindOp("read"), {}, target});
  Add(doubt, std::move(with_read), steps);
  if (target == OutputRef()) return;
  test.chain.push_back({FindOp("read"), {}, OutputRef()});
  Add(doubt, std::move(test), steps);
}

void Prefixes::Add(Doubt& doubt, Case test, int64_t steps) {
  const Vector& vector = doubt.settled.asked->vector;
  const bool must_view = std::ranges::find(vector.flags, kSharesWhenViewable) !=
                         vector.flags.end();
  finder_.set_may_copy(!must_view);
  std::vector<World> worlds;
  if (finder_.Find(test, worlds)) return;
  test.id += fmt::format("/prefix-{}-{}", steps, doubt.prefixes.size());
  Prefix& prefix = doubt.prefixes.emplace_back();
  prefix.steps = steps;
  prefix.asked.vector.flags = vector.flags;
  prefix.asked.vector.profile = vector.profile;
  prefix.asked.vector.test = std::move(test);
  prefix.asked.worlds = std::move(worlds);
  due_.push_back(&prefix);
}

const PlannedVector* Prefixes::Next() {
  if (due_.empty()) return nullptr;
  const PlannedVector* asked = &due_.front()->asked;
  due_.pop_front();
  return asked;
}

const PlannedVector* Prefixes::Find(const Case& test) const {
  for (const Doubt& doubt : doubts_) {
    for (const Prefix& prefix : doubt.prefixes) {
      if (&prefix.asked.vector.test == &test) return &prefix.asked;
    }
  }
  return nullptr;
}

std::optional<Prefixes::PrefixVerdict> Prefixes::Done(const Case& test,
                                                      const Record& record) {
  const auto is_it = [&test](const Prefix& prefix) {
    return &prefix.asked.vector.test == &test;
  };
  const auto doubt = std::ranges::find_if(doubts_, [&](const Doubt& d) {
    return std::ranges::any_of(d.prefixes, is_it);
  });
  std::ranges::find_if(doubt->prefixes, is_it)->record = record;
  const auto is_done = [](const Prefix& prefix) { return !!prefix.record; };
  if (!std::ranges::all_of(doubt->prefixes, is_done)) return std::nullopt;
  const auto fails = [](const Prefix& prefix) {
    return prefix.record->verdict == Verdict::kFail;
  };
  Record& whole = doubt->settled.record;
  if (whole.verdict == Verdict::kPass &&
      std::ranges::any_of(doubt->prefixes, fails)) {
    // An earlier step raised the error: which?
    whole.verdict = Verdict::kFail;
    doubt->settled.by_prefix = true;
    for (int64_t steps = 1; steps < doubt->prefixes.front().steps; ++steps) {
      Add(*doubt, steps);
    }
    if (!std::ranges::all_of(doubt->prefixes, is_done)) return std::nullopt;
  }
  return Settle(doubt);
}

std::optional<Prefixes::PrefixVerdict> Prefixes::Settle(
    std::list<Doubt>::iterator doubt) {
  const Prefix* shortest = nullptr;
  for (const Prefix& prefix : doubt->prefixes) {
    if (prefix.record->verdict == Verdict::kFail &&
        (shortest == nullptr || prefix.steps < shortest->steps)) {
      shortest = &prefix;
    }
  }
  PrefixVerdict settled = std::move(doubt->settled);
  if (shortest != nullptr) {
    Amend(*shortest->record, shortest->steps, settled.record);
  }
  doubts_.erase(doubt);
  return settled;
}

void Prefixes::clear() {
  due_.clear();
  doubts_.clear();
}

}  // namespace viewproof

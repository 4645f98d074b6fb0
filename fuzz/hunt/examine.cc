#include "fuzz/hunt/examine.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include "conformance/case/operands.h"
#include "conformance/gen/shrink.h"
#include "conformance/gen/window.h"
#include "conformance/golden_file/golden.h"
#include "conformance/report/groups.h"
#include "conformance/run/feed.h"
#include "conformance/run/runner.h"

namespace viewproof {
namespace {

// Gives some vectors.
class Some : public Source {
 public:
  explicit Some(const std::vector<const Vector*>& vectors)
      : vectors_(vectors) {}

  bool Next(Vector& vector, bool& fits) override {
    fits = true;
    if (next_ == vectors_.size()) return false;
    vector = *vectors_[next_++];
    return true;
  }
  int64_t number() const override { return static_cast<int64_t>(next_) - 1; }

 private:
  const std::vector<const Vector*>& vectors_;
  std::size_t next_ = 0;
};

// No prefix of a case that dies is run: it is about to be shrunk.
std::optional<int64_t> AtNoStep(const Case&) { return 0; }

constexpr int64_t kMaxDeathsOfFinding = 20;  // While one finding is shrunk.

}  // namespace

namespace {

// Keeps of each entry the features that all its vectors have.
void NarrowToVectors(const Gate& gate, const std::string& root,
                     std::vector<KnownFeatures>& entries) {
  std::map<std::string, std::vector<const KnownCase*>> by_id;
  for (const KnownCase& known : gate.cases) by_id[known.id].push_back(&known);
  ForEachVector(OpenGolden(root + "/golden"), [&](const Vector& vector) {
    const auto found = by_id.find(vector.test.id);
    if (found == by_id.end()) return;
    for (const KnownCase* known : found->second) {
      for (KnownFeatures& entry : entries) {
        if (Matches(*entry.entry, known->failure)) {
          entry.features &= FeaturesOf(vector, known->failure);
        }
      }
    }
  });
  for (KnownFeatures& entry : entries) {
    if (entry.features.all()) entry.features.reset();  // It has no vector.
  }
}

}  // namespace

std::vector<KnownFeatures> FeaturesOfEntries(const Gate& gate,
                                             const std::string& root,
                                             bool of_vectors) {
  std::vector<KnownFeatures> entries;
  std::vector<KnownFeatures> by_vectors;
  for (const KnownFailure& entry : gate.entries) {
    if (IsOfDrawn(entry)) {
      entries.push_back({&entry, entry.when.value_or(FeatureSet())});
    } else {
      by_vectors.push_back({&entry, FeatureSet().set()});
    }
  }
  if (!of_vectors || by_vectors.empty()) return entries;
  NarrowToVectors(gate, root, by_vectors);
  entries.insert(entries.end(), by_vectors.begin(), by_vectors.end());
  return entries;
}

bool Knows(const KnownFeatures& known, const Case& test, const Failure& failure,
           FeatureSet features, const std::string& answer) {
  const KnownFailure& entry = *known.entry;
  if ((known.features & ~features).any()) return false;
  if (!entry.answer.empty() && entry.answer != answer) return false;
  Failure of_op = failure;
  if (entry.op == kEveryOp) of_op.op = kEveryOp;
  if (!Matches(entry, of_op)) return false;
  if (entry.after.empty()) return true;
  const auto before =
      std::span(test.chain)
          .first(static_cast<std::size_t>(BlamedStep(test, failure) - 1));
  return std::ranges::any_of(before, [&entry](const Step& step) {
    return std::ranges::count(entry.after, step.op) > 0;
  });
}

Examiner::Examiner(Executor& executor, Facets demanded,
                   const std::vector<Without>& withouts,
                   Expectation& expectation, const std::atomic<bool>& stop,
                   ShrinkBounds bounds)
    : executor_(executor),
      demanded_(demanded),
      withouts_(withouts),
      expectation_(expectation),
      stop_(stop),
      bounds_(bounds) {}

bool CanBeKnown(const Finding& finding) {
  return finding.repeats || IsDeath(finding.failure.verdict);
}

std::optional<Record> Examiner::Run(const Vector& vector, bool alone) {
  std::optional<Record> found;
  RunHooks hooks;
  hooks.visit = [&](const Vector&, const Record& record) { found = record; };
  hooks.fresh = alone;
  if (!alone) hooks.known_death = AtNoStep;
  const std::vector<const Vector*> one = {&vector};
  const bool whole = Runner({[&] { return std::make_unique<Some>(one); },
                             demanded_, withouts_},
                            executor_)
                         .Run(hooks, stop_);
  return whole ? found : std::nullopt;
}

std::optional<Record> Examiner::Ask(Vector& vector) {
  if (!expectation_.Fill(vector)) return std::nullopt;
  std::optional<Record> found = Run(vector, false);
  if (found && found->verdict == Verdict::kFail &&
      expectation_.Explains(vector.test, found->differences) != nullptr) {
    found->verdict = Verdict::kPass;
    found->differences.clear();
  }
  // An earlier question may have harmed the process that died: another one
  // says whether it is this question that kills.
  return found && IsDeath(found->verdict) ? Run(vector, false) : found;
}

std::optional<Record> Examiner::AskAlone(const Vector& vector) {
  return Run(vector, true);
}

std::vector<std::optional<Record>> Examiner::Confirm(
    const std::vector<const Hit*>& hits) {
  std::vector<const Vector*> vectors;
  std::map<std::string_view, std::size_t> places;  // It is keyed by id.
  for (const Hit* hit : hits) {
    places.emplace(hit->vector.test.id, vectors.size());
    vectors.push_back(&hit->vector);
  }
  std::vector<std::optional<Record>> confirmed(hits.size());
  RunHooks hooks;
  hooks.is_new_failure = [this](const Record& record) {
    return Reduce(record, demanded_).has_value();
  };
  hooks.visit = [&](const Vector&, const Record& record) {
    const std::size_t at = places.at(record.id);
    const auto failure = Reduce(hits[at]->record, demanded_);
    if (!record.order && IsSame(record, *failure)) confirmed[at] = record;
  };
  Runner(
      {[&] { return std::make_unique<Some>(vectors); }, demanded_, withouts_},
      executor_)
      .Run(hooks, stop_);
  return confirmed;
}

bool Examiner::IsSame(const Record& record, const Failure& failure) const {
  const std::optional<Failure> other = Reduce(record, demanded_);
  if (other && IsDeath(other->verdict) && IsDeath(failure.verdict)) {
    return other->op == failure.op;
  }
  return other && other->op == failure.op &&
         other->difference == failure.difference &&
         other->verdict == failure.verdict;
}

// After a write, what it wrote to is read, then the base.
void Examiner::GoBackToAWrite(Finding& finding) {
  const std::vector<Step> chain = finding.vector.test.chain;
  const int64_t blamed = BlamedStep(finding.vector.test, finding.failure);
  for (int64_t k = 0; k + 1 < blamed; ++k) {
    if (chain[k].op->kind != OpKind::kWrite) continue;
    for (const auto& on : {chain[k].on, std::optional(OutputRef())}) {
      Vector shorter;
      shorter.test = finding.vector.test;
      shorter.test.chain.resize(static_cast<std::size_t>(k + 1));
      shorter.test.chain.push_back(ReadStep(on));
      if (!Lawful(shorter.test)) continue;
      const auto record = Ask(shorter);
      const auto failure = record ? Reduce(*record, demanded_) : std::nullopt;
      if (!failure || failure->op != chain[k].op->name) continue;
      finding.vector = std::move(shorter);
      finding.record = *record;
      finding.failure = *failure;
      return;
    }
  }
}

Finding Examiner::Shrink(const Hit& hit, const Record& confirmed,
                         Cases& cases) {
  Finding finding;
  finding.number = hit.number;
  finding.vector = hit.vector;
  finding.record = confirmed;
  finding.failure = *Reduce(confirmed, demanded_);
  if (CallStepOf(hit.vector.test.chain) == 0) GoBackToAWrite(finding);
  const Failure failure = finding.failure;
  // Outside of a storage, or seen by any library's users and not in facet exact
  // or identity alone: so is the smaller case.
  const Gravity gravity = GravityOf(finding.record, demanded_);
  const Gravity least = gravity == Gravity::kBounds ? Gravity::kBounds
                        : gravity < Gravity::kExact ? Gravity::kKind
                                                    : Gravity::kOrder;
  const auto begin = std::chrono::steady_clock::now();
  int64_t questions = 0;
  int64_t deaths = 0;
  const auto may_ask = [&] {
    const std::chrono::duration<double> spent =
        std::chrono::steady_clock::now() - begin;
    if (stop_ || spent.count() > bounds_.seconds ||
        seconds_ + spent.count() > bounds_.all_seconds) {
      finding.not_minimal = "time";
    } else if (deaths >= kMaxDeathsOfFinding) {
      finding.not_minimal = "20 deaths";
    } else if (questions >= bounds_.questions) {
      finding.not_minimal = "2,000 questions";
    }
    if (!finding.not_minimal.empty()) return false;
    ++questions;
    return true;
  };
  const auto is_alike = [&](const std::optional<Record>& record,
                            Vector vector) {
    if (record && IsDeath(record->verdict)) ++deaths;
    if (!record || !IsSame(*record, failure) ||
        GravityOf(*record, demanded_) > least) {
      return false;
    }
    finding.record = *record;
    finding.vector = std::move(vector);
    return true;
  };
  const auto holds = [&](const Case& candidate) {
    if (!may_ask()) return false;
    Vector vector;
    vector.test = candidate;
    const auto record = Ask(vector);
    if (vector.test != candidate) return false;
    return is_alike(record, std::move(vector));
  };
  const std::vector<Vector> smaller =
      hit.number < 0 ? std::vector<Vector>() : cases.Smaller(hit.number);
  for (const Vector& vector : smaller) {
    if (!may_ask() || is_alike(Run(vector, false), vector)) break;
  }
  // The steps after the one that shows it say nothing.
  Case test = finding.vector.test;
  const auto shown = finding.failure.step;
  if (smaller.empty() && shown > 0 && shown < std::ssize(test.chain)) {
    Case shorter = test;
    shorter.chain.resize(static_cast<std::size_t>(shown));
    if (Lawful(shorter) && holds(shorter)) test = std::move(shorter);
  }
  if (smaller.empty()) viewproof::Shrink(std::move(test), holds);
  if (IsDeath(finding.failure.verdict)) {
    const std::optional<Record> alone = AskAlone(finding.vector);
    if (alone && IsSame(*alone, failure)) finding.record = *alone;
  }
  seconds_ +=
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
          .count();
  finding.failure = *Reduce(finding.record, demanded_);
  finding.features = FeaturesOf(finding.vector, finding.failure);
  finding.failure.step = 0;
  return finding;
}

}  // namespace viewproof

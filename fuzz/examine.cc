#include "fuzz/examine.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <utility>

#include "conformance/gen/shrink.h"
#include "conformance/golden_file/golden.h"
#include "conformance/run/runner.h"
#include "conformance/run/source.h"

namespace viewproof {
namespace {

// Gives one vector.
class One : public Source {
 public:
  explicit One(const Vector& vector) : vector_(vector) {}

  bool Next(Vector& vector, bool& fits) override {
    if (given_) return false;
    vector = vector_;
    fits = given_ = true;
    return true;
  }
  int64_t number() const override { return 0; }

 private:
  const Vector& vector_;
  bool given_ = false;
};

}  // namespace

std::vector<KnownFeatures> FeaturesOfEntries(const Gate& gate,
                                             const std::string& root) {
  std::map<std::string, std::vector<const KnownLine*>> lines;
  for (const KnownLine& line : gate.lines) lines[line.id].push_back(&line);
  std::vector<KnownFeatures> entries;
  for (const KnownFailure& entry : gate.entries) {
    entries.push_back({&entry, FeatureSet().set()});
  }
  ForEachVector(OpenGolden(root + "/golden"), [&](const Vector& vector) {
    const auto found = lines.find(vector.test.id);
    if (found == lines.end()) return;
    for (const KnownLine* line : found->second) {
      for (KnownFeatures& known : entries) {
        if (Covers(*known.entry, line->failure)) {
          known.features &= FeaturesOf(vector, line->failure);
        }
      }
    }
  });
  for (KnownFeatures& known : entries) {
    if (known.features.all()) known.features.reset();  // It has no case.
  }
  return entries;
}

Examiner::Examiner(Executor& executor, Facets demanded,
                   const std::vector<Without>& withouts,
                   const std::atomic<bool>& stop, ShrinkBounds bounds)
    : executor_(executor),
      demanded_(demanded),
      withouts_(withouts),
      stop_(stop),
      bounds_(bounds),
      expectation_(executor.hello()) {}

std::optional<Record> Examiner::Ask(Vector& vector, bool twice) {
  if (!expectation_.Fill(vector)) return std::nullopt;
  std::optional<Record> found;
  RunHooks hooks;
  hooks.visit = [&](const Vector&, const Record& record) { found = record; };
  if (twice) {
    hooks.is_new_failure = [this](const Record& record) {
      return Reduce(record, demanded_).has_value();
    };
  }
  // Its death is not looked at closer: the case is about to be shrunk.
  hooks.known_death = [](const Case&) { return std::optional<int64_t>(0); };
  Runner runner({[&] { return std::make_unique<One>(vector); }, demanded_,
                 withouts_},
                executor_);
  if (!runner.Run(hooks, stop_)) return std::nullopt;
  return found;
}

bool Examiner::IsSame(const Record& record, const Failure& failure) const {
  const std::optional<Failure> other = Reduce(record, demanded_);
  return other && other->op == failure.op &&
         other->difference == failure.difference &&
         other->verdict == failure.verdict;
}

Finding Examiner::Examine(const Suspect& suspect, const Failure& failure) {
  Finding finding;
  finding.number = suspect.number;
  finding.vector = suspect.vector;
  finding.record = suspect.record;
  finding.failure = failure;
  const auto confirmed = Ask(finding.vector, /*twice=*/true);
  if (!confirmed || !IsSame(*confirmed, failure) || confirmed->order) {
    finding.vector = suspect.vector;
    finding.repeats = false;
    finding.not_minimal = "it passes when it runs alone";
    return finding;
  }
  finding.record = *confirmed;
  const auto begin = std::chrono::steady_clock::now();
  int64_t questions = 0;
  int64_t deaths = 0;
  const auto holds = [&](const Case& candidate) {
    const std::chrono::duration<double> spent =
        std::chrono::steady_clock::now() - begin;
    if (stop_ || spent.count() > bounds_.seconds) finding.not_minimal = "time";
    if (deaths >= bounds_.deaths) finding.not_minimal = "20 deaths";
    if (questions >= bounds_.questions) finding.not_minimal = "2,000 questions";
    if (!finding.not_minimal.empty()) return false;
    ++questions;
    Vector vector;
    vector.test = candidate;
    const auto record = Ask(vector);
    if (record && IsDeath(record->verdict)) ++deaths;
    if (!record || !IsSame(*record, failure) || vector.test != candidate) {
      return false;
    }
    finding.record = *record;
    finding.vector = std::move(vector);
    return true;
  };
  // What follows the step that shows it says nothing.
  Case test = finding.vector.test;
  const auto shown = finding.record.differences.empty()
                         ? finding.record.step
                         : finding.record.differences.front().step;
  if (shown > 0 && shown < std::ssize(test.chain)) {
    Case shorter = test;
    shorter.chain.resize(static_cast<std::size_t>(shown));
    if (Lawful(shorter) && holds(shorter)) test = std::move(shorter);
  }
  Shrink(std::move(test), holds);
  finding.failure = *Reduce(finding.record, demanded_);
  finding.features = FeaturesOf(finding.vector, finding.failure);
  finding.failure.step = 0;
  return finding;
}

}  // namespace viewproof

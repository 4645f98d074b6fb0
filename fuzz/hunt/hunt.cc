#include "fuzz/hunt/hunt.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "conformance/case/error_kind.h"
#include "conformance/case/operands.h"
#include "conformance/run/feed.h"
#include "conformance/run/runner.h"

namespace viewproof {
namespace {

constexpr int64_t kRound = 500;  // Cases between two looks at the deaths.
constexpr int64_t kMaxDeathsOfOp =
    3;  // An op has so many until few of its cases are run.
constexpr int64_t kOneOf = 32;       // One of so many is run then.
constexpr std::size_t kLooks = 200;  // Buckets that are looked at.
// So many of these are run that look like one entry.
constexpr int kLooksOfEntry = 3;

// The cases of one round, which are drawn once.
struct RoundOfCases {
  // Each has its number.
  std::vector<std::pair<int64_t, Vector>> cases;
  int64_t next = 0;  // The first number that was not looked at.
  bool complete = false;
};

// Gives the cases of a round, drawing them the first time: up to number `end`
// or until the time is over.
class Round : public Source {
 public:
  Round(std::shared_ptr<RoundOfCases> drawn,
        std::function<bool(int64_t, Vector&)> draw,
        std::function<bool()> is_over, int64_t end)
      : drawn_(std::move(drawn)),
        draw_(std::move(draw)),
        is_over_(std::move(is_over)),
        end_(end) {}

  bool Next(Vector& vector, bool& fits) override {
    fits = true;
    if (at_ == drawn_->cases.size() && !Draw()) return false;
    vector = drawn_->cases[at_++].second;
    return true;
  }

  int64_t number() const override { return drawn_->cases[at_ - 1].first; }

 private:
  bool Draw() {
    Vector vector;
    while (!drawn_->complete && drawn_->next < end_ && !is_over_()) {
      const int64_t number = drawn_->next++;
      if (!draw_(number, vector)) continue;
      drawn_->cases.emplace_back(number, std::move(vector));
      return true;
    }
    drawn_->complete = true;
    return false;
  }

  const std::shared_ptr<RoundOfCases> drawn_;
  const std::function<bool(int64_t, Vector&)> draw_;
  const std::function<bool()> is_over_;
  const int64_t end_;
  std::size_t at_ = 0;
};

// Returns what the sweeps see of cases [from, to), of which each takes a part.
std::vector<SweepResult> LookAt(int64_t from, int64_t to,
                                std::vector<Sweep>& sweeps,
                                const std::atomic<bool>& stop) {
  std::vector<SweepResult> seen(sweeps.size());
  std::vector<std::jthread> threads;
  const auto parts = std::ssize(sweeps);
  for (int64_t k = 0; k < parts; ++k) {
    threads.emplace_back([=, &seen, &sweeps, &stop] {
      seen[k] = sweeps[k].Look(from + (to - from) * k / parts,
                               from + (to - from) * (k + 1) / parts, stop);
    });
  }
  threads.clear();  // Waits for them.
  return seen;
}

// The number at the end of an id.
int64_t NumberOf(const std::string& id) {
  return std::stoll(id.substr(id.rfind('-') + 1));
}

// `alone`: what the first hit does alone; it fails not, or was not run.
Finding NotConfirmed(const Bucket& bucket, const std::optional<Record>& alone) {
  Finding finding;
  finding.number = bucket.first.front().number;
  finding.vector = bucket.first.front().vector;
  finding.record = bucket.first.front().record;
  finding.failure = bucket.failure;
  finding.features = bucket.features;
  finding.repeats = !alone;
  finding.not_minimal =
      alone ? "it passes alone, in a new process" : "it was not run again";
  return finding;
}

// Names its case after the op at fault, as tables and headings do, and not
// after the last op of what was drawn.
void NameAfterOpAtFault(Finding& finding) {
  std::string& id = finding.vector.test.id;
  id = finding.failure.op + "/" + id.substr(id.find('/') + 1);
  finding.record.id = id;
}

}  // namespace

Hunt::Hunt(Executor& executor, Cases& cases, const Gate* gate,
           std::vector<KnownFeatures> known, const HuntOptions& options,
           const std::atomic<bool>& stop)
    : executor_(executor),
      cases_(cases),
      options_(options),
      stop_(stop),
      known_(std::move(known)),
      withouts_(gate == nullptr ? std::vector<Without>() : gate->withouts),
      standings_(gate, executor.hello()),
      expectation_(executor.hello(), options.role),
      examiner_(executor, standings_.demanded(), withouts_, expectation_, stop,
                options.shrink) {}

bool Hunt::IsOver() const {
  const std::chrono::duration<double> spent = Clock::now() - begin_;
  return stop_ || (options_.cases == 0 && spent.count() > options_.seconds);
}

std::vector<std::string> Hunt::Replay(const std::vector<Vector>& vectors) {
  std::vector<std::string> not_asked;
  for (Vector vector : vectors) {
    const auto record = examiner_.Ask(vector);
    if (!record || record->verdict == Verdict::kSkip) {
      not_asked.push_back(vector.test.id);
    } else {
      Take(vector, *record, -1);
    }
  }
  return not_asked;
}

bool Hunt::StillFails(Vector vector) {
  const auto record = examiner_.Ask(vector);
  return !record || record->verdict == Verdict::kSkip ||
         Reduce(*record, standings_.demanded()).has_value();
}

void Hunt::Draw(const std::function<void(std::string_view)>& tick,
                std::vector<Sweep> sweeps) {
  begin_ = Clock::now();
  int64_t end = cases_.count();
  if (options_.cases != 0) end = std::min(end, options_.first + options_.cases);
  const auto spent = [this] {
    return std::chrono::duration<double>(Clock::now() - begin_).count();
  };
  RunHooks hooks;
  std::set<int64_t> asked;  // Numbers of this round's cases.
  hooks.visit = [&](const Vector& vector, const Record& record) {
    Take(vector, record, *asked.insert(NumberOf(record.id)).first);
  };
  hooks.tick = [&](const std::string&) {
    tick(fmt::format(
        "{:.0f} cases/s, {} kinds of failure",
        static_cast<double>(counts_.judged) / std::max(spent(), 1e-3),
        buckets_.size()));
  };
  counts_.next = options_.first;
  // The rest of a round that a sweep leaves is run to its end: then all of it
  // is done.
  const std::atomic<bool> never = false;
  while (counts_.next < end && !IsOver()) {
    const auto drawn = std::make_shared<RoundOfCases>();
    drawn->next = counts_.next;
    cases_.Prepare(counts_.next, std::min(end, counts_.next + kRound));
    if (!sweeps.empty()) {
      const int64_t round = sweeps[0].stretch() * std::ssize(sweeps);
      drawn->next = std::min(end - round, counts_.next) + round;
      drawn->complete = true;
      const auto all = LookAt(counts_.next, drawn->next, sweeps, stop_);
      if (stop_) break;
      for (const SweepResult& seen : all) {
        Add(seen);
        for (const int64_t number : seen.others) {
          Vector vector;
          if (!DrawOne(number, vector)) continue;
          drawn->cases.emplace_back(number, std::move(vector));
        }
      }
      hooks.tick({});
    }
    const auto open = [&]() -> std::unique_ptr<Source> {
      return std::make_unique<Round>(
          drawn, [this](int64_t n, Vector& v) { return DrawOne(n, v); },
          [this] { return IsOver(); }, std::min(end, counts_.next + kRound));
    };
    asked.clear();
    Runner({open, demanded(), withouts_}, executor_)
        .Run(hooks, sweeps.empty() ? stop_ : never);
    // After a signal, some that were drawn were not asked.
    const auto missed =
        std::ranges::find_if(drawn->cases, [&](const auto& drawn_case) {
          return !asked.contains(drawn_case.first);
        });
    counts_.next = missed == drawn->cases.end() ? drawn->next : missed->first;
    for (const auto& [op, deaths] : deaths_) {
      if (deaths >= kMaxDeathsOfOp) dying_.insert(op);
    }
  }
  counts_.skipped = cases_.skipped();
  for (const Sweep& sweep : sweeps) {
    for (const auto& [reason, count] : sweep.skipped()) {
      counts_.skipped[reason] += count;
    }
  }
  counts_.seconds = spent();
}

void Hunt::Add(const SweepResult& result) {
  counts_.judged += result.judged;
  counts_.not_admitted += result.not_drawn;
  counts_.abstained += result.abstained;
  for (std::size_t k = 0; k < result.steps.size(); ++k) {
    if (result.steps[k] > 0) counts_.steps[Ops()[k].name] += result.steps[k];
  }
  for (const auto& [kind, count] : result.errors) {
    counts_.errors[Name(kind)] += count;
  }
}

bool Hunt::HoldsDying(const Case& test) const {
  return std::ranges::any_of(test.chain, [this](const Step& step) {
    return dying_.contains(step.op->name);
  });
}

// False if the subject is not asked the case.
bool Hunt::DrawOne(int64_t number, Vector& vector) {
  if (!cases_.IsMeant(number)) return false;
  if (!cases_.Draw(number, vector)) {
    ++counts_.not_admitted;
  } else if (number % kOneOf != 0 && HoldsDying(vector.test)) {
    ++counts_.left_out;
  } else {
    const std::vector<Step>& chain = vector.test.chain;
    const int64_t call = CallStepOf(chain);
    const Step& last = call > 0 ? chain[call - 1] : chain.back();
    vector.test.id = fmt::format("{}/{}", last.op->name, cases_.NameOf(number));
    return true;
  }
  return false;
}

void Hunt::Take(const Vector& vector, const Record& record, int64_t number) {
  if (record.verdict == Verdict::kSkip) {
    ++counts_.not_admitted;
    return;
  }
  ++counts_.judged;
  const auto failure = Reduce(record, standings_.demanded());
  const int64_t shown = failure ? failure->step : 0;
  const auto steps = std::ssize(vector.test.chain);
  for (int64_t k = 0; k < (shown == 0 ? steps : std::min(shown, steps)); ++k) {
    ++counts_.steps[vector.test.chain[k].op->name];
    const auto* error = k < std::ssize(vector.expect)
                            ? std::get_if<ErrorReply>(&vector.expect[k])
                            : nullptr;
    if (error != nullptr && error->kind) ++counts_.errors[Name(*error->kind)];
  }
  if (!failure) {
    counts_.others += record.verdict == Verdict::kFail;
    return;
  }
  const ExplainedDifference* entry =
      record.verdict == Verdict::kFail
          ? expectation_.Explains(vector.test, record.differences)
          : nullptr;
  if (entry != nullptr) {
    ++counts_.explained[entry->reason];
    ++counts_.others;
    return;
  }
  ++counts_.failing;
  if (IsDeath(record.verdict)) ++deaths_[failure->op];
  buckets_.Add({number, vector, record}, *failure);
}

// Those that look like an entry of the gate come last.
std::vector<Bucket> Hunt::BucketsToLookAt() {
  std::vector<Bucket> buckets;
  std::vector<Bucket> alike;
  std::map<const KnownFailure*, int> looks;
  for (Bucket& bucket : buckets_.Sorted(demanded())) {
    const KnownFailure* entry = nullptr;
    for (const Hit& hit : bucket.first) {
      entry =
          Find(hit.vector.test, hit.record, bucket.failure, bucket.features);
      if (entry == nullptr) break;
    }
    if (entry == nullptr) {
      buckets.push_back(std::move(bucket));
    } else if (++looks[entry] <= kLooksOfEntry) {
      alike.push_back(std::move(bucket));
    } else {
      counts_.alike[entry] += bucket.hits;
    }
  }
  std::ranges::move(alike, std::back_inserter(buckets));
  if (buckets.size() > kLooks) {
    counts_.not_looked_at = static_cast<int64_t>(buckets.size() - kLooks);
    buckets.resize(kLooks);
  }
  return buckets;
}

void Hunt::Examine() {
  const std::vector<Bucket> buckets = BucketsToLookAt();
  std::vector<const Hit*> hits;
  for (const Bucket& bucket : buckets) {
    for (const Hit& hit : bucket.first) hits.push_back(&hit);
  }
  auto confirmed = examiner_.Confirm(hits);
  std::size_t at = 0;
  for (const Bucket& bucket : buckets) {
    const std::size_t end = at + bucket.first.size();
    std::size_t k = at;
    while (k < end && !confirmed[k]) ++k;
    if (k == end) {
      k = at;
      confirmed[k] = examiner_.AskAlone(hits[k]->vector);
    }
    const bool fails = confirmed[k] && Reduce(*confirmed[k], demanded());
    Add(bucket, fails ? examiner_.Shrink(*hits[k], *confirmed[k], cases_)
                      : NotConfirmed(bucket, confirmed[k]));
    at = end;
  }
  std::ranges::stable_sort(findings_, {}, [](const Finding& finding) {
    return finding.known != nullptr;
  });
}

// Findings of one failure with the same features are one: the first.
void Hunt::Add(const Bucket& bucket, Finding finding) {
  finding.hits = bucket.hits;
  NameAfterOpAtFault(finding);
  if (CanBeKnown(finding)) {
    finding.known = Find(finding.vector.test, finding.record, finding.failure,
                         finding.features);
  }
  for (Finding& other : findings_) {
    if (other.failure == finding.failure && other.repeats == finding.repeats &&
        other.features == finding.features) {
      other.hits += finding.hits;
      return;
    }
  }
  findings_.push_back(std::move(finding));
}

// The entry of the gate that has this failure.
const KnownFailure* Hunt::Find(const Case& test, const Record& record,
                               const Failure& failure,
                               FeatureSet features) const {
  const std::string answer = AnswerOf(record, demanded());
  for (const KnownFeatures& known : known_) {
    if (Knows(known, test, failure, features, answer)) return known.entry;
  }
  return nullptr;
}

}  // namespace viewproof

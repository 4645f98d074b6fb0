#include "conformance/run/runner.h"

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "conformance/judge/plan.h"
#include "conformance/run/judge.h"
#include "conformance/run/prefixes.h"

namespace viewproof {
namespace {

// One run: a first pass, one for the cases that it put off, and a second look
// at the new failures.
class Passes {
 public:
  Passes(const Runner::Plan& plan, Executor& executor, const RunHooks& hooks,
         const std::atomic<bool>& stop)
      : plan_(plan),
        executor_(executor),
        hooks_(hooks),
        stop_(stop),
        planner_(executor.hello()),
        prefixes_(executor.hello()),
        judge_(executor.hello(), plan.demanded, plan.withouts) {}

  void First() {
    Run({}, [this](PlannedVector& asked, bool fits) {
      // A record is of the case as it was asked, witness reads included.
      const std::optional<SkipReason> reason =
          fits ? planner_.Plan(asked.vector, asked.worlds) : SkipReason::kDType;
      return !IsDoneBefore(asked.vector) && !IsSkipped(asked.vector, reason) &&
             !IsPutOff(asked.vector);
    });
  }

  void PutOff() {
    if (put_off_.empty()) return;
    Manner alone;
    alone.alone = true;
    std::size_t next = 0;
    Run(alone, [this, &next](PlannedVector& asked, bool) {
      const bool due =
          next < put_off_.size() && put_off_[next] == feed_->number();
      if (!due) return false;
      ++next;
      planner_.Plan(asked.vector, asked.worlds);
      return true;
    });
  }

  // Backwards, in one new process. Says why if that does not start.
  std::string Again() {
    if (again_.empty()) return "";
    std::vector<HeldVector*> sent;
    for (auto& [number, waiting] : again_) sent.push_back(&waiting);
    std::size_t next = sent.size();
    std::size_t done = sent.size();
    Manner fresh;
    fresh.fresh = true;
    if (hooks_.tick) {
      fresh.tick = [&] {
        hooks_.tick(done > 0 ? sent[done - 1]->record.id : std::string());
      };
    }
    Record record;
    try {
      executor_.Run(
          [&]() -> const Case* {
            return next == 0 || stop_ ? nullptr
                                      : &sent[--next]->asked.vector.test;
          },
          [&](const Case&, const Execution& execution) {
            HeldVector& waiting = *sent[--done];
            judge_(waiting.asked, execution, record);
            waiting.record.order = !hooks_.is_new_failure(record);
            waiting.record.again = false;
          },
          fresh);
    } catch (const AdapterFault&) {
      throw;
    } catch (const Infrastructure& error) {
      return error.what();
    }
    return "";
  }

  // Visits what waited for a second look.
  void VisitWaiting(bool looked_at) {
    for (auto& [number, waiting] : again_) {
      if (looked_at) waiting.record.again = false;
      hooks_.visit(waiting.asked.vector, waiting.record);
    }
  }

 private:
  struct HeldVector {
    PlannedVector asked;
    Record record;
  };

  struct SentVector {
    std::unique_ptr<PlannedVector> asked;
    int64_t number = 0;
  };

  template <typename IsDue>
  void Run(Manner manner, IsDue is_due) {
    feed_ = plan_.open();
    manner.known_death = hooks_.known_death;
    manner.fresh = hooks_.fresh;
    if (hooks_.tick) {
      manner.tick = [this] {
        hooks_.tick(sent_.empty() ? std::string()
                                  : sent_.front().asked->vector.test.id);
      };
    }
    do {
      executor_.Run([&] { return Next(is_due); },
                    [this](const Case& test, const Execution& execution) {
                      Done(test, execution);
                    },
                    manner);
    } while (!stop_ && !prefixes_.empty());
    sent_.clear();
    prefixes_.clear();
  }

  template <typename IsDue>
  const Case* Next(IsDue is_due) {
    if (stop_) return nullptr;
    if (const PlannedVector* prefix = prefixes_.Next())
      return &prefix->vector.test;
    if (free_.empty()) free_.push_back(std::make_unique<PlannedVector>());
    bool fits = true;
    while (!stop_ && feed_->Next(free_.back()->vector, fits)) {
      if (!is_due(*free_.back(), fits)) continue;
      sent_.push_back({std::move(free_.back()), feed_->number()});
      free_.pop_back();
      return &sent_.back().asked->vector.test;
    }
    return nullptr;
  }

  void Done(const Case& test, const Execution& execution) {
    const auto found = std::find_if(sent_.begin(), sent_.end(),
                                    [&test](const SentVector& sent) {
                                      return &sent.asked->vector.test == &test;
                                    });
    if (found == sent_.end()) {
      const PlannedVector& prefix = *prefixes_.Find(test);
      judge_(prefix, execution, record_);
      if (auto settled = prefixes_.Done(test, record_)) {
        Finish(*std::move(settled));
      }
      return;
    }
    std::unique_ptr<PlannedVector> asked = std::move(found->asked);
    const int64_t number = found->number;
    sent_.erase(found);
    judge_(*asked, execution, record_);
    if (!prefixes_.Doubts(*asked, record_)) {
      Finish(std::move(asked), number, !execution.confirmed);
    } else if (auto settled =
                   prefixes_.Take({std::move(asked), number, record_})) {
      Finish(*std::move(settled));
    }
  }

  void Finish(Prefixes::PrefixVerdict settled) {
    record_ = std::move(settled.record);
    Finish(std::move(settled.asked), settled.number, !settled.by_prefix);
  }

  // Holds or visits record_. `again`: if it is a new failure, it is run again.
  void Finish(std::unique_ptr<PlannedVector> asked, int64_t number,
              bool again) {
    if (IsDeath(record_.verdict)) ++deaths_[std::string(OpOfId(record_.id))];
    if (again && record_.verdict != Verdict::kPass &&
        !IsDeath(record_.verdict) && hooks_.is_new_failure &&
        hooks_.is_new_failure(record_)) {
      Hold(*asked, number);
    } else {
      hooks_.visit(asked->vector, record_);
    }
    free_.push_back(std::move(asked));
  }

  // Keeps the new failures that stand first in the plan.
  void Hold(const PlannedVector& asked, int64_t number) {
    record_.again = true;
    if (hooks_.hold) hooks_.hold(record_);
    again_.emplace(number, HeldVector{asked, record_});
    if (again_.size() <= Runner::kMaxAgain) return;
    const auto last = std::prev(again_.end());
    last->second.record.again = false;
    hooks_.visit(last->second.asked.vector, last->second.record);
    again_.erase(last);
  }

  bool IsDoneBefore(const Vector& vector) {
    if (!hooks_.earlier || !hooks_.earlier(vector, record_)) return false;
    hooks_.visit(vector, record_);
    return true;
  }

  bool IsSkipped(const Vector& vector, std::optional<SkipReason> reason) {
    if (!reason) return false;
    StartRecord(vector, record_);
    record_.verdict = Verdict::kSkip;
    record_.reason = reason;
    hooks_.visit(vector, record_);
    return true;
  }

  bool IsPutOff(const Vector& vector) {
    const auto deaths = deaths_.find(std::string(OpOfId(vector.test.id)));
    const bool later =
        (deaths != deaths_.end() && deaths->second >= Runner::kMaxDeaths) ||
        (hooks_.known_death && hooks_.known_death(vector.test));
    if (later) put_off_.push_back(feed_->number());
    return later;
  }

  const Runner::Plan& plan_;
  Executor& executor_;
  const RunHooks& hooks_;
  const std::atomic<bool>& stop_;
  Planner planner_;
  Prefixes prefixes_;
  Judge judge_;
  std::unique_ptr<Source> feed_;
  std::deque<SentVector> sent_;
  std::vector<std::unique_ptr<PlannedVector>> free_;
  // It is keyed by their number in the plan.
  std::map<int64_t, HeldVector> again_;
  std::vector<int64_t> put_off_;           // Numbers, in order.
  std::map<std::string, int64_t> deaths_;  // Confirmed, by the op in the id.
  Record record_;
};

}  // namespace

Runner::Runner(Plan plan, Executor& executor)
    : plan_(std::move(plan)), executor_(executor) {}

bool Runner::Run(const RunHooks& hooks, const std::atomic<bool>& stop) {
  Passes passes(plan_, executor_, hooks, stop);
  try {
    passes.First();
    if (!stop) passes.PutOff();
    if (!stop) not_again_ = passes.Again();
  } catch (...) {
    passes.VisitWaiting(false);
    throw;
  }
  passes.VisitWaiting(!stop);
  return !stop;
}

}  // namespace viewproof

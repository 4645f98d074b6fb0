#include "fuzz/fuzz.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/escape.h"
#include "conformance/case/text.h"
#include "conformance/gate/standing.h"
#include "conformance/report/progress.h"
#include "conformance/report/summary.h"
#include "conformance/run/runner.h"
#include "conformance/run/source.h"
#include "conformance/run/stop.h"
#include "fuzz/corpus.h"
#include "fuzz/fuzz_report.h"
#include "fuzz/print_finding.h"

namespace viewproof {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int64_t kRound = 500;    // Cases between two looks at the deaths.
constexpr int64_t kMaxDeaths = 3;  // Of an op until few of its cases are run.
constexpr int64_t kOneOf = 32;     // Of these, then.
constexpr int64_t kFewSteps = 100;
constexpr double kSlow = 20;  // Cases a second.
constexpr std::size_t kLooks = 200;  // Buckets that are looked at.

double SecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// The cases of one round. Ends when the time is over.
class Round : public Source {
 public:
  Round(Chains& chains, int64_t first, int64_t end,
        const std::set<std::string_view>& dying,
        std::function<bool()> is_over)
      : chains_(chains),
        number_(first - 1),
        end_(end),
        dying_(dying),
        is_over_(std::move(is_over)) {}

  bool Next(Vector& vector, bool& fits) override {
    fits = true;
    while (number_ + 1 < end_ && !is_over_()) {
      ++number_;
      if (!chains_.Draw(number_, vector)) {
        ++undrawn_;
      } else if (dying_.contains(vector.test.chain.back().op->name) &&
                 number_ % kOneOf != 0) {
        ++left_out_;
      } else {
        return true;
      }
    }
    return false;
  }

  int64_t number() const override { return number_; }
  int64_t undrawn() const { return undrawn_; }
  int64_t left_out() const { return left_out_; }

 private:
  Chains& chains_;
  int64_t number_;
  const int64_t end_;
  const std::set<std::string_view>& dying_;
  const std::function<bool()> is_over_;
  int64_t undrawn_ = 0;
  int64_t left_out_ = 0;
};

// The number at the end of an id.
int64_t NumberOf(const std::string& id) {
  return std::stoll(id.substr(id.rfind('-') + 1));
}

class Fuzz {
 public:
  Fuzz(const FuzzOptions& options, std::FILE* out)
      : options_(options),
        screen_(out),
        launch_(FindSubject(options.root, options.subject)),
        corpus_(options.corpus),
        executor_(launch_.start({options.jobs, 0, &StopFlag()})),
        standings_(gate(), executor_->hello()),
        chains_(executor_->hello(), gate(), options.chains),
        examiner_(*executor_, standings_.demanded(), withouts_, StopFlag(),
                  options.shrink) {
    if (gate() != nullptr) {
      withouts_ = gate()->withouts;
      known_ = FeaturesOfEntries(*gate(), options.root);
    }
  }

  ExitStatus Run() {
    const Hello& hello = executor_->hello();
    screen_.Print(fmt::format(
        "{} {} ({}), seed {}\n",
        screen_.Paint(Escaped(hello.name), Colour::kBold),
        Escaped(hello.version), Escaped(hello.device), options_.chains.seed));
    Replay();
    Draw();
    Examine();
    for (std::size_t k = 0; k < findings_.size(); ++k) {
      if (findings_[k].known == nullptr) {
        PrintFinding(screen_, k + 1, findings_[k], launch_, Command());
      }
    }
    PrintKnown();
    PrintCounts();
    Save();
    const int64_t known = std::ranges::count_if(
        findings_, [](const Finding& f) { return f.known != nullptr; });
    const auto count = std::ssize(findings_);
    screen_.Print(fmt::format("{} finding{} ({} known)\n", count,
                              count == 1 ? "" : "s", known));
    if (StopFlag()) return kInterrupted;
    return known == count ? kGreen : kRed;
  }

 private:
  const Gate* gate() const { return launch_.gate ? &*launch_.gate : nullptr; }

  // What replays the cases up to a number.
  std::string Command() const {
    std::string line = "tools/viewproof fuzz";
    if (!launch_.subject.empty()) line += " " + launch_.subject;
    for (const std::string& op : options_.chains.ops) line += " --ops " + op;
    for (const Profile profile : options_.chains.profiles) {
      line += fmt::format(" --profile {}", Name(profile));
    }
    line += fmt::format(" --seed {}", options_.chains.seed);
    return line;
  }

  bool IsOver() const {
    return StopFlag() || (options_.cases == 0 &&
                          SecondsSince(begin_) > options_.seconds);
  }

  // The cases of earlier runs, first.
  void Replay() {
    int64_t not_asked = 0;
    for (Vector& vector : corpus_.vectors) {
      Vector asked = vector;
      const auto record = examiner_.Ask(asked);
      if (!record || record->verdict == Verdict::kSkip) {
        ++not_asked;
      } else {
        Take(asked, *record, -1);
      }
    }
    if (corpus_.vectors.empty()) return;
    screen_.Print(fmt::format(
        "corpus: {} cases run{}\n", corpus_.vectors.size() - not_asked,
        not_asked == 0 ? "" : fmt::format(", {} not admitted", not_asked)));
  }

  void Draw() {
    begin_ = Clock::now();
    const int64_t end =
        options_.cases == 0 ? INT64_MAX : options_.first + options_.cases;
    Progress progress(options_.cases);
    for (next_ = options_.first; next_ < end && !IsOver();) {
      Source* source = nullptr;
      Runner runner({[&] {
                       auto round = std::make_unique<Round>(
                           chains_, next_, std::min(end, next_ + kRound),
                           dying_, [this] { return IsOver(); });
                       source = round_ = round.get();
                       return round;
                     },
                     standings_.demanded(), withouts_},
                    *executor_);
      RunHooks hooks;
      hooks.visit = [&](const Vector& vector, const Record& record) {
        Take(vector, record, NumberOf(record.id));
        progress.Add();
      };
      hooks.tick = [&](const std::string&) {
        progress.Tick(fmt::format("{:.0f} cases/s, {} suspects",
                                  Rate(), suspects_.size()),
                      executor_->trouble().deaths);
      };
      EndOfRound(runner, hooks);
    }
    seconds_ = SecondsSince(begin_);
  }

  // Runs a round; its cases up to where the time ended are done.
  void EndOfRound(Runner& runner, const RunHooks& hooks);

  double Rate() const {
    return static_cast<double>(judged_) / std::max(SecondsSince(begin_), 1e-3);
  }

  void Take(const Vector& vector, const Record& record, int64_t number) {
    if (record.verdict == Verdict::kSkip) {
      ++skipped_;
      return;
    }
    ++judged_;
    const auto failure = Reduce(record, standings_.demanded());
    const int64_t shown = failure ? failure->step : 0;
    const auto steps = std::ssize(vector.test.chain);
    for (int64_t k = 0; k < (shown == 0 ? steps : std::min(shown, steps));
         ++k) {
      ++steps_[vector.test.chain[k].op->name];
      const auto* error = k < std::ssize(vector.expect)
                              ? std::get_if<ErrorReply>(&vector.expect[k])
                              : nullptr;
      if (error != nullptr && error->kind) ++errors_[Name(*error->kind)];
    }
    if (!failure) return;
    ++failing_;
    if (IsDeath(record.verdict)) ++deaths_[vector.test.chain.back().op->name];
    suspects_.Add({number, vector, record}, *failure);
  }

  void Examine() {
    const auto buckets = suspects_.Sorted(standings_.demanded());
    std::set<std::string> seen;
    for (const Bucket& bucket : buckets) {
      if (looked_at_ == kLooks || StopFlag()) {
        not_looked_at_ += 1;
        continue;
      }
      ++looked_at_;
      for (const Suspect& suspect : bucket.first) {
        Finding finding = examiner_.Examine(suspect, bucket.failure);
        finding.hits = bucket.hits;
        finding.known = KnownOf(finding);
        const std::string key =
            fmt::format("{} {} {}", finding.failure.op,
                        finding.failure.difference, Text(finding.vector.test));
        if (seen.insert(key).second) {
          findings_.push_back(std::move(finding));
        } else {
          AddHits(key, finding);
        }
        if (findings_.back().repeats) break;
      }
    }
    std::ranges::stable_sort(findings_, {}, [this](const Finding& finding) {
      return finding.known != nullptr;
    });
  }

  void AddHits(const std::string& key, const Finding& finding) {
    for (Finding& other : findings_) {
      const std::string its =
          fmt::format("{} {} {}", other.failure.op, other.failure.difference,
                      Text(other.vector.test));
      if (its == key) other.hits += finding.hits;
    }
  }

  // The entry of the gate that has a finding.
  const KnownFailure* KnownOf(const Finding& finding) const {
    if (!finding.repeats) return nullptr;
    for (const KnownFeatures& known : known_) {
      if (Matches(*known.entry, finding.failure) &&
          (known.features & ~finding.features).none()) {
        return known.entry;
      }
    }
    return nullptr;
  }

  void PrintKnown() const {
    for (const Finding& finding : findings_) {
      if (finding.known == nullptr) continue;
      screen_.Print(fmt::format(
          "known: {} hits, {} {}: {}\n", Grouped(finding.hits),
          finding.failure.op, finding.failure.difference,
          Escaped(finding.known->reason)));
    }
  }

  void PrintCounts() const {
    const int64_t done = next_ - options_.first;
    screen_.Print(fmt::format("\n{} cases judged, {} failing, {:.0f} a second",
                              Grouped(judged_), Grouped(failing_),
                              static_cast<double>(judged_) /
                                  std::max(seconds_, 1e-3)));
    if (skipped_ + undrawn_ > 0) {
      screen_.Print(
          fmt::format(", {} not admitted", Grouped(skipped_ + undrawn_)));
    }
    if (left_out_ > 0) {
      screen_.Print(fmt::format(", {} left out: their op dies",
                                Grouped(left_out_)));
    }
    screen_.Print("\nsteps judged:" + Listed(steps_) + "\n");
    if (!errors_.empty()) screen_.Print("errors due:" + Listed(errors_) + "\n");
    std::string few;
    for (const std::string& op : executor_->hello().ops) {
      const auto found = steps_.find(op);
      const int64_t count = found == steps_.end() ? 0 : found->second;
      if (count < kFewSteps) few += fmt::format(" {} {}", op, count);
    }
    if (!few.empty()) {
      screen_.Print(fmt::format("judged in fewer than {} steps:{}\n", kFewSteps,
                                few));
    }
    if (not_looked_at_ > 0) {
      screen_.Print(fmt::format("{} more kinds of failures were not looked at\n",
                                not_looked_at_));
    }
    const double rate = static_cast<double>(judged_) / std::max(seconds_, 1e-3);
    if (rate < kSlow && judged_ > 0) {
      screen_.Print(fmt::format(
          "this subject is slow: {:.0f} s are {} cases\n", seconds_, judged_));
    }
    screen_.Print(fmt::format("the same cases again: {} --first {} --cases {}\n",
                              Command(), options_.first, done));
  }

  template <typename Counts>
  static std::string Listed(const Counts& counts) {
    std::string text;
    for (const auto& [name, count] : counts) {
      text += fmt::format(" {} {}", name, Grouped(count));
    }
    return text;
  }

  void Save() {
    for (const Finding& finding : findings_) corpus_.Save(finding);
    if (options_.report.empty()) return;
    WriteFuzzReport(
        options_.report,
        {executor_->hello(), launch_.name,
         gate() == nullptr ? "" : gate()->path, options_.chains.seed,
         options_.first, next_ - options_.first, judged_, skipped_ + undrawn_,
         left_out_, StopFlag()},
        findings_);
  }

  const FuzzOptions& options_;
  const Screen screen_;
  const Launch launch_;
  Corpus corpus_;
  const std::unique_ptr<Executor> executor_;
  const Standings standings_;
  std::vector<Without> withouts_;
  std::vector<KnownFeatures> known_;
  Chains chains_;
  Examiner examiner_;
  Suspects suspects_;
  std::vector<Finding> findings_;
  std::set<std::string_view> dying_;
  std::map<std::string_view, int64_t> deaths_;  // By the last op.
  std::map<std::string, int64_t, std::less<>> steps_;   // Judged, by op.
  std::map<std::string, int64_t, std::less<>> errors_;  // Due, by kind.
  Round* round_ = nullptr;
  Clock::time_point begin_ = Clock::now();
  double seconds_ = 0;
  int64_t next_ = 0;  // The first case that was not drawn.
  int64_t judged_ = 0;
  int64_t skipped_ = 0;
  int64_t undrawn_ = 0;
  int64_t left_out_ = 0;
  int64_t failing_ = 0;
  std::size_t looked_at_ = 0;
  int64_t not_looked_at_ = 0;
};

}  // namespace
}  // namespace viewproof

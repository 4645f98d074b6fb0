#include "conformance/run/runner.h"

#include <fnmatch.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/golden_file/golden.h"
#include "conformance/judge/blame.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/exchange.h"
#include "conformance/judge/plan.h"
#include "conformance/judge/relation.h"

namespace viewproof {
namespace {

constexpr std::size_t kMaxStderr = 2048;  // Bytes kept of a failing case.

// The vectors of a plan, each followed by its variants in the plan's dtypes.
class Feed {
 public:
  explicit Feed(const RunPlan& plan) : plan_(plan) {}

  // Sets `fits` to whether the dtype can hold the vector. False at the end.
  bool Next(Vector& vector, bool& fits) {
    fits = true;
    for (; next_dtype_ < plan_.dtypes.size(); ++next_dtype_) {
      if (!CanExchange(original_, plan_.dtypes[next_dtype_])) continue;
      vector = original_;
      fits = Exchange(vector, plan_.dtypes[next_dtype_++]);
      return true;
    }
    if (!Read(vector)) return false;
    if (!plan_.dtypes.empty()) {
      original_ = vector;
      next_dtype_ = 0;
    }
    return true;
  }

 private:
  bool Read(Vector& vector) {
    while (true) {
      if (!reader_) {
        if (next_file_ == plan_.files.size()) return false;
        reader_.emplace(plan_.files[next_file_++], ids_);
      }
      if (!reader_->Next(vector)) {
        reader_.reset();
      } else if (plan_.only.empty() ||
                 fnmatch(plan_.only.c_str(), vector.test.id.c_str(), 0) == 0) {
        return true;
      }
    }
  }

  const RunPlan& plan_;
  IdSet ids_;
  std::size_t next_file_ = 0;
  std::optional<VectorReader> reader_;
  Vector original_;
  std::size_t next_dtype_ = SIZE_MAX;
};

void Start(const Vector& vector, Record& record) {
  record.id = vector.test.id;
  record.dtype = vector.test.base.dtype;
  record.profile = vector.profile;
  record.verdict = Verdict::kPass;
  record.reason.reset();
  record.detail.clear();
  record.step = 0;
  record.op.clear();
  record.stderr_tail.clear();
  record.waived.clear();
  record.differences.clear();
  record.order = false;
  record.world = World::kExpect;
  record.steps = static_cast<int64_t>(vector.test.chain.size());
  record.elements = Numel(FilledSizes(vector.test.base)).value_or(kMaxBase);
  record.message.clear();
  record.misspelt = false;
}

Verdict VerdictOf(Execution::Kind kind) {
  switch (kind) {
    case Execution::Kind::kCrash:
      return Verdict::kCrash;
    case Execution::Kind::kTimeout:
      return Verdict::kTimeout;
    case Execution::Kind::kProtocolError:
      return Verdict::kProtocolError;
    case Execution::Kind::kReply:
      return Verdict::kPass;
  }
  return Verdict::kPass;
}

bool IsMisspelt(const Reply& reply) {
  return std::any_of(reply.steps.begin(), reply.steps.end(),
                     [](const Outcome& outcome) {
                       const auto* error = std::get_if<ErrorReply>(&outcome);
                       return error != nullptr && error->misspelt;
                     });
}

// The message of an error of another kind than expected; or empty.
std::string MessageOf(const std::vector<Difference>& differences,
                      const Reply& reply) {
  for (const Difference& d : differences) {
    if (d.kind != DifferenceKind::kKind) continue;
    const auto* error = std::get_if<ErrorReply>(&reply.steps[d.step - 1]);
    if (error != nullptr) return error->message;
  }
  return "";
}

std::string LastOf(const std::string& text) {
  return text.size() <= kMaxStderr ? text
                                   : text.substr(text.size() - kMaxStderr);
}

// Turns executions into records.
class Judge {
 public:
  Judge(const Hello& hello, const RunPlan& plan)
      : comparator_(hello, plan.demanded), withouts_(plan.withouts) {}

  void operator()(const Vector& vector, const Execution& execution,
                  Record& record) {
    Start(vector, record);
    record.waived = WaivedOf(vector, withouts_);
    comparator_.Compare(vector, execution.reply, judgement_, record.waived);
    record.differences.swap(judgement_.differences);
    record.world = judgement_.world;
    Relate(vector.test,
           record.world == World::kOr ? vector.alternative : vector.expect,
           execution.reply, record.differences);
    record.message = MessageOf(record.differences, execution.reply);
    record.misspelt = IsMisspelt(execution.reply);
    record.verdict = VerdictOf(execution.kind);
    if (record.verdict == Verdict::kPass) {
      if (!record.differences.empty()) record.verdict = Verdict::kFail;
      return;
    }
    record.step = execution.step;
    record.detail = execution.detail;
    record.op = BlamedForDeath(vector.test, execution.step);
    record.stderr_tail = LastOf(execution.stderr_tail);
  }

 private:
  Comparator comparator_;
  const std::vector<Without>& withouts_;
  Judgement judgement_;
};

}  // namespace

Runner::Runner(RunPlan plan, Executor& executor, Start start)
    : plan_(std::move(plan)), executor_(executor), start_(std::move(start)) {}

bool Runner::Run(const IsNewFailure& is_new_failure, const Visit& visit,
                 const std::atomic<bool>& stop) {
  const Hello& hello = executor_.hello();
  Feed feed(plan_);
  Judge judge(hello, plan_);
  std::deque<std::unique_ptr<Vector>> sent;
  std::vector<std::unique_ptr<Vector>> free;
  std::vector<Again> again;
  Record record;
  auto next = [&]() -> const Case* {
    if (free.empty()) free.push_back(std::make_unique<Vector>());
    bool fits = true;
    while (!stop && feed.Next(*free.back(), fits)) {
      const Vector& vector = *free.back();
      const std::optional<SkipReason> reason =
          fits ? ReasonToSkip(vector, hello) : SkipReason::kDType;
      if (!reason) {
        sent.push_back(std::move(free.back()));
        free.pop_back();
        return &sent.back()->test;
      }
      viewproof::Start(vector, record);
      record.verdict = Verdict::kSkip;
      record.reason = reason;
      visit(vector, record);
    }
    return nullptr;
  };
  auto done = [&](const Case&, const Execution& execution) {
    const Vector& vector = *sent.front();
    judge(vector, execution, record);
    if (record.verdict != Verdict::kPass && again.size() < kMaxAgain &&
        is_new_failure(record)) {
      again.push_back({vector, record});
    } else {
      visit(vector, record);
    }
    free.push_back(std::move(sent.front()));
    sent.pop_front();
  };
  executor_.Run(next, done);
  if (!stop) RunAgain(again, is_new_failure);
  for (const Again& failure : again) visit(failure.vector, failure.record);
  return !stop;
}

void Runner::RunAgain(std::vector<Again>& failures,
                      const IsNewFailure& is_new) {
  if (failures.empty()) return;
  const std::unique_ptr<Executor> executor = start_();
  Judge judge(executor->hello(), plan_);
  std::size_t sent = failures.size();
  std::size_t done_with = failures.size();
  Record record;
  executor->Run(
      [&]() -> const Case* {
        return sent == 0 ? nullptr : &failures[--sent].vector.test;
      },
      [&](const Case&, const Execution& execution) {
        Again& failure = failures[--done_with];
        judge(failure.vector, execution, record);
        failure.record.order = !is_new(record);
      });
}

}  // namespace viewproof

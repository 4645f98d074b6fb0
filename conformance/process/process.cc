#include "conformance/process/process.h"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/decode.h"
#include "conformance/case/protocol.h"
#include "conformance/process/adapter_process.h"
#include "conformance/process/connection.h"
#include "conformance/process/reply_check.h"

namespace viewproof {
namespace {

using Event = Connection::Event;

constexpr std::size_t kMaxBatchesOut = 2;
constexpr double kMaxBatchSeconds = 60;
constexpr int kMaxProbeStarts = 4;
constexpr int kMaxErrorsInARow = 10;
constexpr int kMaxUnexplained = 3;
constexpr std::size_t kShown = 80;  // Bytes of a malformed line.
constexpr std::string_view kWrongId = "a reply with the id of another case";

// Why a process will send no more replies.
struct Fault {
  Execution::Kind kind = Execution::Kind::kCrash;
  std::string detail;
};

// Sends cases to a process and reads its replies.
class Dialogue {
 public:
  explicit Dialogue(AdapterProcess& process)
      : process_(process), check_(process.hello()) {}

  void Send(const std::vector<const Case*>& cases) {
    request_.clear();
    AppendRunRequest(cases, request_);
    process_.connection().Send(request_);
  }

  // Waits for the reply to `test`, one of `waiting` cases of one request.
  // `is_last`: no reply may follow it. Throws AdapterFault.
  std::optional<Fault> Receive(const Case& test, std::size_t waiting,
                               bool is_last, Execution& execution);

 private:
  double Limit(std::size_t waiting) const;
  std::optional<Fault> Read(const Case& test, Execution& execution);
  std::optional<Fault> Refuse(const Case& test, const std::string& why,
                              Execution& execution);
  Fault BrokenFraming(std::string_view detail);

  AdapterProcess& process_;
  const ReplyCheck check_;
  Decoder decoder_;
  std::string request_;
  int errors_in_a_row_ = 0;
};

double Dialogue::Limit(std::size_t waiting) const {
  const Hello& hello = process_.hello();
  if (!hello.answers_batch) return hello.case_seconds;
  return std::min(static_cast<double>(waiting) * hello.case_seconds,
                  std::max(kMaxBatchSeconds, hello.case_seconds));
}

std::optional<Fault> Dialogue::Receive(const Case& test, std::size_t waiting,
                                       bool is_last, Execution& execution) {
  Connection& connection = process_.connection();
  const double limit = Limit(waiting);
  switch (connection.Wait(limit)) {
    case Event::kDeath:
      return Fault{Execution::Kind::kCrash, Text(*connection.death())};
    case Event::kDeadline:
      return Fault{Execution::Kind::kTimeout,
                   fmt::format("no reply for {} s", limit)};
    case Event::kOverlong:
      return BrokenFraming("a line of over 1 MiB");
    case Event::kLine:
      break;
  }
  std::optional<Fault> fault = Read(test, execution);
  if (!fault && is_last && connection.HasMore()) {
    return BrokenFraming("a line that nobody asked for");
  }
  return fault;
}

std::optional<Fault> Dialogue::Read(const Case& test, Execution& execution) {
  try {
    decoder_.Read(process_.connection().line(), test, execution.reply);
    check_.Check(test, execution.reply);
  } catch (const BadInput& e) {
    return Refuse(test, e.what(), execution);
  }
  if (execution.reply.id != test.id) return BrokenFraming(kWrongId);
  errors_in_a_row_ = 0;
  return std::nullopt;
}

// Handles a wrong reply. The process is kept only if the reply has the id of
// `test`.
std::optional<Fault> Dialogue::Refuse(const Case& test, const std::string& why,
                                      Execution& execution) {
  const std::string_view line = process_.connection().line();
  const std::optional<std::string> id = IdOfLine(line);
  if (!id) {
    return BrokenFraming(fmt::format("not a JSON object: {:?}",
                                     std::string(line.substr(0, kShown))));
  }
  if (*id != test.id) return BrokenFraming(kWrongId);
  if (++errors_in_a_row_ == kMaxErrorsInARow) {
    throw AdapterFault(fmt::format(
        "{} replies in a row are wrong, the last: {}", errors_in_a_row_, why));
  }
  execution.kind = Execution::Kind::kProtocolError;
  execution.detail = why;
  execution.reply = {};
  return std::nullopt;
}

Fault Dialogue::BrokenFraming(std::string_view detail) {
  if (const auto death = process_.connection().DyingOfSignal()) {
    return {Execution::Kind::kCrash, Text(*death)};
  }
  return {Execution::Kind::kProtocolError, std::string(detail)};
}

class ProcessExecutor : public Executor {
 public:
  explicit ProcessExecutor(AdapterCommand command)
      : process_(std::move(command)), dialogue_(process_) {}

  const Hello& hello() const override { return process_.hello(); }
  void Run(const Next& next, const Done& done) override;

 private:
  // Leaves a living process to which nothing has been sent.
  void StartAgain();

  // Sends what may be sent; false if no reply is left to wait for.
  bool SendBatches(const Next& next);
  void TakeReply(const Done& done);
  void TakeFault(const Fault& fault, const Done& done);
  void CountUnexplained();
  void Finish(Execution execution, const Done& done);

  // Finds the step of a crash or time-out by running prefixes of the chain.
  void FindStep(const Case& test, Execution& verdict);

  AdapterProcess process_;
  Dialogue dialogue_;
  std::deque<const Case*> cases_;  // Not done; the first out_ of them are sent.
  std::deque<std::size_t> batches_;  // Unanswered cases of each batch.
  std::size_t out_ = 0;              // Their sum.
  std::size_t one_by_one_ = 0;       // How many cases are still sent alone.
  Fault first_fault_;                // Why they are sent alone.
  int unexplained_ = 0;              // Faults that did not occur again then.
};

void ProcessExecutor::Run(const Next& next, const Done& done) {
  cases_.clear();
  one_by_one_ = 0;
  if (out_ > 0) process_.End();
  StartAgain();
  while (SendBatches(next)) TakeReply(done);
}

void ProcessExecutor::StartAgain() {
  if (process_.ended()) process_.Restart();
  batches_.clear();
  out_ = 0;
}

bool ProcessExecutor::SendBatches(const Next& next) {
  const std::size_t batches = one_by_one_ > 0 ? 1 : kMaxBatchesOut;
  const std::size_t size = one_by_one_ > 0 ? 1 : hello().batch;
  while (batches_.size() < batches) {
    while (cases_.size() < out_ + size) {
      const Case* test = next();
      if (test == nullptr) break;
      cases_.push_back(test);
    }
    const std::size_t count = std::min(size, cases_.size() - out_);
    if (count == 0) break;
    const auto first = cases_.begin() + out_;
    dialogue_.Send({first, first + count});
    batches_.push_back(count);
    out_ += count;
  }
  return out_ > 0;
}

void ProcessExecutor::TakeReply(const Done& done) {
  Execution execution;
  if (const auto fault = dialogue_.Receive(*cases_.front(), batches_.front(),
                                           out_ == 1, execution)) {
    return TakeFault(*fault, done);
  }
  --out_;
  if (--batches_.front() == 0) batches_.pop_front();
  if (one_by_one_ > 0 && --one_by_one_ == 0) CountUnexplained();
  Finish(std::move(execution), done);
}

// If the case was sent alone, the fault is its verdict. Otherwise any of the
// unanswered cases may be the cause, and they are sent again one by one.
void ProcessExecutor::TakeFault(const Fault& fault, const Done& done) {
  if (one_by_one_ == 0) {
    one_by_one_ = out_;
    first_fault_ = fault;
    process_.End();
    return StartAgain();
  }
  Execution verdict;
  verdict.kind = fault.kind;
  verdict.detail = fault.detail;
  verdict.stderr_tail = process_.connection().stderr_tail();
  process_.End();
  if (fault.kind != Execution::Kind::kProtocolError) {
    FindStep(*cases_.front(), verdict);
  }
  StartAgain();
  one_by_one_ = 0;
  Finish(std::move(verdict), done);
}

// Called when every case of a failed batch was answered alone. A crash may have
// a cause outside of the cases; broken framing is the adapter's fault.
void ProcessExecutor::CountUnexplained() {
  if (first_fault_.kind != Execution::Kind::kProtocolError) return;
  if (++unexplained_ < kMaxUnexplained) return;
  throw AdapterFault(fmt::format("{} times, in batches only: {}", unexplained_,
                                 first_fault_.detail));
}

void ProcessExecutor::Finish(Execution execution, const Done& done) {
  const Case& test = *cases_.front();
  cases_.pop_front();
  done(test, std::move(execution));
}

void ProcessExecutor::FindStep(const Case& test, Execution& verdict) {
  Case prefix = test;
  std::size_t lives = 0;
  std::size_t dies = test.chain.size();
  for (int starts = 0; dies > lives + 1;) {
    if (process_.ended()) {
      if (starts++ == kMaxProbeStarts) break;
      process_.Restart();
    }
    const std::size_t middle = (lives + dies) / 2;
    prefix.chain.assign(test.chain.begin(), test.chain.begin() + middle);
    dialogue_.Send({&prefix});
    Execution probe;
    const auto fault = dialogue_.Receive(prefix, 1, true, probe);
    if (fault) process_.End();
    if (fault && fault->kind == verdict.kind) {
      dies = middle;
    } else {
      lives = middle;
      verdict.reply = std::move(probe.reply);
    }
  }
  verdict.step = static_cast<int64_t>(dies);
}

}  // namespace

std::unique_ptr<Executor> Spawn(AdapterCommand command) {
  signal(SIGPIPE, SIG_IGN);
  return std::make_unique<ProcessExecutor>(std::move(command));
}

}  // namespace viewproof

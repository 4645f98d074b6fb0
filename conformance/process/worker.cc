#include "conformance/process/worker.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/line_buffer.h"
#include "conformance/case/protocol.h"

namespace viewproof {
namespace {

using Kind = Execution::Kind;

constexpr std::size_t kMaxBatchesOut = 2;
constexpr double kMaxBatchSeconds = 60;
constexpr int kMaxFailedStarts = 3;
constexpr int64_t kMaxDeadlines = 3;  // A new hang may miss so many.
constexpr int kMaxErrorsInARow = 10;
constexpr int kMaxStrayFraming = 3;
constexpr std::size_t kShown = 80;  // Bytes of a line that is no reply.
constexpr std::string_view kFraming = "framing";
constexpr std::string_view kWrongId = "a reply with the id of another case";

std::string Quoted(std::string_view line) {
  return fmt::format("{:?}", std::string(line.substr(0, kShown)));
}

}  // namespace

void Worker::Begin(const Manner& manner) {
  manner_ = manner;
  if (manner.fresh || !out_.empty()) End();
  waiting_.clear();
  suspects_.clear();
  cleared_.clear();
  faults_.clear();
  opened_.clear();
  probe_.reset();
  batch_ = starter_.hello().batch;
}

void Worker::Start() {
  if (connection_ != nullptr) return;
  connection_ = starter_.Start();
  greeted_ = false;
  noisy_lines_ = 0;
  noise_bytes_ = 0;
  deadline_.Set(starter_.command().start_seconds);
}

void Worker::SayBye() {
  if (connection_ != nullptr) connection_->Send(ByeRequest());
}

void Worker::End(double seconds) {
  if (connection_ != nullptr && seconds > 0) {
    const std::optional<Death> death = LetEnd(*connection_, seconds);
    if (death && death->signal != 0) {
      ++starter_.trouble.late_deaths[Word(*death)];
    }
  }
  connection_.reset();
  greeted_ = false;
  out_.clear();
  batches_.clear();
}

// From here on: requests.

bool Worker::HasWork(const Executor::Next& next) {
  if (probe_ || !suspects_.empty() || !out_.empty() || !waiting_.empty()) {
    return true;
  }
  if (const Case* test = next()) waiting_.push_back(test);
  return !waiting_.empty();
}

bool Worker::Feed(const Executor::Next& next) {
  if (!HasWork(next)) return false;
  Start();
  if (!greeted_) return true;
  if (probe_ || !suspects_.empty()) {
    const Case* alone = probe_ ? &probe_->prefix : suspects_.front();
    if (out_.empty()) Send({&alone, 1});
    return true;
  }
  const std::size_t size = manner_.alone ? 1 : batch_;
  // After a long batch, the next is for the process that is free first.
  const bool one = manner_.alone || starter_.hello().answers_batch;
  while (batches_.size() < (one ? 1 : kMaxBatchesOut)) {
    while (waiting_.size() < size) {
      const Case* test = next();
      if (test == nullptr) break;
      waiting_.push_back(test);
    }
    if (waiting_.empty()) break;
    const std::size_t count = std::min(size, waiting_.size());
    Send(std::vector(waiting_.begin(), waiting_.begin() + count));
    waiting_.erase(waiting_.begin(), waiting_.begin() + count);
  }
  return true;
}

void Worker::Send(std::span<const Case* const> cases) {
  request_.clear();
  AppendRunRequest({cases.begin(), cases.end()}, request_);
  connection_->Send(request_);
  const bool first = out_.empty();
  out_.insert(out_.end(), cases.begin(), cases.end());
  batches_.push_back(cases.size());
  if (first) deadline_.Set(Limit());
}

// The deadline.

double Worker::Limit() const {
  const Hello& hello = starter_.hello();
  if (!hello.answers_batch) return hello.case_seconds;
  return std::min(static_cast<double>(batches_.front()) * hello.case_seconds,
                  std::max(kMaxBatchSeconds, hello.case_seconds));
}

void Worker::LookAtDeadline(const Executor::Done& done) {
  if (!deadline_.HasPassed(*connection_)) return;
  const double seconds = deadline_.seconds();
  if (!greeted_) return FailStart(fmt::format("nothing for {} s", seconds));
  if (noisy_lines_ > 0) {
    const std::string what = fmt::format("not a reply: {}", noise_);
    return TakeFault({Kind::kProtocolError, what, std::string(kFraming)}, done);
  }
  ++starter_.trouble.deadlines;
  TakeFault(
      {Kind::kTimeout, fmt::format("no reply for {} s", seconds), "timeout"},
      done);
}

// From here on: answers.

void Worker::AddTo(std::vector<pollfd>& polled) const {
  connection_->AddTo(polled);
}

void Worker::Handle(std::span<const pollfd, Connection::kPolled> polled,
                    const Executor::Done& done) {
  connection_->Handle(polled);
  const auto waits = [this] {
    return connection_ != nullptr && (!greeted_ || !out_.empty());
  };
  bool silent = true;
  while (waits()) {
    const std::optional<Event> event = connection_->Next();
    if (!event) break;
    silent = false;
    if (greeted_) {
      Take(*event, done);
    } else {
      Greet(*event);
    }
  }
  if (silent && waits()) LookAtDeadline(done);
}

void Worker::Greet(Event event) {
  switch (event) {
    case Event::kDeath:
      if (const auto why = connection_->Refusal()) {
        throw Infrastructure(
            why->empty() ? starter_.WithCommand("exit 3 before its hello, and "
                                                "nothing on standard error")
                         : *why);
      }
      return FailStart(Text(*connection_->death()));
    case Event::kOverlong:
      throw AdapterFault(starter_.WithCommand(
          fmt::format("hello: a line of {}", kOverMaxLine)));
    case Event::kLine:
      break;
  }
  if (!connection_->line().starts_with('{')) return TakeNoise({});
  try {
    starter_.TakeHello(connection_->line());
  } catch (const BadInput& e) {
    if (const auto signal = connection_->DyingOfSignal()) {
      return FailStart(Text(*signal));
    }
    throw AdapterFault(
        starter_.WithCommand(fmt::format("hello: {}", e.what())));
  }
  if (!check_) check_.emplace(starter_.hello());
  connection_->ForgetError();
  greeted_ = true;
  fresh_ = true;
  CountNoise();
  failed_starts_ = 0;
}

void Worker::FailStart(const std::string& how) {
  const std::string tail = connection_->stderr_tail();
  End();
  if (++failed_starts_ < kMaxFailedStarts) return Start();
  failed_starts_ = 0;
  throw Infrastructure(starter_.WithCommand(
      fmt::format("{} before its hello, {} times in a row\n{}", how,
                  kMaxFailedStarts, tail)));
}

void Worker::Take(Event event, const Executor::Done& done) {
  switch (event) {
    case Event::kDeath: {
      const Death death = *connection_->death();
      return TakeFault({Kind::kCrash, Text(death), Word(death)}, done);
    }
    case Event::kOverlong:
      return TakeFault(BrokenFraming(fmt::format("a line of {}", kOverMaxLine)),
                       done);
    case Event::kLine:
      break;
  }
  if (!connection_->line().starts_with('{')) return TakeNoise(done);
  Execution execution;
  std::optional<Fault> fault = Read(*out_.front(), execution);
  if (!fault && out_.size() == 1 && connection_->HasMore()) {
    fault = BrokenFraming("a line that nobody asked for");
  }
  if (fault) return TakeFault(*fault, done);
  TakeAnswer(std::move(execution), done);
}

void Worker::TakeNoise(const Executor::Done& done) {
  const std::string_view line = connection_->line();
  if (noisy_lines_++ == 0) noise_ = Quoted(line);
  noise_bytes_ += line.size() + 1;
  if (noise_bytes_ <= kMaxLine) return;
  if (!greeted_) {
    throw AdapterFault(starter_.WithCommand(
        fmt::format("{} before its hello that is none", kOverMaxLine)));
  }
  TakeFault(BrokenFraming(fmt::format("{} between two replies that is none",
                                      kOverMaxLine)),
            done);
}

// A process's lines while it dies are not counted: its death is told.
void Worker::CountNoise() {
  if (noisy_lines_ == 0) return;
  Trouble& trouble = starter_.trouble;
  if (trouble.noisy_lines == 0) trouble.noise = noise_;
  trouble.noisy_lines += noisy_lines_;
  noisy_lines_ = 0;
  noise_bytes_ = 0;
}

std::optional<Worker::Fault> Worker::Read(const Case& test,
                                          Execution& execution) {
  try {
    decoder_.Read(connection_->line(), test, execution.reply);
    check_->Check(test, execution.reply);
  } catch (const BadInput& e) {
    return Refuse(test, e.what(), execution);
  }
  if (execution.reply.id != test.id) return BrokenFraming(kWrongId);
  errors_in_a_row_ = 0;
  return std::nullopt;
}

// Handles a wrong reply. The process is kept only if the reply has the id of
// `test`.
std::optional<Worker::Fault> Worker::Refuse(const Case& test,
                                            const std::string& why,
                                            Execution& execution) {
  const std::string_view line = connection_->line();
  const std::optional<std::string> id = IdOfLine(line);
  if (!id) return BrokenFraming("not a JSON object: " + Quoted(line));
  if (*id != test.id) return BrokenFraming(kWrongId);
  if (++errors_in_a_row_ == kMaxErrorsInARow) {
    throw AdapterFault(fmt::format(
        "{} replies in a row are wrong, the last: {}", errors_in_a_row_, why));
  }
  execution.kind = Kind::kProtocolError;
  execution.detail = why;
  execution.reply = {};
  return std::nullopt;
}

Worker::Fault Worker::BrokenFraming(std::string_view detail) {
  if (const auto death = connection_->DyingOfSignal()) {
    return {Kind::kCrash, Text(*death), Word(*death)};
  }
  return {Kind::kProtocolError, std::string(detail), std::string(kFraming)};
}

void Worker::TakeAnswer(Execution execution, const Executor::Done& done) {
  fresh_ = false;
  ++answers_;
  CountNoise();
  const Case& test = *out_.front();
  out_.pop_front();
  if (--batches_.front() == 0) {
    batches_.pop_front();
    batch_ = std::min<std::size_t>(2 * batch_, starter_.hello().batch);
  }
  if (!out_.empty()) deadline_.Set(Limit());
  if (probe_) return TakeProbe(false, std::move(execution.reply), done);
  if (!suspects_.empty()) {
    retrying_ = retries_ > 0;
    if (retries_-- > 0) return;  // It is sent once more.
    suspects_.pop_front();
    cleared_.emplace_back(&test, std::move(execution));
    if (!suspects_.empty()) return;
    CountStray();
    return TellCleared(done);
  }
  done(test, std::move(execution));
}

// Deaths.

std::optional<int64_t> Worker::KnownDeath(const Case& test) const {
  return manner_.known_death ? manner_.known_death(test) : std::nullopt;
}

// Returns whether it is the front case that kills: it is known to, or has died
// before and dies again, alone in a new process.
bool Worker::IsConfirmed(const Fault& fault) const {
  if (!suspects_.empty()) return fresh_ || retrying_;
  return fault.kind != Kind::kProtocolError && out_.size() == 1 &&
         KnownDeath(*out_.front());
}

void Worker::TakeFault(const Fault& fault, const Executor::Done& done) {
  if (fault.kind != Kind::kProtocolError) starter_.NoteDeath();
  const std::string tail = connection_->stderr_tail();
  if (probe_) {
    End();
    return TakeProbe(fault.kind != Kind::kProtocolError, {}, done);
  }
  if (IsConfirmed(fault)) return Confirm(fault, tail, done);
  faults_.push_back(fault);
  if (suspects_.empty()) {
    suspects_ = out_;
    retries_ = starter_.command().retries;
    retrying_ = false;
  }
  Open(fault);
  End();
}

void Worker::Confirm(const Fault& fault, const std::string& tail,
                     const Executor::Done& done) {
  const Case& test = *out_.front();
  Execution verdict;
  verdict.kind = fault.kind;
  verdict.detail = fault.detail;
  verdict.stderr_tail = tail;
  verdict.confirmed = !suspects_.empty();
  const bool spent =
      fault.kind == Kind::kTimeout && std::ssize(faults_) + 1 >= kMaxDeadlines;
  End();
  faults_.clear();
  CloseOpened();
  TellCleared(done);
  if (!suspects_.empty()) suspects_.pop_front();
  waiting_.insert(waiting_.begin(), suspects_.begin(), suspects_.end());
  suspects_.clear();
  batch_ = 1;
  if (fault.kind == Kind::kProtocolError) return done(test, std::move(verdict));
  if (const auto step = KnownDeath(test)) {
    verdict.step = *step;
    return done(test, std::move(verdict));
  }
  StartProbe(test, std::move(verdict), spent ? 0 : 1, done);
}

void Worker::CountStray() {
  CloseOpened();
  for (const Fault& fault : std::exchange(faults_, {})) {
    const int64_t count = ++starter_.trouble.stray_deaths[fault.word];
    if (fault.word == kFraming && count == kMaxStrayFraming) {
      throw AdapterFault(
          fmt::format("{} times, in batches only: {}", count, fault.detail));
    }
  }
  batch_ = 1;
}

}  // namespace viewproof

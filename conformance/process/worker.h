#ifndef VIEWPROOF_CONFORMANCE_PROCESS_WORKER_H_
#define VIEWPROOF_CONFORMANCE_PROCESS_WORKER_H_

#include <poll.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/decode.h"
#include "conformance/process/connection.h"
#include "conformance/process/deadline.h"
#include "conformance/process/executor.h"
#include "conformance/process/reply_check.h"
#include "conformance/process/starter.h"

namespace viewproof {

// Runs cases in one process of an adapter at a time, and never waits: see
// Spawn for what it does about deaths. To be fed, polled and handled in turn.
class Worker {
 public:
  explicit Worker(Starter& starter) : starter_(starter) {}

  // Prepares a run; forgets what is left of one that was broken off.
  void Begin(const Manner& manner);

  // Starts a process, if none runs.
  void Start();
  // Returns whether the process has answered hello.
  bool greeted() const { return greeted_; }

  // Sends what may be sent; false if it has nothing to do and `next` gives no
  // more. Throws Infrastructure.
  bool Feed(const Executor::Next& next);

  void AddTo(std::vector<pollfd>& polled) const;
  // Takes what has come, and looks at the deadline. Throws Infrastructure.
  void Handle(std::span<const pollfd, Connection::kPolled> polled,
              const Executor::Done& done);
  bool has_process() const { return connection_ != nullptr; }
  // Returns whether a whole batch is out after the one that is being answered.
  bool IsAhead() const { return batches_.size() > 1; }
  // Returns how many cases were answered.
  int64_t answers() const { return answers_; }

  void SayBye();
  // Gives the process this long to leave, and ends it.
  void End(double seconds = 0);

 private:
  using Event = Connection::Event;

  // Says why a process will send no more replies.
  struct Fault {
    Execution::Kind kind = Execution::Kind::kCrash;
    std::string detail;
    std::string word;  // A word of a death: see Trouble.
  };

  // Looks for the step of a death by running prefixes of the chain.
  struct Probe {
    const Case* test = nullptr;
    Execution verdict;
    Case prefix;
    std::size_t lives = 0;  // The longest prefix known to live,
    std::size_t dies = 0;   // and the shortest known to die.
    int left = 0;           // Says how many more may be run.
  };

  bool HasWork(const Executor::Next& next);
  void Send(std::span<const Case* const> cases);
  double Limit() const;

  void Greet(Event event);
  void FailStart(const std::string& how);
  void Take(Event event, const Executor::Done& done);
  void TakeNoise(const Executor::Done& done);
  void CountNoise();
  void TakeAnswer(Execution execution, const Executor::Done& done);
  void TakeFault(const Fault& fault, const Executor::Done& done);
  void LookAtDeadline(const Executor::Done& done);
  std::optional<Fault> Read(const Case& test, Execution& execution);
  std::optional<Fault> Refuse(const Case& test, const std::string& why,
                              Execution& execution);
  Fault BrokenFraming(std::string_view detail);
  bool IsConfirmed(const Fault& fault) const;
  void Confirm(const Fault& fault, const std::string& tail,
               const Executor::Done& done);
  // Called when every case that was out at a fault was answered alone.
  void CountStray();
  void Open(const Fault& fault);
  void CloseOpened();
  void TellCleared(const Executor::Done& done);

  void StartProbe(const Case& test, Execution verdict, int prefixes_of_hang,
                  const Executor::Done& done);
  void TakeProbe(bool dead, Reply reply, const Executor::Done& done);
  std::optional<int64_t> KnownDeath(const Case& test) const;

  Starter& starter_;
  Manner manner_;
  std::unique_ptr<Connection> connection_;
  bool greeted_ = false;
  bool fresh_ = false;  // No case was answered since its hello.
  int failed_starts_ = 0;

  std::optional<ReplyCheck> check_;
  Decoder decoder_;
  std::string request_;
  int errors_in_a_row_ = 0;
  int64_t answers_ = 0;
  int64_t noisy_lines_ = 0;  // Since the last reply.
  std::size_t noise_bytes_ = 0;
  std::string noise_;  // The first of these lines.

  Deadline deadline_;

  std::size_t batch_ = 0;            // Cases of the next batch.
  std::deque<const Case*> waiting_;  // Sent before what `next` gives.
  std::deque<const Case*> out_;
  std::deque<std::size_t> batches_;   // Unanswered cases of each batch.
  std::deque<const Case*> suspects_;  // Were out at a fault: sent alone.
  // Those that were answered alone: nobody takes them for done before their
  // fault is explained, so that a run that is killed and goes on meets it
  // again.
  std::vector<std::pair<const Case*, Execution>> cleared_;
  std::vector<Fault> faults_;      // These, until they are explained.
  std::vector<OpenDeath> opened_;  // Those that it opened.
  int64_t retries_ = 0;            // Left for the first suspect.
  bool retrying_ = false;
  std::optional<Probe> probe_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PROCESS_WORKER_H_

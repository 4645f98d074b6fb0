#ifndef VIEWPROOF_CONFORMANCE_PROCESS_EXECUTOR_H_
#define VIEWPROOF_CONFORMANCE_PROCESS_EXECUTOR_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/protocol.h"

namespace viewproof {

// The result of sending one case to a subject.
struct Execution {
  enum class Kind {
    kReply,          // A well-formed reply; `reply` holds it.
    kCrash,          // The process died; `detail` says how.
    kTimeout,        // No reply within the deadline.
    kProtocolError,  // An answer that the protocol does not allow.
  };
  Kind kind = Kind::kReply;
  Reply reply;         // kCrash, kTimeout: to the steps before `step`, if
                       // running only these gave a reply.
  int64_t step = 0;    // kCrash, kTimeout: the first step at fault, or 0.
  std::string detail;  // E.g. "signal 11 (SIGSEGV)", "memory: ..", "exit 3".
  std::string stderr_tail;  // The last 64 KiB of standard error, if it died.
  bool confirmed = false;   // It did so again, alone in a new process.
};

// The subject did not start, or cannot be talked to: nothing is known about its
// views. what() is for people and holds its standard error.
class Infrastructure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The adapter keeps breaking the protocol: its author must mend it. what()
// names the field.
class AdapterFault : public Infrastructure {
 public:
  using Infrastructure::Infrastructure;
};

// A death that may be of one of these cases, which are being run alone.
struct OpenDeath {
  std::string word;                // See Trouble.
  std::vector<std::string> cases;  // "view/x float32"
  auto operator<=>(const OpenDeath&) const = default;
};

// The facts of a run that are no record of a case: what is wrong with a
// subject, but with none of its cases; and what that cost.
struct Trouble {
  // Deaths that no case repeats, by how the process ended: "SIGSEGV", "exit 1",
  // "memory", "timeout", "framing" (it answered what no adapter may).
  std::map<std::string, int64_t> stray_deaths;
  // Noise and late deaths are not told: a report of an earlier program has no
  // lines of facts.
  bool untold = false;
  int64_t noisy_lines = 0;  // On standard output that are no replies.
  std::string noise;        // The first of them.
  // So many ended by a signal, after bye.
  std::map<std::string, int64_t> late_deaths;

  // They are not yet known to be stray or not.
  std::set<OpenDeath> open_deaths;

  // Holds what they cost. No report has it, since it depends on the machine.
  int64_t deaths = 0;     // All of them, but for broken framing.
  int64_t deadlines = 0;  // So many deadlines of replies were missed.
  int64_t starts = 0;     // Processes that were started.

  bool operator==(const Trouble&) const = default;
};

// Says how cases are run.
struct Manner {
  // One case is out at a time.
  bool alone = false;
  // In one process, which starts now.
  bool fresh = false;
  // The step at which a case is known to die: its first death is its verdict,
  // and no prefix of it is run. Null: no death is known.
  std::function<std::optional<int64_t>(const Case&)> known_death;
  // Called at least every 50 ms while a reply is waited for. May be null.
  std::function<void()> tick;
};

// Runs cases: on a linked subject, or in processes that speak the protocol.
class Executor {
 public:
  // Gives the next case to run, or null after the last. A case must stay valid
  // until Done was called for it.
  using Next = std::function<const Case*()>;
  using Done = std::function<void(const Case&, Execution)>;

  virtual ~Executor() = default;

  virtual const Hello& hello() const = 0;

  // Runs every case that `next` gives and calls `done` once for each; in the
  // same order, unless several processes run. Returns early if it was told to
  // stop: then some cases are not done. Throws Infrastructure.
  virtual void Run(const Next& next, const Done& done,
                   const Manner& manner) = 0;
  void Run(const Next& next, const Done& done) { Run(next, done, Manner{}); }

  // Lets the processes end, after which no case can be run.
  virtual void End() {}

  // Tells all runs until now.
  virtual const Trouble& trouble() const = 0;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PROCESS_EXECUTOR_H_

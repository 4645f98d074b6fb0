#ifndef VIEWPROOF_CONFORMANCE_PROCESS_EXECUTOR_H_
#define VIEWPROOF_CONFORMANCE_PROCESS_EXECUTOR_H_

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>

#include "conformance/case/case.h"
#include "conformance/case/protocol.h"

namespace viewproof {

// What came of sending one case to a subject.
struct Execution {
  enum class Kind {
    kReply,          // A well-formed reply; `reply` holds it.
    kCrash,          // The process died; `detail` says of what.
    kTimeout,        // No reply within the deadline.
    kProtocolError,  // An answer that the protocol does not allow.
  };
  Kind kind = Kind::kReply;
  Reply reply;              // kCrash, kTimeout: to the steps before `step`, if
                            // they were seen to live.
  int64_t step = 0;         // kCrash, kTimeout: the first step that dies, or 0.
  std::string detail;       // E.g. "signal 11 (SIGSEGV)", "exit 3", "field ..".
  std::string stderr_tail;  // The last 64 KiB of standard error, if it died.
};

// The subject did not even start, or cannot be talked to: nothing can be said
// of its views. what() is for people and holds its standard error.
class Infrastructure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The adapter breaks the protocol for good: its author must mend it. what()
// names the field.
class AdapterFault : public Infrastructure {
 public:
  using Infrastructure::Infrastructure;
};

// Where cases go: a linked subject, or a process behind the protocol.
class Executor {
 public:
  // The next case to run, or null after the last; it stays valid until it is
  // done.
  using Next = std::function<const Case*()>;
  using Done = std::function<void(const Case&, Execution)>;

  virtual ~Executor() = default;

  virtual const Hello& hello() const = 0;

  // Runs every case that `next` gives and calls `done` once for each, in the
  // same order. Throws Infrastructure.
  virtual void Run(const Next& next, const Done& done) = 0;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PROCESS_EXECUTOR_H_

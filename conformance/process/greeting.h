#ifndef VIEWPROOF_CONFORMANCE_PROCESS_GREETING_H_
#define VIEWPROOF_CONFORMANCE_PROCESS_GREETING_H_

#include <string>
#include <vector>

#include "conformance/process/adapter_command.h"

namespace viewproof {

// Says what a program is expected to say when it is started.
enum class ExpectedGreeting {
  kHello,    // An adapter: its answer to hello.
  kVersion,  // Another program: a line, and then it ends with status 0.
};

// Holds what a program that was started did.
struct Greeting {
  enum class Kind {
    kGood,     // `text` is the version of the subject, or the line.
    kAbsent,   // It cannot be started.
    kRefused,  // An adapter said why it does not start: Connection::Refusal.
    kBroken,   // It died, was late, or said something else: `text` says what.
  };
  Kind kind = Kind::kBroken;
  std::string text;
};

// Starts all of these at once, and ends each when it has said what is expected,
// or after `seconds` (Deadline), whatever it and its children do. SIGPIPE is
// ignored from then on.
std::vector<Greeting> Greet(const std::vector<AdapterCommand>& commands,
                            ExpectedGreeting expected, double seconds);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PROCESS_GREETING_H_

#ifndef VIEWPROOF_CONFORMANCE_PROCESS_CONNECTION_H_
#define VIEWPROOF_CONFORMANCE_PROCESS_CONNECTION_H_

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/case/line_buffer.h"
#include "conformance/process/adapter_command.h"
#include "conformance/process/child.h"

namespace viewproof {

// A running adapter and the lines that go to and fro. It reads while it writes,
// so no buffer can stop it, and it never waits beyond a deadline.
class Connection {
 public:
  enum class Event {
    kLine,      // line() is the next one.
    kDeath,     // The process has ended, and every line of it has been read.
    kDeadline,  // Nothing came.
    kOverlong,  // A line of over kMaxLine bytes.
  };

  // Throws Infrastructure when the program cannot be started.
  explicit Connection(const AdapterCommand& command);

  // Sends a line (without its '\n'), in the background where it must be.
  // Whether anybody reads it shows in what Wait gives.
  void Send(std::string_view line);

  Event Wait(double seconds);

  // What Wait gave; kPadding readable bytes follow it. Until the next Wait or
  // HasMore.
  std::string_view line() const { return line_; }

  // Whether bytes behind line() are there already.
  bool HasMore();

  // How the process ended; nothing while it lives.
  std::optional<Death> death() { return child_.death(); }

  // Closes the input and gives the process so long to end by itself; how it
  // did, if it did.
  std::optional<Death> LetEnd(double seconds);

  // Asked after a line that should not have come, since what is printed while
  // dying counts for nothing: the signal that the process is dying of, if it
  // is. Closes the input.
  std::optional<Death> DyingOfSignal();

  // The last 64 KiB of its standard error.
  std::string stderr_tail() const;

 private:
  std::optional<Event> TakeLine();
  void WriteUnsent();
  void CloseInput();
  bool ReadOutput();
  bool ReadError();
  void Drain();
  void Poll(std::chrono::milliseconds limit);

  Child child_;
  const bool echo_;
  std::string unsent_;
  LineBuffer lines_;
  std::string_view line_;
  std::string stderr_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PROCESS_CONNECTION_H_

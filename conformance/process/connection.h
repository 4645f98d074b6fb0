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

// A running adapter and the lines sent to it and read from it. It reads while
// it writes, so that a full pipe cannot block it, and never waits past a
// deadline.
class Connection {
 public:
  enum class Event {
    kLine,      // line() is the next line.
    kDeath,     // The process has ended, and every line of it has been read.
    kDeadline,  // Nothing came.
    kOverlong,  // A line of over kMaxLine bytes.
  };

  // Throws Infrastructure when the program cannot be started.
  explicit Connection(const AdapterCommand& command);

  // Sends a line, given without '\n'; what the pipe does not take at once is
  // sent by the next Wait. An adapter that does not read it shows in Wait.
  void Send(std::string_view line);

  Event Wait(double seconds);

  // The line that Wait read; kPadding readable bytes follow it. Valid until the
  // next Wait or HasMore.
  std::string_view line() const { return line_; }

  // Whether more bytes have arrived after line().
  bool HasMore();

  // How the process ended; nullopt while it lives.
  std::optional<Death> death() { return child_.death(); }

  // Closes the input and waits this long for the process to end by itself;
  // nullopt if it did not.
  std::optional<Death> LetEnd(double seconds);

  // To be called after an unexpected line: a process killed by a signal may
  // print one while it dies. That death, or nullopt. Closes the input.
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

#ifndef VIEWPROOF_CONFORMANCE_PROCESS_CONNECTION_H_
#define VIEWPROOF_CONFORMANCE_PROCESS_CONNECTION_H_

#include <poll.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/line_buffer.h"
#include "conformance/process/adapter_command.h"
#include "conformance/process/child.h"

namespace viewproof {

// A running adapter and the lines sent to it and read from it. Nothing here
// waits but LetEnd and DyingOfSignal: poll what AddTo adds, then Handle it.
class Connection {
 public:
  enum class Event {
    kLine,      // line() is the next line.
    kDeath,     // The process has ended, and every line of it has been read.
    kOverlong,  // A line of over kMaxLine bytes.
  };

  // Throws Infrastructure when the program cannot be started.
  explicit Connection(const AdapterCommand& command);

  // Sends a line, given without '\n'; what the pipe does not take at once is
  // sent by Handle.
  void Send(std::string_view line);
  void SendPart(std::string_view text);  // Sends a part of a line.

  static constexpr std::size_t kPolled = 3;
  void AddTo(std::vector<pollfd>& polled) const;
  void Handle(std::span<const pollfd, kPolled> polled);

  // Returns what has happened, or nullopt.
  std::optional<Event> Next();

  // The line that Next read; kPadding readable bytes follow it. Valid until the
  // next Handle, Next or HasMore.
  std::string_view line() const { return line_; }

  // Returns what has arrived after line(), in which Next found no line.
  std::string_view rest() const { return lines_.rest(); }

  // Returns whether so much has arrived that no more is read until Next has
  // taken some of it.
  bool IsFull() const { return lines_.pending() > kMaxLine; }

  // Returns whether another reply, or a part of one, has arrived after line().
  bool HasMore();

  // Returns how the process ended; nullopt while it lives.
  std::optional<Death> death() { return child_.death(); }

  // Closes the input and waits this long for the process to end by itself;
  // nullopt if it did not. Nothing waits for a connection that is full.
  std::optional<Death> LetEnd(double seconds);

  // To be called after an unexpected line: a process killed by a signal may
  // print one while it dies. That death, or nullopt. Closes the input.
  std::optional<Death> DyingOfSignal();

  // The last 64 KiB of its standard error, since ForgetError.
  std::string stderr_tail() const;
  void ForgetError() { stderr_.clear(); }

  // The last sentence of it: its last line that is not blank, with the line
  // before if it is indented.
  std::string LastWords() const;

  // Returns why it refused to start, if it ended with status 3: the last 20
  // lines of its standard error, which may be none. There is no use in trying
  // again.
  std::optional<std::string> Refusal();

  // See Child.
  void Signal(int signal) { child_.Signal(signal); }
  double SecondsWaited() const { return child_.SecondsWaited(); }
  int64_t Writes() const { return child_.Writes(); }

 private:
  std::optional<Event> TakeLine();
  void WriteUnsent();
  void CloseInput();
  bool ReadOutput();
  bool ReadError();
  void Drain();

  Child child_;
  const bool echo_;
  std::string unsent_;
  LineBuffer lines_;
  std::string_view line_;
  std::string stderr_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PROCESS_CONNECTION_H_

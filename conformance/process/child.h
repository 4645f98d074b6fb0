#ifndef VIEWPROOF_CONFORMANCE_PROCESS_CHILD_H_
#define VIEWPROOF_CONFORMANCE_PROCESS_CHILD_H_

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "conformance/process/adapter_command.h"

namespace viewproof {

// Owns a file descriptor and closes it.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept
      : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { Close(); }

  void Close();
  int get() const { return number_; }  // -1 when closed.
  explicit operator bool() const { return number_ >= 0; }

 private:
  int number_;
};

// Says how a process ended: by a signal, or else with an exit status.
struct Death {
  int signal = 0;
  int status = 0;
  std::string memory = {};  // Says why we killed it, if it had too much.
};

// "SIGSEGV", "exit 3", "memory"
std::string Word(const Death& death);

// "signal 11 (SIGSEGV)", "exit 3",
// "memory: 2140 MiB, beyond memory_mib = 2000"
std::string Text(const Death& death);

// A process in a process group of its own, with pipes for its standard streams.
// It is killed when the thread that made it ends, and what it leaves over with
// it: all of them must be made and destroyed by one thread.
class Child {
 public:
  // Throws Infrastructure when the program cannot be started.
  explicit Child(const AdapterCommand& command);

  // Kills what is left of the process, its group and what they started.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Returns how the process itself ended; nullopt while it lives. Other
  // processes of its group may still live. Ten times a second this looks at
  // what it has in memory, with all that it started, and kills it if that is
  // too much.
  std::optional<Death> death();

  // Sends the process itself a signal, if it lives.
  void Signal(int signal);

  // Returns how long the thread of the process that waited longest waited for a
  // processor, in seconds; 0 if the system does not say.
  double SecondsWaited() const;

  // Returns how often the process has called write; 0 if the system does not
  // say.
  int64_t Writes() const;

  // Our ends of its pipes; none of them blocks.
  Descriptor input, output, error;

 private:
  using Clock = std::chrono::steady_clock;

  void LookAtMemory();

  pid_t id_ = 0;
  int64_t memory_mib_;
  Clock::time_point look_at_;  // Its memory is looked at then.
  std::optional<Death> death_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PROCESS_CHILD_H_

#ifndef VIEWPROOF_CONFORMANCE_RUN_TRIAL_PROCESS_H_
#define VIEWPROOF_CONFORMANCE_RUN_TRIAL_PROCESS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/process/adapter_command.h"
#include "conformance/process/connection.h"
#include "conformance/process/deadline.h"

namespace viewproof {

// A process of an adapter, one line after the other.
class TrialProcess {
 public:
  struct Came {
    enum class Kind { kLine, kDeath, kSilence, kOverlong } kind;
    std::string text;  // The line; or what happened instead of one.
  };

  // Throws Infrastructure when the program cannot be started.
  explicit TrialProcess(const AdapterCommand& command) : connection_(command) {}

  void Send(std::string_view line) { connection_.Send(line); }
  void SendPart(std::string_view text) { connection_.SendPart(text); }

  // The next line that begins with '{'; others are noise.
  Came Read(double seconds);

  // Reads so many lines. How often some came, each time as many as were there;
  // 0 if they did not come in time.
  int CountArrivals(int lines, double seconds);

  // Whether a line has come that nobody asked for.
  bool HasMore() { return connection_.HasMore(); }

  int64_t Writes() const { return connection_.Writes(); }
  void Signal(int signal) { connection_.Signal(signal); }
  // Closes its input and waits.
  std::optional<Death> LetEnd(double seconds) {
    return viewproof::LetEnd(connection_, seconds);
  }
  std::string stderr_tail() const { return connection_.stderr_tail(); }

  // Lines that are no replies; but what it prints while it dies is none.
  const std::vector<std::string>& noise() const { return noise_; }

 private:
  void Wait(int milliseconds);
  void KeepNoise();

  Connection connection_;
  std::vector<std::string> noise_;
  std::vector<std::string> last_noise_;  // Since the last reply.
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_TRIAL_PROCESS_H_

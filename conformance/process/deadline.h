#ifndef VIEWPROOF_CONFORMANCE_PROCESS_DEADLINE_H_
#define VIEWPROOF_CONFORMANCE_PROCESS_DEADLINE_H_

#include <chrono>
#include <optional>

#include "conformance/process/connection.h"

namespace viewproof {

// Says how long a process may be silent. The time in which it waited for a
// processor is added, up to ten times the limit, so that it is late on no busy
// machine.
class Deadline {
 public:
  void Set(double seconds);
  double seconds() const { return seconds_; }

  // Returns whether it has passed. To be called while the process is silent.
  bool HasPassed(const Connection& connection);

 private:
  using Clock = std::chrono::steady_clock;

  double seconds_ = 0;
  Clock::time_point at_;
  // Holds what the process had waited when its silence was first seen, and the
  // part of what it waited since that the deadline was moved for.
  std::optional<double> waited_;
  double added_ = 0;
};

// Connection::LetEnd with such a deadline.
std::optional<Death> LetEnd(Connection& connection, double seconds);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PROCESS_DEADLINE_H_

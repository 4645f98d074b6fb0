#include "conformance/process/deadline.h"

#include <algorithm>

namespace viewproof {
namespace {

constexpr double kMostPatience = 10;  // Times the limit.
constexpr double kNoWait = 0.01;      // Times the limit: not worth adding.

std::chrono::steady_clock::duration Seconds(double seconds) {
  return std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(seconds));
}

}  // namespace

void Deadline::Set(double seconds) {
  seconds_ = seconds;
  at_ = Clock::now() + Seconds(seconds);
  waited_.reset();
  added_ = 0;
}

bool Deadline::HasPassed(const Connection& connection) {
  if (!waited_) waited_ = connection.SecondsWaited();
  if (Clock::now() < at_) return false;
  const double waited = connection.SecondsWaited() - *waited_;
  const double more = std::min(waited, kMostPatience * seconds_) - added_;
  if (more <= kNoWait * seconds_) return true;
  added_ += more;
  at_ += Seconds(more);
  return false;
}

std::optional<Death> LetEnd(Connection& connection, double seconds) {
  constexpr double kPiece = 0.05;
  Deadline deadline;
  deadline.Set(seconds);
  std::optional<Death> death;
  do {
    death = connection.LetEnd(kPiece);
  } while (!death && !connection.IsFull() && !deadline.HasPassed(connection));
  return death;
}

}  // namespace viewproof

#include "conformance/run/stop.h"

#include <fmt/format.h>
#include <sys/time.h>

#include <chrono>
#include <csignal>
#include <cstdint>

namespace viewproof {
namespace {

std::atomic<bool> stop = false;
std::atomic<int> stopped_by = 0;      // A signal.
std::atomic<int64_t> stopped_at = 0;  // Nanoseconds; 0: not yet.

constexpr int kEndingSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM};
constexpr int64_t kOneSignal = 1'000'000'000;

int64_t Now() {
  return std::chrono::steady_clock::now().time_since_epoch() /
         std::chrono::nanoseconds(1);
}

void OnSignal(int which) {
  int64_t first = 0;
  if (stopped_at.compare_exchange_strong(first, Now())) {
    stopped_by = which;
    stop = true;
  } else if (Now() - first > kOneSignal) {
    std::signal(which, SIG_DFL);
    std::raise(which);
  }
}

// nohup starts a program so.
bool IsIgnored(int signal) {
  struct sigaction now {};
  return sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

}  // namespace

const std::atomic<bool>& StopFlag() { return stop; }

void StopOnSignals(double max_minutes) {
  stop = false;
  stopped_by = 0;
  stopped_at = 0;
  for (const int signal : kEndingSignals) {
    if (signal == SIGHUP && IsIgnored(signal)) continue;
    std::signal(signal, OnSignal);
  }
  const double seconds = 60 * max_minutes;
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(seconds);
  timer.it_value.tv_usec = static_cast<suseconds_t>(
      1e6 * (seconds - static_cast<double>(timer.it_value.tv_sec)));
  setitimer(ITIMER_REAL, &timer, nullptr);
}

CutShort CutShortBySignal(double max_minutes) {
  switch (stopped_by) {
    case SIGALRM:
      return {fmt::format("{} minute{} passed (--max-minutes)", max_minutes,
                          max_minutes == 1 ? "" : "s"),
              kInfrastructure};
    case SIGTERM:
      return {"ended by SIGTERM", kInterrupted};
    case SIGHUP:
      return {"ended by SIGHUP", kInterrupted};
    default:
      return {"ended by SIGINT", kInterrupted};
  }
}

}  // namespace viewproof

#include "conformance/run/stop.h"

#include <fmt/format.h>
#include <sys/time.h>

#include <csignal>

namespace viewproof {
namespace {

std::atomic<bool> stop = false;
std::atomic<int> stopped_by = 0;  // A signal.

// The first of these signals ends the run, a second one the program.
constexpr int kEnding[] = {SIGINT, SIGTERM, SIGALRM};

}  // namespace

const std::atomic<bool>& StopFlag() { return stop; }

void StopOnSignals(double max_minutes) {
  stop = false;
  stopped_by = 0;
  for (const int signal : kEnding) {
    std::signal(signal, [](int which) {
      stopped_by = which;
      stop = true;
      std::signal(which, SIG_DFL);
    });
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
    default:
      return {"ended by SIGINT", kInterrupted};
  }
}

}  // namespace viewproof

#ifndef VIEWPROOF_CONFORMANCE_RUN_STOP_H_
#define VIEWPROOF_CONFORMANCE_RUN_STOP_H_

#include <atomic>
#include <string>

namespace viewproof {

// The exit status of every command.
enum ExitStatus {
  kGreen = 0,
  kRed = 1,
  kMisused = 2,  // Bad input, or an adapter that breaks the protocol.
  // The subject did not start, or it ran out of time or disk space.
  kInfrastructure = 3,
  kInterrupted = 130,
};

// Holds what ended a run before its end.
struct CutShort {
  std::string why;  // Empty: nothing did.
  ExitStatus status = kInterrupted;
};

// Lets the first SIGINT, SIGTERM or SIGHUP (unless nohup ignores it), and the
// end of that time, set StopFlag(); a signal over a second later ends the
// program: `timeout` sends one to us and again to our group. 0 minutes: the
// time has no end.
void StopOnSignals(double max_minutes);

const std::atomic<bool>& StopFlag();

// Returns what set StopFlag().
CutShort CutShortBySignal(double max_minutes);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_STOP_H_

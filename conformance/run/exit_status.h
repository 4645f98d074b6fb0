#ifndef VIEWPROOF_CONFORMANCE_RUN_EXIT_STATUS_H_
#define VIEWPROOF_CONFORMANCE_RUN_EXIT_STATUS_H_

namespace viewproof {

// The exit status of every command.
enum ExitStatus {
  kGreen = 0,
  kRed = 1,
  kMisused = 2,         // Bad input, or an adapter that breaks the protocol.
  kInfrastructure = 3,  // The subject cannot be started; or time or room ended.
  kInterrupted = 130,
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_EXIT_STATUS_H_

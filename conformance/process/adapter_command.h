#ifndef VIEWPROOF_CONFORMANCE_PROCESS_ADAPTER_COMMAND_H_
#define VIEWPROOF_CONFORMANCE_PROCESS_ADAPTER_COMMAND_H_

#include <atomic>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace viewproof {

// Says what replaces a process that died.
enum class RestartMode {
  kSpare,  // From the first death on, a second process is started in advance.
  kOne,    // A new process: for devices that allow only one.
};

// Says how an adapter is started, and how many of it.
struct AdapterCommand {
  std::vector<std::string> command;  // Program, looked up in PATH; arguments.
  std::map<std::string, std::string> env;  // Added to ours.
  std::string directory;  // Its working directory; empty: ours.
  // It may take so long from its start to its hello.
  double start_seconds = 60;
  int64_t memory_mib = 0;  // Its most, with what it started; 0: HalfOfMemory.
  RestartMode restart = RestartMode::kSpare;
  bool echo = false;    // Its standard error also goes to ours.
  int64_t jobs = 1;     // Processes at a time, the spare not counted.
  int64_t retries = 0;  // Says how often a case that was out at a death that
                        // none repeated is sent once more.
  const std::atomic<bool>* stop = nullptr;  // Ends a run within 100 ms.
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PROCESS_ADAPTER_COMMAND_H_

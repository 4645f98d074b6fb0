#ifndef VIEWPROOF_CONFORMANCE_PROCESS_ADAPTER_COMMAND_H_
#define VIEWPROOF_CONFORMANCE_PROCESS_ADAPTER_COMMAND_H_

#include <map>
#include <string>
#include <vector>

namespace viewproof {

// What takes the place of a process that died.
enum class RestartMode {
  kSpare,  // From the first death on, a second one that has been started ahead.
  kOne,    // A new one: for devices that admit one process.
};

// How an adapter is started.
struct AdapterCommand {
  std::vector<std::string> command;  // Program, looked up in PATH; arguments.
  std::map<std::string, std::string> env;  // On top of ours.
  std::string directory;                   // Where it runs; empty: here.
  double start_seconds = 60;               // From its start to its hello.
  RestartMode restart = RestartMode::kSpare;
  bool echo = false;  // Its standard error also goes to ours.
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PROCESS_ADAPTER_COMMAND_H_

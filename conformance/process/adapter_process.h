#ifndef VIEWPROOF_CONFORMANCE_PROCESS_ADAPTER_PROCESS_H_
#define VIEWPROOF_CONFORMANCE_PROCESS_ADAPTER_PROCESS_H_

#include <memory>
#include <optional>
#include <string>

#include "conformance/case/protocol.h"
#include "conformance/process/adapter_command.h"
#include "conformance/process/connection.h"

namespace viewproof {

// A running adapter that has answered hello; it can be started again.
class AdapterProcess {
 public:
  // Throws as Restart does.
  explicit AdapterProcess(AdapterCommand command);

  // Says bye and gives the process a second to leave.
  ~AdapterProcess();

  const Hello& hello() const { return *hello_; }
  Connection& connection() { return *connection_; }

  // Ends the process and its group.
  void End() { connection_.reset(); }
  bool ended() const { return connection_ == nullptr; }

  // Ends the process, if one runs, and starts a new one. Throws Infrastructure
  // if it cannot be started, or if three in a row end before their hello;
  // AdapterFault if a hello is malformed or differs from the first one.
  void Restart();

 private:
  std::unique_ptr<Connection> Launch() const;
  bool Greets();
  void TakeHello(std::string_view line);
  std::string WithCommand(std::string_view what) const;

  const AdapterCommand command_;
  std::unique_ptr<Connection> connection_;
  std::unique_ptr<Connection> spare_;  // Has been sent hello.
  std::optional<Hello> hello_;
  std::string failure_;  // How the last start failed.
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PROCESS_ADAPTER_PROCESS_H_

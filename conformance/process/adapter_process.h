#ifndef VIEWPROOF_CONFORMANCE_PROCESS_ADAPTER_PROCESS_H_
#define VIEWPROOF_CONFORMANCE_PROCESS_ADAPTER_PROCESS_H_

#include <memory>
#include <optional>
#include <string>

#include "conformance/case/protocol.h"
#include "conformance/process/adapter_command.h"
#include "conformance/process/connection.h"

namespace viewproof {

// A process that has answered hello, and another in its place whenever it ends.
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

  // Ends the process, if one runs, and puts a fresh one in its place. Throws
  // Infrastructure when it cannot be started, or when three of them running end
  // before their hello; AdapterFault when a hello is refused, or differs from
  // the first one.
  void Restart();

 private:
  std::unique_ptr<Connection> Launch() const;
  bool Greets();
  void TakeHello(std::string_view line);
  std::string Named(std::string_view what) const;

  const AdapterCommand command_;
  std::unique_ptr<Connection> connection_;
  std::unique_ptr<Connection> spare_;  // Has been sent hello.
  std::optional<Hello> hello_;
  std::string failure_;  // How the last start failed.
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PROCESS_ADAPTER_PROCESS_H_

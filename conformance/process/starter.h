#ifndef VIEWPROOF_CONFORMANCE_PROCESS_STARTER_H_
#define VIEWPROOF_CONFORMANCE_PROCESS_STARTER_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/case/protocol.h"
#include "conformance/process/adapter_command.h"
#include "conformance/process/connection.h"
#include "conformance/process/executor.h"

namespace viewproof {

// Starts the processes of one adapter, keeps a spare one, and holds what is
// known of all of them.
class Starter {
 public:
  explicit Starter(AdapterCommand command) : command_(std::move(command)) {}

  // A process that has been sent hello: the spare, or a new one. Throws
  // Infrastructure if it cannot be started.
  std::unique_ptr<Connection> Start();

  // Called at each death: from the first one on, a spare is kept.
  void NoteDeath();

  // Takes the line with which a process answered hello. Throws BadInput if it
  // is malformed, or differs from that of the first process.
  void TakeHello(std::string_view line);

  const Hello& hello() const { return *hello_; }
  const AdapterCommand& command() const { return command_; }

  // A sentence about the adapter, beginning with its command.
  std::string WithCommand(std::string_view what) const;

  Trouble trouble;

 private:
  std::unique_ptr<Connection> Launch();

  const AdapterCommand command_;
  std::optional<Hello> hello_;
  bool keeps_spare_ = false;
  std::unique_ptr<Connection> spare_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PROCESS_STARTER_H_

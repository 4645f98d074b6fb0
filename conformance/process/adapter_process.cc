#include "conformance/process/adapter_process.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/process/executor.h"

namespace viewproof {
namespace {

using Event = Connection::Event;

constexpr int kMaxFailedStarts = 3;
constexpr double kByeSeconds = 1;

}  // namespace

AdapterProcess::AdapterProcess(AdapterCommand command)
    : command_(std::move(command)) {
  Restart();
}

AdapterProcess::~AdapterProcess() {
  if (ended()) return;
  connection_->Send(ByeRequest());
  connection_->LetEnd(kByeSeconds);
}

void AdapterProcess::Restart() {
  const bool spares = command_.restart == RestartMode::kSpare && hello_;
  End();
  int failed = 0;
  while (true) {
    connection_ = spare_ ? std::move(spare_) : Launch();
    if (Greets()) break;
    const std::string tail = connection_->stderr_tail();
    End();
    if (++failed < kMaxFailedStarts) continue;
    throw Infrastructure(WithCommand(fmt::format(
        "{} before its hello, {} times in a row\n{}", failure_, failed, tail)));
  }
  if (spares) spare_ = Launch();
}

std::unique_ptr<Connection> AdapterProcess::Launch() const {
  auto connection = std::make_unique<Connection>(command_);
  connection->Send(HelloRequest());
  return connection;
}

bool AdapterProcess::Greets() {
  switch (connection_->Wait(command_.start_seconds)) {
    case Event::kLine:
      break;
    case Event::kDeath:
      failure_ = Text(*connection_->death());
      return false;
    case Event::kDeadline:
      failure_ = fmt::format("nothing for {} s", command_.start_seconds);
      return false;
    case Event::kOverlong:
      throw AdapterFault(WithCommand("hello: a line of over 1 MiB"));
  }
  try {
    TakeHello(connection_->line());
  } catch (const BadInput& e) {
    if (const auto signal = connection_->DyingOfSignal()) {
      failure_ = Text(*signal);
      return false;
    }
    throw AdapterFault(WithCommand(fmt::format("hello: {}", e.what())));
  }
  return true;
}

void AdapterProcess::TakeHello(std::string_view line) {
  const Hello hello = ReadHello(line);
  if (!hello_) hello_ = hello;
  if (*hello_ != hello) {
    throw BadInput(
        "a new process answers another hello than the first one did");
  }
}

std::string AdapterProcess::WithCommand(std::string_view what) const {
  return fmt::format("adapter `{}`: {}", fmt::join(command_.command, " "),
                     what);
}

}  // namespace viewproof

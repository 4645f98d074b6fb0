#include "conformance/process/starter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "conformance/case/bad_input.h"

namespace viewproof {

std::unique_ptr<Connection> Starter::Start() {
  std::unique_ptr<Connection> taken = spare_ ? std::move(spare_) : Launch();
  if (keeps_spare_) spare_ = Launch();
  return taken;
}

void Starter::NoteDeath() {
  ++trouble.deaths;
  keeps_spare_ = command_.restart == RestartMode::kSpare;
}

std::unique_ptr<Connection> Starter::Launch() {
  auto connection = std::make_unique<Connection>(command_);
  ++trouble.starts;
  connection->Send(HelloRequest());
  return connection;
}

void Starter::TakeHello(std::string_view line) {
  const Hello hello = ReadHello(line);
  if (!hello_) {
    hello_ = hello;
    for (const std::string& told : RetiredFields(line)) {
      fmt::print(stderr, "viewproof: {}\n", told);
    }
  }
  if (*hello_ != hello) {
    throw BadInput(
        "a new process answers another hello than the first one did");
  }
}

std::string Starter::WithCommand(std::string_view what) const {
  return fmt::format("adapter `{}`: {}", fmt::join(command_.command, " "),
                     what);
}

}  // namespace viewproof

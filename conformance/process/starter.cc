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
  if (!hello_) hello_ = hello;
  if (*hello_ != hello) {
    throw BadInput(
        "a new process answers another hello than the first one did");
  }
}

void Starter::TakeRefusal(Connection& connection) const {
  constexpr int kRefusal = 3;
  constexpr char kBlank[] = " \t\r\n";
  const std::optional<Death> death = connection.death();
  if (!death || death->status != kRefusal) return;
  std::string line = connection.stderr_tail();
  line.resize(line.find_last_not_of(kBlank) + 1);
  if (line.empty()) return;
  // An indented line belongs to the one before it.
  std::size_t begin = line.rfind('\n');
  while (begin != line.npos && begin != 0 && line[begin + 1] == ' ') {
    begin = line.rfind('\n', begin - 1);
  }
  throw Infrastructure(line.substr(begin == line.npos ? 0 : begin + 1));
}

std::string Starter::WithCommand(std::string_view what) const {
  return fmt::format("adapter `{}`: {}", fmt::join(command_.command, " "),
                     what);
}

}  // namespace viewproof

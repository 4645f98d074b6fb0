#include "conformance/process/connection.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <utility>

namespace viewproof {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kStderrTail = 64 << 10;

constexpr int kLookAtEnd = 1;  // Milliseconds.

// Says how long a process that printed a message may take to die.
constexpr double kDyingSeconds = 0.5;

// At most so many reads of a dead process's pipes: another process may still
// write to them.
constexpr int kLastReads = 64;

Clock::time_point After(double seconds) {
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(
                            std::chrono::duration<double>(seconds));
}

// Returns whether a read or write that returned `count` may be tried again
// later.
bool MayGoOn(ssize_t count) {
  return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

}  // namespace

Connection::Connection(const AdapterCommand& command)
    : child_(command), echo_(command.echo) {}

void Connection::Send(std::string_view line) {
  if (!child_.input) return;
  unsent_.append(line).append("\n");
  WriteUnsent();
}

void Connection::SendPart(std::string_view text) {
  if (!child_.input) return;
  unsent_.append(text);
  WriteUnsent();
}

void Connection::CloseInput() {
  unsent_.clear();
  child_.input.Close();
}

void Connection::WriteUnsent() {
  const ssize_t count =
      write(child_.input.get(), unsent_.data(), unsent_.size());
  if (count > 0) unsent_.erase(0, count);
  if (!MayGoOn(count)) CloseInput();
}

bool Connection::ReadOutput() {
  if (IsFull()) return false;
  const std::span<char> space = lines_.Space();
  const ssize_t count = read(child_.output.get(), space.data(), space.size());
  if (count > 0) lines_.Filled(count);
  if (!MayGoOn(count)) child_.output.Close();
  return count > 0;
}

bool Connection::ReadError() {
  std::array<char, 1 << 14> piece;
  const ssize_t count = read(child_.error.get(), piece.data(), piece.size());
  if (!MayGoOn(count)) child_.error.Close();
  if (count <= 0) return false;
  if (echo_) std::fwrite(piece.data(), 1, count, stderr);
  stderr_.append(piece.data(), count);
  if (stderr_.size() > 2 * kStderrTail) {
    stderr_.erase(0, stderr_.size() - kStderrTail);
  }
  return true;
}

void Connection::Drain() {
  for (int k = 0; k < kLastReads && child_.output && ReadOutput();) ++k;
  for (int k = 0; k < kLastReads && child_.error && ReadError();) ++k;
}

void Connection::AddTo(std::vector<pollfd>& polled) const {
  polled.push_back({unsent_.empty() ? -1 : child_.input.get(), POLLOUT, 0});
  polled.push_back({IsFull() ? -1 : child_.output.get(), POLLIN, 0});
  polled.push_back({child_.error.get(), POLLIN, 0});
}

void Connection::Handle(std::span<const pollfd, kPolled> polled) {
  if (polled[0].revents != 0) WriteUnsent();
  if (polled[1].revents != 0) ReadOutput();
  if (polled[2].revents != 0) ReadError();
}

std::optional<Connection::Event> Connection::TakeLine() {
  const auto line = lines_.Next();
  if (line) line_ = *line;
  if ((line ? line->size() : lines_.pending()) > kMaxLine) {
    return Event::kOverlong;
  }
  return line ? std::optional(Event::kLine) : std::nullopt;
}

std::optional<Connection::Event> Connection::Next() {
  if (const auto event = TakeLine()) return event;
  if (!child_.death()) return std::nullopt;
  Drain();
  if (const auto event = TakeLine()) return event;
  return Event::kDeath;
}

bool Connection::HasMore() {
  if (lines_.pending() == 0 && child_.output) ReadOutput();
  return lines_.rest().starts_with('{');
}

std::optional<Death> Connection::LetEnd(double seconds) {
  const Clock::time_point deadline = After(seconds);
  CloseInput();
  std::vector<pollfd> polled;
  while (!death() && Clock::now() < deadline && !IsFull()) {
    polled.clear();
    AddTo(polled);
    if (poll(polled.data(), polled.size(), kLookAtEnd) > 0) {
      Handle(std::span<const pollfd, kPolled>(polled));
    }
  }
  Drain();
  return death();
}

std::optional<Death> Connection::DyingOfSignal() {
  const std::optional<Death> death = LetEnd(kDyingSeconds);
  return death && death->signal != 0 ? death : std::nullopt;
}

std::string Connection::stderr_tail() const {
  return stderr_.substr(stderr_.size() - std::min(stderr_.size(), kStderrTail));
}

std::string Connection::LastWords() const {
  std::string text = stderr_tail();
  text.resize(text.find_last_not_of(" \t\r\n") + 1);
  // An indented line belongs to the one before it.
  std::size_t begin = text.rfind('\n');
  while (begin != text.npos && begin != 0 && text[begin + 1] == ' ') {
    begin = text.rfind('\n', begin - 1);
  }
  return text.substr(begin == text.npos ? 0 : begin + 1);
}

std::optional<std::string> Connection::Refusal() {
  constexpr int kRefusal = 3;
  constexpr int kLinesOfRefusal = 20;
  const std::optional<Death> death = this->death();
  if (!death || death->status != kRefusal) return std::nullopt;
  std::string text = stderr_tail();
  text.resize(text.find_last_not_of(" \t\r\n") + 1);
  std::size_t begin = text.size();
  for (int k = 0; k < kLinesOfRefusal && begin != 0 && begin != text.npos;
       ++k) {
    begin = text.rfind('\n', begin - 1);
  }
  return begin == 0 || begin == text.npos ? text : text.substr(begin + 1);
}

}  // namespace viewproof

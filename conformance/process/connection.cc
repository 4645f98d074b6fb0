#include "conformance/process/connection.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>

namespace viewproof {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::size_t kStderrTail = 64 << 10;

// How often we check whether the process died while its pipes are silent:
// another process may keep them open.
constexpr milliseconds kLook(20);
constexpr milliseconds kLookAtEnd(1);

// How long a process that printed a message may take to die.
constexpr double kDyingSeconds = 0.5;

// At most so many reads of a dead process's pipes: another process may still
// write to them.
constexpr int kLastReads = 64;

Clock::time_point After(double seconds) {
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(
                            std::chrono::duration<double>(seconds));
}

// Whether a read or write that returned `count` may be tried again later.
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

void Connection::Poll(milliseconds limit) {
  std::array<pollfd, 3> polled = {
      pollfd{unsent_.empty() ? -1 : child_.input.get(), POLLOUT, 0},
      pollfd{child_.output.get(), POLLIN, 0},
      pollfd{child_.error.get(), POLLIN, 0}};
  if (poll(polled.data(), polled.size(), static_cast<int>(limit.count())) <=
      0) {
    return;
  }
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

Connection::Event Connection::Wait(double seconds) {
  if (const auto event = TakeLine()) return *event;
  const Clock::time_point deadline = After(seconds);
  while (true) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
    Poll(std::clamp(left, milliseconds(0), child_.output ? kLook : kLookAtEnd));
    const bool is_dead = child_.death().has_value();
    if (is_dead) Drain();
    if (const auto event = TakeLine()) return *event;
    if (is_dead) return Event::kDeath;
    if (Clock::now() >= deadline) return Event::kDeadline;
  }
}

bool Connection::HasMore() {
  return lines_.pending() > 0 || (child_.output && ReadOutput());
}

std::optional<Death> Connection::LetEnd(double seconds) {
  const Clock::time_point deadline = After(seconds);
  CloseInput();
  while (!death() && Clock::now() < deadline && lines_.pending() <= kMaxLine) {
    Poll(kLookAtEnd);
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

}  // namespace viewproof

#include "conformance/run/trial_process.h"

#include <fmt/format.h>
#include <poll.h>

#include <span>

#include "conformance/process/deadline.h"

namespace viewproof {
namespace {

constexpr int kLook = 20;  // Milliseconds.

}  // namespace

TrialProcess::Came TrialProcess::Read(double seconds) {
  using Event = Connection::Event;
  using Kind = Came::Kind;
  Deadline deadline;
  deadline.Set(seconds);
  while (true) {
    if (const auto event = connection_.Next()) {
      if (*event == Event::kDeath) {
        last_noise_.clear();
        return {Kind::kDeath, "its end: " + Text(*connection_.death())};
      }
      if (*event == Event::kOverlong) {
        return {Kind::kOverlong, "a line of over 1 MiB"};
      }
      std::string line(connection_.line());
      if (!line.starts_with('{')) {
        last_noise_.push_back(std::move(line));
        continue;
      }
      KeepNoise();
      return {Kind::kLine, std::move(line)};
    }
    if (deadline.HasPassed(connection_)) {
      KeepNoise();
      return {Kind::kSilence, fmt::format("nothing for {} s", seconds)};
    }
    Wait(kLook);
  }
}

int TrialProcess::CountArrivals(int lines, double seconds) {
  Deadline deadline;
  deadline.Set(seconds);
  int arrivals = 0;
  while (lines > 0) {
    int come = 0;
    while (const auto event = connection_.Next()) {
      if (*event != Connection::Event::kLine) return 0;
      come += connection_.line().starts_with('{') ? 1 : 0;
    }
    arrivals += come > 0 ? 1 : 0;
    lines -= come;
    if (come == 0 && deadline.HasPassed(connection_)) return 0;
    if (lines > 0) Wait(0);
  }
  return arrivals;
}

void TrialProcess::Wait(int milliseconds) {
  std::vector<pollfd> polled;
  connection_.AddTo(polled);
  if (poll(polled.data(), polled.size(), milliseconds) > 0) {
    connection_.Handle(std::span<const pollfd, Connection::kPolled>(polled));
  }
}

void TrialProcess::KeepNoise() {
  noise_.insert(noise_.end(), last_noise_.begin(), last_noise_.end());
  last_noise_.clear();
}

}  // namespace viewproof

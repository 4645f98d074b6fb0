#include "conformance/report/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "conformance/report/summary.h"

namespace viewproof {
namespace {

constexpr int64_t kLookEvery = 64;  // Cases.
constexpr std::chrono::milliseconds kDrawEvery(100);
constexpr std::chrono::seconds kTellEvery(5);
constexpr int64_t kBar = 30;          // Columns.
constexpr std::size_t kShownId = 40;  // Letters of an id.

}  // namespace

Progress::Progress(int64_t total)
    : total_(total), is_terminal_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (drawn_) std::fputs("\r\033[K", stderr);
}

void Progress::Add(int64_t count) {
  done_ += count;
  if (done_ % kLookEvery < count) Tick({}, 0);
}

void Progress::Tick(std::string_view now, int64_t deaths) {
  const auto since = Clock::now() - told_;
  if (is_terminal_ ? since < kDrawEvery : since < kTellEvery) return;
  told_ = Clock::now();
  Tell(now, deaths);
}

void Progress::Tell(std::string_view now, int64_t deaths) {
  std::string text = Grouped(done_);
  if (total_ > 0) text += " of " + Grouped(total_);
  if (deaths > 0) {
    text +=
        fmt::format(" · {} death{}", Grouped(deaths), deaths == 1 ? "" : "s");
  }
  if (!now.empty()) text += fmt::format(" · now {}", now.substr(0, kShownId));
  if (!is_terminal_) {
    fmt::print(stderr, "{}\n", text);
  } else if (total_ == 0) {
    fmt::print(stderr, "\r\033[K{}", text);
  } else {
    const int64_t filled = std::min(kBar, kBar * done_ / total_);
    fmt::print(stderr, "\r\033[K[{:#<{}}{:.<{}}] {}", "", filled, "",
               kBar - filled, text);
  }
  drawn_ = is_terminal_;
  std::fflush(stderr);
}

}  // namespace viewproof

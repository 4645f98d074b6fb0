#ifndef VIEWPROOF_CONFORMANCE_REPORT_PROGRESS_H_
#define VIEWPROOF_CONFORMANCE_REPORT_PROGRESS_H_

#include <chrono>
#include <cstdint>
#include <string_view>

namespace viewproof {

// Says on standard error how far a run is: a bar on a terminal, elsewhere every
// 5 s a line like "1,204 of 2,592 · 7 deaths · now setitem/of-a-window".
class Progress {
 public:
  explicit Progress(int64_t total);  // 0: not known.
  ~Progress();

  void Add(int64_t count = 1);
  // To be called often. `now` is the id of a case that is out, or empty.
  void Tick(std::string_view now, int64_t deaths);

 private:
  using Clock = std::chrono::steady_clock;

  void Tell(std::string_view now, int64_t deaths);

  const int64_t total_;
  const bool is_terminal_;
  int64_t done_ = 0;
  bool drawn_ = false;
  Clock::time_point told_ = Clock::now();
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_PROGRESS_H_

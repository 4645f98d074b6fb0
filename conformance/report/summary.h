#ifndef VIEWPROOF_CONFORMANCE_REPORT_SUMMARY_H_
#define VIEWPROOF_CONFORMANCE_REPORT_SUMMARY_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>

#include "conformance/process/executor.h"
#include "conformance/report/screen.h"
#include "conformance/report/tally.h"

namespace viewproof {

// One line per op at fault, its cases by how they came out, a borrowed op as
// "(slice)"; and one of all.
void PrintTable(const Screen& screen, const Tally& tally);

// "op 78, views 96", in the order of the reasons.
std::string SkipsOf(const SkipCounts& skipped);

// Returns what a skipped case needs that hello does not declare.
std::string_view MeaningOf(SkipReason reason);

// "died 5 times, in no case that repeats it: SIGSEGV 4, exit 1"; or empty.
std::string StrayDeathsText(const std::map<std::string, int64_t>& deaths);

// "2 lines on standard output are no reply, the first: ..."; or empty.
std::string NoiseText(const Trouble& trouble);

// "1 process ended by SIGABRT after bye"; or empty.
std::string LateDeathsText(const Trouble& trouble);

// "noise and deaths after bye are not told", by an earlier program; or empty.
std::string UntoldText(const Trouble& trouble);

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

#endif  // VIEWPROOF_CONFORMANCE_REPORT_SUMMARY_H_

#ifndef VIEWPROOF_CONFORMANCE_REPORT_SUMMARY_H_
#define VIEWPROOF_CONFORMANCE_REPORT_SUMMARY_H_

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/judge/record.h"
#include "conformance/report/tally.h"

namespace viewproof {

enum class Colour { kNone, kRed, kGreen, kYellow, kBold, kDim };

// A terminal or a file: colours and the progress bar only on a terminal, no
// colours where NO_COLOR is set.
class Screen {
 public:
  explicit Screen(std::FILE* out);
  void Print(std::string_view text) const;
  std::string Paint(std::string_view text, Colour colour) const;

 private:
  std::FILE* out_;
  bool colours_;
};

// "[####......] 1,234 of 3,104" on standard error, if that is a terminal.
class Progress {
 public:
  explicit Progress(int64_t total);  // 0: not known.
  ~Progress();
  void Add(int64_t count = 1);

 private:
  void Draw() const;
  int64_t total_;
  int64_t done_ = 0;
  bool shown_;
};

// 2930 -> "2,930".
std::string Grouped(int64_t number);

// Two texts that differ, cut to one line each about where they begin to.
std::pair<std::string, std::string> Excerpts(const std::string& expected,
                                             const std::string& actual);

// One line per op: passed, failed, skipped.
void PrintTable(const Screen& screen, const Tally& tally);

// A failure in full; `rerun` is what to type to run just this one.
void PrintFailure(const Screen& screen, const Vector& vector,
                  const Record& record, const std::string& rerun);

// One cause a line, with a hint; `report` is what to type to accept one, or
// empty.
void PrintGroups(const Screen& screen, const std::vector<Group>& groups,
                 const std::string& report);

// "views 96, op 78".
std::string SkipsOf(const Tally& tally);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_SUMMARY_H_

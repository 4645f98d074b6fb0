#ifndef VIEWPROOF_CONFORMANCE_REPORT_PRINT_RUN_H_
#define VIEWPROOF_CONFORMANCE_REPORT_PRINT_RUN_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/hello.h"
#include "conformance/report/groups.h"
#include "conformance/report/screen.h"

namespace viewproof {

// The verdict of a run, as it is printed first and, if it is not green, last.
struct PrintedVerdict {
  bool green = false;
  std::string headline;  // "RED numpy 2.4.6: 432 new failures".
  std::string more;      // ", 4 causes": stands in the first line alone.
  std::optional<int64_t> milliseconds = {};
  std::string counts = {};  // The second line.
};

// Puts the subject after the word of a headline: "RED: 432 new failures" is
// "RED numpy 2.4.6: 432 new failures".
std::string TitleOf(std::string_view headline, const Hello& hello);

// ", 4 causes" after a headline that ends with new failures; else nothing.
std::string CausesText(std::string_view headline,
                       const std::vector<Group>& groups);

// The verdict and the counts; the time stands in the first line if it fits
// there, else in the second.
void PrintFirstLines(const Screen& screen, const PrintedVerdict& verdict);
void PrintLastLine(const Screen& screen, const PrintedVerdict& verdict);

// Prints each on a line, broken at blanks.
void PrintNotes(const Screen& screen, const std::vector<std::string>& notes);

// "known  getitem 617 · flatten 435 · setitem 418 · 1,142 more, in 47
// entries". `by_op`: known failures, or findings; nothing is printed of none.
void PrintKnownOps(const Screen& screen,
                   const std::map<std::string, int64_t>& by_op,
                   int64_t entries);

// A command, and what it is for.
using Advice = std::pair<std::string, std::string>;

// Prints them after an empty line, the first after the label.
void PrintAdvice(const Screen& screen, std::string_view label,
                 const std::vector<Advice>& advice);

// Says what to do next about new failures: see all, allow one. `report`: its
// path; empty: none was written, and `check`, a command, writes one.
// `is_gated`: a gate file can allow them.
std::vector<Advice> NextOf(const std::string& report, const std::string& check,
                           bool is_gated);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_PRINT_RUN_H_

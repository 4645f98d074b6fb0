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

// A terminal or a file. Colours are used on a terminal only, and not if
// NO_COLOR is set.
class Screen {
 public:
  explicit Screen(std::FILE* out);
  void Print(std::string_view text) const;
  std::string Paint(std::string_view text, Colour colour) const;

 private:
  std::FILE* out_;
  bool colours_;
};

// 2930 -> "2,930".
std::string Grouped(int64_t number);

// Both texts, cut to one line each around their first difference.
std::pair<std::string, std::string> Excerpts(const std::string& expected,
                                             const std::string& actual);

// One line per op: passed, failed, skipped.
void PrintTable(const Screen& screen, const Tally& tally);

// Prints a failure in full; `rerun` is the command that runs just this case.
void PrintFailure(const Screen& screen, const Vector& vector,
                  const Record& record, const std::string& rerun);

// Prints one cause a line, with a hint; `report` is the report to accept them
// from, or empty.
void PrintGroups(const Screen& screen, const std::vector<Group>& groups,
                 const std::string& report);

// "views 96, op 78".
std::string SkipsOf(const Tally& tally);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_SUMMARY_H_

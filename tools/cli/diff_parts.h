#ifndef VIEWPROOF_TOOLS_CLI_DIFF_PARTS_H_
#define VIEWPROOF_TOOLS_CLI_DIFF_PARTS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/report/diff.h"
#include "reference/core/dtype.h"

// What the printers of a diff share.
namespace viewproof {

// How a case is shown.
struct Spelling {
  std::string text;          // The one-line notation, in the dtype that ran.
  int64_t size = INT64_MAX;  // SizeOf().
  std::string file;
};
using Spellings = std::map<std::pair<std::string, DType>, Spelling>;

// Of the cases whose results differ; empty if golden/ is another one.
Spellings SpellingsOf(const std::string& root, const ReportDiff& diff);

// Without a text for a case that golden/ does not hold.
Spelling Find(const Spellings& spellings, const Record& record);

const ChangedCase& SmallestOf(const ChangeGroup& group,
                              const Spellings& spellings);

std::string CountOf(const ChangeGroup& group);
std::string NameOf(const ReportOrigin& origin);

// "before: 30 passed, 8 failed, ...", and the same after.
std::vector<std::string> CountsOf(const ReportDiff& diff);

// Warnings to print above the numbers.
std::vector<std::string> NotesOf(const ReportDiff& diff);
std::string TotalsOf(const ReportDiff& diff);
// "the new run is RED: ...", of each run that is not green.
std::vector<std::string> RedRunsOf(const ReportDiff& diff);
std::string_view Meaning(Change change);

constexpr std::string_view kUnmapped = "a text that names no kind";

// What was expected, and what one run answered.
struct RunAnswer {
  std::string due;
  std::string given;
};

RunAnswer AnswerOf(const std::optional<Record>& run);

// The diff as a page: a table of causes per change, and below it every case.
std::string PageOf(const ReportDiff& diff, const Spellings& spellings);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_DIFF_PARTS_H_

#ifndef VIEWPROOF_TOOLS_CLI_DIFF_PARTS_H_
#define VIEWPROOF_TOOLS_CLI_DIFF_PARTS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/report/diff.h"
#include "reference/core/dtype.h"

// What the printers of a diff share.
namespace viewproof {

// How a vector is shown.
struct Spelling {
  std::string text;  // The one-line notation.
  DType dtype = DType::kFloat32;
  int64_t size = INT64_MAX;  // SizeOf().
  std::string file;
};
using Spellings = std::map<std::string, Spelling>;

// Of the vectors whose results differ; empty if golden/ is another one.
Spellings SpellingsOf(const std::string& root, const ReportDiff& diff);

// The id alone for a vector that golden/ does not hold.
Spelling Find(const Spellings& spellings, const std::string& id);

const ChangedCase& SmallestOf(const ChangeGroup& group,
                              const Spellings& spellings);

std::string CountOf(const ChangeGroup& group);
std::string NameOf(const ReportOrigin& origin);

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

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "conformance/case/strings.h"
#include "conformance/case/text.h"
#include "conformance/golden_file/outputs.h"
#include "conformance/picture/failure.h"
#include "conformance/report/markup.h"
#include "conformance/report/print_groups.h"
#include "conformance/report/renderings.h"
#include "conformance/report/summary.h"

namespace viewproof {
namespace {

constexpr std::size_t kShownText = 400;
constexpr std::size_t kShownCells = 4;
constexpr std::size_t kMostMarkdownAnswer = 4000;  // A line has no more.
constexpr std::size_t kLeastTable = 300;

const FailedCase* SmallestOf(const Survey& survey, const Group& group) {
  for (const FailedCase& failed : survey.failures) {
    if (failed.record.id == group.smallest.id &&
        failed.record.dtype == group.smallest.dtype) {
      return &failed;
    }
  }
  return nullptr;
}

// A case of a cause, as a list.
std::string CaseOf(const Survey& survey, const Group& group,
                   std::size_t number) {
  std::string text = fmt::format("\n### {}. {}\n\n{}, {}\n\n", number,
                                 ProseCell(HeadOf(group)), CasesOf(group),
                                 CodeCell(CodeOf(ToldOf(group))));
  const FailedCase* failed = SmallestOf(survey, group);
  if (failed == nullptr) return text;
  const auto item = [&text](std::string_view what, const std::string& is) {
    if (!is.empty()) text += fmt::format("- {}: {}\n", what, is);
  };
  const Record& record = failed->record;
  for (const std::string& when :
       WhenOf(survey.origin.footer.proved, number, group)) {
    item("when", ProseCell(when));
  }
  item("case", CodeSpan(fmt::format("{} ({})", record.id, Name(record.dtype))));
  if (failed->vector) {
    item("why", ProseCell(failed->vector->why));
    item("as text", CodeSpan(Text(failed->vector->test)));
  }
  for (const Difference& d : record.differences) {
    const auto [expected, actual] = SidesOf(d, kShownText);
    text += fmt::format(
        "- step {}, {}: expected {}, got {} {}\n", d.step, CodeSpan(d.op),
        ProseCell(expected), ProseCell(actual),
        CodeSpan(fmt::format("{} in {}", Name(d.kind), Name(d.facet))));
  }
  if (failed->vector) {
    const auto strip = WrongWriteOf(failed->vector->test, record);
    const Lines cells = strip ? WrongCellsOf(*strip) : Lines();
    for (std::size_t k = 0; k < std::min(cells.size(), kShownCells); ++k) {
      item("storage " + strip->name, ProseCell(cells[k]));
    }
    if (cells.size() > kShownCells) {
      item("storage " + strip->name,
           fmt::format("{} more cells are wrong", cells.size() - kShownCells));
    }
  }
  for (const std::string& line :
       AnswerLines(record, survey.origin.header.subject.facets)) {
    item("answered", CodeSpan(Clipped(line, kMostMarkdownAnswer)));
  }
  if (record.verdict != Verdict::kFail) {
    if (record.stderr_tail.empty()) item("standard error", "not told");
    const std::string said = Ending(record.stderr_tail, kShownText);
    for (const std::string_view line : LinesIn(said)) {
      item("standard error", CodeSpan(line));
    }
  }
  item("message", CodeSpan(Clipped(record.message, kShownText)));
  item("again", CodeSpan(RerunOf(survey.origin.header, record)));
  return text;
}

std::string RowOf(const Group& group, std::size_t number) {
  return fmt::format("| {} | {} | {} | {} |\n", number, Grouped(group.count),
                     ProseCell(HeadOf(group)),
                     CodeCell(fmt::format("{} ({})", group.smallest.id,
                                          Name(group.smallest.dtype))));
}

std::string CountsOf(const Survey& survey) {
  const Cell& all = survey.all;
  return fmt::format(
      "| passed | new | known | not demanded | not asked | deaths |\n"
      "|---|---|---|---|---|---|\n"
      "| {} | {} | {} | {} | {} | {} |\n",
      Grouped(all.passed), Grouped(all.fresh), Grouped(all.known),
      Grouped(all.others), Grouped(all.skipped), Grouped(survey.deaths));
}

// Returns why failures are known, the reason of the most of them first; in at
// most `most` bytes.
std::string KnownOf(const Survey& survey, std::size_t most) {
  const std::vector<const KnownReason*> entries =
      ByCount(survey.origin.footer.known);
  if (entries.empty() || most < kLeastTable) return "";
  std::string text = fmt::format(
      "\n## Known failures: {}, of {} of the gate file\n\n"
      "| cases | what | why | link |\n|---|---|---|---|\n",
      Grouped(survey.all.known),
      Plural(std::ssize(entries), "entry", "entries"));
  std::size_t rows = 0;
  for (; rows < entries.size(); ++rows) {
    const KnownReason& known = *entries[rows];
    const std::string row = fmt::format(
        "| {} | {} | {} | {} |\n", Grouped(known.count), ProseCell(known.what),
        ProseCell(Clipped(known.reason, kShownText)), LinkCell(known.link));
    if (text.size() + row.size() + kLeastTable / 2 > most) break;
    text += row;
  }
  if (rows == entries.size()) return text;
  return text + fmt::format("\nand {} more\n", entries.size() - rows);
}

}  // namespace

std::string MarkdownOf(const Survey& survey, std::size_t most) {
  const ReportHeader& header = survey.origin.header;
  const GateSaid said = HeadlineOf(survey.origin);
  std::string text = fmt::format(
      "{}\n# {} {}: {}\n\n{}\n\n", MarkOf(FileKind::kMarkdown),
      ProseCell(header.subject.name), ProseCell(header.subject.version),
      TitleOf(said), ProseCell(said.headline));
  text += CountsOf(survey);
  if (survey.groups.empty()) {
    return text + "\nNothing fails anew.\n" + KnownOf(survey, most);
  }
  text += fmt::format("\n## New failures: {}, of {} cause{}\n\n",
                      Grouped(survey.all.fresh), survey.groups.size(),
                      survey.groups.size() == 1 ? "" : "s, the gravest first");
  text +=
      "| # | cases | what happens | smallest |\n"
      "|---|---|---|---|\n";
  std::size_t rows = 0;
  for (; rows < survey.groups.size() && text.size() < most / 2; ++rows) {
    text += RowOf(survey.groups[rows], rows + 1);
  }
  if (rows < survey.groups.size()) {
    text += fmt::format("\nand {} more\n", survey.groups.size() - rows);
  }
  std::size_t cases = 0;
  for (; cases < rows; ++cases) {
    const std::string more = CaseOf(survey, survey.groups[cases], cases + 1);
    if (text.size() + more.size() > most) break;
    text += more;
  }
  if (cases < rows) {
    text +=
        fmt::format("\nA case of {} more is left out here.\n", rows - cases);
  }
  return text + KnownOf(survey, most - std::min(most, text.size()));
}

}  // namespace viewproof

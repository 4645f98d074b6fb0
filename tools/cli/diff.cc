#include "tools/cli/diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "conformance/case/escape.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/outputs.h"
#include "conformance/report/diff.h"
#include "conformance/report/markup.h"
#include "conformance/report/summary.h"
#include "tools/cli/diff_parts.h"

namespace viewproof {
namespace {

namespace fs = std::filesystem;

std::string GoldenOf(const ReportOrigin& origin) {
  return origin.golden.empty() ? "other files than golden/"
                               : "golden/ " + origin.golden;
}

Colour ColourOf(Change change) {
  if (change == Change::kNewFailure) return Colour::kRed;
  return change == Change::kFixed ? Colour::kGreen : Colour::kYellow;
}

using Row = std::vector<std::string>;

// Columns as wide as they need to be; the last one is not padded.
void PrintRows(const Screen& screen, const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const Row& row : rows) {
    for (std::size_t k = 0; k + 1 < row.size(); ++k) {
      widths[k] = std::max(widths[k], row[k].size());
    }
  }
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t k = 0; k < row.size(); ++k) {
      line += fmt::format("  {:<{}}", row[k], widths[k]);
    }
    screen.Print(line + "\n");
  }
}

void PrintChange(const Screen& screen, const ReportDiff& diff, Change change,
                 const Spellings& spellings) {
  std::vector<Row> rows = {{"op", "difference", "facets", "cases", "smallest"}};
  for (const ChangeGroup& group : diff.groups) {
    if (group.change != change) continue;
    const Record& smallest = SmallestOf(group, spellings).either();
    rows.push_back({group.op, group.difference, group.facets,
                    fmt::format("{:>5}", CountOf(group)),
                    fmt::format("{} ({})", smallest.id, Name(smallest.dtype))});
  }
  if (rows.size() == 1) return;
  screen.Print(fmt::format("\n{}: {}\n",
                           screen.Paint(Name(change), ColourOf(change)),
                           Meaning(change)));
  PrintRows(screen, rows);
}

void Print(const Screen& screen, const ReportDiff& diff,
           const Spellings& spellings) {
  screen.Print(fmt::format("{} -> {}\n", NameOf(diff.before.origin),
                           NameOf(diff.after.origin)));
  for (const std::string& line : CountsOf(diff)) screen.Print(line + "\n");
  for (const std::string& note : NotesOf(diff)) screen.Print(note + "\n");
  for (const Change change : kChanges) {
    PrintChange(screen, diff, change, spellings);
  }
  screen.Print("\n" + TotalsOf(diff) + "\n");
  for (const std::string& line : RedRunsOf(diff)) {
    screen.Print(screen.Paint(line, Colour::kRed) + "\n");
  }
}

std::string Line(const Row& cells) {
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

// The tables of one diff as Markdown.
class Markdown {
 public:
  Markdown(const DiffOptions& options, const ReportDiff& diff,
           const Spellings& spellings)
      : options_(options),
        file_(fs::absolute(options.markdown).lexically_normal()),
        root_(fs::absolute(options.root).lexically_normal()),
        diff_(diff),
        spellings_(spellings) {}

  std::string Text() const {
    std::string text =
        fmt::format("{}\n# From {} to {}\n\n", MarkOf(FileKind::kMarkdown),
                    NameOf(diff_.before.origin), NameOf(diff_.after.origin));
    text += "How two runs on " + GoldenOf(diff_.after.origin) +
            " differ. Written by `viewproof diff`, never by hand; again "
            "with\n\n";
    text += Command(diff_.before.origin, options_.before) +
            Command(diff_.after.origin, options_.after);
    text += fmt::format(
        "    tools/viewproof diff {}\n\n",
        ShellWords({FileName(options_.before), FileName(options_.after),
                    "--markdown", FromRoot(file_)}));
    for (const std::string& line : CountsOf(diff_)) text += "* " + line + "\n";
    text += "\n";
    for (const std::string& note : NotesOf(diff_)) text += note + "\n\n";
    text += TotalsOf(diff_) + ".\n";
    for (const std::string& line : RedRunsOf(diff_)) {
      text += "\n" + ProseCell(line) + ".\n";
    }
    for (const Change change : kChanges) text += TableOf(change);
    return text;
  }

 private:
  static std::string FileName(const fs::path& path) {
    return path.filename().string();
  }

  bool IsInRoot(const fs::path& path) const {
    const fs::path from_root = path.lexically_relative(root_);
    return !from_root.empty() && *from_root.begin() != "..";
  }

  // The path relative to the root, the same on every machine.
  std::string FromRoot(const fs::path& path) const {
    return IsInRoot(path) ? path.lexically_relative(root_).generic_string()
                          : FileName(path);
  }

  std::string Command(const ReportOrigin& origin,
                      const std::string& report) const {
    const std::string file = ShellWord(FileName(report));
    if (origin.gate.empty()) {
      return fmt::format("    tools/viewproof check --report {} -- COMMAND\n",
                         file);
    }
    const bool is_path = origin.gate.find('/') != std::string::npos;
    return fmt::format(
        "    tools/viewproof check {} --report {}\n",
        ShellWord(is_path
                      ? FromRoot(fs::absolute(origin.gate).lexically_normal())
                      : origin.gate),
        file);
  }

  // The case as text, linked to its file; the id alone if it has no text.
  std::string ExampleOf(const Record& record) const {
    const Spelling spelling = Find(spellings_, record);
    if (spelling.text.empty()) {
      return fmt::format("{} ({}), which golden/ here does not hold",
                         CodeCell(record.id), Name(record.dtype));
    }
    std::string text = CodeCell(spelling.text);
    const fs::path vectors = fs::absolute(spelling.file).lexically_normal();
    if (IsInRoot(file_)) {
      const fs::path link = vectors.lexically_relative(file_.parent_path());
      text = fmt::format("[{}]({})", text, link.generic_string());
    }
    return fmt::format("{}<br>{}", text, record.id);
  }

  std::string TableOf(Change change) const {
    const int64_t count = diff_.Count(change);
    if (count == 0) return "";
    const bool before = change == Change::kFixed || change == Change::kChanged;
    const bool after =
        change == Change::kNewFailure || change == Change::kChanged;
    Row heads = {"op", "difference", "facets", "cases", "smallest case"};
    if (before || after) heads.push_back("due");
    if (before) heads.push_back(NameOf(diff_.before.origin));
    if (after) heads.push_back(NameOf(diff_.after.origin));
    std::string text = fmt::format("\n## {}: {} ({})\n\n", Name(change),
                                   Meaning(change), Grouped(count));
    text += Line(heads) + Line(Row(heads.size(), "---"));
    for (const ChangeGroup& group : diff_.groups) {
      if (group.change != change) continue;
      const ChangedCase& test = SmallestOf(group, spellings_);
      Row row = {group.op, group.difference, group.facets, CountOf(group),
                 ExampleOf(test.either())};
      const RunAnswer old_answer = AnswerOf(test.before);
      const RunAnswer new_answer = AnswerOf(test.after);
      const auto code = [&row](const std::string& text) {
        const bool is_said = text == kUnmapped;
        row.push_back(is_said ? text : CodeCell(text));
      };
      if (after) code(new_answer.due);
      if (before && !after) code(old_answer.due);
      if (before) code(old_answer.given);
      if (after) code(new_answer.given);
      text += Line(row);
    }
    return text;
  }

  const DiffOptions& options_;
  const fs::path file_;
  const fs::path root_;
  const ReportDiff& diff_;
  const Spellings& spellings_;
};

}  // namespace

bool Diff(const DiffOptions& options, std::FILE* out) {
  const ReportDiff diff = DiffReports(options.before, options.after);
  const Spellings spellings = SpellingsOf(options.root, diff);
  Print(Screen(out), diff, spellings);
  if (!options.markdown.empty()) {
    WriteFile(options.markdown, Markdown(options, diff, spellings).Text());
  }
  if (!options.html.empty()) {
    WriteFile(options.html, PageOf(diff, spellings));
  }
  return diff.Count(Change::kNewFailure) == 0;
}

}  // namespace viewproof

#include "conformance/report/print_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <utility>

#include "conformance/case/escape.h"
#include "conformance/golden_file/installed.h"
#include "conformance/picture/drawing.h"
#include "conformance/report/lines.h"
#include "conformance/report/markup.h"
#include "conformance/report/summary.h"

namespace viewproof {

std::string TitleOf(std::string_view headline, const Hello& hello) {
  std::size_t end = 0;
  while (end < headline.size() &&
         (headline[end] == ' ' || std::isupper(headline[end]) != 0)) {
    ++end;
  }
  while (end > 0 && headline[end - 1] == ' ') --end;
  return fmt::format("{} {} {}{}", headline.substr(0, end), hello.name,
                     hello.version, headline.substr(end));
}

std::string CausesText(std::string_view headline,
                       const std::vector<Group>& groups) {
  const bool fits =
      headline.ends_with(" new failure") || headline.ends_with(" new failures");
  return fits ? ", " + Plural(std::ssize(groups), "cause") : "";
}

void PrintFirstLines(const Screen& screen, const PrintedVerdict& verdict) {
  const std::size_t columns = screen.columns();
  std::vector<std::string> lines =
      LinesOfText(Escaped(verdict.headline + verdict.more), columns);
  std::vector<std::string> counts;
  if (!verdict.counts.empty()) {
    counts = LinesOfText(verdict.counts, columns, "·");
  }
  if (verdict.milliseconds) {
    const std::string time = fmt::format(
        "in {:.1f} s", static_cast<double>(*verdict.milliseconds) / 1000);
    std::vector<std::string> timed = lines;
    PutRight(time, columns, timed);
    if (timed.size() == lines.size()) {
      lines = std::move(timed);
    } else {
      PutRight(time, columns, counts);
    }
  }
  for (const std::string& line : lines) {
    screen.Print(
        screen.Paint(line, verdict.green ? Colour::kGreen : Colour::kRed) +
        "\n");
  }
  for (const std::string& line : counts) screen.Print(line + "\n");
}

void PrintLastLine(const Screen& screen, const PrintedVerdict& verdict) {
  if (verdict.green) return;
  for (const std::string& line :
       LinesOfText(Escaped(verdict.headline), screen.columns())) {
    screen.Print(screen.Paint(line, Colour::kRed) + "\n");
  }
}

void PrintNotes(const Screen& screen, const std::vector<std::string>& notes) {
  constexpr std::size_t kIndent = 2;
  for (const std::string& note : notes) {
    std::string before(kIndent, ' ');
    for (const std::string& line :
         LinesOfText(Escaped(note), screen.columns() - 2 * kIndent)) {
      screen.Print(before + line + "\n");
      before.assign(2 * kIndent, ' ');
    }
  }
}

void PrintKnownOps(const Screen& screen,
                   const std::map<std::string, int64_t>& by_op,
                   int64_t entries) {
  constexpr std::size_t kNamed = 3;
  std::vector<std::pair<int64_t, std::string_view>> ops;
  int64_t left = 0;
  for (const auto& [op, count] : by_op) {
    if (count > 0) ops.emplace_back(-count, op);
    left += count;
  }
  if (ops.empty()) return;
  std::ranges::sort(ops);
  std::string text = "known ";
  for (std::size_t k = 0; k < std::min(kNamed, ops.size()); ++k) {
    text += fmt::format("{} {} {}", k == 0 ? "" : " ·", ops[k].second,
                        Grouped(-ops[k].first));
    left += ops[k].first;
  }
  if (left > 0) text += fmt::format(" · {} more", Grouped(left));
  if (entries > 0) {
    text += fmt::format(", in {}", Plural(entries, "entry", "entries"));
  }
  for (const std::string& line : LinesOfText(text, screen.columns())) {
    screen.Print(line + "\n");
  }
}

void PrintAdvice(const Screen& screen, std::string_view label,
                 const std::vector<Advice>& advice) {
  constexpr std::size_t kColumns = 7;  // A label has so many.
  if (advice.empty()) return;
  std::string before = fmt::format("{:<{}}", label, kColumns);
  for (const auto& [command, purpose] : advice) {
    std::vector<std::string> lines =
        LinesOfCommand(command, screen.columns() - kColumns - 2);
    const std::size_t width = screen.columns() - kColumns;
    const bool fits =
        lines.size() == 1 && WidthOf(lines[0]) + 2 + WidthOf(purpose) <= width;
    PutRight(purpose, fits ? width : width - 2, lines);
    for (const std::string& line : lines) {
      screen.Print(before + line + "\n");
      before.assign(kColumns + 2, ' ');
    }
    before.assign(kColumns, ' ');
  }
}

std::vector<Advice> NextOf(const std::string& report, const std::string& check,
                           bool is_gated) {
  std::vector<Advice> next;
  const std::string written = report.empty() ? "r.jsonl" : report;
  if (report.empty()) {
    if (check.empty()) return next;
    next.emplace_back(fmt::format("{} --report {}", check, written),
                      "a report, for what follows");
  }
  const std::string page =
      std::filesystem::path(written).replace_extension(".html").string();
  next.emplace_back(fmt::format("{} report {} --html {}", ProgramName(),
                                ShellWord(written), ShellWord(page)),
                    "all causes, with pictures");
  if (is_gated) {
    next.emplace_back(fmt::format("{} accept {} --group 1 --reason \"...\"",
                                  ProgramName(), ShellWord(written)),
                      "if 1 is meant so");
  }
  return next;
}

}  // namespace viewproof

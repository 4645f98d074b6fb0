#include "conformance/report/lines.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <iterator>

#include "conformance/case/strings.h"
#include "conformance/picture/drawing.h"

namespace viewproof {
namespace {

constexpr std::string_view kDots = "...";

// The parts of a text that are never broken, without the blanks between them.
std::vector<std::string_view> PartsOf(
    std::string_view text, const std::function<bool(std::size_t)>& may_break) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] != ' ' || !may_break(k)) continue;
    parts.push_back(text.substr(begin, k - begin));
    begin = k + 1;
  }
  parts.push_back(text.substr(begin));
  return parts;
}

// Puts as many parts on each line as fit; `end` stands at the end of every line
// but the last.
std::vector<std::string> Filled(const std::vector<std::string_view>& parts,
                                std::size_t columns,
                                std::string_view end = {}) {
  std::vector<std::string> lines;
  for (const std::string_view part : parts) {
    const bool fits =
        !lines.empty() &&
        WidthOf(lines.back()) + 1 + WidthOf(part) + WidthOf(end) <= columns;
    if (fits) {
      lines.back().append(" ").append(part);
    } else {
      if (!lines.empty()) lines.back() += end;
      lines.emplace_back(part);
    }
  }
  return lines;
}

// Says of each character of a command line whether it stands in quotes. A
// backslash takes the next one's meaning, but not between '...'.
std::vector<bool> QuotedIn(std::string_view command) {
  std::vector<bool> is_quoted(command.size());
  char quote = '\0';    // The mark that ends the quotes; none outside of them.
  bool escapes = true;  // The quotes are $'...' or "...", or there are none.
  for (std::size_t k = 0; k < command.size(); ++k) {
    const char c = command[k];
    is_quoted[k] = quote != '\0';
    if (c == '\\' && escapes) {
      if (++k < command.size()) is_quoted[k] = true;
    } else if (c == quote) {
      quote = '\0';
      escapes = true;
    } else if (quote == '\0' && (c == '\'' || c == '"')) {
      quote = c;
      escapes = c == '"' || (k > 0 && command[k - 1] == '$');
    }
  }
  return is_quoted;
}

// Says of each character whether it stands between backquotes.
std::vector<bool> BackquotedIn(std::string_view text) {
  std::vector<bool> is_quoted(text.size());
  std::size_t end = 0;
  for (std::size_t k = text.find('`'); k != text.npos;
       k = text.find('`', end)) {
    end = text.find('`', k + 1);
    if (end == text.npos) break;
    while (k < end) is_quoted[k++] = true;
    ++end;
  }
  return is_quoted;
}

}  // namespace

std::vector<std::string> LinesOfText(std::string_view text, std::size_t columns,
                                     std::string_view after) {
  const std::vector<bool> is_quoted = BackquotedIn(text);
  const std::vector<std::string_view> parts = PartsOf(text, [&](std::size_t k) {
    return !is_quoted[k] && text.substr(0, k).ends_with(after);
  });
  const bool fit = std::ranges::all_of(
      parts, [columns](auto part) { return WidthOf(part) <= columns; });
  return fit || after.empty() ? Filled(parts, columns)
                              : LinesOfText(text, columns);
}

std::vector<std::string> LinesOfRow(std::string_view row, std::size_t columns) {
  constexpr std::size_t kLeast = 20;  // Columns of a text beside others.
  if (WidthOf(row) <= columns) return {std::string(row)};
  const std::size_t indent = row.find_first_not_of(' ');
  const std::size_t gap = row.rfind("  ");
  std::size_t begin = gap == row.npos || gap < indent ? indent : gap + 2;
  std::size_t before = WidthOf(row.substr(0, begin));
  if (before + kLeast > columns) begin = before = 0;
  std::vector<std::string> lines =
      LinesOfText(row.substr(begin), columns - before);
  lines.front().insert(0, row.substr(0, begin));
  for (std::size_t k = 1; k < lines.size(); ++k) {
    lines[k].insert(0, before, ' ');
  }
  return lines;
}

std::string RowsInColumns(std::string_view text, std::size_t columns) {
  std::string rows;
  for (const std::string_view row : LinesIn(text)) {
    for (const std::string& line : LinesOfRow(row, columns)) {
      rows.append(line).append("\n");
    }
  }
  return rows;
}

std::string RowsOfMessage(std::string_view message, std::size_t columns) {
  constexpr std::string_view kCommand = "    ";
  const std::string_view first = message.substr(0, message.find('\n'));
  const std::vector<bool> is_quoted = BackquotedIn(first);
  std::vector<std::string> rows = Filled(
      PartsOf(
          first,
          [&](std::size_t k) { return !is_quoted[k] && k != first.find(' '); }),
      columns);
  for (const std::string_view row :
       LinesIn(message.substr(std::min(message.size(), first.size() + 1)))) {
    if (row.starts_with(kCommand)) {
      rows.emplace_back(row);
    } else {
      std::ranges::move(LinesOfRow(row, columns), std::back_inserter(rows));
    }
  }
  return fmt::format("{}\n", fmt::join(rows, "\n"));
}

std::vector<std::string> LinesOfCommand(std::string_view command,
                                        std::size_t columns) {
  constexpr std::string_view kGoesOn = " \\";
  const std::vector<bool> is_quoted = QuotedIn(command);
  const std::vector<std::string_view> options =
      PartsOf(command, [&](std::size_t k) {
        return !is_quoted[k] && command.substr(k + 1).starts_with("-");
      });
  const bool fit = std::ranges::all_of(options, [&](auto part) {
    return WidthOf(part) + WidthOf(kGoesOn) <= columns;
  });
  if (fit) return Filled(options, columns, kGoesOn);
  return Filled(PartsOf(command, [&](std::size_t k) { return !is_quoted[k]; }),
                columns, kGoesOn);
}

void PutRight(std::string_view right, std::size_t columns,
              std::vector<std::string>& lines) {
  constexpr std::size_t kBetween = 2;
  if (right.empty()) return;
  const std::size_t width = WidthOf(right);
  if (lines.empty() || WidthOf(lines.back()) + kBetween + width > columns) {
    lines.emplace_back();
  }
  const std::size_t taken = WidthOf(lines.back()) + width;
  lines.back().append(columns - std::min(columns, taken), ' ').append(right);
}

std::string CutToColumns(std::string_view text, std::size_t columns) {
  if (WidthOf(text) <= columns) return std::string(text);
  std::string line = LinesOfText(text, columns - kDots.size()).front();
  return line + std::string(kDots);
}

}  // namespace viewproof

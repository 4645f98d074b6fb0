#include "conformance/report/sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "conformance/case/escape.h"
#include "conformance/report/markup.h"

namespace viewproof {
namespace {

// Characters, as far as a terminal gives each one column.
std::size_t WidthOf(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

// A class of page.css for what the first sign says.
std::string_view ColourOf(std::string_view cell) {
  if (cell.starts_with("\u2717")) return " is-new";
  if (cell.starts_with("\u2248")) return " is-known";
  return cell.starts_with("\u2713") ? " is-passed" : "";
}

}  // namespace

std::string TextOf(const Sheet& sheet) {
  std::vector<std::vector<std::string>> rows = {sheet.heads};
  for (const auto& row : sheet.rows) {
    std::vector<std::string>& shown = rows.emplace_back();
    for (const std::string& cell : row) shown.push_back(Escaped(cell));
  }
  std::vector<std::size_t> widths(sheet.heads.size());
  for (const auto& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) {
      widths[k] = std::max(widths[k], WidthOf(row[k]));
    }
  }
  std::string text = Escaped(sheet.title) + "\n";
  if (!sheet.about.empty()) text += Escaped(sheet.about) + "\n";
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t k = 0; k < row.size(); ++k) {
      line += "  " + row[k] + std::string(widths[k] - WidthOf(row[k]), ' ');
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string MarkdownOf(const Sheet& sheet) {
  std::string text = fmt::format("## {}\n\n", ProseCell(sheet.title));
  if (!sheet.about.empty()) text += ProseCell(sheet.about) + "\n\n";
  const auto line = [&text](const std::vector<std::string>& cells) {
    text += "|";
    for (const std::string& cell : cells) text += " " + ProseCell(cell) + " |";
    text += "\n";
  };
  line(sheet.heads);
  line(std::vector<std::string>(sheet.heads.size(), "---"));
  for (const auto& row : sheet.rows) line(row);
  return text + "\n";
}

std::string HtmlOf(const Sheet& sheet) {
  constexpr std::size_t kLong = 24;  // Bytes; what is shorter is never broken.
  std::string text = fmt::format("<section><h2>{}</h2>", XmlText(sheet.title));
  if (!sheet.about.empty()) {
    text += fmt::format("<p>{}</p>", XmlText(sheet.about));
  }
  text += fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{}\">"
      "<table><thead><tr>",
      XmlText(sheet.title));
  for (const std::string& head : sheet.heads) {
    text += fmt::format("<th scope=\"col\">{}</th>", XmlText(head));
  }
  text += "</tr></thead><tbody>\n";
  for (const auto& row : sheet.rows) {
    text += "<tr>";
    for (std::size_t k = 0; k < row.size(); ++k) {
      text += k == 0 ? fmt::format("<th scope=\"row\">{}</th>", XmlText(row[k]))
                     : fmt::format("<td class=\"{}{}{}\">{}</td>",
                                   row[k].size() > kLong ? "long" : "short",
                                   k >= sheet.code_from ? " code" : "",
                                   ColourOf(row[k]), XmlText(row[k]));
    }
    text += "</tr>\n";
  }
  return text + "</tbody></table></div></section>\n";
}

}  // namespace viewproof

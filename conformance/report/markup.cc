#include "conformance/report/markup.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/evp.h>
#include <zlib.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "conformance/case/escape.h"
#include "conformance/case/strings.h"
#include "conformance/report/lines.h"
#include "conformance/report/summary.h"

namespace viewproof {
std::string Clipped(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  return fmt::format("{}... ({} bytes)", Beginning(text, most),
                     Grouped(static_cast<int64_t>(text.size())));
}

std::string Ending(std::string_view text, std::size_t most) {
  if (text.size() <= most) return Escaped(text, Newlines::kKept);
  text.remove_prefix(text.size() - most);
  text.remove_prefix(std::min(text.find('\n') + 1, text.size()));
  return "...\n" + Escaped(text, Newlines::kKept);
}

std::string CodeSpan(std::string_view text) {
  std::string out = Escaped(text);
  std::ranges::replace(out, '`', '\'');
  return out.empty() ? out : "`" + out + "`";
}

std::string CodeCell(std::string_view text) {
  return ReplaceAll(CodeSpan(text), "|", "\\|");
}

std::string LinkCell(const std::string& text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
      "-._~:/?#@!$&'()*+,;=%";
  const bool is_link =
      text.starts_with("https://") || text.starts_with("http://");
  return is_link && text.find_first_not_of(kPlain) == std::string::npos
             ? "<" + text + ">"
             : ProseCell(text);
}

std::string ProseCell(std::string_view text) {
  std::string out = Escaped(text);
  out = ReplaceAll(std::move(out), "\\", "\\\\");
  out = ReplaceAll(std::move(out), "&", "&amp;");
  out = ReplaceAll(std::move(out), "<", "&lt;");
  for (const std::string_view mark : {"`", "*", "_", "[", "]", "|", "#", "~"}) {
    out = ReplaceAll(std::move(out), mark, "\\" + std::string(mark));
  }
  return out;
}

std::string ShellWord(std::string_view text) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:=,+";
  if (!text.empty() && text.find_first_not_of(kPlain) == text.npos) {
    return std::string(text);
  }
  std::string out(text);
  if (Escaped(text) == text) {
    out = ReplaceAll(std::move(out), "'", "'\\''");
    return "'" + out + "'";
  }
  out.clear();
  for (const unsigned char letter : text) {
    const bool is_plain = letter >= ' ' && letter < 0x7f;
    if (letter == '\'' || letter == '\\') out += '\\';
    out += is_plain ? std::string(1, static_cast<char>(letter))
                    : fmt::format("\\{:03o}", letter);
  }
  return "$'" + out + "'";
}

std::string ShellWords(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    line += (line.empty() ? "" : " ") + ShellWord(word);
  }
  return line;
}

std::string Packed(std::string_view bytes) {
  z_stream stream = {};
  constexpr int kGzip = 15 + 16;
  constexpr int kLevel = 4;  // Half the time of 6, for an eighth more bytes.
  if (deflateInit2(&stream, kLevel, Z_DEFLATED, kGzip, 9, Z_DEFAULT_STRATEGY) !=
      Z_OK) {
    std::abort();  // There is no memory.
  }
  std::string out;
  stream.next_in = reinterpret_cast<Bytef*>(
      const_cast<char*>(bytes.data()));  // It is not changed.
  stream.avail_in = static_cast<uInt>(bytes.size());
  do {  // zlib asks for far more room at first than it needs.
    out.resize(out.size() + bytes.size() / 8 + 64);
    stream.next_out = reinterpret_cast<Bytef*>(out.data()) + stream.total_out;
    stream.avail_out = static_cast<uInt>(out.size() - stream.total_out);
  } while (deflate(&stream, Z_FINISH) == Z_OK);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  std::string text(4 * (out.size() / 3 + 1) + 1, '\0');
  text.resize(static_cast<std::size_t>(
      EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                      reinterpret_cast<const unsigned char*>(out.data()),
                      static_cast<int>(out.size()))));
  return text;
}

namespace {

// Characters, as far as a terminal gives each one column.
std::size_t WidthOf(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

// A class of page.css for what the first sign says.
std::string_view ColourOf(std::string_view cell) {
  if (cell.find("\u2717") != std::string_view::npos) return " is-new";
  if (cell.find("\u2248") != std::string_view::npos) return " is-known";
  return cell.find("\u2713") != std::string_view::npos ? " is-passed" : "";
}

// The ground of a cell that begins with a share: "97.5 % ...".
std::string HeatOf(std::string_view cell) {
  const std::size_t end = cell.find(" %");
  if (end == 0 || end == std::string_view::npos ||
      cell.find_first_not_of("0123456789.") != end) {
    return "";
  }
  return fmt::format(" style=\"--share: {}\"", cell.substr(0, end));
}

}  // namespace

std::string ProseHtml(std::string_view text) {
  const std::vector<std::string_view> parts = Split(text, "`");
  if (parts.size() % 2 == 0) return XmlText(text);
  std::string html;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const std::string part = XmlText(parts[k]);
    html += k % 2 == 0 ? part : "<code>" + part + "</code>";
  }
  return html;
}

namespace {

std::string CellHtml(const TableView& sheet, std::size_t row, std::size_t k) {
  std::string text = ProseHtml(sheet.rows[row][k]);
  if (k >= sheet.code_from) text = ReplaceAll(std::move(text), ",", ",<wbr>");
  if (row >= sheet.links.size() || k >= sheet.links[row].size() ||
      sheet.links[row][k].empty()) {
    return text;
  }
  return fmt::format("<a href=\"{}\">{}</a>", XmlText(sheet.links[row][k]),
                     text);
}

}  // namespace

std::string TextOf(const TableView& sheet, std::size_t columns) {
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
  for (const std::string& line : LinesOfText(Escaped(sheet.about), columns)) {
    if (!line.empty()) text += line + "\n";
  }
  for (std::size_t begin = 1, end = 1; begin <= widths.size(); begin = end) {
    std::size_t width = 2 + widths[0];
    for (end = begin; end < widths.size(); ++end) {
      width += 2 + widths[end];
      if (end > begin && width > columns) break;
    }
    if (begin > 1) text += "\n";
    for (const auto& row : rows) {
      std::string line;
      for (std::size_t k = 0; k < end; k = std::max(k + 1, begin)) {
        line += "  " + row[k] + std::string(widths[k] - WidthOf(row[k]), ' ');
      }
      text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    if (end >= widths.size()) break;
  }
  return text;
}

std::string MarkdownTable(const std::vector<std::vector<std::string>>& lines,
                          std::string_view rule) {
  std::string text;
  for (const auto& cells : lines) {
    const bool are_heads = text.empty();
    text += fmt::format("| {} |\n", fmt::join(cells, " | "));
    if (!are_heads) continue;
    for (std::size_t k = 0; k < cells.size(); ++k) {
      text.append("|").append(rule);
    }
    text += "|\n";
  }
  return text;
}

std::string MarkdownOf(const TableView& sheet) {
  std::string text = fmt::format("## {}\n\n", ProseCell(sheet.title));
  if (!sheet.about.empty()) text += ProseCell(sheet.about) + "\n\n";
  std::vector<std::vector<std::string>> lines = sheet.rows;
  lines.insert(lines.begin(), sheet.heads);
  for (auto& cells : lines) {
    for (std::string& cell : cells) cell = ProseCell(cell);
  }
  return text + MarkdownTable(lines, " --- ") + "\n";
}

namespace {

bool HasNumbersAlone(const TableView& sheet, std::size_t column) {
  return std::ranges::all_of(sheet.rows, [column](const auto& row) {
    return row[column].find_first_not_of("0123456789,") == std::string::npos;
  });
}

}  // namespace

std::string HtmlOf(const TableView& sheet) {
  constexpr std::size_t kLong = 24;  // Bytes; what is shorter is never broken.
  std::string text = fmt::format("<section><h2>{}</h2>", XmlText(sheet.title));
  if (!sheet.about.empty()) {
    text += fmt::format("<p>{}</p>", XmlText(sheet.about));
  }
  text += fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{}\">"
      "<table><thead><tr>",
      XmlText(sheet.title));
  std::vector<const char*> aligned;
  for (std::size_t k = 0; k < sheet.heads.size(); ++k) {
    aligned.push_back(HasNumbersAlone(sheet, k) ? " n" : "");
    text += fmt::format("<th scope=\"col\" class=\"short{}\">{}</th>",
                        aligned[k], XmlText(sheet.heads[k]));
  }
  text += "</tr></thead><tbody>\n";
  for (std::size_t r = 0; r < sheet.rows.size(); ++r) {
    const std::vector<std::string>& row = sheet.rows[r];
    text += "<tr>";
    for (std::size_t k = 0; k < row.size(); ++k) {
      const std::string heat = HeatOf(row[k]);
      text +=
          k == 0
              ? fmt::format("<th scope=\"row\">{}</th>", CellHtml(sheet, r, k))
              : fmt::format("<td class=\"{}{}{}{}{}\"{}>{}</td>",
                            row[k].size() > kLong ? "long" : "short",
                            aligned[k], k >= sheet.code_from ? " code" : "",
                            ColourOf(row[k]), heat.empty() ? "" : " heat", heat,
                            CellHtml(sheet, r, k));
    }
    text += "</tr>\n";
  }
  return text + "</tbody></table></div></section>\n";
}

}  // namespace viewproof

#include "conformance/case/strings.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "conformance/case/escape.h"

namespace viewproof {

std::string ReplaceAll(std::string text, std::string_view what,
                       std::string_view with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos;
       at += with.size()) {
    text.replace(at, what.size(), with);
  }
  return text;
}

std::vector<std::string_view> Split(std::string_view text,
                                    std::string_view separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == text.npos) return parts;
    text.remove_prefix(end + separator.size());
  }
}

std::vector<std::string_view> LinesIn(std::string_view text) {
  std::vector<std::string_view> lines = Split(text, "\n");
  if (lines.back().empty()) lines.pop_back();
  return lines;
}

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::vector<std::string> BreakLines(std::string_view text,
                                    std::size_t columns) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    if (text.size() <= columns) {
      lines.emplace_back(text);
      break;
    }
    std::size_t end = text.rfind(' ', columns);
    if (end == std::string_view::npos || end < columns / 3) {
      // No number is cut, where there is an end of one.
      end = text.substr(0, columns).find_last_of(",/-") + 1;
      if (end <= columns / 3) {
        end = std::max<std::size_t>(Beginning(text, columns).size(), 1);
      }
    }
    lines.emplace_back(text.substr(0, text.find_last_not_of(' ', end - 1) + 1));
    text.remove_prefix(std::min(text.size(), end + (text[end] == ' ' ? 1 : 0)));
  }
  return lines;
}

std::string XmlText(std::string_view text) {
  std::string out = Escaped(text, Newlines::kKept);
  constexpr std::pair<std::string_view, std::string_view> kMarks[] = {
      {"&", "&amp;"},
      {"<", "&lt;"},
      {">", "&gt;"},
      {"\"", "&quot;"},
      {"\xef\xbf\xbe", "\\ufffe"},  // XML has no such characters.
      {"\xef\xbf\xbf", "\\uffff"}};
  for (const auto& [mark, written] : kMarks) {
    out = ReplaceAll(std::move(out), mark, written);
  }
  return out;
}

void AppendQuoted(std::string_view text, std::string& out) {
  out += '"';
  std::size_t written = 0;  // Up to here.
  for (std::size_t k = 0; k < text.size(); ++k) {
    const auto c = static_cast<unsigned char>(text[k]);
    // U+0080 to U+009f, which terminals obey, are controls, too.
    const bool is_wide =
        c == 0xc2 && k + 1 < text.size() && text[k + 1] <= '\x9f';
    const bool is_mark = c == '"' || c == '\\';
    if (!is_mark && c >= 0x20 && c != 0x7f && !is_wide) continue;
    out.append(text, written, k - written);
    k += is_wide ? 1 : 0;
    written = k + 1;
    if (is_mark) {
      out += '\\';
      out += text[k];
    } else {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}",
                     static_cast<unsigned char>(text[k]));
    }
  }
  out.append(text, written);
  out += '"';
}

std::string Quoted(std::string_view text) {
  std::string quoted;
  AppendQuoted(text, quoted);
  return quoted;
}

}  // namespace viewproof

#include "tools/book/markdown.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>
#include <set>
#include <stdexcept>

namespace viewproof {
namespace {

struct Free {
  void operator()(cmark_parser* parser) const { cmark_parser_free(parser); }
  void operator()(cmark_node* node) const { cmark_node_free(node); }
  void operator()(char* text) const { std::free(text); }
};

// Appends `text` up to `mark` and takes that away, with the mark; false without
// a mark.
bool AppendTo(std::string_view mark, std::string_view& text,
              std::string& html) {
  const std::size_t end = text.find(mark);
  if (end == text.npos) return false;
  html.append(text.substr(0, end));
  text.remove_prefix(end + mark.size());
  return true;
}

std::string WithoutTags(std::string_view html) {
  std::string text;
  bool inside = false;
  for (const char c : html) {
    if (c == '<') inside = true;
    if (!inside) text += c;
    if (c == '>') inside = false;
  }
  return text;
}

bool IsOfId(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         c == '.';
}

// <a id="mlx-1"></a>, the one mark of HTML that our documents have, as
// characters that they do not have, and back.
constexpr std::string_view kPlace[] = {"<a id=\"", "\"></a>"};
constexpr std::string_view kKept[] = {"\x02", "\x03"};

std::string Kept(std::string_view text) {
  std::string kept;
  while (AppendTo(kPlace[0], text, kept)) {
    kept += kKept[0];
    AppendTo(kPlace[1], text, kept);
    kept += kKept[1];
  }
  return kept.append(text);
}

// Lines that are a comment left out.
std::string WithoutComments(std::string_view text) {
  std::string left;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t size = std::min(text.size(), line.size() + 1);
    if (!line.starts_with("<!--") || !line.ends_with("-->")) {
      left.append(text.substr(0, size));
    }
    text.remove_prefix(size);
  }
  return left;
}

std::string GivenBack(std::string_view html) {
  std::string given;
  while (AppendTo(kKept[0], html, given)) {
    given += kPlace[0];
    AppendTo(kKept[1], html, given);
    given += kPlace[1];
  }
  return given.append(html);
}

}  // namespace

std::string HtmlOfMarkdown(std::string_view markdown) {
  cmark_gfm_core_extensions_ensure_registered();
  const std::unique_ptr<cmark_parser, Free> parser(
      cmark_parser_new(CMARK_OPT_DEFAULT));
  cmark_syntax_extension* table = cmark_find_syntax_extension("table");
  if (table == nullptr) throw std::runtime_error("cmark-gfm has no tables");
  cmark_parser_attach_syntax_extension(parser.get(), table);
  const std::string kept = Kept(WithoutComments(markdown));
  cmark_parser_feed(parser.get(), kept.data(), kept.size());
  const std::unique_ptr<cmark_node, Free> document(
      cmark_parser_finish(parser.get()));
  const std::unique_ptr<char, Free> html(
      cmark_render_html(document.get(), CMARK_OPT_DEFAULT,
                        cmark_parser_get_syntax_extensions(parser.get())));
  return GivenBack(html.get());
}

std::vector<Section> SectionsOf(std::string_view markdown) {
  std::vector<Section> sections(1);
  bool code = false;
  while (!markdown.empty()) {
    const std::size_t end = std::min(markdown.find('\n'), markdown.size() - 1);
    const std::string_view line = markdown.substr(0, end + 1);
    markdown.remove_prefix(end + 1);
    if (line.starts_with("```")) code = !code;
    const std::size_t marks = code ? 0 : line.find_first_not_of('#');
    if (marks != 0 && marks != line.npos && line[marks] == ' ') {
      std::string_view title = line.substr(marks + 1);
      while (!title.empty() && std::isspace(title.back()) != 0) {
        title.remove_suffix(1);
      }
      sections.push_back({static_cast<int>(marks), std::string(title), ""});
    } else {
      sections.back().text += line;
    }
  }
  return sections;
}

std::string AnchorOf(std::string_view title) {
  std::string anchor;
  for (const char c : title) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
        c == '-') {
      anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (c == ' ') {
      anchor += '-';
    }
  }
  return anchor;
}

std::string WithAnchors(std::string_view html) {
  std::string anchored;
  std::set<std::string> taken;
  while (AppendTo("<h", html, anchored)) {
    anchored += "<h";
    const std::size_t end = html.find("</h");
    if (html.size() < 2 || std::isdigit(html[0]) == 0 || html[1] != '>' ||
        end == html.npos) {
      continue;
    }
    const std::string anchor = AnchorOf(WithoutTags(html.substr(2, end - 2)));
    std::string id = anchor;
    for (int k = 1; !taken.insert(id).second; ++k) {
      id = fmt::format("{}-{}", anchor, k);
    }
    anchored += fmt::format("{} id=\"{}\"", html[0], id);
    html.remove_prefix(1);
  }
  return anchored.append(html);
}

std::string WithLinks(
    std::string_view html,
    const std::function<std::string(const std::string&)>& to) {
  constexpr std::string_view kEnd = "</a>";
  std::string linked;
  while (AppendTo("<a href=\"", html, linked)) {
    const std::string address = to(std::string(html.substr(0, html.find('"'))));
    html.remove_prefix(html.find('"') + 1);
    const std::size_t end = html.find(kEnd);
    if (!address.empty()) {
      linked +=
          fmt::format("<a href=\"{}\"{}</a>", address, html.substr(0, end));
    } else {
      linked += html.substr(html.find('>') + 1, end - html.find('>') - 1);
    }
    html.remove_prefix(end + kEnd.size());
  }
  return linked.append(html);
}

std::string WithRules(std::string_view html,
                      const std::function<std::string(std::string_view)>& to) {
  std::string linked;
  bool begins = false;  // Whether a tag stands directly before.
  std::string_view tag;
  std::set<std::string_view> placed;
  while (!html.empty()) {
    if (html.front() == '<') {
      tag = html.substr(0, html.find('>') + 1);
      linked += tag;
      html.remove_prefix(tag.size());
      begins = tag == "<li>" || tag == "<p>" || tag == "<td>";
      continue;
    }
    if (!IsOfId(html.front())) {
      begins = begins && html.front() == '\n';
      linked += html.front();
      html.remove_prefix(1);
      continue;
    }
    std::size_t size = 0;
    while (size < html.size() && IsOfId(html[size])) ++size;
    while (size > 0 && html[size - 1] == '.') --size;
    const std::string_view word = html.substr(0, size);
    const std::string address = size == 0 ? "" : to(word);
    if (size == 0) {
      linked += html.front();
    } else if (address.empty()) {
      linked += word;
    } else if (begins && address.front() == '#' && placed.insert(word).second) {
      linked += fmt::format("<b class=\"rule\" id=\"{}\">{}</b>", word, word);
    } else {
      linked += fmt::format("<a href=\"{}\">{}</a>", address, word);
    }
    html.remove_prefix(std::max<std::size_t>(size, 1));
    begins = false;
  }
  return linked;
}

}  // namespace viewproof

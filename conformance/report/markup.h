#ifndef VIEWPROOF_CONFORMANCE_REPORT_MARKUP_H_
#define VIEWPROOF_CONFORMANCE_REPORT_MARKUP_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace viewproof {

// Texts of a subject as parts of other documents. All go through Escaped: a
// control character is written \x1b there too.

// At most so many bytes of it, and how many there are.
std::string Clipped(std::string_view text, std::size_t most);

// The same of its last lines.
std::string Ending(std::string_view text, std::size_t most);

// Returns it as code in a cell of a table of Markdown; empty if the text is.
std::string CodeCell(std::string_view text);

// The same outside of a table, where it can be copied as it is.
std::string CodeSpan(std::string_view text);

// An address of the web as a link of Markdown; another text as prose.
std::string LinkCell(const std::string& text);

// Returns it as prose of Markdown: nothing of it is markup.
std::string ProseCell(std::string_view text);

// Prose as HTML: what stands between two backticks is code.
std::string ProseHtml(std::string_view text);

// Returns it as one word of a command line, and as several: control characters
// stand in bash's $'...'.
std::string ShellWord(std::string_view text);
std::string ShellWords(const std::vector<std::string>& words);

// The bytes, packed by gzip, in base64.
std::string Packed(std::string_view bytes);

// A table, to be printed in several languages. Its texts are plain: each
// printer escapes them.
struct TableView {
  std::string title;
  std::string about;               // A sentence below the title; or empty.
  std::vector<std::string> heads;  // A column each; the first one names a row.
  std::vector<std::vector<std::string>> rows;
  std::size_t code_from = std::string::npos;  // The first column that is code.
  // Where cells lead on a page, by row; an empty text leads nowhere.
  std::vector<std::vector<std::string>> links = {};
};

// A table of Markdown of cells that are Markdown, the heads first.
std::string MarkdownTable(const std::vector<std::vector<std::string>>& lines,
                          std::string_view rule = "---");

// Columns that are aligned. Those that a line has no room for stand below, each
// part with the names of its rows.
std::string TextOf(const TableView& sheet, std::size_t columns);
std::string MarkdownOf(const TableView& sheet);  // A section with a table.
std::string HtmlOf(const TableView& sheet);      // The same.

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_MARKUP_H_

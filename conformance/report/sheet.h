#ifndef VIEWPROOF_CONFORMANCE_REPORT_SHEET_H_
#define VIEWPROOF_CONFORMANCE_REPORT_SHEET_H_

#include <cstddef>
#include <string>
#include <vector>

namespace viewproof {

// A table, to be printed in several languages. Its texts are plain: each
// printer escapes them.
struct Sheet {
  std::string title;
  std::string about;               // A sentence below the title; or empty.
  std::vector<std::string> heads;  // A column each; the first one names a row.
  std::vector<std::vector<std::string>> rows;
  std::size_t code_from = std::string::npos;  // The first column that is code.
};

std::string TextOf(const Sheet& sheet);      // Columns that are aligned.
std::string MarkdownOf(const Sheet& sheet);  // A section with a table.
std::string HtmlOf(const Sheet& sheet);      // The same.

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_SHEET_H_

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

// As the text or an attribute of XML 1.0, or of HTML.
std::string XmlText(std::string_view text);

// As code in a cell of a table of Markdown; empty if the text is.
std::string CodeCell(std::string_view text);

// An address of the web as a link of Markdown; another text as prose.
std::string LinkCell(const std::string& text);

// As prose of Markdown: nothing of it is markup.
std::string ProseCell(std::string_view text);

// As one word of a command line, and as several: control characters stand in
// bash's $'...'.
std::string ShellWord(std::string_view text);
std::string ShellWords(const std::vector<std::string>& words);

std::string Base64(std::string_view bytes);

// The bytes, packed by gzip, in base64.
std::string Packed(std::string_view bytes);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_MARKUP_H_

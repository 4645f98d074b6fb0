#ifndef VIEWPROOF_CONFORMANCE_CASE_STRINGS_H_
#define VIEWPROOF_CONFORMANCE_CASE_STRINGS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace viewproof {

// The text with `with` in place of each `what`, which is not empty.
std::string ReplaceAll(std::string text, std::string_view what,
                       std::string_view with);

// The parts between the separators, of which there is one fewer: those of "" or
// of "a;" are "", or "a" and "".
std::vector<std::string_view> Split(std::string_view text,
                                    std::string_view separator);

// The lines of a text without their '\n', which the last one need not have.
std::vector<std::string_view> LinesIn(std::string_view text);

// Returns it without the blanks, tabs and ends of lines around it.
std::string_view Trimmed(std::string_view text);

// Breaks a text at blanks into lines of at most so many bytes; a word that is
// longer than most of a line is cut, after ',', '/' or '-' if it can be.
std::vector<std::string> BreakLines(std::string_view text, std::size_t columns);

// Returns it as the text or an attribute of XML 1.0, or of HTML; escaped.
std::string XmlText(std::string_view text);

// Returns it as JSON.
std::string Quoted(std::string_view text);
void AppendQuoted(std::string_view text, std::string& out);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_STRINGS_H_

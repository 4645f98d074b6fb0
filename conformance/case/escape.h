#ifndef VIEWPROOF_CONFORMANCE_CASE_ESCAPE_H_
#define VIEWPROOF_CONFORMANCE_CASE_ESCAPE_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace viewproof {

enum class Newlines { kEscaped, kKept };

// A text of a subject or of a vector as it may be shown: on one line, and
// without power over a terminal. Control characters are written \n, \t, \x1b or
// \u009b, and so are those that reorder what is read; a byte that is no UTF-8
// is written \xff.
std::string Escaped(std::string_view text,
                    Newlines newlines = Newlines::kEscaped);

bool IsUtf8(std::string_view text);

// The beginning of a text, at most so many bytes, that ends with a whole
// character of UTF-8.
std::string_view Beginning(std::string_view text, std::size_t most);

// Returns whether an id can be written as it is, on a terminal and between
// quotes: it is not empty, and needs no escape there.
bool IsPlainId(std::string_view id);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_ESCAPE_H_

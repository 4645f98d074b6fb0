#ifndef VIEWPROOF_TOOLS_BOOK_BOOK_H_
#define VIEWPROOF_TOOLS_BOOK_BOOK_H_

#include <cstdio>
#include <string>

namespace viewproof {

// The options of `viewproof book`.
struct BookOptions {
  std::string root;  // FindRoot().
  std::string out;   // A folder; it is made.
};

// Writes the suite as pages that link to each other and need no server: the
// specification, a page an op (rules, examples with their pictures, vectors,
// which libraries differ), the matrix, what was found in libraries with a page
// a bug, and "why is my view refused", which asks the reference in WebAssembly.
// The pages of an earlier book in `out` are replaced; other files stay. Throws
// BadInput if something cannot be read or written.
void WriteBook(const BookOptions& options, std::FILE* out);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_BOOK_BOOK_H_

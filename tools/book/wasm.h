#ifndef VIEWPROOF_TOOLS_BOOK_WASM_H_
#define VIEWPROOF_TOOLS_BOOK_WASM_H_

#include <string>

namespace viewproof {

// answer_wasm.cc in WebAssembly, and where it is from.
struct Wasm {
  std::string bytes;  // Empty: there is none.
  std::string from;   // A sentence for people.
};

// Of a clone: compiled by tools/book/build_wasm, anew if a source has changed,
// where Debian's packages for that are installed. Of a release, or without the
// packages: the release's.
Wasm FindWasm(const std::string& root);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_BOOK_WASM_H_

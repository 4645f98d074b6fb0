#ifndef VIEWPROOF_TOOLS_BOOK_OP_PAGE_H_
#define VIEWPROOF_TOOLS_BOOK_OP_PAGE_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace viewproof {

// How a library differs in an op: one entry of its gate file.
struct Differs {
  std::string library;
  std::string how;  // "strides: copied"
  int64_t cases = 0;
  std::string reason;
};

// Of each op that an entry of a gate file below `root` names.
std::map<std::string, std::vector<Differs>> ReadDiffers(
    const std::string& root);

// A vector of golden/.
struct BookVector {
  std::string id;
  std::string chain;  // As case text, cut if it is long.
  std::string why;
};

// Of each op, in golden/'s order.
std::map<std::string, std::vector<BookVector>> ReadVectors(
    const std::string& root);

// The cases of the examples in a section of SPEC.md.
std::vector<std::string> ExamplesOf(std::string_view section);

// What follows the specification on the page of an op, as HTML: its examples
// as pictures, the libraries that differ, its vectors.
std::string PicturesHtml(const std::vector<std::string>& examples);
std::string DiffersHtml(const std::vector<Differs>& differs);
std::string VectorsHtml(const std::vector<BookVector>& vectors);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_BOOK_OP_PAGE_H_

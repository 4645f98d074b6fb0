#ifndef VIEWPROOF_TOOLS_CLI_FIND_VECTOR_H_
#define VIEWPROOF_TOOLS_CLI_FIND_VECTOR_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"

namespace viewproof {

// The lines of golden/, to find a few vectors in without reading them all.
class GoldenText {
 public:
  // Every function throws BadInput naming a file that cannot be read.
  explicit GoldenText(const std::string& root);
  ~GoldenText();
  GoldenText(const GoldenText&) = delete;
  GoldenText& operator=(const GoldenText&) = delete;

  // The vector of that id; nothing if there is none.
  std::optional<Vector> Find(std::string_view id);

  // The first vectors that name a rule: of as many ops as there are, the
  // shortest of each.
  std::vector<Vector> OfRule(std::string_view rule, std::size_t most);

  // Every id.
  std::vector<std::string_view> Ids();

 private:
  std::string_view Text(std::size_t file);

  std::vector<std::string> paths_;
  // Of the first files, mapped into memory; the others are unread.
  std::vector<std::string_view> texts_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_FIND_VECTOR_H_

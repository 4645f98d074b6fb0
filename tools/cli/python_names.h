#ifndef VIEWPROOF_TOOLS_CLI_PYTHON_NAMES_H_
#define VIEWPROOF_TOOLS_CLI_PYTHON_NAMES_H_

#include <string>
#include <string_view>
#include <vector>

namespace viewproof {

// The text with blanks in place of what stands after # in a line.
std::string WithoutComments(std::string_view text);

// A name that no statement before it assigns, with an example of what it may
// mean: "3,4" of a tensor, "8" of a number, "bool[2,3]" of an index.
struct UnknownName {
  std::string name;
  std::string example;
};

// Each once, in the order of the text.
std::vector<UnknownName> UnknownNames(std::string_view text);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_PYTHON_NAMES_H_

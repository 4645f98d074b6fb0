#ifndef VIEWPROOF_TOOLS_CLI_LIST_H_
#define VIEWPROOF_TOOLS_CLI_LIST_H_

#include <cstdio>
#include <string>

namespace viewproof {

// Prints what there is: "ops", "profiles", "flags" or "vectors" of golden/,
// those whose name or id matches the glob `only` (empty: all). Throws BadInput
// for another word.
void List(const std::string& root, const std::string& what,
          const std::string& only, std::FILE* out);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_LIST_H_

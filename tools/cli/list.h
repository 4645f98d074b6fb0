#ifndef VIEWPROOF_TOOLS_CLI_LIST_H_
#define VIEWPROOF_TOOLS_CLI_LIST_H_

#include <cstdio>
#include <string>

namespace viewproof {

// Which names are listed.
struct ListFilter {
  std::string only;  // A glob that names and ids match; empty: all.
  std::string
      profile;  // Only what has vectors of it, these counted; empty: all.
};

// Prints what there is: "ops", "profiles", "flags" or "vectors" of golden/.
// Throws BadInput for another word and for an unknown profile.
void List(const std::string& root, const std::string& what,
          const ListFilter& filter, std::FILE* out);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_LIST_H_

#ifndef VIEWPROOF_TOOLS_CLI_LIST_H_
#define VIEWPROOF_TOOLS_CLI_LIST_H_

#include <cstdio>
#include <string>

namespace viewproof {

// Which names to list.
struct ListFilter {
  std::string only;     // A glob that names and ids match; empty: all.
  std::string profile;  // Only names with vectors of it; empty: all.
  // Or "names", one a line, or "json": a list of {name, vectors?, text?}.
  std::string format = "text";
};

// Prints what there is: "ops", "profiles", "flags" or "vectors" of golden/,
// "dtypes" of bases, "subjects" by their built-in names, or "skips", the
// reasons for which a subject is not asked, in their order. Throws BadInput for
// another word and for an unknown profile.
void List(const std::string& root, const std::string& what,
          const ListFilter& filter, std::FILE* out);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_LIST_H_

#ifndef VIEWPROOF_TOOLS_GOLDEN_CASES_H_
#define VIEWPROOF_TOOLS_GOLDEN_CASES_H_

#include <filesystem>
#include <string>
#include <vector>

#include "conformance/case/ops.h"
#include "tools/golden/entry.h"
#include "tools/golden/spec.h"

namespace viewproof {

// One file of tools/golden/cases/ (PROFILE/FAMILY.toml) with its entries,
// sorted by id.
struct CaseFile {
  Profile profile;
  std::string name;  // PROFILE/FAMILY
  std::vector<Entry> entries;
};

// Every file below `folder`, sorted by name. Adds to `problems`, one line each,
// what is wrong with an entry, an id that is used twice, a why that is used in
// two families, and an op in two files of a profile.
std::vector<CaseFile> ReadCases(const std::filesystem::path& folder,
                                const Spec& spec,
                                std::vector<std::string>& problems);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_CASES_H_

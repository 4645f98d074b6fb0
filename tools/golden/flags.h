#ifndef VIEWPROOF_TOOLS_GOLDEN_FLAGS_H_
#define VIEWPROOF_TOOLS_GOLDEN_FLAGS_H_

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace viewproof {

// The flags that golden/flags.toml explains. A flag is a table [FlagName] with
// `bug` (what it hunts), `means` (what a failure means) and, if there are any,
// `links` to reports. What is wrong is added to `problems`.
std::set<std::string> ReadFlags(std::string_view text,
                                std::vector<std::string>& problems);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_FLAGS_H_

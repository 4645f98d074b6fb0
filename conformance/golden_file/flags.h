#ifndef VIEWPROOF_CONFORMANCE_GOLDEN_FILE_FLAGS_H_
#define VIEWPROOF_CONFORMANCE_GOLDEN_FILE_FLAGS_H_

#include <map>
#include <string>

namespace viewproof {

// The bug that each flag hunts, as golden/flags.toml says; none if there is no
// such file. Throws BadInput naming file and line.
std::map<std::string, std::string, std::less<>> BugsOfFlags(
    const std::string& path);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GOLDEN_FILE_FLAGS_H_

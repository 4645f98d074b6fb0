#ifndef VIEWPROOF_TOOLS_GOLDEN_FILES_H_
#define VIEWPROOF_TOOLS_GOLDEN_FILES_H_

#include <filesystem>
#include <map>
#include <set>
#include <string>

namespace viewproof {

// The text of files by their path below some folder, with '/'.
using Files = std::map<std::string, std::string>;

// Every file below `folder`; empty if there is no such folder.
Files ReadFolder(const std::filesystem::path& folder);

// Writes new files, renames them all to their paths, then removes those of
// `stale`. If writing fails, every file stays as it was.
void WriteFolder(const std::filesystem::path& folder, const Files& files,
                 const std::set<std::string>& stale);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_FILES_H_

#include "tools/golden/files.h"

#include <list>

#include "conformance/golden_file/file.h"

namespace viewproof {
namespace fs = std::filesystem;

Files ReadFolder(const fs::path& folder) {
  Files files;
  if (!fs::is_directory(folder)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(
           folder, fs::directory_options::follow_directory_symlink)) {
    if (!entry.is_regular_file()) continue;
    files.emplace(entry.path().lexically_relative(folder).generic_string(),
                  ReadFile(entry.path()));
  }
  return files;
}

void WriteFolder(const fs::path& folder, const Files& files,
                 const std::set<std::string>& stale) {
  std::list<NewFile> written;
  for (const auto& [path, text] : files) {
    fs::create_directories((folder / path).parent_path());
    written.emplace_back(folder / path).Write(text);
  }
  for (NewFile& file : written) file.Commit();
  for (const std::string& path : stale) fs::remove(folder / path);
}

}  // namespace viewproof

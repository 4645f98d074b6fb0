#include "conformance/run/suite.h"

#include <algorithm>
#include <filesystem>

#include "conformance/golden_file/golden.h"

namespace viewproof {
namespace {

// golden/ has one folder a profile.
bool IsOf(const std::vector<Profile>& profiles, const std::string& path) {
  const std::string folder =
      std::filesystem::path(path).parent_path().filename().string();
  return profiles.empty() || std::find(profiles.begin(), profiles.end(),
                                       FindProfile(folder)) != profiles.end();
}

}  // namespace

Suite OpenSuite(const std::string& root,
                const std::vector<std::string>& vectors,
                const std::vector<Profile>& profiles) {
  if (!vectors.empty()) return {vectors, "", 0};
  const Golden golden = OpenGolden(root + "/golden");
  Suite suite{{}, golden.digest, 0};
  for (const Golden::File& file : golden.files) {
    if (!IsOf(profiles, file.path)) continue;
    suite.files.push_back(file.path);
    suite.count += file.count;
  }
  return suite;
}

}  // namespace viewproof

#include "tools/golden/cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "conformance/judge/record.h"
#include "tools/golden/files.h"

namespace viewproof {
namespace {

std::string OpOf(const Entry& entry) {
  return std::string(OpOfId(entry.test.id));
}

// Finds ids, whys and ops that must not be used twice.
class Uniqueness {
 public:
  explicit Uniqueness(std::vector<std::string>& problems)
      : problems_(problems) {}

  void See(const CaseFile& file, const Entry& entry) {
    const auto [id, id_is_new] = ids_.emplace(entry.test.id, entry.where);
    if (!id_is_new) Add(entry, "id", id->second);
    const auto [why, why_is_new] = whys_.emplace(entry.why, &entry);
    if (!why_is_new && why->second->family != entry.family) {
      Add(entry, "why", why->second->where);
    }
    // These are of many ops.
    const auto name = std::filesystem::path(file.name).filename();
    if (name == "idioms" || name == "drawn" || name == "counts" ||
        name == "histories") {
      return;
    }
    const std::string op =
        fmt::format("{}/{}", Name(file.profile), OpOf(entry));
    const auto [home, op_is_new] = files_.emplace(op, file.name);
    if (!op_is_new && home->second != file.name) {
      Add(entry, "op", home->second + ".toml");
    }
  }

 private:
  void Add(const Entry& entry, std::string_view what, std::string_view where) {
    problems_.push_back(
        fmt::format("{} {}: already in {}", entry.where, what, where));
  }

  std::vector<std::string>& problems_;
  std::map<std::string, std::string> ids_;
  std::map<std::string, const Entry*> whys_;
  std::map<std::string, std::string> files_;  // It is keyed by profile and op.
};

}  // namespace

std::vector<CaseFile> ReadCases(const std::filesystem::path& folder,
                                const Spec& spec,
                                std::vector<std::string>& problems) {
  std::vector<CaseFile> files;
  for (const auto& [path, text] : ReadFolder(folder)) {
    const std::filesystem::path relative(path);
    const std::optional<Profile> profile =
        FindProfile(relative.parent_path().string());
    if (relative.extension() != ".toml" || !profile) {
      problems.push_back(fmt::format("{}: no PROFILE/FAMILY.toml", path));
      continue;
    }
    files.push_back({*profile, relative.parent_path() / relative.stem(),
                     ParseEntries(text, path, spec, problems)});
    auto& entries = files.back().entries;
    std::sort(
        entries.begin(), entries.end(),
        [](const Entry& a, const Entry& b) { return a.test.id < b.test.id; });
  }
  Uniqueness uniqueness(problems);
  for (const CaseFile& file : files) {
    for (const Entry& entry : file.entries) uniqueness.See(file, entry);
  }
  return files;
}

}  // namespace viewproof

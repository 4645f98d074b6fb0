#include "conformance/process/memory.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace viewproof {

namespace {

using Clock = std::chrono::steady_clock;
using Processes = std::map<pid_t, Descendant>;

// A process whose id was that of a stranger so long ago is the same stranger.
constexpr std::chrono::seconds kRemembered(1);

enum class Origin { kOurs, kForeign, kUnknown };

// Returns what /proc/ID/stat says; nullopt if the process is gone.
std::optional<Descendant> ReadStat(pid_t id) {
  std::ifstream file("/proc/" + std::to_string(id) + "/stat");
  std::ostringstream text;
  text << file.rdbuf();
  const std::string stat = text.str();
  const std::size_t name_ends = stat.rfind(')');
  if (name_ends == std::string::npos) return std::nullopt;
  std::istringstream fields(stat.substr(name_ends + 1));
  constexpr int kBetween = 18;  // Fields from the group to the pages.
  std::string ignored;          // The first one is the state.
  Descendant found;
  fields >> ignored >> found.parent >> found.group;
  for (int k = 0; k < kBetween; ++k) fields >> ignored;
  fields >> found.pages;
  return fields ? std::optional(found) : std::nullopt;
}

// A process whose parent ended while /proc was read is of unknown origin.
Origin OriginOf(const Descendant& process, const Processes& all,
                const std::set<pid_t>& strangers) {
  pid_t at = process.parent;
  for (std::size_t k = 0; k <= all.size(); ++k) {
    if (at == getpid()) return Origin::kOurs;
    if (at == 0 || strangers.contains(at)) return Origin::kForeign;
    const auto found = all.find(at);
    if (found == all.end()) break;
    at = found->second.parent;
  }
  return Origin::kUnknown;
}

}  // namespace

std::map<pid_t, Descendant> Descendants() {
  namespace fs = std::filesystem;
  // To read what /proc says of a process costs a hundred times what it costs to
  // see that it is still there. No stranger becomes a descendant.
  static std::set<pid_t> strangers;
  static Clock::time_point looked;
  const Clock::time_point now = Clock::now();
  if (now - looked > kRemembered) strangers.clear();
  looked = now;
  std::set<pid_t> still;
  Processes all;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    const pid_t id = std::atoi(entry.path().filename().c_str());
    if (id == 0) continue;
    if (strangers.contains(id)) {
      still.insert(id);
    } else if (const auto process = ReadStat(id)) {
      all.emplace(id, *process);
    }
  }
  strangers = std::move(still);
  Processes ours;
  for (const auto& [id, process] : all) {
    const Origin origin = OriginOf(process, all, strangers);
    if (origin == Origin::kOurs) ours.emplace(id, process);
    if (origin == Origin::kForeign) strangers.insert(id);
  }
  return ours;
}

namespace {

namespace fs = std::filesystem;

using Clock = std::chrono::steady_clock;

constexpr int kMib = 20;  // A MiB is 2^20 bytes.
constexpr std::chrono::milliseconds kFresh(50);

int64_t PageBytes() { return sysconf(_SC_PAGESIZE); }

// Lowers `least` to the number that a file holds, if it holds one.
void TakeLimit(const fs::path& path, int64_t& least) {
  std::ifstream file(path);
  if (int64_t bytes = 0; file >> bytes) least = std::min(least, bytes);
}

// A process and what it has resident.
struct Resident {
  pid_t id = 0;
  int64_t bytes = 0;
};

// Returns what the adapters of this program look at: one walk over /proc serves
// all.
const std::map<pid_t, Descendant>& FreshDescendants() {
  static std::map<pid_t, Descendant> processes;
  static Clock::time_point looked;
  const Clock::time_point now = Clock::now();
  if (now - looked > kFresh) {
    processes = Descendants();
    looked = now;
  }
  return processes;
}

std::vector<Resident> ResidentsOf(pid_t group) {
  const std::map<pid_t, Descendant>& all = FreshDescendants();
  std::vector<Resident> residents;
  for (const auto& [id, process] : all) {
    auto at = all.find(id);
    for (std::size_t k = 0; at != all.end() && k < all.size(); ++k) {
      if (at->second.group == group) break;
      at = all.find(at->second.parent);
    }
    if (at == all.end() || at->second.group != group) continue;
    residents.push_back({id, process.pages * PageBytes()});
  }
  return residents;
}

// The part of it that is the process's own, and its share of what it has in
// common with others; all of it if the system does not say.
int64_t ShareOf(const Resident& resident) {
  std::ifstream file("/proc/" + std::to_string(resident.id) + "/smaps_rollup");
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    std::string name;
    int64_t kibibytes = 0;
    if (fields >> name >> kibibytes && name == "Pss:") return kibibytes << 10;
  }
  return resident.bytes;
}

}  // namespace

int64_t HalfOfMemory(const std::string& root) {
  int64_t least = sysconf(_SC_PHYS_PAGES) * PageBytes();
  std::ifstream groups(root + "/proc/self/cgroup");
  // "0::/a/b" is of version 2, "4:memory:/a/b" of version 1. What is above a
  // group limits it, too.
  for (std::string line; std::getline(groups, line);) {
    std::istringstream fields(line);
    std::string number, controllers, path;
    std::getline(fields, number, ':');
    std::getline(fields, controllers, ':');
    std::getline(fields, path);
    if (!controllers.empty() && controllers != "memory") continue;
    const char* limit =
        controllers.empty() ? "memory.max" : "memory.limit_in_bytes";
    fs::path folder = root + "/sys/fs/cgroup";
    folder /= controllers;
    TakeLimit(folder / limit, least);
    for (const fs::path& part : fs::path(path).relative_path()) {
      folder /= part;
      TakeLimit(folder / limit, least);
    }
  }
  return std::max<int64_t>(1, (least / 2) >> kMib);
}

std::optional<int64_t> MemoryBeyond(int64_t most, pid_t group) {
  const std::vector<Resident> residents = ResidentsOf(group);
  int64_t bytes = 0;
  for (const Resident& resident : residents) bytes += resident.bytes;
  if (bytes >> kMib < most) return std::nullopt;
  // Now it is worth its time to count no page twice.
  bytes = 0;
  for (const Resident& resident : residents) bytes += ShareOf(resident);
  const int64_t mebibytes = (bytes + (1 << kMib) - 1) >> kMib;
  return mebibytes > most ? std::optional(mebibytes) : std::nullopt;
}

}  // namespace viewproof

#include "conformance/process/descendants.h"

#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>

namespace viewproof {
namespace {

using Clock = std::chrono::steady_clock;
using Processes = std::map<pid_t, Descendant>;

// A process whose id was that of a stranger so long ago is the same stranger.
constexpr std::chrono::seconds kRemembered(1);

enum class Origin { kOurs, kForeign, kUnknown };

// What /proc/ID/stat says; nullopt if the process is gone.
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

}  // namespace viewproof

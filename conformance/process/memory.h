#ifndef VIEWPROOF_CONFORMANCE_PROCESS_MEMORY_H_
#define VIEWPROOF_CONFORMANCE_PROCESS_MEMORY_H_

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace viewproof {

// A process that descends from this one.
struct Descendant {
  pid_t parent = 0;
  pid_t group = 0;
  int64_t pages = 0;  // Resident.
};

// The processes that descend from this one, by id; none where there is no
// /proc. To be called by one thread.
std::map<pid_t, Descendant> Descendants();

// Half of the memory of this machine or, if that is less, of what a control
// group of this process may use, in MiB. `root`: where /proc and /sys lie.
int64_t HalfOfMemory(const std::string& root = "");

// Returns what the processes of a group that we started and all that descend
// from them have in memory, in MiB, if it is more than `most`. What several of
// them share is counted once. Nullopt where there is no /proc.
std::optional<int64_t> MemoryBeyond(int64_t most, pid_t group);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PROCESS_MEMORY_H_

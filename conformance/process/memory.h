#ifndef VIEWPROOF_CONFORMANCE_PROCESS_MEMORY_H_
#define VIEWPROOF_CONFORMANCE_PROCESS_MEMORY_H_

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

namespace viewproof {

// Half of the memory of this machine or, if that is less, of what a control
// group of this process may use, in MiB. `root`: where /proc and /sys lie.
int64_t HalfOfMemory(const std::string& root = "");

// What the processes of a group that we started and all that descend from them
// have in memory, in MiB, if it is more than `most`. What several of them share
// is counted once. Nullopt where there is no /proc.
std::optional<int64_t> MemoryBeyond(int64_t most, pid_t group);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PROCESS_MEMORY_H_

#ifndef VIEWPROOF_CONFORMANCE_PROCESS_DESCENDANTS_H_
#define VIEWPROOF_CONFORMANCE_PROCESS_DESCENDANTS_H_

#include <sys/types.h>

#include <cstdint>
#include <map>

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

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PROCESS_DESCENDANTS_H_

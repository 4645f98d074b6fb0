#ifndef VIEWPROOF_CONFORMANCE_RUN_REASONS_H_
#define VIEWPROOF_CONFORMANCE_RUN_REASONS_H_

#include <map>
#include <string>
#include <vector>

#include "conformance/report/groups.h"

namespace viewproof {

// Says why a group is accepted.
struct GroupReason {
  std::string reason;  // Empty: not filled in.
  std::string link;
  bool operator==(const GroupReason&) const = default;
};

// By KeyOf the group.
using Reasons = std::map<std::string, GroupReason>;

// Writes a TOML file with a table per group, named by its key, in which a
// person fills in `reason` and `link`. Other keys tell what the group is. What
// a person wrote in a file that is there stays, comments too; groups in which
// nothing was written and that do not fail any more are left out. Throws
// BadInput like ReadReasons.
void WriteReasons(const std::string& path, const std::vector<Group>& groups);

// Reads such a file. Throws BadInput that names file and line, also for a
// reason or a link that FaultOfReason refuses and that is not empty.
Reasons ReadReasons(const std::string& path);

// The same; none if there is no such file.
Reasons ReadReasonsIfThere(const std::string& path);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_REASONS_H_

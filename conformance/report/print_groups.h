#ifndef VIEWPROOF_CONFORMANCE_REPORT_PRINT_GROUPS_H_
#define VIEWPROOF_CONFORMANCE_REPORT_PRINT_GROUPS_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "conformance/judge/record.h"
#include "conformance/report/groups.h"
#include "conformance/report/summary.h"

namespace viewproof {

// Says how the groups of new failures are printed.
struct GroupsView {
  bool all = false;    // Each in full; else the first few, and a line for more.
  std::string report;  // They are accepted from it; or empty.
  std::function<std::string(const Record&)> rerun;  // The command for one case.
};

// Its sentence, and whose fault it likely is.
std::string HeadOf(const Group& group);

// "362 cases, 96 ids".
std::string CasesOf(const Group& group);

// "narrow 31, select 20 and 3 more ops", the most records first.
std::string OpsOf(const Group& group);

// Prints one group under a number.
void PrintGroup(const Screen& screen, std::size_t number, const Group& group,
                const GroupsView& view);

// Prints the groups, numbered from 1: what the failures of each have in common,
// a hint, and the smallest case with all that is known of it. Lines have at
// most 80 columns, but for cases, commands and standard error.
void PrintGroups(const Screen& screen, const std::vector<Group>& groups,
                 const GroupsView& view);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_PRINT_GROUPS_H_

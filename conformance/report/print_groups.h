#ifndef VIEWPROOF_CONFORMANCE_REPORT_PRINT_GROUPS_H_
#define VIEWPROOF_CONFORMANCE_REPORT_PRINT_GROUPS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "conformance/diagnose/diagnosis.h"
#include "conformance/judge/record.h"
#include "conformance/report/groups.h"
#include "conformance/report/screen.h"

namespace viewproof {

// Holds the texts about one group of new failures: of all but `cases`, `ids`,
// `sentence` and `code`, those of its smallest case. A text that is not known
// is empty.
struct ShownCause {
  std::string sentence;
  std::string code;  // "lost_write in values".
  int64_t cases = 0;
  int64_t ids = 0;
  std::string ops;  // "narrow 31, select 20", if they are several.
  std::string id;
  std::string dtype;
  std::string test;  // "float32[2,3,4] | fill_(101) | read() @0.0".
  std::string expected;
  std::string got;
  std::string equals;  // A bug that gives the same digest.
  std::string stderr_tail;
  std::vector<std::string> when;  // A diagnosis proved these.
  std::string rule;               // "fill_.r1".
  std::string rule_text;
  std::string run;  // The command that runs it alone.
  bool operator==(const ShownCause&) const = default;
};

// Says what is told of groups beside what they hold.
struct GroupsView {
  bool all = false;  // Each in full; else the first few, and a line for more.
  std::function<std::string(const Record&)> rerun;  // The command for one case.
  std::vector<Explanation> proved = {};  // They say when groups fail.
  const std::map<std::string, std::string>* rules =
      nullptr;  // Their sentences.
};

// Its sentence, and whose fault it likely is.
std::string HeadOf(const Group& group);

// "362 cases, 96 ids".
std::string CasesOf(const Group& group);

// "narrow 31, select 20 and 3 more ops", the most records first.
std::string OpsOf(const Group& group);

// Says what is proved of the group with this number, from 1, a line each: "rank
// of the target >= 3: all 362; rank 0 to 2: 0 of 941".
std::vector<std::string> WhenOf(const std::vector<Explanation>& proved,
                                std::size_t number, const Group& group);

ShownCause ShownOf(std::size_t number, const Group& group,
                   const GroupsView& view);

// Prints one group under a number, after an empty line.
void PrintGroup(const Screen& screen, std::size_t number, const Group& group,
                const GroupsView& view);

// Prints the groups, numbered from 1: what the failures of each have in common,
// and of the first ones the smallest case. Lines have at most the columns of
// the screen, but for words that are longer, and standard error.
void PrintGroups(const Screen& screen, const std::vector<Group>& groups,
                 const GroupsView& view);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_REPORT_PRINT_GROUPS_H_

#ifndef VIEWPROOF_TOOLS_GOLDEN_UNKILLED_H_
#define VIEWPROOF_TOOLS_GOLDEN_UNKILLED_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/golden/kills.h"

namespace viewproof {

// Why nothing shows a bug. Closed; a line of unkilled.tsv may have several.
//   never        the condition held in no drawn call of the kernel
//   identity     the call gives what it gives without the effect
//   refused      the call is refused, with and without the effect
//   unspecified  what differs is no shape, value, stride or alias: a u rule, or
//                a facet that the table does not count, leaves it open
//   bounds       the difference is in cases that golden/ cannot hold

// A bug that nothing shows, and why.
struct ReasonedBug {
  Bug bug;
  std::string reason;  // One of these words, or several: "identity or refused".
  uint32_t fired = 0;  // Drawn cases in which it could show, at least.
};

// The bugs that golden/ does not kill and need not: unkilled.tsv.
class UnkilledBugs {
 public:
  // Throws BadInput naming the line and the column.
  static UnkilledBugs Parse(std::string_view text);

  // Returns whether a line has the bug, or that of one condition of a pair.
  bool Has(const Bug& bug) const;

  // Returns what a line says of the bug itself.
  std::optional<ReasonedBug> Find(const Bug& bug) const;

  // The lines that name a bug which golden/ kills: one sentence each.
  std::vector<std::string> Stale(const KillTable& table) const;

 private:
  struct Line {
    int64_t number = 0;
    std::vector<bool> kernels;
    uint64_t effects = 0;
    ConditionSet conditions = {};
    std::string reason;
    uint32_t fired = 0;
  };

  std::vector<Line> lines_;
  // Holds what they name together, by kernel and effect.
  std::vector<std::vector<ConditionSet>> named_;
};

// The text of unkilled.tsv: as few lines as these bugs need.
std::string TextOfUnkilled(const std::vector<ReasonedBug>& bugs);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_UNKILLED_H_

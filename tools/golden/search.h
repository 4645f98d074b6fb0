#ifndef VIEWPROOF_TOOLS_GOLDEN_SEARCH_H_
#define VIEWPROOF_TOOLS_GOLDEN_SEARCH_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/gen/chooser.h"
#include "tools/golden/kills.h"
#include "tools/golden/unkilled.h"

namespace viewproof {

// Says how many more vectors must fail, by kernel and effect: at least one of
// the first set, another one of the second.
struct Open {
  std::vector<std::vector<ConditionSet>> first;
  std::vector<std::vector<ConditionSet>> second;

  // Holds every bug that is due, lacks kills in the table and is not listed.
  Open(const KillTable& table, const UnkilledBugs& unkilled);

  // Bugs that these shots kill and that still lack kills.
  int64_t GainOf(const std::vector<KillAttempt>& shots) const;
  // They are in golden/ now.
  void Take(const std::vector<KillAttempt>& shots);
  // The effects of a kernel that lack kills under one of these.
  uint64_t Wanted(std::size_t kernel, const ConditionSet& conditions) const;
  int64_t count() const;
};

// Holds what drawn cases say of one bug.
struct SearchStats {
  uint32_t fired = 0;     // Cases in which its condition held.
  uint32_t found = 0;     // It makes so many of these fail.
  bool accepted = false;  // In some of these the call is not refused.
  bool differed = false;  // In some of these something else differs.

  void Add(const SearchStats& other);
};

struct SearchOptions {
  uint64_t seed = 1;
  int64_t cases = 0;
  int64_t jobs = 1;
};

class Search {
 public:
  Search(const Open& open, const SearchOptions& options);

  // Draws all cases, or fewer if the process gets SIGINT. `watch` gets the
  // number of cases so far, once a second.
  void Run(const std::function<void(int64_t)>& watch);

  int64_t cases() const { return cases_; }
  const SearchStats& At(const Bug& bug) const;
  // Calls of a kernel in drawn cases.
  uint64_t CallsOf(std::size_t kernel) const { return calls_[kernel]; }

  // Gets a case with fewer steps, the ops whose bugs it kills, and how many
  // these are. Returns whether golden/ can hold it.
  using Take = std::function<bool(const Vector&, const std::set<const Op*>& ops,
                                  int64_t gain)>;

  // Few cases that together kill what can be killed, the best first.
  // Takes at most `most`; each kills at least `least` bugs.
  void Choose(int64_t most, int64_t least, Open& open, const Take& take);

  // Case `number` of the search.
  Case CaseNumber(uint64_t number) const;

 private:
  struct PooledCase {
    uint64_t number = 0;
    std::vector<KillAttempt> shots;
  };
  struct Worker;

  // A condition under which bugs are open, and in which kernels.
  struct Target {
    std::size_t condition = 0;
    int64_t weight = 0;
    std::vector<std::size_t> kernels;
    std::vector<int64_t> weights;
    std::vector<std::vector<std::size_t>> effects;
  };

  void AddTargets();
  // A case aimed at some of the bugs of a target.
  Case AimedCase(Chooser& choose) const;
  std::size_t Place(std::size_t kernel, std::size_t effect) const;
  void Draw(Worker& worker, uint64_t first, uint64_t step);

  const Open& open_;
  const SearchOptions options_;
  // They say how often each op of Ops() is drawn.
  std::vector<int64_t> weights_;
  std::vector<Target> targets_;
  int64_t cases_ = 0;
  std::vector<SearchStats> drawn_;
  std::vector<uint64_t> calls_;
  std::vector<PooledCase> pool_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_SEARCH_H_

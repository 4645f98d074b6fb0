#ifndef VIEWPROOF_CONFORMANCE_RUN_PREFIXES_H_
#define VIEWPROOF_CONFORMANCE_RUN_PREFIXES_H_

#include <cstdint>
#include <deque>
#include <list>
#include <memory>
#include <optional>

#include "conformance/case/case.h"
#include "conformance/case/hello.h"
#include "conformance/judge/plan.h"
#include "conformance/judge/record.h"
#include "conformance/judge/worlds.h"

namespace viewproof {

// Looks closer at cases of a subject that shows their last step alone, by
// running their prefixes: the first step, the first two, ... A prefix that ends
// in a write is run with a `read` of the tensor written to, and with one of the
// base.
//
//   the last step fails, as it should  believed only if the prefix without that
//                                      step passes
//   a difference                       of the shortest prefix that fails, whose
//                                      last op is to blame
class Prefixes {
 public:
  explicit Prefixes(const Hello& hello);

  struct PrefixVerdict {
    std::unique_ptr<PlannedVector> asked;
    int64_t number = 0;  // The number of the case in the plan.
    Record record;
    bool by_prefix = false;  // It passes, and a prefix of it fails.
  };

  // Returns whether prefixes say more of this case than its record does.
  bool Doubts(const PlannedVector& asked, const Record& record) const;

  // Takes a doubted case. Gives it back if it has no prefix.
  std::optional<PrefixVerdict> Take(PrefixVerdict doubted);

  // A prefix to run; null: none is due.
  const PlannedVector* Next();

  // The prefix with this case; null: it is of none.
  const PlannedVector* Find(const Case& test) const;

  // Takes the record of a prefix. Gives the case that it settles.
  std::optional<PrefixVerdict> Done(const Case& test, const Record& record);

  bool empty() const { return doubts_.empty(); }
  void clear();

 private:
  struct Prefix {
    PlannedVector asked;
    int64_t steps = 0;
    std::optional<Record> record;
  };
  struct Doubt {
    PrefixVerdict settled;
    std::list<Prefix> prefixes;
  };

  void Add(Doubt& doubt, int64_t steps);
  void Add(Doubt& doubt, Case test, int64_t steps);
  std::optional<PrefixVerdict> Settle(std::list<Doubt>::iterator doubt);

  const bool observes_every_;
  Worlds finder_;
  std::list<Doubt> doubts_;
  std::deque<Prefix*> due_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_PREFIXES_H_

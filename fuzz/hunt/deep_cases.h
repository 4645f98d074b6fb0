#ifndef VIEWPROOF_FUZZ_HUNT_DEEP_CASES_H_
#define VIEWPROOF_FUZZ_HUNT_DEEP_CASES_H_

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/case/hello.h"
#include "conformance/gen/deep.h"
#include "conformance/gen/enumerate.h"
#include "conformance/judge/plan.h"
#include "conformance/run/feed.h"
#include "fuzz/hunt/expectation.h"
#include "fuzz/hunt/whole_chains.h"

namespace viewproof {

// Every case of the universe once: first those of golden/deep.jsonl.
class DeepCases : public Cases {
 public:
  // Gives those cases in `shard` whose last op has one of the profiles; none:
  // any. `hello` is kept. Throws BadInput if the list below `root` is damaged
  // or of another universe.
  DeepCases(const Hello& hello, SubjectRole role, const std::string& root,
            std::vector<Profile> profiles, const Shard& shard);

  bool IsMeant(int64_t number) const override;
  bool Draw(int64_t number, Vector& vector) override;
  std::string NameOf(int64_t number) const override;
  const SkipCounts& skipped() const override { return planner_.skipped(); }
  int64_t count() const override { return order_.count(); }
  int64_t stretch() const override { return 1 << 20; }
  void ForEach(int64_t from, int64_t to,
               const std::function<void(int64_t)>& visit) override;
  int64_t listed() const { return order_.listed(); }

 private:
  const DeepOrder order_;
  const SubjectRole role_;
  // A place, and the number in the universe of the case there.
  std::pair<int64_t, int64_t> found_ = {-1, 0};
  const std::vector<Profile> profiles_;
  const Shard shard_;
  Expectation expectation_;
  Planner planner_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_HUNT_DEEP_CASES_H_

#ifndef VIEWPROOF_FUZZ_HUNT_DEEP_CASES_H_
#define VIEWPROOF_FUZZ_HUNT_DEEP_CASES_H_

#include <string>
#include <vector>

#include "conformance/case/hello.h"
#include "conformance/gen/deep.h"
#include "conformance/gen/enumerate.h"
#include "conformance/judge/plan.h"
#include "conformance/run/feed.h"
#include "fuzz/hunt/cases.h"
#include "fuzz/hunt/expectation.h"

namespace viewproof {

// Every case of the universe once: first those of golden/deep.jsonl.
class DeepCases : public Cases {
 public:
  // Of the cases those in `shard` whose last op has one of the profiles; none:
  // any. `hello` is kept. Throws BadInput if the list below `root` is damaged
  // or of another universe.
  DeepCases(const Hello& hello, const std::string& root,
            std::vector<Profile> profiles, const Shard& shard);

  bool IsMeant(int64_t number) const override;
  bool Draw(int64_t number, Vector& vector) override;
  const SkipCounts& skipped() const override { return planner_.skipped(); }
  int64_t count() const override { return order_.count(); }
  int64_t listed() const { return order_.listed(); }

 private:
  const DeepOrder order_;
  const std::vector<Profile> profiles_;
  const Shard shard_;
  Expectation expectation_;
  Planner planner_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_HUNT_DEEP_CASES_H_

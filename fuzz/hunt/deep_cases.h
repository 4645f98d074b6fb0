#ifndef VIEWPROOF_FUZZ_HUNT_DEEP_CASES_H_
#define VIEWPROOF_FUZZ_HUNT_DEEP_CASES_H_

#include <string>

#include "conformance/case/hello.h"
#include "conformance/gen/deep.h"
#include "conformance/gen/enumerate.h"
#include "conformance/judge/plan.h"
#include "fuzz/hunt/cases.h"
#include "fuzz/hunt/expectation.h"

namespace viewproof {

// Every case of the universe once: first those of golden/deep.jsonl.
class DeepCases : public Cases {
 public:
  // `hello` is kept. Throws BadInput if the list below `root` is damaged or of
  // another universe.
  DeepCases(const Hello& hello, const std::string& root);

  bool Draw(int64_t number, Vector& vector) override;
  const SkipCounts& skipped() const override { return planner_.skipped(); }
  int64_t count() const override { return order_.count(); }
  int64_t listed() const { return order_.listed(); }

 private:
  const Universe universe_;
  const DeepOrder order_;
  Expectation expectation_;
  Planner planner_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_HUNT_DEEP_CASES_H_

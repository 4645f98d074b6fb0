#ifndef VIEWPROOF_FUZZ_HUNT_WHOLE_CHAINS_H_
#define VIEWPROOF_FUZZ_HUNT_WHOLE_CHAINS_H_

#include <cstdint>
#include <string>

#include "conformance/case/hello.h"
#include "fuzz/hunt/cases.h"
#include "fuzz/hunt/expectation.h"

namespace viewproof {

// Chains of every op (CaseOf in gen.h), for subjects that answer all that is
// asked: nothing is left out, and nothing is cut that SPEC.md leaves open.
class WholeChains : public Cases {
 public:
  // `hello` is kept. Requires: the subject is no library.
  WholeChains(const Hello& hello, SubjectRole role, uint64_t seed)
      : expectation_(hello, role), seed_(seed) {}

  bool Draw(int64_t number, Vector& vector) override;
  std::string NameOf(int64_t number) const override;
  const SkipCounts& skipped() const override { return skipped_; }

 private:
  Expectation expectation_;
  const uint64_t seed_;
  const SkipCounts skipped_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_HUNT_WHOLE_CHAINS_H_

#ifndef VIEWPROOF_CONFORMANCE_GEN_GEN_H_
#define VIEWPROOF_CONFORMANCE_GEN_GEN_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/gen/chooser.h"
#include "conformance/gen/state.h"

namespace viewproof {

// Says which cases are drawn.
struct GenOptions {
  std::vector<const Op*> ops;  // Empty: every op.
  std::vector<DType> dtypes;   // Empty: every dtype, float32 most often.
  int64_t max_steps = 8;
  bool edits = true;       // Arguments are edited, so that steps fail.
  bool edit_last = false;  // AnyCaseEndingWith edits its last step, too.
  int64_t wide = 1;        // So many of 12 edits put in a number beyond 2^31.
};

// A base of rank 0..4 with sizes 0..4 (at most 255 elements, at most 100 if the
// chain writes) and 1..max_steps steps on it. An argument is drawn from its
// parameter's domain, and in some steps then edited. Nothing is discarded: no
// step is too large (bounds.h) or writes what is unspecified (write.h), and
// every tensor that a step names exists in the reference.
Case AnyCase(Chooser& choose, const GenOptions& options = {});

// The same, with one more step: `op`, its arguments from their domains. Returns
// the reference's view of it.
State AnyCaseEndingWith(Chooser& choose, const Op& op,
                        const GenOptions& options = {});

// Draws a lawful next step, for callers that extend a chain: an op that
// `options` admit, its arguments drawn as in AnyCase.
Step AnyNextStep(Chooser& choose, State& state, const GenOptions& options = {});

// Case `number` of `seed`: a function of these two and the options alone.
Case CaseOf(uint64_t seed, uint64_t number, const GenOptions& options = {});

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_GEN_H_

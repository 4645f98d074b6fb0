#ifndef VIEWPROOF_CONFORMANCE_CASE_DECODE_OUTCOME_H_
#define VIEWPROOF_CONFORMANCE_CASE_DECODE_OUTCOME_H_

#include <simdjson.h>

#include <string_view>

#include "conformance/case/case.h"
#include "conformance/case/ops.h"

namespace viewproof {

// Golden files are held to the format. Replies may show absurd numbers: they
// become kNotAnInteger or NaN, which equal nothing.
enum class Strictness { kGolden, kReply };

// Reads the outcome of one step and reuses the memory of `outcome`. `op` is the
// op of the step; null if it is not known.
void ReadOutcome(simdjson::ondemand::value value, Strictness how, const Op* op,
                 Outcome& outcome);

// A reply to `test`: {id, steps} or {id, unsupported}. Reuses the memory of
// `reply`; throws BadInput.
void ReadReply(simdjson::ondemand::parser& parser, std::string_view line,
               const Case& test, Reply& reply);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_DECODE_OUTCOME_H_

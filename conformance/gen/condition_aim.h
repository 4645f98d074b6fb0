#ifndef VIEWPROOF_CONFORMANCE_GEN_CONDITION_AIM_H_
#define VIEWPROOF_CONFORMANCE_GEN_CONDITION_AIM_H_

#include "conformance/case/ops.h"
#include "conformance/gen/aim.h"
#include "conformance/subjects/conditions.h"

namespace viewproof {

// A case about the op in which the condition is likely to hold: with what the
// condition says of a tensor, a number, a product of sizes or what ran before.
// What it says of a result is asked of the operand; what an aim cannot say is
// left to chance.
Aim AimFor(const std::string& kernel, const Condition& condition);

// A dtype that can have the bit which the op is about: that of negation or, as
// most of them, that of conjugation.
DType DTypeWithBit(const Op& op);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_CONDITION_AIM_H_

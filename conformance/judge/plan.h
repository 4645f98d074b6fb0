#ifndef VIEWPROOF_CONFORMANCE_JUDGE_PLAN_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_PLAN_H_

#include <optional>
#include <string_view>

#include "conformance/case/case.h"
#include "conformance/case/protocol.h"

namespace viewproof {

// Why a vector says nothing about a subject. Closed; the first that holds.
enum class SkipReason {
  kOp,          // It has an op that the subject does not declare.
  kDType,       // A dtype that it lacks, or that cannot hold the values.
  kRank,        // More dimensions than it has.
  kWideInt,     // Numbers beyond 2^53.
  kViews,       // Only views that share storage could pass it.
  kAfterError,  // A step after an error.
  kErrorKind,   // Only the kind of an error could pass it.
};

std::string_view Name(SkipReason reason);
std::optional<SkipReason> FindSkipReason(std::string_view name);

// Why a subject that says `hello` is not held to this vector; nothing when it
// is.
std::optional<SkipReason> ReasonToSkip(const Vector& vector,
                                       const Hello& hello);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_PLAN_H_

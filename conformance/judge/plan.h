#ifndef VIEWPROOF_CONFORMANCE_JUDGE_PLAN_H_
#define VIEWPROOF_CONFORMANCE_JUDGE_PLAN_H_

#include <optional>
#include <string_view>

#include "conformance/case/case.h"
#include "conformance/case/protocol.h"

namespace viewproof {

// Why a vector is not run on a subject: the first reason that holds. Closed.
enum class SkipReason {
  kOp,       // It has an op that the subject does not declare.
  kDType,    // A dtype that the subject lacks or that cannot hold the values.
  kRank,     // More dimensions than the subject's max_rank.
  kWideInt,  // Numbers beyond 2^53.
  kViews,    // Only a library whose views share storage can pass it.
  kAfterError,  // A step after an error.
  kErrorKind,   // Only a library that shows kinds of errors can pass it.
  // A form that the subject does not know, by its own name (case_form.h).
  kDigest,
  kData,
  kNumbers,
  kIndexTensors,
};

std::string_view Name(SkipReason reason);
std::optional<SkipReason> FindSkipReason(std::string_view name);

// Why this vector is not run on a subject with this hello; nullopt if it is.
std::optional<SkipReason> ReasonToSkip(const Vector& vector,
                                       const Hello& hello);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_JUDGE_PLAN_H_

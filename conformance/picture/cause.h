#ifndef VIEWPROOF_CONFORMANCE_PICTURE_CAUSE_H_
#define VIEWPROOF_CONFORMANCE_PICTURE_CAUSE_H_

#include "conformance/picture/step_in_question.h"

namespace viewproof {

// Says why a step is refused whose error is not about the strides of a view:
// what of this tensor does not fit, and the rule.
void AddCause(const StepInQuestion& trouble, const ErrorReply& error,
              Reason& reason);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PICTURE_CAUSE_H_

#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_MODEL_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_MODEL_H_

#include <memory>

#include "conformance/subjects/subject.h"

namespace viewproof {

// The second witness (conformance/model) as a subject: every op and dtype; it
// vouches for shape, values, strides and alias. A case in which it abstains is
// answered `unsupported` with a detail that begins with "abstains".
std::unique_ptr<Subject> MakeModel();

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_MODEL_H_

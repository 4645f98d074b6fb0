#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_MODEL_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_MODEL_H_

#include <memory>

#include "conformance/subjects/subject.h"

namespace viewproof {

// The second witness (conformance/model) as a subject: every op and dtype; it
// vouches for shape, values, strides and alias. It abstains (subject.h) from
// the viewability of more than model::kListed addresses.
std::unique_ptr<Subject> MakeModel();

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_MODEL_H_

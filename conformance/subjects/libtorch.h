#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_LIBTORCH_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_LIBTORCH_H_

#include <memory>

#include "conformance/subjects/subject.h"

namespace viewproof {

// Says how libtorch reaches its kernels. The answers are the same; kInference
// is quicker.
enum class Dispatch { kInference, kDefault };

// libtorch as a subject: the oracle. Null if the build has no libtorch. An
// error's kind comes from the table of texts (libtorch_errors.h) and is absent
// unless exactly one row matches; its message is libtorch's.
std::unique_ptr<Subject> MakeLibtorch(Dispatch dispatch = Dispatch::kInference);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_LIBTORCH_H_

#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_LIBTORCH_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_LIBTORCH_H_

#include <memory>
#include <variant>

#include "conformance/subjects/subject.h"

namespace viewproof {

// How libtorch reaches its kernels. The answers are the same; kInference is
// quicker.
enum class Dispatch { kInference, kDefault };

// libtorch as a subject: the oracle. Null where the build has no libtorch. An
// error's kind comes from the table of texts (libtorch_errors.h) and is absent
// where not exactly one row matches; its message is libtorch's.
std::unique_ptr<Subject> MakeLibtorch(Dispatch dispatch = Dispatch::kInference);

// The same calls as MakeLibtorch()->Run and the same read-out of every output,
// and nothing else: what a case costs in libtorch itself. For tools/bench;
// false where the build has no libtorch.
bool RunBareLibtorch(const Case& test);

// One view() in libtorch, without a case: the geometry that an operand of this
// geometry gets in the sizes `size`, or the error as MakeLibtorch() would reply
// it. For enumerations. Requires: every address of the operand is below 4096;
// otherwise, and where the build has no libtorch, an error without a kind.
std::variant<Geometry, ErrorReply> ViewInLibtorch(const Geometry& operand,
                                                  const Ints& size);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_LIBTORCH_H_

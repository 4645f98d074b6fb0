#include "conformance/subjects/libtorch.h"

namespace viewproof {

std::unique_ptr<Subject> MakeLibtorch(Dispatch) { return nullptr; }

}  // namespace viewproof

#include "conformance/subjects/libtorch.h"

namespace viewproof {

// Of a program that is linked without libtorch.cc.
[[gnu::weak]] std::unique_ptr<Subject> MakeLibtorch(Dispatch) {
  return nullptr;
}

}  // namespace viewproof

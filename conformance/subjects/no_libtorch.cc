#include "conformance/subjects/libtorch.h"

namespace viewproof {

// A program that is linked without libtorch.cc has this one.
[[gnu::weak]] std::unique_ptr<Subject> MakeLibtorch(Dispatch) {
  return nullptr;
}

}  // namespace viewproof

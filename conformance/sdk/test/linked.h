#ifndef VIEWPROOF_CONFORMANCE_SDK_TEST_LINKED_H_
#define VIEWPROOF_CONFORMANCE_SDK_TEST_LINKED_H_

#include <memory>

#include "conformance/sdk/cpp/viewproof_adapter.h"
#include "conformance/subjects/subject.h"

namespace viewproof {

// A subject of the C++ SDK as one that is linked: the runner calls it in its
// own process, where a debugger stops in it. Cases and replies are those of the
// protocol, as text. Aborts, naming the field, if the adapter breaks it.
std::unique_ptr<Subject> MakeLinked(
    std::unique_ptr<viewproof_sdk::Subject> subject);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SDK_TEST_LINKED_H_

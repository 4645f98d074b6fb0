#ifndef VIEWPROOF_CONFORMANCE_SDK_CPP_SDK_SUBJECT_H_
#define VIEWPROOF_CONFORMANCE_SDK_CPP_SDK_SUBJECT_H_

#include <functional>
#include <memory>
#include <string>

#include "conformance/case/case.h"
#include "conformance/sdk/cpp/viewproof_adapter.h"
#include "conformance/subjects/subject.h"

namespace viewproof {

// A subject of the C++ SDK as one that is linked: bind.h and chain.h run it. It
// refers to `adapter`. Throws Misdeclared where `adapter` says of itself what
// the protocol has no word for. `begin` is called before a base is made and
// before an op is called, with the outcomes until then and one for that op.
std::unique_ptr<Subject> MakeSubject(
    sdk::Subject& adapter,
    std::function<void(const Case&, const Reply&)> begin = nullptr);

// The case as code, a line for each step that has an outcome, with what its
// errors say.
std::string ProgramOf(sdk::Subject& adapter, const Case& test,
                      const Reply& reply);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SDK_CPP_SDK_SUBJECT_H_

#ifndef VIEWPROOF_CONFORMANCE_PROCESS_IN_PROCESS_H_
#define VIEWPROOF_CONFORMANCE_PROCESS_IN_PROCESS_H_

#include <memory>

#include "conformance/process/executor.h"
#include "conformance/subjects/subject.h"

namespace viewproof {

// Runs each case on `subject` in this process: for speed and debuggers, since a
// crash takes us with it. `subject` lives as long as the executor.
std::unique_ptr<Executor> MakeInProcess(Subject& subject);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PROCESS_IN_PROCESS_H_

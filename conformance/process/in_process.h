#ifndef VIEWPROOF_CONFORMANCE_PROCESS_IN_PROCESS_H_
#define VIEWPROOF_CONFORMANCE_PROCESS_IN_PROCESS_H_

#include <memory>

#include "conformance/process/executor.h"
#include "conformance/subjects/subject.h"

namespace viewproof {

// Runs each case on `subject` in this process: fast, and easy to debug, but a
// crash ends us too. `subject` must outlive the executor.
std::unique_ptr<Executor> MakeInProcess(Subject& subject);
std::unique_ptr<Executor> MakeInProcess(std::unique_ptr<Subject> subject);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PROCESS_IN_PROCESS_H_

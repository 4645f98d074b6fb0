#ifndef VIEWPROOF_CONFORMANCE_RUN_TRIAL_H_
#define VIEWPROOF_CONFORMANCE_RUN_TRIAL_H_

#include <cstdio>
#include <string>

#include "conformance/process/adapter_command.h"

namespace viewproof {

// Tries whether an adapter keeps to PROTOCOL.md, whatever its library does.
// Prints a line for each rule: "ok", "wrong" with what was sent, what came and
// the sentence that asks for something else, or "remark": the library differs
// from PyTorch, or dies, which `check` judges. `root` holds golden/.
//
// Returns kGreen; kRed if a rule is broken; kInfrastructure if the adapter does
// not start. Throws BadInput if golden/ cannot be read.
int RunTrial(const std::string& root, const AdapterCommand& command,
             std::FILE* out);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_RUN_TRIAL_H_

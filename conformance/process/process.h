#ifndef VIEWPROOF_CONFORMANCE_PROCESS_PROCESS_H_
#define VIEWPROOF_CONFORMANCE_PROCESS_PROCESS_H_

#include <memory>

#include "conformance/process/adapter_command.h"
#include "conformance/process/executor.h"

namespace viewproof {

// Starts an adapter and returns an executor that speaks protocol version 1 with
// it. SIGPIPE is ignored from then on. Every case gets a verdict, whatever the
// process does:
//
// At most two batches are outstanding, so that the adapter computes while we
// judge. If it dies, misses a deadline or breaks the framing, the first
// unanswered case is sent again, alone, to a new process. If that fails too, it
// is the case's verdict; if not, the other outstanding cases are sent one by
// one until one of them fails. The step of a crash or time-out is found by
// running prefixes of the chain.
//
// Spawn and Run throw Infrastructure if a process cannot be started, or ends
// three times in a row before its hello; AdapterFault if a hello is malformed
// or changes, or if ten well-formed replies in a row show what they should not.
std::unique_ptr<Executor> Spawn(AdapterCommand command);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PROCESS_PROCESS_H_

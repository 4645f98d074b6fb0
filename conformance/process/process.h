#ifndef VIEWPROOF_CONFORMANCE_PROCESS_PROCESS_H_
#define VIEWPROOF_CONFORMANCE_PROCESS_PROCESS_H_

#include <memory>

#include "conformance/process/adapter_command.h"
#include "conformance/process/executor.h"

namespace viewproof {

// Starts an adapter and gives the executor that speaks protocol version 1 with
// it; SIGPIPE is ignored from then on. Whatever the process does, every case
// gets its verdict:
//
// At most two batches are outstanding, so that it computes while we judge. When
// it dies, misses a deadline or breaks the framing, the first unanswered case
// is sent again, alone, to a fresh process. If that ends the same way it is the
// case's verdict; if not, the other outstanding cases follow one by one until
// one of them does. The step of a crash or time-out is found by running
// prefixes of the chain.
//
// Spawn and Run throw Infrastructure when a process cannot be started, or ends
// three times running before its hello; AdapterFault when a hello is refused or
// changes, or ten well-formed replies in a row show what they should not.
std::unique_ptr<Executor> Spawn(AdapterCommand command);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PROCESS_PROCESS_H_

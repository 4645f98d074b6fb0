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
// judge; of one who answers at a batch's end only one, so that another process
// can take the next. If it dies, misses a deadline or breaks the framing, the
// unanswered cases are sent again, alone, to a new process, one after the
// other, until one of them fails as the first in a process: this is its
// verdict. Batches begin again with one case, and double as long as nothing
// fails. If all of them were answered, the death is a stray one (Trouble). The
// step of a crash is found by running at most four prefixes of the chain; of a
// time-out, by one.
//
// A deadline counts the time in which the process did not wait for a processor.
// A process that takes too much memory is killed (Child), and has died.
//
// All is done by the thread that calls; its end kills what still runs. Spawn
// and Run throw Infrastructure if a process cannot be started, or ends three
// times in a row before its hello, or once with status 3, of which it tells the
// last 20 lines of standard error; AdapterFault if a hello is malformed or
// changes, or if ten well-formed replies in a row show what they should not.
std::unique_ptr<Executor> Spawn(AdapterCommand command);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_PROCESS_PROCESS_H_

#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_SERVE_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_SERVE_H_

#include "conformance/subjects/subject.h"

namespace viewproof {

// Turns a linked subject into an adapter: protocol version 1 on standard input
// and output, one write per batch, sooner where it takes long. Descriptor 1 is
// moved to 2 first, so that what the library prints cannot reach the protocol.
// Returns the exit status of the process: 0 after `bye` or the end of input, 2
// for what is no request or another version of the protocol.
int Serve(Subject& subject);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_SERVE_H_

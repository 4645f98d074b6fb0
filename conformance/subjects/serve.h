#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_SERVE_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_SERVE_H_

#include "conformance/subjects/subject.h"

namespace viewproof {

// Turns a linked subject into an adapter: protocol version 1 on standard input
// and output, with one write per batch, or earlier if it takes long. Descriptor
// 1 is redirected to 2 first, so that nothing that the library prints reaches
// the protocol. Returns the exit status of the process: 0 after `bye` or the
// end of input, 2 for a malformed request or another version of the protocol.
int Serve(Subject& subject);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_SERVE_H_

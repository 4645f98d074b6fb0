#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_SERVE_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_SERVE_H_

#include <functional>
#include <string>
#include <string_view>

#include "conformance/case/case.h"
#include "conformance/subjects/subject.h"

namespace viewproof {

// Writes what is answered to a case; may change the reply.
using ReplyWriter =
    std::function<void(const Case& test, Reply& reply, std::string& out)>;

// Writes the line of the protocol. Texts become UTF-8 of a bounded length.
void AppendReply(const Case& test, Reply& reply, std::string& out);

// Returns what standard output was. Descriptor 1 is standard error from here
// on, so that nothing that the library prints reaches the protocol.
int TakeStandardOutput();

// Writes all of a text. False: nobody reads it.
bool WriteAll(int descriptor, std::string_view text);

// Turns a linked subject into an adapter: protocol version 1 on standard input
// and `output`, with one write per case. Returns the exit status of the
// process: 0 after `bye` or the end of input, 2 for a malformed request or
// another version of the protocol.
int Serve(Subject& subject, const ReplyWriter& write_reply = &AppendReply,
          int output = TakeStandardOutput());

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_SERVE_H_

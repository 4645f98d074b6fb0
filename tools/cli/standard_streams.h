#ifndef VIEWPROOF_TOOLS_CLI_STANDARD_STREAMS_H_
#define VIEWPROOF_TOOLS_CLI_STANDARD_STREAMS_H_

#include <string>

namespace viewproof {

// Files of ours never get the number of a standard stream that is closed, and
// what is written to such a stream fails.
void OccupyStandardStreams();

// Why not all that was printed is written; empty: it is.
std::string FlushStandardOutput();

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_CLI_STANDARD_STREAMS_H_

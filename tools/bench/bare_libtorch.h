#ifndef VIEWPROOF_TOOLS_BENCH_BARE_LIBTORCH_H_
#define VIEWPROOF_TOOLS_BENCH_BARE_LIBTORCH_H_

#include "conformance/case/case.h"

namespace viewproof {

// The calls that MakeLibtorch()->Run makes for the case, the same read-out of
// every output, and nothing else: what the case costs in libtorch itself. False
// if the build has no libtorch.
bool RunBareLibtorch(const Case& test);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_BENCH_BARE_LIBTORCH_H_

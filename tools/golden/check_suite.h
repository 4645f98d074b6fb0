#ifndef VIEWPROOF_TOOLS_GOLDEN_CHECK_SUITE_H_
#define VIEWPROOF_TOOLS_GOLDEN_CHECK_SUITE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "tools/golden/render.h"

namespace viewproof {

// The most bytes of a vector's line: more, nobody reads.
inline constexpr std::size_t kMaxGoldenLine = 8192;
// The same of a vector with the form many_outputs.
inline constexpr std::size_t kMaxManyLine = 4 * kMaxGoldenLine;

// Every reason why these vectors, each of them sound (check.h), are no golden/
// together: one line each. `flags` is the text of golden/flags.toml.
std::vector<std::string> ProblemsOf(const std::vector<VectorFile>& files,
                                    const std::string& flags);

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_CHECK_SUITE_H_

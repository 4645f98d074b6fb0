#include "reference/core/require.h"

#include <cstdio>
#include <cstdlib>

namespace viewproof {

void FailRequirement(const char* expected, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: expected %s\n", file, line, expected);
  std::abort();
}

}  // namespace viewproof

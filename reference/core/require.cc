#include "reference/core/require.h"

#include <cstdio>
#include <cstdlib>

namespace viewproof {

void FailRequirement(const char* expected, std::source_location where) {
  std::fprintf(stderr, "%s:%u: expected %s\n", where.file_name(),
               static_cast<unsigned>(where.line()), expected);
  std::abort();
}

}  // namespace viewproof

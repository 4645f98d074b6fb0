// Fails where the build has no libtorch, so that no run without the oracle is
// taken for a run with it.
#include <cstdio>

#include "libtorch_version.h"

int main() {
#if VIEWPROOF_HAVE_LIBTORCH
  std::puts("libtorch " VIEWPROOF_LIBTORCH_BUILD);
  return 0;
#else
  std::puts(
      "There is no libtorch. Run `tools/setup --oracle`, or leave the oracle's "
      "tests out with --config=no_oracle.");
  return 1;
#endif
}

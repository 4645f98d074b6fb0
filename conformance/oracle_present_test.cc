#include <gtest/gtest.h>

#include <cstdio>

#include "libtorch_version.h"

// Fails where the build has no libtorch, so that no run without the oracle is
// taken for a run with it.
TEST(Oracle, IsPresent) {
#if VIEWPROOF_HAVE_LIBTORCH
  std::puts("libtorch " VIEWPROOF_LIBTORCH_BUILD);
#else
  FAIL() << "There is no libtorch. Run `tools/setup --oracle`, or leave the "
            "oracle's tests out with --config=no_oracle.";
#endif
}

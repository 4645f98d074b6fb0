#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "conformance/gate/gate.h"
#include "conformance/run/launch.h"

// Every committed gate file, without its library.
namespace viewproof {
namespace gates_test {

TEST(Gates, AreReadAndCountTheirKnownLines) {
  const std::string root = FindRoot();
  int gates = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(root + "/conformance/adapters")) {
    const std::string path = entry.path().string();
    if (!path.ends_with(kGateEnding)) continue;
    SCOPED_TRACE(path);
    ++gates;
    // Also that golden/ has the flags that it names.
    const Gate gate = FindGate(root, path);
    for (const KnownFailure& known : gate.entries) {
      EXPECT_EQ(LinesOf(known, gate.lines), known.count) << known.line;
    }
  }
  EXPECT_GT(gates, 4);
}

}  // namespace gates_test
}  // namespace viewproof

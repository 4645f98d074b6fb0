#include <gtest/gtest.h>

#include <string>

#include "conformance/gate/gate.h"
#include "conformance/run/launch.h"

// Every committed gate file, without its library.
namespace viewproof {
namespace gates_test {

TEST(Gates, AreReadAndListCasesOfEachEntry) {
  const std::string root = FindRoot();
  int gates = 0;
  for (const std::string& name : SubjectNames(root)) {
    SCOPED_TRACE(name);
    if (name == "array-api") continue;  // It has no gate file without options.
    ++gates;
    // Also that golden/ has the flags that it names.
    const Gate gate = FindGate(root, name);
    EXPECT_TRUE(EntriesWithoutCases(gate).empty());
    EXPECT_TRUE(gate.orphans.empty());
  }
  EXPECT_GT(gates, 4);
}

}  // namespace gates_test
}  // namespace viewproof

// SPEC.md leaves nothing open of what golden/ demands and of what a person has
// accepted, so that fuzz asks it.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <variant>

#include "conformance/case/error_kind.h"
#include "conformance/case/text.h"
#include "conformance/gate/lock.h"
#include "conformance/golden_file/golden.h"
#include "conformance/judge/testing.h"
#include "fuzz/hunt/expectation.h"

namespace viewproof {
namespace open_test {

// Whatever exceeds int64 is due as an error where there are elements, and of a
// size always: golden/ demands it.
TEST(Expectation, KeepsEveryRefusalThatAVectorDemands) {
  int64_t refusals = 0;
  ForEachVector(OpenGolden("golden"), [&](const Vector& vector) {
    const auto refused =
        std::ranges::find_if(vector.expect, [](const Outcome& outcome) {
          const auto* error = std::get_if<ErrorReply>(&outcome);
          return error != nullptr && error->kind == ErrorKind::kOverflow;
        });
    if (refused == vector.expect.end()) return;
    ++refusals;
    Vector filled;
    filled.test = vector.test;
    ASSERT_TRUE(Expectation(FullHello()).Fill(filled)) << vector.test.id;
    EXPECT_GT(std::ssize(filled.expect), refused - vector.expect.begin())
        << vector.test.id;
  });
  EXPECT_GT(refusals, 40);
}

// The last step of its case shows it.
TEST(Expectation, KeepsEveryAcceptedFinding) {
  int64_t findings = 0;
  for (const auto& file :
       std::filesystem::recursive_directory_iterator("conformance")) {
    const std::string path = file.path().string();
    if (!path.ends_with("gate.toml")) continue;
    for (const DrawnCase& accepted : ReadGate(path).drawn) {
      ++findings;
      Vector vector;
      vector.test = CaseOf(accepted);
      EXPECT_TRUE(Expectation(FullHello()).Fill(vector) &&
                  vector.test.chain == CaseOf(accepted).chain)
          << path << ": " << Text(CaseOf(accepted));
    }
  }
  EXPECT_GT(findings, 50);
}

}  // namespace open_test
}  // namespace viewproof

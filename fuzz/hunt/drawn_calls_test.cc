#include "fuzz/hunt/drawn_calls.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "conformance/calls/testing.h"
#include "conformance/process/in_process.h"
#include "fuzz/hunt/hunt.h"

namespace viewproof {
namespace drawn_calls_test {

struct Hunted {
  std::vector<Finding> findings;
  HuntCounts counts;
};

Hunted HuntedIn(KernelBug bug, const std::string& op, int64_t cases) {
  const auto library = MakeKernelLibrary(bug, op);
  const auto executor = MakeInProcess(*library);
  const std::atomic<bool> stop = false;
  HuntOptions options;
  options.cases = cases;
  DrawnCalls calls(executor->hello(), 1, {}, *executor, stop);
  Hunt hunt(*executor, calls, nullptr, {}, options, stop);
  hunt.Draw([](std::string_view) {});
  hunt.Examine();
  return {hunt.findings(), hunt.counts()};
}

TEST(DrawnCallsTest, ARightLibraryPasses) {
  const Hunted hunted = HuntedIn(KernelBug::kNone, "", 1500);
  EXPECT_TRUE(hunted.findings.empty())
      << hunted.findings.front().vector.test.id;
  EXPECT_GT(hunted.counts.judged, 700);
  EXPECT_GT(hunted.counts.steps.at("call.index_add_"), 20);
}

// A finding is shrunk to one of the layouts that `check` asks alone, if one
// shows it.
TEST(DrawnCallsTest, ABugIsFoundAndShrunk) {
  const std::pair<KernelBug, std::string> bugs[] = {
      {KernelBug::kReadsFromStart, "call.cumsum"},
      {KernelBug::kReadsSecondInStorageOrder, "call.add_"},
      {KernelBug::kWritesBeyond, "call.neg.out"},
      {KernelBug::kWritesSecondWrongly, "call.sort.out"},
      {KernelBug::kIgnoresBit, "call.sum"}};
  for (const auto& [bug, op] : bugs) {
    SCOPED_TRACE(op);
    const Hunted hunted = HuntedIn(bug, op, 400);
    int shrunk = 0;
    for (const Finding& finding : hunted.findings) {
      EXPECT_EQ(finding.failure.op, op);
      EXPECT_EQ(finding.not_minimal, "");
      shrunk += finding.vector.test.id.find("drawn") == std::string::npos;
    }
    EXPECT_GT(shrunk, 0);
  }
}

TEST(DrawnCallsTest, ACaseDependsOnItsNumberAlone) {
  const auto library = MakeKernelLibrary();
  const auto executor = MakeInProcess(*library);
  const std::atomic<bool> stop = false;
  DrawnCalls all(executor->hello(), 7, {}, *executor, stop);
  DrawnCalls one(executor->hello(), 7, {}, *executor, stop);
  all.Prepare(0, 60);
  one.Prepare(50, 51);
  Vector of_all;
  Vector of_one;
  EXPECT_EQ(all.Draw(50, of_all), one.Draw(50, of_one));
  EXPECT_EQ(of_all.test, of_one.test);
}

}  // namespace drawn_calls_test
}  // namespace viewproof

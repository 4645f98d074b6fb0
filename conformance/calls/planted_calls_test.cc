#include <gtest/gtest.h>

#include <set>
#include <string>

#include "conformance/calls/testing.h"

namespace viewproof {
namespace planted_calls_test {

// Returns whether the op can have the bug.
bool CanHave(const std::string& op, KernelBug bug) {
  const bool writes = op.ends_with('_') || op.ends_with(".out");
  switch (bug) {
    case KernelBug::kIgnoresBit:
      return true;
    case KernelBug::kReadsSecondInStorageOrder:
      return op.find("add") != op.npos;
    case KernelBug::kReadsFirstOfShared:
      return op.starts_with("call.add");
    case KernelBug::kWritesNothingIfShared:
      return op == "call.add_" || op == "call.index_add_" ||
             op.ends_with(".out");
    case KernelBug::kReadsStride0AsDense:  // Written or distinct: not repeated;
                                           // of an `out`, plain operands.
      return op == "call.neg" || op == "call.cumsum" || op == "call.sum" ||
             op.starts_with("call.add") || op.starts_with("call.index_add");
    case KernelBug::kWritesSecondWrongly:
      return op == "call.sort.out";
    case KernelBug::kReturnsOperand:
    case KernelBug::kWritesOperand:
      return !writes;
    case KernelBug::kWritesAsDense:
    case KernelBug::kWritesNothing:
    case KernelBug::kWritesBeyond:
      // A target of one element is dense.
      return writes &&
             !(op == "call.sum.out" && bug == KernelBug::kWritesAsDense);
    case KernelBug::kReadsInStorageOrder:
      return !op.starts_with("call.sum");  // Which is the same in any order.
    default:
      return true;
  }
}

// Each bug is seen by two vectors at least, and its op is blamed for it.
TEST(KernelCallsTest, PlantedBugsAreFoundAndBlamed) {
  const std::set<std::string> ops = JudgeLibrary(*MakeKernelLibrary()).ops;
  for (const KernelBug bug : kKernelBugs) {
    for (const std::string& op : ops) {
      if (!CanHave(op, bug)) continue;
      if (op.ends_with(".out") && bug == KernelBug::kReadsStride0AsDense) {
        continue;
      }
      SCOPED_TRACE(op + " bug " + std::to_string(static_cast<int>(bug)));
      const auto library = MakeKernelLibrary(bug, op);
      const Judged judged = JudgeLibrary(*library);
      ASSERT_EQ(judged.failures.size(), 1U);
      EXPECT_EQ(judged.failures.begin()->first, op);
      EXPECT_GE(judged.failures.begin()->second, 2);
    }
  }
}

}  // namespace planted_calls_test
}  // namespace viewproof

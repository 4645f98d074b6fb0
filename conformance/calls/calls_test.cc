#include "conformance/calls/calls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "conformance/calls/testing.h"
#include "conformance/case/bad_input.h"
#include "conformance/case/text.h"
#include "conformance/judge/blame.h"
#include "conformance/judge/compare.h"
#include "conformance/process/in_process.h"

namespace viewproof {
namespace {

const std::atomic<bool> kGoOn = false;

// The failing cases of a library by the op to blame, judged by its own plain
// answers.
struct Judged {
  std::map<std::string, int> failures;
  std::set<std::string> ops;  // These were asked.
  int cases = 0;
};

Judged JudgeLibrary(Subject& library) {
  const auto executor = MakeInProcess(library);
  KernelCalls calls(library.hello());
  calls.AskPlain(*executor, kGoOn, nullptr);
  Comparator comparator(library.hello(), library.hello().facets);
  Judged judged;
  Judgement judgement;
  for (std::size_t k = 0; k < calls.size(); ++k) {
    const Vector vector = calls.MakeVector(k);
    judged.ops.insert(std::string(vector.test.id, 0, vector.test.id.find('/')));
    ++judged.cases;
    Reply reply;
    try {
      library.Run(vector.test, reply);
    } catch (const std::runtime_error&) {
      ++judged.failures[BlamedForDeath(vector.test, CallStepOf(vector.test))];
      continue;
    }
    comparator.Compare(vector, reply, judgement);
    for (const Difference& difference : judgement.differences) {
      ++judged.failures[difference.op];
      break;
    }
  }
  return judged;
}

// call.d1 call.d2 call.d3 call.r1 call.r2 call.r3 call.r4 call.r5: a library
// that follows them passes in every form and layout.
TEST(KernelCallsTest, ARightLibraryPasses) {
  const auto library = MakeKernelLibrary();
  const Judged judged = JudgeLibrary(*library);
  EXPECT_TRUE(judged.failures.empty()) << judged.failures.begin()->first;
  EXPECT_GT(judged.cases, 500);
  EXPECT_THAT(judged.ops,
              testing::ElementsAre(
                  "call.add", "call.add.out", "call.add_", "call.cumsum",
                  "call.cumsum.out", "call.cumsum_", "call.index_add",
                  "call.index_add_", "call.neg", "call.neg.out", "call.neg_",
                  "call.sort", "call.sort.out", "call.sum", "call.sum.out"));
}

// Returns whether the op can have the bug.
bool CanHave(const std::string& op, KernelBug bug) {
  const bool writes = op.ends_with('_') || op.ends_with(".out");
  switch (bug) {
    case KernelBug::kIgnoresBit:
      return true;
    case KernelBug::kReadsSecondInStorageOrder:
      return op.find("add") != op.npos;
    case KernelBug::kReadsStride0AsDense:  // Written or distinct: not repeated;
                                           // of an `out`, plain operands.
      return op == "call.neg" || op == "call.cumsum" || op == "call.sum" ||
             op.starts_with("call.add") || op.starts_with("call.index_add");
    case KernelBug::kWritesSecondWrongly:
      return op == "call.sort.out";
    case KernelBug::kReturnsOperand:
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

std::string Refusal(const std::string& fault) {
  const auto library = MakeMisdeclared(fault);
  const auto executor = MakeInProcess(*library);
  KernelCalls calls(library->hello());
  try {
    calls.AskPlain(*executor, kGoOn, nullptr);
  } catch (const BadInput& error) {
    return error.what();
  }
  return "";
}

TEST(KernelCallsTest, WrongDeclarationsAreRefused) {
  EXPECT_EQ(
      Refusal("counts"),
      "calls: kernel \"f\", form \"new\": is not deterministic: two calls "
      "on plain float32 tensors differ");
  EXPECT_EQ(Refusal("constant"),
            "calls: kernel \"f\", form \"new\": gives the same, whatever its "
            "operands hold");
  EXPECT_EQ(Refusal("keeps"),
            "calls: kernel \"f\", form \"in_place\": leaves its target as it "
            "was");
  EXPECT_EQ(Refusal("refuses"),
            "calls: kernel \"f\", form \"new\": refuses every plain call: no");
}

// call.r6: a call that is refused on plain tensors is refused on others. The
// index of index_add is out of range where there is no row to add to.
TEST(KernelCallsTest, OneLayoutOfARefusedCallIsAsked) {
  const auto library = MakeKernelLibrary();
  const auto executor = MakeInProcess(*library);
  KernelCalls calls(library->hello());
  calls.AskPlain(*executor, kGoOn, nullptr);
  int refused = 0;
  for (std::size_t k = 0; k < calls.size(); ++k) {
    const Vector vector = calls.MakeVector(k);
    if (!std::holds_alternative<ErrorReply>(vector.expect.back())) continue;
    ++refused;
    EXPECT_EQ(vector.rules.front(), "call.r6");
    EXPECT_EQ(vector.test.chain.back().op->call->is_refused, true);
  }
  EXPECT_EQ(refused, 0);  // No sizes of the six kernels are refused.
  EXPECT_EQ(calls.refused(), 0);
}

// call.d4: numbers may differ by a part of the greatest one that is shown.
TEST(KernelCallsTest, NumbersMayDifferByTheDistance) {
  const auto library = MakeKernelLibrary();
  Comparator comparator(library->hello(), library->hello().facets);
  Vector vector;
  vector.test = ParseText("float32[2]{1,1000} | read()");
  vector.distance = 0.001;
  Reply reply;
  library->Run(vector.test, reply);
  vector.expect = reply.steps;
  const auto differs = [&](double by) {
    Reply other = reply;
    std::get<std::vector<Output>>(other.steps[0])[0].values->list[0].re += by;
    Judgement judgement;
    comparator.Compare(vector, other, judgement);
    return !judgement.differences.empty();
  };
  EXPECT_FALSE(differs(0.9));
  EXPECT_TRUE(differs(1.1));
  vector.distance = 0;
  EXPECT_TRUE(differs(0.001));
}

TEST(KernelCallsTest, IdsAreDistinct) {
  const auto library = MakeKernelLibrary();
  const auto executor = MakeInProcess(*library);
  KernelCalls calls(library->hello());
  calls.AskPlain(*executor, kGoOn, nullptr);
  std::set<std::pair<std::string, DType>> ids;
  for (std::size_t k = 0; k < calls.size(); ++k) {
    EXPECT_TRUE(ids.emplace(calls.IdOf(k), calls.DTypeOf(k)).second)
        << calls.IdOf(k);
  }
}

}  // namespace
}  // namespace viewproof

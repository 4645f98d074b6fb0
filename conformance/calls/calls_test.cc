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
#include "conformance/case/operands.h"
#include "conformance/case/text.h"
#include "conformance/judge/compare.h"
#include "conformance/process/in_process.h"

namespace viewproof {
namespace {

const std::atomic<bool> kGoOn = false;

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

// A library of whose chains only the last step shows.
class LastOnly : public Subject {
 public:
  explicit LastOnly(std::unique_ptr<Subject> inner) : inner_(std::move(inner)) {
    hello_ = inner_->hello();
    hello_.observes_every = false;
  }

  const Hello& hello() const override { return hello_; }

  void Run(const Case& test, Reply& reply) override {
    inner_->Run(test, reply);
    for (std::size_t k = 0; k + 1 < reply.steps.size(); ++k) {
      reply.steps[k] = UnobservedStep();
    }
  }

 private:
  std::unique_ptr<Subject> inner_;
  Hello hello_;
};

// Then each output and each storage is a case of its own.
TEST(KernelCallsTest, ItIsEnoughThatTheLastStepShows) {
  LastOnly right(MakeKernelLibrary());
  const Judged judged = JudgeLibrary(right);
  EXPECT_TRUE(judged.failures.empty()) << judged.failures.begin()->first;
  EXPECT_EQ(judged.ops.size(), 15U);
  for (const auto& [op, bug] :
       {std::pair("call.neg", KernelBug::kReadsInStorageOrder),
        {"call.add_", KernelBug::kWritesAsDense},
        {"call.sort.out", KernelBug::kWritesSecondWrongly},
        {"call.cumsum.out", KernelBug::kWritesBeyond}}) {
    SCOPED_TRACE(op);
    LastOnly wrong(MakeKernelLibrary(bug, op));
    const std::map<std::string, int> failures = JudgeLibrary(wrong).failures;
    ASSERT_EQ(failures.size(), 1U);
    EXPECT_EQ(failures.begin()->first, op);
  }
}

// The misuses that explain the failures of a library, with how many each.
std::map<std::string, int> MisusesOf(KernelBug bug, const std::string& op) {
  const auto library = MakeKernelLibrary(bug, op);
  const Judged judged = JudgeLibrary(*library);
  const auto executor = MakeInProcess(*library);
  std::map<std::string, int> misuses;
  for (const auto& found :
       judged.calls->FindMisuses(judged.failed, *executor, kGoOn, nullptr)) {
    for (const std::string& sentence : found) ++misuses[sentence];
    if (found.empty()) ++misuses["none"];
  }
  return misuses;
}

TEST(KernelCallsTest, AMisuseExplainsEveryFailureOfItsBug) {
  EXPECT_THAT(MisusesOf(KernelBug::kReadsFromStart, "call.cumsum"),
              testing::Not(testing::Contains(testing::Key("none"))));
  EXPECT_THAT(MisusesOf(KernelBug::kReadsFromStart, "call.cumsum"),
              testing::Contains(testing::Key(
                  "x is read from the first element of its storage")));
  const auto rows = MisusesOf(KernelBug::kReadsWithStride1, "call.cumsum");
  EXPECT_FALSE(rows.contains("none"));
  EXPECT_GT(rows.at("x is read as if its last stride were 1"), 20);
  EXPECT_THAT(MisusesOf(KernelBug::kIgnoresBit, "call.neg"),
              testing::ElementsAre(testing::Key("the bit of x is ignored")));
  EXPECT_THAT(
      MisusesOf(KernelBug::kReadsSecondInStorageOrder, "call.add"),
      testing::Contains(testing::Key("y is read as if it were contiguous")));
  EXPECT_THAT(
      MisusesOf(KernelBug::kWritesAsDense, "call.neg.out"),
      testing::Contains(testing::Key("o is written as if it were contiguous")));
  EXPECT_THAT(MisusesOf(KernelBug::kWritesNothing, "call.cumsum_"),
              testing::Contains(testing::Pair("none", testing::Ge(20))));
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
  EXPECT_EQ(Refusal("misspells"),
            "calls: kernel \"f\", form \"new\": refuses every plain call: no");
}

// A compiler may refuse what its library does not.
TEST(KernelCallsTest, AKernelThatTheLibraryRefusesIsTold) {
  const auto library = MakeMisdeclared("refuses");
  const auto executor = MakeInProcess(*library);
  KernelCalls calls(library->hello());
  calls.AskPlain(*executor, kGoOn, nullptr);
  EXPECT_THAT(calls.refusing(),
              testing::ElementsAre(testing::Pair("call.f", "no")));
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

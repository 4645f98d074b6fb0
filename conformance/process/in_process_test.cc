#include "conformance/process/in_process.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/case/text.h"
#include "conformance/subjects/reference.h"

namespace viewproof {
namespace in_process_test {

TEST(InProcess, AnswersEveryCaseInOrderAsTheSubjectDoes) {
  const std::unique_ptr<Subject> subject = MakeReference();
  const std::unique_ptr<Executor> executor = MakeInProcess(*subject);
  std::vector<Case> cases = {ParseText("float32[4,6] | permute([1,0])"),
                             ParseText("float32[4,6] | view([5])"),
                             ParseText("bool[2] bytes | read()")};
  std::size_t given = 0;
  std::size_t finished = 0;
  executor->Run(
      [&] { return given < cases.size() ? &cases[given++] : nullptr; },
      [&](const Case& test, Execution execution) {
        EXPECT_EQ(&test, &cases[finished++]);
        Reply reply;
        subject->Run(test, reply);
        EXPECT_EQ(execution.kind, Execution::Kind::kReply);
        EXPECT_EQ(execution.reply, reply);
        EXPECT_EQ(execution.reply.steps.size(), test.chain.size());
      });
  EXPECT_EQ(finished, cases.size());
  EXPECT_EQ(executor->hello(), subject->hello());
}

class Throwing : public Subject {
 public:
  const Hello& hello() const override { return hello_; }
  void Run(const Case&, Reply&) override { throw BadInput("no"); }

 private:
  Hello hello_;
};

TEST(InProcess, TellsAnExceptionAsADeath) {
  const auto executor = MakeInProcess(std::make_unique<Throwing>());
  const Case test = ParseText("float32[2] | t()");
  int given = 0;
  executor->Run([&] { return given++ == 0 ? &test : nullptr; },
                [](const Case&, Execution execution) {
                  EXPECT_EQ(execution.kind, Execution::Kind::kCrash);
                  EXPECT_EQ(execution.detail, "exception: no");
                  EXPECT_TRUE(execution.confirmed);
                  EXPECT_TRUE(execution.reply.steps.empty());
                });
  EXPECT_EQ(given, 2);
}

}  // namespace in_process_test
}  // namespace viewproof

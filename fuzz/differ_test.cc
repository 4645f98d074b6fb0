#include "fuzz/differ.h"

#include <memory>
#include <string_view>
#include <variant>
#include <vector>

#include "conformance/case/text.h"
#include "conformance/subjects/model.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace differ_test {

using Explain = Differ::Explain;

// The reference, but whatever `op` is refused for is called an overflow, and
// what it gives has another offset.
class Wrong : public Subject {
 public:
  explicit Wrong(std::string_view op) : op_(op) {}
  const Hello& hello() const override { return reference_->hello(); }
  void Run(const Case& test, Reply& reply) override {
    reference_->Run(test, reply);
    for (std::size_t k = 0; k < reply.steps.size(); ++k) {
      if (test.chain[k].op->name != op_) continue;
      if (auto* error = std::get_if<ErrorReply>(&reply.steps[k])) {
        error->kind = ErrorKind::kOverflow;
      }
      auto* outputs = std::get_if<std::vector<Output>>(&reply.steps[k]);
      if (outputs == nullptr) continue;
      for (Output& output : *outputs) ++*output.offset;
    }
  }

 private:
  const std::string_view op_;
  std::unique_ptr<Subject> reference_ = MakeReference();
};

TEST(Differ, LeavesAloneWhatAgreesAndWhatMayNotBeAsked) {
  Differ differ(MakeModel(), Explain::kNothing);
  differ.Demand(ParseText("float32[2,3] | t() | view([6])"));
  Differ wrong(std::make_unique<Wrong>("t"), Explain::kNothing);
  wrong.Demand(ParseText("float32[2,3] | unbind(0) | t() @1.2"));
  wrong.Demand(ParseText("float32[2,3]"));
  wrong.Demand(ParseText("float32[1] | expand([5000]) | unsqueeze(0) | t()"));
}

TEST(DifferDeathTest, ShowsADifferenceAndTheSmallestCaseThatHasIt) {
  Differ differ(std::make_unique<Wrong>("select"), Explain::kNothing);
  EXPECT_DEATH(
      differ.Demand(ParseText("float32[2,3] | t() | select(1, 1) | view([3])")),
      "the smallest: float32\\[1\\] \\| select\\(0, 0\\)");
}

TEST(Differ, HonoursWhatIsExplainedOfLibtorchAlone) {
  const Case test = ParseText("float32[1] | expand([0,-2])");
  EXPECT_FALSE(Differ(std::make_unique<Wrong>("expand"), Explain::kNothing)
                   .Compare(test)
                   .empty());
  EXPECT_TRUE(Differ(std::make_unique<Wrong>("expand"), Explain::kLibtorch)
                  .Compare(test)
                  .empty());
  const Case other = ParseText("float32[2] | expand([3])");
  EXPECT_FALSE(Differ(std::make_unique<Wrong>("expand"), Explain::kLibtorch)
                   .Compare(other)
                   .empty());
}

}  // namespace differ_test
}  // namespace viewproof

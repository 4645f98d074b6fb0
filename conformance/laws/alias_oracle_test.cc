#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/operands.h"
#include "conformance/case/text.h"
#include "conformance/gen/gen.h"
#include "conformance/gen/rc_chooser.h"
#include "conformance/judge/explained.h"
#include "conformance/subjects/libtorch.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"

// Our witnesses call the target of an alias; libtorch is asked what it does.
namespace viewproof {
namespace alias_oracle_test {

// The sizes of a tensor that an argument names; null if libtorch has none.
const Ints* SizesOf(const TensorArg& arg, const Case& test,
                    const Reply& reply) {
  if (const auto* literal = std::get_if<Literal>(&arg)) return &literal->sizes;
  const auto ref = std::get<OutputRef>(arg);
  if (ref == OutputRef()) return &test.base.sizes;
  const Output* output = FindOutput(reply.steps, ref);
  return output == nullptr ? nullptr : &output->sizes;
}

// The same step with the target of its op; the step itself if that is no alias.
Step WithTarget(const Step& step, const Case& test, const Reply& reply) {
  Step spelt = step;
  spelt.op = &TargetOf(*step.op);
  if (spelt.op == step.op) return step;
  for (Arg& arg : spelt.args) {
    const auto* tensor = std::get_if<TensorArg>(&arg);
    if (tensor == nullptr) continue;
    const Ints* sizes = SizesOf(*tensor, test, reply);
    if (sizes == nullptr) return step;
    arg = Ints(*sizes);
  }
  return spelt;
}

int64_t DropMessages(Reply& reply) {
  int64_t errors = 0;
  for (Outcome& outcome : reply.steps) {
    auto* error = std::get_if<ErrorReply>(&outcome);
    if (error == nullptr) continue;
    error->message.clear();
    ++errors;
  }
  return errors;
}

class AliasesInLibtorch : public testing::TestWithParam<const Op*> {};

TEST_P(AliasesInLibtorch, DoWhatTheirTargetDoesErrorsIncluded) {
  const auto reference = MakeReference();
  const auto libtorch = MakeLibtorch();
  GenOptions options;
  options.ops = {GetParam(),     FindOp("as_strided"), FindOp("permute"),
                 FindOp("conj"), FindOp("fill_"),      FindOp("read")};
  options.max_steps = 5;
  int64_t errors = 0;
  EXPECT_TRUE(rc::check([&] {
    RapidCheckChooser choose;
    const Case drawn = AnyCase(choose, options);
    Reply reply;
    reference->Run(drawn, reply);
    const Case test = CutAtExplained(drawn, reply).test;
    libtorch->Run(test, reply);
    Case spelt = test;
    for (Step& step : spelt.chain) step = WithTarget(step, test, reply);
    Reply due;
    libtorch->Run(spelt, due);
    errors += DropMessages(reply);
    DropMessages(due);
    if (!(reply == due)) RC_FAIL(Text(test));
  }));
  EXPECT_GE(errors, 50);
}

std::vector<const Op*> AllAliases() {
  std::vector<const Op*> ops;
  for (const Op& op : Ops()) {
    if (op.is_alias()) ops.push_back(&op);
  }
  return ops;
}

INSTANTIATE_TEST_SUITE_P(Every, AliasesInLibtorch,
                         testing::ValuesIn(AllAliases()),
                         [](const testing::TestParamInfo<const Op*>& info) {
                           return std::string(info.param->name);
                         });

}  // namespace alias_oracle_test
}  // namespace viewproof

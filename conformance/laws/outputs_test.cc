#include <cstdint>
#include <iterator>
#include <variant>
#include <vector>

#include "conformance/case/bounds.h"
#include "conformance/case/case.h"
#include "conformance/case/operands.h"
#include "conformance/case/text.h"
#include "conformance/gen/gen.h"
#include "conformance/gen/rc_chooser.h"
#include "conformance/laws/draws.h"
#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"

namespace viewproof {
namespace outputs_test {

class Outputs : public testing::TestWithParam<const Op*> {};

TEST_P(Outputs, AreAsManyAsTheRowOfTheirOpSays) {
  GenOptions valid;
  valid.max_steps = 3;
  valid.edits = false;
  int64_t lists = 0;
  EXPECT_TRUE(rc::check([&] {
    RapidCheckChooser choose;
    const State state = AnyCaseEndingWith(choose, *GetParam(), valid);
    const std::vector<Step>& chain = state.test().chain;
    const std::vector<Outcome>& outcomes = state.reply().steps;
    const auto* made = std::get_if<std::vector<Output>>(&outcomes.back());
    if (chain.back().op != GetParam() || made == nullptr) return;
    const OutputRef operand = OperandsOf(chain, outcomes).back();
    const Ints& sizes = state.Find(operand)->geometry.sizes;
    if (OutputCount(chain.back(), sizes) != std::ssize(*made)) {
      RC_FAIL(Text(state.test()));
    }
    ++lists;
  }));
  EXPECT_GE(lists, 100);  // dsplit needs rank 3, which few operands have.
}

std::vector<const Op*> OpsThatReturnLists() {
  std::vector<const Op*> ops;
  for (const Op& op : Ops()) {
    if (op.returns_list()) ops.push_back(&op);
  }
  return ops;
}

INSTANTIATE_TEST_SUITE_P(Every, Outputs,
                         testing::ValuesIn(OpsThatReturnLists()), NameOf);

}  // namespace outputs_test
}  // namespace viewproof

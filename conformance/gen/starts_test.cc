#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "conformance/case/text.h"
#include "conformance/gen/enumerate.h"
#include "conformance/subjects/bind.h"
#include "conformance/subjects/reference_step.h"
#include "gtest/gtest.h"
#include "reference/core/tensor.h"

namespace viewproof {
namespace starts_test {

constexpr Bounds Small() {
  return {.steps = 1,
          .max_rank = 1,
          .max_size = 2,
          .dims = {-1, 0, 1},
          .numbers = {-1, 0, 1, 2},
          .sizes = {0, 1, 2},
          .inferred = {-1, 1, 2, 3},
          .max_length = 2,
          .max_calls = 500};
}

std::vector<std::string> Texts(const std::vector<Start>& starts) {
  std::vector<std::string> texts;
  for (const Start& start : starts) {
    texts.push_back(Text(Case{"", {.sizes = start.base}, start.steps}));
  }
  return texts;
}

// Returns what the steps of a start make, as text; "" if one is refused.
std::string Made(const Start& start) {
  Tensor made = MakeReferenceTensor({.sizes = start.base});
  for (const Step& step : start.steps) {
    Answer<Tensor> answer = RunReferenceStep(step, made);
    const auto* outputs = std::get_if<Outputs<Tensor>>(&answer);
    if (outputs == nullptr || outputs->tensors.empty()) return "";
    made = outputs->tensors.front();
  }
  std::ostringstream text;
  text << made.geometry << " of " << made.storage->bytes.size();
  return text.str();
}

TEST(Starts, OfNoStepsAreTheBases) {
  EXPECT_EQ(Texts(StartsOf({{}, {2}}, Calls(Small()), 0)),
            (std::vector<std::string>{"float32[]", "float32[2]"}));
}

TEST(Starts, AreAcceptedAndHoldNoOperandTwice) {
  const auto starts = StartsOf({{1}, {2}}, Calls(Small()), 2);
  EXPECT_GT(starts.size(), 50U);
  std::set<std::string> made;
  for (const Start& start : starts) {
    ASSERT_EQ(start.steps.size(), 2U);
    const std::string one = Made(start);
    EXPECT_NE(one, "");
    EXPECT_TRUE(made.insert(one).second) << one;
  }
}

TEST(Starts, AreFoundByPlainOps) {
  const auto texts = Texts(StartsOf({{2}}, Calls(Small()), 1));
  const auto has = [&texts](std::string_view text) {
    return std::count(texts.begin(), texts.end(), text) == 1;
  };
  EXPECT_TRUE(has("float32[2] | T()"));  // It is as it was.
  EXPECT_TRUE(has("float32[2] | unsqueeze(0)"));
  EXPECT_TRUE(has("float32[2] | narrow(0, 1, 1)"));
  EXPECT_TRUE(has("float32[2] | expand([3,2])"));
  // Only this op makes it.
  EXPECT_TRUE(has("float32[2] | as_strided([2], [0], null)"));
  for (const std::string& text : texts) {
    EXPECT_EQ(text.find("broadcast_to"), std::string::npos) << text;
    EXPECT_EQ(text.find("fill_"), std::string::npos) << text;
  }
}

}  // namespace starts_test
}  // namespace viewproof

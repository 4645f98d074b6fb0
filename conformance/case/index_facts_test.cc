#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/tensor_facts.h"
#include "conformance/case/text.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace index_facts_test {

Step StepOf(std::string_view text) { return ParseText(text).chain[0]; }

struct Row {
  const char* text;  // A case of one step.
  bool advanced;
  bool free_layout;
  bool needs_no_strides;
};

TEST(IndexFacts, OfEveryKindOfItem) {
  const Row rows[] = {
      {"int8[2] | getitem([0])", false, false, false},
      {"int8[2] | getitem([..., null, 1:])", false, false, false},
      {"int8[2] | getitem([int64[]{1}])", false, false, false},
      {"int8[2] | getitem([uint8[]{1}])", true, true, true},
      {"int8[2] | getitem([int64[1]{1}])", true, true, true},
      {"int8[2] | getitem([true])", true, true, true},
      {"int8[2] | setitem([0], 101)", false, false, true},
      {"int8[2] | setitem([true], 101)", true, false, true},
  };
  for (const Row& row : rows) {
    const Step step = StepOf(row.text);
    EXPECT_EQ(IsAdvanced(*IndexOf(step)), row.advanced) << row.text;
    EXPECT_EQ(HasFreeLayout(step), row.free_layout) << row.text;
    EXPECT_EQ(NeedsNoStrides(step), row.needs_no_strides) << row.text;
  }
}

TEST(IndexFacts, OfAStepWithoutAnIndex) {
  EXPECT_EQ(IndexOf(StepOf("int8[2] | unsqueeze(0)")), nullptr);
  EXPECT_FALSE(NeedsNoStrides(StepOf("int8[2] | unsqueeze(0)")));
  EXPECT_TRUE(NeedsNoStrides(StepOf("int8[2] | read()")));
}

TEST(ForEachLiteral, VisitsArgumentsAndTheItemsOfAnIndex) {
  const Step step = StepOf("int8[2] | setitem([int64[1]{0}, 1], int8[3])");
  std::vector<Ints> sizes;
  ForEachLiteral(step, [&](const Literal& l) { sizes.push_back(l.sizes); });
  EXPECT_EQ(sizes, (std::vector<Ints>{{1}, {3}}));
}

TEST(ForEachRef, VisitsOnArgumentsAndTheItemsOfAnIndex) {
  const Case test =
      ParseText("int8[2] | new(int64[1]{0}) | setitem([@1.0, 1], @0.0) @0.0");
  std::vector<std::pair<std::string_view, int64_t>> seen;
  ForEachRef(test.chain[1], [&](OutputRef ref, std::string_view field) {
    seen.emplace_back(field, ref.step);
  });
  EXPECT_EQ(seen, (std::vector<std::pair<std::string_view, int64_t>>{
                      {"on", 0}, {"index", 1}, {"value", 0}}));
}

TEST(WithLiterals, ReplacesTensorsOfTheCaseAlone) {
  const Case test =
      ParseText("int8[2] | new(int64[]{0}) | getitem([@1.0, int64[1]{0}])");
  EXPECT_TRUE(NamesIndexTensors(test.chain[1]));
  EXPECT_TRUE(IsAdvanced(*IndexOf(test.chain[1])));
  const Step plain = WithLiterals(test.chain[1], [](OutputRef ref) {
    return Literal{DType::kInt64, {}, Values{Form::kNumber, {Whole(ref.step)}}};
  });
  EXPECT_FALSE(NamesIndexTensors(plain));
  std::string text;
  AppendText(plain, text);
  EXPECT_EQ(text, "getitem([int64[]{1}, int64[1]{0}])");
}

TEST(WithTensors, ReplacesLiteralsAlone) {
  const Step step = StepOf("int8[2] | getitem([int64[1]{0}, 1])");
  const auto index = WithTensors<Ints>(
      *IndexOf(step),
      [](const TensorArg& tensor) { return std::get<Literal>(tensor).sizes; });
  ASSERT_EQ(index.size(), 2u);
  EXPECT_EQ(std::get<Ints>(index[0]), (Ints{1}));
  EXPECT_EQ(std::get<int64_t>(index[1]), 1);
}

// dtype.u2
TEST(SuitsEveryDType, HoldsForViewsCopiesAndReads) {
  const auto suits = [](const char* step) {
    return SuitsEveryDType(
        ParseText(std::string("int8[2] | ") + step).chain.back());
  };
  for (const char* step :
       {"t()", "view.dtype(int16)", "contiguous()", "clone()", "reshape([2])",
        "getitem([0])", "read()", "is_contiguous()", "unbind(0)"}) {
    EXPECT_TRUE(suits(step)) << step;
  }
  for (const char* step :
       {"fill_(1)", "copy_(int8[2])", "setitem([0], 1)", "getitem([true])",
        "flip([0])", "conj()", "resolve_neg()"}) {
    EXPECT_FALSE(suits(step)) << step;
  }
}

}  // namespace index_facts_test
}  // namespace viewproof

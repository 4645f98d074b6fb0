#include "conformance/gen/edit.h"

#include <algorithm>

#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/case/text.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace edit_test {

template <typename List, typename T>
bool Has(const List& list, const T& element) {
  return std::find(list.begin(), list.end(), element) != list.end();
}

std::vector<std::string> NeighboursOf(const char* text) {
  std::vector<std::string> texts;
  AnyNeighbour(ParseText(text), [&](const Case& neighbour) {
    texts.push_back(Text(neighbour));
    return false;
  });
  return texts;
}

TEST(Edit, ChangesANumberByUpToEightOrToASimpleOne) {
  const std::vector<Arg> edits = EditsOf(Arg(int64_t{100}));
  for (const int64_t number : {0, 1, -1, 92, 99, 101, 108}) {
    EXPECT_TRUE(Has(edits, Arg(number))) << number;
  }
  EXPECT_FALSE(Has(edits, Arg(int64_t{100})));
  EXPECT_EQ(edits.size(), 19u);
}

TEST(Edit, MakesAWrittenNumberTheSimplestAndAnOddOne) {
  const std::vector<Arg> edits = EditsOf(Arg(Scalar{1.5, 2}));
  for (const Scalar& number :
       {Scalar{101}, Scalar{1.5}, Scalar{0, 1}, Whole(INT64_MAX)}) {
    EXPECT_TRUE(Has(edits, Arg(number)));
  }
  EXPECT_FALSE(Has(edits, Arg(Scalar{1.5, 2})));
}

TEST(Edit, NeverWrapsANumber) {
  for (const Arg& edit : EditsOf(Arg(INT64_MAX))) {
    EXPECT_GE(std::get<int64_t>(edit), -1);
  }
}

TEST(Edit, ChangesDropsOrDoublesOneElementOfAList) {
  const std::vector<Arg> edits = EditsOf(Arg(Ints{2, 5}));
  EXPECT_TRUE(Has(edits, Arg(Ints{5})));
  EXPECT_TRUE(Has(edits, Arg(Ints{2, 5, 5})));
  EXPECT_TRUE(Has(edits, Arg(Ints{2, 13})));
  EXPECT_FALSE(Has(edits, Arg(Ints{3, 6})));
}

TEST(Edit, MakesANumberOfNullAndTheReverse) {
  const Arg null = std::optional<int64_t>();
  EXPECT_TRUE(Has(EditsOf(null), Arg(std::optional<int64_t>(0))));
  EXPECT_TRUE(Has(EditsOf(Arg(std::optional<int64_t>(3))), null));
}

TEST(Edit, ChangesSizesOrDtypeOfALiteral) {
  const Literal literal{DType::kInt8, {2}, std::nullopt};
  const std::vector<Arg> edits = EditsOf(Arg(TensorArg(literal)));
  EXPECT_TRUE(
      Has(edits, Arg(TensorArg(Literal{DType::kInt8, {3}, std::nullopt}))));
  EXPECT_TRUE(
      Has(edits, Arg(TensorArg(Literal{DType::kBool, {2}, std::nullopt}))));
}

TEST(Edit, KeepsABaseSmall) {
  for (const Base& base : EditsOf(Base{DType::kInt8, {255}, FillKind::kIota})) {
    EXPECT_LE(Numel(base.sizes).value(), kMaxBase);
  }
}

TEST(Edit, LeavesABaseThatSaysItsElementsWithAsManyOfThem) {
  for (const char* text : {"int8[2]{5,6}", "int16[2] 0x00010203"}) {
    const Base base = ParseText(text).base;
    for (const Base& edit : EditsOf(base)) {
      EXPECT_EQ(FaultOfData(edit), "") << text;
    }
    const Base other{base.dtype, {2, 1},      base.fill,
                     {},         base.values, base.bytes};
    EXPECT_TRUE(Has(EditsOf(base), other)) << text;
  }
  const Base large = ParseText("int8[64,65] cycle").base;
  EXPECT_TRUE(Has(EditsOf(large), ParseText("int8[64,64] cycle").base));
}

TEST(Edit, ChangesABaseByOneDimensionOrByOneInASize) {
  const std::vector<Base> edits =
      EditsOf(Base{DType::kInt8, {2, 3}, FillKind::kIota});
  const auto base = [](Ints sizes) {
    return Base{DType::kInt8, std::move(sizes), FillKind::kIota};
  };
  for (const Ints& sizes : {Ints{1, 3}, Ints{3, 3}, Ints{3}, Ints{2, 3, 1}}) {
    EXPECT_TRUE(Has(edits, base(sizes)));
  }
  EXPECT_FALSE(Has(edits, base({2, 3})));
  EXPECT_TRUE(Has(edits, Base{DType::kBool, {2, 3}, FillKind::kIota}));
}

TEST(WithoutStep, RenumbersTheStepsBehindIt) {
  const Case test = ParseText("int8[2,2] | t() | t() @0.0 | read() @2.0");
  EXPECT_EQ(Text(WithoutStep(test, 1).value()),
            "int8[2,2] | t() @0.0 | read() @1.0");
}

TEST(WithoutStep, IsNothingWhereALaterStepNamesIt) {
  const Case test = ParseText("int8[2,2] | t() | read() @1.0");
  EXPECT_FALSE(WithoutStep(test, 1).has_value());
}

TEST(AnyNeighbour, VisitsArgumentsBaseAndStepsOneAtATime) {
  const std::vector<std::string> texts =
      NeighboursOf("int8[2,3] | select(0, 1) | select(0, 2)");
  EXPECT_EQ(texts.front(), "int8[2,3] | select(0, 1) | select(1, 2)");
  EXPECT_TRUE(Has(texts, "int8[2,3] | select(0, 1) | select(0, 1)"));
  EXPECT_TRUE(Has(texts, "int8[2,3] | select(1, 1) | select(0, 2)"));
  EXPECT_TRUE(Has(texts, "int8[2,4] | select(0, 1) | select(0, 2)"));
  EXPECT_EQ(texts.back(), "int8[2,3] | select(0, 2)");
}

TEST(AnyNeighbour, StopsAtTheFirstThatIsAccepted) {
  int visited = 0;
  EXPECT_TRUE(AnyNeighbour(ParseText("int8[2] | select(0, 1)"),
                           [&](const Case&) { return ++visited == 3; }));
  EXPECT_EQ(visited, 3);
}

}  // namespace edit_test
}  // namespace viewproof

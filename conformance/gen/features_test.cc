#include "conformance/gen/features.h"

#include <string>

#include "conformance/case/text.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace features_test {

// The features of the last step of a case.
std::string Last(const char* text) {
  const Case test = ParseText(text);
  Reply reply;
  MakeReference()->Run(test, reply);
  return Text(FeaturesOf(test, reply.steps, test.chain.size() - 1));
}

TEST(Features, NamesAreFoundAgain) {
  EXPECT_EQ(Text(FeatureSet().set()),
            "empty size_1 size_1_inside offset stride_0 non_contiguous rank_0 "
            "negative_argument overlap wide");
  for (std::size_t k = 0; k < FeatureSet().size(); ++k) {
    const auto feature = static_cast<Feature>(k);
    EXPECT_EQ(FindFeature(Name(feature)), feature);
  }
  EXPECT_EQ(FindFeature("size_2"), std::nullopt);
}

TEST(Features, OfAPlainTensorAreNone) {
  EXPECT_EQ(Last("float32[2,3] | view([6])"), "");
}

TEST(Features, OfSizes) {
  EXPECT_EQ(Last("float32[2,0] | t()"), "empty");
  EXPECT_EQ(Last("float32[] | t()"), "rank_0");
  EXPECT_EQ(Last("float32[1,2] | t()"), "size_1");
  EXPECT_EQ(Last("float32[2,1] | t()"), "size_1");
  EXPECT_EQ(Last("float32[1,1,1] | squeeze()"), "size_1");
  EXPECT_EQ(Last("float32[2,1,3] | squeeze()"), "size_1 size_1_inside");
  EXPECT_EQ(Last("float32[1,2,1,0,3] | squeeze()"),
            "empty size_1 size_1_inside");
}

TEST(Features, OfAHiddenSize1) {
  EXPECT_EQ(Last("float32[2,1] | expand([2,3]) | unsqueeze(1) | view([6])"),
            "size_1 size_1_inside stride_0 non_contiguous overlap");
}

TEST(Features, OfALayout) {
  EXPECT_EQ(Last("float32[2,3] | t() | view([6])"), "non_contiguous");
  EXPECT_EQ(Last("float32[6] | narrow(0, 3, 2) | t()"), "offset");
  EXPECT_EQ(Last("float32[1] | expand([3]) | t()"),
            "stride_0 non_contiguous overlap");
  EXPECT_EQ(Last("float32[1] | expand([3]) | narrow(0, 0, 1) | t()"),
            "size_1 stride_0");
  EXPECT_EQ(Last("float32[6] | unfold(0, 3, 1) | t()"),
            "non_contiguous overlap");
  // Strides that do not nest, and yet no address twice.
  EXPECT_EQ(Last("float32[9] | as_strided([2,3], [3,2], null) | t()"),
            "non_contiguous");
  EXPECT_EQ(Last("float32[9] | as_strided([3,2], [2,4], null) | t()"),
            "non_contiguous overlap");
}

TEST(Features, OfArguments) {
  EXPECT_EQ(Last("float32[2,3] | select(-1, 0)"), "negative_argument");
  EXPECT_EQ(Last("float32[2,3] | view([-1])"), "negative_argument");
  EXPECT_EQ(Last("float32[2,3] | slice(0, null, -1, 1)"), "negative_argument");
  EXPECT_EQ(Last("float32[2,3] | select(0, 2147483647)"), "");
  EXPECT_EQ(Last("float32[2,3] | select(0, 2147483648)"), "wide");
  EXPECT_EQ(Last("float32[2,3] | select(0, -2147483648)"),
            "negative_argument wide");
  EXPECT_EQ(Last("float32[2,3] | getitem([1,0:-1:1])"), "negative_argument");
  EXPECT_EQ(Last("float32[2,3] | getitem([int64[2]{0,-1}])"),
            "negative_argument");
  EXPECT_EQ(Last("float32[2,3] | fill_(-3)"), "");
}

TEST(Features, OfTensorsThatAreNamed) {
  EXPECT_EQ(Last("float32[2,3] | copy_(float32[1,3])"), "size_1");
  EXPECT_EQ(Last("float32[2,3] | t() | clone() | copy_(@1.0)"),
            "non_contiguous");
  EXPECT_EQ(Last("float32[2,2] | select(0, 1) | copy_(@1.0) @0.0"), "offset");
  EXPECT_EQ(Last("float32[3,2] | new(int64[2]{1,0}) | slice(0, 1, null, 1) "
                 "| getitem([@2.0]) @0.0"),
            "size_1 offset");
}

TEST(Features, OfAWideTensor) {
  EXPECT_EQ(Last("float32[1] | expand([2147483648]) | t()"),
            "stride_0 non_contiguous overlap wide");
  EXPECT_EQ(Last("float32[1] | expand([65536,65536]) | t()"),
            "stride_0 non_contiguous overlap wide");
}

TEST(Features, OfAStepOnAGivenOperand) {
  const Step step = ParseText("float32[2] | select(-1, 0)").chain[0];
  EXPECT_EQ(Text(FeaturesOf(step, {{2, 3}, {3, 1}, 4})),
            "offset negative_argument");
  EXPECT_EQ(Text(FeaturesOf(step, {{2}, {1}}, {{{}, {}}})),
            "rank_0 negative_argument");
}

}  // namespace features_test
}  // namespace viewproof

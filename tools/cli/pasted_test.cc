#include "tools/cli/pasted.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/case/testing.h"
#include "conformance/case/text.h"

namespace viewproof {
namespace pasted_test {

using testing::HasSubstr;

TEST(TorchLine, IsReadAsACase) {
  const std::vector<std::pair<const char*, const char*>> lines = {
      {"torch.empty_strided((3, 2), (1, 3)).view(6)",
       "float32[6] | as_strided([3,2], [1,3], 0) | view([6])"},
      {"x = torch.empty(2, 3).t().view(-1)  # fails",
       "float32[2,3] | t() | view([-1])"},
      {"torch.zeros((2, 3), dtype=torch.int64, device='cpu').permute(1, 0)",
       "int64[2,3] | permute([1,0])"},
      {"torch.randn(2,3,4).transpose(0, dim1=1).flatten(start_dim=1)",
       "float32[2,3,4] | transpose(0, 1) | flatten(1, -1)"},
      {"torch.arange(6)[None, 1:, ...].T.contiguous()",
       "float32[6] | getitem([null, 1:, ...]) | T() | contiguous()"},
      {"torch.rand([]).expand((2, 3))", "float32[] | expand([2,3])"},
      {"torch.ones(4).as_strided((2, 2), (1, 1), 1)",
       "float32[4] | as_strided([2,2], [1,1], 1)"},
      {"torch.empty_strided((2, 0), (5, 7))",
       "float32[0] | as_strided([2,0], [5,7], 0)"},
      {"torch.empty_strided(size=(2,), stride=(1,)).view(torch.int32)",
       "nothing"}};
  for (const auto& [line, expected] : lines) {
    EXPECT_TRUE(IsTorchLine(line));
    if (std::string_view(expected) == "nothing") {
      EXPECT_THAT(Refusal([&, line = line] { TorchLine(line); }),
                  HasSubstr("expected"));
    } else {
      EXPECT_EQ(Text(TorchLine(line)), expected) << line;
    }
  }
  EXPECT_FALSE(IsTorchLine("call torch.empty(2)"));
}

TEST(TorchLine, SaysWhereItCannotBeRead) {
  const auto refusal = [](const char* line) {
    return Refusal([&, line = line] { TorchLine(line); });
  };
  EXPECT_THAT(refusal("torch.empty(2).vieu(2)"),
              HasSubstr("column 16: expected the name of an op; did you mean "
                        "view?"));
  EXPECT_THAT(refusal("torch.tensor([1])"),
              HasSubstr("expected empty_strided"));
  EXPECT_THAT(refusal("torch.empty(2"), HasSubstr("expected ')'"));
  EXPECT_THAT(refusal("torch."), HasSubstr("expected '('"));
  EXPECT_THAT(refusal("torch.empty(2) + 1"), HasSubstr("expected '.'"));
  EXPECT_THAT(refusal("torch.empty(2).t(1, 2)"), HasSubstr("there are 0"));
  EXPECT_THAT(refusal("torch.empty(a)"), HasSubstr("expected integers"));
}

TEST(CaseOf, StandsOnTheSmallestStorage) {
  EXPECT_EQ(Text(CaseOf(DType::kInt8, {{2, 2}, {5, 2}, 3}, "")),
            "int8[11] | as_strided([2,2], [5,2], 3)");
  EXPECT_EQ(Text(CaseOf(DType::kInt8, {{2, 2}, {2, 1}, 0}, "")), "int8[2,2]");
  EXPECT_EQ(Text(CaseOf(DType::kInt8, {{300}, {1}, 0}, "")), "int8[300] cycle");
}

TEST(CaseOf, LeavesItToAsStridedToRefuse) {
  const char* expected = "int8[1] | as_strided([2], [1], -1)";
  EXPECT_EQ(Text(CaseOf(DType::kInt8, {{2}, {1}, -1}, " | view([2])")),
            expected);
  EXPECT_EQ(Text(CaseOf(DType::kInt8, {{2}, {1, 1}, 0}, "")),
            "int8[1] | as_strided([2], [1,1], 0)");
}

TEST(ListOf, ReadsPythonsLists) {
  EXPECT_EQ(ListOf("3, 2", "x"), (Ints{3, 2}));
  EXPECT_EQ(ListOf("(3,)", "x"), Ints{3});
  EXPECT_EQ(ListOf("[-1]", "x"), Ints{-1});
  EXPECT_EQ(ListOf("()", "x"), Ints());
  EXPECT_THAT(Refusal([] { ListOf("3;2", "--sizes"); }),
              HasSubstr("--sizes: expected integers"));
  EXPECT_THAT(Refusal([] { ListOf("9223372036854775808", "x"); }),
              HasSubstr("int64"));
}

std::string CaseOfText(std::string_view text, const Given& known = {}) {
  const auto refused = ErrorText(text, known);
  return refused ? Text(refused->test) : "none";
}

constexpr char kView[] =
    "RuntimeError: view size is not compatible with input tensor's size and "
    "stride (at least one dimension spans across two contiguous subspaces). "
    "Use .reshape(...) instead.";

TEST(ErrorText, OfAViewTakesItsSizesFromAround) {
  const char* example = "float32[6] | as_strided([3,2], [1,3], 0) | view([6])";
  EXPECT_EQ(CaseOfText(kView), example);
  EXPECT_THAT(ErrorText(kView, {})->remark, HasSubstr("x.stride()"));
  const std::string with =
      std::string(kView) + " torch.Size([4, 2]) stride (1, 4) view(8)";
  EXPECT_EQ(CaseOfText(with),
            "float32[8] | as_strided([4,2], [1,4], 0) | view([8])");
  EXPECT_EQ(ErrorText(with, {})->remark, "");
  EXPECT_EQ(CaseOfText(kView, {Geometry{{2, 2}, {1, 2}, 0}, Ints{4}}),
            "float32[4] | as_strided([2,2], [1,2], 0) | view([4])");
}

TEST(ErrorText, OfOthersHasAllNumbers) {
  const std::vector<std::pair<const char*, const char*>> texts = {
      {"RuntimeError: shape '[6]' is invalid for input of size 5",
       "float32[5] | view([6])"},
      {"shape '[2, -1]' is invalid for input of size 5",
       "float32[5] | view([2,-1])"},
      {"cannot reshape tensor of 0 elements into shape [-1, 0]",
       "float32[0] | view([-1,0])"},
      {"only one dimension can be inferred", "float32[6] | view([-1,-1])"},
      {"setStorage: sizes [3, 2], strides [1, 3], storage offset 0, and "
       "itemsize "
       "4 requiring a storage size of 24 are out of bounds for storage of size "
       "20",
       "float32[5] | as_strided([3,2], [1,3], 0)"},
      {"The expanded size of the tensor (3) must match the existing size (2) "
       "at "
       "non-singleton dimension 0.  Target sizes: [3].  Tensor sizes: [2]",
       "float32[2] | expand([3])"},
      {"start (1) + length (5) exceeds dimension size (4).",
       "float32[4] | narrow(0, 1, 5)"},
      {"select(): index 5 out of range for tensor of size [3] at dimension 0",
       "float32[3] | select(0, 5)"},
      {"index 5 is out of bounds for dimension 1 with size 3",
       "float32[2,3] | select(1, 5)"},
      {"Dimension out of range (expected to be in range of [-2, 1], but got 2)",
       "float32[2,2] | select(2, 0)"},
      {"unsupported operation: more than one element of the written-to tensor "
       "refers to a single memory location. Please clone() the tensor",
       "float32[1] | expand([3]) | copy_(float32[3]{101,102,103})"},
      {"shape '[6' is invalid", "none"},
      {"CUDA out of memory", "none"},
      {"", "none"}};
  for (const auto& [text, expected] : texts) {
    EXPECT_EQ(CaseOfText(text), expected) << text;
  }
}

}  // namespace pasted_test
}  // namespace viewproof

#include "tools/cli/pasted.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/case/testing.h"
#include "conformance/case/text.h"

namespace viewproof {
namespace pasted_test {

using testing::HasSubstr;

std::string CaseOfPython(const char* python, const Lets& lets = {}) {
  return Text(PythonQuestion(python, lets).test);
}

TEST(Python, IsReadAsACase) {
  const std::vector<std::pair<const char*, const char*>> lines = {
      {"torch.empty_strided((3, 2), (1, 3)).view(6)",
       "float32[6] | as_strided([3,2], [1,3], 0) | view([6])"},
      {"x = torch.empty(2, 3).t().view(-1)  # fails",
       "float32[2,3] | t() | view([-1])"},
      {"torch.zeros((2, 3), dtype=torch.int64, device='cpu').permute(1, 0)",
       "int64[2,3]{0,0,0,0,0,0} | permute([1,0])"},
      {"torch.randn(2,3,4).transpose(0, dim1=1).flatten(start_dim=1)",
       "float32[2,3,4] | transpose(0, 1) | flatten(1, -1)"},
      {"torch.rand(6)[None, 1:, ...].T.contiguous()",
       "float32[6] | getitem([null, 1:, ...]) | T() | contiguous()"},
      {"torch.rand([]).expand((2, 3))", "float32[] | expand([2,3])"},
      {"torch.ones(4).as_strided((2, 2), (1, 1), 1)",
       "float32[4] | as_strided([2,2], [1,1], 1)"},
      {"torch.empty_strided((2, 0), (5, 7))",
       "float32[0] | as_strided([2,0], [5,7], 0)"},
      {"torch.empty_strided(size=(2,), stride=(1,)).view(torch.int32)",
       "float32[2] | view.dtype(int32)"},
      // Statements, names, and what is calculated from sizes.
      {"import torch\nx = torch.zeros(2, 3)\ny = x.t(); y.view(6)",
       "float32[2,3] | t() | view([6])"},
      {"x = torch.zeros(2, 6); b, n = x.shape; x.view(b * 2, n // 2).view(*x."
       "shape[:1], -1)",
       "float32[2,6] | view([4,3]) | view([2,-1])"},
      {"x = torch.zeros(4, 6); a, b = x.chunk(2, dim=1); b.t(); a.t()",
       "float32[4,6] | chunk(2, 1) | t() @1.1 | t() @1.0"},
      {"torch.zeros(6).split([2, 4])[1].view(2, 2)",
       "float32[6] | split_with_sizes([2,4], 0) | view([2,2]) @1.1"},
      // Nested calls, functions, and writes.
      {"torch.transpose(torch.zeros(3).expand(2, 3), 0, 1)",
       "float32[3] | expand([2,3]) | transpose(0, 1)"},
      {"x = torch.zeros(2, 3); x.view_as(torch.zeros(6))",
       "float32[2,3] | new(float32[6]) | view_as(@1.0) @0.0"},
      {"x = torch.zeros(3); x[1:] = 5; x += 1",
       "float32[3] | setitem([1:], 5) | add_(1)"},
      {"x = torch.zeros(2, 3); x[:, [0, 2]] = x[:, :2]",
       "float32[2,3] | getitem([:, :2]) | setitem([:, int64[2]{0,2}], @1.0) "
       "@0.0"},
      {"x = torch.tensor([[True, False], [False, True]]); x.squeeze(0, )",
       "bool[2,2]{1,0,0,1} | squeeze.dim(0)"},
      {"torch.zeros_like(torch.zeros(2, 3).t())",
       "float32[2,3] | t() | clone()"},
      // Where a step is refused there is nothing to go on with.
      {"x = torch.zeros(2, 3).t().view(6); x.foo(bar)",
       "float32[2,3] | t() | view([6])"}};
  for (const auto& [line, expected] : lines) {
    EXPECT_TRUE(IsPython(line)) << line;
    Lets lets;
    lets.ask = [](const std::string&, const std::string&) { return "1"; };
    EXPECT_EQ(CaseOfPython(line, lets), expected) << line;
  }
}

TEST(Python, IsToldFromOtherTexts) {
  for (const char* text :
       {"call torch.empty(2)", "view", "view.e5", "view/refuses (float32)",
        "float", "narrow(): length must be non-negative.", "",
        "torch.Tensor.view is not supported for conjugate view tensors",
        "self.size(-1) must be divisible by 2 to view Float as Double",
        "shape '[6]' is invalid for input of size 5"}) {
    EXPECT_FALSE(IsPython(text)) << text;
  }
  for (const char* text : {"x.view(6)", "x[0]", "x = y.t()", "x += 1",
                           "(x).t()", "a, b = x.chunk(2)", "import torch"}) {
    EXPECT_TRUE(IsPython(text)) << text;
  }
}

TEST(Python, TakesWhatLetSays) {
  const auto with = [](const char* python,
                       std::map<std::string, std::string> values) {
    return CaseOfPython(python, {std::move(values), nullptr});
  };
  EXPECT_EQ(with("x.t().view(B)", {{"x", "2,3"}, {"B", "6"}}),
            "float32[2,3] | t() | view([6])");
  EXPECT_EQ(with("x[m]", {{"x", "2,3"}, {"m", "bool[2]{1,0}"}}),
            "float32[2,3] | new(bool[2]{1,0}) | getitem([@1.0]) @0.0");
  EXPECT_EQ(with("y.t()", {{"y", "torch.zeros(4).view(2, 2)"}}),
            "float32[4] | view([2,2]) | t()");
  EXPECT_EQ(with("torch.zeros(6).view(x)", {{"x", "2,3"}}),
            "float32[6] | view([2,3])");
  EXPECT_THAT(Refusal([&] { with("z.view(w, 2)", {}); }),
              HasSubstr("--let z=3,4 --let w=8"));
  EXPECT_THAT(Refusal([&] {
                with("torch.zeros(2)", {{"z", "2"}});
              }),
              HasSubstr("z stands nowhere"));
  Lets asking;
  asking.ask = [](const std::string& name, const std::string& example) {
    EXPECT_EQ(name + example, "z3,4");
    return "2,2";
  };
  EXPECT_EQ(CaseOfPython("z.t()", asking), "float32[2,2] | t()");
}

TEST(Python, SaysWhereItCannotBeRead) {
  const auto refusal = [](const char* line) {
    return Refusal([&, line = line] { CaseOfPython(line); });
  };
  EXPECT_THAT(refusal("torch.empty(2).vieu(2)"),
              HasSubstr("column 16: expected the name of an op; did you mean "
                        "view?"));
  EXPECT_THAT(refusal("torch.tensor(['a'])"), HasSubstr("expected an expr"));
  EXPECT_THAT(refusal("torch.empty(2"), HasSubstr("expected ')'"));
  EXPECT_THAT(refusal("torch."), HasSubstr("expected '('"));
  EXPECT_THAT(refusal("torch.empty(2) + 1"), HasSubstr("expected '.'"));
  EXPECT_THAT(refusal("torch.empty(2).t(1, 2)"), HasSubstr("arguments ()"));
  EXPECT_THAT(refusal("torch.empty(a)"), HasSubstr("--let a=8"));
  EXPECT_THAT(refusal("torch.empty(-1)"), HasSubstr("at least 0"));
  EXPECT_THAT(refusal("torch.empty(2 // 0)"), HasSubstr("other than 0"));
  EXPECT_THAT(refusal("torch.rand(2).to(torch.int8)"),
              HasSubstr("a conversion is no view"));
  EXPECT_THAT(refusal("torch.empty(99999999999999999999)"), HasSubstr("int64"));
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

std::string PythonOfText(std::string_view text,
                         const KnownGeometry& known = {}) {
  const auto refused = ErrorText(text, known);
  return refused ? refused->python : "none";
}

constexpr char kView[] =
    "RuntimeError: view size is not compatible with input tensor's size and "
    "stride (at least one dimension spans across two contiguous subspaces). "
    "Use .reshape(...) instead.";

// Others: error_texts_test.py.
TEST(ErrorText, OfAViewTakesItsSizesFromAround) {
  const char* example = "x = torch.empty_strided((3, 2), (1, 3)); x.view(6)";
  EXPECT_EQ(PythonOfText(kView), example);
  EXPECT_THAT(ErrorText(kView, {})->remark, HasSubstr("x.stride()"));
  const std::string with =
      std::string(kView) + " torch.Size([4, 2]) stride (1, 4) view(8)";
  EXPECT_EQ(PythonOfText(with),
            "x = torch.empty_strided([4, 2], [1, 4]); x.view(8)");
  EXPECT_EQ(ErrorText(with, {})->remark, "");
  EXPECT_EQ(PythonOfText(kView, {Geometry{{2, 2}, {1, 2}, 0}, Ints{4}}),
            "x = torch.empty_strided([2, 2], [1, 2]); x.view(4)");
  EXPECT_EQ(PythonOfText(kView, {Geometry{{2, 2}, {1, 2}, 3}, Ints{4}}),
            "x = torch.zeros(7).as_strided([2, 2], [1, 2], 3); x.view(4)");
  EXPECT_EQ(PythonOfText("CUDA out of memory"), "none");
  EXPECT_EQ(PythonOfText(""), "none");
}

}  // namespace pasted_test
}  // namespace viewproof

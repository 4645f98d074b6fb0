#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "conformance/case/testing.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/record.h"
#include "conformance/judge/testing.h"
#include "conformance/report/report.h"
#include "conformance/report/summary.h"
#include "tools/cli/verbs.h"

namespace viewproof {
namespace explain_test {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string Root() {
  Vector vector = VectorOf("float32[2,3] | t() | view([6])", "view/refuses");
  vector.rules = {"view.e5"};
  vector.why = "no stride is both";
  std::string root = MakeRoot({vector}, "acme", "");
  std::filesystem::create_directories(root + "/reference");
  WriteFile(
      root + "/reference/SPEC.md",
      "### view(size: sizes_infer) -> view\n\n"
      "5. view.e5 `not_viewable` strides that cannot: none for {size}.\n\n"
      "```text\nfloat32[2,3] | t() | view([6])\n-> view.e5\n```\n");
  std::filesystem::create_directories(root + "/conformance");
  WriteFile(root + "/conformance/GLOSSARY.md",
            "| word | means |\n|---|---|\n"
            "| *facet* | One thing that is compared. |\n"
            "| *view* | A word that is an op, too. |\n"
            "| `out of bounds` | It reaches outside. |\n");
  return root;
}

std::string Explained(ExplainOptions options) {
  if (options.root.empty()) options.root = Root();
  const std::string path = options.root + "/out";
  std::FILE* out = std::fopen(path.c_str(), "w");
  try {
    Explain(options, out);
  } catch (...) {
    std::fclose(out);
    throw;
  }
  std::fclose(out);
  return ReadFile(path);
}

std::string Explained(const char* what) {
  ExplainOptions options;
  options.what = {what};
  return Explained(options);
}

TEST(Explain, TellsACaseAnIdAndALineOfTorchApart) {
  EXPECT_THAT(Explained("float32[2,3] | t()"),
              StartsWith("float32[2,3] | t()"));
  EXPECT_THAT(Explained("view/refuses"),
              StartsWith("view/refuses\nfloat32[2,3] | t() | view([6])\n"
                         "no stride is both\n"));
  EXPECT_THAT(Explained("torch.empty(2, 3).t()"),
              StartsWith("torch.empty(2, 3).t()\n\nAccepted: t() is a view"));
  EXPECT_THAT(Explained("x = torch.zeros(3)  # 3\nx[0]"),
              StartsWith("x = torch.zeros(3); x[0]\n"));
  EXPECT_THAT(Explained(R"({"id":"x","base":{"dtype":"float32","sizes":[3]},)"
                        R"("chain":[{"op":"detach"}]})"),
              StartsWith("float32[3] | detach()"));
  EXPECT_THAT(Explained("shape '[6]' is invalid for input of size 5"),
              HasSubstr("[6] asks for 6 elements; x has 5."));
}

TEST(Explain, ShowsARuleItsExampleAndVectors) {
  EXPECT_EQ(
      Explained("view.e5"),
      "view.e5, of view(size: sizes_infer) -> view\n\n"
      "  view.e5 `not_viewable` strides that cannot: none for SIZE.\n\n"
      "An example, run by the reference: float32[2,3] | t() | view([6])\n\n"
      "The chain\n"
      "        what ran      sizes  strides  offset  contiguous  storage\n"
      "base    float32[2,3]  [2,3]  [3,1]    0       yes         A\n"
      "step 1  t()           [3,2]  [1,3]    0       no          A\n"
      "step 2  view([6])     refused: view.e5\n"
      "view([6]) needs one constant jump: elements 0, 1, 2 lie at 0, 3, 1: +3, "
      "then -2.\nNo stride is both.\n\n"
      "Vectors of it\n"
      "  view/refuses\n"
      "    no stride is both\n"
      "    float32[2,3] | t() | view([6])\n"
      "tools/viewproof explain view/refuses draws one.\n");
}

TEST(Explain, SuggestsNearNames) {
  EXPECT_THAT(Refusal([] { Explained("view/refuse"); }),
              HasSubstr("did you mean view/refuses?"));
  EXPECT_THAT(Refusal([] { Explained("view.e6"); }),
              HasSubstr("did you mean view.e5?"));
  EXPECT_THAT(Refusal([] { Explained(""); }), HasSubstr("explain --help"));
}

TEST(Explain, TakesSizesStridesAndAView) {
  ExplainOptions options;
  options.sizes = "3,2";
  options.strides = "1,3";
  options.view = "6";
  EXPECT_THAT(Explained(options),
              HasSubstr("elements 0, 1, 2 lie at 0, 3, 1: +3, then\n  -2. No "
                        "stride is both.\n"));
  options.offset = "-1";
  EXPECT_THAT(Explained(options), HasSubstr("refused: as_strided.e3"));
  options.offset = "1,2";
  EXPECT_THAT(Refusal([&] { Explained(options); }), HasSubstr("one integer"));
  options.sizes = "";
  EXPECT_THAT(Refusal([&] { Explained(options); }), HasSubstr("need --sizes"));
}

TEST(Explain, TakesSizesThatNoMemoryHolds) {
  ExplainOptions options;
  options.dtype = "int8";
  options.sizes = "2,1152921504606846976";
  options.strides = "1,2";
  options.view = "-1";
  options.more = true;
  const std::string text = Explained(options);
  EXPECT_THAT(text, HasSubstr("elements 1,152,921,504,606,846,975, "
                              "1,152,921,504,606,846,976 lie at\n"));
  EXPECT_THAT(text, HasSubstr("(2 EiB)"));
  EXPECT_THAT(text, HasSubstr("(calculated: too large to be run here)"));
  options.sizes = "4611686018427387904";
  options.strides = "0";
  options.view = "";
  EXPECT_THAT(Explained(options), HasSubstr("sizes [4611686018427387904]"));
  options.strides = "2";
  options.dtype = "float32";
  EXPECT_THAT(Explained(options), HasSubstr("as_strided.e5"));
  options.dtype = "float23";
  EXPECT_THAT(Refusal([&] { Explained(options); }),
              HasSubstr("did you mean float16, float32"));
}

TEST(Explain, TakesWhatNoTensorHas) {
  ExplainOptions options;
  options.root = Root();
  options.what = {
      "torch.empty_strided((4611686018427387904, 4611686018427387904), "
      "(9223372036854775807, 9223372036854775807)).view(-1)"};
  EXPECT_THAT(Explained(options), HasSubstr("as_strided.e"));
  options.what = {"torch.empty_strided((" + std::string(800, '9') + "), (1))"};
  EXPECT_THAT(Refusal([&] { Explained(options); }), HasSubstr("int64"));
  options.what = {std::string(1 << 20, 'x')};
  const std::string message = Refusal([&] { Explained(options); });
  EXPECT_THAT(message, HasSubstr("is no id, rule, op, case"));
  EXPECT_LT(message.size(), 1000u);
  options.what = {};
  options.more = true;
  options.view = "-1";
  const std::string max = "9223372036854775807";
  for (const char* sizes : {"2,2", "9223372036854775807,2", "0,3", "()",
                            "4611686018427387904,4611686018427387904"}) {
    for (const std::string& stride : {max, "-" + max, std::string("0")}) {
      for (const std::string& offset : {max, std::string("-1")}) {
        options.sizes = sizes;
        options.strides =
            options.sizes == "()" ? options.sizes : stride + "," + stride;
        options.offset = offset;
        EXPECT_THAT(Explained(options), HasSubstr("The chain\n"))
            << sizes << " " << stride << " " << offset;
      }
    }
  }
  options.sizes = options.strides = "1";
  for (int k = 0; k < 64; ++k) {
    options.sizes += ",1";
    options.strides += "," + max;
  }
  options.offset = "";
  EXPECT_THAT(Explained(options), HasSubstr("The chain\n"));
}

TEST(Explain, FitsAScreenWhateverIsAsked) {
  ExplainOptions options;
  options.root = Root();
  std::string wide = "torch.zeros(2, 3)";
  for (int k = 0; k < 40; ++k) wide += ".t().unsqueeze(0).squeeze(0)";
  for (const std::string& what :
       {wide, wide + ".view(6)", "x = " + wide + "; x.expand(3, 5)",
        std::string("float32[2,3] | t() | view([6])"),
        "torch.empty_strided((3, 2), (" + std::to_string(INT64_MAX / 9) +
            ", 1)).view(6)",
        std::string("torch.zeros(1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 3)"
                    ".transpose(5, 11).view(6, 1, 1, 1, 1, 1)")}) {
    options.what = {what};
    const std::string text = Explained(options);
    EXPECT_LE(std::ranges::count(text, '\n'), 24) << text;
    const bool is_drawn = text.find("+1 right") != std::string::npos ||
                          text.find("cell ") != std::string::npos;
    EXPECT_TRUE(is_drawn || text.find("what ran") != std::string::npos) << what;
    options.more = true;
    EXPECT_GT(Explained(options).size(), text.size()) << what;
    options.more = false;
  }
}

TEST(Explain, TellsAnOpInBrief) {
  const std::string text = Explained("view");
  EXPECT_THAT(text, StartsWith("view(size: sizes_infer) -> view\n"));
  EXPECT_THAT(text, HasSubstr("It refuses strides that cannot.\n"));
  EXPECT_THAT(text, HasSubstr("run by the reference: float32[2,3] | t()"));
}

TEST(Explain, TellsAWordOfTheGlossaryAndAnOpBeforeIt) {
  EXPECT_EQ(Explained("facet"), "facet: One thing that is compared.\n");
  EXPECT_EQ(Explained("out of bounds"), "out of bounds: It reaches outside.\n");
  EXPECT_EQ(Explained("out_of_bounds"), Explained("out of bounds"));
  const std::string op = Explained("view");
  EXPECT_THAT(op, StartsWith("view(size: sizes_infer) -> view\n"));
  EXPECT_THAT(op, EndsWith("\nThe word view: A word that is an op, too.\n"));
  EXPECT_THAT(Refusal([] { Explained("facets"); }), HasSubstr("is no id"));
}

// The beginner's ten questions, each with what has to stand in the first lines.
TEST(Explain, AnswersABeginner) {
  const std::string text =
      Explained("x = torch.zeros(2, 3); y = x.t(); y.view(6)");
  for (const char* answer :
       {"A storage is a row of cells",
        "a stride is how many cells an index goes on",
        "y: element [1,0] is number 2 and lies in cell 1 = offset 0 + 1 * 1 + ",
        "t() changes sizes and strides, not offset or storage; it copies "
        "nothing.",
        "needs one constant jump: elements 0, 1, 2 lie at 0, 3, 1: +3, then",
        "Why view(6), step 2, is refused: view.e5",
        "y.reshape(6): keeps the order of the elements", "copies 24 bytes.",
        "y.permute(1, 0).view(6): another order, as in the storage; copies "
        "nothing."}) {
    EXPECT_THAT(text, HasSubstr(answer));
  }
  EXPECT_LE(std::ranges::count(text, '\n'), 24) << text;
}

TEST(Explain, IsShortIfToldSo) {
  ExplainOptions options;
  options.root = Root();
  options.what = {"x = torch.zeros(2, 3); y = x.t(); y.view(6)"};
  options.brief = true;
  EXPECT_EQ(Explained(options), R"-(Why view(6), step 2, is refused: view.e5
  view(6) needs one constant jump: elements 0, 1, 2 lie at 0, 3, 1: +3, then -2.
  No stride is both.

   what ran           sizes  strides  contiguous
x  torch.zeros(2, 3)  [2,3]  [3,1]    yes
y  t()                [3,2]  [1,3]    no

cells of x           cells of y           elements in storage A
+3 down, +1 right    +1 down, +3 right    cell  0 1 2 3 4 5
0 1 2                0 3                  x     0 1 2 3 4 5
3 4 5                1 4                  y     0 2 4 1 3 5
                     2 5
y in order  0    3     1    4    2    5
  jumps       +3   -2!   +3   -2   +3

What to do instead (the reference ran each)
  y.reshape(6): keeps the order of the elements; copies 24 bytes.
  y.contiguous().view(6): the same; copies 24 bytes.
  y.permute(1, 0).view(6): another order, as in the storage; copies nothing.
)-");
  options.more = true;
  EXPECT_THAT(Refusal([&] { Explained(options); }), HasSubstr("--short"));
}

TEST(Explain, WritesSvgAndSentences) {
  ExplainOptions options;
  options.what = {"float32[2,3]", "|", "t()"};
  options.root = Root();
  options.svg = options.root + "/a.svg";
  options.plain = options.more = true;
  EXPECT_THAT(Explained(options),
              HasSubstr("step 1: elements 0 to 5 lie in cells 0, 3, 1,"));
  EXPECT_THAT(ReadFile(options.svg), StartsWith("<svg xmlns="));
}

TEST(Explain, IsInColourIfToldSo) {
  ExplainOptions options;
  options.what = {"float32[2]"};
  EXPECT_THAT(Explained(options), Not(HasSubstr("\x1b")));
  Screen::UseColours("always");
  EXPECT_THAT(Explained(options), StartsWith("\x1b[1mfloat32[2]\x1b[0m\n"));
  Screen::UseColours("auto");
}

TEST(Explain, DrawsHowAReportSaysThatItFailed) {
  ExplainOptions options;
  options.root = Root();
  options.what = {"view/refuses"};
  options.report = options.root + "/r.jsonl";
  Record record;
  record.id = "view/refuses";
  record.verdict = Verdict::kFail;
  Difference difference;
  difference.step = 1;
  difference.kind = DifferenceKind::kStrides;
  difference.facet = Facet::kStrides;
  difference.field = "strides";
  difference.expected = "[1,3]";
  difference.actual = "[2,1]";
  difference.op = "t";
  record.differences = {difference};
  Output output;
  output.dtype = DType::kFloat32;
  output.sizes = {3, 2};
  output.strides = {2, 1};
  output.offset = 0;
  output.storage = 0;
  record.answers = {{1, std::vector<Output>{output}, {}}};
  const auto write = [&] {
    ReportHeader header;
    header.subject = FullHello();
    ReportWriter report(options.report, header);
    report.Add(record);
    Counts counts;
    ++(record.verdict == Verdict::kPass ? counts.passed : counts.failed);
    report.Finish({"", counts, {}});
  };
  write();
  const std::string text = Explained(options);
  EXPECT_THAT(text, HasSubstr("step 1: t gives wrong strides\n"
                              "    expected strides [1,3]\n"
                              "    got      strides [2,1]\n"));
  EXPECT_THAT(text, HasSubstr("got: step 1, t()\n"
                              "+1 down, +3 right        +2 down, +1 right\n"
                              "0 3                      0 1"));
  record.verdict = Verdict::kPass;
  record.differences.clear();
  record.answers.clear();
  write();
  EXPECT_THAT(Explained(options), HasSubstr(": pass.\n"));
  options.what = {"view/refuses"};
  record.id = "t/other";
  write();
  EXPECT_THAT(Refusal([&] { Explained(options); }),
              HasSubstr("it has no record of view/refuses"));
}

TEST(Explain, SaysWhatACallOfAKernelAsks) {
  ExplainOptions options;
  options.what = {"call.cumsum_/x-transposed-of-2x3x4"};
  const std::string text = Explained(options);
  EXPECT_THAT(text, HasSubstr("kernel cumsum, in place"));
  EXPECT_THAT(text, HasSubstr("any other is plain."));
  EXPECT_THAT(text, HasSubstr("--report REPORT"));
  options.what = {"call.cumsum"};
  EXPECT_THAT(Explained(options), Not(HasSubstr("REPORT")));
}

TEST(Explain, SaysThatAReportHasNoSuchRecord) {
  ExplainOptions options;
  options.what = {"view/refuses"};
  options.report = "/no/such/report";
  EXPECT_THAT(Refusal([&] { Explained(options); }),
              HasSubstr("/no/such/report"));
}

}  // namespace explain_test
}  // namespace viewproof

#include "tools/lint/lint.h"

#include <algorithm>
#include <functional>
#include <string>

#include "conformance/golden_file/file.h"
#include "conformance/subjects/model.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"
#include "tools/golden/cases.h"
#include "tools/golden/curate.h"
#include "tools/golden/files.h"
#include "tools/golden/lock.h"
#include "tools/golden/render.h"

namespace viewproof {
namespace lint_test {

namespace fs = std::filesystem;

constexpr char kSpec[] =
    "- t.r1 A matrix is transposed.\n"
    "- reshape.r1 A view where there is one.\n"
    "1. select.e3 `index_out_of_range` an index out of range\n"
    "1. view.e5 `not_viewable` strides that cannot express the view\n"
    "- copy_.r2 Every element.\n"
    "- copy_.u1 Nobody knows.\n";

constexpr char kEntries[] = R"toml(
["copy_/of-a-literal"]
why   = "every element of the target becomes the source's"
rules = ["copy_.r2"]
flags = ["Order"]
case  = "float32[2] | copy_(float32[2]{101,102}) | read()"

["reshape/of-a-transpose"]
why   = "a shape that keeps every dimension is a view"
rules = ["reshape.r1"]
flags = ["Order"]
case  = "float32[2,3] | t() | reshape([3,2])"

["select/past-the-end"]
why   = "an index beyond the last one is refused"
flags = ["Order"]
case  = "float32[2] | select(0, 2)"
outcome = "index_out_of_range"

["t/is-not-viewable"]
why   = "a transposed matrix is no run of elements"
rules = ["t.r1"]
flags = ["Order", "Strides"]
case  = "float32[2,3] | t() | view([6])"
outcome = "not_viewable"
)toml";

constexpr char kFlags[] = R"toml(
[Order]
bug = "Elements change places."
means = "Elements are not where they belong."
[Strides]
bug = "Strides are forgotten."
means = "A view exists where none can be."
links = ["https://example.org/1"]
)toml";

// A small repository whose golden/ was written by the tools' own code.
class LintTest : public testing::Test {
 protected:
  LintTest() : root_(fs::path(testing::TempDir()) / "lint_test") {
    fs::remove_all(root_);
    const Spec spec = ParseSpec(kSpec);
    Write({{"reference/SPEC.md", kSpec},
           {"tools/golden/cases/core/family.toml", kEntries},
           {"golden/flags.toml", kFlags}});
    std::vector<std::string> problems;
    const auto cases = ReadCases(root_ / "tools/golden/cases", spec, problems);
    const Witnesses witnesses{MakeReference(), MakeModel(), MakeReference()};
    for (const Entry& entry : cases.at(0).entries) {
      vectors_.push_back(Curate(entry, Profile::kCore, witnesses, spec).vector);
    }
    WriteGolden();
  }

  void Write(const Files& files) { WriteFolder(root_, files, {}); }

  // Writes vectors_ as they are, with all digests in order.
  void WriteGolden() {
    std::vector<const Vector*> pointers;
    for (const Vector& vector : vectors_) pointers.push_back(&vector);
    Lock lock;
    std::vector<std::string> problems;
    lock.Update(pointers, problems);
    WriteFolder(root_ / "golden",
                Render({{"core/family", vectors_}}, "a 1.0", lock), {});
  }

  Vector& Find(const std::string& id) {
    return *std::find_if(
        vectors_.begin(), vectors_.end(),
        [&id](const Vector& vector) { return vector.test.id == id; });
  }

  Output& FirstOutput(const std::string& id, std::size_t step) {
    return std::get<std::vector<Output>>(Find(id).expect.at(step)).at(0);
  }

  // Replaces text in a file below root.
  void Replace(const std::string& path, const std::string& from,
               const std::string& to) {
    std::string text = ReadFile(root_ / path);
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    Write({{path, text.replace(at, from.size(), to)}});
  }

  // Whether the linter finds a problem that holds `words`.
  testing::AssertionResult Finds(const std::string& words) {
    std::string all;
    for (const std::string& problem : Lint(root_).problems) {
      if (problem.find(words) != std::string::npos) {
        return testing::AssertionSuccess();
      }
      all += problem + "\n";
    }
    return testing::AssertionFailure() << "only:\n" << all;
  }

  const fs::path root_;
  std::vector<Vector> vectors_;
};

constexpr char kFile[] = "golden/core/family.jsonl";

TEST_F(LintTest, FindsNothingInWhatTheToolWrote) {
  const LintReport report = Lint(root_);
  EXPECT_EQ(report.problems, std::vector<std::string>());
  EXPECT_EQ(report.vectors, 4);
}

TEST_F(LintTest, FindsAnUnknownField) {
  Replace(kFile, "\"rev\":1", "\"revision\":1");
  EXPECT_TRUE(Finds("family.jsonl:2: field \"revision\""));
}

TEST_F(LintTest, FindsALineThatIsNotCanonical) {
  Replace(kFile, "\"rev\":1", "\"rev\": 1");
  EXPECT_TRUE(Finds("not in canonical form"));
}

TEST_F(LintTest, FindsAManifestThatDoesNotFit) {
  Replace("golden/MANIFEST", " 4 ", " 5 ");
  EXPECT_TRUE(Finds("golden/MANIFEST: count, digest or text"));
}

TEST_F(LintTest, FindsAHeaderThatDoesNotFit) {
  Replace(kFile, "\"count\":4", "\"count\":5");
  EXPECT_TRUE(Finds("golden/core/family.jsonl: count, digest or text"));
}

TEST_F(LintTest, FindsVectorsOutOfOrder) {
  std::swap(vectors_[0], vectors_[1]);
  WriteGolden();
  EXPECT_TRUE(Finds("does not come after"));
}

TEST_F(LintTest, FindsAVectorInTheFolderOfAnotherProfile) {
  vectors_[0].profile = Profile::kLimits;
  WriteGolden();
  EXPECT_TRUE(Finds("profile: limits in another folder"));
  EXPECT_TRUE(Finds("limits begins at 2^31"));
}

TEST_F(LintTest, FindsACaseThatIsNotTheLockedOne) {
  Replace("golden/ids.lock", "t/is-not-viewable 1 ", "t/is-not-viewable 1 0");
  EXPECT_TRUE(Finds("t/is-not-viewable is another case than it was"));
}

TEST_F(LintTest, FindsAnIdThatTheLockLacks) {
  Write({{"golden/ids.lock", ""}});
  EXPECT_TRUE(Finds("golden/ids.lock: not sorted, or not that"));
}

TEST_F(LintTest, FindsAFlagThatIsNotExplained) {
  Write({{"golden/flags.toml", ""}});
  EXPECT_TRUE(Finds("Strides of t/is-not-viewable is not explained"));
}

TEST_F(LintTest, FindsAFlagThatNoVectorHas) {
  Write({{"golden/flags.toml", std::string(kFlags) +
                                   "[Other]\nbug = \"Some other bug.\"\n"
                                   "means = \"Something else.\"\n"}});
  EXPECT_TRUE(Finds("no vector has Other"));
}

TEST_F(LintTest, FindsAFlagWithoutABug) {
  Replace("golden/flags.toml", "bug = \"Strides are forgotten.\"", "");
  EXPECT_TRUE(Finds("[Strides] bug: expected a sentence"));
}

TEST_F(LintTest, FindsALinkThatIsNone) {
  Replace("golden/flags.toml", "https://", "at ");
  EXPECT_TRUE(Finds("[Strides] links"));
}

TEST_F(LintTest, FindsAnEntryThatGoldenLacks) {
  vectors_.pop_back();
  WriteGolden();
  EXPECT_TRUE(Finds("[t/is-not-viewable] is not in golden/"));
}

TEST_F(LintTest, FindsAVectorThatNoEntryStandsFor) {
  Write({{"tools/golden/cases/core/family.toml", ""}});
  EXPECT_TRUE(Finds("t/is-not-viewable has no entry"));
}

TEST_F(LintTest, FindsAnEntryThatSaysSomethingElse) {
  Replace("tools/golden/cases/core/family.toml", "no run of", "not a run of");
  EXPECT_TRUE(Finds("[t/is-not-viewable] is not what golden/ says"));
}

TEST_F(LintTest, FindsAWhyThatTwoEntriesShare) {
  Replace("tools/golden/cases/core/family.toml",
          "an index beyond the last one is refused",
          "a transposed matrix is no run of elements");
  EXPECT_TRUE(Finds("why: already in"));
}

// A vector with one thing wrong.
class UnsoundVector : public LintTest {
 public:
  using LintTest::Find;
  using LintTest::FirstOutput;
};

TEST_F(UnsoundVector, IsFound) {
  using U = UnsoundVector;
  constexpr char kT[] = "t/is-not-viewable";
  constexpr char kCopy[] = "copy_/of-a-literal";
  constexpr char kReshape[] = "reshape/of-a-transpose";
  constexpr char kSelect[] = "select/past-the-end";
  const struct {
    const char* problem;
    std::function<void(U&)> tamper;
  } rows[] = {
      {"id: not op/slug", [&](U& u) { u.Find(kT).test.id = "t/Is"; }},
      {"id: permute does not occur",
       [&](U& u) { u.Find(kT).test.id = "permute/other"; }},
      {"why: 5 characters", [&](U& u) { u.Find(kT).why = "short"; }},
      {"why: 141 characters",
       [&](U& u) { u.Find(kT).why = std::string(141, 'x'); }},
      {"rules: none", [&](U& u) { u.Find(kCopy).rules.clear(); }},
      {"rules: t.r9 is not in SPEC.md",
       [&](U& u) { u.Find(kCopy).rules = {"t.r9"}; }},
      {"rules: copy_.r2 does not come after t.r1",
       [&](U& u) {
         u.Find(kCopy).rules = {"t.r1", "copy_.r2"};
       }},
      {"flags: Order does not come after Strides",
       [&](U& u) {
         u.Find(kT).flags = {"Strides", "Order"};
       }},
      {"flags: WideInt is not so",
       [&](U& u) { u.Find(kT).flags.emplace_back("WideInt"); }},
      {"flags: WideInt is missing",
       [&](U& u) {
         u.Find(kT).test.chain[1].args = {Ints{65536, 65536}};
       }},
      {"rules: without view.e5", [&](U& u) { u.Find(kT).rules = {"t.r1"}; }},
      {"view.e5 is of kind not_viewable",
       [&](U& u) {
         std::get<ErrorReply>(u.Find(kT).expect[1]).kind = ErrorKind::kSize;
       }},
      {"is no error of SPEC.md",
       [&](U& u) { std::get<ErrorReply>(u.Find(kT).expect[1]).rule = "t.r1"; }},
      {"base: no tensor of at most 127",
       [&](U& u) {
         u.Find(kT).test.base.sizes = {2, 64};
       }},
      {"base: no tensor of at most 100",
       [&](U& u) { u.Find(kCopy).test.base.sizes = {101}; }},
      {"base: rank 17 exceeds 16",
       [&](U& u) { u.Find(kT).test.base.sizes = Ints(17, 1); }},
      {"copy_ writes 7, which a base may hold already",
       [&](U& u) {
         auto& arg = std::get<TensorArg>(u.Find(kCopy).test.chain[0].args[0]);
         std::get<Literal>(arg).values->list[0] = {7};
       }},
      {"strides is absent and no cited u rule says why",
       [&](U& u) { u.FirstOutput(kT, 0).strides.reset(); }},
      {"contiguous is absent",
       [&](U& u) { u.FirstOutput(kT, 0).contiguous.reset(); }},
      {"expected values", [&](U& u) { u.FirstOutput(kT, 0).values.reset(); }},
      {"5 values for 6 elements",
       [&](U& u) { u.FirstOutput(kT, 0).values->list.pop_back(); }},
      {"rank 17 exceeds 16",
       [&](U& u) {
         Output& output = u.FirstOutput(kT, 0);
         output.strides = output.sizes = Ints(17, 1);
       }},
      {"more than 262144 elements of new storage",
       [&](U& u) {
         Output& output = u.FirstOutput(kT, 0);
         output.strides = output.sizes = Ints{262145};
         output.storage = 1;
         output.values.reset();
       }},
      {"base: fill cycle outside of profile kernels",
       [&](U& u) { u.Find(kT).test.base.fill = FillKind::kCycle; }},
      {"base: profile kernels needs cycle, values or hex",
       [&](U& u) { u.Find(kT).profile = Profile::kKernels; }},
      {"expect: step 2 is an error, in profile kernels",
       [&](U& u) { u.Find(kT).profile = Profile::kKernels; }},
      {"expect: step 1 makes more than 262144 elements",
       [&](U& u) {
         u.Find(kT).profile = Profile::kKernels;
         u.Find(kT).test.base.fill = FillKind::kCycle;
         u.FirstOutput(kT, 0).sizes = {512, 513};
       }},
      {"only profile kernels has digests",
       [&](U& u) { u.FirstOutput(kT, 0).crc32 = 7; }},
      {"requires: the forms are not those that the case needs",
       [&](U& u) { u.Find(kT).needs.forms = {CaseForm::kNumbers}; }},
      {"step 2: field \"on\": names [1,5], which does not exist",
       [&](U& u) {
         u.Find(kT).test.chain[1].on = OutputRef{1, 5};
       }},
      {"requires: views is missing",
       [&](U& u) { u.Find(kT).needs.views = false; }},
      {"requires: wide_int is not so",
       [&](U& u) { u.Find(kT).needs.wide_int = true; }},
      {"requires: error_kind is not so",
       [&](U& u) { u.Find(kSelect).needs.error_kind = true; }},
      {"requires: error_kind is missing",
       [&](U& u) {
         u.Find(kSelect).test.chain[0].args = {int64_t{40}, int64_t{40}};
       }},
      {"or: not what comes out where the free step copies",
       [&](U& u) { u.Find(kReshape).alternative.clear(); }},
  };
  for (const auto& row : rows) {
    const std::vector<Vector> sound = vectors_;
    row.tamper(*this);
    WriteGolden();
    EXPECT_TRUE(Finds(row.problem)) << row.problem;
    vectors_ = sound;
  }
}

TEST_F(LintTest, FindsADigestOfASmallOutput) {
  Vector& vector = Find("t/is-not-viewable");
  vector.profile = Profile::kKernels;
  vector.test.base.fill = FillKind::kCycle;
  FirstOutput("t/is-not-viewable", 0).crc32 = 7;
  WriteGolden();
  EXPECT_TRUE(Finds(
      "family.jsonl:5: field \"crc32\": step 1: not shown by an output of "
      "6 elements"));
}

TEST_F(LintTest, FindsTooManyLargeVectors) {
  Vector vector = Find("reshape/of-a-transpose");
  vector.test.base.sizes = {4, 4097};
  vector.test.base.fill = FillKind::kCycle;
  vectors_.assign(12, vector);
  WriteGolden();
  EXPECT_FALSE(Finds("vectors have more than 16384 elements"));
  vectors_.assign(13, vector);
  WriteGolden();
  EXPECT_TRUE(
      Finds("13 vectors have more than 16384 elements, at most 12 may"));
}

TEST_F(LintTest, AcceptsAnAbsentFieldThatACitedRuleLeavesOpen) {
  FirstOutput("t/is-not-viewable", 0).strides.reset();
  Find("t/is-not-viewable").rules = {"copy_.u1", "t.r1", "view.e5"};
  WriteGolden();
  EXPECT_FALSE(Finds("strides is absent"));
}

TEST_F(LintTest, FindsAWriteThatLeavesAValueUnspecified) {
  Vector& vector = Find("copy_/of-a-literal");
  Output shown;
  shown.dtype = DType::kFloat32;
  shown.sizes = {2};
  shown.strides = Ints{0};
  shown.offset = shown.storage = 0;
  shown.contiguous = false;
  shown.values = Values{Form::kNumber, {{1}, {1}}};
  vector.test.chain.insert(vector.test.chain.begin(),
                           Step{FindOp("as_strided"),
                                {Ints{2}, Ints{0}, std::optional<int64_t>(0)},
                                std::nullopt});
  vector.expect.insert(vector.expect.begin(), std::vector<Output>{shown});
  WriteGolden();
  EXPECT_TRUE(Finds("step 2 leaves a value unspecified (write.u1)"));
}

}  // namespace lint_test
}  // namespace viewproof

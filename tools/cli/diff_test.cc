#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "conformance/golden_file/file.h"
#include "conformance/judge/testing.h"
#include "conformance/report/report.h"
#include "tools/cli/verbs.h"

namespace viewproof {
namespace diff_test {

using testing::HasSubstr;
using testing::Not;

Record Of(const std::string& id, const std::string& actual = "") {
  Record record;
  record.id = id;
  if (actual.empty()) return record;
  record.verdict = Verdict::kFail;
  record.differences = {{.facet = Facet::kStrides,
                         .step = 1,
                         .kind = DifferenceKind::kOffset,
                         .field = "offset",
                         .expected = "1",
                         .actual = actual,
                         .op = "slice",
                         .via = ""}};
  return record;
}

struct Result {
  bool no_worse;
  std::string text;
};

class Diffs : public testing::Test {
 protected:
  Diffs()
      : root_(MakeRoot({VectorOf("float32[8] | slice(0, 1, 5, 1) | t()",
                                 "slice/a-longer-one"),
                        VectorOf("float32[4] | slice(0, 1, 3, 1)", "slice/b")},
                       "acme", "")),
        digest_(Digest(ReadFile(root_ + "/golden/MANIFEST"))) {
    std::filesystem::create_directory(root_ + "/golden/versions");
  }

  std::string Report(const std::string& version,
                     const std::vector<Record>& records) {
    ReportHeader header;
    header.golden = digest_;
    header.gate = "acme-" + version;
    header.subject = FullHello();
    header.facets = Facets::All();
    header.subject.name = "acme";
    header.subject.version = version;
    const std::string path = root_ + "/acme-" + version + ".jsonl";
    ReportWriter writer(path, header);
    Counts counts;
    for (const Record& record : records) {
      writer.Add(record);
      ++(record.verdict == Verdict::kPass ? counts.passed : counts.failed);
    }
    writer.Finish({"", counts, {}, {"slice offset strides fail"}});
    return path;
  }

  // Version 1 against version 2, on these vectors.
  Result Diff(const std::vector<Record>& before,
              const std::vector<Record>& after) {
    const DiffOptions options{root_, Report("1", before), Report("2", after),
                              MarkdownPath()};
    const std::string path = root_ + "/out";
    std::FILE* out = std::fopen(path.c_str(), "w");
    const bool no_worse = viewproof::Diff(options, out);
    std::fclose(out);
    return {no_worse, ReadFile(path)};
  }
  std::string MarkdownPath() const { return root_ + "/golden/versions/x.md"; }

  const std::string root_;
  const std::string digest_;
};

TEST_F(Diffs, SayWhatGotWorseByItsSmallestCaseOfGolden) {
  const Result result =
      Diff({Of("slice/a-longer-one"), Of("slice/b")},
           {Of("slice/a-longer-one", "3"), Of("slice/b", "3")});
  EXPECT_FALSE(result.no_worse);
  EXPECT_THAT(result.text, HasSubstr("acme 1 -> acme 2\n"));
  EXPECT_THAT(result.text, HasSubstr("NEW FAILURE"));
  EXPECT_THAT(result.text,
              HasSubstr("      2  slice gives a wrong offset\n"
                        "         slice/b (float32)\n"
                        "         case      float32[4] | slice(0, 1, 3, 1)\n"
                        "         expected  offset 1\n"
                        "         now       offset 3\n"
                        "         code      offset in strides\n"));
  EXPECT_THAT(result.text, HasSubstr("2 new failures, 0 fixed, 0 changed, "
                                     "0 added, 0 removed, 0 the same\n"));
}

TEST_F(Diffs, AreNoWorseWhereNothingFailsThatPassed) {
  const Result result =
      Diff({Of("slice/a-longer-one", "3"), Of("slice/b", "3")},
           {Of("slice/a-longer-one"), Of("slice/b", "4")});
  EXPECT_TRUE(result.no_worse);
  EXPECT_THAT(result.text, HasSubstr("0 new failures, 1 fixed, 1 changed"));
}

TEST_F(Diffs, WriteTheSameAsMarkdownWithoutAPathOfTheMachine) {
  Diff({Of("slice/b", "3")}, {Of("slice/b")});
  EXPECT_EQ(ReadFile(MarkdownPath()),
            "<!-- Written by viewproof -->\n"
            "# From acme 1 to acme 2\n"
            "\n"
            "How two runs on golden/ " +
                digest_ +
                " differ. Written by `viewproof diff`, never by hand; again "
                "with\n"
                "\n"
                "    tools/viewproof check acme-1 --report acme-1.jsonl\n"
                "    tools/viewproof check acme-2 --report acme-2.jsonl\n"
                "    tools/viewproof diff acme-1.jsonl acme-2.jsonl --markdown "
                "golden/versions/x.md\n"
                "\n"
                "* before: 0 passed · 1 new · 0 known · 0 not demanded · 0 not "
                "asked\n"
                "* after:  1 passed · 0 new · 0 known · 0 not demanded · 0 not "
                "asked\n"
                "\n"
                "0 new failures, 1 fixed, 0 changed, 0 added, 0 removed, 0 the "
                "same.\n"
                "\n"
                "the old run is RED: 1 new failure.\n"
                "\n"
                "## FIXED: failed before, passes now (1)\n"
                "\n"
                "| cases | what happens | smallest case | expected | before |\n"
                "| --- | --- | --- | --- | --- |\n"
                "| 1 | slice gives a wrong offset<br>`offset in strides` | "
                "[`float32[4] \\| slice(0, 1, 3, "
                "1)`](../core/all.jsonl)<br>slice/b | "
                "offset 1 | offset 3 |\n");
}

TEST_F(Diffs, KeepADeathToItsCell) {
  Record crash = Of("slice/b");
  crash.verdict = Verdict::kCrash;
  crash.op = "slice";
  crash.detail = "`a|b`\nc";
  Diff({Of("slice/b")}, {crash});
  EXPECT_THAT(ReadFile(MarkdownPath()),
              HasSubstr("|  | \\`a\\|b\\`\\\\nc |\n"));
}

TEST_F(Diffs, OfEqualReportsHaveNoTables) {
  const std::vector<Record> records = {Of("slice/a-longer-one"),
                                       Of("slice/b", "3")};
  EXPECT_TRUE(Diff(records, records).no_worse);
  EXPECT_THAT(ReadFile(MarkdownPath()), Not(HasSubstr("##")));
}

TEST_F(Diffs, EscapeWhatASubjectSays) {
  const Result result = Diff({Of("slice/b")}, {Of("slice/b", "\"\x7f\"")});
  EXPECT_THAT(ReadFile(MarkdownPath()), HasSubstr("\\x7f"));
  EXPECT_THAT(result.text + ReadFile(MarkdownPath()), Not(HasSubstr("\x7f")));
}

}  // namespace diff_test
}  // namespace viewproof

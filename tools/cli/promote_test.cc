#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "conformance/case/bad_input.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/testing.h"
#include "conformance/report/findings.h"
#include "tools/cli/verbs.h"

namespace viewproof {
namespace promote_test {

using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kWhy = "rows and columns must change places";

// A clone with one vector.
std::string MakeClone() {
  Vector vector = VectorOf("float32[3,2] | t()", "t/is-there");
  vector.why = "this one is there already";
  const std::string root = MakeRoot({vector}, "acme", "");
  std::filesystem::create_directories(root + "/tools/golden");
  std::filesystem::create_directories(root + "/reference");
  WriteFile(root + "/reference/SPEC.md",
            "- tensor.d1 It is a tensor.\n- t.d1 A matrix is transposed.\n1. "
            "t.e1 `rank` more than two "
            "dimensions\n");
  return root;
}

struct Promoted {
  std::string said;     // Holds what is printed, or the refusal.
  std::string pending;  // The file afterwards.
};

Promoted Promote(const PromoteOptions& options) {
  const std::string printed = options.root + "/out";
  const std::string file = options.root + "/tools/golden/pending.jsonl";
  Promoted promoted;
  std::FILE* out = std::fopen(printed.c_str(), "w");
  std::FILE* in = std::fopen("/dev/null", "r");
  try {
    PromoteCase(options, in, out);
  } catch (const BadInput& error) {
    promoted.said = error.what();
  }
  std::fclose(in);
  std::fclose(out);
  if (promoted.said.empty()) promoted.said = ReadFile(printed);
  if (std::filesystem::exists(file)) promoted.pending = ReadFile(file);
  return promoted;
}

TEST(Promote, IsRefusedWhileAnotherPromotes) {
  const std::string root = MakeClone();
  const FileLock held(root + "/tools/golden/pending.jsonl");
  const Promoted promoted = Promote(
      {.root = root, .what = "float32[2,3] | t()", .why = kWhy, .id = ""});
  EXPECT_THAT(promoted.said, StartsWith("another viewproof is writing "));
  EXPECT_EQ(promoted.pending, "");
}

TEST(Promote, ACaseWaitsAsAnEntry) {
  const std::string root = MakeClone();
  const Promoted one = Promote(
      {.root = root, .what = "float32[2,3] | t()", .why = kWhy, .id = ""});
  EXPECT_THAT(one.said, StartsWith("[\"t/drawn-float32-rank-2\"]\n"));
  EXPECT_THAT(one.said, HasSubstr("and the model agrees"));
  EXPECT_THAT(one.pending, StartsWith("{\"profile\":\"core\",\"golden\":\""));
  EXPECT_THAT(one.pending, HasSubstr(kWhy));
  const Promoted two = Promote({.root = root,
                                .what = "float32[2,2,2] | t()",
                                .why = "three dimensions are refused",
                                .id = "t/refuses-three-dimensions"});
  EXPECT_THAT(two.said, HasSubstr("outcome = [\"rank\"]"));
  EXPECT_THAT(two.pending, StartsWith(one.pending));
  EXPECT_THAT(two.pending, HasSubstr("t/refuses-three-dimensions"));
}

TEST(Promote, AFindingIsTakenFromAReportOrACorpus) {
  const std::string root = MakeClone();
  const std::string base = R"({"dtype":"float32","sizes":[2,3]})";
  const std::string chain = R"([{"op":"t"}])";
  RangeReport report;
  report.header.subject = FullHello();
  report.header.range.emplace();
  report.findings.push_back(
      {.key = "t",
       .shown = {{"base", base}, {"chain", chain}, {"finding", "1"}}});
  WriteRange(root + "/r.jsonl", report);
  WriteFile(root + "/corpus.json",
            "{\"base\":" + base + ",\"chain\":" + chain + ",\"from\":{}}\n");
  for (const char* name : {"/r.jsonl", "/corpus.json"}) {
    EXPECT_THAT(Promote({.root = root,
                         .what = root + name,
                         .why = std::string(kWhy) + name,
                         .id = ""})
                    .said,
                HasSubstr("case  = \"float32[2,3] | t()\""));
  }
  EXPECT_THAT(Promote({.root = root,
                       .what = root + "/r.jsonl",
                       .finding = 2,
                       .why = kWhy,
                       .id = ""})
                  .said,
              HasSubstr("has 1 new finding"));
  std::string other = ReadFile(root + "/r.jsonl");
  other.replace(other.find("\"format\":3"), 10, "\"format\":9");
  WriteFile(root + "/r.jsonl", other);
  EXPECT_THAT(
      Promote({.root = root, .what = root + "/r.jsonl", .why = kWhy, .id = ""})
          .said,
      HasSubstr("r.jsonl:1: field \"format\""));
}

TEST(Promote, WhatIsRefusedLeavesNothing) {
  const std::string root = MakeClone();
  const auto refusal = [&](const std::string& what, const std::string& why,
                           const std::string& id) {
    const Promoted promoted =
        Promote({.root = root, .what = what, .why = why, .id = id});
    EXPECT_EQ(promoted.pending, "");
    return promoted.said;
  };
  const std::string good = "float32[2,3] | t()";
  for (const std::size_t length : {9, 141, 10'000'000}) {
    EXPECT_EQ(
        refusal(good, std::string(length, 'w'), ""),
        "--why: " + std::to_string(length) + " characters, expected 10 to 140");
  }
  EXPECT_THAT(refusal("/dev/zero", kWhy, ""), HasSubstr("/dev/zero:1: "));
  EXPECT_EQ(
      Promote({.root = root, .what = good, .finding = 2, .why = kWhy}).said,
      "--finding: CASE is no report of fuzz");
  EXPECT_THAT(refusal(good, "", ""), StartsWith("--why: say in 10 to 140"));
  EXPECT_THAT(refusal(good, "short", ""), HasSubstr("why"));
  EXPECT_THAT(refusal(good, "this one is there already", ""),
              StartsWith("--why: another vector says the same"));
  EXPECT_THAT(refusal(good, kWhy, "t/is-there"),
              StartsWith("--id: golden/ has"));
  EXPECT_THAT(refusal("float32[2,3]", kWhy, ""), HasSubstr("has no step"));
  EXPECT_THAT(refusal("float32[2,3] | tt()", kWhy, ""), HasSubstr("tt"));
  // golden/ writes no number that a base may hold.
  EXPECT_THAT(refusal("float32[2,3] | t() | fill_(5)", kWhy, ""),
              HasSubstr("5"));
}

TEST(Promote, NeedsAClone) {
  const std::string root = MakeRoot({}, "acme", "");
  EXPECT_THAT(
      Promote(
          {.root = root, .what = "float32[2,3] | t()", .why = kWhy, .id = ""})
          .said,
      HasSubstr("no clone"));
}

}  // namespace promote_test
}  // namespace viewproof

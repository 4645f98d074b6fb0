#include "conformance/gate/upgrade.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/gate/lock.h"
#include "conformance/gate/testing.h"
#include "conformance/golden_file/file.h"

namespace viewproof {
namespace upgrade_test {

namespace fs = std::filesystem;

using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kOld[] = R"(# how acme is started
[adapter]
command = ["python3", "acme.py"]

[suite]
version = "0.1.0"
golden = "sha256:12"

[subject]
name = "acme"
ops = "all"
dtypes = ["float32",
    "int8"]
facets = ["values"]
copies = []

# what we ask
[demand]
profiles = ["core"]
executed = 31   # cases
reviewed = true

[[known_failure]]
op = "as_strided"
facets = ["strides"]
difference = "offset"
verdict = "fail"
count = 2
reason = """
[suite]
offset is taken in bytes"""

# crashes for good
[[known_failure]]
op = "view"
verdict = "dies"
count = 1
reason = "dies"
link = "https://example.org/1"
)";

constexpr char kNew[] = R"(# how acme is started
[adapter]
command = ["python3", "acme.py"]

# what we ask
[demand]
profiles = ["core"]
reviewed = true

[[known_failure]]
op = "as_strided"
facets = ["strides"]
difference = "offset"
verdict = "fail"
reason = """
[suite]
offset is taken in bytes"""

# crashes for good
[[known_failure]]
op = "view"
verdict = "dies"
reason = "dies"
link = "https://example.org/1"

[[known_failure]]
op = "t"
facets = ["values"]
difference = "bytes"
verdict = "fail"
when = ["size_1"]
after = ["fill_"]
reason = "lost"
)";

constexpr char kKnown[] =
    R"({"id":"as_strided/x","dtype":"float32","verdict":"fail",)"
    R"("facets":["strides"],"step":2,"op":"as_strided","difference":"offset"})"
    "\n"
    R"({"id":"as_strided/x","dtype":"int8","verdict":"fail",)"
    R"("facets":["strides"],"step":2,"op":"as_strided","difference":"offset",)"
    R"("answer":"offset"})"
    "\n"
    R"({"id":"view/x","dtype":"int8","verdict":"timeout","facets":[],)"
    R"("step":1,"op":"view","difference":""})"
    "\n";

constexpr char kFinding[] =
    R"({"op":"t","difference":"bytes","verdict":"fail","facets":["values"],)"
    R"("when":["size_1"],"after":["fill_"],"reason":"lost",)"
    R"("base":{"dtype":"int8","sizes":[2,1]},)"
    R"("chain":[{"op":"fill_","value":1},{"op":"t"}]})"
    "\n";

// The path of a gate file of 0.1 that says this.
std::string Written01(const std::string& text, const std::string& known,
                      const std::string& findings) {
  const std::string path = MakeFolder() + "/acme.gate.toml";
  WriteFile(path, text);
  if (!known.empty()) WriteFile(OldKnownPath(path), known);
  if (!findings.empty()) WriteFile(OldFindingsPath(path), findings);
  return path;
}

std::vector<std::string> FilesBeside(const std::string& path) {
  std::vector<std::string> names;
  for (const auto& entry :
       fs::directory_iterator(fs::path(path).parent_path())) {
    names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

std::string Refusal(const std::string& path) {
  try {
    UpgradeGate(path);
  } catch (const BadInput& error) {
    return error.what();
  }
  return "";
}

TEST(Upgrade, WritesAGateFileAndItsLockAndKeepsTheOldFiles) {
  const std::string twice = std::string(kFinding) + kFinding;
  const std::string path = Written01(kOld, kKnown, twice);
  EXPECT_THROW(ReadGate(path), BadInput);
  EXPECT_EQ(UpgradeGate(path).kept.size(), 3u);
  EXPECT_EQ(ReadFile(path), kNew);
  EXPECT_THAT(
      FilesBeside(path),
      ElementsAre("acme.findings.jsonl.0.1", "acme.gate.lock", "acme.gate.toml",
                  "acme.gate.toml.0.1", "acme.known.jsonl.0.1"));
  EXPECT_EQ(ReadFile(path + ".0.1"), kOld);
  EXPECT_EQ(ReadFile(OldKnownPath(path) + ".0.1"), kKnown);
  EXPECT_EQ(ReadFile(OldFindingsPath(path) + ".0.1"), twice);
  const Gate gate = ReadGate(path);
  EXPECT_EQ(gate.golden, "sha256:12");
  EXPECT_EQ(gate.suite_version, "0.1.0");
  EXPECT_EQ(gate.executed, 31);
  EXPECT_EQ(gate.subject->name, "acme");
  EXPECT_EQ(gate.subject->ops.size(), Ops().size());
  EXPECT_TRUE(gate.reviewed);
  ASSERT_EQ(gate.cases.size(), 3u);
  EXPECT_EQ(gate.cases[1].answer, "offset");
  EXPECT_EQ(gate.cases[2].failure.verdict, Verdict::kTimeout);
  ASSERT_EQ(gate.drawn.size(), 2u);
  EXPECT_EQ(CaseOf(gate.drawn[0]).chain.size(), 2u);
  EXPECT_TRUE(EntriesWithoutCases(gate).empty());
  EXPECT_THAT(Refusal(path), HasSubstr("is no gate file of viewproof 0.1"));
}

TEST(Upgrade, OfAGateFileThatPinsNothing) {
  const std::string path = Written01(
      "[adapter]\nlinked = \"x\"\n[suite]\nversion = \"\"\ngolden = \"\"\n\n"
      "[subject]\n\n[demand]\nprofiles = [\"core\"]\n",
      "", "");
  EXPECT_EQ(UpgradeGate(path).kept.size(), 1u);
  EXPECT_EQ(ReadFile(path),
            "[adapter]\nlinked = \"x\"\n[demand]\nprofiles = [\"core\"]\n");
  EXPECT_EQ(ReadFile(LockPath(path)), "{\"lock\":1}\n");
  EXPECT_TRUE(ReadGate(path).IsNew());
}

TEST(Upgrade, WritesNothingIfItCannotReadOrPlaceEverything) {
  const std::string old(kOld);
  const std::string known(kKnown);
  const std::string inline_demand = Replaced(
      Replaced(old,
               "[demand]\nprofiles = [\"core\"]\nexecuted = 31   # "
               "cases\nreviewed = true\n",
               ""),
      "[adapter]", "demand = {executed = 31, reviewed = true}\n[adapter]");
  for (const auto& [text, lines, findings, why] :
       {std::tuple(
            old, Replaced(known, "\"op\":\"as_strided\"", "\"op\":\"expand\""),
            std::string(), "a known failure"),
        std::tuple(old, Replaced(known, "\"step\":2", "\"step\":-2"),
                   std::string(), "acme.known.jsonl:1: field \"step\""),
        std::tuple(old, known, Replaced(kFinding, "[\"fill_", "[\"fil_"),
                   "acme.findings.jsonl:1: "),
        std::tuple(old, known,
                   Replaced(kFinding, "{\"op\":\"t\"}]", "{\"op\":\"tt\"}]"),
                   "acme.findings.jsonl:1: "),
        std::tuple(Replaced(old, "[adapter]", "[adaptor]"), known,
                   std::string(), "key \"adaptor"),
        std::tuple(inline_demand, known, std::string(),
                   "what it demands would stand otherwise")}) {
    const std::string path = Written01(text, lines, findings);
    const auto before = FilesBeside(path);
    EXPECT_THAT(Refusal(path), HasSubstr(why));
    EXPECT_EQ(FilesBeside(path), before);
    EXPECT_EQ(ReadFile(path), text);
  }
}

TEST(Upgrade, ReplacesNoFileOfAnother) {
  const std::string path = Written01(kOld, kKnown, "");
  WriteFile(path + ".0.1", "mine");
  EXPECT_THAT(Refusal(path), HasSubstr("acme.gate.toml.0.1: is there"));
  EXPECT_EQ(ReadFile(path), kOld);
  EXPECT_EQ(ReadFile(path + ".0.1"), "mine");
}

TEST(Upgrade, GoesOnWhereAKilledOneLeftItsCopies) {
  const std::string path = Written01(kOld, kKnown, kFinding);
  WriteFile(path + ".0.1", kOld);
  WriteFile(OldKnownPath(path) + ".0.1", kKnown);
  EXPECT_EQ(UpgradeGate(path).kept.size(), 3u);
  EXPECT_EQ(ReadFile(path), kNew);
}

}  // namespace upgrade_test
}  // namespace viewproof

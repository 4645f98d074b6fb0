#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/golden_file/file.h"
#include "conformance/subjects/model.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"
#include "tools/golden/cases.h"
#include "tools/golden/curate.h"
#include "tools/golden/files.h"
#include "tools/golden/lock.h"
#include "tools/golden/render.h"
#include "tools/golden/testing.h"
#include "tools/golden/verbs.h"

namespace viewproof {
namespace verb_check_test {

namespace fs = std::filesystem;

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
class GoldenCheck : public testing::Test {
 protected:
  GoldenCheck() : root_(fs::path(testing::TempDir()) / "verb_check_test") {
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

  // Replaces text in a file below root.
  void Replace(const std::string& path, const std::string& from,
               const std::string& to) {
    std::string text = ReadFile(root_ / path);
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    Write({{path, text.replace(at, from.size(), to)}});
  }

  // Returns what the check prints, and its exit status.
  std::pair<std::string, int> Check() {
    Options options;
    options.root = root_;
    options.oracle = false;
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int status = CheckGolden(options);
    const std::string said = testing::internal::GetCapturedStdout();
    return {said + testing::internal::GetCapturedStderr(), status};
  }

  // Returns whether it finds a problem that holds `words`.
  testing::AssertionResult Finds(const std::string& words) {
    const auto [said, status] = Check();
    if (status == kRed && said.find(words) != std::string::npos) {
      return testing::AssertionSuccess();
    }
    return testing::AssertionFailure() << status << ", only:\n" << said;
  }

  const fs::path root_;
  std::vector<Vector> vectors_;
};

constexpr char kFile[] = "golden/core/family.jsonl";

TEST_F(GoldenCheck, FindsNothingInWhatTheToolWrote) {
  const auto [said, status] = Check();
  EXPECT_EQ(status, EXIT_SUCCESS);
  EXPECT_NE(said.find("an empty diff"), std::string::npos) << said;
  EXPECT_NE(said.find("4 passed, 0 failed"), std::string::npos) << said;
}

TEST_F(GoldenCheck, IsRedWithoutAVector) {
  Write(
      {{"tools/golden/cases/core/family.toml", ""}, {"golden/flags.toml", ""}});
  vectors_.clear();
  WriteGolden();
  EXPECT_TRUE(Finds("0 passed, 0 failed"));
}

TEST_F(GoldenCheck, FindsAnUnknownField) {
  Replace(kFile, "\"rev\":1", "\"revision\":1");
  EXPECT_TRUE(Finds("family.jsonl:2 differs"));
}

TEST_F(GoldenCheck, FindsALineThatIsNotCanonical) {
  Replace(kFile, "\"rev\":1", "\"rev\": 1");
  EXPECT_TRUE(Finds("family.jsonl:2 differs"));
}

TEST_F(GoldenCheck, FindsAManifestThatDoesNotFit) {
  Replace("golden/MANIFEST", " 4 ", " 5 ");
  EXPECT_TRUE(Finds("golden/MANIFEST:1 differs"));
}

TEST_F(GoldenCheck, FindsAHeaderThatDoesNotFit) {
  Replace(kFile, "\"count\":4", "\"count\":5");
  EXPECT_TRUE(Finds("golden/core/family.jsonl:1 differs"));
}

TEST_F(GoldenCheck, FindsVectorsOutOfOrder) {
  std::swap(vectors_[0], vectors_[1]);
  WriteGolden();
  EXPECT_TRUE(Finds("golden/core/family.jsonl:2 differs"));
}

TEST_F(GoldenCheck, FindsAVectorInTheFolderOfAnotherProfile) {
  vectors_[0].profile = Profile::kLimits;
  WriteGolden();
  EXPECT_TRUE(Finds("golden/core/family.jsonl:2 differs"));
}

TEST_F(GoldenCheck, FindsACaseThatIsNotTheLockedOne) {
  Replace("golden/ids.lock", "t/is-not-viewable 1 ", "t/is-not-viewable 1 0");
  EXPECT_TRUE(Finds("t/is-not-viewable is another case than it was"));
}

TEST_F(GoldenCheck, FindsAnIdThatTheLockLacks) {
  Write({{"golden/ids.lock", ""}});
  EXPECT_TRUE(Finds("golden/ids.lock:1 differs"));
}

TEST_F(GoldenCheck, FindsAFlagThatIsNotExplained) {
  Write({{"golden/flags.toml", ""}});
  EXPECT_TRUE(Finds("Strides of t/is-not-viewable is not explained"));
}

TEST_F(GoldenCheck, FindsAFlagThatNoVectorHas) {
  Write({{"golden/flags.toml", std::string(kFlags) +
                                   "[Other]\nbug = \"Some other bug.\"\n"
                                   "means = \"Something else.\"\n"}});
  EXPECT_TRUE(Finds("no vector has Other"));
}

TEST_F(GoldenCheck, FindsAFlagWithoutABug) {
  Replace("golden/flags.toml", "bug = \"Strides are forgotten.\"", "");
  EXPECT_TRUE(Finds("[Strides] bug: expected a sentence"));
}

TEST_F(GoldenCheck, FindsALinkThatIsNone) {
  Replace("golden/flags.toml", "https://", "at ");
  EXPECT_TRUE(Finds("[Strides] links"));
}

TEST_F(GoldenCheck, FindsAnEntryThatGoldenLacks) {
  vectors_.pop_back();
  WriteGolden();
  EXPECT_TRUE(Finds("family.jsonl:5 differs\n  is:        (nothing)\n"));
}

TEST_F(GoldenCheck, FindsAVectorThatNoEntryStandsFor) {
  std::string entries = kEntries;
  const std::size_t begin = entries.find("[\"select/");
  entries.erase(begin, entries.find("[\"t/") - begin);
  Write({{"tools/golden/cases/core/family.toml", entries}});
  EXPECT_TRUE(
      Finds("family.jsonl:4 differs\n  is:        {\"id\":\"select/past"));
}

TEST_F(GoldenCheck, FindsAnEntryThatSaysSomethingElse) {
  Replace("tools/golden/cases/core/family.toml", "no run of", "not a run of");
  EXPECT_TRUE(Finds("golden/core/family.jsonl:5 differs"));
}

TEST_F(GoldenCheck, FindsAWhyThatTwoEntriesShare) {
  Replace("tools/golden/cases/core/family.toml",
          "an index beyond the last one is refused",
          "a transposed matrix is no run of elements");
  EXPECT_TRUE(Finds("why: already in"));
}

TEST_F(GoldenCheck, FindsADigestOfASmallOutput) {
  auto& output = std::get<std::vector<Output>>(vectors_[3].expect[0])[0];
  output.values.reset();
  output.crc32 = 7;
  WriteGolden();
  EXPECT_TRUE(Finds("golden/core/family.jsonl:5 differs"));
}

}  // namespace verb_check_test
}  // namespace viewproof

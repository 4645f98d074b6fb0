#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "conformance/case/bad_input.h"
#include "conformance/golden_file/file.h"
#include "conformance/judge/testing.h"
#include "tools/cli/verbs.h"

namespace viewproof {
namespace list_test {

using testing::HasSubstr;
using testing::Not;

std::string Listed(const std::string& what, const std::string& only,
                   const std::string& profile = "") {
  Vector vector = VectorOf("float32[2,3] | t()", "t/swaps-the-sizes");
  vector.flags = {"Offset"};
  const std::string root =
      MakeRoot({vector}, "acme", "[adapter]\nlinked = \"model\"\n");
  WriteFile(root + "/golden/flags.toml",
            "[Offset]\nbug = \"The offset is lost.\"\n");
  WriteFile(root + "/conformance/subjects/acme.subject.toml",
            "command = [\"acme\"]\n[[option]]\nname = \"--device\"\n");
  const std::string path = root + "/out";
  std::FILE* out = std::fopen(path.c_str(), "w");
  List(root, what, {only, profile}, out);
  std::fclose(out);
  return ReadFile(path);
}

TEST(List, ShowsOpsWithTheirArgumentsAndNumbersOfVectors) {
  const std::string text = Listed("ops", "t*");
  EXPECT_THAT(text, HasSubstr("1  core, view: ()\n"));
  EXPECT_THAT(text, HasSubstr("(dim0 dim, dim1 dim)"));
  EXPECT_THAT(text, Not(HasSubstr("permute")));
}

TEST(List, ShowsWhatIsKnownOfASubject) {
  EXPECT_EQ(Listed("subjects", ""),
            "acme  0 known failures, 0 findings; options --device\n");
}

TEST(List, ShowsProfiles) {
  EXPECT_THAT(Listed("profiles", "core"), HasSubstr("1"));
}

TEST(List, ShowsFlagsWithTheBugTheyHunt) {
  EXPECT_THAT(Listed("flags", ""), HasSubstr("1  The offset is lost."));
}

TEST(List, ShowsEveryReasonToSkipInTheirOrder) {
  const std::string text = Listed("skips", "");
  std::size_t at = 0;
  for (const char* reason :
       {"op", "dtype", "rank", "wide_int", "views", "after_error",
        "index_range", "error_kind", "digest", "data", "numbers",
        "index_tensors", "many_outputs", "borrowed", "writes", "values",
        "worlds", "left_out"}) {
    const std::size_t found = text.find("\n" + std::string(reason) + " ", at);
    ASSERT_NE(found, std::string::npos) << reason << " in\n" << text;
    at = found;
  }
  EXPECT_EQ(Listed("skips", "val*").substr(text.find('\n') + 1),
            "values         the facet `values`: the case ends in `read`\n");
}

TEST(List, ShowsVectorsWithTheirWhy) {
  EXPECT_EQ(Listed("vectors", "t/*"),
            "t/swaps-the-sizes  a vector of a test\n");
}

TEST(List, CountsTheVectorsOfOneProfile) {
  EXPECT_THAT(Listed("ops", "", "core"), HasSubstr("1  core, view: ()\n"));
  EXPECT_THAT(Listed("ops", "", "core"), Not(HasSubstr("permute")));
  EXPECT_THAT(Listed("ops", "", "sparse"), Not(HasSubstr("core")));
  EXPECT_EQ(Listed("vectors", "", "sparse"), "");
}

TEST(List, RefusesAnotherWord) { EXPECT_THROW(Listed("opps", ""), BadInput); }

TEST(List, RefusesAnotherProfile) {
  EXPECT_THROW(Listed("ops", "", "coree"), BadInput);
}

}  // namespace list_test
}  // namespace viewproof

#include "conformance/report/rules.h"

#include <gtest/gtest.h>

#include <string>

#include "conformance/golden_file/file.h"
#include "conformance/judge/testing.h"

namespace viewproof {
namespace rules_test {

TEST(Rules, AreReadFromListsTablesAndNumberedErrors) {
  const std::string path = MakeFolder() + "/SPEC.md";
  WriteFile(
      path,
      "- storage.d1 A storage is a run\n  of bytes.\n\n"
      "| rule | result |\n|---|---|\n| view.r2 | Those of viewable.r1. |\n"
      "| as_strided.r1 | The sizes. |\n\n"
      "1. view.e1 `argument` a size below -1\n   Together with e2.\n"
      "A view.e2 in prose.\n- no rule\n");
  const auto rules = RulesOfSpec(path);
  EXPECT_EQ(rules.at("storage.d1"), "A storage is a run of bytes.");
  EXPECT_EQ(rules.at("view.r2"), "Those of viewable.r1.");
  EXPECT_EQ(rules.at("as_strided.r1"), "The sizes.");
  EXPECT_EQ(rules.at("view.e1"),
            "`argument` a size below -1 Together with e2.");
  EXPECT_FALSE(rules.contains("view.e2"));
  EXPECT_EQ(rules.size(), 4u);
}

TEST(Rules, AreNoneWithoutTheFile) {
  EXPECT_TRUE(RulesOfSpec(MakeFolder() + "/SPEC.md").empty());
}

}  // namespace rules_test
}  // namespace viewproof

#include "conformance/report/summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "conformance/golden_file/file.h"
#include "conformance/judge/testing.h"

namespace viewproof {
namespace summary_test {

using testing::HasSubstr;
using testing::Not;

std::string TableOf(const Tally& tally) {
  const std::string path = MakeFolder() + "/out";
  std::FILE* out = std::fopen(path.c_str(), "w");
  PrintTable(Screen(out), tally);
  std::fclose(out);
  return ReadFile(path);
}

TEST(PrintTable, ShowsABorrowedOpInParentheses) {
  Tally tally(Facets::All(), {}, {"expand", "slice"});
  for (const char* op : {"slice", "view"}) tally.by_op[op].failed = 1;
  tally.counts.failed = 2;
  const std::string text = TableOf(tally);
  EXPECT_THAT(text, HasSubstr("\n(slice)        -        1        -\n"));
  EXPECT_THAT(text, HasSubstr("\nview           -        1        -\n"));
  EXPECT_THAT(text, Not(HasSubstr("expand")));
}

TEST(SkipsOf, KeepsTheOrderOfTheReasons) {
  Tally tally(Facets::All());
  tally.skipped = {{SkipReason::kWorlds, 1},
                   {SkipReason::kBorrowed, 2000},
                   {SkipReason::kOp, 3}};
  EXPECT_EQ(SkipsOf(tally.skipped), "op 3, borrowed 2,000, worlds 1");
}

}  // namespace summary_test
}  // namespace viewproof

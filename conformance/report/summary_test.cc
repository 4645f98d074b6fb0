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
  for (const char* op : {"slice", "view"}) {
    tally.by_op[op].fresh = tally.by_vector[op].fresh = 1;
  }
  tally.all.fresh = 2;
  const std::string text = TableOf(tally);
  EXPECT_THAT(text,
              HasSubstr("\n(slice)              -         1         -  "));
  EXPECT_THAT(text,
              HasSubstr("\nview                 -         1         -  "));
  EXPECT_THAT(text, Not(HasSubstr("expand")));
}

TEST(PrintTable, CountsAFailureForTheOpAtFault) {
  Tally tally(Facets::All());
  Record record;
  record.id = "setitem/x";
  record.verdict = Verdict::kFail;
  Difference& d = record.differences.emplace_back();
  d.facet = Facet::kValues;
  d.kind = DifferenceKind::kLostWrite;
  d.op = "fill_";
  tally.Add(VectorOf("float32[2] | t()", "setitem/x"), record,
            Standing::kNewFailure);
  const std::string text = TableOf(tally);
  EXPECT_THAT(text, HasSubstr("op              passed       new     known   "
                              "not demanded   not asked\n"));
  EXPECT_THAT(text, HasSubstr("\nfill_                -         1         -"));
  EXPECT_THAT(text, Not(HasSubstr("setitem")));
}

TEST(SkipsOf, KeepsTheOrderOfTheReasons) {
  const SkipCounts skipped = {{SkipReason::kWorlds, 1},
                              {SkipReason::kBorrowed, 2000},
                              {SkipReason::kOp, 3}};
  EXPECT_EQ(SkipsOf(skipped), "op 3, borrowed 2,000, worlds 1");
}

}  // namespace summary_test
}  // namespace viewproof

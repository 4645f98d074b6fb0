#include "tools/golden/search.h"

#include <algorithm>
#include <set>
#include <vector>

#include "conformance/case/text.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace search_test {

constexpr int64_t kCases = 150;
using Killed = std::set<const Op*>;

// Nothing is killed so far.
Open Everything() { return {KillTable(), UnkilledBugs::Parse("")}; }

TEST(Search, DrawsTheSameCasesOfASeed) {
  const Open open = Everything();
  const Search one(open, {.seed = 3, .cases = kCases});
  const Search again(open, {.seed = 3, .cases = kCases});
  const Search other(open, {.seed = 4, .cases = kCases});
  int different = 0;
  for (uint64_t k = 0; k < 20; ++k) {
    EXPECT_EQ(Text(one.CaseNumber(k)), Text(again.CaseNumber(k)));
    different += Text(one.CaseNumber(k)) != Text(other.CaseNumber(k));
  }
  EXPECT_GT(different, 15);
}

TEST(Search, CountsHowOftenABugFiredAndWasSeen) {
  const Open open = Everything();
  Search search(open, {.seed = 1, .cases = kCases, .jobs = 2});
  search.Run([](int64_t) {});
  EXPECT_EQ(search.cases(), kCases);
  int64_t found = 0;
  ForEachDue([&](const Bug& bug) {
    const SearchStats& drawn = search.At(bug);
    EXPECT_LE(drawn.found, drawn.fired);
    found += drawn.found > 0;
  });
  EXPECT_GT(found, 1000);
  EXPECT_GT(search.CallsOf(KernelNumber("clone")), 0u);
}

TEST(Search, ChoosesFewCasesThatKillWhatTheySay) {
  const Open open = Everything();
  Search search(open, {.seed = 1, .cases = kCases});
  search.Run([](int64_t) {});
  Open left = open;
  std::vector<int64_t> gains;
  search.Choose(
      5, 1, left, [&](const Vector& vector, const Killed& ops, int64_t gain) {
        EXPECT_FALSE(ops.empty());
        for (const Op* op : ops) {
          EXPECT_TRUE(
              std::any_of(vector.test.chain.begin(), vector.test.chain.end(),
                          [op](const Step& step) { return step.op == op; }));
        }
        gains.push_back(gain);
        return true;
      });
  ASSERT_EQ(gains.size(), 5u);
  int64_t sum = 0;
  for (const int64_t gain : gains) sum += gain;
  EXPECT_GT(gains.front(), gains.back());
  // A bug that needs two families is open after the first of them.
  EXPECT_LE(open.count() - left.count(), sum);
  EXPECT_LT(left.count(), open.count());
}

TEST(Search, ACaseThatIsRefusedKillsNothing) {
  const Open open = Everything();
  Search search(open, {.seed = 1, .cases = 20});
  search.Run([](int64_t) {});
  Open left = open;
  search.Choose(5, 1, left,
                [](const Vector&, const Killed&, int64_t) { return false; });
  EXPECT_EQ(left.count(), open.count());
}

}  // namespace search_test
}  // namespace viewproof

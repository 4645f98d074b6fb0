#include "conformance/run/declarations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "conformance/judge/testing.h"
#include "conformance/process/executor.h"

namespace viewproof {
namespace declarations_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string Refusal(const Hello& hello) {
  const std::string root = MakeRoot(
      {VectorOf("int8[2,3] | t()", "t/a"),
       VectorOf("int8[2] | view([2]) | fill_(101) | read() @0.0", "fill_/a")},
      "acme", "");
  try {
    RefuseUnseen(root, hello);
  } catch (const AdapterFault& fault) {
    return fault.what();
  }
  return "";
}

TEST(RefuseUnseen, AsksForAVectorThatWouldFindALie) {
  Hello hello = FullHello();
  EXPECT_EQ(Refusal(hello), "");
  hello.copies = {"t"};
  EXPECT_EQ(Refusal(hello), "");
  hello.copies = {"t", "unfold"};
  EXPECT_THAT(Refusal(hello), HasSubstr("hello says that unfold copies"));
}

TEST(RefuseUnseen, AsksForOneOfEachWriteThatRebinds) {
  Hello hello = FullHello();
  hello.rebinds = true;
  hello.ops = {"fill_", "read", "t", "view"};
  EXPECT_EQ(Refusal(hello), "");
  hello.ops = {"fill_", "read", "t", "view", "zero_"};
  EXPECT_THAT(Refusal(hello), HasSubstr("zero_ makes a new tensor"));
}

// A case of the op, which it gets wrong or not.
void Add(const std::string& id, bool wrong, Tally& tally) {
  Record record;
  record.id = id;
  if (wrong) {
    record.verdict = Verdict::kSkip;
    record.reason = SkipReason::kBorrowed;
    record.op = "t";
    record.step = 1;
  }
  tally.Add(VectorOf("int8[2,3] | t() | view([3,2])", id), record,
            wrong ? Standing::kSkipped : Standing::kPassed);
}

Tally WrongIn(int wrong, int right) {
  Tally tally(Facets::All(), {}, {"t"});
  for (int k = 0; k < wrong + right; ++k) {
    Add("t/" + std::string(1, static_cast<char>('a' + k)), k < wrong, tally);
  }
  return tally;
}

TEST(RefusedBorrowed, IsAnOpThatIsWrongInMoreThanOneOfTen) {
  EXPECT_THAT(RefusedBorrowed(WrongIn(1, 9)), IsEmpty());
  EXPECT_THAT(RefusedBorrowed(WrongIn(2, 9)),
              ElementsAre(HasSubstr("t, which is borrowed, is wrong in 2 of 11 "
                                    "cases, e.g. t/a")));
}

TEST(ChangesOfBorrowed, AreToldAndLockedIn) {
  Gate gate;
  const Tally tally = WrongIn(1, 19);
  EXPECT_THAT(ChangesOfBorrowed(gate, tally),
              ElementsAre(HasSubstr("1 case that a borrowed op gets wrong "
                                    "now: t/a")));
  std::vector<std::string> done;
  SetBorrowed(tally, gate, done);
  EXPECT_EQ(done.size(), 1u);
  EXPECT_THAT(ChangesOfBorrowed(gate, tally), IsEmpty());
  EXPECT_THAT(ChangesOfBorrowed(gate, WrongIn(0, 20)),
              ElementsAre(HasSubstr("1 case that a borrowed op no longer")));
  SetBorrowed(WrongIn(0, 20), gate, done);
  EXPECT_THAT(gate.cases, IsEmpty());
  SetBorrowed(WrongIn(0, 20), gate, done);
  EXPECT_EQ(done.size(), 2u);  // Nothing to say the last time.
}

}  // namespace declarations_test
}  // namespace viewproof

#include "tools/golden/requires.h"

#include "conformance/case/largest_number.h"
#include "conformance/case/text.h"
#include "conformance/judge/worlds.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace requires_test {

Requires Needs(const char* text) {
  const Case test = ParseText(text);
  Reply reply;
  MakeReference()->Run(test, reply);
  return RequirementsOf(test, reply.steps, OtherOutcomes(test));
}

TEST(Requires, NothingForValuesThatACopyHasToo) {
  EXPECT_EQ(Needs("float32[2,3] | t() | select(0, 1)"), Requires());
}

TEST(Requires, ViewsForAWriteThatIsSeenInTheBase) {
  EXPECT_TRUE(Needs("float32[2,3] | t() | fill_(101) | read() @0.0").views);
}

TEST(Requires, NoViewsForAWriteThatIsSeenWhereItWasMade) {
  EXPECT_FALSE(Needs("float32[2,3] | t() | fill_(101) | read() @1.0").views);
}

TEST(Requires, ViewsForAnErrorThatACopyDoesNotMake) {
  EXPECT_TRUE(Needs("float32[2,3] | t() | view([6])").views);
}

TEST(Requires, ViewsForAResultThatACopyDoesNotGive) {
  EXPECT_TRUE(Needs("float32[2,3] | t() | is_contiguous()").views);
}

TEST(Requires, ViewsForMoreElementsThanCanBeCopied) {
  EXPECT_TRUE(Needs("float32[1] | expand([262145])").views);
  EXPECT_FALSE(Needs("float32[1] | expand([262144])").views);
}

TEST(Requires, AfterErrorForAStepBehindAnError) {
  EXPECT_TRUE(Needs("float32[2] | select(0, 5) | t()").after_error);
  EXPECT_FALSE(Needs("float32[2] | t() | select(0, 5)").after_error);
}

TEST(Requires, WideIntBeyondFiftyThreeBits) {
  EXPECT_TRUE(
      Needs("float32[1] | as_strided([1], [9007199254740992], 0)").wide_int);
  EXPECT_FALSE(
      Needs("float32[1] | as_strided([1], [9007199254740991], 0)").wide_int);
}

TEST(Requires, TheFormsThatTheCaseIsWrittenWith) {
  using enum CaseForm;
  using Forms = std::vector<CaseForm>;
  EXPECT_EQ(Needs("float32[300] cycle | clone()").forms,
            (Forms{kDigest, kData}));
  EXPECT_EQ(Needs("float32[3] cycle | clone()").forms, (Forms{kData}));
  EXPECT_EQ(Needs("int8[1]{7} | clone()").forms, (Forms{kData}));
  EXPECT_EQ(Needs("int8[1] 0x07 | clone()").forms, (Forms{kData}));
  EXPECT_EQ(Needs("int8[1] bytes | expand([300])").forms, Forms());
}

TEST(Requires, ErrorKindForTwoFaultsAtOnce) {
  EXPECT_TRUE(Needs("float32[2,3] | permute([2,2])").error_kind);
  EXPECT_FALSE(Needs("float32[2,3] | permute([0,2])").error_kind);
}

TEST(Requires, NoErrorKindWhereAnEditOfTheBaseMakesItSucceed) {
  EXPECT_FALSE(Needs("float32[] | select(0, 0)").error_kind);
  EXPECT_FALSE(Needs("float32[5] | view([2,3])").error_kind);
}

TEST(Requires, NoErrorKindWhereLeavingOutAStepMakesItSucceed) {
  EXPECT_FALSE(
      Needs("float32[2,3,4] | permute([2,1,0]) | view([24])").error_kind);
}

TEST(Requires, ErrorKindWhereOnlyOneOfTwoErrorsCanBeMended) {
  EXPECT_TRUE(
      Needs("float32[2,3] | permute([0,2]) | permute([2,2])").error_kind);
}

TEST(LargestNumber, CountsArgumentsAndGeometry) {
  const Case test = ParseText("float32[1] | expand([70000,-1])");
  Reply reply;
  MakeReference()->Run(test, reply);
  EXPECT_EQ(LargestNumber(test, reply.steps), 70000);
}

}  // namespace requires_test
}  // namespace viewproof

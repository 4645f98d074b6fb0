#include "conformance/judge/worlds.h"

#include "conformance/case/bad_input.h"
#include "conformance/case/operands.h"
#include "conformance/case/text.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace {

std::vector<Outcome> Reference(const Case& test) {
  Reply reply;
  MakeReference()->Run(test, reply);
  return reply.steps;
}

std::vector<Outcome> Other(const char* text) {
  const Case test = ParseText(text);
  return OtherWorld(test, Reference(test));
}

TEST(OperandsOf, FollowsTheCurrentTensorPastWritesReadsAndErrors) {
  const Case test = ParseText(
      "int8[2,2] | t() | fill_(101) | read() | select(0, 9) | t() | t() @0.0");
  const std::vector<OutputRef> expected = {{0, 0}, {1, 0}, {1, 0},
                                           {1, 0}, {1, 0}, {0, 0}};
  EXPECT_EQ(OperandsOf(test.chain, Reference(test)), expected);
}

TEST(OtherWorld, IsTheOneWhereTheFreeStepCopies) {
  const std::vector<Outcome> other =
      Other("int8[2] | reshape([2]) | fill_(101) | read() @0.0");
  const auto& read = std::get<std::vector<Output>>(other.at(2));
  EXPECT_EQ(read.at(0).values->list, (std::vector<Scalar>{{1}, {2}}));
}

TEST(OtherWorld, IsNoneWithoutAFreeStep) {
  EXPECT_TRUE(Other("int8[2,3] | t() | contiguous() | view([6])").empty());
}

TEST(OtherWorld, CopiesWhatFlattenReturnsItself) {
  const std::vector<Outcome> other = Other("int8[2] | flatten(0, 0)");
  const auto& outputs = std::get<std::vector<Output>>(other.at(0));
  EXPECT_FALSE(outputs.at(0).self);
  EXPECT_EQ(outputs.at(0).storage, 1);
}

TEST(OtherWorld, CopiesTheConjugatesThemselves) {
  const std::vector<Outcome> other =
      Other("complex64[2] | conj() | reshape([1,2])");
  const auto& outputs = std::get<std::vector<Output>>(other.at(1));
  EXPECT_FALSE(outputs.at(0).conj);
  EXPECT_EQ(outputs.at(0).values->list,
            (std::vector<Scalar>{{1, -2}, {3, -4}}));
}

// A vector says the rule of an error, and not the number at fault.
TEST(OtherWorld, SaysOfAnErrorWhatAVectorSays) {
  const std::vector<Outcome> other = Other(
      "int8[2,2] | select(1, 1) | reshape([2]) | as_strided([2], [3], 0)");
  const ErrorReply refused = {
      .kind = ErrorKind::kOutOfBounds, .rule = "as_strided.e6", .message = {}};
  EXPECT_EQ(other.at(2), Outcome(refused));
}

TEST(OtherWorld, RefusesASecondFreeStep) {
  EXPECT_THROW(Other("int8[2] | reshape([2]) | reshape([1,2])"), BadInput);
}

TEST(OtherWorld, RefusesAStepThatIsFreeOnlyBehindACopy) {
  EXPECT_THROW(Other("int8[2,3] | t() | reshape([3,2]) | reshape([6])"),
               BadInput);
}

TEST(OtherWorld, IsNoneOfAVectorThatMustShare) {
  Vector vector;
  vector.test = ParseText("int8[2] | reshape([2])");
  vector.expect = Reference(vector.test);
  EXPECT_EQ(OtherWorld(vector), OtherWorld(vector.test, vector.expect));
  EXPECT_FALSE(OtherWorld(vector).empty());
  vector.flags = {"Basic", "SharesWhenViewable"};
  EXPECT_TRUE(OtherWorld(vector).empty());
}

TEST(OtherWorld, RefusesToShareWhereNoViewExists) {
  Vector vector;
  vector.test = ParseText("int8[2,3] | t() | reshape([6])");
  vector.expect = Reference(vector.test);
  vector.flags = {"SharesWhenViewable"};
  EXPECT_THROW(OtherWorld(vector), BadInput);
}

TEST(NeedsViews, LooksAtWhatCanBeSeenWithoutStrides) {
  const Case plain = ParseText("int8[2,3] | t()");
  EXPECT_FALSE(NeedsViews(plain, Reference(plain)));
  const Case written = ParseText("int8[2,3] | t() | fill_(101) | read() @0.0");
  EXPECT_TRUE(NeedsViews(written, Reference(written)));
}

TEST(NeedsViews, LooksAtNoBitUntilAnOpMindsIt) {
  const Case plain = ParseText("complex64[2] | conj() | imag()");
  EXPECT_FALSE(NeedsViews(plain, Reference(plain)));
  const Case minded = ParseText("complex64[2] | conj() | view_as_real()");
  EXPECT_TRUE(NeedsViews(minded, Reference(minded)));
}

TEST(NeedsViews, LooksAtNoFormOfElementsThatAreNotThere) {
  const Case test = ParseText("complex64[0] | t()");
  std::vector<Outcome> expect = Reference(test);
  std::get<std::vector<Output>>(expect.at(0)).at(0).values->form =
      Form::kNumber;
  EXPECT_FALSE(NeedsViews(test, expect));
}

}  // namespace
}  // namespace viewproof

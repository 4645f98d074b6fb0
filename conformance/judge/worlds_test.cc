#include "conformance/judge/worlds.h"

#include "conformance/case/bad_input.h"
#include "conformance/case/encode.h"
#include "conformance/case/operands.h"
#include "conformance/case/text.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace worlds_test {

std::vector<Outcome> Reference(const Case& test) {
  Reply reply;
  MakeReference()->Run(test, reply);
  return reply.steps;
}

std::vector<Outcome> Other(const char* text) {
  const Case test = ParseText(text);
  return OtherOutcomes(test);
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
  EXPECT_EQ(OtherWorld(vector), OtherOutcomes(vector.test));
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

// Returns what step `k` (from 0) shows in each world, as JSON; "error", or
// nothing.
std::vector<std::string> ElementDisplay(const char* text, Ways ways,
                                        std::size_t k) {
  std::vector<World> worlds;
  EXPECT_FALSE(Worlds(std::move(ways)).Find(ParseText(text), worlds)) << text;
  std::vector<std::string> shown;
  for (const World& world : worlds) {
    std::string& line = shown.emplace_back(Name(world.name) + " ");
    const auto* outputs = std::get_if<std::vector<Output>>(&world.outcomes[k]);
    if (outputs == nullptr) {
      line += "error";
      continue;
    }
    for (const Output& output : *outputs) {
      if (output.strides) AppendJson(*output.strides, line);
      if (output.values) AppendJson(*output.values, line);
    }
  }
  return shown;
}

using Lines = std::vector<std::string>;

TEST(Worlds, CopyWhatIsDeclaredAndNothingElse) {
  const char* text = "int8[2,2] | t() | fill_(101) | read() @0.0";
  EXPECT_EQ(ElementDisplay(text, {}, 2), Lines{"expect [101,101,101,101]"});
  EXPECT_EQ(ElementDisplay(text, {.copies = {"t"}}, 2),
            Lines{"copies [1,2,3,4]"});
  EXPECT_EQ(ElementDisplay(text, {.copies = {"view"}}, 2),
            Lines{"expect [101,101,101,101]"});
  EXPECT_EQ(ElementDisplay(text, {.copies = {"t"}}, 0),
            Lines{"copies [2,1][1,3,2,4]"});
}

TEST(Worlds, LetAStepSucceedThatOnlyFailsOnAView) {
  const char* text = "int8[2,2] | t() | view([4])";
  EXPECT_EQ(ElementDisplay(text, {}, 1), Lines{"expect error"});
  EXPECT_EQ(ElementDisplay(text, {.copies = {"t"}}, 1),
            Lines{"copies [1][1,3,2,4]"});
}

TEST(Worlds, RebindTheTensorThatAWriteActsOnAndNoOther) {
  const Ways rebind{.copies = {}, .rebinds = true};
  const char* text =
      "int8[2] | view([2,1]) | fill_(101) | read() | read() @0.0";
  EXPECT_EQ(ElementDisplay(text, rebind, 2), Lines{"rebind [101,101]"});
  EXPECT_EQ(ElementDisplay(text, rebind, 3), Lines{"rebind [1,2]"});
}

TEST(Worlds, LayOutWhatAWriteMakesInRowsOrAsItWas) {
  const Ways rebind{.copies = {}, .rebinds = true};
  EXPECT_EQ(
      ElementDisplay("int8[2,2] | t() | fill_(101) | select(0, 0)", rebind, 2),
      (Lines{"rebind [1][101,101]", "rebind [2][101,101]"}));
  // These have gaps: in rows.
  EXPECT_EQ(
      ElementDisplay("int8[2,3] | narrow(1, 0, 2) | t() | fill_(101) | t()",
                     rebind, 3),
      Lines{"rebind [1,2][101,101,101,101]"});
}

TEST(Worlds, ReplaceOneNameOfAnObjectOrAll) {
  const Ways rebind{.copies = {}, .rebinds = true};
  EXPECT_EQ(ElementDisplay("int8[2] | contiguous() | fill_(101) | read() @0.0",
                           rebind, 2),
            (Lines{"rebind [1,2]", "rebind [101,101]"}));
}

TEST(Worlds, AreNotGivenIfAStepFailsBecauseOfRebinding) {
  std::vector<World> worlds;
  Worlds rebind({.copies = {}, .rebinds = true});
  EXPECT_EQ(
      rebind.Find(ParseText("int8[1] | expand([2]) | copy_(int8[2])"), worlds),
      NoWorlds::kWrites);
}

TEST(Worlds, AreNotGivenIfThereAreTooMany) {
  std::vector<World> worlds;
  std::string text = "int8[2]";
  for (int k = 0; k < 4; ++k) text += " | reshape([2])";
  EXPECT_FALSE(Worlds(Ways()).Find(ParseText(text), worlds));
  EXPECT_EQ(worlds.size(), 16u);
  text += " | reshape([2])";
  EXPECT_EQ(Worlds(Ways()).Find(ParseText(text), worlds), NoWorlds::kTooMany);
}

TEST(Worlds, HaveTheViewOfAnEitherOpFirst) {
  const char* text = "int8[2] | reshape([2,1]) | fill_(101) | read() @0.0";
  EXPECT_EQ(ElementDisplay(text, {}, 2),
            (Lines{"expect [101,101]", "or [1,2]"}));
  EXPECT_EQ(ElementDisplay(text, {.copies = {"reshape"}}, 2),
            Lines{"copies [1,2]"});
  EXPECT_EQ(ElementDisplay(text, {.copies = {}, .may_copy = false}, 2),
            Lines{"expect [101,101]"});
}

std::string WithReads(const char* text) {
  Case test = ParseText(text);
  Worlds({.copies = {}, .rebinds = true}).AddWitnessReads(test);
  return Text(test);
}

TEST(AddWitnessReads, ReadsWhatAWriteReplacedAndNothingReads) {
  EXPECT_EQ(WithReads("int8[2] | view([2]) | fill_(101)"),
            "int8[2] | view([2]) | fill_(101) | read() @1.0");
  EXPECT_EQ(WithReads("int8[2] | view([2]) | fill_(101) | read() @0.0"),
            "int8[2] | view([2]) | fill_(101) | read() @0.0 | read() @1.0");
  EXPECT_EQ(WithReads("int8[2] | fill_(101) | read()"),
            "int8[2] | fill_(101) | read()");
  EXPECT_EQ(WithReads("int8[2] | fill_(101) | read() | fill_(102)"),
            "int8[2] | fill_(101) | read() | fill_(102) | read() @0.0");
  // A write that is refused replaces nothing.
  EXPECT_EQ(WithReads("int8[2] | copy_(int8[3])"), "int8[2] | copy_(int8[3])");
}

TEST(WorldName, LeadsBack) {
  for (const char* name : {"expect", "or", "copies", "rebind", "or+copies",
                           "or+rebind", "copies+rebind", "or+copies+rebind"}) {
    ASSERT_TRUE(FindWorldName(name)) << name;
    EXPECT_EQ(Name(*FindWorldName(name)), name);
  }
  EXPECT_FALSE(FindWorldName("copies+or"));
}

}  // namespace worlds_test
}  // namespace viewproof

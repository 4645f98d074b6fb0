#include "conformance/subjects/mutants.h"

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/case/text.h"
#include "conformance/subjects/mutant_equivalents.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace mutants_test {

const Mutant& Find(std::string_view name) {
  for (const Mutant& mutant : Mutants()) {
    if (mutant.name == name) return mutant;
  }
  throw std::out_of_range(std::string(name));
}

Reply Answered(Subject& subject, std::string_view text) {
  Reply reply;
  subject.Run(ParseText(text), reply);
  return reply;
}

Reply WithBug(std::string_view op, std::string_view mutant,
              std::string_view text) {
  return Answered(*MakeMutant(Find(mutant), *FindOp(op)), text);
}

Reply Right(std::string_view text) { return Answered(*MakeReference(), text); }

const Output& Last(const Reply& reply) {
  return std::get<std::vector<Output>>(reply.steps.back()).at(0);
}

TEST(Mutants, ChangeTheirOpAlone) {
  constexpr std::string_view kText = "float32[4,3] | slice(0, 1, 4, 1) | t()";
  EXPECT_EQ(Last(WithBug("t", "offset_dropped", kText)).offset, 0);
  EXPECT_EQ(WithBug("slice", "offset_dropped", "float32[4] | detach()"),
            Right("float32[4] | detach()"));
}

TEST(Mutants, RefuseWhereTheyWouldReadOutsideOfTheStorage) {
  const Reply reply =
      WithBug("slice", "offset_in_bytes", "float32[4] | slice(0, 1, 4, 1)");
  EXPECT_EQ(std::get<ErrorReply>(reply.steps.at(0)).kind,
            ErrorKind::kOutOfBounds);
}

TEST(Mutants, ThatLoseAWriteLeaveTheStorageAsItWas) {
  constexpr std::string_view kText = "float32[2] | fill_(101) | read()";
  EXPECT_EQ(Last(WithBug("fill_", "write_lost", kText)).values,
            Last(Right("float32[2] | read()")).values);
}

// Holds what an effect makes of a case in one step.
struct Affected {
  Reply reply;
  bool told = true;
};

Affected Affect(std::string_view name, std::string_view text, int step) {
  for (const Mutant& effect : Effects()) {
    if (effect.name != name) continue;
    Affected affected;
    affected.told = MaskedMutant(effect).Run(ParseText(text), 1U << (step - 1),
                                             affected.reply);
    return affected;
  }
  throw std::out_of_range(std::string(name));
}

Reply WithEffect(std::string_view name, std::string_view text, int step) {
  return Affect(name, text, step).reply;
}

std::vector<Scalar> Read(const Reply& reply) {
  return Last(reply).values->list;
}

TEST(Effects, OfCastsShowWhereTheDTypesDiffer) {
  constexpr std::string_view kRound =
      "int32[2] | copy_(float64[2]{1.75,-2.5}) | read()";
  EXPECT_EQ(Read(Right(kRound)), (std::vector<Scalar>{{1}, {-2}}));
  EXPECT_EQ(Read(WithEffect("rounded", kRound, 1)),
            (std::vector<Scalar>{{2}, {-2}}));
  EXPECT_EQ(
      Read(WithEffect("length_for_real",
                      "float32[1] | copy_(complex64[1]{3:4}) | read()", 1)),
      (std::vector<Scalar>{{5}}));
  EXPECT_EQ(
      Read(WithEffect("length_for_real",
                      "float32[1] | copy_(complex64[1]{1.5:2}) | read()", 1)),
      (std::vector<Scalar>{{2.5}}));
  EXPECT_EQ(Read(WithEffect("truth_of_first_byte",
                            "bool[1] | copy_(int32[1]{256}) | read()", 1)),
            (std::vector<Scalar>{{0}}));
}

// A bug does not say where libraries with one and the same bug differ.
TEST(Effects, TellWhatComesOutUnlessThatHangsOnMoreThanTheBug) {
  struct Row {
    std::string_view effect;
    std::string_view told;
    std::string_view untold;
  };
  const std::vector<Row> rows = {
      // These read what was written a moment before.
      {"source_offset_ignored",
       "float32[6] | slice(0, 0, 2, 1) | slice(0, 4, 6, 1) @0.0 | "
       "copy_(@2.0) @1.0",
       "float32[6] | slice(0, 1, 4, 2) | slice(0, 2, 6, 3) @0.0 | "
       "copy_(@2.0) @1.0"},
      {"source_strides_ignored",
       "float32[3,3] | t() | new(float32[3,3]) | copy_(@1.0)",
       "float32[6] | slice(0, 0, 6, 2) | slice(0, 1, 6, 2) @0.0 | "
       "copy_(@1.0) @2.0"},
      // Outside of the storage.
      {"copy_of_a_block", "float32[2,3] | t() | contiguous()",
       "float32[3] | expand([2,3]) | contiguous()"},
      // These are numbers in the storage, or elements with a bit.
      {"copy_of_a_block", "complex64[2,3] | t() | contiguous()",
       "complex64[2,3] | t() | conj() | contiguous()"},
      // By addresses or by strides.
      {"copy_in_storage_order", "float32[2,3] | t() | contiguous()",
       "float32[3] | expand([2,3]) | contiguous()"},
      {"copy_in_storage_order", "float32[2,3] | t() | contiguous()",
       "float32[6] | unfold(0, 3, 1) | contiguous()"},
      // An integer dtype does not hold the float (dtype.u1).
      {"through_float32", "int64[2]{16777217,1} | clone()",
       "int64[2]{16777217,9223372036854775807} | clone()"},
      {"through_int32", "float32[1]{-2147483648} | clone()",
       "float32[1]{2147483648} | clone()"},
  };
  for (const Row& row : rows) {
    for (const std::string_view text : {row.told, row.untold}) {
      const int last = static_cast<int>(ParseText(text).chain.size());
      EXPECT_EQ(Affect(row.effect, text, last).told, text == row.told)
          << row.effect << ": " << text;
    }
  }
}

TEST(Effects, OfStridesChangeAllOfThemOrNone) {
  constexpr std::string_view kText =
      "complex64[2] | as_strided([1,0], [4611686018427387904,1], 0) | "
      "unfold(1, 0, 1)";
  EXPECT_EQ(WithEffect("strides_in_bytes", kText, 2), Right(kText));
}

TEST(Effects, OfIndexesShowWhereEntriesRepeatOrAreNegative) {
  constexpr std::string_view kTwice =
      "int32[3] | setitem([int64[2]{1,1}], 101) | read()";
  EXPECT_EQ(Read(WithEffect("repeats_summed", kTwice, 1)),
            (std::vector<Scalar>{{1}, {202}, {3}}));
  EXPECT_EQ(Read(WithEffect("index_not_wrapped",
                            "int32[3] | getitem([int64[1]{-1}])", 1)),
            (std::vector<Scalar>{{1}}));
}

TEST(Effects, AnEarlierAnswerIsThatOfAnotherLayout) {
  constexpr std::string_view kText =
      "float32[2,2] | clone() | t() @0.0 | clone()";
  EXPECT_EQ(Read(WithEffect("earlier_answer", kText, 3)),
            Read(Right("float32[2,2] | clone()")));
  EXPECT_EQ(WithEffect("earlier_answer", kText, 1), Right(kText));
}

TEST(Effects, EarlierContentsAreThoseBeforeAWrite) {
  constexpr std::string_view kMask =
      "int32[3] | new(bool[3]{1,1,0}) | getitem([@1.0]) @0.0 | zero_() @1.0 | "
      "getitem([@1.0]) @0.0";
  EXPECT_EQ(Read(Right(kMask)), std::vector<Scalar>());
  EXPECT_EQ(Read(WithEffect("earlier_contents", kMask, 4)),
            (std::vector<Scalar>{{1}, {2}}));
  constexpr std::string_view kSource =
      "int32[2] | new(int32[1]{101}) | copy_(@1.0) @0.0 | fill_(102) @1.0 | "
      "copy_(@1.0) @0.0 | read() @0.0";
  EXPECT_EQ(Read(WithEffect("earlier_contents", kSource, 4)),
            (std::vector<Scalar>{{101}, {101}}));
  EXPECT_EQ(WithEffect("earlier_contents", kSource, 2), Right(kSource));
}

TEST(Effects, AnEarlierOffsetIsThatOnOtherSizes) {
  constexpr std::string_view kText =
      "int32[5] | slice(0, 1, 4, 1) | select(0, -1) @0.0 | select(0, -1) @1.0";
  EXPECT_EQ(Last(Right(kText)).offset, 3);
  const Reply outside = WithEffect("earlier_offset", kText, 3);
  EXPECT_TRUE(std::holds_alternative<ErrorReply>(outside.steps.back()));
  constexpr std::string_view kInside =
      "int32[5] | slice(0, 0, 4, 1) | select(0, -1) | select(0, -1) @0.0";
  EXPECT_EQ(Last(WithEffect("earlier_offset", kInside, 3)).offset, 3);
  EXPECT_EQ(WithEffect("earlier_offset", kInside, 2), Right(kInside));
}

TEST(Effects, AnEarlierBroadcastIsThatToTheFirstTarget) {
  constexpr std::string_view kText =
      "int32[2,3] | slice(1, 0, 2, 1) | new(int32[2,1]{101,102}) | "
      "copy_(@2.0) @1.0 | copy_(@2.0) @0.0 | read() @0.0";
  EXPECT_EQ(Read(WithEffect("earlier_broadcast", kText, 4)),
            (std::vector<Scalar>{{101}, {101}, {102}, {102}, {101}, {101}}));
  // It broadcasts to more rows as the source does.
  constexpr std::string_view kRows =
      "int32[2,2] | select(0, 0) | new(int32[1]{101}) | copy_(@2.0) @1.0 | "
      "copy_(@2.0) @0.0 | read() @0.0";
  EXPECT_EQ(WithEffect("earlier_broadcast", kRows, 4), Right(kRows));
}

TEST(Effects, ARefusedWriteShowsInItsFirstElement) {
  constexpr std::string_view kText = "int32[2] | add_(int32[3]) | read()";
  EXPECT_EQ(Read(WithEffect("refused_write_shows", kText, 1)),
            (std::vector<Scalar>{{127}, {2}}));
}

TEST(Equivalents, AreRowsOfMutantsAndOpsThatThereAre) {
  for (const Equivalents& row : AllEquivalents()) {
    EXPECT_NE(row.reason, "");
    for (const std::string_view op : row.ops) {
      if (op == "*") continue;
      ASSERT_NE(FindOp(op), nullptr) << op;
      EXPECT_FALSE(FindOp(op)->is_alias()) << op << " has those of its target";
      for (const std::string_view mutant : row.mutants) {
        EXPECT_TRUE(IsTouched(*FindOp(op), Find(mutant)))
            << op << " " << mutant;
      }
    }
  }
}

TEST(Mutants, ThatRefuseAWriteHaveWrittenNothing) {
  constexpr std::string_view kText = "float32[] | fill_(101) | read()";
  const Reply reply = WithBug("fill_", "rank_zero_refused", kText);
  EXPECT_TRUE(std::holds_alternative<ErrorReply>(reply.steps.at(0)));
  EXPECT_EQ(Last(reply).values, Last(Right("float32[] | read()")).values);
}

}  // namespace mutants_test
}  // namespace viewproof

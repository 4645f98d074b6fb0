#include "tools/golden/kills.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string_view>

#include "conformance/case/text.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/golden.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"
#include "tools/golden/unkilled.h"
#include "tools/golden/vacuous.h"

namespace viewproof {
namespace kills_test {

template <typename List>
std::size_t NumberOf(const List& list, std::string_view name) {
  const auto found = std::find_if(
      list.begin(), list.end(), [&](const auto& e) { return e.name == name; });
  EXPECT_NE(found, list.end()) << name;
  return found - list.begin();
}

Bug BugOf(const char* kernel, std::string_view effect,
          std::string_view condition) {
  return {KernelNumber(kernel), NumberOf(Effects(), effect),
          NumberOf(Conditions(), condition)};
}

Vector VectorOf(const char* text, const char* why) {
  Vector vector;
  vector.test = ParseText(text);
  vector.why = why;
  Reply reply;
  MakeReference()->Run(vector.test, reply);
  vector.expect = reply.steps;
  return vector;
}

// Adds a vector as the kill matrix would have it.
void Add(const Vector& vector, KillTable& table) {
  KillTester tester;
  table.Add(vector, tester.Recall(vector.test, tester.RowOf(vector)));
}

TEST(KillTable, RunsABugWhereItsConditionHolds) {
  KillTable table;
  Add(VectorOf("float32[2,3,4] | permute([2,0,1]) | contiguous()", "a"), table);
  const Kills three =
      table.At(BugOf("contiguous", "copy_of_zeros", "operand: rank >= 3"));
  EXPECT_EQ(three.fired, 1);
  EXPECT_EQ(three.vectors, 1);
  const Kills four =
      table.At(BugOf("contiguous", "copy_of_zeros", "operand: rank >= 4"));
  EXPECT_EQ(four.fired, 0);
  const Kills blind =
      table.At(BugOf("contiguous", "denormals_flushed", "operand: rank >= 3"));
  EXPECT_EQ(blind.fired, 1);
  EXPECT_EQ(blind.vectors, 0);
}

TEST(KillTable, WantsTwoFamiliesOfAnOpThatMovesElements) {
  const char* const text = "float32[2,3] | t() | contiguous()";
  const Bug bug =
      BugOf("contiguous", "copy_of_zeros", "operand: not contiguous");
  KillTable table;
  Add(VectorOf(text, "a grid"), table);
  Add(VectorOf(text, "a grid"), table);
  EXPECT_EQ(table.Missing(bug), 1);
  Add(VectorOf(text, "another one"), table);
  EXPECT_TRUE(table.IsKilled(bug));
}

TEST(KillTable, WantsOneVectorUnderAPair) {
  KillTable table;
  Add(VectorOf("float32[2,3,4] | permute([2,0,1]) | contiguous()", "a"), table);
  EXPECT_TRUE(
      table.IsKilled(BugOf("contiguous", "copy_of_zeros",
                           "operand: rank >= 3, operand: dtype float32")));
}

TEST(KillTable, TellsTheKernelsOfAnIndexApart) {
  KillTable table;
  Add(VectorOf("float32[4] | getitem([int64[2]{3,0}])", "a list"), table);
  EXPECT_EQ(
      table.At(BugOf("getitem tensors", "copy_of_zeros", "operand: rank 1"))
          .vectors,
      1);
  EXPECT_EQ(
      table.At(BugOf("getitem mask", "copy_of_zeros", "operand: rank 1")).fired,
      0);
}

// In how many steps a condition holds: those of one kernel, each a case.
std::size_t Fired(const char* kernel, std::string_view effect,
                  std::string_view condition,
                  std::initializer_list<const char*> cases) {
  KillTable table;
  for (const char* text : cases) Add(VectorOf(text, text), table);
  return table.At(BugOf(kernel, effect, condition)).fired;
}

TEST(KillTable, KnowsASecondWriteThroughAView) {
  EXPECT_EQ(
      Fired("fill_", "write_lost", "operand: it was written itself before",
            {"float32[4] | slice(0, 0, 4, 2) | fill_(101) | fill_(102)",
             "float32[4] | slice(0, 0, 4, 2) | fill_(101)",
             "float32[4] | slice(0, 0, 4, 2) | fill_(101) @0.0 | "
             "fill_(102) @1.0"}),
      1);
}

TEST(KillTable, KnowsTrueAfterNull) {
  EXPECT_EQ(Fired("getitem mask", "copy_of_zeros", "true after null",
                  {"float32[4] | getitem([null, true])",
                   "float32[4] | getitem([true, null])",
                   "float32[4] | getitem([true, 0])"}),
            1);
}

TEST(KillTable, KnowsAStepToWhichASizeCannotBeAdded) {
  constexpr std::string_view kStep = "a step just below 2^31 or 2^63";
  EXPECT_EQ(Fired("slice", "refused", kStep,
                  {"float32[4] | slice(0, 0, 4, 2147483647)",
                   "float32[4] | slice(0, 0, 4, 9223372036854775800)",
                   "float32[4] | slice(0, 0, 4, 2147483648)",
                   "float32[4] | slice(0, 0, 2147483647, 1)"}),
            2);
  EXPECT_EQ(Fired("getitem basic", "refused", kStep,
                  {"float32[4] | getitem([::2147483646])",
                   "float32[4] | getitem([:2147483646])"}),
            1);
}

TEST(KillTable, KnowsANumberInARange) {
  EXPECT_EQ(Fired("getitem basic", "refused", "a negative number",
                  {"float32[4] | getitem([-2:])", "float32[4] | getitem([:-1])",
                   "float32[4] | getitem([1:])"}),
            2);
}

TEST(KillTable, KnowsTheNegativeBit) {
  EXPECT_EQ(Fired("select", "bits_forgotten", "operand: the negative bit",
                  {"complex64[4] | conj() | imag() | select(0, 1)",
                   "complex64[4] | conj() | select(0, 1)"}),
            1);
}

TEST(KillTable, KnowsAWriteToAnArgument) {
  constexpr std::string_view kSource =
      "called again after a write to its source";
  EXPECT_EQ(Fired("copy_", "write_lost", kSource,
                  {"int32[2] | new(int32[2]{101,102}) | copy_(@1.0) @0.0 | "
                   "fill_(103) @1.0 | copy_(@1.0) @0.0",
                   "int32[2] | new(int32[2]{101,102}) | detach() | "
                   "copy_(@1.0) @0.0 | fill_(103) @2.0 | copy_(@1.0) @0.0",
                   "int32[2] | new(int32[2]{101,102}) | fill_(103) @1.0 | "
                   "copy_(@1.0) @0.0 | copy_(@1.0) @0.0",
                   "int32[2] | new(int32[2]{101,102}) | copy_(@1.0) @0.0 | "
                   "fill_(103) @0.0 | copy_(@1.0) @0.0"}),
            2);
  const auto picks = {
      "int32[2] | new(bool[2]{1,0}) | getitem([@1.0]) @0.0 | zero_() @1.0 | "
      "getitem([@1.0]) @0.0",
      "int32[2] | new(int64[2]{1,0}) | getitem([@1.0]) @0.0 | zero_() @1.0 | "
      "getitem([@1.0]) @0.0",
      "int32[2] | new(int64[2]{1,0}) | getitem([@1.0]) @0.0 | zero_() @0.0 | "
      "getitem([@1.0]) @0.0"};
  EXPECT_EQ(Fired("getitem tensors", "earlier_contents",
                  "called again after a write to its mask", picks),
            1);
  EXPECT_EQ(Fired("getitem tensors", "earlier_contents",
                  "called again after a write to an index tensor", picks),
            1);
}

TEST(KillTable, KnowsEqualArgumentsOnOtherSizes) {
  constexpr std::string_view kSizes = "called again on other sizes";
  EXPECT_EQ(Fired("select", "earlier_offset", kSizes,
                  {"int32[5] | slice(0, 0, 3, 1) | select(0, -1) @0.0 | "
                   "select(0, -1) @1.0",
                   "int32[5] | slice(0, 0, 3, 1) | select(0, -1) @0.0 | "
                   "select(0, -2) @1.0",
                   "int32[5] | clone() | slice(0, 0, 3, 1) | "
                   "select(0, -1) @0.0 | select(0, -1) @2.0"}),
            1);
  EXPECT_EQ(Fired("copy_", "earlier_broadcast", kSizes,
                  {"int32[5] | slice(0, 0, 3, 1) | new(int32[1]{101}) | "
                   "copy_(@2.0) @0.0 | copy_(@2.0) @1.0",
                   "int32[5] | slice(0, 0, 3, 1) | copy_(int32[1]{101}) @0.0 | "
                   "copy_(int32[1]{101}) @1.0"}),
            1);
}

TEST(KillTable, KnowsARefusalOfTheOpItself) {
  EXPECT_EQ(
      Fired("getitem tensors", "copy_of_zeros", "called after it was refused",
            {"int32[2] | getitem([int64[1]{7}]) | getitem([int64[1]{1}])",
             "int32[2] | detach() | getitem([int64[1]{7}]) @1.0 | "
             "getitem([int64[1]{1}]) @0.0",
             "int32[2] | getitem([7]) | getitem([int64[1]{1}])",
             "int32[2] | clone() | getitem([int64[1]{7}]) @1.0 | "
             "getitem([int64[1]{1}]) @0.0"}),
      2);
}

class OfGolden : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    table_ = new KillTable;
    KillTester tester;
    const KillMatrix matrix = KillMatrix::Read(".");
    ForEachVector(OpenGolden("golden"), [&](const Vector& vector) {
      const auto* row = matrix.Find(vector.test.id);
      if (row == nullptr) return;  // matrix_test says so.
      table_->Add(vector, tester.Recall(vector.test, *row));
    });
    unkilled_ = new UnkilledBugs(
        UnkilledBugs::Parse(ReadFile("tools/golden/unkilled.tsv")));
  }
  static void TearDownTestSuite() {
    delete table_;
    delete unkilled_;
  }

  static void ExpectKilled(const char* kernel, std::string_view effect,
                           std::string_view condition) {
    EXPECT_TRUE(table_->IsKilled(BugOf(kernel, effect, condition)))
        << kernel << " " << effect << ", " << condition;
  }

  static KillTable* table_;
  static UnkilledBugs* unkilled_;
};

KillTable* OfGolden::table_ = nullptr;
UnkilledBugs* OfGolden::unkilled_ = nullptr;

TEST_F(OfGolden, KernelsThatAreRightForFewDimensionsAreFound) {
  ExpectKilled("copy_", "write_lost", "operand: rank >= 3");
  ExpectKilled("contiguous", "copy_of_zeros", "operand: rank >= 5");
  ExpectKilled("clone", "copy_in_storage_order", "operand: rank >= 5");
  ExpectKilled("conj", "operand_returned", "operand: rank >= 3");
  for (const char* op : {"split", "chunk", "narrow", "unbind"}) {
    ExpectKilled(op, "copied", "operand: rank >= 4");
  }
}

TEST_F(OfGolden, KernelsThatLoseElementsOrBitsAreFound) {
  ExpectKilled("contiguous", "tail_lost_32", "operand: not contiguous");
  ExpectKilled("contiguous", "through_float32", "operand: dtype int64");
  ExpectKilled("contiguous", "zero_added", "operand: not contiguous");
  ExpectKilled("contiguous", "copy_of_zeros", "result: at least 1025 elements");
  ExpectKilled("fill_", "gaps_overwritten",
               "operand: gaps that are read later");
  ExpectKilled("view", "copied", "operand: size 1 between");
}

// If a vector goes, or no longer shows what it did, or an op, an effect or a
// condition is new: `bazel run //tools:golden -- --kills` prints the bugs, and
// README.md, "Which bugs are killed", says what to do.
TEST_F(OfGolden, NoBugIsRed) {
  int64_t red = 0;
  ForEachDue([&](const Bug& bug) {
    red += !table_->IsKilled(bug) && !unkilled_->Has(bug);
  });
  EXPECT_EQ(red, 0);
}

TEST_F(OfGolden, NothingThatIsKilledIsVacuous) {
  for (std::size_t k = 0; k < Kernels().size(); ++k) {
    const Kernel& kernel = Kernels()[k];
    for (std::size_t e = 0; e < Effects().size(); ++e) {
      if ((kernel.effects >> e & 1U) == 0) continue;
      for (std::size_t c = 0; c < Conditions().size(); ++c) {
        if (!IsVacuous(*kernel.op, Effects()[e], Conditions()[c])) continue;
        EXPECT_EQ(table_->At({k, e, c}).vectors, 0u)
            << kernel.name << ": " << Effects()[e].name << ", "
            << Conditions()[c].name;
      }
    }
  }
}

TEST_F(OfGolden, NothingThatIsKilledIsSaidToMakeNoDifference) {
  const std::vector<std::string> stale = unkilled_->Stale(*table_);
  for (const std::string& line : stale) ADD_FAILURE() << line;
}

}  // namespace kills_test
}  // namespace viewproof

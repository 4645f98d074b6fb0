#include "tools/golden/kills.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "conformance/case/text.h"
#include "conformance/golden_file/golden.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace {

// What the table says of one bug.
Kills Find(const KillTable& table, const char* kernel, std::string_view effect,
           std::string_view condition) {
  for (const KillRow& row : table.kernels().at(kernel)) {
    if (row.mutant->name != effect) continue;
    for (std::size_t c = 0; c < Conditions().size(); ++c) {
      if (Conditions()[c].name == condition) return row.by_condition[c];
    }
  }
  ADD_FAILURE() << "no bug " << kernel << " " << effect << ", " << condition;
  return {};
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

TEST(KillTable, RunsABugWhereItsConditionHolds) {
  KillTable table;
  table.Add(VectorOf("float32[2,3,4] | permute([2,0,1]) | contiguous()", "a"));
  const Kills three =
      Find(table, "contiguous", "copy_of_zeros", "operand: rank >= 3");
  EXPECT_EQ(three.fired, 1);
  EXPECT_EQ(three.vectors, 1);
  const Kills four =
      Find(table, "contiguous", "copy_of_zeros", "operand: rank >= 4");
  EXPECT_EQ(four.fired, 0);
  const Kills blind =
      Find(table, "contiguous", "denormals_flushed", "operand: rank >= 3");
  EXPECT_EQ(blind.fired, 1);
  EXPECT_EQ(blind.vectors, 0);
}

TEST(KillTable, WantsTwoFamiliesOfAnOpThatMovesElements) {
  const char* const text = "float32[2,3] | t() | contiguous()";
  const Op& op = *FindOp("contiguous");
  const auto of = [&](const KillTable& table) {
    return Find(table, "contiguous", "copy_of_zeros",
                "operand: not contiguous");
  };
  KillTable table;
  table.Add(VectorOf(text, "a grid"));
  table.Add(VectorOf(text, "a grid"));
  EXPECT_FALSE(KillTable::IsKilled(op, of(table)));
  table.Add(VectorOf(text, "another one"));
  EXPECT_TRUE(KillTable::IsKilled(op, of(table)));
}

TEST(KillTable, TellsTheKernelsOfAnIndexApart) {
  KillTable table;
  table.Add(VectorOf("float32[4] | getitem([int64[2]{3,0}])", "a list"));
  EXPECT_EQ(Find(table, "getitem tensors", "copy_of_zeros", "operand: rank 1")
                .vectors,
            1);
  EXPECT_EQ(
      Find(table, "getitem mask", "copy_of_zeros", "operand: rank 1").fired, 0);
}

class OfGolden : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    table_ = new KillTable;
    ForEachVector(OpenGolden("golden"),
                  [](const Vector& vector) { table_->Add(vector); });
  }
  static void TearDownTestSuite() { delete table_; }

  static void ExpectKilled(const char* kernel, std::string_view effect,
                           std::string_view condition) {
    const Op& op = *table_->kernels().at(kernel).at(0).op;
    EXPECT_TRUE(
        KillTable::IsKilled(op, Find(*table_, kernel, effect, condition)))
        << kernel << " " << effect << ", " << condition;
  }

  static KillTable* table_;
};

KillTable* OfGolden::table_ = nullptr;

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

// A vector that goes, or no longer shows what it did, lowers the number: then
// `bazel run //tools:golden -- --kills` says what is alive now.
TEST_F(OfGolden, NoFewerBugsAreKilledThanBefore) {
  int64_t killed = 0;
  for (const auto& [kernel, rows] : table_->kernels()) {
    for (const KillRow& row : rows) {
      for (std::size_t c = 0; c < Conditions().size(); ++c) {
        killed += KillTable::IsDue(*row.op, kernel, Conditions()[c]) &&
                  KillTable::IsKilled(*row.op, row.by_condition[c]);
      }
    }
  }
  EXPECT_GE(killed, 107'500);
}

}  // namespace
}  // namespace viewproof

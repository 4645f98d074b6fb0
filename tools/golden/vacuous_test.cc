#include "tools/golden/vacuous.h"

#include <algorithm>
#include <string_view>

#include "gtest/gtest.h"

namespace viewproof {
namespace vacuous_test {

template <typename List>
const auto& Named(const List& list, std::string_view name) {
  const auto found = std::find_if(
      list.begin(), list.end(), [&](const auto& e) { return e.name == name; });
  EXPECT_NE(found, list.end()) << name;
  return *found;
}

bool Vacuous(std::string_view op, std::string_view effect,
             std::string_view condition) {
  return IsVacuous(*FindOp(op), Named(Effects(), effect),
                   Named(Conditions(), condition));
}

TEST(Vacuous, ACopyThroughATypeThatHoldsEveryNumber) {
  EXPECT_TRUE(Vacuous("clone", "through_float32", "operand: dtype int16"));
  EXPECT_FALSE(Vacuous("clone", "through_float32", "operand: dtype int32"));
  EXPECT_TRUE(Vacuous("clone", "through_float64", "result: dtype float64"));
  EXPECT_FALSE(Vacuous("clone", "through_float64", "result: dtype int64"));
  EXPECT_TRUE(Vacuous("clone", "zero_added",
                      "operand: rank >= 3, operand: dtype int32"));
  EXPECT_FALSE(Vacuous("clone", "copy_of_zeros", "operand: dtype bool"));
}

TEST(Vacuous, TheTailOfAMultiple) {
  EXPECT_TRUE(Vacuous("clone", "tail_lost_8", "operand: a size of 64"));
  EXPECT_TRUE(Vacuous("fill_", "write_tail_lost_32", "operand: a size of 32"));
  EXPECT_FALSE(Vacuous("clone", "tail_lost_16", "operand: a size of 8"));
  EXPECT_FALSE(Vacuous("clone", "row_tail_lost_8", "operand: a size of 8"));
  EXPECT_FALSE(Vacuous("getitem", "tail_lost_8", "operand: a size of 8"));
}

TEST(Vacuous, StridesAndBitsThatAreNotThere) {
  EXPECT_TRUE(Vacuous("view", "strides_in_bytes", "result: rank 0"));
  EXPECT_FALSE(Vacuous("view", "strides_in_bytes", "operand: rank 0"));
  EXPECT_TRUE(Vacuous("t", "last_strides_swapped", "result: rank 1"));
  EXPECT_TRUE(Vacuous("view", "bits_forgotten", "operand: dtype int8"));
  EXPECT_FALSE(Vacuous("view", "bits_forgotten", "operand: dtype float32"));
}

TEST(Vacuous, WhatIsNoCopy) {
  EXPECT_TRUE(Vacuous("contiguous", "copy_of_zeros", "operand: contiguous"));
  EXPECT_TRUE(Vacuous("contiguous", "aliased",
                      "operand: rank >= 3, operand: contiguous"));
  EXPECT_FALSE(Vacuous("clone", "copy_of_zeros", "operand: contiguous"));
  EXPECT_TRUE(Vacuous("reshape", "tail_lost_8", "result: rank 0"));
  EXPECT_FALSE(Vacuous("clone", "tail_lost_8", "result: rank 0"));
  EXPECT_TRUE(Vacuous("resolve_neg", "copy_of_zeros", "operand: dtype int8"));
  EXPECT_FALSE(
      Vacuous("resolve_neg", "copy_of_zeros", "operand: dtype float32"));
  EXPECT_TRUE(
      Vacuous("resolve_conj", "operand_returned", "result: dtype float32"));
  EXPECT_TRUE(Vacuous("clone", "copy_of_zeros", "operand: no elements"));
  EXPECT_FALSE(Vacuous("clone", "aliased", "operand: no elements"));
}

TEST(Vacuous, WhatIsRefusedOrCannotBe) {
  EXPECT_TRUE(Vacuous("imag", "copied", "operand: dtype float32"));
  EXPECT_FALSE(Vacuous("imag", "copied", "operand: dtype complex64"));
  EXPECT_TRUE(Vacuous("view_as_complex", "refused", "operand: rank 0"));
  EXPECT_TRUE(Vacuous("values", "copied", "operand: stride 0"));
  EXPECT_FALSE(Vacuous("values", "copied", "operand: rank 2"));
  EXPECT_TRUE(Vacuous("view.dtype", "copied", "operand: the negative bit"));
  EXPECT_TRUE(Vacuous("values", "copied", "operand: the negative bit"));
  EXPECT_FALSE(Vacuous("imag", "copied", "operand: the negative bit"));
  EXPECT_TRUE(Vacuous("flatten", "refused", "a number above 2^31 - 1"));
  EXPECT_FALSE(Vacuous("slice", "refused", "a number above 2^31 - 1"));
}

TEST(Vacuous, WhatHasMoreDimensionsThanACaseMayShow) {
  EXPECT_TRUE(Vacuous("unsqueeze", "copied", "operand: rank 16"));
  EXPECT_FALSE(Vacuous("unsqueeze", "copied", "operand: rank 9"));
  EXPECT_FALSE(Vacuous("permute", "copied", "operand: rank 16"));
  EXPECT_TRUE(Vacuous("flatten", "copy_of_zeros", "result: rank 16"));
  EXPECT_FALSE(Vacuous("flatten", "copy_of_zeros", "result: rank 9"));
  EXPECT_TRUE(Vacuous("t", "copied", "operand: rank >= 4"));
  EXPECT_FALSE(Vacuous("t", "copied", "operand: rank 2"));
}

TEST(Vacuous, WhatIsSoAnyway) {
  EXPECT_TRUE(Vacuous("view", "strides_in_bytes", "operand: dtype int8"));
  EXPECT_FALSE(
      Vacuous("view.dtype", "strides_in_bytes", "operand: dtype int8"));
  EXPECT_TRUE(Vacuous("ravel", "strides_row_major", "operand: rank 3"));
  EXPECT_FALSE(Vacuous("reshape", "strides_row_major", "operand: rank 3"));
  EXPECT_TRUE(Vacuous("clone", "bits_forgotten", "operand: dtype complex64"));
  EXPECT_TRUE(Vacuous("fill_", "gaps_overwritten", "operand: column-major"));
  EXPECT_FALSE(Vacuous("fill_", "gaps_overwritten", "operand: stride 0"));
  EXPECT_TRUE(Vacuous("fill_", "write_lost", "operand: no elements"));
}

TEST(Vacuous, SomeEffectsAreAskedForWhereTheyShow) {
  const auto asked = [](std::string_view effect, std::string_view condition) {
    return IsAskedFor(Named(Effects(), effect), Named(Conditions(), condition));
  };
  EXPECT_FALSE(asked("numbers_cut_to_32_bits", "operand: rank 2"));
  EXPECT_TRUE(asked("numbers_cut_to_32_bits", "a number of 2^32 or more"));
  EXPECT_TRUE(asked("repeats_summed", "operand: rank >= 3, repeated entries"));
  EXPECT_FALSE(asked("repeats_summed", "negative entries"));
  EXPECT_TRUE(asked("refused", "operand: rank 2"));
  EXPECT_TRUE(asked("refused_write_shows", "operand: rank 4"));
  EXPECT_FALSE(asked("refused_write_shows", "operand: rank 5"));
  EXPECT_FALSE(asked("refused_write_shows", "operand: dtype int8"));
  EXPECT_TRUE(
      asked("earlier_contents", "called again after a write to its mask"));
  EXPECT_FALSE(asked("earlier_contents", "called again"));
  EXPECT_TRUE(asked("earlier_offset", "called again on other sizes"));
  EXPECT_FALSE(asked("write_lost", "called again after a write to its mask"));
}

}  // namespace vacuous_test
}  // namespace viewproof

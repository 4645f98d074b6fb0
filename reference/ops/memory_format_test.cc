#include "reference/ops/memory_format.h"

#include <variant>

#include "gtest/gtest.h"
#include "reference/core/test_util.h"

namespace viewproof {
namespace memory_format_test {

constexpr MemoryFormat kRows = MemoryFormat::kContiguous;
constexpr MemoryFormat kLast = MemoryFormat::kChannelsLast;
constexpr MemoryFormat kLast3d = MemoryFormat::kChannelsLast3d;
constexpr MemoryFormat kPreserve = MemoryFormat::kPreserve;

TEST(MemoryFormat, IsFoundByItsNameAndByNoOther) {
  for (const MemoryFormat format : kMemoryFormats) {
    EXPECT_EQ(FindMemoryFormat(Name(format)), format);
  }
  EXPECT_EQ(FindMemoryFormat("channels_first"), std::nullopt);
}

struct Question {
  const char* name;
  Geometry operand;
  bool rows;    // True if it is contiguous_format,
  bool last;    // channels_last,
  bool last3d;  // channels_last_3d.
};

class IsContiguousInFormat : public testing::TestWithParam<Question> {};

// is_contiguous_format.r1 is_contiguous_format.r2 is_contiguous_format.i1
// memory_format.d1
TEST_P(IsContiguousInFormat, AnswersAsPyTorchDoes) {
  const Question& q = GetParam();
  EXPECT_EQ(IsContiguousIn(q.operand, kRows), q.rows);
  EXPECT_EQ(IsContiguousIn(q.operand, kPreserve), q.rows);
  EXPECT_EQ(IsContiguousIn(q.operand, kLast), q.last);
  EXPECT_EQ(IsContiguousIn(q.operand, kLast3d), q.last3d);
}

INSTANTIATE_TEST_SUITE_P(
    Of, IsContiguousInFormat,
    testing::Values(
        Question{"Rows", {{2, 3, 4, 5}, {60, 20, 5, 1}, 0}, true, false, false},
        Question{"Nhwc", {{2, 3, 4, 5}, {60, 1, 15, 3}, 7}, false, true, false},
        Question{
            "OneChannel", {{2, 1, 3, 4}, {12, 9, 4, 1}, 0}, true, true, false},
        Question{
            "OnePixel", {{2, 3, 1, 1}, {3, 1, 8, 9}, 0}, true, true, false},
        Question{
            "OneElement", {{1, 1, 1, 1}, {4, 3, 2, 5}, 0}, true, true, false},
        Question{"GapsBetweenImages",
                 {{2, 3, 4, 5}, {99, 1, 15, 3}, 0},
                 false,
                 false,
                 false},
        Question{"NothingInRows",
                 {{0, 3, 4, 5}, {60, 20, 5, 1}, 0},
                 true,
                 false,
                 false},
        Question{"NothingChannelsLast",
                 {{2, 0, 4, 5}, {0, 1, 0, 0}, 0},
                 true,
                 true,
                 false},
        Question{"Ndhwc",
                 {{2, 3, 4, 5, 6}, {360, 1, 90, 18, 3}, 0},
                 false,
                 false,
                 true},
        Question{"AnotherRank", {{3, 4}, {4, 1}, 0}, true, false, false},
        Question{"StridesBeyondInt64",
                 {{0, k2To62, k2To62, 1}, {1, 1, 1, 1}, 0},
                 true,
                 false,
                 false}),
    kRowName);

// contiguous_format.r1
TEST(ContiguousIn, OfATensorInTheFormatIsTheTensorItself) {
  const Tensor one_channel = On(Iota({24}), {{2, 1, 3, 4}, {12, 9, 4, 1}, 0});
  for (const MemoryFormat format : {kRows, kLast, kPreserve}) {
    const auto result = ContiguousIn(one_channel, format).value();
    EXPECT_TRUE(std::holds_alternative<Itself>(result));
  }
}

struct Copied {
  const char* name;
  Ints sizes;
  MemoryFormat format;
  Ints strides;
};

class ContiguousInFormat : public testing::TestWithParam<Copied> {};

// contiguous_format.r2 contiguous_format.i1 memory_format.d2
TEST_P(ContiguousInFormat, IsACopyInTheOrderOfTheFormat) {
  const auto& [name, sizes, format, strides] = GetParam();
  const Tensor base = Iota(sizes);
  Tensor operand = base;
  if (format == kRows) operand.geometry.strides.assign(sizes.size(), 1);
  const auto copy = std::get<Tensor>(ContiguousIn(operand, format).value());
  EXPECT_EQ(copy.geometry, (Geometry{sizes, strides, 0}));
  EXPECT_NE(copy.storage, base.storage);
  EXPECT_EQ(copy.storage->size(), *Numel(sizes) * ItemSize(base.dtype));
  EXPECT_EQ(Values(copy), Values(operand));
  const auto again = ContiguousIn(copy, format).value();
  EXPECT_TRUE(std::holds_alternative<Itself>(again));
}

INSTANTIATE_TEST_SUITE_P(
    Of, ContiguousInFormat,
    testing::Values(
        Copied{"Rows", {2, 3}, kRows, {3, 1}},
        Copied{"Images", {2, 3, 4, 5}, kLast, {60, 1, 15, 3}},
        Copied{"OneImageOfOneRow", {1, 3, 1, 5}, kLast, {15, 1, 15, 3}},
        Copied{"Volumes", {2, 3, 1, 2, 2}, kLast3d, {12, 1, 12, 6, 3}},
        Copied{"NoImages", {0, 3, 4, 5}, kLast, {60, 1, 15, 3}},
        Copied{"NoChannels", {2, 0, 4, 5}, kLast, {0, 1, 0, 0}},
        Copied{"NoRows", {2, 3, 0, 5}, kLast, {0, 1, 15, 3}}),
    kRowName);

// contiguous_format.e1
TEST(ContiguousIn, RefusesToPreserveWhatIsNotContiguous) {
  const Tensor turned = On(Iota({6}), {{3, 2}, {1, 3}, 0});
  ExpectRefused(ContiguousIn(turned, kPreserve), "contiguous_format.e1");
}

// contiguous_format.e2
TEST(ContiguousIn, RefusesACopyBeyondInt64BeforeItLooksAtTheRank) {
  const Tensor base = Iota({1});
  const Tensor bytes = On(base, {{k2To62}, {0}, 0});
  ExpectRefused(ContiguousIn(bytes, kLast), "contiguous_format.e2");
  const Tensor strides = On(base, {{0, k2To62, 2, 1}, {1, 1, 1, 1}, 0});
  ExpectRefused(ContiguousIn(strides, kLast3d), "contiguous_format.e2");
}

// contiguous_format.e3
TEST(ContiguousIn, RefusesAnotherRank) {
  const Tensor base = Iota({24});
  const Tensor three = On(base, {{2, 3, 4}, {12, 4, 1}, 0});
  const Tensor five = On(base, {{1, 1, 2, 3, 4}, {24, 24, 12, 4, 1}, 0});
  const Tensor four = On(base, {{1, 2, 3, 4}, {24, 12, 4, 1}, 0});
  for (const Tensor& operand : {three, five}) {
    ExpectRefused(ContiguousIn(operand, kLast), "contiguous_format.e3");
  }
  for (const Tensor& operand : {three, four}) {
    ExpectRefused(ContiguousIn(operand, kLast3d), "contiguous_format.e3");
  }
}

}  // namespace memory_format_test
}  // namespace viewproof

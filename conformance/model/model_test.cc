#include "conformance/model/model.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <variant>
#include <vector>

namespace viewproof::model {
namespace {

using enum ErrorKind;

// A contiguous tensor whose byte k holds k. Of uint8 an address is an element.
Tensor Base(const Ints& sizes, DType dtype = DType::kUInt8) {
  std::vector<std::byte> bytes(Count(sizes) * ItemSize(dtype));
  for (std::size_t k = 0; k < bytes.size(); ++k) bytes[k] = std::byte(k);
  return Fresh(dtype, sizes, bytes);
}

std::vector<int> BytesIn(const Tensor& x) {
  std::vector<int> bytes;
  for (const std::byte byte : *x.storage) {
    bytes.push_back(static_cast<int>(byte));
  }
  return bytes;
}

Tensor Get(const Made& made) { return made.value(); }
Tensor Get(const Viewed& viewed) { return std::get<Tensor>(viewed); }

std::optional<ErrorKind> KindOf(const Viewed& viewed) {
  const auto* error = std::get_if<Error>(&viewed);
  return error == nullptr ? std::nullopt : std::optional(error->kind);
}
template <typename T>
std::optional<ErrorKind> KindOf(const Result<T>& result) {
  return result.ok() ? std::nullopt : std::optional(result.error().kind);
}

// The sizes of a result, and its addresses in row-major order.
void ExpectPlaces(const Tensor& x, const Ints& sizes, const Wides& addresses) {
  EXPECT_EQ(x.sizes, sizes);
  EXPECT_EQ(Addresses(x), addresses);
}

void ExpectPieces(const MadeMany& pieces, const std::vector<Wides>& lists) {
  ASSERT_TRUE(pieces.ok());
  ASSERT_EQ(pieces.value().size(), lists.size());
  for (std::size_t k = 0; k < lists.size(); ++k) {
    EXPECT_EQ(Addresses(pieces.value()[k]), lists[k]) << k;
  }
}

struct Row {
  std::string what;
  Tensor result;
  Ints sizes;
  Wides addresses;
};

std::ostream& operator<<(std::ostream& os, const Row& row) {
  return os << row.what;
}

class Places : public testing::TestWithParam<Row> {};

TEST_P(Places, AreThoseOfTheListWrittenByHand) {
  const Row& row = GetParam();
  ExpectPlaces(row.result, row.sizes, row.addresses);
  EXPECT_TRUE(IsAffine(row.result));
}

std::vector<Row> Rearrangements() {
  const Tensor x = Base({2, 3}), point = Base({});
  const Tensor wide = Base({1, 3, 1}), half = Base({2, 3}, DType::kInt16);
  return {
      {"permute", Get(Permute(x, {1, 0})), {3, 2}, {0, 3, 1, 4, 2, 5}},
      {"permute three",
       Get(Permute(Base({2, 1, 3}), {-1, 0, 1})),
       {3, 2, 1},
       {0, 3, 1, 4, 2, 5}},
      {"permute in bytes",
       Get(Permute(half, {1, 0})),
       {3, 2},
       {0, 6, 2, 8, 4, 10}},
      {"transpose", Get(Transpose(x, 0, -1)), {3, 2}, {0, 3, 1, 4, 2, 5}},
      {"transpose of a point", Get(Transpose(point, 0, -1)), {}, {0}},
      {"t", Get(TransposeMatrix(x)), {3, 2}, {0, 3, 1, 4, 2, 5}},
      {"T", ReverseDims(Base({2, 1, 3})), {3, 1, 2}, {0, 3, 1, 4, 2, 5}},
      {"T of a point", ReverseDims(point), {}, {0}},
      {"mT",
       Get(TransposeMatrices(Base({2, 2, 2}))),
       {2, 2, 2},
       {0, 2, 1, 3, 4, 6, 5, 7}},
      {"mT of a point", Get(TransposeMatrices(point)), {}, {0}},
      {"movedim",
       Get(MoveDim(Base({2, 1, 3}), {0}, {-1})),
       {1, 3, 2},
       {0, 3, 1, 4, 2, 5}},
      {"movedim of two",
       Get(MoveDim(Base({1, 2, 3}), {2, 0}, {0, 1})),
       {3, 1, 2},
       {0, 3, 1, 4, 2, 5}},
      {"movedim of a point", Get(MoveDim(point, {-1}, {0})), {}, {0}},
      {"t of a row", Get(TransposeMatrix(Base({2}))), {2}, {0, 1}},
      {"squeeze", Squeeze(wide), {3}, {0, 1, 2}},
      {"squeeze.dim", Get(SqueezeDim(wide, 0)), {3, 1}, {0, 1, 2}},
      {"squeeze.dim of 3", Get(SqueezeDim(wide, 1)), {1, 3, 1}, {0, 1, 2}},
      {"squeeze.dim of a point", Get(SqueezeDim(point, -1)), {}, {0}},
      {"squeeze.dims", Get(SqueezeDims(wide, {-1, 1})), {1, 3}, {0, 1, 2}},
      {"unsqueeze", Get(Unsqueeze(x, 1)), {2, 1, 3}, {0, 1, 2, 3, 4, 5}},
      {"unsqueeze at the end", Get(Unsqueeze(point, -1)), {1}, {0}},
      {"expand", Get(Expand(Base({2, 1}), {-1, 2})), {2, 2}, {0, 0, 1, 1}},
      {"expand by a new dimension",
       Get(Expand(Base({2}), {2, 2})),
       {2, 2},
       {0, 1, 0, 1}},
      {"expand_as",
       Get(ExpandAs(Base({2, 1}), Base({2, 2}))),
       {2, 2},
       {0, 0, 1, 1}},
      {"expand to nothing", Get(Expand(Base({1}), {0})), {0}, {}},
      {"detach", Detach(x), {2, 3}, {0, 1, 2, 3, 4, 5}},
  };
}

std::vector<Row> Selections() {
  const Tensor x = Base({2, 3}), line = Base({7});
  const auto none = std::nullopt;
  return {
      {"select", Get(Select(x, 0, -1)), {3}, {3, 4, 5}},
      {"select a column", Get(Select(x, 1, 1)), {2}, {1, 4}},
      {"slice", Get(Slice(line, 0, 1, 6, 2)), {3}, {1, 3, 5}},
      {"slice with an uneven end", Get(Slice(line, 0, 1, 5, 3)), {2}, {1, 4}},
      {"slice of all", Get(Slice(x, 1, none, none, 1)), {2, 3}, Addresses(x)},
      {"slice from the end", Get(Slice(line, 0, -2, none, 1)), {2}, {5, 6}},
      {"slice that ends before it starts",
       Get(Slice(line, 0, 5, 2, 1)),
       {0},
       {}},
      {"slice by a huge step",
       Get(Slice(x, 1, 1, INT64_MAX, INT64_MAX)),
       {2, 1},
       {1, 4}},
      {"narrow", Get(Narrow(x, 1, -2, 2)), {2, 2}, {1, 2, 4, 5}},
      {"diagonal", Get(Diagonal(x, 0, 0, 1)), {2}, {0, 4}},
      {"diagonal above", Get(Diagonal(x, 1, 0, 1)), {2}, {1, 5}},
      {"diagonal below", Get(Diagonal(x, -1, 0, 1)), {1}, {3}},
      {"diagonal of swapped dimensions", Get(Diagonal(x, 1, 1, 0)), {1}, {3}},
      {"diagonal of a stack",
       Get(Diagonal(Base({2, 2, 2}), 0, 0, 2)),
       {2, 2},
       {0, 5, 2, 7}},
      {"unfold",
       Get(Unfold(line, 0, 3, 2)),
       {3, 3},
       {0, 1, 2, 2, 3, 4, 4, 5, 6}},
      {"unfold of rows",
       Get(Unfold(x, 0, 2, 1)),
       {1, 3, 2},
       {0, 3, 1, 4, 2, 5}},
      {"unfold of a point", Get(Unfold(Base({}), 0, 1, 1)), {1}, {0}},
      {"unfold to windows of nothing",
       Get(Unfold(Base({2}), 0, 0, 1)),
       {3, 0},
       {}},
  };
}

std::vector<Row> Layouts() {
  const Tensor x = Base({2, 3}), columns = Get(TransposeMatrix(x));
  const Tensor half = Get(Slice(Base({6}, DType::kInt16), 0, 2, 6, 1));
  const auto none = std::nullopt;
  return {
      {"view", Get(View(x, {3, -1})), {3, 2}, {0, 1, 2, 3, 4, 5}},
      {"view splits a column",
       Get(View(Get(TransposeMatrix(Base({4, 2}))), {2, 2, 2})),
       {2, 2, 2},
       {0, 2, 4, 6, 1, 3, 5, 7}},
      {"view of an expanded run",
       Get(View(Get(Expand(Base({}), {2, 3})), {6})),
       {6},
       {0, 0, 0, 0, 0, 0}},
      {"view of nothing", Get(View(Base({2, 0}), {0, 5})), {0, 5}, {}},
      {"view_as", Get(ViewAs(x, Base({6}))), {6}, {0, 1, 2, 3, 4, 5}},
      {"reshape views",
       Get(Reshape(columns, {3, 2, 1})),
       {3, 2, 1},
       {0, 3, 1, 4, 2, 5}},
      {"reshape copies", Get(Reshape(columns, {6})), {6}, {0, 1, 2, 3, 4, 5}},
      {"reshape_as", Get(ReshapeAs(x, Base({6}))), {6}, {0, 1, 2, 3, 4, 5}},
      {"unflatten",
       Get(Unflatten(Get(TransposeMatrix(Base({4, 2}))), 1, {2, -1})),
       {2, 2, 2},
       {0, 2, 4, 6, 1, 3, 5, 7}},
      {"flatten", Get(Flatten(Base({1, 2, 2}), 1, -1)), {1, 4}, {0, 1, 2, 3}},
      {"flatten of a point", Get(Flatten(Base({}), 0, -1)), {1}, {0}},
      {"as_strided",
       Get(AsStrided(x, {2, 2}, {1, 2}, 1)),
       {2, 2},
       {1, 3, 2, 4}},
      {"as_strided starts where its operand does",
       Get(AsStrided(half, {2}, {3}, none)),
       {2},
       {4, 10}},
      {"as_strided counts its offset in elements from the storage's start",
       Get(AsStrided(half, {2}, {1}, 1)),
       {2},
       {2, 4}},
  };
}

INSTANTIATE_TEST_SUITE_P(Rearrangements, Places,
                         testing::ValuesIn(Rearrangements()));
INSTANTIATE_TEST_SUITE_P(Selections, Places, testing::ValuesIn(Selections()));
INSTANTIATE_TEST_SUITE_P(Layouts, Places, testing::ValuesIn(Layouts()));

struct Refusal {
  std::string what;
  std::optional<ErrorKind> actual;
  ErrorKind kind;
};

std::ostream& operator<<(std::ostream& os, const Refusal& refusal) {
  return os << refusal.what;
}

class Refusals : public testing::TestWithParam<Refusal> {};

TEST_P(Refusals, HaveTheKindOfTheMistake) {
  ASSERT_TRUE(GetParam().actual.has_value());
  EXPECT_EQ(*GetParam().actual, GetParam().kind);
}

std::vector<Refusal> OfIndices() {
  const Tensor x = Base({2, 3}), point = Base({});
  const Tensor one = Get(AsStrided(point, {1}, {INT64_MAX}, 0));
  return {
      {"permute a short list", KindOf(Permute(x, {0})), kRank},
      {"permute twice", KindOf(Permute(x, {0, -2})), kDuplicateDim},
      {"permute past the rank", KindOf(Permute(x, {0, 2})), kDimOutOfRange},
      {"transpose", KindOf(Transpose(x, 0, 2)), kDimOutOfRange},
      {"transpose a point", KindOf(Transpose(point, 1, 0)), kDimOutOfRange},
      {"t of a cube", KindOf(TransposeMatrix(Base({1, 1, 1}))), kRank},
      {"mT of a row", KindOf(TransposeMatrices(Base({2}))), kRank},
      {"movedim lists", KindOf(MoveDim(x, {0}, {})), kRank},
      {"movedim from 2", KindOf(MoveDim(x, {2}, {0})), kDimOutOfRange},
      {"movedim to 2", KindOf(MoveDim(x, {0}, {2})), kDimOutOfRange},
      {"movedim 0 twice", KindOf(MoveDim(x, {0, -2}, {0, 1})), kDuplicateDim},
      {"movedim twice to 0", KindOf(MoveDim(x, {0, 1}, {0, 0})), kDuplicateDim},
      {"squeeze.dim", KindOf(SqueezeDim(x, -3)), kDimOutOfRange},
      {"squeeze.dims", KindOf(SqueezeDims(x, {1, -1})), kDuplicateDim},
      {"unsqueeze", KindOf(Unsqueeze(x, 3)), kDimOutOfRange},
      {"expand fewer", KindOf(Expand(x, {3})), kRank},
      {"expand a new -1", KindOf(Expand(x, {-1, 2, 3})), kArgument},
      {"expand below -1", KindOf(Expand(x, {0, -2, 3})), kArgument},
      {"expand 2 to 4", KindOf(Expand(x, {4, 3})), kSize},
      {"expand_as", KindOf(ExpandAs(x, Base({2, 2}))), kSize},
      {"expand beyond", KindOf(Expand(point, {INT64_MAX, 2})), kOverflow},
      {"select a point", KindOf(Select(point, 0, 0)), kRank},
      {"select", KindOf(Select(x, 0, 2)), kIndexOutOfRange},
      {"select past the rank", KindOf(Select(x, 2, 0)), kDimOutOfRange},
      {"slice a point", KindOf(Slice(point, 0, 0, 1, 1)), kRank},
      {"slice by 0", KindOf(Slice(x, 0, 0, 1, 0)), kArgument},
      {"slice beyond", KindOf(Slice(one, 0, 0, 1, 2)), kOverflow},
      {"narrow by -1", KindOf(Narrow(x, 0, 0, -1)), kArgument},
      {"narrow from 3", KindOf(Narrow(x, 0, 3, 0)), kIndexOutOfRange},
      {"narrow past the end", KindOf(Narrow(x, 0, -1, 2)), kSize},
      {"diagonal of one", KindOf(Diagonal(x, 0, 1, -1)), kDuplicateDim},
      {"diagonal of a point", KindOf(Diagonal(point, 0, 0, 1)), kDimOutOfRange},
      {"unfold", KindOf(Unfold(x, 0, 3, 1)), kSize},
      {"unfold by 0", KindOf(Unfold(x, 0, 1, 0)), kArgument},
      {"unfold -1", KindOf(Unfold(x, 0, -1, 1)), kArgument},
      {"unbind a point", KindOf(Unbind(point, 0)), kRank},
      {"split by 0", KindOf(Split(x, 0, 0)), kSize},
      {"split by -1", KindOf(Split(x, -1, 0)), kArgument},
      {"split in 2 and 2", KindOf(SplitWithSizes(x, {2, 2}, 1)), kSize},
      {"split in 4 and -1", KindOf(SplitWithSizes(x, {4, -1}, 1)), kArgument},
      {"chunk by 0", KindOf(Chunk(x, 0, 0)), kArgument},
      {"chunk past the rank", KindOf(Chunk(x, 1, 2)), kDimOutOfRange},
      {"tensor_split a point", KindOf(TensorSplit(point, 1, 0)), kRank},
      {"tensor_split by 0", KindOf(TensorSplit(x, 0, 0)), kArgument},
      {"tensor_split past the rank", KindOf(TensorSplitIndices(x, {}, 2)),
       kDimOutOfRange},
      {"hsplit a point", KindOf(HSplitIndices(point, {})), kRank},
      {"hsplit 3 by -2", KindOf(HSplit(x, -2)), kSize},
      {"hsplit 3 by -3", KindOf(HSplit(x, -3)), kArgument},
      {"vsplit a row", KindOf(VSplit(Base({2}), 1)), kRank},
      {"vsplit a row at", KindOf(VSplitIndices(Base({2}), {1})), kRank},
      {"vsplit by 0", KindOf(VSplit(x, 0)), kSize},
  };
}

std::vector<Refusal> OfLayouts() {
  const Tensor x = Base({2, 3}), empty = Base({0, 3});
  const Tensor columns = Get(TransposeMatrix(x));
  const auto none = std::nullopt;
  return {
      {"view of columns", KindOf(View(columns, {6})), kNotViewable},
      {"view of 5", KindOf(View(x, {5})), kSize},
      {"view of 4 rows", KindOf(View(x, {4, -1})), kSize},
      {"view of -2", KindOf(View(x, {-2})), kArgument},
      {"view of -1 twice", KindOf(View(x, {-1, -1})), kInference},
      {"view of -1 beside 0", KindOf(View(empty, {0, -1})), kInference},
      {"view of nothing beyond", KindOf(View(empty, {0, INT64_MAX, 2})),
       kOverflow},
      {"view of nothing whose -1 stands beside too many",
       KindOf(View(empty, {INT64_MAX, 2, -1})), kSize},
      {"view_as", KindOf(ViewAs(x, Base({5}))), kSize},
      {"reshape", KindOf(Reshape(columns, {5})), kSize},
      {"reshape_as", KindOf(ReshapeAs(x, Base({5}))), kSize},
      {"unflatten 2", KindOf(Unflatten(x, 2, {1})), kDimOutOfRange},
      {"unflatten to no sizes", KindOf(Unflatten(x, 0, {})), kArgument},
      {"unflatten a point", KindOf(Unflatten(Base({}), 0, {1})), kRank},
      {"unflatten to -2", KindOf(Unflatten(x, 0, {-2})), kArgument},
      {"unflatten to -1 twice", KindOf(Unflatten(x, 0, {-1, -1})), kInference},
      {"unflatten to 6", KindOf(Unflatten(x, 0, {6})), kSize},
      {"unflatten nothing beyond", KindOf(Unflatten(empty, 0, {0, INT64_MAX})),
       kOverflow},
      {"flatten backwards", KindOf(Flatten(x, 1, 0)), kArgument},
      {"flatten", KindOf(Flatten(x, 0, 2)), kDimOutOfRange},
      {"as_strided lists", KindOf(AsStrided(x, {2}, {1, 1}, none)), kRank},
      {"as_strided back", KindOf(AsStrided(x, {2}, {-1}, 5)), kArgument},
      {"as_strided below 0", KindOf(AsStrided(x, {1}, {1}, -1)), kArgument},
      {"as_strided -1", KindOf(AsStrided(x, {-1, 0}, {1, 1}, 0)), kArgument},
      {"as_strided outside", KindOf(AsStrided(x, {2, 2}, {3, 2}, 1)),
       kOutOfBounds},
      {"as_strided beyond", KindOf(AsStrided(x, {3}, {INT64_MAX}, 0)),
       kOverflow},
      {"as_strided too many",
       KindOf(AsStrided(x, {INT64_MAX, INT64_MAX}, {0, 0}, 0)), kOverflow},
  };
}

INSTANTIATE_TEST_SUITE_P(OfIndices, Refusals, testing::ValuesIn(OfIndices()));
INSTANTIATE_TEST_SUITE_P(OfLayouts, Refusals, testing::ValuesIn(OfLayouts()));

TEST(Pieces, OfUnbindAreRowsWithoutTheDimension) {
  const Tensor x = Base({2, 3});
  ExpectPieces(Unbind(x, 1), {{0, 3}, {1, 4}, {2, 5}});
  ExpectPieces(Unbind(Base({0, 3}), 0), {});
}

TEST(Pieces, OfSplitAreEqualButForTheLast) {
  ExpectPieces(Split(Base({5}), 2, 0), {{0, 1}, {2, 3}, {4}});
  ExpectPieces(Split(Base({4}), 2, 0), {{0, 1}, {2, 3}});
  ExpectPieces(Split(Base({2}), 9, 0), {{0, 1}});
  ExpectPieces(Split(Base({0}), 0, 0), {Wides()});
}

TEST(Pieces, OfSplitWithSizesHaveTheLengthsGiven) {
  ExpectPieces(SplitWithSizes(Base({4}), {1, 0, 3}, 0), {{0}, {}, {1, 2, 3}});
  ExpectPieces(SplitWithSizes(Base({0}), {}, 0), {});
}

TEST(Pieces, OfChunkMayBeFewerThanAskedFor) {
  ExpectPieces(Chunk(Base({5}), 4, 0), {{0, 1}, {2, 3}, {4}});
  ExpectPieces(Chunk(Base({5}), INT64_MAX, 0), {{0}, {1}, {2}, {3}, {4}});
  ExpectPieces(Chunk(Base({0}), 3, 0), {Wides(), Wides(), Wides()});
}

TEST(Pieces, OfTensorSplitDifferByOneAtMost) {
  ExpectPieces(TensorSplit(Base({5}), 3, 0), {{0, 1}, {2, 3}, {4}});
  ExpectPieces(TensorSplit(Base({2}), 3, 0), {{0}, {1}, {}});
}

TEST(Pieces, AtIndicesAreSlices) {
  ExpectPieces(TensorSplitIndices(Base({4}), {3, -3, 9}, 0),
               {{0, 1, 2}, {}, {1, 2, 3}, {}});
  ExpectPieces(TensorSplitIndices(Base({2}), {}, 0), {{0, 1}});
}

TEST(Pieces, OfHsplitAreColumnsAndOfVsplitRows) {
  const Tensor x = Base({2, 2});
  ExpectPieces(HSplit(x, 2), {{0, 2}, {1, 3}});
  ExpectPieces(HSplitIndices(Base({2}), {1}), {{0}, {1}});
  ExpectPieces(VSplit(x, 2), {{0, 1}, {2, 3}});
  ExpectPieces(VSplitIndices(x, {-1}), {{0, 1}, {2, 3}});
}

TEST(Start, OfAnEmptyResultIsWhereItWouldBegin) {
  const Tensor x = Base({4, 6}, DType::kInt16);
  EXPECT_TRUE(Start(Get(Slice(x, 0, 5, 9, 1))) == 48);
  EXPECT_TRUE(Start(Get(Narrow(x, 0, 2, 0))) == 24);
  EXPECT_TRUE(Start(Get(Diagonal(x, 9, 0, 1))) == 0);
  const Tensor none = Get(Slice(x, 0, 2, 2, 1));
  EXPECT_EQ(Addresses(Get(AsStrided(none, {2}, {1}, std::nullopt))),
            (Wides{24, 26}));
}

TEST(Steps, OfADimensionOfSizeOneGoOnBehindWhatLiesToItsRight) {
  const Tensor x = Base({2, 3}, DType::kInt16);
  EXPECT_EQ(Steps(Get(Unsqueeze(x, 0))), (Wides{12, 6, 2}));
  EXPECT_EQ(Steps(Get(Unsqueeze(x, 2))), (Wides{6, 2, 2}));
  EXPECT_EQ(Steps(Get(Expand(x, {1, 2, 3}))), (Wides{12, 6, 2}));
  EXPECT_EQ(Steps(Get(View(x, {1, 6, 1}))), (Wides{12, 2, 2}));
  EXPECT_EQ(Steps(Get(Slice(x, 0, 0, 1, 2))), (Wides{12, 2}));
}

TEST(Storage, IsSharedByAViewAndNewInACopy) {
  const Tensor x = Base({2, 3}), columns = Get(TransposeMatrix(x));
  EXPECT_EQ(Get(View(x, {6})).storage, x.storage);
  EXPECT_EQ(Get(Reshape(x, {6})).storage, x.storage);
  EXPECT_EQ(Contiguous(x).value().storage, x.storage);
  EXPECT_NE(Get(Reshape(columns, {6})).storage, x.storage);
  const Tensor copy = Contiguous(columns).value();
  EXPECT_NE(copy.storage, x.storage);
  EXPECT_EQ(BytesIn(copy), (std::vector<int>{0, 3, 1, 4, 2, 5}));
}

TEST(View, OfMoreAddressesThanAreListedIsLeftToOthers) {
  const Tensor at_the_limit = Get(Expand(Base({}), {64, 64}));
  const Tensor above = Get(Expand(Base({}), {64, 65}));
  EXPECT_TRUE(std::holds_alternative<Tensor>(View(at_the_limit, {-1})));
  EXPECT_TRUE(std::holds_alternative<Abstained>(View(above, {-1})));
  EXPECT_TRUE(std::holds_alternative<Abstained>(Reshape(above, {-1})));
  EXPECT_TRUE(std::holds_alternative<Abstained>(Flatten(above, 0, 1)));
  EXPECT_EQ(KindOf(View(above, {7})), kSize);
}

TEST(Fill, WritesTheElementsOfTheViewAndNoOtherByte) {
  const Tensor x = Base({2, 2}, DType::kInt16);
  ASSERT_TRUE(Fill(Get(Select(x, 1, 1)), 0x0102).ok());
  EXPECT_EQ(BytesIn(x), (std::vector<int>{0, 1, 2, 1, 4, 5, 2, 1}));
  ASSERT_TRUE(Fill(Get(Slice(x, 0, 0, 0, 1)), 7).ok());
  EXPECT_EQ(BytesIn(x), (std::vector<int>{0, 1, 2, 1, 4, 5, 2, 1}));
}

// One element: 1 + 2j.
Tensor Number() {
  std::vector<std::byte> bytes(8);
  Encode(DType::kComplex64, {.re = 1, .im = 2}, bytes.data());
  return Fresh(DType::kComplex64, {1}, bytes);
}

Scalar Read(const Tensor& x) { return Decode(x.dtype, BytesOf(x).data()); }

TEST(Fill, StoresTheNegativeThroughANegativeTensor) {
  const Tensor x = Number();
  ASSERT_TRUE(Fill(Get(Imag(Conj(x))), 101).ok());
  EXPECT_EQ(Read(x), (Scalar{.re = 1, .im = -101}));
}

TEST(Fill, RefusesATargetWithABitThatHoldsAnElementTwice) {
  EXPECT_EQ(KindOf(Fill(Get(Expand(Conj(Number()), {3})), 101)), kOverlap);
}

TEST(Conj, IsReadAndCopiedAsTheConjugate) {
  const Tensor x = Number();
  EXPECT_EQ(Read(Conj(x)), (Scalar{.re = 1, .im = -2}));
  EXPECT_EQ(Read(Conj(Conj(x))), (Scalar{.re = 1, .im = 2}));
  ASSERT_TRUE(Copy(x, Conj(x)).ok());
  EXPECT_EQ(Read(x), (Scalar{.re = 1, .im = -2}));
}

TEST(Parts, LieHalfAnElementApart) {
  const Tensor x = Number();
  EXPECT_EQ(Addresses(Get(ViewAsReal(x))), (Wides{0, 4}));
  EXPECT_EQ(Addresses(Get(Real(Conj(x)))), (Wides{0}));
  EXPECT_EQ(Addresses(Get(Imag(x))), (Wides{4}));
  EXPECT_EQ(Read(Get(Imag(Conj(x)))), (Scalar{.re = -2}));
  EXPECT_EQ(KindOf(ViewAsReal(Conj(x))), kState);
  EXPECT_EQ(KindOf(Imag(Get(Imag(x)))), kDType);
}

TEST(ViewAsComplex, TakesAlignedPairs) {
  const Tensor x = Base({3, 3}, DType::kFloat32);
  const Tensor window = Get(AsStrided(x, {2, 2}, {4, 1}, 2));
  EXPECT_EQ(Addresses(Get(ViewAsComplex(window))), (Wides{8, 24}));
  EXPECT_EQ(KindOf(ViewAsComplex(x)), kSize);
  EXPECT_EQ(KindOf(ViewAsComplex(Get(Narrow(x, 1, 0, 2)))), kNotViewable);
  EXPECT_EQ(KindOf(ViewAsComplex(Get(AsStrided(x, {1, 2}, {3, 1}, 0)))),
            std::nullopt);
  EXPECT_EQ(KindOf(ViewAsComplex(Get(AsStrided(x, {2}, {1}, 1)))),
            kNotViewable);
}

TEST(ConjugateTranspose, IsOfMatricesAndNumbers) {
  const Tensor x = Base({2, 3}, DType::kComplex64);
  EXPECT_EQ(Addresses(Get(ConjugateTranspose(x))),
            (Wides{0, 24, 8, 32, 16, 40}));
  EXPECT_TRUE(Get(BatchConjugateTranspose(x)).conj);
  EXPECT_EQ(KindOf(ConjugateTranspose(Base({3}))), kRank);
  EXPECT_EQ(KindOf(BatchConjugateTranspose(Base({3}))), kRank);
}

TEST(Copy, PutsEachElementAtItsIndexAndSpreadsASizeOfOne) {
  const Tensor x = Base({2, 3});
  ASSERT_TRUE(Copy(Get(TransposeMatrix(x)), Base({2})).ok());
  EXPECT_EQ(BytesIn(x), (std::vector<int>{0, 0, 0, 1, 1, 1}));
  ASSERT_TRUE(Copy(Get(Select(x, 0, 1)), Get(Select(Base({9}), 0, 8))).ok());
  EXPECT_EQ(BytesIn(x), (std::vector<int>{0, 0, 0, 8, 8, 8}));
}

TEST(Copy, ConvertsToTheTargetsDType) {
  const Tensor x = Base({2}, DType::kInt16);
  ASSERT_TRUE(Copy(x, Base({2})).ok());
  EXPECT_EQ(BytesIn(x), (std::vector<int>{0, 0, 1, 0}));
}

TEST(Copy, RefusesASourceThatDoesNotSpreadToTheTarget) {
  EXPECT_EQ(KindOf(Copy(Base({2, 3}), Base({2}))), kSize);
  EXPECT_EQ(KindOf(Copy(Base({1}), Base({3}))), kSize);
  EXPECT_EQ(KindOf(Copy(Base({3}), Base({1, 3}))), kSize);
}

TEST(Copy, RefusesANumberThatThePartBelongsTo) {
  const Tensor number = Fresh(DType::kComplex64, {}, std::vector<std::byte>(8));
  EXPECT_EQ(KindOf(Copy(Imag(number).value(), number)), kOverlap);
  EXPECT_EQ(KindOf(Copy(Real(number).value(), number)), kOverlap);
}

TEST(Copy, RefusesATargetThatHoldsAnElementTwice) {
  const Tensor x = Get(Expand(Base({1, 2}), {2, 2}));
  EXPECT_EQ(KindOf(Copy(x, Base({2, 2}))), kOverlap);
  EXPECT_TRUE(Copy(x, x).ok());
  const Tensor nothing = Get(Expand(Base({1, 0}), {2, 0}));
  EXPECT_TRUE(Copy(nothing, Base({2, 0})).ok());
}

TEST(Copy, RefusesRunsThatPartlyOverlap) {
  const Tensor x = Base({6});
  const auto run = [&x](int64_t start) { return Get(Narrow(x, 0, start, 3)); };
  EXPECT_EQ(KindOf(Copy(run(0), run(2))), kOverlap);
  EXPECT_TRUE(Copy(run(0), run(0)).ok());
  EXPECT_TRUE(Copy(run(0), run(3)).ok());
  EXPECT_EQ(BytesIn(x), (std::vector<int>{3, 4, 5, 3, 4, 5}));
}

TEST(Copy, RefusesTheSameRunInAnotherOrder) {
  const Tensor x = Base({3, 3});
  EXPECT_EQ(KindOf(Copy(x, Get(TransposeMatrix(x)))), kOverlap);
  EXPECT_TRUE(Copy(x, Get(View(Get(View(x, {9})), {3, 3}))).ok());
}

TEST(Copy, OfATensorWithGapsIsNoPartialOverlap) {
  const Tensor x = Base({8});
  const Tensor even = Get(Slice(x, 0, 0, 8, 2));
  const Tensor odd = Get(Slice(x, 0, 1, 8, 2));
  ASSERT_TRUE(Copy(even, odd).ok());
  EXPECT_EQ(BytesIn(x), (std::vector<int>{1, 1, 3, 3, 5, 5, 7, 7}));
}

TEST(Copy, OfTheSamePlacesAsAnotherDTypeConverts) {
  const Tensor x = Base({4});
  ASSERT_TRUE(Copy(Get(ViewDType(x, DType::kBool)), x).ok());
  EXPECT_EQ(BytesIn(x), (std::vector<int>{0, 1, 1, 1}));
}

TEST(ViewDType, CutsRowsOfBytesAnew) {
  const Tensor x = Get(Slice(Base({2, 8}), 1, 4, 8, 1));
  const Tensor wide = Get(ViewDType(x, DType::kInt16));
  ExpectPlaces(wide, {2, 2}, {4, 6, 12, 14});
  ExpectPlaces(Get(ViewDType(wide, DType::kInt32)), {2, 1}, {4, 12});
  ExpectPlaces(Get(ViewDType(wide, DType::kInt8)), {2, 4},
               {4, 5, 6, 7, 12, 13, 14, 15});
  EXPECT_TRUE(IsAffine(Get(ViewDType(wide, DType::kInt8))));
}

TEST(ViewDType, RefusesPlacesThatAreNoElements) {
  const Tensor x = Base({4, 4});
  EXPECT_EQ(KindOf(ViewDType(Get(TransposeMatrix(x)), DType::kInt16)),
            kNotViewable);
  EXPECT_EQ(KindOf(ViewDType(Get(Slice(x, 1, 1, 3, 1)), DType::kInt16)),
            kNotViewable);
  EXPECT_EQ(
      KindOf(ViewDType(Get(AsStrided(x, {2, 2}, {3, 1}, 0)), DType::kInt16)),
      kNotViewable);
  EXPECT_EQ(KindOf(ViewDType(Get(Slice(x, 1, 0, 3, 1)), DType::kInt16)), kSize);
  EXPECT_EQ(KindOf(ViewDType(Base({}), DType::kInt16)), kRank);
  const Tensor far =
      Get(AsStrided(Base({1}, DType::kInt16), {0}, {1}, INT64_MAX));
  EXPECT_EQ(KindOf(ViewDType(far, DType::kInt8)), kOverflow);
  Tensor bits = x;
  bits.neg = true;
  EXPECT_EQ(KindOf(ViewDType(bits, x.dtype)), kState);
}

constexpr MemoryFormat kLast = MemoryFormat::kChannelsLast;
constexpr MemoryFormat kLast3d = MemoryFormat::kChannelsLast3d;

TEST(ContiguousIn, LaysTheChannelsLast) {
  const Tensor x = Base({1, 3, 1, 2});
  EXPECT_FALSE(IsContiguousIn(x, kLast));
  const Tensor copy = Get(ContiguousIn(x, kLast));
  ExpectPlaces(copy, x.sizes, {0, 3, 1, 4, 2, 5});
  EXPECT_EQ(BytesIn(copy), (std::vector<int>{0, 2, 4, 1, 3, 5}));
  EXPECT_TRUE(IsContiguousIn(copy, kLast));
  EXPECT_FALSE(IsContiguousIn(copy, MemoryFormat::kPreserve));
}

TEST(ContiguousIn, AsksNothingForTheStridesOfTheFormat) {
  const Tensor x = Base({2, 0, 1, 2, 3});
  EXPECT_FALSE(IsContiguousIn(x, kLast3d));
  const Tensor copy = Get(ContiguousIn(x, kLast3d));
  EXPECT_TRUE(IsContiguousIn(copy, kLast3d));
  EXPECT_TRUE(IsContiguousIn(copy, MemoryFormat::kContiguous));
  EXPECT_EQ(Steps(copy), (Wides{0, 1, 0, 0, 0}));
}

TEST(ContiguousIn, RefusesAnotherRankAndNothingToPreserve) {
  const Tensor x = Base({2, 3});
  EXPECT_EQ(KindOf(ContiguousIn(x, kLast)), kRank);
  EXPECT_EQ(KindOf(ContiguousIn(x, kLast3d)), kRank);
  EXPECT_EQ(
      KindOf(ContiguousIn(Get(TransposeMatrix(x)), MemoryFormat::kPreserve)),
      kArgument);
  EXPECT_EQ(KindOf(ContiguousIn(Get(Expand(x, {INT64_MAX / 6, 2, 3})), kLast)),
            kRank);
  const Tensor wide = Base({1}, DType::kInt16);
  EXPECT_EQ(KindOf(ContiguousIn(Get(Expand(wide, {INT64_MAX})), kLast)),
            kOverflow);
}

}  // namespace
}  // namespace viewproof::model

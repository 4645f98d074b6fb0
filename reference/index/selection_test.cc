#include "reference/index/selection.h"

#include <ostream>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reference/index/index_test_util.h"

namespace viewproof {
namespace selection_test {

using testing::ElementsAre;
using testing::IsEmpty;

// float32[2,3,4]
const Geometry kCube = {{2, 3, 4}, {12, 4, 1}, 0};

Result<Selection> Select(const Index<Tensor>& index,
                         const Geometry& operand = kCube) {
  return SelectFrom(ApplyBasic(operand, index).value());
}

const Tensor kPair = Longs({0, 1});

struct Row {
  std::string name;
  Index<Tensor> index;
  Ints sizes;
};

void PrintTo(const Row& row, std::ostream* os) { *os << row.name; }

class Sizes : public testing::TestWithParam<Row> {};

// index.d5
TEST_P(Sizes, HaveTheShapeInPlaceOfNeighboursElseInFront) {
  EXPECT_EQ(Select(GetParam().index).value().sizes, GetParam().sizes);
}

INSTANTIATE_TEST_SUITE_P(
    Every, Sizes,
    testing::ValuesIn<Row>({
        {"First", {kPair}, {2, 3, 4}},
        {"Middle", {kWhole, Longs({0, 1, 2, 2, 0})}, {2, 5, 4}},
        {"Neighbours", {kWhole, kPair, kPair}, {2, 2}},
        {"Apart", {kPair, kWhole, kPair}, {2, 3}},
        {"AroundANumber", {kPair, 0, kPair}, {2}},
        {"AfterANumberAndARange", {0, kWhole, kPair}, {3, 2}},
        {"AroundNull", {kPair, NewAxis(), kPair}, {2, 1, 4}},
        {"AroundNoDimension", {kWhole, kPair, Ellipsis(), kPair}, {2, 2}},
        {"AroundAnEllipsis", {kPair, Ellipsis(), kPair}, {2, 3}},
        {"Matrix", {kWhole, Of(DType::kInt64, {1, 2}, {0, 1})}, {2, 1, 2, 4}},
        {"Broadcast",
         {Of(DType::kInt64, {2, 1}, {0, 1}), Longs({0, 1, 2})},
         {2, 3, 4}},
        {"MaskOfTwo", {Mask({2, 3}, {1, 0, 1, 0, 1, 0})}, {3, 4}},
        {"MaskBeforeANumber", {Mask({2, 3}, {1, 0, 1, 0, 1, 0}), 1}, {3}},
        {"True", {true}, {1, 2, 3, 4}},
        {"FalseAtTheEnd", {Ellipsis(), false}, {2, 3, 4, 0}},
        {"TrueBesideNumbers", {true, kPair}, {2, 3, 4}},
        {"EmptyList", {kWhole, Longs({})}, {2, 0, 4}},
    }),
    kRowName);

Ints AddressesFor(const Index<Tensor>& index, const Geometry& operand = kCube) {
  return AddressesOf(Select(index, operand).value()).value();
}

// index.d4
TEST(AddressesOf, AreThoseOfTheElementsNamed) {
  EXPECT_THAT(AddressesFor({Longs({1, -2}), Longs({2, 0}), 3}),
              ElementsAre(23, 3));
  EXPECT_THAT(AddressesFor({1, Mask({3}, {1, 0, 1}), Range{1, 3, {}}}),
              ElementsAre(13, 14, 21, 22));
}

// index.d5
TEST(AddressesOf, GoByTheShapeFirstIfItStandsInFront) {
  EXPECT_THAT(AddressesFor({kPair, Range{1, 3, {}}, Longs({3, 0})}),
              ElementsAre(7, 11, 16, 20));
  EXPECT_THAT(AddressesFor({Range{1, 2, {}}, Longs({2, 0}), Longs({3, 1})}),
              ElementsAre(23, 13));
}

// index.d5
TEST(AddressesOf, RepeatANumberIfASizeOfOneIsBroadcast) {
  const Geometry matrix = {{3, 4}, {1, 3}, 5};
  EXPECT_THAT(
      AddressesFor({Of(DType::kInt64, {2, 1}, {2, 0}), Longs({0, 3})}, matrix),
      ElementsAre(7, 16, 5, 14));
}

// index.d3
TEST(AddressesOf, OfFalseAreNone) {
  EXPECT_THAT(AddressesFor({false}), IsEmpty());
}

// index.e7
TEST(SelectFrom, RefusesPicksThatDoNotBroadcast) {
  ExpectRefused(Select({kPair, Longs({0, 1, 2})}), "index.e7");
  ExpectRefused(Select({kPair, Longs({})}), "index.e7");
  EXPECT_TRUE(Select({Longs({0}), Longs({})}).ok());
}

// index.e8
TEST(SelectFrom, RefusesToPickFromNoElements) {
  const Geometry empty = {{0, 3}, {3, 1}, 0};
  ExpectRefused(Select({Longs({0})}, empty), "index.e8");
  EXPECT_TRUE(Select({Longs({})}, empty).ok());
  EXPECT_TRUE(Select({Mask({0}, {})}, empty).ok());
}

// index.e9
TEST(AddressesOf, RefusesANumberOutOfRangeIfAnythingIsNamed) {
  for (const int64_t number : {2, -3}) {
    ExpectRefused(AddressesOf(Select({Longs({0, number})}).value()),
                  "index.e9");
  }
  const Geometry empty = {{0, 3}, {3, 1}, 0};
  EXPECT_THAT(AddressesFor({kWhole, Longs({9})}, empty), IsEmpty());
}

}  // namespace selection_test
}  // namespace viewproof

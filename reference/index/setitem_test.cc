#include "reference/index/setitem.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reference/index/index_test_util.h"

namespace viewproof {
namespace setitem_test {

using testing::ElementsAre;

// x[index] = value, then the elements of x; none where it is refused.
std::vector<double> After(const Tensor& x, const Index<Tensor>& index,
                          const NumberOr<Tensor>& value) {
  if (!SetItem(x, index, value).ok()) return {};
  return Values(x);
}

// setitem.r1 setitem.r4 setitem.d1
TEST(SetItem, MakesAPartTheValue) {
  EXPECT_THAT(After(Iota({2, 2}), {1}, Scalar{101}),
              ElementsAre(1, 2, 101, 101));
  EXPECT_THAT(After(Iota({2, 2}), {Ellipsis(), 0}, Iota({2})),
              ElementsAre(1, 2, 2, 4));
  EXPECT_THAT(After(Mask({3}, {0, 0, 0}), {1}, Scalar{101}),
              ElementsAre(0, 1, 0));
}

// setitem.r1 setitem.r4
TEST(SetItem, MakesWhatIsPickedTheValue) {
  EXPECT_THAT(
      After(Iota({4}), {Longs({3, -4})}, Of(DType::kFloat32, {2}, {8, 9})),
      ElementsAre(9, 2, 3, 8));
  EXPECT_THAT(After(Iota({2, 2}), {Mask({2, 2}, {0, 1, 1, 0})}, Scalar{101}),
              ElementsAre(1, 101, 101, 4));
  EXPECT_THAT(After(Iota({2, 2}), {kWhole, Longs({1})}, Iota({2, 1})),
              ElementsAre(1, 1, 3, 2));
}

// setitem.d1
TEST(SetItem, LeavesOutLeadingSizesOfOneOfTheValue) {
  EXPECT_THAT(After(Iota({2, 2}), {0, 0}, Iota({1, 1, 1}, DType::kFloat32)),
              ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(After(Iota({2, 2}), {1}, Iota({1, 1, 2})),
              ElementsAre(1, 2, 1, 2));
  EXPECT_THAT(After(Iota({2, 2}), {Longs({1})}, Iota({1, 1, 2})),
              ElementsAre(1, 2, 1, 2));
}

// setitem.r2
TEST(SetItem, ByFalseAloneDoesNothingWhateverTheValue) {
  EXPECT_THAT(After(Iota({2}), {false}, Scalar{101}), ElementsAre(1, 2));
  EXPECT_THAT(After(Iota({2}), {false}, Iota({7})), ElementsAre(1, 2));
}

// setitem.r3
TEST(SetItem, ByTrueAloneIsThatByNull) {
  EXPECT_THAT(After(Iota({2}), {true}, Scalar{101}), ElementsAre(101, 101));
  const Tensor expanded = On(Iota({1}), {{2}, {0}, 0});
  ExpectRefused(SetItem(expanded, {true}, Scalar{101}), "setitem.e2");
  EXPECT_TRUE(SetItem(expanded, {true, Ellipsis()}, Scalar{101}).ok());
}

// setitem.r1
TEST(SetItem, ReadsAnElementOfItsTargetFirst) {
  const Tensor x = Iota({3});
  EXPECT_THAT(After(x, {Ellipsis()}, On(x, {{}, {}, 1})), ElementsAre(2, 2, 2));
  const Tensor y = Iota({3});
  EXPECT_THAT(After(y, {Mask({3}, {1, 1, 0})}, On(y, {{1}, {1}, 2})),
              ElementsAre(3, 3, 3));
}

// setitem.e1
TEST(SetItem, RefusesAValueThatDoesNotBroadcast) {
  ExpectRefused(SetItem(Iota({2, 3}), {0}, Iota({2})), "setitem.e1");
  ExpectRefused(SetItem(Iota({2, 3}), {0}, Iota({2, 3})), "setitem.e1");
  ExpectRefused(SetItem(Iota({2, 3}), {Longs({0, 1})}, Iota({2})),
                "setitem.e1");
}

// setitem.e2
TEST(SetItem, RefusesAPartThatHoldsAnElementTwice) {
  const Tensor x = On(Iota({1}), {{3}, {0}, 0});
  ExpectRefused(SetItem(x, {kWhole}, Scalar{101}), "setitem.e2");
  ExpectRefused(SetItem(x, {kWhole}, Iota({2})), "setitem.e1");
  EXPECT_TRUE(SetItem(x, {1}, Scalar{101}).ok());
  EXPECT_TRUE(SetItem(x, {kWhole}, x).ok());
  EXPECT_TRUE(SetItem(x, {Longs({0, 1})}, Scalar{101}).ok());
}

// setitem.e3
TEST(SetItem, RefusesAValueThatOverlapsThePartInPart) {
  const Tensor x = Iota({4});
  ExpectRefused(SetItem(x, {Range{0, 2, {}}}, On(x, {{2}, {1}, 1})),
                "setitem.e3");
  EXPECT_TRUE(SetItem(x, {Range{0, 2, {}}}, On(x, {{2}, {1}, 2})).ok());
  EXPECT_TRUE(SetItem(x, {kWhole}, x).ok());
  const Tensor odd = On(x, {{2, 1, 2}, {2, 9, 1}, 0});
  EXPECT_TRUE(SetItem(odd, {kWhole}, odd).ok());
  ExpectRefused(SetItem(odd, {NewAxis()}, odd), "setitem.e3");
}

// setitem.e4
TEST(SetItem, RefusesAValueThatOverlapsThePartThatIsPickedFrom) {
  const Tensor x = Iota({2, 2});
  const Tensor row = On(x, {{2}, {1}, 0});
  ExpectRefused(SetItem(x, {Longs({1})}, row), "setitem.e4");
  ExpectRefused(SetItem(x, {Longs({0, 1})}, x), "setitem.e4");
  ExpectRefused(SetItem(x, {Iota({1})}, row), "setitem.e4");
  const Tensor column = On(x, {{2, 1}, {2, 1}, 0});
  EXPECT_TRUE(SetItem(x, {kWhole, Longs({1})}, column).ok());
}

// setitem.e4
TEST(SetItem, RefusesAnIndexTensorThatOverlapsThePart) {
  const Tensor x = Longs({0, 1, 2});
  ExpectRefused(SetItem(x, {x}, Scalar{5}), "setitem.e4");
  ExpectRefused(SetItem(x, {On(x, {{2}, {1}, 0})}, Scalar{5}), "setitem.e4");
  ExpectRefused(SetItem(x, {On(x, {{3}, {1}, 0})}, Longs({5, 6, 7})),
                "setitem.e4");
  const Tensor real = Iota({2});
  ExpectRefused(SetItem(real, {real}, Scalar{5}), "setitem.e4");
  const Tensor mask = Mask({3}, {1, 0, 1});
  ExpectRefused(SetItem(mask, {mask}, Mask({2}, {0, 0})), "setitem.e4");
  EXPECT_TRUE(SetItem(mask, {mask}, Scalar{0}).ok());
  EXPECT_THAT(Values(x), ElementsAre(0, 1, 2));
}

// setitem.e4 index.d7
TEST(SetItem, TakesAnIndexTensorFromBesideThePart) {
  const Tensor x = Of(DType::kInt64, {2, 3}, {5, 6, 7, 2, 0, 2});
  const Tensor row = On(x, {{3}, {1}, 3});
  EXPECT_THAT(After(x, {0, row}, Scalar{101}),
              ElementsAre(101, 6, 101, 2, 0, 2));
  const Tensor y = Of(DType::kInt64, {6}, {5, 2, 6, -3, 7, 2});
  EXPECT_TRUE(
      SetItem(On(y, {{3}, {2}, 0}), {On(y, {{3}, {2}, 1})}, Scalar{103}).ok());
  EXPECT_THAT(Values(y), ElementsAre(103, 2, 6, -3, 103, 2));
}

Tensor WithBit(Tensor x) {
  x.neg = true;
  return x;
}

// setitem.e4
TEST(SetItem, TakesWhatOverlapsThePartWhereEitherHasABit) {
  const Tensor x = Iota({2, 2});
  const Tensor row = On(x, {{2}, {1}, 0});
  EXPECT_TRUE(SetItem(x, {Longs({1})}, WithBit(row)).ok());
  EXPECT_THAT(Values(x), ElementsAre(1, 2, -1, -2));
  EXPECT_TRUE(SetItem(WithBit(x), {Longs({1})}, row).ok());
}

// setitem.e7
TEST(SetItem, RefusesToPickFromAPartWithABitThatHoldsAnElementTwice) {
  const Tensor rows = WithBit(On(Iota({2}), {{3, 2}, {0, 1}, 0}));
  ExpectRefused(SetItem(rows, {Longs({})}, Scalar{101}), "setitem.e7");
  ExpectRefused(SetItem(rows, {Mask({3}, {0, 1, 0})}, Scalar{101}),
                "setitem.e7");
  ExpectRefused(SetItem(rows, {Longs({9})}, Scalar{101}), "index.e9");
  EXPECT_THAT(Values(rows), ElementsAre(-1, -2, -1, -2, -1, -2));
  EXPECT_TRUE(SetItem(rows, {0, Longs({1})}, Scalar{101}).ok());
  EXPECT_THAT(Values(rows), ElementsAre(-1, 101, -1, 101, -1, 101));
}

// setitem.r1 write.d2
TEST(SetItem, StoresTheNegativeThroughANegativeTensor) {
  const Tensor x = Iota({4});
  const Tensor negative = WithBit(x);
  EXPECT_THAT(After(negative, {Longs({3, 0})}, Scalar{101}),
              ElementsAre(101, -2, -3, 101));
  EXPECT_THAT(After(negative, {1}, Scalar{102}),
              ElementsAre(101, 102, -3, 101));
  EXPECT_THAT(After(negative, {Mask({4}, {0, 0, 1, 0})}, Scalar{103}),
              ElementsAre(101, 102, 103, 101));
  EXPECT_THAT(Values(x), ElementsAre(-101, -102, -103, -101));
}

// setitem.e5 index.e6
TEST(SetItem, RefusesOneElementForAMaskOfUInt8) {
  const Tensor mask = Of(DType::kUInt8, {2}, {1, 0});
  ExpectRefused(SetItem(Iota({2}), {mask}, Scalar{101}), "setitem.e5");
  ExpectRefused(SetItem(Iota({2}), {mask}, Iota({1, 1})), "setitem.e5");
  ExpectRefused(SetItem(Iota({3}), {mask}, Scalar{101}), "index.e6");
  EXPECT_TRUE(SetItem(Iota({2, 2}), {mask}, Iota({2})).ok());
  EXPECT_TRUE(SetItem(Iota({2, 2}), {mask, Longs({0})}, Scalar{101}).ok());
}

// setitem.e6
TEST(SetItem, RefusesAnotherDTypeThroughAnAdvancedIndex) {
  const Tensor value = Iota({2}, DType::kInt16);
  ExpectRefused(SetItem(Iota({2}), {Longs({0, 1})}, value), "setitem.e6");
  ExpectRefused(SetItem(Iota({2}), {Longs({0, 9})}, value), "setitem.e6");
  EXPECT_THAT(After(Iota({2}), {kWhole}, value), ElementsAre(1, 2));
  EXPECT_THAT(After(Iota({2}), {Mask({2}, {0, 1})}, Iota({1}, DType::kInt16)),
              ElementsAre(1, 1));
}

// index.e4 index.e5 index.e6 index.e9 storage.i3
TEST(SetItem, IsRefusedWithItsIndexAndWritesNothing) {
  const Tensor x = Iota({2});
  ExpectRefused(SetItem(x, {2}, Iota({5})), "index.e4");
  ExpectRefused(SetItem(x, {Iota({1})}, Scalar{101}), "index.e5");
  ExpectRefused(SetItem(x, {Mask({3}, {}), Iota({1})}, Scalar{101}),
                "index.e2");
  ExpectRefused(SetItem(Iota({2, 2}), {Mask({3}, {}), Iota({1})}, Scalar{101}),
                "index.e6");
  ExpectRefused(SetItem(Iota({2, 2}), {Mask({3}, {}), Iota({1})}, Iota({2})),
                "index.e5");
  ExpectRefused(SetItem(x, {Longs({0, 2})}, Scalar{101}), "index.e9");
  EXPECT_THAT(Values(x), ElementsAre(1, 2));
}

// setitem.e8
TEST(SetItem, RefusesANumberThatTheDTypeDoesNotTakeBeforeAllElse) {
  const Tensor x = Iota({3}, DType::kUInt8);
  for (const Index<Tensor>& index : std::vector<Index<Tensor>>{
           {0}, {9}, {false}, {Longs({})}, {Range{0, 0, {}}}, {0, 0}}) {
    ExpectRefused(SetItem(x, index, Scalar{300}), "setitem.e8");
  }
  EXPECT_THAT(After(x, {0}, Scalar{-1}), ElementsAre(255, 2, 3));
}

// setitem.e9
TEST(SetItem, RefusesAnElementThatTheDTypeDoesNotTakeForAMaskAlone) {
  const Tensor x = Iota({3}, DType::kUInt8);
  const Tensor large = Of(DType::kInt16, {}, {300});
  ExpectRefused(SetItem(x, {Mask({3}, {0, 0, 0})}, large), "setitem.e9");
  ExpectRefused(SetItem(x, {Longs({0})}, large), "setitem.e6");
  EXPECT_THAT(After(x, {0}, large), ElementsAre(44, 2, 3));
}

}  // namespace setitem_test
}  // namespace viewproof

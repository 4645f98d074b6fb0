#include "reference/ops/write.h"

#include <cmath>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reference/core/test_util.h"

namespace viewproof {
namespace write_test {

using testing::ElementsAre;

// fill_.r1 fill_.r2 storage.i1
TEST(Fill, WritesTheElementsAndNothingBetween) {
  const Tensor base = Iota({6});
  ASSERT_TRUE(Fill(On(base, {{2}, {2}, 1}), Scalar{101}).ok());
  EXPECT_THAT(Values(base), ElementsAre(1, 101, 3, 101, 5, 6));
}

// fill_.r1
TEST(Fill, OfAnExpandedTargetIsNoError) {
  const Tensor base = Iota({2});
  ASSERT_TRUE(Fill(On(base, {{3}, {0}, 1}), Scalar{101}).ok());
  EXPECT_THAT(Values(base), ElementsAre(1, 101));
}

// fill_.r1
TEST(Fill, OfNoElementsWritesNone) {
  const Tensor base = Iota({2});
  ASSERT_TRUE(Fill(On(base, {{0}, {1}, 1}), Scalar{101}).ok());
  EXPECT_THAT(Values(base), ElementsAre(1, 2));
}

// `tensor` with these bits.
Tensor With(Tensor tensor, bool conj, bool neg) {
  tensor.conj = conj;
  tensor.neg = neg;
  return tensor;
}

// fill_.r1 write.d2
TEST(Fill, StoresWhatReadsBackThroughTheBit) {
  const Tensor base = Iota({2});
  const Tensor negative = With(On(base, {{1}, {1}, 1}), false, true);
  ASSERT_TRUE(Fill(negative, Scalar{101}).ok());
  EXPECT_THAT(Values(negative), ElementsAre(101));
  EXPECT_THAT(Values(base), ElementsAre(1, -101));
}

// fill_.e1 storage.i3
TEST(Fill, RejectsABitOnATargetThatHoldsAnElementTwice) {
  const Tensor base = Iota({2}, DType::kComplex64);
  const Geometry repeated = {{3}, {0}, 1};
  for (const bool conj : {false, true}) {
    ExpectRefused(Fill(With(On(base, repeated), conj, !conj), Scalar{101}),
                  "fill_.e1");
  }
  EXPECT_TRUE(
      Fill(With(On(base, {{3, 0}, {0, 1}, 1}), true, false), Scalar{101}).ok());
  EXPECT_THAT(Values(base), ElementsAre(1, 2));
}

// fill_.e2 storage.i3
TEST(Fill, RejectsANumberThatTheDTypeDoesNotTake) {
  const Tensor base = Iota({2}, DType::kUInt8);
  ExpectRefused(Fill(base, Scalar{300}), "fill_.e2");
  ExpectRefused(Fill(On(base, {{0}, {1}, 0}), Scalar{300}), "fill_.e2");
  EXPECT_THAT(Values(base), ElementsAre(1, 2));
  ASSERT_TRUE(Fill(base, Scalar{-1}).ok());
  EXPECT_THAT(Values(base), ElementsAre(255, 255));
}

// zero_.r1
TEST(Zero, WritesTheElementsAndNothingBetween) {
  const Tensor base = Iota({5});
  ASSERT_TRUE(Zero(On(base, {{2}, {2}, 1})).ok());
  EXPECT_THAT(Values(base), ElementsAre(1, 0, 3, 0, 5));
  EXPECT_TRUE(Zero(On(base, {{3}, {0}, 0})).ok());
}

// zero_.e1
TEST(Zero, RejectsABitOnATargetThatHoldsAnElementTwice) {
  const Tensor base = Iota({2}, DType::kComplex64);
  ExpectRefused(Zero(With(On(base, {{3}, {0}, 1}), true, false)), "zero_.e1");
}

// add_.r1 add_.r3 storage.i1
TEST(Add, AddsToTheElementsAndToNothingBetween) {
  const Tensor base = Iota({2, 3});
  const Tensor transposed = On(base, {{2, 2}, {2, 3}, 0});
  ASSERT_TRUE(Add(transposed, Iota({2})).ok());
  EXPECT_THAT(Values(base), ElementsAre(2, 2, 4, 6, 5, 8));
  ASSERT_TRUE(Add(On(base, {{1}, {1}, 5}), Scalar{-0.5}).ok());
  EXPECT_THAT(Values(base), ElementsAre(2, 2, 4, 6, 5, 7.5));
  ASSERT_TRUE(Add(base, base).ok());
  EXPECT_THAT(Values(base), ElementsAre(4, 4, 8, 12, 10, 15));
}

// add_.r2
TEST(Add, RoundsWrapsOrIsOr) {
  const Tensor bytes = Iota({2}, DType::kUInt8);
  ASSERT_TRUE(Add(bytes, Scalar{254}).ok());
  EXPECT_THAT(Values(bytes), ElementsAre(255, 0));
  const Tensor whole = Iota({1}, DType::kInt64);
  ASSERT_TRUE(Add(whole, Whole((int64_t{1} << 53))).ok());
  EXPECT_EQ(Read(whole)[0], Whole((int64_t{1} << 53) + 1));
  const Tensor small = Iota({1}, DType::kFloat16);
  ASSERT_TRUE(Add(small, Scalar{0x1p-11}).ok());
  EXPECT_THAT(Values(small), ElementsAre(1));
  const Tensor truths = Iota({3}, DType::kBool);
  ASSERT_TRUE(Add(truths, truths).ok());
  EXPECT_EQ(Values(truths), Values(Iota({3}, DType::kBool)));
}

// add_.r1 write.d2
TEST(Add, AddsWhatABitShows) {
  const Tensor base = Iota({2}, DType::kComplex64);
  Encode(DType::kComplex64, {1, 2}, ElementAt(base, 0));
  const Tensor conjugate = With(On(base, {{1}, {1}, 0}), true, false);
  ASSERT_TRUE(Add(conjugate, Scalar{1, 1}).ok());
  EXPECT_EQ(Read(base)[0], (Scalar{2, 1}));
}

// add_.e1
TEST(Add, RejectsATargetThatHoldsAnElementTwice) {
  const Tensor repeated = On(Iota({2}), {{3}, {0}, 1});
  ExpectRefused(Add(repeated, Scalar{101}), "add_.e1");
  ExpectRefused(Add(repeated, repeated), "add_.e1");
  ExpectRefused(Add(With(repeated, false, true), Iota({3})), "add_.e1");
  ExpectRefused(Add(repeated, Iota({5})), "add_.e1");
  ExpectRefused(Add(With(repeated, false, true), Iota({5})), "add_.e3");
}

// add_.e2
TEST(Add, RejectsATensorThatOverlapsTheTargetInPart) {
  const Tensor base = Iota({4});
  const Tensor low = On(base, {{3}, {1}, 0}), high = On(base, {{3}, {1}, 1});
  ExpectRefused(Add(low, high), "add_.e2");
  EXPECT_TRUE(Add(low, With(high, false, true)).ok());
  EXPECT_TRUE(Add(With(low, false, true), high).ok());
}

// add_.e3
TEST(Add, RejectsATensorThatDoesNotBroadcast) {
  ExpectRefused(Add(Iota({3}), Iota({2})), "add_.e3");
  ExpectRefused(Add(Iota({3}), Iota({1, 3})), "add_.e3");
}

// add_.e4
TEST(Add, RejectsANumberOfAnotherKind) {
  const Tensor whole = Iota({0}, DType::kInt8);
  for (const double number : {1.5, -0.0, HUGE_VAL}) {
    ExpectRefused(Add(whole, Scalar{number}), "add_.e4");
  }
  ExpectRefused(Add(Iota({2}), Scalar{0, 1}), "add_.e4");
  ExpectRefused(Add(Iota({2}, DType::kBool), Scalar{1}), "add_.e4");
  EXPECT_TRUE(Add(Iota({2}, DType::kComplex64), Scalar{0, 1}).ok());
}

// copy_.r2 copy_.r3
TEST(Copy, WritesTheElementsAndNothingBetween) {
  const Tensor base = Iota({6});
  ASSERT_TRUE(Copy(On(base, {{2, 2}, {3, 2}, 0}), Iota({2, 1})).ok());
  EXPECT_THAT(Values(base), ElementsAre(1, 2, 1, 2, 5, 2));
}

// copy_.r2
TEST(Copy, BroadcastsASourceOfLowerRank) {
  const Tensor base = Iota({2, 2});
  ASSERT_TRUE(Copy(base, On(Iota({9}), {{}, {}, 8})).ok());
  EXPECT_THAT(Values(base), ElementsAre(9, 9, 9, 9));
}

// copy_.r2 dtype.d2
TEST(Copy, ConvertsToTheTargetsDType) {
  const Tensor target = Iota({2}, DType::kInt16);
  const Tensor source = Iota({2}, DType::kComplex64);
  Encode(DType::kComplex64, {2.75, 9}, ElementAt(source, 0));
  ASSERT_TRUE(Copy(target, source).ok());
  EXPECT_THAT(Values(target), ElementsAre(2, 2));
}

// copy_.r1
TEST(Copy, OfTheSameGeometryOnTheSameStorageIsNoError) {
  const Tensor base = Iota({2});
  const Tensor repeated = On(base, {{3}, {0}, 1});
  EXPECT_TRUE(Copy(repeated, repeated).ok());
  EXPECT_THAT(Values(base), ElementsAre(1, 2));
}

// copy_.r1 copy_.r2 write.d2
TEST(Copy, OfTheSameGeometryWithOtherBitsTurnsSignsInPlace) {
  const Tensor base = Iota({2});
  ASSERT_TRUE(Copy(base, With(base, false, true)).ok());
  EXPECT_THAT(Values(base), ElementsAre(-1, -2));
  const Tensor negative = With(base, false, true);
  ASSERT_TRUE(Copy(negative, negative).ok());
  EXPECT_THAT(Values(base), ElementsAre(-1, -2));
}

// copy_.r2 write.d2
TEST(Copy, WritesThroughAConjugateWhatReadsBack) {
  const Tensor base = Iota({1}, DType::kComplex128);
  const Tensor source = Iota({1}, DType::kComplex128);
  Encode(source.dtype, {3, 4}, ElementAt(source, 0));
  const Tensor conjugate = With(base, true, false);
  ASSERT_TRUE(Copy(conjugate, source).ok());
  EXPECT_THAT(Read(conjugate), ElementsAre(Scalar{3, 4}));
  EXPECT_THAT(Read(base), ElementsAre(Scalar{3, -4}));
}

// copy_.e1
TEST(Copy, OfOtherBitsIntoATargetThatHoldsAnElementTwiceIsRefused) {
  const Tensor repeated = On(Iota({2}), {{3}, {0}, 1});
  ExpectRefused(Copy(repeated, With(repeated, false, true)), "copy_.e1");
}

struct Refused {
  const char* name;
  Geometry target;
  Geometry source;
  ErrorRule rule;
};

class CopyOnOneStorageRejects : public testing::TestWithParam<Refused> {};

// copy_.e1 copy_.e2 copy_.e3 storage.i3
TEST_P(CopyOnOneStorageRejects, NamingTheBrokenRuleAndWritingNothing) {
  const auto& [name, target, source, rule] = GetParam();
  const Tensor base = Iota({8});
  ExpectRefused(Copy(On(base, target), On(base, source)), rule);
  EXPECT_EQ(base.storage->bytes, Iota({8}).storage->bytes);
}

INSTANTIATE_TEST_SUITE_P(
    Geometries, CopyOnOneStorageRejects,
    testing::Values(
        Refused{"Repeats", {{3}, {0}, 0}, {{3}, {1}, 4}, "copy_.e1"},
        Refused{"RepeatsBeforeSize", {{3}, {0}, 0}, {{4}, {1}, 4}, "copy_.e1"},
        Refused{"Shifted", {{3}, {1}, 1}, {{3}, {1}, 0}, "copy_.e2"},
        Refused{"OverlapBeforeSize", {{3}, {1}, 1}, {{2}, {1}, 0}, "copy_.e2"},
        Refused{
            "Transposed", {{2, 2}, {2, 1}, 0}, {{2, 2}, {1, 2}, 0}, "copy_.e2"},
        Refused{"OneElementWithin", {{4}, {1}, 0}, {{}, {}, 2}, "copy_.e2"},
        Refused{"OddStrideOfSizeOne", {{1}, {7}, 0}, {{1}, {1}, 0}, "copy_.e2"},
        Refused{"Size", {{3}, {1}, 0}, {{2}, {1}, 4}, "copy_.e3"},
        Refused{"LeadingOne", {{3}, {1}, 0}, {{1, 3}, {3, 1}, 4}, "copy_.e3"},
        Refused{"NoElementIntoOne", {{1}, {1}, 0}, {{0}, {1}, 0}, "copy_.e3"}),
    kRowName);

struct Accepted {
  const char* name;
  Geometry target;
  Geometry source;
};

class CopyOnOneStorageAccepts : public testing::TestWithParam<Accepted> {};

// copy_.e1 copy_.e2: what they do not refuse.
TEST_P(CopyOnOneStorageAccepts, WhatPyTorchDoesNotLookFor) {
  const Tensor base = Iota({8});
  EXPECT_TRUE(
      Copy(On(base, GetParam().target), On(base, GetParam().source)).ok());
}

INSTANTIATE_TEST_SUITE_P(
    Geometries, CopyOnOneStorageAccepts,
    testing::Values(Accepted{"SideBySide", {{3}, {1}, 0}, {{3}, {1}, 3}},
                    Accepted{"Gappy", {{2}, {2}, 2}, {{2}, {2}, 0}},
                    Accepted{"RepeatedSource", {{3}, {1}, 0}, {{3}, {0}, 1}},
                    Accepted{"RepeatedTargetOfNone",
                             {{3, 0}, {0, 1}, 0},
                             {{3, 0}, {1, 1}, 0}},
                    Accepted{"StrideZeroOfSizeOne",
                             {{1, 3}, {0, 1}, 0},
                             {{1, 3}, {3, 1}, 3}}),
    kRowName);

}  // namespace write_test
}  // namespace viewproof

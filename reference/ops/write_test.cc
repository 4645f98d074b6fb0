#include "reference/ops/write.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reference/core/test_util.h"

namespace viewproof {
namespace {

using testing::ElementsAre;

// fill_.r1 fill_.r2 storage.i1
TEST(Fill, WritesTheElementsAndNothingBetween) {
  const Tensor base = Iota({6});
  ASSERT_TRUE(Fill(On(base, {{2}, {2}, 1}), 101).ok());
  EXPECT_THAT(Values(base), ElementsAre(1, 101, 3, 101, 5, 6));
}

// fill_.r1
TEST(Fill, OfAnExpandedTargetIsNoError) {
  const Tensor base = Iota({2});
  ASSERT_TRUE(Fill(On(base, {{3}, {0}, 1}), 101).ok());
  EXPECT_THAT(Values(base), ElementsAre(1, 101));
}

// fill_.r1
TEST(Fill, OfNoElementsWritesNone) {
  const Tensor base = Iota({2});
  ASSERT_TRUE(Fill(On(base, {{0}, {1}, 1}), 101).ok());
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
  ASSERT_TRUE(Fill(negative, 101).ok());
  EXPECT_THAT(Values(negative), ElementsAre(101));
  EXPECT_THAT(Values(base), ElementsAre(1, -101));
}

// fill_.e1 storage.i3
TEST(Fill, RejectsABitOnATargetThatHoldsAnElementTwice) {
  const Tensor base = Iota({2}, DType::kComplex64);
  const Geometry repeated = {{3}, {0}, 1};
  for (const bool conj : {false, true}) {
    ExpectRefused(Fill(With(On(base, repeated), conj, !conj), 101), "fill_.e1");
  }
  EXPECT_TRUE(Fill(With(On(base, {{3, 0}, {0, 1}, 1}), true, false), 101).ok());
  EXPECT_THAT(Values(base), ElementsAre(1, 2));
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

}  // namespace
}  // namespace viewproof

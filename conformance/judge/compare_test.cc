#include "conformance/judge/compare.h"

#include <gtest/gtest.h>

#include <functional>
#include <ostream>
#include <string>
#include <variant>
#include <vector>

#include "conformance/judge/testing.h"

namespace viewproof {
namespace compare_test {

using Outputs = std::vector<Output>;

Output& ElementDisplay(Reply& reply, int64_t step, std::size_t output = 0) {
  return std::get<Outputs>(reply.steps[step - 1])[output];
}

std::vector<Difference> Compare(const Vector& vector, const Reply& reply,
                                const Hello& hello = FullHello(),
                                Facets demanded = Facets::All()) {
  Judgement judgement;
  Comparator(hello, demanded).Compare(vector, reply, judgement);
  return judgement.differences;
}

TEST(Comparator, GoesOnAfterADifferenceInAWaivedFacet) {
  const Vector vector = VectorOf("float32[2,3] | t() | select(0, 1)");
  Reply reply = ReplyOf(vector);
  ElementDisplay(reply, 1).offset = 7;
  ElementDisplay(reply, 2).storage = 5;
  Hello hello = FullHello();
  hello.facets = {Facet::kStrides, Facet::kAlias};
  Comparator comparator(hello, hello.facets);
  Judgement judgement;
  comparator.Compare(vector, reply, judgement, {Facet::kStrides});
  ASSERT_EQ(judgement.differences.back().facet, Facet::kAlias);
  EXPECT_EQ(judgement.differences.back().step, 2);
  comparator.Compare(vector, reply, judgement);
  for (const Difference& d : judgement.differences) EXPECT_EQ(d.step, 1);
}

TEST(Comparator, SeesAValueBeyond2To53ThatIsOffByOne) {
  const Vector vector = VectorOf("int64[1]{9007199254740993} | clone()");
  Reply reply = ReplyOf(vector);
  EXPECT_TRUE(Compare(vector, reply).empty());
  ElementDisplay(reply, 1).values->list[0] = Whole(9007199254740992);
  const std::vector<Difference> differences = Compare(vector, reply);
  ASSERT_EQ(differences.size(), 1u);
  EXPECT_EQ(Name(differences[0].kind), "values");
}

TEST(Comparator, LooksAtTheSignOfAZeroIfHelloHasTheForm) {
  Hello signed_zero = FullHello();
  signed_zero.forms = {CaseForm::kSignedZero};
  for (const char* text :
       {"float32[1] | fill_(-0.0) | read() @0.0",
        "complex64[1]{1} | conj() | resolve_conj()", "float32[1]{0} | t()"}) {
    const Vector vector = VectorOf(text);
    Reply reply = ReplyOf(vector);
    EXPECT_TRUE(Compare(vector, reply, signed_zero).empty()) << text;
    Scalar& zero = ElementDisplay(reply, vector.expect.size()).values->list[0];
    (zero.re == 0 ? zero.re : zero.im) *= -1;
    EXPECT_TRUE(Compare(vector, reply).empty()) << text;
    const std::vector<Difference> differences =
        Compare(vector, reply, signed_zero);
    ASSERT_EQ(differences.size(), 1u) << text;
    EXPECT_EQ(differences[0].facet, Facet::kValues) << text;
    EXPECT_NE(differences[0].expected, differences[0].actual) << text;
  }
}

struct Row {
  const char* name;
  const char* test;
  std::function<void(Reply&)> change;
  Facet facet;
  int64_t step;
  const char* difference;
  const char* op;
};

std::ostream& operator<<(std::ostream& os, const Row& row) {
  return os << row.name;
}

class OneChange : public testing::TestWithParam<Row> {};

TEST_P(OneChange, IsTheFirstDifferenceOfItsFacet) {
  const Row& row = GetParam();
  const Vector vector = VectorOf(row.test);
  Reply reply = ReplyOf(vector);
  ASSERT_TRUE(Compare(vector, reply).empty());
  row.change(reply);
  for (const Difference& d : Compare(vector, reply)) {
    if (d.facet != row.facet) continue;
    EXPECT_EQ(d.step, row.step);
    EXPECT_EQ(Name(d.kind), row.difference);
    EXPECT_EQ(d.op, row.op);
    return;
  }
  ADD_FAILURE() << "the change was not seen in facet " << Name(row.facet);
}

constexpr const char* kWindow =
    "float32[3,4] | slice(1, 1, 3, 1) | fill_(101) | read() @0.0";
constexpr const char* kOtherView =
    "float32[3,4] | slice(1, 1, 3, 1) | fill_(101) | t() @0.0";
constexpr const char* kRefused = "float32[3,4] | t() | view([12])";

INSTANTIATE_TEST_SUITE_P(
    Differences, OneChange,
    testing::Values(
        Row{"ErrorDue", kRefused, [](Reply& r) { r.steps[1] = Outputs(1); },
            Facet::kShape, 2, "ok_for_error", "view"},
        Row{"ErrorCame", kRefused, [](Reply& r) { r.steps[0] = ErrorReply{}; },
            Facet::kShape, 1, "error_for_ok", "t"},
        Row{"NoKind", kRefused,
            [](Reply& r) { std::get<ErrorReply>(r.steps[1]).kind.reset(); },
            Facet::kErrorKind, 2, "kind", "view"},
        Row{"Count", "float32[4] | split(2, 0)",
            [](Reply& r) { std::get<Outputs>(r.steps[0]).pop_back(); },
            Facet::kShape, 1, "count", "split"},
        Row{"DType", "float32[4] | view([4])",
            [](Reply& r) { ElementDisplay(r, 1).dtype = DType::kFloat64; },
            Facet::kShape, 1, "dtype", "view"},
        Row{"Sizes", "float32[4] | view([4])",
            [](Reply& r) {
              ElementDisplay(r, 1).sizes = {2, 2};
            },
            Facet::kShape, 1, "sizes", "view"},
        Row{"Result", "float32[4] | is_contiguous()",
            [](Reply& r) { r.steps[0] = false; }, Facet::kShape, 1, "result",
            "is_contiguous"},
        Row{"Copied", kWindow,
            [](Reply& r) { ElementDisplay(r, 1).storage = 1; }, Facet::kAlias,
            1, "copied", "slice"},
        Row{"Shared", "float32[2,3] | t() | contiguous()",
            [](Reply& r) { ElementDisplay(r, 2).storage = 0; }, Facet::kAlias,
            2, "shared", "contiguous"},
        Row{"Strides", kWindow,
            [](Reply& r) {
              ElementDisplay(r, 1).strides = {2, 1};
            },
            Facet::kStrides, 1, "strides", "slice"},
        Row{"OffsetInBytes", kWindow,
            [](Reply& r) { ElementDisplay(r, 1).offset = 4; }, Facet::kStrides,
            1, "offset", "slice"},
        Row{"NoOffset", kWindow,
            [](Reply& r) { ElementDisplay(r, 1).offset.reset(); },
            Facet::kStrides, 1, "offset", "slice"},
        Row{"Contiguous", kWindow,
            [](Reply& r) { ElementDisplay(r, 1).contiguous = true; },
            Facet::kStrides, 1, "contiguous", "slice"},
        Row{"SizeOneStride", "float32[1,4] | view([1,4])",
            [](Reply& r) {
              ElementDisplay(r, 1).strides = {9, 1};
            },
            Facet::kExact, 1, "strides", "view"},
        Row{"StorageOfEmpty", "float32[4] | slice(0, 2, 2, 1)",
            [](Reply& r) { ElementDisplay(r, 1).storage = 1; }, Facet::kExact,
            1, "copied", "slice"},
        Row{"Bits", "float32[4] | view([4])",
            [](Reply& r) { ElementDisplay(r, 1).neg = true; }, Facet::kExact, 1,
            "bits", "view"},
        Row{"Self", "float32[4] | contiguous()",
            [](Reply& r) { ElementDisplay(r, 1).self = false; },
            Facet::kIdentity, 1, "self", "contiguous"},
        Row{"ReadOut", kWindow,
            [](Reply& r) { ElementDisplay(r, 1).values->list[0] = {1}; },
            Facet::kValues, 1, "read_out", "slice"},
        Row{"ValuesOfACopy", "float32[2,3] | t() | contiguous()",
            [](Reply& r) { ElementDisplay(r, 2).values->list[0] = {7}; },
            Facet::kValues, 2, "values", "contiguous"},
        Row{"NotANumber", "float32[2] | t() | contiguous()",
            [](Reply& r) {
              ElementDisplay(r, 1).values->list[0] = {__builtin_nan("")};
            },
            Facet::kValues, 1, "read_out", "t"},
        Row{"Bytes", "float32[1] bytes | view([1])",
            [](Reply& r) { ElementDisplay(r, 1).bytes = "00010203ff"; },
            Facet::kValues, 1, "bytes", "view"},
        Row{"Digest", "float32[2,300] cycle | t() | contiguous()",
            [](Reply& r) { *ElementDisplay(r, 2).crc32 ^= 1; }, Facet::kValues,
            2, "digest", "contiguous"},
        Row{"NoDigest", "float32[300] cycle | read()",
            [](Reply& r) { ElementDisplay(r, 1).crc32.reset(); },
            Facet::kValues, 1, "digest", "base"},
        Row{"LostWrite", kWindow,
            [](Reply& r) { ElementDisplay(r, 3).values->list[1] = {2}; },
            Facet::kValues, 3, "lost_write", "fill_"},
        Row{"StrayWrite", kWindow,
            [](Reply& r) { ElementDisplay(r, 3).values->list[0] = {101}; },
            Facet::kValues, 3, "stray_write", "fill_"},
        Row{"LostWriteSeenByAnotherView", kOtherView,
            [](Reply& r) { ElementDisplay(r, 3).values->list[3] = {2}; },
            Facet::kValues, 3, "lost_write", "fill_"},
        Row{"StrayWriteSeenByAnotherView", kOtherView,
            [](Reply& r) { ElementDisplay(r, 3).values->list[0] = {101}; },
            Facet::kValues, 3, "stray_write", "fill_"},
        Row{"WrongValuesAfterAWrite", kOtherView,
            [](Reply& r) { ElementDisplay(r, 3).values->list[0] = {5}; },
            Facet::kValues, 3, "read_out", "t"},
        Row{"TheFirstOfTwoWritesLost",
            "float32[4] | fill_(101) | slice(0, 0, 2, 1) | zero_() | read() "
            "@0.0",
            [](Reply& r) { ElementDisplay(r, 4).values->list[3] = {4}; },
            Facet::kValues, 4, "lost_write", "fill_"},
        Row{"TwoWritesOfOneOpLost",
            "float32[4] | fill_(101) | zero_() | zero_() | read()",
            [](Reply& r) { ElementDisplay(r, 4).values->list[3] = {101}; },
            Facet::kValues, 4, "lost_write", "zero_"},
        Row{"LostWriteOfWhatAnotherTensorHolds",
            "float32[2,2] | select(0, 1) | select(0, 0) @0.0 | copy_(@1.0) | "
            "read() @0.0",
            [](Reply& r) { ElementDisplay(r, 4).values->list[0] = {1}; },
            Facet::kValues, 4, "lost_write", "copy_"},
        Row{"StrayWriteOfWhatAnotherTensorHolds",
            "float32[3,2] | select(0, 1) | select(0, 0) @0.0 | copy_(@1.0) | "
            "read() @0.0",
            [](Reply& r) { ElementDisplay(r, 4).values->list[5] = {4}; },
            Facet::kValues, 4, "stray_write", "copy_"},
        Row{"LostWriteInADigest", "float32[300] cycle | fill_(101) | read()",
            [](Reply& r) {
              Reply before = ReplyOf(VectorOf("float32[300] cycle | read()"));
              ElementDisplay(r, 2).crc32 = ElementDisplay(before, 1).crc32;
            },
            Facet::kValues, 2, "lost_write", "fill_"},
        Row{"NeitherHeldNorWritten", kWindow,
            [](Reply& r) { ElementDisplay(r, 3).values->list[1] = {55}; },
            Facet::kValues, 3, "values", "fill_"},
        Row{"ReadOfAView", "float32[4] | slice(0, 1, 3, 1) | read()",
            [](Reply& r) { ElementDisplay(r, 2).values->list[0] = {1}; },
            Facet::kValues, 2, "values", "slice"},
        Row{"ReadOfTheBase", "float32[4] | read()",
            [](Reply& r) { ElementDisplay(r, 1).values->list[0] = {9}; },
            Facet::kValues, 1, "values", "base"}),
    [](const auto& info) { return info.param.name; });

TEST(Comparator, ShowsADigestAsOutputsDoAndNoDigestAsNull) {
  const Vector vector = VectorOf("float32[300] cycle | read()");
  Reply reply = ReplyOf(vector);
  ElementDisplay(reply, 1).crc32 = 0x1f;
  EXPECT_EQ(Compare(vector, reply).at(0).actual, "\"0000001f\"");
  ElementDisplay(reply, 1).crc32.reset();
  EXPECT_EQ(Compare(vector, reply).at(0).actual, "null");
}

TEST(Comparator, ReportsTheFirstStepOfAFacetOnly) {
  const Vector vector = VectorOf("float32[3,4] | t() | t() | t()");
  Reply reply = ReplyOf(vector);
  for (int64_t step = 2; step <= 3; ++step)
    ElementDisplay(reply, step).offset = 5;
  Facets demanded;
  const auto differences = Compare(vector, reply, FullHello(), demanded);
  ASSERT_EQ(differences.size(), 2u);
  EXPECT_EQ(differences[0].facet, Facet::kStrides);
  EXPECT_EQ(differences[0].step, 2);
  EXPECT_EQ(differences[1].facet, Facet::kExact);
  EXPECT_EQ(differences[1].step, 2);
}

TEST(Comparator, JudgesNothingBehindTheFirstDemandedDifference) {
  const Vector vector = VectorOf(kWindow);
  Reply reply = ReplyOf(vector);
  ElementDisplay(reply, 1).offset = 4;
  ElementDisplay(reply, 3).values->list[0] = {101};
  Facets values{Facet::kValues};
  Facets strides{Facet::kStrides};
  EXPECT_EQ(Compare(vector, reply, FullHello(), values).back().step, 1);
  EXPECT_EQ(Compare(vector, reply, FullHello(), values).front().step, 3);
  for (const Difference& d : Compare(vector, reply, FullHello(), strides)) {
    EXPECT_EQ(d.step, 1);
  }
}

TEST(Comparator, ComparesNoFacetThatIsNotDeclared) {
  const Vector vector = VectorOf(kWindow);
  Reply reply = ReplyOf(vector);
  ElementDisplay(reply, 1).offset = 4;
  Hello hello = FullHello();
  hello.facets = Facets{Facet::kValues};
  EXPECT_TRUE(Compare(vector, reply, hello).empty());
}

TEST(Comparator, ComparesContiguousOnlyWhereTheOpIsDeclared) {
  const Vector vector = VectorOf(kWindow);
  Reply reply = ReplyOf(vector);
  ElementDisplay(reply, 1).contiguous.reset();
  Hello hello = FullHello();
  EXPECT_FALSE(Compare(vector, reply, hello).empty());
  std::erase(hello.ops, "is_contiguous");
  EXPECT_TRUE(Compare(vector, reply, hello).empty());
}

TEST(Comparator, TakesStorageNumbersAsNamesOnly) {
  const Vector vector =
      VectorOf("float32[2,3] | t() | contiguous() | view([6])");
  Reply reply = ReplyOf(vector);
  ElementDisplay(reply, 2).storage = 7;
  ElementDisplay(reply, 3).storage = 7;
  EXPECT_TRUE(Compare(vector, reply).empty());
  ElementDisplay(reply, 3).storage = 8;
  ASSERT_FALSE(Compare(vector, reply).empty());
  EXPECT_EQ(Compare(vector, reply)[0].step, 3);
}

TEST(Comparator, BlamesTheOpThatWasSeenToCopyForALostWrite) {
  const Vector vector = VectorOf(kWindow);
  Reply reply = ReplyOf(vector);
  ElementDisplay(reply, 1).storage = 1;
  ElementDisplay(reply, 3).values->list[1] = {2};
  Facets demanded{Facet::kValues};
  const auto differences = Compare(vector, reply, FullHello(), demanded);
  ASSERT_EQ(differences.size(), 2u);
  EXPECT_EQ(differences[0].facet, Facet::kValues);
  EXPECT_EQ(differences[0].kind, DifferenceKind::kLostWrite);
  EXPECT_EQ(differences[0].op, "slice");
  EXPECT_EQ(differences[0].via, "slice");
}

TEST(Comparator, NamesTheOpThatMadeTheTensorWrittenTo) {
  const Vector vector = VectorOf(kWindow);
  Reply reply = ReplyOf(vector);
  ElementDisplay(reply, 3).values->list[1] = {2};
  const auto differences = Compare(vector, reply);
  ASSERT_EQ(differences.size(), 1u);
  EXPECT_EQ(differences[0].op, "fill_");
  EXPECT_EQ(differences[0].via, "slice");
}

TEST(Comparator, AcceptsEitherWorldFromTheFirstStepToTheLast) {
  Vector vector = VectorOf("float32[2,3] | reshape([6]) | view([3,2])");
  vector.alternative = vector.expect;
  for (Outcome& outcome : vector.alternative) {
    std::get<Outputs>(outcome)[0].storage = 1;
  }
  Judgement judgement;
  Comparator comparator(FullHello(), Facets::All());
  Reply reply = ReplyOf(vector);
  reply.steps = vector.alternative;
  comparator.Compare(vector, reply, judgement);
  EXPECT_TRUE(judgement.differences.empty());
  EXPECT_EQ(judgement.world, WorldName{true});
  ElementDisplay(reply, 2).storage = 0;
  comparator.Compare(vector, reply, judgement);
  ASSERT_EQ(judgement.differences.size(), 1u);
  EXPECT_EQ(judgement.differences[0].step, 2);
}

TEST(Comparator, TakesAnUndeclaredUnsupportedForAShapeDifference) {
  const Vector vector = VectorOf(kWindow);
  Reply reply;
  reply.unsupported = Unsupported{2, "argument", "value"};
  const auto differences = Compare(vector, reply);
  ASSERT_EQ(differences.size(), 1u);
  EXPECT_EQ(differences[0].kind, DifferenceKind::kUnsupported);
  EXPECT_EQ(differences[0].op, "fill_");
}

TEST(Comparator, ComparesOnlyTheLastStepOfASubjectThatObservesTheLast) {
  const Vector vector = VectorOf("float32[2,3] | t() | contiguous()");
  Reply reply = ReplyOf(vector);
  reply.steps[0] = UnobservedStep{};
  Hello hello = FullHello();
  EXPECT_FALSE(Compare(vector, reply, hello).empty());
  hello.observes_every = false;
  EXPECT_TRUE(Compare(vector, reply, hello).empty());
}

TEST(Comparator, JudgesAReplyThatEndsEarlyAsFarAsItGoes) {
  const Vector vector = VectorOf(kWindow);
  Reply reply = ReplyOf(vector);
  reply.steps.resize(1);
  EXPECT_TRUE(Compare(vector, reply).empty());
  ElementDisplay(reply, 1).offset = 4;
  EXPECT_FALSE(Compare(vector, reply).empty());
}

}  // namespace compare_test
}  // namespace viewproof

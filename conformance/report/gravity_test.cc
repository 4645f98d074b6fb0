#include <gtest/gtest.h>

#include <string_view>

#include "conformance/report/groups.h"

namespace viewproof {
namespace gravity_test {

using Kind = DifferenceKind;

Difference DifferenceOf(Facet facet, Kind kind) {
  Difference d;
  d.facet = facet;
  d.kind = kind;
  return d;
}

std::string_view NameOf(const Difference& d) {
  Record record;
  record.verdict = Verdict::kFail;
  record.differences = {d};
  return Name(GravityOf(record, Facets::All()));
}

TEST(Gravity, OfADifferenceIsThatOfWhatDiffers) {
  EXPECT_EQ(NameOf(DifferenceOf(Facet::kValues, Kind::kStrayWrite)),
            "lost or stray write");
  EXPECT_EQ(NameOf(DifferenceOf(Facet::kValues, Kind::kReadOut)), "values");
  EXPECT_EQ(NameOf(DifferenceOf(Facet::kShape, Kind::kErrorForOk)), "shape");
  EXPECT_EQ(NameOf(DifferenceOf(Facet::kAlias, Kind::kCopied)), "alias");
  EXPECT_EQ(NameOf(DifferenceOf(Facet::kStrides, Kind::kOffset)), "strides");
  EXPECT_EQ(NameOf(DifferenceOf(Facet::kErrorKind, Kind::kKind)), "kind");
  EXPECT_EQ(NameOf(DifferenceOf(Facet::kExact, Kind::kOffset)), "exact");
  EXPECT_EQ(NameOf(DifferenceOf(Facet::kExact, Kind::kCopied)), "exact");
  EXPECT_EQ(NameOf(DifferenceOf(Facet::kIdentity, Kind::kSelf)), "identity");
  EXPECT_EQ(NameOf(DifferenceOf(Facet::kShape, Kind::kUnsupported)),
            "unsupported");
}

TEST(Gravity, OfWhatReachesOutsideIsOutOfBoundsWhateverDiffers) {
  Difference d = DifferenceOf(Facet::kShape, Kind::kOkForError);
  d.expected = R"({"error":{"kind":"out_of_bounds","rule":"as_strided.e5"}})";
  EXPECT_EQ(NameOf(d), "shape");
  d.outside = true;
  EXPECT_EQ(NameOf(d), "out of bounds");
  d = DifferenceOf(Facet::kStrides, Kind::kOffset);
  d.outside = true;
  EXPECT_EQ(NameOf(d), "out of bounds");
}

TEST(Gravity, IsThatOfTheGravestDemandedDifference) {
  Record record;
  record.verdict = Verdict::kFail;
  record.differences = {DifferenceOf(Facet::kStrides, Kind::kStrides),
                        DifferenceOf(Facet::kValues, Kind::kValues)};
  EXPECT_EQ(GravityOf(record, Facets::All()), Gravity::kValues);
  EXPECT_EQ(GravityOf(record, {Facet::kStrides}), Gravity::kStrides);
  record.waived = {Facet::kValues};
  EXPECT_EQ(GravityOf(record, Facets::All()), Gravity::kStrides);
  record.order = true;
  EXPECT_EQ(GravityOf(record, Facets::All()), Gravity::kOrder);
}

TEST(Gravity, IsNotThatOfAWriteOfAnotherOp) {
  Record record;
  record.verdict = Verdict::kFail;
  record.differences = {DifferenceOf(Facet::kValues, Kind::kLostWrite),
                        DifferenceOf(Facet::kStrides, Kind::kStrides)};
  EXPECT_EQ(GravityOf(record, Facets::All()), Gravity::kWrites);
  record.differences[0].op = "fill_";
  record.differences[1].op = "clone";
  EXPECT_EQ(GravityOf(record, Facets::All()), Gravity::kStrides);
  const Group group = GroupOf(record, Facets::All());
  EXPECT_EQ(SentenceOf(ToldOf(group)),
            "clone gives wrong strides, after fill_ wrote wrongly");
  EXPECT_EQ(CodeOf(ToldOf(group)), "strides in values strides");
  record.differences[0].outside = true;
  EXPECT_EQ(GravityOf(record, Facets::All()), Gravity::kBounds);
}

TEST(Gravity, OfADeathIsTheFirst) {
  Record record;
  record.differences = {DifferenceOf(Facet::kValues, Kind::kValues)};
  for (const Verdict verdict : {Verdict::kCrash, Verdict::kTimeout}) {
    record.verdict = verdict;
    EXPECT_EQ(GravityOf(record, Facets::All()), Gravity::kDies);
  }
  record.verdict = Verdict::kProtocolError;
  EXPECT_EQ(GravityOf(record, Facets::All()), Gravity::kUnsupported);
}

}  // namespace gravity_test
}  // namespace viewproof

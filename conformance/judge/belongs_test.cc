#include "conformance/judge/belongs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "conformance/judge/testing.h"

namespace viewproof {
namespace belongs_test {

using ::testing::HasSubstr;

Vector OfSlice() {
  return VectorOf("float32[4] | slice(0, 1, 3, 1) | read() @0.0");
}

Difference Of(Facet facet, int64_t step, DifferenceKind kind) {
  Difference d;
  d.facet = facet;
  d.step = step;
  d.kind = kind;
  return d;
}

Record Failing() {
  Record record;
  record.verdict = Verdict::kFail;
  record.profile = OfSlice().profile;
  record.steps = 2;
  record.elements = 4;
  record.differences = {Of(Facet::kStrides, 1, DifferenceKind::kOffset),
                        Of(Facet::kExact, 1, DifferenceKind::kOffset)};
  return record;
}

std::string Why(const std::function<void(Record&)>& forge,
                const Hello& hello = FullHello()) {
  Record record = Failing();
  forge(record);
  return WhyNotOf(OfSlice(), hello, record);
}

TEST(WhyNotOf, LetsARecordOfTheVectorBe) {
  EXPECT_EQ(Why([](Record&) {}), "");
  EXPECT_EQ(Why([](Record& r) { r.differences.pop_back(); }), "");
  EXPECT_EQ(Why([](Record& r) {
              r.verdict = Verdict::kCrash;
              r.step = 2;
              r.op = "slice";
              r.differences.clear();
            }),
            "");
}

TEST(WhyNotOf, NamesTheFieldThatWasForged) {
  EXPECT_EQ(Why([](Record& r) { r.profile = Profile::kSparse; }),
            "field \"profile\": the case is of core");
  EXPECT_EQ(Why([](Record& r) { r.rev = 2; }),
            "field \"rev\": the case is of revision 1");
  EXPECT_EQ(Why([](Record& r) { r.steps = 3; }),
            "field \"steps\": the case has 2");
  EXPECT_EQ(Why([](Record& r) { r.elements = 3; }),
            "field \"elements\": the case has 4");
  EXPECT_EQ(Why([](Record& r) {
              r.differences = {Of(Facet::kExact, 2, DifferenceKind::kValues)};
            }),
            "field \"facet\": values is no difference in exact");
  EXPECT_EQ(Why([](Record& r) { r.differences.erase(r.differences.begin()); }),
            "field \"facet\": offset is no difference in exact");
  EXPECT_THAT(Why([](Record& r) { r.differences.front().step = 3; }),
              HasSubstr("field \"step\""));
  EXPECT_THAT(
      Why([](Record& r) { std::swap(r.differences[0], r.differences[1]); }),
      HasSubstr("wrong place"));
  Hello lacking = FullHello();
  lacking.facets = {Facet::kStrides};
  EXPECT_EQ(Why([](Record&) {}, lacking),
            "field \"facet\": the subject shows no exact");
  EXPECT_EQ(Why([](Record& r) {
              r.verdict = Verdict::kCrash;
              r.step = 1;
              r.op = "t";
            }),
            "field \"op\": step 1 is of slice");
}

}  // namespace belongs_test
}  // namespace viewproof

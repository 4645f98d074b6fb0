#include "conformance/report/sides.h"

#include <gtest/gtest.h>

#include <string>

#include "conformance/judge/testing.h"
#include "conformance/report/testing.h"

namespace viewproof {
namespace sides_test {

// The only fact of the record.
Mismatch FactOf(const Record& record) {
  const auto facts = FactsOf(VectorOf("float32[2,3] | t()", "t/x"), record);
  EXPECT_EQ(facts.size(), 1u);
  return facts.at(0);
}

TEST(Facts, SayThatAnErrorWasDue) {
  Record record = Failing("t/x", "t", DifferenceKind::kOkForError);
  record.differences[0].expected = R"({"error":{"kind":"rank","rule":"t.e1"}})";
  record.differences[0].actual = R"({"outputs":[]})";
  EXPECT_EQ(FactOf(record),
            (Mismatch{"step 1: t accepts what PyTorch refuses: too few or too "
                      "many dimensions",
                      "an error: too few or too many dimensions (t.e1)",
                      "done, without an error"}));
}

TEST(Facts, SayWhatWasAnsweredOnceAndWhichStepShowsIt) {
  Record record = Failing("t/x", "t", DifferenceKind::kStrides);
  Difference d = record.differences[0];
  d.expected = "[1,3]";
  d.actual = "[3,1]";
  d.output = 1;
  record.differences = {d, d};
  record.differences[1].facet = Facet::kExact;
  EXPECT_EQ(FactOf(record), (Mismatch{"step 1, output 1: t gives wrong strides",
                                      "strides [1,3]", "strides [3,1]"}));
  d.output = 0;
  d.step = 3;
  d.blamed = 1;
  record.differences = {d};
  EXPECT_EQ(FactOf(record).what, "seen at step 3: t gives wrong strides");
  record.differences[0].step = 0;
  EXPECT_EQ(FactOf(record).what, "base: t gives wrong strides");
}

TEST(Facts, SayHowItDied) {
  Record record;
  record.verdict = Verdict::kCrash;
  record.op = "t";
  record.step = 1;
  record.detail = "signal 6\x1b";
  EXPECT_EQ(FactOf(record),
            (Mismatch{"t dies: signal 6\\x1b", "float32[3,2], strides [1,3]",
                      "it died at step 1: signal 6\\x1b"}));
}

TEST(Facts, CutAndEscapeWhatTheSubjectSaid) {
  Record record = Failing("t/x", "t", DifferenceKind::kValues);
  record.differences[0].field = "val\x1bues";
  record.differences[0].actual = "\x1b" + std::string(1 << 20, 'x');
  const Mismatch fact = FactOf(record);
  EXPECT_LT(fact.actual.size(), 300u);
  EXPECT_EQ((fact.what + fact.expected + fact.actual).find('\x1b'),
            std::string::npos);
}

}  // namespace sides_test
}  // namespace viewproof

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/gate/gate.h"
#include "conformance/golden_file/file.h"
#include "conformance/run/testing.h"

namespace viewproof {
namespace without_test {

using testing::HasSubstr;
using testing::Not;

// The vectors with one of flag Offset, which is wrong in an offset, and one of
// flags Offset and Order, which is right.
std::vector<Vector> WithFlags() {
  std::vector<Vector> vectors = OfEveryOp();
  for (Vector& vector : vectors) {
    if (vector.test.id == "narrow/a") {
      ExpectedOf(vector, 1)[0].offset = 2;
      vector.flags = {"Offset"};
    } else if (vector.test.id == "select/a") {
      vector.flags = {"Offset", "Order"};
    }
  }
  return vectors;
}

Vector& Find(std::vector<Vector>& vectors, const std::string& id) {
  return *std::find_if(vectors.begin(), vectors.end(),
                       [&id](const Vector& v) { return v.test.id == id; });
}

class Withouts : public Checks {
 protected:
  void AddWithout(const std::string& flag, const std::string& facets) {
    WriteFile(GatePath(), ReadFile(GatePath()) + "\n[[without]]\nflag = \"" +
                              flag + "\"\nfacets = [" + facets +
                              "]\nreason = \"no offsets\"\n");
  }
};

TEST_F(Withouts, AreGreenForASubjectThatFailsInWaivedFacetsOnly) {
  MakeRootWith(WithFlags());
  EXPECT_EQ(Update().status, kRed);
  AddWithout("Offset", R"("strides", "exact")");
  options_.report = report_;
  options_.verbose = true;
  const Result result = Run();
  EXPECT_EQ(result.status, kGreen) << result.text;
  EXPECT_THAT(result.text,
              HasSubstr("  without Offset: 2 cases, strides exact not demanded "
                        "(1 differs there): no\n    offsets\n"));
  EXPECT_THAT(
      result.text,
      HasSubstr(CountOfOps(-1) +
                " passed · 0 new · 0 known · 1 not demanded · 0 not asked\n"));
  const std::string report = ReadFile(report_);
  EXPECT_THAT(report, HasSubstr("\"waived\":[\"strides\",\"exact\"]"));
  EXPECT_THAT(report, HasSubstr("\"verdict\":\"fail\""));
}

TEST_F(Withouts, AreRedForAFacetThatIsNotWaived) {
  std::vector<Vector> vectors = WithFlags();
  ExpectedOf(Find(vectors, "narrow/a"), 1)[0].storage = 1;
  MakeRootWith(vectors);
  Update();
  AddWithout("Offset", R"("strides", "exact")");
  options_.report = report_;
  const Result result = Run();
  EXPECT_EQ(result.status, kRed);
  EXPECT_THAT(result.text, testing::StartsWith(
                               "RED reference 0.1.0: 1 new failure, 1 cause "));
  EXPECT_THAT(result.text,
              testing::EndsWith("\nRED reference 0.1.0: 1 new failure\n"));
  AcceptGroup(1, "a copy");
  EXPECT_EQ(Run().status, kGreen);
  const Gate gate = ReadGate(GatePath());
  ASSERT_EQ(gate.cases.size(), 1u);
  EXPECT_EQ(gate.cases[0].failure.facets, std::vector{Facet::kAlias});
}

TEST_F(Withouts, AreRedForALaterDifferenceOfAFacetThatIsNotWaived) {
  std::vector<Vector> vectors = WithFlags();
  Vector& vector = Find(vectors, "transpose/a");
  vector.flags = {"Offset"};
  ExpectedOf(vector, 1)[0].offset = 2;
  ExpectedOf(vector, 3)[0].storage = 1;
  MakeRootWith(vectors);
  Update();
  AddWithout("Offset", R"("strides", "exact")");
  EXPECT_EQ(Run().status, kRed);
}

TEST_F(Withouts, LeaveOutEverythingIfTheyNameNoFacets) {
  std::vector<Vector> vectors = WithFlags();
  Find(vectors, "narrow/a").expect[0] =
      ErrorReply{ErrorKind::kOverlap, "narrow.e1", ""};
  MakeRootWith(vectors);
  Update();
  WriteFile(GatePath(), ReadFile(GatePath()) +
                            "\n[[without]]\nflag = \"Offset\"\n"
                            "reason = \"no offsets\"\n");
  options_.verbose = true;
  const Result result = Run();
  EXPECT_EQ(result.status, kGreen) << result.text;
  EXPECT_THAT(result.text, HasSubstr("2 cases, every facet not demanded (1 "
                                     "differs there): no"));
}

TEST_F(Withouts, SayThatNoCaseHasTheFlag) {
  MakeRootWith(OfEveryOp());
  Update();
  AddWithout("Units", R"("strides")");
  const Result result = Run();
  EXPECT_EQ(result.status, kGreen);
  EXPECT_THAT(result.text,
              HasSubstr("  without Units: no case that was run has this flag"));
  options_.only = {"split*"};
  EXPECT_THAT(Run().text, Not(HasSubstr("without Units")));
}

TEST_F(Withouts, TellAKnownFailureOfAWaivedFacetFromOneThatPasses) {
  MakeRootWith(WithFlags());
  options_.report = report_;
  Update();
  AcceptGroup(0, "offsets");
  EXPECT_EQ(Run().status, kGreen);
  AddWithout("Offset", R"("strides", "exact")");
  const Result result = Run();
  EXPECT_EQ(result.status, kRed);
  EXPECT_THAT(result.text,
              testing::StartsWith(
                  "RED reference 0.1.0: 1 known failure names a facet that "
                  "[[without]] leaves out\nof its case "));
  EXPECT_THAT(result.text,
              HasSubstr("\nnext   tools/viewproof check acme --update "));
  EXPECT_EQ(Update().status, kGreen);
  const Gate gate = ReadGate(GatePath());
  EXPECT_EQ(EntriesWithoutCases(gate).size(), 1u);
  EXPECT_TRUE(gate.cases.empty());
  EXPECT_EQ(gate.withouts.size(), 1u);
}

TEST_F(Withouts, RefuseAFlagThatGoldenDoesNotExplain) {
  MakeRootWith(OfEveryOp());
  WriteFile(options_.root + "/golden/flags.toml",
            "[Offset]\nbug = \"The offset is lost.\"\n");
  AddWithout("Offsett", R"("strides")");
  try {
    Run();
    ADD_FAILURE() << "there is no such flag";
  } catch (const BadInput& error) {
    EXPECT_THAT(error.what(), HasSubstr("acme.gate.toml:7: "));
    EXPECT_THAT(error.what(), HasSubstr("did you mean Offset?"));
  }
}

}  // namespace without_test
}  // namespace viewproof

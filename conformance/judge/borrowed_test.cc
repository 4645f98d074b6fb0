#include "conformance/judge/borrowed.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "conformance/judge/testing.h"

namespace viewproof {
namespace borrowed_test {

Difference At(int64_t step, std::string op, Facet facet = Facet::kValues) {
  Difference d;
  d.facet = facet;
  d.step = step;
  d.op = std::move(op);
  return d;
}

std::string FaultOf(const char* text, const std::vector<std::string>& borrowed,
                    std::vector<Difference>& differences,
                    Facets due = {Facet::kValues}) {
  const Vector vector = VectorOf(text);
  return BorrowedAtFault(vector.test, vector.expect, borrowed, due,
                         differences);
}

TEST(BorrowedAtFault, IsTheOpOfTheFirstDemandedDifference) {
  std::vector<Difference> both = {At(2, "view"), At(1, "t", Facet::kShape)};
  EXPECT_EQ(FaultOf("int8[2,1] | t() | view([2])", {"t"}, both), "t");
  std::vector<Difference> own = {At(2, "view")};
  EXPECT_EQ(FaultOf("int8[2,1] | t() | view([2])", {"t"}, own), "");
}

TEST(BorrowedAtFault, DropsWhatIsNotDemanded) {
  std::vector<Difference> both = {At(1, "t", Facet::kStrides), At(2, "view")};
  EXPECT_EQ(FaultOf("int8[2,1] | t() | view([2])", {"t"}, both), "");
  ASSERT_EQ(both.size(), 1u);
  EXPECT_EQ(both[0].op, "view");
}

TEST(BorrowedAtFault, OfARead) {
  const char* text = "int8[2] | view([2,1]) | t() | read()";
  std::vector<Difference> own = {At(3, "t")};
  EXPECT_EQ(FaultOf(text, {"t"}, own), "");
  EXPECT_EQ(own[0].op, "view");  // The next own op towards the base.
  std::vector<Difference> none = {At(3, "t")};
  EXPECT_EQ(FaultOf(text, {"t", "view"}, none), "t");
  std::vector<Difference> write = {At(2, "fill_")};
  EXPECT_EQ(FaultOf("int8[2] | fill_(101) | read()", {"fill_"}, write),
            "fill_");
}

TEST(BorrowedAtFault, OfAnOwnStepThatShowsALostWrite) {
  std::vector<Difference> lost = {At(2, "fill_")};
  EXPECT_EQ(FaultOf("int8[2] | fill_(101) | view([2,1])", {"fill_"}, lost),
            "fill_");
}

}  // namespace borrowed_test
}  // namespace viewproof

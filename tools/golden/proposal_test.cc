#include "tools/golden/proposal.h"

#include "conformance/case/bad_input.h"
#include "conformance/case/text.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace proposal_test {

Vector VectorOf(const char* text) {
  Vector vector;
  vector.test = ParseText(text);
  Reply reply;
  MakeReference()->Run(vector.test, reply);
  vector.expect = reply.steps;
  return vector;
}

const Spec kSpec = {{"contiguous.r1", {}},
                    {"contiguous.r2", {}},
                    {"clone.d1", {}},
                    {"fill_.r1", {}}};

TEST(Proposal, SaysWhatIsSpecialOfTheTensor) {
  Proposer proposer(kSpec, {});
  const ProposedEntry made = proposer.Propose(VectorOf(
      "float32[2,3,8] | slice(2, 1, null, 2) | contiguous() | clone() @1.0"));
  EXPECT_EQ(made.profile, Profile::kCore);
  EXPECT_EQ(TomlOf(made.entry),
            R"(["contiguous/drawn-float32-rank-3-gaps-apart-later"]
why   = "contiguous, clone of a float32 tensor of sizes 2x3x4, with gaps, no two elements adjacent, after other elements"
rules = ["clone.d1","contiguous.r2"]
flags = ["Offset","Step"]
case  = "float32[2,3,8] | slice(2, 1, null, 2) | contiguous() | clone() @1.0"
)");
}

TEST(Proposal, IsOfTheOpWhoseBugsItKills) {
  Proposer proposer(kSpec, {});
  const Vector vector =
      VectorOf("float32[2,3] | fill_(7) | detach() @0.0 | t() @0.0 | clone()");
  const Entry made = proposer.Propose(vector, {vector.test.chain[3].op}).entry;
  EXPECT_EQ(made.test.id, "clone/drawn-float32-rank-2-column-major");
  EXPECT_EQ(made.rules, std::vector<std::string>{"clone.d1"});
}

TEST(Proposal, NamesTheProfileThatTheCaseNeeds) {
  Proposer proposer(kSpec, {});
  EXPECT_EQ(proposer.Propose(VectorOf("float32[300] cycle | clone()")).profile,
            Profile::kKernels);
  EXPECT_EQ(proposer.Propose(VectorOf("float32[4] | getitem([0])")).profile,
            Profile::kIndexing);
  EXPECT_EQ(
      proposer.Propose(VectorOf("float32[4] | slice(0, 0, 4294967296, 1)"))
          .profile,
      Profile::kLimits);
}

TEST(Proposal, NoIdAndNoWhyComesTwice) {
  Proposer proposer(kSpec, {});
  const Vector vector = VectorOf("float32[4] | clone()");
  const Entry one = proposer.Propose(vector).entry;
  const Entry two = proposer.Propose(vector).entry;
  EXPECT_NE(one.test.id, two.test.id);
  EXPECT_NE(one.why, two.why);
}

TEST(Proposal, PredictsErrors) {
  Proposer proposer(kSpec, {});
  const Entry entry =
      proposer.Propose(VectorOf("float32[4] | select(3, 0)")).entry;
  EXPECT_EQ(entry.outcome, std::vector<std::string>{"dim_out_of_range"});
}

}  // namespace proposal_test
}  // namespace viewproof

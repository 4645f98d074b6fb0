#include <ostream>
#include <string>
#include <variant>

#include "conformance/case/case.h"
#include "conformance/case/text.h"
#include "conformance/subjects/model.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"

namespace viewproof {
namespace alias_test {

struct Spelling {
  std::string alias;
  std::string target;
  std::string rule;  // The alias breaks it; empty: the step is not refused.
};

std::ostream& operator<<(std::ostream& out, const Spelling& spelling) {
  return out << spelling.alias;
}

Outcome LastOutcome(Subject& subject, const std::string& text) {
  Reply reply;
  subject.Run(ParseText(text), reply);
  return reply.steps.back();
}

class Aliases : public testing::TestWithParam<Spelling> {};

TEST_P(Aliases, DoWhatTheirTargetDoesUnderTheirOwnRules) {
  const auto& [alias, target, rule] = GetParam();
  const auto reference = MakeReference();
  Outcome due = LastOutcome(*reference, target);
  Outcome made = LastOutcome(*reference, alias);
  EXPECT_EQ(std::holds_alternative<ErrorReply>(due), !rule.empty());
  if (auto* error = std::get_if<ErrorReply>(&due)) {
    EXPECT_EQ(std::get<ErrorReply>(made).rule, rule);
    std::get<ErrorReply>(made).message = error->message;
    error->rule = rule;
  }
  EXPECT_EQ(made, due);
}

TEST_P(Aliases, DoWhatTheirTargetDoesInTheModelToo) {
  const auto& [alias, target, rule] = GetParam();
  const auto model = MakeModel();
  EXPECT_EQ(LastOutcome(*model, alias), LastOutcome(*model, target));
}

const char kEmpty[] =
    "float32[0] | as_strided([0,4611686018427387904,2], [0,0,0], 0) | ";

INSTANTIATE_TEST_SUITE_P(
    Every, Aliases,
    testing::Values(
        // adjoint.r1 adjoint.e1
        Spelling{"complex64[2,3] | adjoint()", "complex64[2,3] | mH()", ""},
        Spelling{"float32[3] | adjoint()", "float32[3] | mH()", "adjoint.e1"},
        // swapaxes.r1 swapaxes.e1 swapaxes.e2
        Spelling{"float32[2,3,4] | swapaxes(0, -1)",
                 "float32[2,3,4] | transpose(0, -1)", ""},
        Spelling{"float32[2] | swapaxes(1, 9)", "float32[2] | transpose(1, 9)",
                 "swapaxes.e1"},
        Spelling{"float32[2] | swapaxes(0, 1)", "float32[2] | transpose(0, 1)",
                 "swapaxes.e2"},
        // swapdims.r1 swapdims.e1 swapdims.e2
        Spelling{"float32[2,3,4] | swapdims(-2, 0)",
                 "float32[2,3,4] | transpose(-2, 0)", ""},
        Spelling{"float32[2] | swapdims(1, 9)", "float32[2] | transpose(1, 9)",
                 "swapdims.e1"},
        Spelling{"float32[2] | swapdims(0, 1)", "float32[2] | transpose(0, 1)",
                 "swapdims.e2"},
        // broadcast_to.r1 broadcast_to.e1 broadcast_to.e2 broadcast_to.e3
        // broadcast_to.e4 broadcast_to.e5
        Spelling{"float32[3,1] | broadcast_to([2,-1,4])",
                 "float32[3,1] | expand([2,-1,4])", ""},
        Spelling{"float32[1,1] | broadcast_to([-2])",
                 "float32[1,1] | expand([-2])", "broadcast_to.e1"},
        Spelling{"float32[3] | broadcast_to([-1,3])",
                 "float32[3] | expand([-1,3])", "broadcast_to.e2"},
        Spelling{"float32[3] | broadcast_to([2,4])",
                 "float32[3] | expand([2,4])", "broadcast_to.e3"},
        Spelling{"float32[1,1] | broadcast_to([-3,1])",
                 "float32[1,1] | expand([-3,1])", "broadcast_to.e4"},
        Spelling{"float32[1,1] | broadcast_to([4611686018427387904,2])",
                 "float32[1,1] | expand([4611686018427387904,2])",
                 "broadcast_to.e5"},
        // expand_as.r1 expand_as.e1 expand_as.e2 expand_as.e3
        Spelling{"float32[3] | expand_as(float32[2,3])",
                 "float32[3] | expand([2,3])", ""},
        Spelling{"float32[1,1] | expand_as(float32[3])",
                 "float32[1,1] | expand([3])", "expand_as.e1"},
        Spelling{"float32[3] | expand_as(float32[2,4])",
                 "float32[3] | expand([2,4])", "expand_as.e2"},
        Spelling{"float32[0] | as_strided([4,0], [4611686018427387904,1], 0) | "
                 "expand_as(float32[1,4,0])",
                 "float32[0] | as_strided([4,0], [4611686018427387904,1], 0) | "
                 "expand([1,4,0])",
                 "expand_as.e3"},
        // view_as.r1 view_as.e1 view_as.e2 view_as.e3
        Spelling{"float32[6] | view_as(float32[2,3])",
                 "float32[6] | view([2,3])", ""},
        Spelling{"float32[6] | view_as(float32[7])", "float32[6] | view([7])",
                 "view_as.e1"},
        Spelling{"float32[2,3] | t() | view_as(float32[6])",
                 "float32[2,3] | t() | view([6])", "view_as.e2"},
        Spelling{std::string(kEmpty) + "view_as(@1.0) @0.0",
                 std::string(kEmpty) + "view([0,4611686018427387904,2]) @0.0",
                 "view_as.e3"},
        // reshape_as.r1 reshape_as.e1 reshape_as.e2
        Spelling{"float32[2,3] | t() | reshape_as(float32[6])",
                 "float32[2,3] | t() | reshape([6])", ""},
        Spelling{"float32[6] | reshape_as(float32[7])",
                 "float32[6] | reshape([7])", "reshape_as.e1"},
        Spelling{
            std::string(kEmpty) + "reshape_as(@1.0) @0.0",
            std::string(kEmpty) + "reshape([0,4611686018427387904,2]) @0.0",
            "reshape_as.e2"}));

}  // namespace alias_test
}  // namespace viewproof

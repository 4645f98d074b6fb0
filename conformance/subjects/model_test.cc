#include "conformance/subjects/model.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/ops.h"
#include "conformance/case/text.h"

namespace viewproof {
namespace model_test {

Reply RunText(std::string_view text) {
  const std::unique_ptr<Subject> model = MakeModel();
  Reply reply;
  model->Run(ParseText(text), reply);
  return reply;
}

const Output& OutputOf(const Reply& reply, std::size_t step) {
  return std::get<std::vector<Output>>(reply.steps.at(step)).at(0);
}

TEST(Model, KnowsEveryOpAndDType) {
  const std::unique_ptr<Subject> model = MakeModel();
  EXPECT_EQ(model->hello().ops.size(), Ops().size());
  EXPECT_EQ(model->hello().dtypes.size(), kDTypes.size());
  EXPECT_FALSE(model->hello().facets.Contains(Facet::kExact));
  EXPECT_FALSE(model->hello().facets.Contains(Facet::kErrorKind));
}

TEST(Model, ShowsStridesAsDifferencesOfNeighbours) {
  const Reply reply = RunText("int32[4,6] | slice(1, 1, 6, 2) | unsqueeze(1)");
  const Output& output = OutputOf(reply, 0);
  EXPECT_EQ(output.dtype, DType::kInt32);
  EXPECT_EQ(output.sizes, (Ints{4, 3}));
  EXPECT_EQ(output.strides, (Ints{6, 2}));
  EXPECT_EQ(output.offset, 1);
  EXPECT_EQ(output.contiguous, false);
  ASSERT_TRUE(output.values.has_value());
  EXPECT_EQ(output.values->list.size(), 12u);
  EXPECT_EQ(output.values->list[4], (Scalar{.re = 10}));
  EXPECT_EQ(OutputOf(reply, 1).strides, (Ints{6, 0, 2}));
}

TEST(Model, ShowsBytesOfABaseFilledWithBytes) {
  const Reply reply = RunText("int16[6] bytes | slice(0, 1, 6, 4)");
  EXPECT_EQ(OutputOf(reply, 0).bytes, "02030a0b");
  EXPECT_FALSE(OutputOf(reply, 0).values.has_value());
}

TEST(Model, NumbersTheStorageOfACopyAnew) {
  const Reply reply =
      RunText("float32[2,3] | t() | reshape([6]) | view([2,3]) @0.0");
  EXPECT_EQ(OutputOf(reply, 0).storage, 0);
  EXPECT_EQ(OutputOf(reply, 1).storage, 1);
  EXPECT_EQ(OutputOf(reply, 2).storage, 0);
}

TEST(Model, AnswersAQueryAboutATensorTooLargeToList) {
  const Reply reply = RunText(
      "bool[] | expand([1099511627776]) | is_contiguous() | fill_(1) @0.0");
  ASSERT_EQ(reply.steps.size(), 3u);
  EXPECT_FALSE(std::get<bool>(reply.steps[1]));
}

TEST(Model, AbstainsAloudFromTheViewabilityOfMoreThanItLists) {
  const Reply reply =
      RunText("bool[] | expand([512,513]) | view([-1]) | squeeze()");
  ASSERT_TRUE(reply.unsupported.has_value());
  EXPECT_EQ(reply.unsupported->step, 2);
  EXPECT_TRUE(Abstains(reply));
  EXPECT_TRUE(reply.steps.empty());
}

TEST(Model, ErrorsHaveAKindAndNoRule) {
  const Reply reply = RunText("bool[2,3] | t() | view([6])");
  const auto& error = std::get<ErrorReply>(reply.steps.at(1));
  EXPECT_EQ(error.kind, ErrorKind::kNotViewable);
  EXPECT_EQ(error.rule, "");
}

}  // namespace model_test
}  // namespace viewproof

#include "conformance/calls/layout_probe.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>

#include "conformance/process/in_process.h"
#include "conformance/subjects/reference.h"

namespace viewproof {
namespace {

// A library that refuses to view what has no elements, and reads permuted
// tensors in storage order.
class WrongViews : public Subject {
 public:
  const Hello& hello() const override { return inner_->hello(); }
  void Run(const Case& test, Reply& reply) override {
    inner_->Run(test, reply);
  }

 private:
  static std::optional<Answer<Tensor>> Answered(const Call<Tensor>& call) {
    if (call.op.name == "view" && *Numel(call.operand.geometry.sizes) == 0) {
      return ErrorReply{.kind = {}, .rule = "", .message = "empty"};
    }
    if (call.op.name == "permute") {
      Outputs<Tensor> same;
      same.tensors = {call.operand};
      return same;
    }
    return call.Make();
  }

  const std::unique_ptr<Subject> inner_ = MakeWrapped("wrong", &Answered);
};

TEST(LayoutProbeTest, FindsTheLayoutsThatALibraryCannotMake) {
  WrongViews library;
  const auto executor = MakeInProcess(library);
  LayoutProbe probe;
  const Ints empty = {2, 0, 3};
  const Ints matrix = {3, 4};
  const auto of_empty = LayoutsOf(DType::kFloat32, empty);
  const auto of_matrix = LayoutsOf(DType::kFloat32, matrix);
  for (const auto& layout : of_empty) probe.Add(layout, DType::kFloat32, empty);
  for (const auto& layout : of_matrix) {
    probe.Add(layout, DType::kFloat32, matrix);
  }
  const std::atomic<bool> stop = false;
  probe.Ask(*executor, stop, nullptr);
  for (const OperandLayout& layout : of_empty) {
    const bool views =
        layout.views.size() > 0 && layout.views.back().op->name == "view";
    const bool permutes =
        layout.views.size() > 0 && layout.views.back().op->name == "permute";
    EXPECT_EQ(probe.IsWrong(layout, empty), views || permutes) << layout.name;
  }
  for (const OperandLayout& layout : of_matrix) {
    const bool permutes =
        layout.views.size() > 0 && layout.views.back().op->name == "permute";
    EXPECT_EQ(probe.IsWrong(layout, matrix), permutes) << layout.name;
  }
  EXPECT_GT(probe.wrong(), 4U);
  EXPECT_NE(probe.first().find(" of float32["), std::string::npos);
}

}  // namespace
}  // namespace viewproof

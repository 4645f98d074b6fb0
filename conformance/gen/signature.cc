#include "conformance/gen/signature.h"

#include <fmt/format.h>

#include <iterator>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include "conformance/case/bounds.h"
#include "conformance/subjects/bind.h"
#include "conformance/subjects/reference_step.h"

namespace viewproof {
namespace {

bool IsTooLarge(const Step& step, const Tensor& operand) {
  return TooLarge(step, operand.geometry.sizes, operand.dtype);
}

std::string_view NameOf(const Step& step, const Outputs<Tensor>& outputs,
                        const Tensor& operand) {
  if (step.op->kind == OpKind::kWrite) return "written";
  if (outputs.tensors.empty()) return "none";
  if (outputs.self) return "self";
  return outputs.tensors.front().storage == operand.storage ? "view" : "copy";
}

}  // namespace

const std::string& Signer::Of(const Cursor& cursor) {
  const Case& test = cursor.test();
  if (!cursor.only_arguments_changed()) Start(test);
  signature_ = test.chain.back().op->name;
  signature_ += ' ';
  AppendOutcome(test.chain.back());
  signature_ += about_;
  return signature_;
}

// Runs all steps but the last.
void Signer::Start(const Case& test) {
  operand_ = MakeReferenceTensor(test.base);
  ended_ = false;
  for (const Step& step : std::span(test.chain).first(test.chain.size() - 1)) {
    ended_ = ended_ || IsTooLarge(step, operand_);
    if (ended_) break;
    Answer<Tensor> answer = RunReferenceStep(step, operand_);
    auto* outputs = std::get_if<Outputs<Tensor>>(&answer);
    if (outputs == nullptr || outputs->tensors.empty()) continue;
    operand_ = std::move(outputs->tensors.front());
  }
  const std::string features = Text(FeaturesOf(operand_.geometry));
  about_ = fmt::format(" {}{}{}", operand_.geometry.rank(),
                       features.empty() ? "" : " ", features);
}

void Signer::AppendOutcome(const Step& step) {
  if (ended_ || IsTooLarge(step, operand_)) {
    signature_ += "too_large";
    return;
  }
  const Answer<Tensor> answer = RunReferenceStep(step, operand_);
  if (const auto* error = std::get_if<ErrorReply>(&answer)) {
    signature_ += error->rule;
  } else if (const bool* result = std::get_if<bool>(&answer)) {
    signature_ += *result ? "true" : "false";
  } else {
    signature_ +=
        NameOf(step, *std::get_if<Outputs<Tensor>>(&answer), operand_);
  }
}

}  // namespace viewproof

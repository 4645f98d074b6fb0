#include "conformance/calls/call_case.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "conformance/case/fill.h"
#include "conformance/case/operands.h"
#include "conformance/judge/declared.h"
#include "conformance/subjects/reference.h"

namespace viewproof {
namespace {

// Appends what makes an operand of its storage; returns its name.
OutputRef AppendOperand(const PlacedOperand& operand, OutputRef storage,
                        std::vector<Step>& chain) {
  OutputRef made = storage;
  for (const Step& view : operand.layout->views) {
    chain.push_back(view);
    const bool follows = made.step + 1 == std::ssize(chain);
    if (!follows) chain.back().on = made;
    made = {std::ssize(chain), 0};
  }
  return made;
}

double PrecisionOf(DType dtype) {
  switch (dtype) {
    case DType::kBFloat16:
      return std::ldexp(1, -7);
    case DType::kFloat16:
      return std::ldexp(1, -10);
    case DType::kFloat32:
    case DType::kComplex64:
      return std::ldexp(1, -23);
    case DType::kFloat64:
    case DType::kComplex128:
      return std::ldexp(1, -52);
    default:
      return 0;
  }
}

// The literal that an output shows; nothing if it does not show its elements.
std::optional<Literal> ShownLiteral(const Output& output) {
  if (!output.dtype || !IsBaseDType(*output.dtype) || !output.values) {
    return std::nullopt;
  }
  Literal literal{*output.dtype, output.sizes, output.values};
  literal.values->form = FormOf(literal.dtype);
  if (!FaultOfLiteral(literal).empty()) return std::nullopt;
  return literal;
}

PlainFacts FactsOf(const CallTensors& call, const PlainAnswer* answer) {
  if (answer == nullptr || answer->kind != PlainAnswer::Kind::kGave) {
    return {.outputs = call.targets.size(), .is_refused = true};
  }
  if (call.form == CallForm::kOut) return {.outputs = call.targets.size()};
  std::size_t written = 0;
  for (std::size_t k = 0; k < call.operands.size(); ++k) {
    written += WritesOperand(call.kernel, call.form, k) ? 1 : 0;
  }
  return {.outputs = answer->gives.size() - written};
}

}  // namespace

Case CaseOf(const CallTensors& call, const PlainAnswer* answer) {
  Case test;
  const PlacedOperand& first = call.operands.front();
  test.base = {.dtype = first.storage.dtype,
               .sizes = first.storage.sizes,
               .fill = FillKind::kOperand,
               .values = *first.storage.values};
  std::vector<OutputRef> storages = {{0, 0}};
  std::vector<OutputRef> made = {AppendOperand(first, storages[0], test.chain)};
  const std::vector<std::size_t> storage_of =
      StoragesOf(call.shared, call.size());
  Step step{.op = &CallOp(call.kernel, call.form, FactsOf(call, answer)),
            .args = {},
            .on = made[0]};
  const auto add = [&](const PlacedOperand& placed) {
    const std::size_t number = storage_of[made.size()];
    if (number == storages.size()) {
      test.chain.push_back(
          {FindOp("new"), {TensorArg(placed.storage)}, std::nullopt});
      storages.push_back({std::ssize(test.chain), 0});
    }
    made.push_back(AppendOperand(placed, storages[number], test.chain));
    step.args.emplace_back(TensorArg(made.back()));
  };
  std::for_each(call.operands.begin() + 1, call.operands.end(), add);
  std::ranges::for_each(call.targets, add);
  const bool is_answered =
      answer != nullptr && answer->kind == PlainAnswer::Kind::kGave;
  if (is_answered) {
    for (const Literal& given : answer->gives) {
      step.args.emplace_back(TensorArg(given));
    }
  }
  test.chain.push_back(std::move(step));
  // Steps after a refusal are not asked: not every library goes on.
  if (answer == nullptr || is_answered) {
    for (const OutputRef storage : storages) {
      test.chain.push_back({FindOp("read"), {}, storage});
    }
  }
  return test;
}

void EndWith(int64_t read, Case& test) {
  const int64_t at = CallStepOf(test.chain);
  if (read > 0) test.chain[at] = std::move(test.chain[at + read - 1]);
  test.chain.resize(read > 0 ? at + 1 : at);
}

PlainAnswer AnswerOf(const CallTensors& call, const Case& test,
                     const Reply& reply) {
  PlainAnswer answer;
  const int64_t at = CallStepOf(test.chain);
  if (reply.unsupported || std::ssize(reply.steps) < at) return answer;
  const Outcome& outcome = reply.steps[at - 1];
  if (const auto* error = std::get_if<ErrorReply>(&outcome)) {
    answer.kind = PlainAnswer::Kind::kRefused;
    answer.message = error->message;
    answer.is_misspelt = error->misspelt;
    return answer;
  }
  const auto* outputs = std::get_if<std::vector<Output>>(&outcome);
  if (outputs == nullptr || reply.steps.size() != test.chain.size()) {
    return answer;
  }
  for (std::size_t k = 0; k < call.operands.size(); ++k) {
    if (!WritesOperand(call.kernel, call.form, k)) continue;
    // The reads follow the call in the order of the operands.
    const Output* read =
        FindOutput(reply.steps, {at + 1 + static_cast<int64_t>(k), 0});
    if (read == nullptr || !read->values) return answer;
    Literal written = call.operands[k].seen;
    written.values->list = read->values->list;
    if (!FaultOfLiteral(written).empty()) return answer;
    answer.gives.push_back(std::move(written));
  }
  for (const Output& output : *outputs) {
    auto literal = ShownLiteral(output);
    if (!literal) return answer;
    answer.gives.push_back(*std::move(literal));
  }
  if (answer.gives.size() > kMaxKernelResults) return answer;
  answer.kind = PlainAnswer::Kind::kGave;
  return answer;
}

Vector VectorOf(const CallTensors& call, const PlainAnswer& answer,
                std::optional<int64_t> read) {
  Vector vector;
  vector.test = CaseOf(call, &answer);
  if (read) EndWith(*read, vector.test);
  vector.profile = Profile::kOperands;
  thread_local const std::unique_ptr<Subject> reference = MakeReference();
  Reply reply;
  reference->Run(vector.test, reply);
  if (answer.kind == PlainAnswer::Kind::kDied) {
    reply.steps.resize(CallStepOf(vector.test.chain) - 1);
  }
  vector.expect = std::move(reply.steps);
  DropUnspecified(vector.test, vector.expect);
  vector.needs = NeedsOf(vector.test, vector.expect, {});
  vector.rules = {answer.kind == PlainAnswer::Kind::kRefused ? "call.r6"
                  : call.form == CallForm::kNew              ? "call.r1"
                  : call.form == CallForm::kInPlace          ? "call.r3"
                                                             : "call.r4",
                  "call.r2"};
  if (call.form == CallForm::kNew) vector.rules.emplace_back("call.r5");
  double precision = 0;
  for (const Literal& given : answer.gives) {
    precision = std::max(precision, PrecisionOf(given.dtype));
  }
  vector.distance = static_cast<double>(call.kernel.ulps) * precision;
  return vector;
}

}  // namespace viewproof

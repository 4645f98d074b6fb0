#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <list>
#include <utility>
#include <variant>

#include "conformance/case/bad_input.h"
#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/case/index_facts.h"
#include "conformance/picture/picture.h"
#include "conformance/picture/reason.h"
#include "conformance/subjects/reference.h"
#include "conformance/subjects/reference_step.h"
#include "reference/core/checked.h"
#include "reference/ops/view.h"

namespace viewproof {
namespace {

// Runs a chain on storages without bytes: an op that moves no element needs
// none, and where a copy is made its sizes and strides are known without them.
class Weightless {
 public:
  explicit Weightless(const Case& test) : test_(test) {}

  std::vector<Outcome> Run() {
    tensors_.push_back({Made(test_.base.dtype, FilledSizes(test_.base))});
    std::vector<Outcome> outcomes;
    for (const Step& step : test_.chain) {
      step_ = &step;
      tensors_.emplace_back();
      const Tensor* operand = Find(step.on.value_or(current_));
      if (operand == nullptr) {
        outcomes.emplace_back(Unobserved());
        continue;
      }
      outcomes.push_back(Shown(Ran(*operand)));
      if (!tensors_.back().empty()) {
        current_ = {std::ssize(tensors_) - 1, 0};
      }
    }
    return outcomes;
  }

 private:
  [[noreturn]] void FailTooLarge(const char* why) const {
    throw BadInput(
        fmt::format("step {}, {}: {}; take smaller sizes, which show the same",
                    std::ssize(tensors_) - 1, step_->op->name, why));
  }

  const Tensor* Find(OutputRef ref) const {
    if (ref.step >= std::ssize(tensors_)) return nullptr;
    const auto& outputs = tensors_[static_cast<std::size_t>(ref.step)];
    if (ref.output >= std::ssize(outputs)) return nullptr;
    return &outputs[static_cast<std::size_t>(ref.output)];
  }

  // A contiguous tensor on a new storage.
  Tensor Made(DType dtype, Ints sizes) {
    auto strides = ContiguousStrides(sizes);
    if (!strides) FailTooLarge("its strides exceed int64");
    Tensor tensor{.storage = std::make_shared<Storage>(),
                  .dtype = dtype,
                  .geometry = {std::move(sizes), *std::move(strides), 0}};
    storages_.emplace_back(tensor.storage,
                           CountOf(tensor.geometry.sizes) * ItemSize(dtype));
    return tensor;
  }

  std::size_t NumberOf(const Tensor& tensor) const {
    std::size_t k = 0;
    while (storages_[k].first != tensor.storage) ++k;
    return k;
  }

  Answer<Tensor> Ran(const Tensor& operand) {
    const Step& step = *step_;
    const Op& target = TargetOf(*step.op);
    if (step.op->kind == OpKind::kNew) {
      const auto& literal =
          std::get<Literal>(std::get<TensorArg>(step.args[0]));
      return Outputs<Tensor>{.tensors = {Made(literal.dtype, literal.sizes)}};
    }
    switch (KindOf(step)) {
      case OpKind::kView:
      case OpKind::kEither:
      case OpKind::kQuery:
        break;
      case OpKind::kSelfOrCopy:
        if (target.name != "contiguous") FailTooLarge("it may copy too much");
        break;
      case OpKind::kWrite:
        FailTooLarge("it writes to too large a tensor to be run here");
      default:
        FailTooLarge("its result is too large to be drawn");
    }
    if (step.op->returns_list() &&
        OutputCount(step, operand.geometry.sizes) > kMaxOutputs) {
      FailTooLarge("it gives too many tensors");
    }
    if (target.name == "as_strided") return AsStrided(operand);
    if (!MayCopy()) return Call(operand);
    // As a view of a contiguous tensor it gives what the copy would look like.
    const Tensor fresh = Made(operand.dtype, operand.geometry.sizes);
    Answer<Tensor> copy = Call(fresh);
    const auto* outputs = std::get_if<Outputs<Tensor>>(&copy);
    const bool is_view =
        outputs == nullptr || IsContiguous(operand.geometry) ||
        (target.name != "ravel" && target.name != "contiguous" &&
         ViewStrides(operand.geometry, outputs->tensors[0].geometry.sizes));
    if (is_view) return Call(operand);
    if (!CheckedMultiply(*Numel(operand.geometry.sizes),
                         ItemSize(operand.dtype))) {
      FailTooLarge("int64 cannot count the bytes of its copy");
    }
    return Outputs<Tensor>{.tensors = outputs->tensors};
  }

  bool MayCopy() const {
    return step_->op->kind == OpKind::kEither ||
           step_->op->kind == OpKind::kSelfOrCopy;
  }

  Answer<Tensor> Call(const Tensor& operand) {
    std::list<Tensor> literals;
    NamedTensors named{};
    for (std::size_t k = 0; k < step_->args.size(); ++k) {
      const auto* arg = std::get_if<TensorArg>(&step_->args[k]);
      if (arg == nullptr) continue;
      if (const auto* ref = std::get_if<OutputRef>(arg)) {
        named[k] = Find(*ref);
        continue;
      }
      const auto& literal = std::get<Literal>(*arg);
      named[k] = &literals.emplace_back(Made(literal.dtype, literal.sizes));
    }
    return RunReferenceStep(*step_, operand, named);
  }

  // The storage has no bytes that the reference could count: beyond them is
  // what lies beyond those that it would have (spec: as_strided.e6).
  Answer<Tensor> AsStrided(const Tensor& operand) {
    Answer<Tensor> answer = Call(operand);
    const auto* error = std::get_if<ErrorReply>(&answer);
    if (error == nullptr || error->rule != "as_strided.e6" ||
        *error->number > storages_[NumberOf(operand)].second) {
      return answer;
    }
    const auto* offset = std::get_if<std::optional<int64_t>>(&step_->args[2]);
    const Ints& sizes = std::get<Ints>(step_->args[0]);
    if (!Numel(sizes)) {
      return ErrorReply{
          .kind = ErrorKind::kOverflow, .rule = "as_strided.e7", .message = {}};
    }
    return Outputs<Tensor>{
        .tensors = {
            ViewOf(operand, {sizes, std::get<Ints>(step_->args[1]),
                             offset->value_or(operand.geometry.offset)})}};
  }

  Outcome Shown(Answer<Tensor> answer) {
    if (const bool* yes = std::get_if<bool>(&answer)) return *yes;
    if (auto* error = std::get_if<ErrorReply>(&answer)) return *error;
    auto& made = std::get<Outputs<Tensor>>(answer);
    std::vector<Output> shown;
    for (const Tensor& tensor : made.tensors) {
      Output& output = shown.emplace_back();
      output.dtype = tensor.dtype;
      output.sizes = tensor.geometry.sizes;
      output.strides = tensor.geometry.strides;
      output.offset = tensor.geometry.offset;
      output.contiguous = IsContiguous(tensor.geometry);
      output.conj = tensor.conj;
      output.neg = tensor.neg;
      output.self = made.self;
      output.storage = NumberShown(tensor);
    }
    tensors_.back() = std::move(made.tensors);
    return shown;
  }

  // In the order of appearance.
  int64_t NumberShown(const Tensor& tensor) {
    const std::size_t number = NumberOf(tensor);
    const auto found = std::ranges::find(shown_, number);
    const auto place = found - shown_.begin();
    if (found == shown_.end()) shown_.push_back(number);
    return place;
  }

  const Case& test_;
  const Step* step_ = nullptr;
  std::vector<std::vector<Tensor>> tensors_;  // [step][output]
  OutputRef current_;
  // With the bytes that each would have.
  std::vector<std::pair<std::shared_ptr<Storage>, Wide>> storages_;
  std::vector<std::size_t> shown_ = {0};
};

}  // namespace

std::vector<Outcome> OutcomesOf(const Case& test) {
  Reply reply;
  if (IsSmall(test)) MakeReference()->Run(test, reply);
  if (IsSmall(test) && !reply.too_large) return reply.steps;
  return Weightless(test).Run();
}

}  // namespace viewproof

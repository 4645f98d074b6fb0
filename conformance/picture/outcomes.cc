#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <list>
#include <utility>
#include <variant>

#include "conformance/case/bad_input.h"
#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/picture/picture.h"
#include "conformance/picture/reason.h"
#include "conformance/subjects/reference.h"
#include "conformance/subjects/reference_step.h"
#include "reference/core/checked.h"
#include "reference/ops/view.h"

namespace viewproof {
namespace {

// The most bytes that a write, or a copy by an index, may touch.
constexpr Wide kMaxBytes = 1 << 28;

// Runs a chain on storages without bytes: an op that moves no element needs
// none, and where a copy is made its sizes and strides are known without them.
// Only what moves elements by itself gets bytes, if they are not too many.
class Weightless {
 public:
  explicit Weightless(const Case& test) : test_(test) {}

  // Returns what each step gives; or why one is too large.
  std::variant<std::vector<Outcome>, std::string> Run() {
    const Base& base = test_.base;
    const bool has_values = SaysValues(base.fill);
    tensors_.push_back(
        {Made({base.dtype, FilledSizes(base),
               has_values ? std::optional(base.values) : std::nullopt})});
    if (!too_large_.empty()) return too_large_;
    std::vector<Outcome> outcomes;
    for (const Step& step : test_.chain) {
      step_ = &step;
      tensors_.emplace_back();
      const Tensor* operand = Find(step.on.value_or(current_));
      if (operand == nullptr) {
        outcomes.emplace_back(UnobservedStep());
        continue;
      }
      Answer<Tensor> answer = Ran(*operand);
      if (!too_large_.empty()) return too_large_;
      outcomes.push_back(Shown(std::move(answer)));
      if (!tensors_.back().empty()) {
        current_ = {std::ssize(tensors_) - 1, 0};
      }
    }
    return outcomes;
  }

 private:
  // The run ends here: what the step gives is not looked at.
  ErrorReply FailTooLarge(const char* why) {
    too_large_ =
        fmt::format("step {}, {}: {}; take smaller sizes, which show the same",
                    std::ssize(tensors_) - 1,
                    step_ == nullptr ? "the base" : step_->op->name, why);
    return {};
  }

  const Tensor* Find(OutputRef ref) const {
    if (ref.step >= std::ssize(tensors_)) return nullptr;
    const auto& outputs = tensors_[static_cast<std::size_t>(ref.step)];
    if (ref.output >= std::ssize(outputs)) return nullptr;
    return &outputs[static_cast<std::size_t>(ref.output)];
  }

  // A contiguous tensor on a new storage, which has bytes if the values matter.
  Tensor Made(const Literal& literal) {
    const auto strides = ContiguousStrides(literal.sizes);
    if (!strides) {
      FailTooLarge("its strides exceed int64");
      return {.storage = std::make_shared<Storage>(),
              .dtype = literal.dtype,
              .geometry = {}};
    }
    Tensor tensor = literal.values
                        ? TensorOf(literal)
                        : Tensor{.storage = std::make_shared<Storage>(),
                                 .dtype = literal.dtype,
                                 .geometry = {literal.sizes, *strides, 0}};
    storages_.emplace_back(tensor.storage,
                           CountOf(literal.sizes) * ItemSize(literal.dtype));
    return tensor;
  }

  std::size_t NumberOf(const Tensor& tensor) {
    const auto found =
        std::ranges::find(storages_, tensor.storage,
                          &std::pair<std::shared_ptr<Storage>, Wide>::first);
    const auto number = static_cast<std::size_t>(found - storages_.begin());
    if (found == storages_.end()) {
      storages_.emplace_back(tensor.storage, tensor.storage->size());
    }
    return number;
  }

  void GiveBytes(const Tensor& tensor) {
    const Wide bytes = storages_[NumberOf(tensor)].second;
    if (bytes > kMaxBytes || CountOf(tensor.geometry.sizes) > kMaxBytes) {
      FailTooLarge("it reads or writes too many elements to be run here");
      return;
    }
    if (tensor.storage->size() < bytes) {
      tensor.storage->bytes.resize(static_cast<std::size_t>(bytes));
    }
  }

  Answer<Tensor> Ran(const Tensor& operand) {
    const Step& step = *step_;
    const Op& target = TargetOf(*step.op);
    if (step.op->kind == OpKind::kNew) {
      const auto& literal =
          std::get<Literal>(std::get<TensorArg>(step.args[0]));
      return Outputs<Tensor>{.tensors = {Made(literal)}};
    }
    switch (KindOf(step)) {
      case OpKind::kView:
      case OpKind::kEither:
      case OpKind::kQuery:
        break;
      case OpKind::kSelfOrCopy:
        if (target.name == "contiguous") break;
        [[fallthrough]];
      case OpKind::kCopy:
      case OpKind::kWrite:
        return Call(operand, true);
      default:
        return FailTooLarge("its elements are too many to be shown");
    }
    if (step.op->returns_list() &&
        OutputCount(step, operand.geometry.sizes) > kMaxOutputs) {
      return FailTooLarge("it gives too many tensors");
    }
    if (target.name == "as_strided") return AsStrided(operand);
    if (!MayCopy()) return Call(operand, false);
    // As a view of a contiguous tensor it gives what the copy would look like.
    const Tensor fresh = Made({operand.dtype, operand.geometry.sizes, {}});
    if (!too_large_.empty()) return ErrorReply();
    Answer<Tensor> copy = Call(fresh, false);
    const auto* outputs = std::get_if<Outputs<Tensor>>(&copy);
    const bool is_view =
        outputs == nullptr || IsContiguous(operand.geometry) ||
        (target.name != "ravel" && target.name != "contiguous" &&
         ViewStrides(operand.geometry, outputs->tensors[0].geometry.sizes));
    if (is_view) return Call(operand, false);
    if (!CheckedMultiply(*Numel(operand.geometry.sizes),
                         ItemSize(operand.dtype))) {
      return FailTooLarge("int64 cannot count the bytes of its copy");
    }
    return Outputs<Tensor>{.tensors = outputs->tensors};
  }

  bool MayCopy() const {
    return step_->op->kind == OpKind::kEither ||
           step_->op->kind == OpKind::kSelfOrCopy;
  }

  Answer<Tensor> Call(const Tensor& operand, bool moves) {
    std::list<Tensor> literals;
    NamedTensors named{};
    std::size_t next = step_->args.size();
    for (std::size_t k = 0; k < step_->args.size(); ++k) {
      if (const auto* index = std::get_if<Index<TensorArg>>(&step_->args[k])) {
        for (const IndexItem<TensorArg>& item : *index) {
          const auto* tensor = std::get_if<TensorArg>(&item);
          if (tensor == nullptr || LiteralOf(item) != nullptr) continue;
          named[next++] = Find(std::get<OutputRef>(*tensor));
        }
        continue;
      }
      const auto* arg = std::get_if<TensorArg>(&step_->args[k]);
      if (arg == nullptr) continue;
      const auto* ref = std::get_if<OutputRef>(arg);
      named[k] = ref != nullptr
                     ? Find(*ref)
                     : &literals.emplace_back(Made(std::get<Literal>(*arg)));
    }
    if (moves) {
      GiveBytes(operand);
      for (const Tensor* tensor : named) {
        if (tensor != nullptr) GiveBytes(*tensor);
      }
    }
    if (!too_large_.empty()) return ErrorReply();
    return RunReferenceStep(*step_, operand, named);
  }

  // The storage has no bytes that the reference could count: beyond them is
  // what lies beyond those that it would have (spec: as_strided.e6).
  Answer<Tensor> AsStrided(const Tensor& operand) {
    Answer<Tensor> answer = Call(operand, false);
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
      ShowHeader(tensor, output);
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
  std::string too_large_;                     // Or empty.
  std::vector<std::vector<Tensor>> tensors_;  // [step][output]
  OutputRef current_;
  // Storages with the bytes that each would have.
  std::vector<std::pair<std::shared_ptr<Storage>, Wide>> storages_;
  std::vector<std::size_t> shown_ = {0};
};

}  // namespace

std::variant<std::vector<Outcome>, std::string> FindOutcomes(const Case& test) {
  Reply reply;
  if (IsSmall(test)) MakeReference()->Run(test, reply);
  if (IsSmall(test) && !reply.too_large) return std::move(reply.steps);
  return Weightless(test).Run();
}

std::vector<Outcome> OutcomesOf(const Case& test) {
  auto found = FindOutcomes(test);
  if (const auto* why = std::get_if<std::string>(&found)) throw BadInput(*why);
  return std::get<std::vector<Outcome>>(std::move(found));
}

}  // namespace viewproof

#include "conformance/subjects/world_reference.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "conformance/case/tensor_facts.h"
#include "conformance/subjects/bind.h"
#include "conformance/subjects/reference.h"
#include "conformance/subjects/step_wrapper.h"
#include "reference/ops/clone.h"

namespace viewproof {
namespace {

// Replaces the tensors of an answer by fresh ones; false: too large.
bool CopyTensors(Outputs<Tensor>& made) {
  for (Tensor& tensor : made.tensors) {
    std::optional<Tensor> copy = SmallCopy(tensor);
    if (!copy) return false;
    tensor = *std::move(copy);
  }
  made.self = false;
  return true;
}

// A fresh copy with the operand's strides, if it is dense and not row-major.
std::optional<Tensor> CopyAsItLies(const Tensor& operand) {
  if (IsContiguous(operand.geometry)) return std::nullopt;
  Result<Tensor> clone = Clone(operand);  // clone.r1
  if (!clone.ok()) return std::nullopt;
  Tensor copy = std::move(clone).value();
  if (copy.geometry.strides != operand.geometry.strides) return std::nullopt;
  return copy;
}

}  // namespace

bool NextChoices(const Course& course, Choices& choices) {
  choices = course.taken;
  while (!choices.empty()) {
    const std::size_t k = choices.size() - 1;
    if (choices[k] + 1 < course.options[k]) {
      ++choices[k];
      return true;
    }
    choices.pop_back();
  }
  return false;
}

// Answers the steps of one run.
class WorldReference::Steps {
 public:
  explicit Steps(Wrapper<Tensor> inner) : inner_(std::move(inner)) {}

  void Begin(const Case& test, const Ways& ways, const Choices& choices,
             Course& course) {
    ways_ = &ways;
    choices_ = &choices;
    course_ = &course;
    course.taken.assign(test.chain.size(), 0);
    course.options.assign(test.chain.size(), 1);
    course.chose_copy = course.copied = course.rebound = false;
    course.plain.clear();
    if (std::ranges::any_of(test.chain, &NamesIndexTensors)) {
      course.plain = test.chain;
    }
  }

  std::optional<Answer<Tensor>> Answered(const Call<Tensor>& call);

 private:
  // Runs the binding.
  std::optional<Answer<Tensor>> Made(const Call<Tensor>& call) {
    return inner_ ? inner_(call) : call.Make();
  }
  std::optional<Answer<Tensor>> Rebind(const Call<Tensor>& call);
  int Choose(int64_t step, int options);

  const Wrapper<Tensor> inner_;
  const Ways* ways_ = nullptr;
  const Choices* choices_ = nullptr;
  Course* course_ = nullptr;
};

int WorldReference::Steps::Choose(int64_t step, int options) {
  const auto k = static_cast<std::size_t>(step) - 1;
  course_->options[k] = options;
  if (k < choices_->size()) {
    course_->taken[k] = std::min((*choices_)[k], options - 1);
  }
  return course_->taken[k];
}

std::optional<Answer<Tensor>> WorldReference::Steps::Answered(
    const Call<Tensor>& call) {
  if (!course_->plain.empty()) {
    Step& step = course_->plain[call.number - 1];
    std::size_t next = call.args.size();
    step = WithLiterals(std::move(step), [&](OutputRef) {
      return LiteralFrom(*call.tensors[next++]);
    });
  }
  if (call.op.kind == OpKind::kWrite && ways_->rebinds && !call.operand.coo) {
    return Rebind(call);
  }
  std::optional<Answer<Tensor>> answer = Made(call);
  if (!answer) return std::nullopt;
  auto* made = std::get_if<Outputs<Tensor>>(&*answer);
  if (made == nullptr || made->tensors.empty()) return answer;
  if (std::ranges::binary_search(ways_->copies, call.op.name)) {
    if (!CopyTensors(*made)) return std::nullopt;
    course_->copied = true;
  } else if (call.op.kind == OpKind::kEither && ways_->may_copy &&
             made->tensors.front().storage == call.operand.storage &&
             Choose(call.number, 2) == 1) {
    if (!CopyTensors(*made)) return std::nullopt;
    course_->chose_copy = true;
  }
  return answer;
}

std::optional<Answer<Tensor>> WorldReference::Steps::Rebind(
    const Call<Tensor>& call) {
  std::optional<Tensor> fresh = SmallCopy(call.operand);
  if (!fresh) return std::nullopt;
  std::optional<Tensor> as_it_lies = CopyAsItLies(call.operand);
  const int layouts = as_it_lies ? 2 : 1;
  const int option = Choose(call.number, call.has_twin ? 2 * layouts : layouts);
  if (option % layouts == 1) fresh = std::move(as_it_lies);
  std::optional<Answer<Tensor>> answer =
      Made({call.number, call.op, call.binding, *fresh, call.args, call.tensors,
            call.has_twin});
  if (!answer) return std::nullopt;
  if (auto* made = std::get_if<Outputs<Tensor>>(&*answer)) {
    made->rebound = std::move(fresh);
    made->everywhere = option >= layouts;
    course_->rebound = true;
  }
  return answer;
}

WorldReference::WorldReference() : WorldReference(StepWrapper()) {}

WorldReference::WorldReference(const StepWrapper& inner)
    : steps_(std::make_unique<Steps>(inner.run)),
      reference_(MakeWrapped("world",
                             [steps = steps_.get()](const Call<Tensor>& call) {
                               return steps->Answered(call);
                             })) {}

WorldReference::~WorldReference() = default;

void WorldReference::Run(const Case& test, const Ways& ways,
                         const Choices& choices, Course& course) {
  steps_->Begin(test, ways, choices, course);
  reference_->Run(test, course.reply);
}

}  // namespace viewproof

#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_MUTANT_CALLS_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_MUTANT_CALLS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/subjects/mutant.h"

namespace viewproof {

// A call of an op, and what a mutant answers to it; nothing: it would be too
// large. Where a mutant would read outside of a storage it refuses the call.
using TensorCall = Call<Tensor>;
using MaybeAnswer = std::optional<Answer<Tensor>>;

Answer<Tensor> Refused(ErrorKind kind);

// The number of elements from the start of the storage to the last one of
// `geometry`; nothing when it exceeds int64.
std::optional<int64_t> EndOf(const Geometry& geometry);

bool IsInStorage(const Tensor& tensor);
// The answer, refused as out_of_bounds if a tensor of it is not in its storage.
Answer<Tensor> InStorage(Answer<Tensor> answer);

bool HasStrideZero(const Geometry& geometry);

// Changes of a geometry.
void DropOffset(Geometry& geometry);
void TakeAsRowMajor(Geometry& geometry);

// The call with another operand or other arguments.
MaybeAnswer MakeWith(const TensorCall& call, const Tensor& operand,
                     std::span<const Arg> args,
                     std::span<const Tensor* const> tensors);

// The call with tensors that lie elsewhere, one of them perhaps outside of its
// storage. What it writes is not told if it reads what it has just written:
// that hangs on the order.
MaybeAnswer MakeOn(const TensorCall& call, const Tensor& operand,
                   std::span<const Tensor* const> tensors);

// Holds what the bytes of a storage were, to be put back.
class SavedBytes {
 public:
  explicit SavedBytes(const Tensor& tensor)
      : storage_(*tensor.storage), bytes_(storage_.bytes) {}
  void PutBack() const { storage_.bytes = bytes_; }

 private:
  Storage& storage_;
  const std::vector<std::byte> bytes_;
};

// Wrappers by what they change: every tensor of an answer, the list of them,
// the operand, the arguments.

template <auto kChange>
MaybeAnswer EachTensor(const TensorCall& call) {
  Answer<Tensor> answer = call.Make();
  if (auto* made = std::get_if<Outputs<Tensor>>(&answer)) {
    for (Tensor& tensor : made->tensors) kChange(call.operand, tensor);
  }
  return InStorage(std::move(answer));
}

template <auto kChange>
MaybeAnswer List(const TensorCall& call) {
  Answer<Tensor> answer = call.Make();
  if (auto* made = std::get_if<Outputs<Tensor>>(&answer)) {
    kChange(made->tensors);
  }
  return answer;
}

template <auto kChange>
MaybeAnswer OnOperand(const TensorCall& call) {
  Tensor operand = call.operand;
  kChange(operand.geometry);
  return MakeOn(call, operand, call.tensors);
}

template <auto kChange>
MaybeAnswer OnSource(const TensorCall& call) {
  if (call.tensors[0] == nullptr) return call.Make();
  Tensor source = *call.tensors[0];
  kChange(source.geometry);
  const std::array<const Tensor*, 1> tensors = {&source};
  return MakeOn(call, call.operand, tensors);
}

template <auto kChange>
MaybeAnswer OnArguments(const TensorCall& call) {
  std::vector<Arg> args(call.args.begin(), call.args.end());
  kChange(call, args);
  return MakeWith(call, call.operand, args, call.tensors);
}

// Refuses a call that succeeds, and undoes what it wrote, where `kWhether`.
template <auto kWhether>
MaybeAnswer Refusing(const TensorCall& call) {
  if (!kWhether(call)) return call.Make();
  const SavedBytes saved(call.operand);
  Answer<Tensor> answer = call.Make();
  if (std::holds_alternative<ErrorReply>(answer)) return answer;
  saved.PutBack();
  return Refused(ErrorKind::kTensorKind);
}

// Returns whether the op has a parameter of a type that these mutants touch.
bool Takes(const Op& op, Touches touched);
bool LastTwoAreTwins(const Op& op);

// The mutants of one kind, in the order of Touches.
std::vector<Mutant> OutputMutants();
std::vector<Mutant> ElementMutants();
std::vector<Mutant> KernelMutants();
std::vector<Mutant> StepMutants();
std::vector<Mutant> ArgumentMutants();

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_MUTANT_CALLS_H_

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "conformance/laws/broken_worlds.h"

namespace viewproof {
namespace {

using MaybeAnswer = std::optional<Answer<Tensor>>;

MaybeAnswer Raise(const Call<Tensor>&) {
  ErrorReply error;
  error.kind = ErrorKind::kArgument;
  return error;
}

MaybeAnswer WriteNothing(const Call<Tensor>& call) {
  if (call.op.kind != OpKind::kWrite) return call.Make();
  const std::vector<std::byte> was = call.operand.storage->bytes;
  Answer<Tensor> answer = call.Make();
  call.operand.storage->bytes = was;
  return answer;
}

MaybeAnswer ViewForACopy(const Call<Tensor>& call) {
  if (call.op.name != "clone" && call.op.name != "contiguous") {
    return call.Make();
  }
  Answer<Tensor> answer = call.Make();
  auto* made = std::get_if<Outputs<Tensor>>(&answer);
  if (made != nullptr) made->tensors = {call.operand};
  return answer;
}

// Tensors that were seen, and a copy_ that writes the first element of those
// that have one which its own target has not.
class SiblingWriter {
 public:
  void Begin() { seen_.clear(); }

  MaybeAnswer Run(const Call<Tensor>& call) {
    seen_.push_back(call.operand);
    Answer<Tensor> answer = call.Make();
    auto* made = std::get_if<Outputs<Tensor>>(&answer);
    if (made == nullptr) return answer;
    for (const Tensor& tensor : made->tensors) seen_.push_back(tensor);
    if (call.op.name != "copy_") return answer;
    for (const Tensor& tensor : seen_) {
      if (tensor.geometry.offset < call.operand.geometry.offset ||
          tensor.storage != call.operand.storage) {
        WriteFirst(tensor);
      }
    }
    return answer;
  }

 private:
  static void WriteFirst(const Tensor& tensor) {
    if (tensor.storage->bytes.empty() ||
        Numel(tensor.geometry.sizes).value_or(0) == 0) {
      return;
    }
    Encode(tensor.dtype, {tensor.dtype == DType::kBool ? 1.0 : 113.0},
           ElementAt(tensor, tensor.geometry.offset));
  }

  std::vector<Tensor> seen_;
};

}  // namespace

std::vector<BrokenLibrary> MisbehavingLibraries() {
  const auto sibling = std::make_shared<SiblingWriter>();
  return {
      {"writes do nothing", &WriteNothing},
      {"copy_ writes a sibling",
       [sibling](const Call<Tensor>& call) { return sibling->Run(call); },
       [sibling] { sibling->Begin(); }},
      {"views where a copy is due", &ViewForACopy, nullptr, true},
      {"always raises", &Raise},
  };
}

}  // namespace viewproof

#include "conformance/subjects/mutant_calls.h"

#include <algorithm>

#include "conformance/case/bounds.h"
#include "reference/core/checked.h"

namespace viewproof {

Answer<Tensor> Refused(ErrorKind kind) {
  return ErrorReply{.kind = kind, .rule = {}, .message = "a mutant"};
}

std::optional<int64_t> EndOf(const Geometry& geometry) {
  if (Numel(geometry.sizes) == 0) return 0;
  std::optional<int64_t> end = CheckedAdd(geometry.offset, 1);
  for (std::size_t d = 0; end && d < geometry.sizes.size(); ++d) {
    end = CheckedMultiplyAdd(*end, geometry.sizes[d] - 1, geometry.strides[d]);
  }
  return end;
}

bool IsInStorage(const Tensor& tensor) {
  const std::optional<int64_t> end = EndOf(tensor.geometry);
  return end && *end <= tensor.storage->size() / ItemSize(tensor.dtype);
}

Answer<Tensor> InStorage(Answer<Tensor> answer) {
  const auto* made = std::get_if<Outputs<Tensor>>(&answer);
  if (made == nullptr ||
      std::all_of(made->tensors.begin(), made->tensors.end(), IsInStorage)) {
    return answer;
  }
  return Refused(ErrorKind::kOutOfBounds);
}

MaybeAnswer MakeWith(const Asked& call, const Tensor& operand,
                     std::span<const Arg> args,
                     std::span<const Tensor* const> tensors) {
  const Step step{&call.op, {args.begin(), args.end()}, {}};
  if (TooLarge(step, operand.geometry.sizes, operand.dtype)) {
    return std::nullopt;
  }
  return call.binding.Make(operand, args, tensors);
}

void DropOffset(Geometry& geometry) { geometry.offset = 0; }

void TakeAsRowMajor(Geometry& geometry) {
  if (const auto strides = ContiguousStrides(geometry.sizes)) {
    geometry.strides = *strides;
  }
}

bool HasStrideZero(const Geometry& geometry) {
  for (std::size_t d = 0; d < geometry.sizes.size(); ++d) {
    if (geometry.sizes[d] > 1 && geometry.strides[d] == 0) return true;
  }
  return false;
}

}  // namespace viewproof

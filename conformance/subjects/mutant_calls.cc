#include "conformance/subjects/mutant_calls.h"

#include <algorithm>

#include "conformance/case/bounds.h"
#include "reference/core/checked.h"

namespace viewproof {
namespace {

// Returns whether they may share elements, and not each at the same index.
bool Meet(const Tensor& a, const Tensor& b) {
  if (a.storage != b.storage) return false;
  if (a.dtype == b.dtype && a.geometry == b.geometry) return false;
  const auto is_small = [](const Tensor& t) {  // Not one that repeats forever.
    return Numel(t.geometry.sizes).value_or(kMaxCopied + 1) <= kMaxCopied;
  };
  if (a.dtype != b.dtype || !is_small(a) || !is_small(b)) return true;
  Ints addresses = AddressesOf(a.geometry);
  std::sort(addresses.begin(), addresses.end());
  const Ints others = AddressesOf(b.geometry);
  return std::any_of(others.begin(), others.end(), [&](int64_t address) {
    return std::binary_search(addresses.begin(), addresses.end(), address);
  });
}

}  // namespace

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

MaybeAnswer MakeWith(const TensorCall& call, const Tensor& operand,
                     std::span<const Arg> args,
                     std::span<const Tensor* const> tensors) {
  const Step step{&call.op, {args.begin(), args.end()}, {}};
  if (TooLarge(step, operand.geometry.sizes, operand.dtype)) {
    return std::nullopt;
  }
  return call.binding.Make(operand, args, tensors);
}

MaybeAnswer MakeOn(const TensorCall& call, const Tensor& operand,
                   std::span<const Tensor* const> tensors) {
  const auto is_any = [&](auto is) {
    return std::any_of(tensors.begin(), tensors.end(),
                       [&](const Tensor* t) { return t != nullptr && is(*t); });
  };
  if (!IsInStorage(operand) ||
      is_any([](const Tensor& t) { return !IsInStorage(t); })) {
    return Refused(ErrorKind::kOutOfBounds);
  }
  MaybeAnswer answer = MakeWith(call, operand, call.args, tensors);
  auto* made = answer ? std::get_if<Outputs<Tensor>>(&*answer) : nullptr;
  if (made != nullptr && call.op.kind == OpKind::kWrite) {
    made->told = !is_any([&](const Tensor& t) { return Meet(t, operand); });
  }
  return answer;
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

#include "conformance/case/bounds.h"

#include <algorithm>
#include <cstdint>
#include <variant>

#include "conformance/case/tensor_facts.h"
#include "reference/core/checked.h"

namespace viewproof {
namespace {

// An upper bound of the elements that an advanced index picks.
std::optional<int64_t> MostPicked(const Index<TensorArg>& index,
                                  const Ints& operand_sizes) {
  std::optional<int64_t> most = 1;
  const auto multiply = [&most](std::optional<int64_t> factor) {
    most = most && factor
               ? CheckedMultiply(*most, std::max<int64_t>(*factor, 1))
               : std::nullopt;
  };
  for (const int64_t size : operand_sizes) multiply(size);
  for (const IndexItem<TensorArg>& item : index) {
    const Literal* literal = LiteralOf(item);
    const bool mask = literal != nullptr && (literal->dtype == DType::kBool ||
                                             literal->dtype == DType::kUInt8);
    if (literal == nullptr) continue;
    // A mask picks at most the elements of the dimensions that it covers. It is
    // read, whatever it covers.
    const std::optional<int64_t> numel = Numel(literal->sizes);
    if (!mask) multiply(numel);
    if (!numel || *numel > kMaxCopied) return std::nullopt;
  }
  return most;
}

}  // namespace

bool FitsIndex(const Index<TensorArg>& index) {
  const auto ellipses = std::count_if(
      index.begin(), index.end(),
      [](const auto& item) { return std::holds_alternative<Ellipsis>(item); });
  return std::ssize(index) <= kMaxItems && ellipses <= 1;
}

std::optional<int64_t> DimAlong(const Op& op, std::span<const Arg> args,
                                int64_t rank) {
  if (op.cuts != nullptr) return WrapDim(op.cuts(rank), rank);
  for (std::size_t k = 0; k < args.size(); ++k) {
    if (op.parameters[k].domain != Domain::kDim) continue;
    return WrapDim(std::get<int64_t>(args[k]), rank);
  }
  return std::nullopt;
}

int64_t OutputCount(const Step& step, const Ints& operand_sizes) {
  const std::optional<int64_t> dim =
      DimAlong(*step.op, step.args, std::ssize(operand_sizes));
  if (!dim) return 0;
  CutRequest cutting{.size = operand_sizes[*dim]};
  if (const auto* number = std::get_if<int64_t>(&step.args[0])) {
    cutting.number = std::max<int64_t>(*number, 0);
  } else if (const auto* list = std::get_if<Ints>(&step.args[0])) {
    cutting.entries = std::ssize(*list);
  }
  return step.op->outputs(cutting);
}

bool MayBeTooLarge(const Op& op) {
  switch (op.kind) {
    case OpKind::kView:
    case OpKind::kQuery:
    case OpKind::kObserve:
    case OpKind::kForget:
    case OpKind::kNew:
      return op.returns_list();
    case OpKind::kByIndex:
    case OpKind::kEither:
    case OpKind::kSelfOrCopy:
    case OpKind::kCopy:
    case OpKind::kWrite:
      return true;
  }
  return true;
}

bool TooLarge(const Step& step, const Ints& operand_sizes, DType dtype) {
  if (!MayBeTooLarge(*step.op)) return false;
  if (step.op->returns_list()) {
    return OutputCount(step, operand_sizes) > kMaxOutputs;
  }
  const Index<TensorArg>* index = IndexOf(step);
  if (index != nullptr && IsAdvanced(*index)) {
    return MostPicked(*index, operand_sizes).value_or(INT64_MAX) > kMaxCopied;
  }
  const bool writes = step.op->kind == OpKind::kWrite;
  const bool may_copy = step.op->kind == OpKind::kEither ||
                        step.op->kind == OpKind::kSelfOrCopy ||
                        step.op->kind == OpKind::kCopy;
  if (!writes && !may_copy) return false;
  const std::optional<int64_t> numel = Numel(operand_sizes);
  if (!numel) return writes;
  if (may_copy && !CheckedMultiply(*numel, ItemSize(dtype))) return false;
  return *numel > kMaxCopied;
}

}  // namespace viewproof

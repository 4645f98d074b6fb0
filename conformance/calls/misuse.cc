#include "conformance/calls/misuse.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>

#include "conformance/case/fill.h"
#include "conformance/subjects/reference.h"

namespace viewproof {
namespace {

// The same tensor, had it row-major strides; nothing if its storage is too
// small for these.
std::optional<Tensor> AsContiguous(const Tensor& operand) {
  const Tensor copy = ContiguousCopy(operand);
  Geometry geometry = copy.geometry;
  geometry.offset = operand.geometry.offset;
  const int64_t last = geometry.offset + *Numel(geometry.sizes);
  if (last * ItemSize(operand.dtype) > operand.storage->size()) {
    return std::nullopt;
  }
  return ViewOf(operand, std::move(geometry));
}

}  // namespace

std::string SentenceOf(Misuse misuse, std::string_view tensor) {
  switch (misuse) {
    case Misuse::kReadAsContiguous:
      return fmt::format("{} is read as if it were contiguous", tensor);
    case Misuse::kReadWithStride1:
      return fmt::format("{} is read as if its last stride were 1", tensor);
    case Misuse::kReadFromStart:
      return fmt::format("{} is read from the first element of its storage",
                         tensor);
    case Misuse::kReadWithoutBits:
      return fmt::format("the bit of {} is ignored", tensor);
    case Misuse::kWrittenAsContiguous:
      return fmt::format("{} is written as if it were contiguous", tensor);
  }
  return "";
}

std::optional<Literal> ReadWith(Misuse misuse, const PlacedOperand& operand) {
  std::optional<Tensor> taken =
      OperandIn(*operand.layout, TensorOf(operand.storage));
  if (misuse == Misuse::kReadWithStride1) {
    Ints& strides = taken->geometry.strides;
    if (strides.empty() || strides.back() <= 1) return std::nullopt;
    strides.back() = 1;
  } else if (misuse == Misuse::kReadFromStart) {
    taken->geometry.offset = 0;
  } else if (misuse == Misuse::kReadWithoutBits) {
    taken->conj = taken->neg = false;
  } else {
    taken = AsContiguous(*taken);
  }
  if (!taken) return std::nullopt;
  Literal read = operand.seen;
  read.values->list = Read(*taken);
  if (read == operand.seen) return std::nullopt;
  return read;
}

std::optional<Literal> WrittenAsContiguous(const PlacedOperand& operand,
                                           const Literal& elements) {
  const Tensor base = TensorOf(operand.storage);
  const Tensor right = OperandIn(*operand.layout, base);
  const std::optional<Tensor> taken = AsContiguous(right);
  if (!taken || taken->geometry == right.geometry) return std::nullopt;
  std::size_t next = 0;
  ForEachAddress(taken->geometry, [&](int64_t address) {
    std::byte element[kMaxItemSize];
    Encode(elements.dtype, elements.values->list[next++], element);
    StoreElement(*taken, address, element);
  });
  return LiteralFrom(base);
}

}  // namespace viewproof

#include "reference/ops/memory_format.h"

#include <cstddef>
#include <numeric>
#include <vector>

#include "reference/core/checked.h"
#include "reference/ops/contiguity.h"

namespace viewproof {
namespace {

bool IsChannelsLast(MemoryFormat format) {
  return format == MemoryFormat::kChannelsLast ||
         format == MemoryFormat::kChannelsLast3d;
}

// The strides of `sizes` in that order; nothing when one exceeds int64.
std::optional<Ints> StridesIn(const std::vector<std::size_t>& order,
                              const Ints& sizes) {
  Ints strides(sizes.size());
  std::optional<int64_t> stride = 1;
  for (std::size_t k = order.size(); k-- > 0;) {
    if (!stride) return std::nullopt;
    strides[order[k]] = *stride;  // memory_format.d2
    stride = CheckedMultiply(*stride, sizes[order[k]]);
  }
  return strides;
}

// The operand with its dimensions in that order.
Tensor Ordered(const Tensor& operand, const std::vector<std::size_t>& order) {
  const Geometry& geometry = operand.geometry;
  Geometry ordered{{}, {}, geometry.offset};
  for (const std::size_t d : order) {
    ordered.sizes.push_back(geometry.sizes[d]);
    ordered.strides.push_back(geometry.strides[d]);
  }
  return ViewOf(operand, ordered);
}

}  // namespace

std::string_view Name(MemoryFormat format) {
  switch (format) {
    case MemoryFormat::kContiguous:
      return "contiguous_format";
    case MemoryFormat::kChannelsLast:
      return "channels_last";
    case MemoryFormat::kChannelsLast3d:
      return "channels_last_3d";
    case MemoryFormat::kPreserve:
      return "preserve_format";
  }
  return {};
}

std::optional<MemoryFormat> FindMemoryFormat(std::string_view name) {
  for (const MemoryFormat format : kMemoryFormats) {
    if (Name(format) == name) return format;
  }
  return std::nullopt;
}

std::optional<std::vector<std::size_t>> Order(MemoryFormat format,
                                              std::size_t rank) {
  std::vector<std::size_t> order(rank);
  std::iota(order.begin(), order.end(), 0);
  if (!IsChannelsLast(format)) return order;
  if (rank != (format == MemoryFormat::kChannelsLast ? 4 : 5)) {
    return std::nullopt;
  }
  order.erase(order.begin() + 1);
  order.push_back(1);
  return order;
}

Tensor CopyInOrder(const Tensor& operand,
                   const std::vector<std::size_t>& order) {
  const Ints& sizes = operand.geometry.sizes;
  Tensor copy = ContiguousCopy(Ordered(operand, order));
  copy.geometry = {sizes, StridesIn(order, sizes).value(), 0};
  return copy;
}

bool IsContiguousIn(const Geometry& operand, MemoryFormat format) {
  if (!IsChannelsLast(format)) {
    return IsContiguous(operand);  // is_contiguous_format.r1
  }
  const auto order = Order(format, operand.sizes.size());
  const auto strides = order ? StridesIn(*order, operand.sizes) : std::nullopt;
  if (!strides) return false;
  for (std::size_t d = 0; d < operand.sizes.size(); ++d) {
    const bool counts = operand.sizes[d] != 1;  // is_contiguous_format.r2
    if (counts && operand.strides[d] != (*strides)[d]) return false;
  }
  return true;
}

Result<TensorOrItself> ContiguousIn(const Tensor& operand,
                                    MemoryFormat format) {
  if (IsContiguousIn(operand.geometry, format)) {
    return Itself{};  // contiguous_format.r1
  }
  if (format == MemoryFormat::kPreserve) {
    return Error{"contiguous_format.e1"};
  }
  const Ints& sizes = operand.geometry.sizes;
  if (!BytesOfCopy(operand) || !ContiguousStrides(sizes)) {
    return Error{"contiguous_format.e2"};
  }
  const auto order = Order(format, sizes.size());
  if (!order) {
    return Error{"contiguous_format.e3"};
  }
  return CopyInOrder(operand, *order);  // contiguous_format.r2
}

}  // namespace viewproof

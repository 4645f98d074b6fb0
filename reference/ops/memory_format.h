#ifndef VIEWPROOF_REFERENCE_OPS_MEMORY_FORMAT_H_
#define VIEWPROOF_REFERENCE_OPS_MEMORY_FORMAT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "reference/core/error.h"
#include "reference/core/geometry.h"
#include "reference/core/tensor.h"

namespace viewproof {

// The order in which a dense tensor's dimensions lie in memory (spec:
// memory_format.d1). Closed; in PyTorch's names.
enum class MemoryFormat : uint8_t {
  kContiguous,      // Row-major.
  kChannelsLast,    // N, H, W, C of the sizes N, C, H, W.
  kChannelsLast3d,  // N, D, H, W, C of the sizes N, C, D, H, W.
  kPreserve,        // The operand's own.
};

inline constexpr std::array kMemoryFormats = {
    MemoryFormat::kContiguous, MemoryFormat::kChannelsLast,
    MemoryFormat::kChannelsLast3d, MemoryFormat::kPreserve};

// PyTorch's name, e.g. "channels_last"; and back (nothing for another name).
std::string_view Name(MemoryFormat format);
std::optional<MemoryFormat> FindMemoryFormat(std::string_view name);

// The dimensions in the order of the format, the innermost last; of
// contiguous_format and preserve_format as they are. Nothing if the format has
// another rank.
std::optional<std::vector<std::size_t>> Order(MemoryFormat format,
                                              std::size_t rank);

// A copy whose dimensions lie in `order`, the innermost last, without gaps
// (spec: memory_format.d2). Requires: bytes and strides of the copy fit int64.
Tensor CopyInOrder(const Tensor& operand,
                   const std::vector<std::size_t>& order);

// Returns whether the order of the format is the order of addresses without a
// gap (spec: is_contiguous_format); false where the format has another rank.
// Sizes of 1 make a tensor contiguous in two formats; without elements
// channels_last still asks for its strides.
bool IsContiguousIn(const Geometry& operand, MemoryFormat format);

// The operand itself when it is contiguous in the format, else a copy that is
// (spec: contiguous_format).
//
//   contiguous in it  ->  itself, strides as they are contiguous_format.r1
//   otherwise         ->  strides of memory_format.d2, offset 0, a new storage
//                                                            contiguous_format.r2
//
// Errors: contiguous_format.e1 if there is no format to preserve;
//         contiguous_format.e2 if a copy's bytes or strides exceed int64;
//         contiguous_format.e3 if the rank is not the format's.
Result<TensorOrItself> ContiguousIn(const Tensor& operand, MemoryFormat format);

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_OPS_MEMORY_FORMAT_H_

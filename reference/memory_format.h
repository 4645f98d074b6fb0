#ifndef VIEWPROOF_REFERENCE_MEMORY_FORMAT_H_
#define VIEWPROOF_REFERENCE_MEMORY_FORMAT_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace viewproof {

// In what order a dense tensor's dimensions lie in memory. Closed; in PyTorch's
// names.
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

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_MEMORY_FORMAT_H_

#include "reference/memory_format.h"

namespace viewproof {

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

}  // namespace viewproof

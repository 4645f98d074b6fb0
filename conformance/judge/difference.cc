#include "conformance/judge/difference.h"

#include <algorithm>
#include <array>

namespace viewproof {
namespace {

// Indexed by DifferenceKind.
constexpr std::array<std::string_view, 20> kNames = {
    "ok_for_error", "error_for_ok", "unsupported", "count",  "dtype",
    "sizes",        "result",       "copied",      "shared", "strides",
    "offset",       "contiguous",   "values",      "bytes",  "lost_write",
    "stray_write",  "read_out",     "self",        "bits",   "kind"};

}  // namespace

std::string_view Name(DifferenceKind kind) {
  return kNames[static_cast<std::size_t>(kind)];
}

std::optional<DifferenceKind> FindDifferenceKind(std::string_view name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<DifferenceKind>(found - kNames.begin());
}

}  // namespace viewproof

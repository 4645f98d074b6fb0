#include "conformance/judge/outside.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/fill.h"

namespace viewproof {
namespace {

// Whether its elements fill the first cells of a storage, each one.
bool FillsTheStart(const Geometry& geometry) {
  std::vector<std::pair<int64_t, int64_t>> dims;  // Stride and size.
  for (std::size_t d = 0; d < geometry.sizes.size(); ++d) {
    if (geometry.sizes[d] == 0) return geometry.offset == 0;
    if (geometry.sizes[d] == 1) continue;
    dims.emplace_back(geometry.strides[d], geometry.sizes[d]);
  }
  std::ranges::sort(dims);
  Wide next = 1;
  for (const auto& [stride, size] : dims) {
    if (stride != next) return false;
    next = Times(next, size);
  }
  return geometry.offset == 0;
}

// The first tensor that was answered on a storage; null if there is none.
const Output* FirstOn(const std::vector<Outcome>& answers, int64_t storage) {
  for (const Outcome& answer : answers) {
    const auto* outputs = std::get_if<std::vector<Output>>(&answer);
    if (outputs == nullptr) continue;
    const auto found = std::ranges::find_if(
        *outputs, [storage](const Output& o) { return o.storage == storage; });
    if (found != outputs->end()) return &*found;
  }
  return nullptr;
}

}  // namespace

std::optional<Geometry> GeometryOf(const Output& output) {
  if (!output.strides || !output.offset) return std::nullopt;
  Geometry geometry = {output.sizes, *output.strides, *output.offset};
  if (!IsGeometry(geometry) || geometry.offset == kNotAnInteger ||
      std::ranges::count(geometry.strides, kNotAnInteger) > 0) {
    return std::nullopt;
  }
  return geometry;
}

std::optional<Wide> StorageBytes(const Case& test,
                                 const std::vector<Outcome>& answers,
                                 int64_t storage) {
  if (storage == 0) {
    return CountOf(FilledSizes(test.base)) * ItemSize(test.base.dtype);
  }
  const Output* first = FirstOn(answers, storage);
  if (first == nullptr || !first->dtype) return std::nullopt;
  const std::optional<Geometry> geometry = GeometryOf(*first);
  if (!geometry || !FillsTheStart(*geometry)) return std::nullopt;
  return CountOf(geometry->sizes) * ItemSize(*first->dtype);
}

bool IsOutside(const Case& test, const std::vector<Outcome>& answers,
               const Output& output) {
  if (!output.storage) return false;
  const std::optional<Geometry> geometry = GeometryOf(output);
  const auto span = geometry ? SpanOf(*geometry) : std::nullopt;
  if (!span || span->first < 0) return span.has_value();
  if (!output.dtype) return false;
  const auto bytes = StorageBytes(test, answers, *output.storage);
  return bytes && (span->last + 1) * ItemSize(*output.dtype) > *bytes;
}

}  // namespace viewproof

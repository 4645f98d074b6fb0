#include "conformance/picture/tensor.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>

#include "conformance/case/fill.h"
#include "conformance/case/operands.h"
#include "reference/core/dtype.h"

namespace viewproof {
namespace {

Wide BytesOf(const Case& test, const Output& output) {
  const bool is_sized = std::all_of(output.sizes.begin(), output.sizes.end(),
                                    [](int64_t size) { return size >= 0; });
  if (!is_sized) return 0;
  return CountOf(output.sizes) *
         ItemSize(output.dtype.value_or(test.base.dtype));
}

// The first tensor on a storage; nothing if there is none.
std::optional<OutputRef> FirstOn(const std::vector<Outcome>& outcomes,
                                 int64_t storage) {
  if (storage == 0) return OutputRef{0, 0};
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    const auto* outputs = std::get_if<std::vector<Output>>(&outcomes[k]);
    if (outputs == nullptr) continue;
    for (std::size_t n = 0; n < outputs->size(); ++n) {
      if ((*outputs)[n].storage != storage) continue;
      return OutputRef{static_cast<int64_t>(k) + 1, static_cast<int64_t>(n)};
    }
  }
  return std::nullopt;
}

}  // namespace

Wide StorageBytes(const Case& test, const std::vector<Outcome>& outcomes,
                  int64_t storage) {
  const std::optional<OutputRef> first = FirstOn(outcomes, storage);
  if (!first) return 0;
  const Output* output = FindOutput(outcomes, *first);
  return BytesOf(test, output != nullptr ? *output : ShownBase(test.base));
}

Strip::Row RowOf(const std::string& name, const Geometry& geometry,
                 std::optional<Wide> place, Wide count,
                 const std::vector<Wide>& cells) {
  Strip::Row row;
  row.name = name;
  const auto span = SpanOf(geometry);
  row.outside = span && (span->first < 0 || span->last >= count);
  if (auto elements = ElementsIn(geometry, cells)) {
    row.elements = *std::move(elements);
    return row;
  }
  row.partial = true;
  row.elements.assign(cells.size(), 0);
  for (const Stretch& stretch : WalkOf(geometry, place)) {
    for (const Wide cell : stretch.cells) {
      const auto at = std::find(cells.begin(), cells.end(), cell);
      if (at != cells.end()) ++row.elements[at - cells.begin()];
    }
  }
  return row;
}

std::optional<Place> PlaceOf(const Case& test,
                             const std::vector<Outcome>& outcomes,
                             OutputRef ref, const Output& output) {
  if (!output.strides || !output.offset) return std::nullopt;
  Geometry geometry = {output.sizes, *output.strides, *output.offset};
  if (!IsDrawable(geometry)) return std::nullopt;
  const int64_t storage = output.storage.value_or(0);
  const std::optional<OutputRef> first = FirstOn(outcomes, storage);
  const bool is_own = !first || *first == ref;
  const Wide bytes =
      is_own ? BytesOf(test, output) : StorageBytes(test, outcomes, storage);
  const Wide item = ItemSize(output.dtype.value_or(test.base.dtype));
  return Place{std::move(geometry), bytes / item};
}

TensorPicture DrawTensor(const Place& place) {
  const Geometry& geometry = place.geometry;
  TensorPicture picture;
  picture.layout = {geometry, WalkOf(geometry), GridOf(geometry), {}};
  std::vector<Wide> places;
  if (const auto span = SpanOf(geometry)) places = {span->first, span->last};
  picture.strip.cells = CellsToShow(place.cells, places);
  picture.strip.rows.push_back(
      RowOf("", geometry, std::nullopt, place.cells, picture.strip.cells));
  return picture;
}

}  // namespace viewproof

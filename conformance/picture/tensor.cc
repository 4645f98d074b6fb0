#include "conformance/picture/tensor.h"

#include <algorithm>
#include <utility>

#include "conformance/judge/outside.h"
#include "reference/core/dtype.h"

namespace viewproof {

Strip::Row RowOf(const std::string& name, const Geometry& geometry,
                 std::optional<Wide> place, std::optional<Wide> count,
                 const std::vector<Wide>& cells) {
  Strip::Row row;
  row.name = name;
  const auto span = SpanOf(geometry);
  row.outside = span && (span->first < 0 || (count && span->last >= *count));
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
                             const Output& output) {
  std::optional<Geometry> geometry = GeometryOf(output);
  if (!geometry || !IsDrawable(*geometry)) return std::nullopt;
  std::optional<Wide> cells;
  if (output.storage && output.dtype) {
    cells = StorageBytes(test, outcomes, *output.storage);
    if (cells) *cells /= ItemSize(*output.dtype);
  }
  return Place{*std::move(geometry), cells};
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

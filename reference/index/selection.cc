#include "reference/index/selection.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "reference/ops/expand.h"

namespace viewproof {
namespace {

// The sizes that all of them broadcast to; nullopt if there are none.
std::optional<Ints> ShapeOf(const std::vector<Pick>& all) {
  Ints shape;
  for (const Pick& pick : all) {
    const Ints& sizes = pick.places.sizes;
    if (sizes.size() > shape.size()) {
      shape.insert(shape.begin(), sizes.size() - shape.size(), 1);
    }
    const std::size_t lead = shape.size() - sizes.size();
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      int64_t& size = shape[lead + d];
      if (size == 1) size = sizes[d];
      if (sizes[d] != 1 && sizes[d] != size) return std::nullopt;
    }
  }
  return shape;
}

// Puts the shape in place of the dimensions that are picked from if these are
// neighbours, otherwise in front (index.d5).
void Arrange(Selection& selection) {
  const Geometry& part = selection.part;
  selection.sizes = part.sizes;
  for (std::size_t k = selection.picks.size(); k-- > 0;) {
    const int64_t dim = selection.picks[k].dim;
    selection.sizes.erase(selection.sizes.begin() + dim);
  }
  const int64_t first = selection.picks.front().dim;
  const int64_t last = selection.picks.back().dim;
  const bool adjacent = last - first + 1 == std::ssize(selection.picks);
  selection.at = adjacent ? first : 0;
  selection.sizes.insert(selection.sizes.begin() + selection.at,
                         selection.shape.begin(), selection.shape.end());
}

// The address for an index of the selection.
Result<int64_t> AddressOf(const Selection& selection, Ints index) {
  const auto begin = index.begin() + selection.at;
  const auto end = begin + std::ssize(selection.shape);
  const Ints place(begin, end);
  index.erase(begin, end);  // The rest indexes the other dimensions.
  for (const Pick& pick : selection.picks) {
    const int64_t size = selection.part.sizes[pick.dim];
    const int64_t number = pick.numbers[Address(pick.places, place)];
    const std::optional<int64_t> element = WrapDim(number, size);
    if (!element) {
      return Error{"index.e9", number};
    }
    index.insert(index.begin() + pick.dim, *element);
  }
  return Address(selection.part, index);
}

}  // namespace

Result<Selection> SelectFrom(const Part& part) {
  Result<std::vector<Pick>> picks = PicksOf(part);
  if (!picks.ok()) return picks.error();
  const std::optional<Ints> shape = ShapeOf(picks.value());
  if (!shape) return Error{"index.e7"};
  Selection selection;
  selection.part = part.geometry;
  selection.picks = std::move(picks).value();
  selection.shape = *shape;
  for (Pick& pick : selection.picks) {
    if (part.geometry.sizes[pick.dim] == 0 && Numel(*shape) != 0) {
      return Error{"index.e8"};
    }
    pick.places = Expand(pick.places, *shape).value();
  }
  Arrange(selection);
  return selection;
}

Result<Ints> AddressesOf(const Selection& selection) {
  Ints addresses;
  if (Numel(selection.sizes) == 0) return addresses;
  Ints index(selection.sizes.size(), 0);
  do {
    const Result<int64_t> address = AddressOf(selection, index);
    if (!address.ok()) return address.error();
    addresses.push_back(address.value());
  } while (NextIndex(selection.sizes, index));
  return addresses;
}

}  // namespace viewproof

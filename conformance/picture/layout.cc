#include "conformance/picture/layout.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace viewproof {
namespace {

constexpr Wide kMaxVisited = 1 << 12;  // Elements that are looked at.

std::string Digits(Wide number) {
  if (number < 0) return "-" + Digits(-number);
  std::string digits;
  int written = 0;
  do {
    if (written > 0 && written % 3 == 0) digits += ',';
    digits += static_cast<char>('0' + static_cast<int>(number % 10));
    number /= 10;
    ++written;
  } while (number > 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

// All of `count` numbers, or the first and last of them.
Ints Ends(int64_t count, int64_t first, int64_t last) {
  Ints shown;
  for (int64_t k = 0; k < count; ++k) {
    if (count > first + last + 1 && k == first) {
      shown.push_back(kGap);
      k = count - last;
    }
    shown.push_back(k);
  }
  return shown;
}

// Ranges of numbers, each [first, last], none touching another.
std::vector<CellSpan> Joined(std::vector<CellSpan> ranges) {
  std::sort(
      ranges.begin(), ranges.end(),
      [](const CellSpan& a, const CellSpan& b) { return a.first < b.first; });
  std::vector<CellSpan> joined;
  for (const CellSpan& range : ranges) {
    if (!joined.empty() && range.first <= joined.back().last + 2) {
      joined.back().last = std::max(joined.back().last, range.last);
    } else {
      joined.push_back(range);
    }
  }
  return joined;
}

// Returns what is shown of `count` things: the ends, and what is near the
// places.
std::vector<CellSpan> ShownRanges(Wide count, const std::vector<Wide>& places) {
  if (count == 0) return {};
  if (count <= kMaxShown) return {{0, count - 1}};
  std::vector<CellSpan> ranges = {{0, kFirstShown - 1},
                                  {count - kLastShown, count - 1}};
  for (const Wide place : places) {
    if (place < 0 || place >= count) continue;
    ranges.push_back({std::max<Wide>(place - kAround, 0),
                      std::min<Wide>(place + kAround, count - 1)});
  }
  return Joined(std::move(ranges));
}

// A dimension that moves an element: how far in cells, and in element numbers.
struct Moving {
  int64_t stride = 0;
  int64_t size = 0;
  Wide weight = 0;
};

// The dimensions of a size above 1, those that move an address apart from those
// that do not. Requires: the tensor has elements.
void Sort(const Geometry& geometry, std::vector<Moving>& moving,
          std::vector<Moving>& still) {
  Wide weight = 1;
  for (std::size_t d = geometry.sizes.size(); d-- > 0;) {
    const Moving dim = {geometry.strides[d], geometry.sizes[d], weight};
    weight = Times(weight, dim.size);
    if (dim.size > 1) (dim.stride == 0 ? still : moving).push_back(dim);
  }
}

// Sorts them by falling strides. Returns whether each stride is more than all
// smaller ones together reach: then a cell holds one element at most.
bool AreNested(std::vector<Moving>& dims) {
  std::sort(dims.begin(), dims.end(), [](const Moving& a, const Moving& b) {
    return a.stride > b.stride;
  });
  Wide reach = 0;
  for (auto dim = dims.rbegin(); dim != dims.rend(); ++dim) {
    if (dim->stride <= reach) return false;
    reach += (Wide{dim->size} - 1) * dim->stride;
  }
  return true;
}

// The element of nested dimensions that lies so many cells after the first.
std::optional<Wide> ElementAt(const std::vector<Moving>& nested, Wide rest) {
  if (rest < 0) return std::nullopt;
  Wide element = 0;
  for (const Moving& dim : nested) {
    const Wide index = std::min<Wide>(rest / dim.stride, dim.size - 1);
    rest -= dim.stride * index;
    element += dim.weight * index;
  }
  return rest == 0 ? std::optional(element) : std::nullopt;
}

// The numbers, rising, by which the elements of one cell differ, as dimensions
// of stride 0 make them; `still` has the last dimension first.
std::vector<Wide> Repeated(const std::vector<Moving>& still) {
  std::vector<Wide> numbers = {0};
  for (const Moving& dim : still) {
    for (int64_t k = 1; k < dim.size; ++k) {
      if (numbers.size() >= CellContent::kMostNamed) return numbers;
      const std::size_t before = numbers.size() / static_cast<std::size_t>(k);
      for (std::size_t n = 0; n < before; ++n) {
        numbers.push_back(numbers[n] + k * dim.weight);
      }
    }
  }
  return numbers;
}

// The dimensions of its planes, rising: the last two of a size other than 1, or
// all of no more than two.
std::vector<std::size_t> DrawnAxes(const Ints& sizes) {
  std::vector<std::size_t> axes;
  for (const bool wants_ones : {false, true}) {
    if (wants_ones && sizes.size() > 2) continue;
    for (std::size_t d = sizes.size(); d-- > 0 && axes.size() < 2;) {
      if ((sizes[d] == 1) == wants_ones) axes.push_back(d);
    }
  }
  std::sort(axes.begin(), axes.end());
  return axes;
}

std::string LabelOf(const Ints& lead, const std::vector<bool>& drawn) {
  std::vector<std::string> items;
  for (std::size_t d = 0; d < lead.size(); ++d) {
    items.push_back(drawn[d] ? ":" : fmt::format("{}", lead[d]));
  }
  return fmt::format("[{}]", fmt::join(items, ", "));
}

}  // namespace

std::string CountText(Wide number) {
  if (number >= kUncountable) return "more than can be counted";
  return Digits(number);
}

std::string ListText(const Ints& list) {
  return fmt::format("[{}]", fmt::join(list, ","));
}

std::string SignedText(Wide number) {
  return (number < 0 ? "" : "+") + CountText(number);
}

std::string BytesText(Wide bytes) {
  std::string text = CountText(bytes) + (bytes == 1 ? " byte" : " bytes");
  constexpr const char* kUnits[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  if (bytes < 1024 || bytes >= kUncountable) return text;
  std::size_t unit = 0;
  Wide tenths = bytes * 10 / 1024;
  while (tenths >= 10240 && unit + 1 < std::size(kUnits)) {
    tenths /= 1024;
    ++unit;
  }
  const std::string whole = Digits(tenths / 10);
  const auto rest = static_cast<int>(tenths % 10);
  return fmt::format("{} ({}{} {})", text, whole,
                     rest == 0 ? "" : fmt::format(".{}", rest), kUnits[unit]);
}

std::string StridesText(const Grid& grid) {
  std::string text;
  const auto add = [&text](int64_t stride, std::string_view where) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", SignedText(stride),
                        where);
  };
  for (std::size_t d = 0; d < grid.onward.size(); ++d) {
    const bool is_last = d + 1 == grid.onward.size();
    add(grid.onward[d], is_last ? "to the next plane" : "further out");
  }
  if (grid.down) add(*grid.down, "down");
  if (grid.right) add(*grid.right, "right");
  return text;
}

Plane Narrowed(const Plane& plane, std::size_t columns) {
  const std::size_t all = plane.columns.size();
  if (all <= columns) return plane;
  Plane narrow = {plane.label, plane.rows, {}, {}, plane.hues};
  const std::size_t first = columns - 2;
  const auto is_shown = [&](std::size_t c) {
    return c < first || c + 1 == all;
  };
  for (std::size_t c = 0; c < all; ++c) {
    if (c == first) narrow.columns.push_back(kGap);
    if (is_shown(c)) narrow.columns.push_back(plane.columns[c]);
  }
  for (std::size_t r = 0; r < plane.rows.size(); ++r) {
    for (std::size_t c = 0; c < all; ++c) {
      if (c == first) narrow.cells.push_back(0);
      if (is_shown(c)) narrow.cells.push_back(plane.cells[r * all + c]);
    }
  }
  return narrow;
}

int HueOf(const Geometry& geometry, Wide element) {
  const std::vector<std::size_t> axes = DrawnAxes(geometry.sizes);
  const Wide columns = axes.empty() ? 1 : geometry.sizes[axes.back()];
  return static_cast<int>(element / columns % kHues);
}

bool IsDrawable(const Geometry& geometry) {
  if (!IsGeometry(geometry)) return false;
  const auto span = SpanOf(geometry);
  return !span || (CountOf(geometry.sizes) < kUncountable &&
                   -kUncountable < span->first && span->last < kUncountable);
}

Wide CellOf(const Geometry& geometry, Wide k) {
  Wide cell = geometry.offset;
  for (std::size_t d = geometry.sizes.size(); d-- > 0;) {
    cell += k % geometry.sizes[d] * geometry.strides[d];
    k /= geometry.sizes[d];
  }
  return cell;
}

std::vector<Stretch> WalkOf(const Geometry& geometry,
                            std::optional<Wide> place) {
  std::vector<Stretch> runs;
  std::vector<Wide> places;
  if (place) places.push_back(*place);
  for (const CellSpan& range : ShownRanges(CountOf(geometry.sizes), places)) {
    Stretch& run = runs.emplace_back();
    run.first = range.first;
    for (Wide k = range.first; k <= range.last; ++k) {
      run.cells.push_back(CellOf(geometry, k));
    }
  }
  return runs;
}

Grid GridOf(const Geometry& geometry) {
  const std::size_t rank = geometry.sizes.size();
  const Wide count = CountOf(geometry.sizes);
  if (count == 0) return {};
  const bool is_small = count <= kMaxShown;
  const std::vector<std::size_t> axes = DrawnAxes(geometry.sizes);
  const auto indices = [&](std::size_t axis, int64_t first, int64_t last) {
    const int64_t size = geometry.sizes[axis];
    return is_small ? Ends(size, size, 0) : Ends(size, first, last);
  };
  const Ints one = {0};
  const Ints rows = axes.size() == 2 ? indices(axes[0], 4, 2) : one;
  const Ints columns = axes.empty() ? one : indices(axes.back(), 6, 2);
  Ints outer = geometry.sizes;
  std::vector<bool> drawn(rank, false);
  for (const std::size_t axis : axes) {
    drawn[axis] = true;
    outer[axis] = 1;
  }
  const Wide planes = CountOf(outer);
  Grid grid;
  const auto stride_of = [&](std::size_t axis) {
    return geometry.sizes[axis] > 1 ? std::optional(geometry.strides[axis])
                                    : std::nullopt;
  };
  if (!axes.empty()) grid.right = stride_of(axes.back());
  if (axes.size() == 2) grid.down = stride_of(axes.front());
  for (std::size_t d = 0; d < rank; ++d) {
    if (outer[d] > 1) grid.onward.push_back(geometry.strides[d]);
  }
  const Wide most = is_small ? kMaxShown : 3;
  grid.left_out = std::max<Wide>(planes - most, 0);
  for (Wide p = 0; p < std::min(planes, most); ++p) {
    // The last one of many planes is the last that is shown.
    Wide number = p + 1 == most ? planes - 1 : p;
    const Wide first_row =
        axes.size() == 2 ? number * geometry.sizes[axes[0]] : number;
    Ints lead(rank, 0);
    Geometry plane = {{}, {}, geometry.offset};
    for (std::size_t d = rank; d-- > 0;) {
      lead[d] = static_cast<int64_t>(number % outer[d]);
      number /= outer[d];
    }
    Wide start = geometry.offset;
    for (std::size_t d = 0; d < rank; ++d) {
      start += Wide{lead[d]} * geometry.strides[d];
    }
    Plane& shown = grid.planes.emplace_back();
    if (rank > 2) shown.label = LabelOf(lead, drawn);
    shown.rows = rows;
    shown.columns = columns;
    for (const int64_t row : rows) {
      shown.hues.push_back(
          row == kGap ? kNoHue : static_cast<int>((first_row + row) % kHues));
      for (const int64_t column : columns) {
        Wide cell = start;
        if (axes.size() == 2) cell += Wide{row} * geometry.strides[axes[0]];
        if (!axes.empty()) cell += Wide{column} * geometry.strides[axes.back()];
        shown.cells.push_back(row == kGap || column == kGap ? 0 : cell);
      }
    }
  }
  return grid;
}

std::vector<Wide> CellsToShow(std::optional<Wide> count,
                              const std::vector<Wide>& places) {
  if (!count) {
    count = 0;
    for (const Wide place : places) count = std::max(*count, place + 1);
  }
  std::vector<Wide> cells;
  for (const CellSpan& range : ShownRanges(*count, places)) {
    if (!cells.empty()) cells.push_back(kGap);
    for (Wide cell = range.first; cell <= range.last; ++cell) {
      cells.push_back(cell);
    }
  }
  return cells;
}

std::optional<std::vector<CellContent>> ElementsIn(
    const Geometry& geometry, const std::vector<Wide>& cells) {
  std::vector<CellContent> contents(cells.size());
  const Wide count = CountOf(geometry.sizes);
  if (count == 0) return contents;
  std::vector<Moving> moving;
  std::vector<Moving> still;
  Sort(geometry, moving, still);
  Wide multiple = 1;
  Wide visited = 1;
  for (const Moving& dim : still) multiple = Times(multiple, dim.size);
  for (const Moving& dim : moving) visited = Times(visited, dim.size);
  const std::vector<Wide> repeated = Repeated(still);
  const auto add = [&](Wide element, CellContent& content) {
    content.count = static_cast<int64_t>(
        std::min<Wide>(content.count + multiple, INT64_MAX));
    for (const Wide more : repeated) {
      content.elements.push_back(element + more);
    }
    std::sort(content.elements.begin(), content.elements.end());
    if (content.elements.size() > CellContent::kMostNamed) {
      content.elements.resize(CellContent::kMostNamed);
    }
  };
  if (AreNested(moving)) {
    for (std::size_t k = 0; k < cells.size(); ++k) {
      if (cells[k] == kGap) continue;
      const auto element = ElementAt(moving, cells[k] - geometry.offset);
      if (element) add(*element, contents[k]);
    }
    return contents;
  }
  if (visited > kMaxVisited) return std::nullopt;
  std::map<Wide, std::size_t> at;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    if (cells[k] != kGap) at[cells[k]] = k;
  }
  for (Wide k = 0; k < visited; ++k) {
    Wide cell = geometry.offset;
    Wide element = 0;
    Wide rest = k;
    for (const Moving& dim : moving) {
      const Wide index = rest % dim.size;
      rest /= dim.size;
      cell += index * dim.stride;
      element += index * dim.weight;
    }
    const auto found = at.find(cell);
    if (found != at.end()) add(element, contents[found->second]);
  }
  return contents;
}

namespace {

Jump JumpBetween(const Geometry& operand, Wide from, Wide to) {
  return {from, to, CellOf(operand, from), CellOf(operand, to)};
}

// The numbers of elements from which a jump of `place` may be another one: all
// if they are few, else those near which a dimension of the operand begins
// anew.
std::vector<Wide> Candidates(const Geometry& operand, Wide place) {
  const Wide count = CountOf(operand.sizes);
  std::vector<Wide> numbers;
  for (Wide k = 0; k < std::min(count, kMaxVisited); ++k) numbers.push_back(k);
  if (count <= kMaxVisited) return numbers;
  Wide below = 1;
  for (std::size_t d = operand.sizes.size(); d-- > 0;) {
    below *= operand.sizes[d];
    const Wide near = below - place % below;
    for (Wide multiple = 0; multiple < 4; ++multiple) {
      numbers.push_back(near + multiple * below);
      numbers.push_back(below * (multiple + 1) - place);
      numbers.push_back(multiple * below);
    }
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

}  // namespace

std::vector<NeededJump> NeededJumps(const Geometry& operand,
                                    const Ints& sizes) {
  std::vector<NeededJump> jumps;
  const Wide count = CountOf(operand.sizes);
  Wide place = 1;
  for (std::size_t d = sizes.size(); d-- > 0;) {
    if (sizes[d] > 1) {
      NeededJump& jump = jumps.emplace_back();
      jump.dim = d;
      jump.first = JumpBetween(operand, 0, place);
      for (const Wide from : Candidates(operand, place)) {
        if (from < 0 || from + place >= count) continue;
        if (from / place % sizes[d] == sizes[d] - 1) continue;  // Its last.
        const Jump next = JumpBetween(operand, from, from + place);
        if (next.length() == jump.first.length()) continue;
        jump.breaks = next;
        break;
      }
    }
    place *= sizes[d];
  }
  std::reverse(jumps.begin(), jumps.end());
  return jumps;
}

LargestView LargestViewOf(const Geometry& operand) {
  LargestView merge;
  std::optional<std::size_t> right;
  for (std::size_t d = operand.sizes.size(); d-- > 0;) {
    if (operand.sizes[d] == 1) continue;
    if (right) {
      const Wide needed = Wide{operand.sizes[*right]} * operand.strides[*right];
      if (operand.strides[d] == needed) {
        merge.sizes.back() *= operand.sizes[d];
        right = d;
        continue;
      }
      merge.borders.push_back({d, *right, operand.strides[d], needed});
    }
    merge.sizes.push_back(operand.sizes[d]);
    right = d;
  }
  if (merge.sizes.empty()) merge.sizes.push_back(1);
  std::reverse(merge.sizes.begin(), merge.sizes.end());
  std::reverse(merge.borders.begin(), merge.borders.end());
  return merge;
}

}  // namespace viewproof

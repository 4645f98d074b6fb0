#include "conformance/laws/meaning.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "conformance/case/fill.h"
#include "conformance/case/index_facts.h"

namespace viewproof {
namespace {

int64_t Int(const Step& step, std::size_t k) {
  return std::get<int64_t>(step.args[k]);
}

const Ints& List(const Step& step, std::size_t k) {
  return std::get<Ints>(step.args[k]);
}

std::optional<int64_t> Maybe(const Step& step, std::size_t k) {
  return std::get<std::optional<int64_t>>(step.args[k]);
}

// dim.d1, dim.d2
int64_t Dim(int64_t dim, const Ints& sizes) {
  const auto rank = std::max<int64_t>(std::ssize(sizes), 1);
  return dim < 0 ? dim + rank : dim;
}

bool IsMask(const Literal& literal) {
  return literal.dtype == DType::kBool || literal.dtype == DType::kUInt8;
}

Ints Without(Ints index, int64_t dim) {
  index.erase(index.begin() + dim);
  return index;
}

Ints With(Ints index, int64_t dim, int64_t value) {
  index.insert(index.begin() + dim, value);
  return index;
}

Ints Moved(Ints index, int64_t dim, int64_t times, int64_t plus) {
  index[dim] = index[dim] * times + plus;
  return index;
}

Ints Same(const Step&, const Ints&, const Ints&, int64_t, const Ints& i) {
  return i;
}

int64_t All(const Step&, const Ints& sizes) { return Numel(sizes).value(); }

// The number of elements in front of `index` in row-major order; and back.
int64_t Ravel(const Ints& sizes, const Ints& index) {
  int64_t place = 0;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    place = place * sizes[d] + index[d];
  }
  return place;
}

Ints Unravel(const Ints& sizes, int64_t place) {
  Ints index(sizes.size());
  for (std::size_t d = sizes.size(); d-- > 0;) {
    index[d] = place % sizes[d];
    place /= sizes[d];
  }
  return index;
}

Ints RowMajor(const Step&, const Ints& sizes, const Ints& result, int64_t,
              const Ints& i) {
  return Unravel(sizes, Ravel(result, i));
}

Ints Expanded(const Step&, const Ints& sizes, const Ints&, int64_t,
              const Ints& i) {
  Ints j(i.end() - std::ssize(sizes), i.end());
  for (std::size_t d = 0; d < j.size(); ++d) {
    if (sizes[d] == 1) j[d] = 0;
  }
  return j;
}

int64_t ExpandedCount(const Step& step, const Ints& sizes) {
  Ints to = List(step, 0);
  const std::size_t fresh = to.size() - sizes.size();
  for (std::size_t d = fresh; d < to.size(); ++d) {
    if (to[d] == -1) to[d] = sizes[d - fresh];
  }
  return Numel(to).value_or(-1);
}

int64_t ExpandedAsCount(const Step& step, const Ints&) {
  const auto& other = std::get<TensorArg>(step.args[0]);
  return Numel(std::get<Literal>(other).sizes).value();
}

Ints Permuted(const Step& step, const Ints& sizes, const Ints&, int64_t,
              const Ints& i) {
  Ints j(i.size());
  for (std::size_t d = 0; d < i.size(); ++d) {
    j[Dim(List(step, 0)[d], sizes)] = i[d];
  }
  return j;
}

Ints Transposed(const Step& step, const Ints& sizes, const Ints&, int64_t,
                const Ints& i) {
  Ints j = i;
  if (j.empty()) return j;
  std::swap(j[Dim(Int(step, 0), sizes)], j[Dim(Int(step, 1), sizes)]);
  return j;
}

Ints Reversed(const Step&, const Ints&, const Ints&, int64_t, const Ints& i) {
  return Ints(i.rbegin(), i.rend());
}

Ints MatricesTransposed(const Step&, const Ints&, const Ints&, int64_t,
                        const Ints& i) {
  Ints j = i;
  if (j.size() > 1) std::swap(j[j.size() - 2], j[j.size() - 1]);
  return j;
}

Ints DimsMoved(const Step& step, const Ints& sizes, const Ints&, int64_t,
               const Ints& i) {
  if (sizes.empty()) return {};
  constexpr int64_t kUnset = -1;
  Ints j(i.size(), kUnset);
  Ints rest = i;
  for (std::size_t k = 0; k < List(step, 0).size(); ++k) {
    const int64_t to = Dim(List(step, 1)[k], sizes);
    j[Dim(List(step, 0)[k], sizes)] = i[to];
    rest[to] = kUnset;
  }
  std::erase(rest, kUnset);
  auto next = rest.begin();
  for (int64_t& at : j) {
    if (at == kUnset) at = *next++;
  }
  return j;
}

Ints Unflattened(const Step& step, const Ints& sizes, const Ints& result,
                 int64_t, const Ints& i) {
  const int64_t dim = Dim(Int(step, 0), sizes);
  const int64_t end = dim + std::ssize(result) - std::ssize(sizes) + 1;
  const auto part = [dim, end](const Ints& list) {
    return Ints(list.begin() + dim, list.begin() + end);
  };
  Ints j(i.begin(), i.begin() + dim);
  j.push_back(Ravel(part(result), part(i)));
  j.insert(j.end(), i.begin() + end, i.end());
  return j;
}

Ints Unsqueezed(const Step& step, const Ints& sizes, const Ints&, int64_t,
                const Ints& i) {
  const int64_t dim = Int(step, 0);
  return Without(i, dim < 0 ? dim + std::ssize(sizes) + 1 : dim);
}

Ints Selected(const Step& step, const Ints& sizes, const Ints&, int64_t,
              const Ints& i) {
  const int64_t dim = Dim(Int(step, 0), sizes);
  const int64_t at = Int(step, 1);
  return With(i, dim, at < 0 ? at + sizes[dim] : at);
}

int64_t SelectedCount(const Step& step, const Ints& sizes) {
  return Numel(Without(sizes, Dim(Int(step, 0), sizes))).value();
}

// A bound of a slice, brought into [0, size].
int64_t Brought(int64_t bound, int64_t size) {
  return std::clamp<int64_t>(bound < 0 ? bound + size : bound, 0, size);
}

// slice.d1, slice.d2
std::pair<int64_t, int64_t> Bounds(std::optional<int64_t> start,
                                   std::optional<int64_t> end, int64_t size) {
  const int64_t first = Brought(start.value_or(0), size);
  return {first, std::max(first, Brought(end.value_or(size), size))};
}

Ints Sliced(const Step& step, const Ints& sizes, const Ints&, int64_t,
            const Ints& i) {
  const int64_t dim = Dim(Int(step, 0), sizes);
  return Moved(i, dim, Int(step, 3),
               Bounds(Maybe(step, 1), Maybe(step, 2), sizes[dim]).first);
}

int64_t SlicedCount(const Step& step, const Ints& sizes) {
  Ints result = sizes;
  int64_t& size = result[Dim(Int(step, 0), sizes)];
  const auto [start, end] = Bounds(Maybe(step, 1), Maybe(step, 2), size);
  size = 0;
  for (int64_t at = start; at < end; at += std::min(Int(step, 3), end)) ++size;
  return Numel(result).value();
}

Ints Narrowed(const Step& step, const Ints& sizes, const Ints&, int64_t,
              const Ints& i) {
  const int64_t dim = Dim(Int(step, 0), sizes);
  const int64_t start = Int(step, 1);
  return Moved(i, dim, 1, start < 0 ? start + sizes[dim] : start);
}

int64_t NarrowedCount(const Step& step, const Ints& sizes) {
  Ints result = sizes;
  result[Dim(Int(step, 0), sizes)] = Int(step, 2);
  return Numel(result).value();
}

Ints OnDiagonal(const Step& step, const Ints& sizes, const Ints&, int64_t,
                const Ints& i) {
  const int64_t dim1 = Dim(Int(step, 1), sizes);
  const int64_t dim2 = Dim(Int(step, 2), sizes);
  const int64_t offset = Int(step, 0);
  const int64_t k = i.back();
  Ints j(i.begin(), i.end() - 1);
  j = With(With(j, std::min(dim1, dim2), 0), std::max(dim1, dim2), 0);
  j[dim1] = offset < 0 ? k - offset : k;
  j[dim2] = offset < 0 ? k : k + offset;
  return j;
}

// Every pair of indices that lies on the diagonal.
int64_t OnDiagonalCount(const Step& step, const Ints& sizes) {
  Ints others = sizes;
  const int64_t rows = std::exchange(others[Dim(Int(step, 1), sizes)], 1);
  const int64_t columns = std::exchange(others[Dim(Int(step, 2), sizes)], 1);
  int64_t length = 0;
  for (int64_t row = 0; row < rows; ++row) {
    const int64_t column = row + Int(step, 0);
    length += column >= 0 && column < columns;
  }
  return Numel(others).value() * length;
}

Ints Unfolded(const Step& step, const Ints& sizes, const Ints&, int64_t,
              const Ints& i) {
  if (sizes.empty()) return {};
  return Moved(Ints(i.begin(), i.end() - 1), Dim(Int(step, 0), sizes),
               Int(step, 2), i.back());
}

// Every window that begins at a multiple of the step and fits.
int64_t UnfoldedCount(const Step& step, const Ints& sizes) {
  if (sizes.empty()) return Int(step, 1);
  Ints result = sizes;
  int64_t& size = result[Dim(Int(step, 0), sizes)];
  int64_t windows = 0;
  for (int64_t at = 0; at <= size - Int(step, 1);
       at += std::min(Int(step, 2), size + 1)) {
    ++windows;
  }
  size = windows;
  return Numel(result).value() * Int(step, 1);
}

Ints Unbound(const Step& step, const Ints& sizes, const Ints&, int64_t output,
             const Ints& i) {
  return With(i, Dim(Int(step, 0), sizes), output);
}

Ints Split(const Step& step, const Ints& sizes, const Ints&, int64_t output,
           const Ints& i) {
  return Moved(i, Dim(Int(step, 1), sizes), 1, output * Int(step, 0));
}

Ints SplitWithSizes(const Step& step, const Ints& sizes, const Ints&,
                    int64_t output, const Ints& i) {
  const Ints& parts = List(step, 0);
  const int64_t before =
      std::accumulate(parts.begin(), parts.begin() + output, int64_t{0});
  return Moved(i, Dim(Int(step, 1), sizes), 1, before);
}

Ints Chunked(const Step& step, const Ints& sizes, const Ints&, int64_t output,
             const Ints& i) {
  const int64_t dim = Dim(Int(step, 1), sizes);
  int64_t length = 1;
  while (length * Int(step, 0) < sizes[dim]) ++length;
  return Moved(i, dim, 1, output * length);
}

// One item of an index: which axes of the result it takes, and how many
// dimensions of the operand it stands for (index.d1).
struct Place {
  int64_t dim = 0;   // The first dimension that it stands for.
  int64_t dims = 0;  // How many.
  int64_t axis = 0;  // The first axis that it takes.
  int64_t axes = 0;  // How many; 0 where it is picked by.
  bool picks = false;
};

// index.d2, index.d3: what an item without dimensions of its own is.
IndexItem<Literal> Resolved(const IndexItem<Literal>& item) {
  const auto* literal = std::get_if<Literal>(&item);
  if (literal == nullptr || !literal->sizes.empty()) return item;
  const auto number = static_cast<int64_t>(ElementsOf(*literal).list[0].re);
  if (IsMask(*literal)) return number != 0;
  return number;
}

int64_t DimsOf(const IndexItem<Literal>& item) {
  if (const auto* literal = std::get_if<Literal>(&item)) {
    return IsMask(*literal) ? std::ssize(literal->sizes) : 1;
  }
  const bool one = std::holds_alternative<int64_t>(item) ||
                   std::holds_alternative<Range>(item);
  return one ? 1 : 0;
}

// A table of what an item picks: for each index of `sizes` the numbers, one for
// each dimension that it stands for (index.d4).
struct Picked {
  Ints sizes;
  std::vector<Ints> numbers;
};

Picked PickedBy(const IndexItem<Literal>& item) {
  if (const bool* one = std::get_if<bool>(&item)) {
    return {{*one ? 1 : 0}, {Ints()}};
  }
  const auto& literal = std::get<Literal>(item);
  Picked picked{literal.sizes, {}};
  const Values values = ElementsOf(literal);
  for (std::size_t k = 0; k < values.list.size(); ++k) {
    const auto number = static_cast<int64_t>(values.list[k].re);
    if (!IsMask(literal)) picked.numbers.push_back({number});
    if (!IsMask(literal) || number == 0) continue;
    picked.numbers.push_back(Unravel(literal.sizes, static_cast<int64_t>(k)));
  }
  if (IsMask(literal)) picked.sizes = {std::ssize(picked.numbers)};
  return picked;
}

// An index laid out on the axes of its result (index.d5).
struct Layout {
  Index<Literal> items;
  std::vector<Place> places;  // Parallel to items.
  Ints shape;                 // What is picked, broadcast together.
  int64_t at = 0;             // The axis at which the shape begins.
};

void Broaden(const Ints& sizes, Ints& shape) {
  while (shape.size() < sizes.size()) shape.insert(shape.begin(), 1);
  for (std::size_t back = 1; back <= sizes.size(); ++back) {
    int64_t& size = shape[shape.size() - back];
    if (size == 1) size = sizes[sizes.size() - back];
  }
}

Layout LayoutOf(const Step& step, const Ints& sizes) {
  Layout layout;
  int64_t named = 0;
  bool open = false;
  for (const IndexItem<Literal>& item : *IndexOf(step)) {
    layout.items.push_back(Resolved(item));
    named += DimsOf(layout.items.back());
    open |= std::holds_alternative<Ellipsis>(item);
  }
  if (!open) layout.items.push_back(Ellipsis());
  int64_t dim = 0;
  int64_t axis = 0;
  std::optional<int64_t> first;  // The axis in front of which all is picked.
  bool apart = false;
  for (const IndexItem<Literal>& item : layout.items) {
    Place place{dim, DimsOf(item), axis, 0, false};
    place.picks = std::holds_alternative<bool>(item) ||
                  std::holds_alternative<Literal>(item);
    if (std::holds_alternative<Ellipsis>(item)) {
      place.dims = place.axes = std::ssize(sizes) - named;
    } else if (std::holds_alternative<Range>(item) ||
               std::holds_alternative<NewAxis>(item)) {
      place.axes = 1;
    }
    if (place.picks) {
      apart |= first && *first != axis;
      first = first.value_or(axis);
      Broaden(PickedBy(item).sizes, layout.shape);
    }
    dim += place.dims;
    axis += place.axes;
    layout.places.push_back(place);
  }
  layout.at = apart ? 0 : first.value_or(0);
  return layout;
}

// The numbers that an item picks for an index of the shape.
Ints PickedAt(const IndexItem<Literal>& item, const Ints& block) {
  const Picked picked = PickedBy(item);
  Ints own(block.end() - std::ssize(picked.sizes), block.end());
  for (std::size_t d = 0; d < own.size(); ++d) {
    if (picked.sizes[d] == 1) own[d] = 0;
  }
  return picked.numbers[Ravel(picked.sizes, own)];
}

Ints Item(const Step& step, const Ints& sizes, const Ints&, int64_t,
          const Ints& i) {
  const Layout layout = LayoutOf(step, sizes);
  const auto block = i.begin() + layout.at;
  const auto behind = block + std::ssize(layout.shape);
  Ints axes(i.begin(), block);
  axes.insert(axes.end(), behind, i.end());
  Ints j(sizes.size());
  for (std::size_t k = 0; k < layout.items.size(); ++k) {
    const Place& place = layout.places[k];
    Ints numbers;
    if (place.picks) {
      numbers = PickedAt(layout.items[k], Ints(block, behind));
    } else if (const auto* at = std::get_if<int64_t>(&layout.items[k])) {
      numbers = {*at};
    } else if (const auto* range = std::get_if<Range>(&layout.items[k])) {
      const int64_t start =
          Bounds(range->start, range->stop, sizes[place.dim]).first;
      numbers = {start + axes[place.axis] * range->step.value_or(1)};
    } else {
      numbers.assign(axes.begin() + place.axis,
                     axes.begin() + place.axis + place.dims);
    }
    for (std::size_t d = 0; d < numbers.size(); ++d) {
      const int64_t dim = place.dim + static_cast<int64_t>(d);
      j[dim] = numbers[d] < 0 ? numbers[d] + sizes[dim] : numbers[d];
    }
  }
  return j;
}

int64_t ItemCount(const Step& step, const Ints& sizes) {
  const Layout layout = LayoutOf(step, sizes);
  Ints result = sizes;  // With 1 in place of what is picked or left out.
  for (std::size_t k = 0; k < layout.items.size(); ++k) {
    const Place& place = layout.places[k];
    if (const auto* range = std::get_if<Range>(&layout.items[k])) {
      const auto [start, end] =
          Bounds(range->start, range->stop, sizes[place.dim]);
      const int64_t by = range->step.value_or(1);
      result[place.dim] = 0;
      for (int64_t at = start; at < end; at += std::min(by, end)) {
        ++result[place.dim];
      }
    } else if (place.axes == 0) {
      std::fill_n(result.begin() + place.dim, place.dims, 1);
    }
  }
  return Numel(result).value() * Numel(layout.shape).value();
}

// Sections of a dimension, the first ones longer by one.
Ints Dealt(int64_t dim, int64_t size, int64_t sections, int64_t output,
           const Ints& i) {
  const int64_t longer = std::min(output, size % sections);
  return Moved(i, dim, 1, output * (size / sections) + longer);
}

Ints TensorSplit(const Step& step, const Ints& sizes, const Ints&,
                 int64_t output, const Ints& i) {
  const int64_t dim = Dim(Int(step, 1), sizes);
  return Dealt(dim, sizes[dim], Int(step, 0), output, i);
}

// hsplit.d1
int64_t Columns(const Ints& sizes) { return sizes.size() == 1 ? 0 : 1; }

Ints HSplit(const Step& step, const Ints& sizes, const Ints&, int64_t output,
            const Ints& i) {
  const int64_t dim = Columns(sizes);
  return Dealt(dim, sizes[dim], Int(step, 0), output, i);
}

Ints VSplit(const Step& step, const Ints& sizes, const Ints&, int64_t output,
            const Ints& i) {
  return Dealt(0, sizes[0], Int(step, 0), output, i);
}

// The bounds of the slices between the indices; see slice.d1.
Ints Cuts(const Step& step, int64_t size) {
  Ints cuts = {0};
  for (const int64_t index : List(step, 0)) {
    cuts.push_back(Brought(index, size));
  }
  cuts.push_back(size);
  return cuts;
}

Ints FromCut(const Step& step, const Ints& sizes, int64_t dim, int64_t output,
             const Ints& i) {
  return Moved(i, dim, 1, Cuts(step, sizes[dim])[output]);
}

// Overlapping slices count what they share twice.
int64_t CutCount(const Step& step, Ints sizes, int64_t dim) {
  const Ints cuts = Cuts(step, std::exchange(sizes[dim], 0));
  for (std::size_t k = 1; k < cuts.size(); ++k) {
    sizes[dim] += std::max<int64_t>(cuts[k] - cuts[k - 1], 0);
  }
  return Numel(sizes).value();
}

Ints TensorSplitIndices(const Step& step, const Ints& sizes, const Ints&,
                        int64_t output, const Ints& i) {
  return FromCut(step, sizes, Dim(Int(step, 1), sizes), output, i);
}

int64_t TensorSplitIndicesCount(const Step& step, const Ints& sizes) {
  return CutCount(step, sizes, Dim(Int(step, 1), sizes));
}

Ints HSplitIndices(const Step& step, const Ints& sizes, const Ints&,
                   int64_t output, const Ints& i) {
  return FromCut(step, sizes, Columns(sizes), output, i);
}

int64_t HSplitIndicesCount(const Step& step, const Ints& sizes) {
  return CutCount(step, sizes, Columns(sizes));
}

Ints VSplitIndices(const Step& step, const Ints& sizes, const Ints&,
                   int64_t output, const Ints& i) {
  return FromCut(step, sizes, 0, output, i);
}

int64_t VSplitIndicesCount(const Step& step, const Ints& sizes) {
  return CutCount(step, sizes, 0);
}

Ints AdjointOf(const Step&, const Ints&, const Ints&, int64_t, const Ints& i) {
  Ints j = i;
  if (!j.empty()) std::iter_swap(j.end() - 2, j.end() - 1);
  return j;
}

// The real part of a real number is the number.
Ints RealPart(const Step&, const Ints&, const Ints&, int64_t, const Ints& i) {
  return With(i, std::ssize(i), 0);
}

Ints ImaginaryPart(const Step&, const Ints&, const Ints&, int64_t,
                   const Ints& i) {
  return With(i, std::ssize(i), 1);
}

int64_t TwiceAll(const Step&, const Ints& sizes) {
  return 2 * Numel(sizes).value();
}

int64_t HalfOfAll(const Step&, const Ints& sizes) {
  return Numel(sizes).value() / 2;
}

const std::vector<Meaning>& Meanings() {
  static const std::vector<Meaning> meanings = {
      {"H", "H.d1 H.r2", AdjointOf, All, true},
      {"T", "T.r1", Reversed, All},
      {"adjoint", "adjoint.r1 mH.d1", AdjointOf, All, true},
      {"broadcast_to", "broadcast_to.r1", Expanded, ExpandedCount},
      {"chunk", "chunk.r1", Chunked, All},
      {"conj", "conj.d1", Same, All, true},
      {"contiguous", "contiguous.r1 contiguous.r2", Same, All},
      {"contiguous.format", "contiguous_format.r1 contiguous_format.r2", Same,
       All},
      {"detach", "detach.r1", Same, All},
      {"diagonal", "diagonal.d1 diagonal.r2", OnDiagonal, OnDiagonalCount},
      {"expand", "expand.d1 expand.r1", Expanded, ExpandedCount},
      {"expand_as", "expand_as.r1", Expanded, ExpandedAsCount},
      {"flatten", "flatten.r1 flatten.r2 flatten.r3", RowMajor, All},
      {"getitem", "index.r1 index.d1 index.d2 index.d3 index.d4 index.d5", Item,
       ItemCount},
      {"hsplit", "hsplit.d1 hsplit.r1", HSplit, All},
      {"hsplit.indices", "hsplit_indices.r1", HSplitIndices,
       HSplitIndicesCount},
      {"imag", "imag.d1", ImaginaryPart, All},
      {"mH", "mH.d1 mH.r2", AdjointOf, All, true},
      {"mT", "mT.r1 mT.r2", MatricesTransposed, All},
      {"movedim", "movedim.d1", DimsMoved, All},
      {"narrow", "narrow.r1 narrow.r2", Narrowed, NarrowedCount},
      {"permute", "permute.d1", Permuted, All},
      {"real", "real.d1", RealPart, All},
      {"reshape", "reshape.d1 reshape.i1", RowMajor, All},
      {"reshape_as", "reshape_as.r1", RowMajor, All},
      {"select", "select.d1", Selected, SelectedCount},
      {"slice", "slice.d1 slice.d2 slice.r1", Sliced, SlicedCount},
      {"split", "split.r1 split.r2", Split, All},
      {"split_with_sizes", "split_with_sizes.r1", SplitWithSizes, All},
      {"squeeze", "squeeze.r1", RowMajor, All},
      {"squeeze.dim", "squeeze_dim.r1", RowMajor, All},
      {"squeeze.dims", "squeeze_dims.r1", RowMajor, All},
      {"swapaxes", "swapaxes.r1", Transposed, All},
      {"swapdims", "swapdims.r1", Transposed, All},
      {"t", "t.r1", Reversed, All},
      {"tensor_split", "tensor_split.r1", TensorSplit, All},
      {"tensor_split.indices", "tensor_split_indices.r1", TensorSplitIndices,
       TensorSplitIndicesCount},
      {"transpose", "transpose.r1", Transposed, All},
      {"unbind", "unbind.r1", Unbound, All},
      {"unflatten", "unflatten.d1", Unflattened, All},
      {"unfold", "unfold.d1 unfold.r1", Unfolded, UnfoldedCount},
      {"unsqueeze", "unsqueeze.r1", Unsqueezed, All},
      {"view", "view.d1 view.i1", RowMajor, All},
      {"view_as", "view_as.r1", RowMajor, All},
      {"view_as_complex", "view_as_complex.d1", RealPart, HalfOfAll},
      {"view_as_real", "view_as_real.d1", Same, TwiceAll},
      {"vsplit", "vsplit.r1", VSplit, All},
      {"vsplit.indices", "vsplit_indices.r1", VSplitIndices,
       VSplitIndicesCount},
  };
  return meanings;
}

}  // namespace

const Meaning* FindMeaning(const Op& op) {
  const auto found =
      std::find_if(Meanings().begin(), Meanings().end(),
                   [&op](const Meaning& m) { return m.op == op.name; });
  return found == Meanings().end() ? nullptr : &*found;
}

}  // namespace viewproof

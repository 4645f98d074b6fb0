#include "conformance/model/model.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

namespace viewproof::model {
namespace {

constexpr Wide kMaxInt = INT64_MAX;

using enum ErrorKind;

Error Wrong(ErrorKind kind, std::string_view what, int64_t value = 0) {
  return {.kind = kind, .rule = {}, .what = what, .value = value};
}

// The place that `dim` names among `rank` dimensions.
std::optional<std::size_t> Place(int64_t dim, int64_t rank) {
  if (dim < -rank || dim >= rank) return std::nullopt;
  return dim < 0 ? dim + rank : dim;
}

// The places that `dims` name, each once.
Result<std::vector<std::size_t>> Places(const Ints& dims, int64_t rank) {
  std::vector<std::size_t> places;
  for (const int64_t dim : dims) {
    const std::optional<std::size_t> place = Place(dim, rank);
    if (!place) return Wrong(kDimOutOfRange, "dim", dim);
    if (std::find(places.begin(), places.end(), *place) != places.end()) {
      return Wrong(kDuplicateDim, "dim", dim);
    }
    places.push_back(*place);
  }
  return places;
}

// A 0-d tensor answers to dimension 0 where only names matter.
int64_t NamedRank(const Tensor& x) { return std::max<int64_t>(x.rank(), 1); }

// The tensor of these sizes whose element i is x's element source(i).
template <typename Source>
Tensor Rearranged(const Tensor& x, Ints sizes, Source source) {
  const auto address = [at = x.address, source](const Wides& i) {
    return at(source(i));
  };
  return ViewOf(x, std::move(sizes), address);
}

template <typename List>
List Without(List list, std::size_t d) {
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(d));
  return list;
}

template <typename List, typename Item>
List With(List list, std::size_t d, Item item) {
  list.insert(list.begin() + static_cast<std::ptrdiff_t>(d), item);
  return list;
}

// x, unless its count, its start or a step exceeds int64.
Made Fitting(Tensor x) {
  const Wide item_size = ItemSize(x.dtype);
  bool fits = Count(x.sizes) <= kMaxInt && Start(x) / item_size <= kMaxInt;
  for (const Wide step : Steps(x)) fits &= step / item_size <= kMaxInt;
  if (!fits) return Wrong(kOverflow, "result");
  return x;
}

MadeMany AllFitting(const std::vector<Tensor>& list) {
  for (const Tensor& x : list) {
    if (const Made made = Fitting(x); !made.ok()) return made.error();
  }
  return list;
}

// Elements start, start + step, ... of dimension d, `length` of them.
Tensor Cut(const Tensor& x, std::size_t d, Wide start, int64_t length,
           Wide step = 1) {
  Ints sizes = x.sizes;
  sizes[d] = length;
  return Rearranged(x, sizes, [=](Wides i) {
    i[d] = Along(start, i[d], step);
    return i;
  });
}

MadeMany Pieces(const Tensor& x, std::size_t d, const Ints& lengths) {
  std::vector<Tensor> pieces;
  int64_t start = 0;
  for (const int64_t length : lengths) {
    pieces.push_back(Cut(x, d, start, length));
    start += length;
  }
  return AllFitting(pieces);
}

// Pieces of `piece` elements of dimension d, the last one what remains.
MadeMany EqualPieces(const Tensor& x, std::size_t d, int64_t piece) {
  Ints lengths;
  int64_t left = x.sizes[d];
  for (; left > piece; left -= piece) lengths.push_back(piece);
  lengths.push_back(left);
  return Pieces(x, d, lengths);
}

// `sections` pieces of dimension d of one length.
MadeMany EvenPieces(const Tensor& x, std::size_t d, int64_t sections) {
  const int64_t size = x.sizes[d];
  if (sections == 0 || size % sections != 0) {
    return Wrong(kSize, "sections", sections);
  }
  if (sections < 0) return Wrong(kArgument, "sections", sections);
  return Pieces(x, d, Ints(sections, size / sections));
}

// Index 0 in dimension d alone, which is left out.
Tensor Dropped(const Tensor& x, std::size_t d, Wide index = 0) {
  return Rearranged(x, Without(x.sizes, d),
                    [=](const Wides& i) { return With(i, d, index); });
}

// A last dimension of `size`: the elements that follow in the storage.
Tensor Following(const Tensor& x, int64_t size) {
  const auto address = [at = x.address,
                        item_size = ItemSize(x.dtype)](const Wides& i) {
    return Along(at(Without(i, i.size() - 1)), i.back(), item_size);
  };
  return ViewOf(x, With(x.sizes, x.sizes.size(), size), address);
}

// `size` with the number in place of -1 that makes it multiply to `count`.
Result<Ints> Inferred(const Ints& size, Wide count) {
  Ints inferred = size;
  auto unknown = inferred.end();
  Wide known = 1;
  for (auto it = inferred.begin(); it != inferred.end(); ++it) {
    if (*it < -1) return Wrong(kArgument, "size", *it);
    if (*it >= 0) {
      known = Along(0, known, *it);
    } else if (unknown == inferred.end()) {
      unknown = it;
    } else {
      return Wrong(kInference, "size", *it);
    }
  }
  if (unknown != inferred.end()) {
    if (known == 0 && count == 0) return Wrong(kInference, "size", -1);
    if (known == 0 || known > kMaxInt || count % known != 0) {
      return Wrong(kSize, "size", -1);
    }
    *unknown = static_cast<int64_t>(count / known);
  } else if (known != count) {
    return Wrong(kSize, "size");
  }
  return inferred;
}

// Whether sizes `source`, aligned at the last one, spread to `target`.
bool Broadcasts(const Ints& source, const Ints& target) {
  if (source.size() > target.size()) return false;
  const std::size_t lead = target.size() - source.size();
  for (std::size_t d = 0; d < source.size(); ++d) {
    if (source[d] != 1 && source[d] != target[lead + d]) return false;
  }
  return true;
}

bool SamePlaces(const Tensor& a, const Tensor& b) {
  return a.sizes.size() == b.sizes.size() && Start(a) == Start(b) &&
         Steps(a) == Steps(b);
}

bool PartlyOverlap(const Tensor& a, const Tensor& b) {
  return RunsMeet(a, b) && (Count(a.sizes) * ItemSize(a.dtype) !=
                                Count(b.sizes) * ItemSize(b.dtype) ||
                            !SamePlaces(a, b));
}

bool IsChannelsLast(MemoryFormat format) {
  return format == MemoryFormat::kChannelsLast ||
         format == MemoryFormat::kChannelsLast3d;
}

// The dimensions of a tensor in a format, outermost first.
std::optional<Ints> Order(MemoryFormat format, int64_t rank) {
  if (format == MemoryFormat::kChannelsLast && rank != 4) return std::nullopt;
  if (format == MemoryFormat::kChannelsLast3d && rank != 5) return std::nullopt;
  Ints order(rank);
  std::iota(order.begin(), order.end(), 0);
  if (!IsChannelsLast(format)) return order;
  return With(Without(order, 1), order.size() - 1, 1);
}

}  // namespace

Made Permute(const Tensor& x, const Ints& dims) {
  if (dims.size() != x.sizes.size()) return Wrong(kRank, "dims");
  const auto places = Places(dims, x.rank());
  if (!places.ok()) return places.error();
  Ints sizes;
  for (const std::size_t place : places.value())
    sizes.push_back(x.sizes[place]);
  return Rearranged(x, sizes, [to = places.value()](const Wides& i) {
    Wides j(i.size());
    for (std::size_t d = 0; d < i.size(); ++d) j[to[d]] = i[d];
    return j;
  });
}

Made Transpose(const Tensor& x, int64_t dim0, int64_t dim1) {
  const auto a = Place(dim0, NamedRank(x)), b = Place(dim1, NamedRank(x));
  if (!a) return Wrong(kDimOutOfRange, "dim0", dim0);
  if (!b) return Wrong(kDimOutOfRange, "dim1", dim1);
  if (*a == *b) return x;
  Ints sizes = x.sizes;
  std::swap(sizes[*a], sizes[*b]);
  return Rearranged(x, sizes, [a = *a, b = *b](Wides i) {
    std::swap(i[a], i[b]);
    return i;
  });
}

Made TransposeMatrix(const Tensor& x) {
  if (x.rank() > 2) return Wrong(kRank, "operand", x.rank());
  return x.rank() < 2 ? Made(x) : Transpose(x, 0, 1);
}

Tensor ReverseDims(const Tensor& x) {
  return Rearranged(x, Ints(x.sizes.rbegin(), x.sizes.rend()),
                    [](const Wides& i) { return Wides(i.rbegin(), i.rend()); });
}

Made TransposeMatrices(const Tensor& x) {
  if (x.rank() == 1) return Wrong(kRank, "operand", x.rank());
  return x.rank() == 0 ? Made(x) : Transpose(x, -2, -1);
}

Made MoveDim(const Tensor& x, const Ints& source, const Ints& destination) {
  if (source.size() != destination.size()) return Wrong(kRank, "destination");
  const auto from = Places(source, NamedRank(x));
  const auto to = Places(destination, NamedRank(x));
  if (!from.ok()) return from.error();
  if (!to.ok()) return to.error();
  if (x.rank() == 0) return x;
  std::map<std::size_t, std::size_t> moved;  // By destination.
  std::set<std::size_t> left;
  for (std::size_t d = 0; d < x.sizes.size(); ++d) left.insert(d);
  for (std::size_t k = 0; k < source.size(); ++k) {
    moved.emplace(to.value()[k], from.value()[k]);
    left.erase(from.value()[k]);
  }
  Ints dims(left.begin(), left.end());
  for (const auto& [place, dim] : moved) {
    dims = With(dims, place, static_cast<int64_t>(dim));
  }
  return Permute(x, dims);
}

Tensor Squeeze(const Tensor& x) {
  Tensor result = x;
  for (std::size_t d = x.sizes.size(); d-- > 0;) {
    if (x.sizes[d] == 1) result = Dropped(result, d);
  }
  return result;
}

Made SqueezeDim(const Tensor& x, int64_t dim) { return SqueezeDims(x, {dim}); }

Made SqueezeDims(const Tensor& x, const Ints& dim) {
  const auto places = Places(dim, NamedRank(x));
  if (!places.ok()) return places.error();
  if (x.rank() == 0) return x;
  std::vector<std::size_t> from_the_end = places.value();
  std::sort(from_the_end.rbegin(), from_the_end.rend());
  Tensor result = x;
  for (const std::size_t d : from_the_end) {
    if (x.sizes[d] == 1) result = Dropped(result, d);
  }
  return result;
}

Made Unsqueeze(const Tensor& x, int64_t dim) {
  const auto place = Place(dim, x.rank() + 1);
  if (!place) return Wrong(kDimOutOfRange, "dim", dim);
  const std::size_t d = *place;
  if (d == x.sizes.size()) return Fitting(Following(x, 1));
  const auto source = [d, size = x.sizes[d]](const Wides& i) {
    Wides j = Without(i, d);
    j[d] = Along(j[d], i[d], size);
    return j;
  };
  return Fitting(Rearranged(x, With(x.sizes, d, 1), source));
}

Made Select(const Tensor& x, int64_t dim, int64_t index) {
  if (x.rank() == 0) return Wrong(kRank, "operand");
  const auto d = Place(dim, x.rank());
  if (!d) return Wrong(kDimOutOfRange, "dim", dim);
  const auto element = Place(index, x.sizes[*d]);
  if (!element) return Wrong(kIndexOutOfRange, "index", index);
  return Fitting(Dropped(x, *d, *element));
}

Made Slice(const Tensor& x, int64_t dim, std::optional<int64_t> start,
           std::optional<int64_t> end, int64_t step) {
  if (x.rank() == 0) return Wrong(kRank, "operand");
  const auto d = Place(dim, x.rank());
  if (!d) return Wrong(kDimOutOfRange, "dim", dim);
  if (step <= 0) return Wrong(kArgument, "step", step);
  const Wide size = x.sizes[*d];
  const auto from_the_end = [size](Wide k) { return k < 0 ? k + size : k; };
  const Wide first = std::clamp<Wide>(from_the_end(start.value_or(0)), 0, size);
  const Wide last =
      std::clamp<Wide>(from_the_end(end.value_or(size)), first, size);
  const Wide length = (last - first + step - 1) / step;
  return Fitting(Cut(x, *d, first, static_cast<int64_t>(length), step));
}

Made Narrow(const Tensor& x, int64_t dim, int64_t start, int64_t length) {
  if (x.rank() == 0) return Wrong(kRank, "operand");
  const auto d = Place(dim, x.rank());
  if (!d) return Wrong(kDimOutOfRange, "dim", dim);
  if (length < 0) return Wrong(kArgument, "length", length);
  const int64_t size = x.sizes[*d];
  if (start < -size || start > size) {
    return Wrong(kIndexOutOfRange, "start", start);
  }
  const int64_t first = start < 0 ? start + size : start;
  if (length > size - first) return Wrong(kSize, "length", length);
  return Fitting(Cut(x, *d, first, length));
}

Made Diagonal(const Tensor& x, int64_t offset, int64_t dim1, int64_t dim2) {
  const auto places = Places({dim1, dim2}, NamedRank(x));
  if (!places.ok()) return places.error();
  const std::size_t a = places.value()[0], b = places.value()[1];
  const Wide down = offset < 0 ? -Wide{offset} : 0;
  const Wide across = std::max<Wide>(offset, 0);
  const Wide length =
      std::max<Wide>(std::min(x.sizes[a] - down, x.sizes[b] - across), 0);
  const bool empty = length == 0;
  const Tensor shifted = Cut(Cut(x, a, empty ? 0 : down, x.sizes[a]), b,
                             empty ? 0 : across, x.sizes[b]);
  Ints sizes = Without(Without(x.sizes, std::max(a, b)), std::min(a, b));
  sizes.push_back(static_cast<int64_t>(length));
  return Fitting(Rearranged(shifted, sizes, [a, b](const Wides& i) {
    const Wides rest = Without(i, i.size() - 1);
    return With(With(rest, std::min(a, b), i.back()), std::max(a, b), i.back());
  }));
}

Made Unfold(const Tensor& x, int64_t dimension, int64_t size, int64_t step) {
  const auto d = Place(dimension, NamedRank(x));
  if (!d) return Wrong(kDimOutOfRange, "dimension", dimension);
  if (size < 0) return Wrong(kArgument, "size", size);
  if (step <= 0) return Wrong(kArgument, "step", step);
  if (size > (x.rank() == 0 ? 1 : x.sizes[*d])) {
    return Wrong(kSize, "size", size);
  }
  if (x.rank() == 0) return Following(x, size);
  const Wide windows = (Wide{x.sizes[*d]} - size) / step + 1;
  if (windows > kMaxInt) return Wrong(kOverflow, "size", size);
  Ints sizes = With(x.sizes, x.sizes.size(), size);
  sizes[*d] = static_cast<int64_t>(windows);
  return Fitting(Rearranged(x, sizes, [d = *d, step](const Wides& i) {
    Wides j = Without(i, i.size() - 1);
    j[d] = Along(i.back(), i[d], step);
    return j;
  }));
}

Made Expand(const Tensor& x, const Ints& size) {
  if (size.size() < x.sizes.size()) return Wrong(kRank, "size");
  const std::size_t lead = size.size() - x.sizes.size();
  Ints sizes = size;
  for (std::size_t d = 0; d < size.size(); ++d) {
    if (size[d] < -1 || (d < lead && size[d] == -1)) {
      return Wrong(kArgument, "size", size[d]);
    }
    if (d < lead) continue;
    const int64_t own = x.sizes[d - lead];
    if (size[d] == -1) sizes[d] = own;
    if (own != 1 && own != sizes[d]) return Wrong(kSize, "size", size[d]);
  }
  const auto source = [lead, sizes, own = x.sizes](Wides i) {
    for (std::size_t d = 0; d < lead && !own.empty(); ++d) {
      if (sizes[d] == 1) i[d + 1] = Along(i[d + 1], i[d], sizes[d + 1]);
    }
    Wides j(own.size(), 0);
    for (std::size_t d = 0; d < j.size(); ++d) {
      if (own[d] == sizes[lead + d]) j[d] = i[lead + d];
    }
    return j;
  };
  return Fitting(Rearranged(x, sizes, source));
}

Made ExpandAs(const Tensor& x, const Tensor& other) {
  return Expand(x, other.sizes);
}

Tensor Detach(const Tensor& x) { return x; }

Made Indices(const Tensor& x) {
  if (x.coo == nullptr) return Wrong(kTensorKind, "operand");
  if (!x.coo->coalesced) return Wrong(kState, "operand");
  return x.coo->indices;
}

Made Values(const Tensor& x) {
  if (x.coo == nullptr) return Wrong(kTensorKind, "operand");
  if (!x.coo->coalesced) return Wrong(kState, "operand");
  return x.coo->values;
}

MadeMany Unbind(const Tensor& x, int64_t dim) {
  if (x.rank() == 0) return Wrong(kRank, "operand");
  const auto d = Place(dim, x.rank());
  if (!d) return Wrong(kDimOutOfRange, "dim", dim);
  std::vector<Tensor> rows;
  for (int64_t k = 0; k < x.sizes[*d]; ++k) rows.push_back(Dropped(x, *d, k));
  return AllFitting(rows);
}

MadeMany Split(const Tensor& x, int64_t split_size, int64_t dim) {
  if (x.rank() == 0) return Wrong(kRank, "operand");
  const auto d = Place(dim, x.rank());
  if (!d) return Wrong(kDimOutOfRange, "dim", dim);
  if (split_size < 0) return Wrong(kArgument, "split_size", split_size);
  if (split_size == 0 && x.sizes[*d] != 0) return Wrong(kSize, "split_size");
  return EqualPieces(x, *d, split_size);
}

MadeMany SplitWithSizes(const Tensor& x, const Ints& split_sizes, int64_t dim) {
  if (x.rank() == 0) return Wrong(kRank, "operand");
  const auto d = Place(dim, x.rank());
  if (!d) return Wrong(kDimOutOfRange, "dim", dim);
  for (const int64_t part : split_sizes) {
    if (part < 0) return Wrong(kArgument, "split_sizes", part);
  }
  const Wide sum =
      std::accumulate(split_sizes.begin(), split_sizes.end(), Wide{0});
  if (sum != x.sizes[*d]) return Wrong(kSize, "split_sizes");
  return Pieces(x, *d, split_sizes);
}

MadeMany Chunk(const Tensor& x, int64_t chunks, int64_t dim) {
  if (x.rank() == 0) return Wrong(kRank, "operand");
  const auto d = Place(dim, x.rank());
  if (!d) return Wrong(kDimOutOfRange, "dim", dim);
  if (chunks <= 0) return Wrong(kArgument, "chunks", chunks);
  const int64_t size = x.sizes[*d];
  if (size == 0) return Pieces(x, *d, Ints(chunks, 0));
  return EqualPieces(x, *d, size / chunks + (size % chunks != 0));
}

MadeMany TensorSplit(const Tensor& x, int64_t sections, int64_t dim) {
  if (x.rank() == 0) return Wrong(kRank, "operand");
  const auto d = Place(dim, x.rank());
  if (!d) return Wrong(kDimOutOfRange, "dim", dim);
  if (sections <= 0) return Wrong(kArgument, "sections", sections);
  Ints dealt;  // Elements of piece k, were they dealt out like cards.
  for (int64_t k = 0; k < sections; ++k) {
    const Wide length = (Wide{x.sizes[*d]} - k + sections - 1) / sections;
    dealt.push_back(static_cast<int64_t>(length));
  }
  return Pieces(x, *d, dealt);
}

MadeMany TensorSplitIndices(const Tensor& x, const Ints& indices, int64_t dim) {
  if (x.rank() == 0) return Wrong(kRank, "operand");
  const auto d = Place(dim, x.rank());
  if (!d) return Wrong(kDimOutOfRange, "dim", dim);
  std::vector<Tensor> pieces;
  for (std::size_t k = 0; k <= indices.size(); ++k) {
    const std::optional<int64_t> none, from = k == 0 ? none : indices[k - 1];
    const Made piece =
        Slice(x, dim, from, k == indices.size() ? none : indices[k], 1);
    if (!piece.ok()) return piece.error();
    pieces.push_back(piece.value());
  }
  return pieces;
}

MadeMany HSplit(const Tensor& x, int64_t sections) {
  if (x.rank() == 0) return Wrong(kRank, "operand");
  const int64_t d = std::min<int64_t>(x.rank() - 1, 1);
  return EvenPieces(x, d, sections);
}

MadeMany HSplitIndices(const Tensor& x, const Ints& indices) {
  if (x.rank() == 0) return Wrong(kRank, "operand");
  return TensorSplitIndices(x, indices, x.rank() == 1 ? 0 : 1);
}

MadeMany VSplit(const Tensor& x, int64_t sections) {
  if (x.rank() < 2) return Wrong(kRank, "operand", x.rank());
  return EvenPieces(x, 0, sections);
}

MadeMany VSplitIndices(const Tensor& x, const Ints& indices) {
  if (x.rank() < 2) return Wrong(kRank, "operand", x.rank());
  return TensorSplitIndices(x, indices, 0);
}

Viewed View(const Tensor& x, const Ints& size) {
  const Result<Ints> sizes = Inferred(size, Count(x.sizes));
  if (!sizes.ok()) return sizes.error();
  Tensor result = ViewOf(x, sizes.value(), {});
  if (Count(x.sizes) == 0) {
    result.address = x.sizes == result.sizes
                         ? x.address
                         : RowMajor(Start(x), result.sizes, ItemSize(x.dtype));
    if (const Made made = Fitting(result); !made.ok()) return made.error();
    return result;
  }
  if (Count(x.sizes) > kListed) return Abstained();
  const Wides list = Addresses(x);
  const Wide last = x.rank() == 0 ? ItemSize(x.dtype) : Steps(x).back();
  const auto steps = AffineSteps(list, result.sizes, last);
  if (!steps) return Wrong(kNotViewable, "size");
  result.address = [first = list[0], steps = *steps](const Wides& i) {
    Wide address = first;
    for (std::size_t d = 0; d < i.size(); ++d) {
      address = Along(address, i[d], steps[d]);
    }
    return address;
  };
  return result;
}

Viewed ViewAs(const Tensor& x, const Tensor& other) {
  return View(x, other.sizes);
}

Viewed Reshape(const Tensor& x, const Ints& shape) {
  Viewed viewed = View(x, shape);
  const Error* error = std::get_if<Error>(&viewed);
  if (error == nullptr || error->kind != kNotViewable) return viewed;
  return Fresh(x.dtype, Inferred(shape, Count(x.sizes)).value(), BytesOf(x));
}

Viewed ReshapeAs(const Tensor& x, const Tensor& other) {
  return Reshape(x, other.sizes);
}

Viewed Flatten(const Tensor& x, int64_t start_dim, int64_t end_dim) {
  const auto start = Place(start_dim, NamedRank(x));
  const auto end = Place(end_dim, NamedRank(x));
  if (!start) return Wrong(kDimOutOfRange, "start_dim", start_dim);
  if (!end) return Wrong(kDimOutOfRange, "end_dim", end_dim);
  if (*start > *end) return Wrong(kArgument, "start_dim", start_dim);
  if (x.rank() == 0) return Reshape(x, {1});
  if (*start == *end) return x;
  const auto from = x.sizes.begin() + static_cast<std::ptrdiff_t>(*start);
  const auto to = x.sizes.begin() + static_cast<std::ptrdiff_t>(*end) + 1;
  const Wide merged = Count(Ints(from, to));
  if (merged > kMaxInt) return Wrong(kOverflow, "operand");
  Ints shape(x.sizes.begin(), from);
  shape.push_back(static_cast<int64_t>(merged));
  shape.insert(shape.end(), to, x.sizes.end());
  return Reshape(x, shape);
}

Viewed Unflatten(const Tensor& x, int64_t dim, const Ints& sizes) {
  const auto d = Place(dim, NamedRank(x));
  if (!d) return Wrong(kDimOutOfRange, "dim", dim);
  if (sizes.empty()) return Wrong(kArgument, "sizes");
  if (x.rank() == 0) return Wrong(kRank, "operand");
  const Result<Ints> parts = Inferred(sizes, x.sizes[*d]);
  if (!parts.ok()) return parts.error();
  Ints split = Without(x.sizes, *d);
  split.insert(split.begin() + static_cast<std::ptrdiff_t>(*d),
               parts.value().begin(), parts.value().end());
  return View(x, split);
}

Made AsStrided(const Tensor& x, const Ints& size, const Ints& stride,
               std::optional<int64_t> storage_offset) {
  if (size.size() != stride.size()) return Wrong(kRank, "stride");
  for (std::size_t d = 0; d < size.size(); ++d) {
    if (size[d] < 0) return Wrong(kArgument, "size", size[d]);
    if (stride[d] < 0) return Wrong(kArgument, "stride", stride[d]);
  }
  if (storage_offset.value_or(0) < 0) {
    return Wrong(kArgument, "storage_offset", *storage_offset);
  }
  const Wide item_size = ItemSize(x.dtype);
  const Wide first = storage_offset ? *storage_offset * item_size : Start(x);
  const auto address = [=](const Wides& i) {
    Wide elements = 0;
    for (std::size_t d = 0; d < i.size(); ++d) {
      elements = Along(elements, i[d], stride[d]);
    }
    return Along(first, elements, item_size);
  };
  if (Count(size) > 0) {
    Wides corner;
    for (const int64_t n : size) corner.push_back(n - 1);
    const Wide extent = Along(address(corner), 1, item_size);
    if (extent > kMaxInt) return Wrong(kOverflow, "size");
    if (extent > static_cast<Wide>(x.storage->size())) {
      return Wrong(kOutOfBounds, "size");
    }
  }
  return Fitting(ViewOf(x, size, address));
}

Made Contiguous(const Tensor& x) {
  if (IsContiguous(x)) return x;
  const Wide bytes = Along(0, Count(x.sizes), ItemSize(x.dtype));
  if (bytes > kMaxInt) return Wrong(kOverflow, "operand");
  return Fresh(x.dtype, x.sizes, BytesOf(x));
}

bool IsContiguousIn(const Tensor& x, MemoryFormat format) {
  const auto order = Order(format, x.rank());
  if (!order) return false;
  const Tensor ordered = Permute(x, *order).value();
  if (!IsChannelsLast(format) || Count(x.sizes) > 0) {
    return IsContiguous(ordered);
  }
  const Wides steps = Steps(ordered);
  for (std::size_t d = 0; d < steps.size(); ++d) {
    const Wide due =
        Count(Ints(ordered.sizes.begin() + d + 1, ordered.sizes.end()));
    if (ordered.sizes[d] != 1 && steps[d] != Along(0, due, ItemSize(x.dtype))) {
      return false;
    }
  }
  return true;
}

Made ContiguousIn(const Tensor& x, MemoryFormat format) {
  if (IsContiguousIn(x, format)) return x;
  if (format == MemoryFormat::kPreserve) return Wrong(kArgument, "format");
  const Wide item_size = ItemSize(x.dtype);
  const Tensor rows = ViewOf(x, x.sizes, RowMajor(0, x.sizes, item_size));
  if (Along(0, Count(x.sizes), item_size) > kMaxInt || !Fitting(rows).ok()) {
    return Wrong(kOverflow, "operand");
  }
  const auto order = Order(format, x.rank());
  if (!order) return Wrong(kRank, "operand", x.rank());
  const Tensor ordered = Permute(x, *order).value();
  Tensor copy = Fresh(x.dtype, x.sizes, BytesOf(ordered));
  copy.address = [=, order = *order, sizes = ordered.sizes](const Wides& i) {
    Wides j;
    for (const int64_t d : order) j.push_back(i[d]);
    return Along(0, Ravel(j, sizes), item_size);
  };
  return copy;
}

Made ViewDType(const Tensor& x, DType dtype) {
  if (x.conj || x.neg) return Wrong(kState, "operand");
  const Wide before = ItemSize(x.dtype), after = ItemSize(dtype);
  Tensor result = x;
  result.dtype = dtype;
  if (before == after) return result;
  if (x.rank() == 0) return Wrong(kRank, "operand");
  const Wides steps = Steps(x);
  if (steps.back() != before) return Wrong(kNotViewable, "operand");
  bool whole = Start(x) % after == 0;  // Whether every place is an element's.
  for (std::size_t d = 0; d + 1 < steps.size(); ++d) {
    whole &= steps[d] % after == 0;
  }
  if (!whole) return Wrong(kNotViewable, "operand");
  const Wide row = Along(0, x.sizes.back(), before);
  if (row % after != 0) return Wrong(kSize, "operand");
  if (row / after > kMaxInt) return Wrong(kOverflow, "operand");
  result.sizes.back() = static_cast<int64_t>(row / after);
  result.address = [=, at = x.address](Wides i) {
    const Wide place = Along(0, i.back(), after);
    i.back() = place / before;
    return Along(at(i), place % before, 1);
  };
  return Fitting(result);
}

Tensor Conj(const Tensor& x) {
  Tensor result = x;
  result.conj = IsComplex(x.dtype) && !x.conj;
  return result;
}

Made ViewAsReal(const Tensor& x) {
  if (!IsComplex(x.dtype)) return Wrong(kDType, "operand");
  if (x.conj) return Wrong(kState, "operand");
  const int64_t part = ItemSize(x.dtype) / 2;
  const auto address = [at = x.address, part](const Wides& i) {
    return Along(at(Without(i, i.size() - 1)), i.back(), part);
  };
  Tensor result = ViewOf(x, With(x.sizes, x.sizes.size(), 2), address);
  result.dtype =
      x.dtype == DType::kComplex64 ? DType::kFloat32 : DType::kFloat64;
  return Fitting(result);
}

Made Real(const Tensor& x) {
  if (!IsComplex(x.dtype)) return x;
  const Made parts = ViewAsReal(x.conj ? Conj(x) : x);
  return parts.ok() ? Select(parts.value(), -1, 0) : parts;
}

Made Imag(const Tensor& x) {
  const Made parts = ViewAsReal(x.conj ? Conj(x) : x);
  if (!parts.ok()) return parts;
  Tensor result = Select(parts.value(), -1, 1).value();
  result.neg = x.neg != x.conj;
  return result;
}

Made ViewAsComplex(const Tensor& x) {
  if (x.dtype != DType::kFloat32 && x.dtype != DType::kFloat64) {
    return Wrong(kDType, "operand");
  }
  const int64_t part = ItemSize(x.dtype);
  const Wide pair = 2 * part;
  if (x.rank() == 0) return Wrong(kRank, "operand");
  if (x.sizes.back() != 2) return Wrong(kSize, "operand", x.sizes.back());
  const Wides steps = Steps(x);
  bool aligned = steps.back() == part && Start(x) % pair == 0;
  for (std::size_t d = 0; d + 1 < steps.size(); ++d) {
    aligned &= x.sizes[d] == 1 || steps[d] % pair == 0;
  }
  if (!aligned) return Wrong(kNotViewable, "operand");
  // Behind the one element of a size of 1 the next pair is the one that begins
  // last before the next element.
  Wides whole = Without(steps, steps.size() - 1);
  for (Wide& step : whole) step = step / pair * pair;
  const auto address = [first = Start(x), whole](const Wides& i) {
    Wide place = first;
    for (std::size_t d = 0; d < i.size(); ++d) {
      place = Along(place, i[d], whole[d]);
    }
    return place;
  };
  Tensor result = ViewOf(x, Without(x.sizes, x.sizes.size() - 1), address);
  result.dtype =
      x.dtype == DType::kFloat32 ? DType::kComplex64 : DType::kComplex128;
  return result;
}

Made ConjugateTranspose(const Tensor& x) {
  if (x.rank() != 2) {
    return x.rank() == 0 ? Made(Conj(x)) : Wrong(kRank, "operand", x.rank());
  }
  return Transpose(Conj(x), 0, 1);
}

Made BatchConjugateTranspose(const Tensor& x) {
  if (x.rank() == 1) return Wrong(kRank, "operand", x.rank());
  return x.rank() == 0 ? Made(Conj(x)) : Transpose(Conj(x), -2, -1);
}

Result<Written> Fill(const Tensor& x, int64_t value) {
  if ((x.conj || x.neg) && HoldsAnElementTwice(x)) {
    return Wrong(kOverlap, "operand");
  }
  std::array<std::byte, kMaxItemSize> element;
  Encode(x.dtype, {.re = static_cast<double>(value)}, element.data());
  for (const Wide address : Addresses(x)) {
    Turn(x, element.data(), Element(x, address));
  }
  return Written();
}

Result<Written> Copy(const Tensor& x, const Tensor& src) {
  const bool same = x.storage == src.storage && x.dtype == src.dtype &&
                    x.sizes == src.sizes && SamePlaces(x, src) &&
                    x.conj == src.conj && x.neg == src.neg;
  if (same) return Written();
  if (!Broadcasts(src.sizes, x.sizes)) return Wrong(kSize, "src");
  if (HoldsAnElementTwice(x)) return Wrong(kOverlap, "operand");
  if (PartlyOverlap(x, src)) return Wrong(kOverlap, "src");
  const Made spread = Expand(src, x.sizes);
  Store(spread.value(), x);
  return Written();
}

}  // namespace viewproof::model

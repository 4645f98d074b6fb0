#include "conformance/model/selection.h"

#include <algorithm>
#include <optional>
#include <variant>

#include "conformance/model/number.h"
#include "conformance/model/ops.h"

namespace viewproof::model {
namespace {

// The elements of dimension `dim` of a part that an index tensor picks, one for
// each index of `sizes` in row-major order; counted from the end if negative.
struct Picks {
  std::size_t dim = 0;
  Ints sizes;
  Ints numbers;
};

Ints IntegersOf(const Tensor& x) {
  Ints numbers;
  for (const Wide address : Addresses(x)) {
    const Complex number = Load(x.dtype, Element(x, address));
    numbers.push_back(static_cast<int64_t>(number.re));
  }
  return numbers;
}

// index.d2: a tensor of rank 0 becomes what it holds, unless it is no index.
IndexItem<Tensor> WithoutScalars(const IndexItem<Tensor>& item) {
  const auto* x = std::get_if<Tensor>(&item);
  if (x == nullptr || x->rank() > 0) return item;
  if (IsMask(*x)) return IntegersOf(*x)[0] != 0;
  if (IsSignedInteger(x->dtype)) return IntegersOf(*x)[0];
  return item;
}

// index.d1: how many dimensions of the operand an item indexes.
std::size_t DimsTaken(const IndexItem<Tensor>& item) {
  if (std::holds_alternative<int64_t>(item)) return 1;
  if (std::holds_alternative<Range>(item)) return 1;
  const auto* x = std::get_if<Tensor>(&item);
  if (x == nullptr) return 0;
  return IsMask(*x) ? x->sizes.size() : 1;
}

// index.d3: true picks [0] of a new dimension, false picks [].
Tensor ZeroOrNone(bool one) {
  std::vector<std::byte> zero(one ? ItemSize(DType::kInt64) : 0);
  return Fresh(DType::kInt64, {one ? 1 : 0}, zero);
}

// index.d1
TensorOrError ApplyItem(const Tensor& x, std::size_t dim,
                        const IndexItem<Tensor>& item) {
  const auto d = static_cast<int64_t>(dim);
  if (const auto* number = std::get_if<int64_t>(&item)) {
    return Select(x, d, *number);
  }
  if (const auto* range = std::get_if<Range>(&item)) {
    return Slice(x, d, range->start, range->stop, range->step.value_or(1));
  }
  return Unsqueeze(x, d);
}

// The indices of a mask's true elements, dimension by dimension. index.d4
Result<std::vector<Picks>> PicksOfMask(const Tensor& part, std::size_t dim,
                                       const Tensor& mask) {
  std::vector<Picks> picks;
  for (std::size_t d = 0; d < mask.sizes.size(); ++d) {
    if (part.sizes[dim + d] != mask.sizes[d]) return Wrong(kSize);
    picks.push_back({dim + d, {0}, {}});
  }
  const Ints values = IntegersOf(mask);
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (values[k] == 0) continue;
    const Wides place = Unravel(static_cast<Wide>(k), mask.sizes);
    for (std::size_t d = 0; d < picks.size(); ++d) {
      picks[d].numbers.push_back(static_cast<int64_t>(place[d]));
      ++picks[d].sizes[0];
    }
  }
  return picks;
}

Result<std::vector<Picks>> PicksOf(const IndexedPart& indexed) {
  std::vector<Picks> all;
  for (const auto& [dim, x] : indexed.tensors) {
    if (IsMask(x)) {
      const auto picks = PicksOfMask(indexed.part, dim, x);
      if (!picks.ok()) return picks.error();
      all.insert(all.end(), picks.value().begin(), picks.value().end());
    } else if (x.dtype == DType::kInt64 || x.dtype == DType::kInt32) {
      all.push_back({dim, x.sizes, IntegersOf(x)});
    } else {
      return Wrong(kDType);
    }
  }
  return all;
}

// The sizes that all broadcast to; nothing if there are none. index.d5
std::optional<Ints> BroadcastSizes(const std::vector<Picks>& all) {
  std::size_t rank = 0;
  for (const Picks& picks : all) rank = std::max(rank, picks.sizes.size());
  Ints sizes(rank, 1);
  for (const Picks& picks : all) {
    for (std::size_t back = 1; back <= picks.sizes.size(); ++back) {
      const int64_t own = picks.sizes[picks.sizes.size() - back];
      int64_t& size = sizes[rank - back];
      if (own != 1 && size != 1 && own != size) return std::nullopt;
      if (own != 1) size = own;
    }
  }
  return sizes;
}

// The number that `picks` has at an index of what all broadcast to.
int64_t NumberAt(const Picks& picks, const Wides& block) {
  Wides own(block.end() - std::ssize(picks.sizes), block.end());
  for (std::size_t d = 0; d < own.size(); ++d) {
    if (picks.sizes[d] == 1) own[d] = 0;
  }
  return picks.numbers[static_cast<std::size_t>(Ravel(own, picks.sizes))];
}

bool AllInRange(const std::vector<Picks>& all, const Ints& sizes) {
  return std::all_of(all.begin(), all.end(), [&sizes](const Picks& picks) {
    const int64_t size = sizes[picks.dim];
    return std::all_of(picks.numbers.begin(), picks.numbers.end(),
                       [size](int64_t n) { return -size <= n && n < size; });
  });
}

// Returns which dimensions of a part are picked from.
std::vector<bool> PickedDims(const std::vector<Picks>& all, std::size_t rank) {
  std::vector<bool> picked(rank, false);
  for (const Picks& picks : all) picked[picks.dim] = true;
  return picked;
}

// The dimension of the result at which what is picked begins. index.d5
std::ptrdiff_t BlockStart(const std::vector<bool>& picked) {
  const auto first = std::find(picked.begin(), picked.end(), true);
  const auto gap = std::find(first, picked.end(), false);
  const bool apart = std::find(gap, picked.end(), true) != picked.end();
  return apart ? 0 : first - picked.begin();
}

// Returns where the result's elements lie, its dimensions `start` to start +
// rank being what is picked. index.d4
Address PickedAddress(const Tensor& part, const std::vector<Picks>& all,
                      std::ptrdiff_t start, std::ptrdiff_t rank) {
  return [=, sizes = part.sizes, at = part.address,
          picked = PickedDims(all, part.sizes.size())](const Wides& i) {
    const Wides block(i.begin() + start, i.begin() + start + rank);
    Wides outer(i.begin(), i.begin() + start);
    outer.insert(outer.end(), i.begin() + start + rank, i.end());
    Wides j;
    auto next = outer.begin();
    for (const bool is_picked : picked) j.push_back(is_picked ? 0 : *next++);
    for (const Picks& picks : all) {
      const int64_t number = NumberAt(picks, block);
      j[picks.dim] = number < 0 ? number + sizes[picks.dim] : number;
    }
    return at(j);
  };
}

}  // namespace

bool IsMask(const Tensor& x) {
  return x.dtype == DType::kBool || x.dtype == DType::kUInt8;
}

Result<IndexedPart> ApplyBasicItems(const Tensor& x,
                                    const Index<Tensor>& index) {
  Index<Tensor> items;
  std::size_t taken = 0;
  for (const IndexItem<Tensor>& item : index) {
    items.push_back(WithoutScalars(item));
    taken += DimsTaken(items.back());
  }
  if (taken > x.sizes.size()) return Wrong(kRank);
  IndexedPart result{x, {}};
  std::size_t dim = 0;
  for (const IndexItem<Tensor>& item : items) {
    if (std::holds_alternative<Ellipsis>(item)) {
      dim += x.sizes.size() - taken;
    } else if (const auto* tensor = std::get_if<Tensor>(&item)) {
      result.tensors.emplace_back(dim, *tensor);
      dim += DimsTaken(item);
    } else {
      const TensorOrError made = ApplyItem(result.part, dim, item);
      if (!made.ok()) return made.error();
      result.part = made.value();
      const auto* boolean = std::get_if<bool>(&item);
      if (boolean) result.tensors.emplace_back(dim, ZeroOrNone(*boolean));
      dim += std::holds_alternative<int64_t>(item) ? 0 : 1;
    }
  }
  return result;
}

TensorOrError PickElements(const IndexedPart& indexed) {
  const Tensor& part = indexed.part;
  const auto all = PicksOf(indexed);
  if (!all.ok()) return all.error();
  const std::optional<Ints> block = BroadcastSizes(all.value());
  if (!block) return Wrong(kSize);
  for (const Picks& picks : all.value()) {
    if (part.sizes[picks.dim] == 0 && Count(*block) > 0) {
      return Wrong(kIndexOutOfRange);
    }
  }
  const std::vector<bool> picked = PickedDims(all.value(), part.sizes.size());
  Ints sizes;
  for (std::size_t d = 0; d < picked.size(); ++d) {
    if (!picked[d]) sizes.push_back(part.sizes[d]);
  }
  const std::ptrdiff_t start = BlockStart(picked);
  sizes.insert(sizes.begin() + start, block->begin(), block->end());
  if (Count(sizes) > 0 && !AllInRange(all.value(), part.sizes)) {
    return Wrong(kIndexOutOfRange);
  }
  return ViewOf(part, sizes,
                PickedAddress(part, all.value(), start, std::ssize(*block)));
}

}  // namespace viewproof::model

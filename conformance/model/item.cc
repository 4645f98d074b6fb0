#include "conformance/model/item.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

namespace viewproof::model {
namespace {

using enum ErrorKind;

Error Wrong(ErrorKind kind, std::string_view what, int64_t value = 0) {
  return {.kind = kind, .rule = {}, .what = what, .value = value};
}

// Which element of dimension `dim` of a part each index of `sizes` names.
struct Named {
  std::size_t dim = 0;
  Ints sizes;
  Ints numbers;  // In row-major order of the sizes.
};

// What basic items leave, and what is named besides.
struct Left {
  Tensor part;
  std::vector<std::pair<std::size_t, Tensor>> tensors;  // By dimension.
};

bool IsMask(const Tensor& x) {
  return x.dtype == DType::kBool || x.dtype == DType::kUInt8;
}

Ints Numbers(const Tensor& x) {
  Ints numbers;
  for (const Wide address : Addresses(x)) {
    const Scalar number = Decode(x.dtype, Element(x, address));
    numbers.push_back(static_cast<int64_t>(number.re));
  }
  return numbers;
}

// What stands in place of an item: a tensor of rank 0 becomes what it holds,
// unless it is no index.
IndexItem<Tensor> Plain(const IndexItem<Tensor>& item) {
  const auto* x = std::get_if<Tensor>(&item);
  if (x == nullptr || x->rank() > 0) return item;
  if (IsMask(*x)) return Numbers(*x)[0] != 0;
  if (IsSignedInteger(x->dtype)) return Numbers(*x)[0];
  return item;
}

std::size_t DimensionsOf(const IndexItem<Tensor>& item) {
  if (std::holds_alternative<int64_t>(item)) return 1;
  if (std::holds_alternative<Range>(item)) return 1;
  const auto* x = std::get_if<Tensor>(&item);
  if (x == nullptr) return 0;
  return IsMask(*x) ? x->sizes.size() : 1;
}

Tensor OneOrNone(bool one) {
  std::vector<std::byte> zero(one ? ItemSize(DType::kInt64) : 0);
  return Fresh(DType::kInt64, {one ? 1 : 0}, zero);
}

Made Apply(const Tensor& x, std::size_t dim, const IndexItem<Tensor>& item) {
  const auto d = static_cast<int64_t>(dim);
  if (const auto* number = std::get_if<int64_t>(&item)) {
    return Select(x, d, *number);
  }
  if (const auto* range = std::get_if<Range>(&item)) {
    return Slice(x, d, range->start, range->stop, range->step.value_or(1));
  }
  return Unsqueeze(x, d);
}

Result<Left> Leave(const Tensor& x, const Index<Tensor>& index) {
  Index<Tensor> items;
  std::size_t taken = 0;
  for (const IndexItem<Tensor>& item : index) {
    items.push_back(Plain(item));
    taken += DimensionsOf(items.back());
  }
  if (taken > x.sizes.size()) return Wrong(kRank, "index");
  Left left{x, {}};
  std::size_t dim = 0;
  for (const IndexItem<Tensor>& item : items) {
    if (std::holds_alternative<Ellipsis>(item)) {
      dim += x.sizes.size() - taken;
    } else if (const auto* tensor = std::get_if<Tensor>(&item)) {
      left.tensors.emplace_back(dim, *tensor);
      dim += DimensionsOf(item);
    } else {
      const Made made = Apply(left.part, dim, item);
      if (!made.ok()) return made.error();
      left.part = made.value();
      const auto* boolean = std::get_if<bool>(&item);
      if (boolean) left.tensors.emplace_back(dim, OneOrNone(*boolean));
      dim += std::holds_alternative<int64_t>(item) ? 0 : 1;
    }
  }
  return left;
}

// The indices of a mask's true elements, dimension by dimension.
Result<std::vector<Named>> TrueOnes(const Tensor& part, std::size_t dim,
                                    const Tensor& mask) {
  std::vector<Named> named;
  for (std::size_t d = 0; d < mask.sizes.size(); ++d) {
    if (part.sizes[dim + d] != mask.sizes[d]) return Wrong(kSize, "index");
    named.push_back({dim + d, {0}, {}});
  }
  const Ints values = Numbers(mask);
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (values[k] == 0) continue;
    const Wides place = Unravel(static_cast<Wide>(k), mask.sizes);
    for (std::size_t d = 0; d < named.size(); ++d) {
      named[d].numbers.push_back(static_cast<int64_t>(place[d]));
      ++named[d].sizes[0];
    }
  }
  return named;
}

Result<std::vector<Named>> NamedBy(const Left& left) {
  std::vector<Named> all;
  for (const auto& [dim, x] : left.tensors) {
    if (IsMask(x)) {
      const auto named = TrueOnes(left.part, dim, x);
      if (!named.ok()) return named.error();
      all.insert(all.end(), named.value().begin(), named.value().end());
    } else if (x.dtype == DType::kInt64 || x.dtype == DType::kInt32) {
      all.push_back({dim, x.sizes, Numbers(x)});
    } else {
      return Wrong(kDType, "index");
    }
  }
  return all;
}

// The sizes that all broadcast to; nothing where there are none.
std::optional<Ints> Together(const std::vector<Named>& all) {
  std::size_t rank = 0;
  for (const Named& named : all) rank = std::max(rank, named.sizes.size());
  Ints sizes(rank, 1);
  for (const Named& named : all) {
    for (std::size_t back = 1; back <= named.sizes.size(); ++back) {
      const int64_t own = named.sizes[named.sizes.size() - back];
      int64_t& size = sizes[rank - back];
      if (own != 1 && size != 1 && own != size) return std::nullopt;
      if (own != 1) size = own;
    }
  }
  return sizes;
}

// The number that `named` has for an index of what all broadcast to.
int64_t NumberAt(const Named& named, const Wides& block) {
  Wides own(block.end() - std::ssize(named.sizes), block.end());
  for (std::size_t d = 0; d < own.size(); ++d) {
    if (named.sizes[d] == 1) own[d] = 0;
  }
  return named.numbers[static_cast<std::size_t>(Ravel(own, named.sizes))];
}

bool AllInRange(const std::vector<Named>& all, const Ints& sizes) {
  return std::all_of(all.begin(), all.end(), [&sizes](const Named& named) {
    const int64_t size = sizes[named.dim];
    return std::all_of(named.numbers.begin(), named.numbers.end(),
                       [size](int64_t n) { return -size <= n && n < size; });
  });
}

// Everything that is named as one tensor on the part's storage: element i lies
// where its numbers say.
Made Chosen(const Left& left) {
  const auto all = NamedBy(left);
  if (!all.ok()) return all.error();
  const std::optional<Ints> block = Together(all.value());
  if (!block) return Wrong(kSize, "index");
  const Ints& own = left.part.sizes;
  std::vector<bool> is_named(own.size(), false);
  for (const Named& named : all.value()) {
    is_named[named.dim] = true;
    if (own[named.dim] == 0 && Count(*block) > 0) {
      return Wrong(kIndexOutOfRange, "index");
    }
  }
  const auto first = std::find(is_named.begin(), is_named.end(), true);
  const auto gap = std::find(first, is_named.end(), false);
  const bool split = std::find(gap, is_named.end(), true) != is_named.end();
  const std::ptrdiff_t at = split ? 0 : first - is_named.begin();
  Ints sizes;
  for (std::size_t d = 0; d < own.size(); ++d) {
    if (!is_named[d]) sizes.push_back(own[d]);
  }
  sizes.insert(sizes.begin() + at, block->begin(), block->end());
  if (Count(sizes) > 0 && !AllInRange(all.value(), own)) {
    return Wrong(kIndexOutOfRange, "index");
  }
  const auto address = [at, own, is_named, all = all.value(),
                        rank = std::ssize(*block),
                        to = left.part.address](const Wides& i) {
    const Wides inner(i.begin() + at, i.begin() + at + rank);
    Wides outer(i.begin(), i.begin() + at);
    outer.insert(outer.end(), i.begin() + at + rank, i.end());
    Wides j;
    auto next = outer.begin();
    for (const bool named : is_named) j.push_back(named ? 0 : *next++);
    for (const Named& named : all) {
      const int64_t number = NumberAt(named, inner);
      j[named.dim] = number < 0 ? number + own[named.dim] : number;
    }
    return to(j);
  };
  return ViewOf(left.part, sizes, address);
}

// The same elements in a storage of their own.
Tensor Copied(const Tensor& x) { return Fresh(x.dtype, x.sizes, BytesOf(x)); }

Tensor TensorOf(const NumberOr<Tensor>& value, DType dtype) {
  if (const auto* x = std::get_if<Tensor>(&value)) return *x;
  std::vector<std::byte> bytes(ItemSize(dtype));
  const auto number = static_cast<double>(std::get<int64_t>(value));
  Encode(dtype, {.re = number}, bytes.data());
  return Fresh(dtype, {}, std::move(bytes));
}

// x viewed without its leading sizes of 1.
Tensor WithoutLeadingOnes(Tensor x) {
  while (x.rank() > 0 && x.sizes[0] == 1) x = Select(x, 0, 0).value();
  const Viewed viewed = View(x, x.sizes);
  const auto* made = std::get_if<Tensor>(&viewed);
  return made == nullptr ? x : *made;
}

Result<Written> AssignPart(const Tensor& part, const Tensor& value) {
  if (part.sizes == value.sizes) return Copy(part, value);
  if (value.rank() == 0) return Copy(part, Copied(value));
  const Made spread = Expand(WithoutLeadingOnes(value), part.sizes);
  if (!spread.ok()) return Wrong(kSize, "value");
  return Copy(part, spread.value());
}

bool HasBit(const Tensor& x) { return x.conj || x.neg; }

Result<Written> AssignChosen(const Left& left, const Tensor& value) {
  const Made chosen = Chosen(left);
  if (!chosen.ok()) return chosen.error();
  const Tensor& mask = left.tensors.front().second;
  const bool fills =
      left.tensors.size() == 1 && value.rank() == 0 && IsMask(mask);
  if (fills && mask.dtype != DType::kBool) return Wrong(kDType, "index");
  if (!fills && !HasBit(left.part) && !HasBit(value) &&
      RunsMeet(left.part, value)) {
    return Wrong(kOverlap, "value");
  }
  if (!fills && value.dtype != left.part.dtype) return Wrong(kDType, "value");
  const Made spread = Expand(value, chosen.value().sizes);
  if (!spread.ok()) return Wrong(kSize, "value");
  if (HasBit(left.part) && HoldsAnElementTwice(left.part)) {
    return Wrong(kOverlap, "operand");
  }
  Store(spread.value(), chosen.value());
  return Written();
}

}  // namespace

Made GetItem(const Tensor& x, const Index<Tensor>& index) {
  const Result<Left> left = Leave(x, index);
  if (!left.ok()) return left.error();
  if (left.value().tensors.empty()) return left.value().part;
  const Made chosen = Chosen(left.value());
  if (!chosen.ok()) return chosen.error();
  return Copied(chosen.value());
}

Result<Written> SetItem(const Tensor& x, const Index<Tensor>& index,
                        const NumberOr<Tensor>& value) {
  const bool* only = index.size() == 1 ? std::get_if<bool>(&index[0]) : nullptr;
  if (only != nullptr && !*only) return Written();
  const Result<Left> left =
      Leave(x, only == nullptr ? index : Index<Tensor>{NewAxis()});
  if (!left.ok()) return left.error();
  const Tensor from = TensorOf(value, x.dtype);
  return left.value().tensors.empty()
             ? AssignPart(left.value().part, from)
             : AssignChosen(left.value(), WithoutLeadingOnes(from));
}

}  // namespace viewproof::model

#include "reference/ops/write.h"

#include <array>
#include <cstddef>
#include <optional>

#include "reference/core/overlap.h"

namespace viewproof {
namespace {

// Where the elements of `source` lie for each index of `sizes`; nothing when it
// does not broadcast to them.
std::optional<Geometry> Broadcast(const Geometry& source, const Ints& sizes) {
  if (source.sizes.size() > sizes.size()) return std::nullopt;
  const std::size_t added = sizes.size() - source.sizes.size();
  Geometry result{sizes, Ints(sizes.size(), 0), source.offset};
  for (std::size_t d = added; d < sizes.size(); ++d) {
    const int64_t size = source.sizes[d - added];
    if (size != 1 && size != sizes[d]) return std::nullopt;
    if (size != 1) result.strides[d] = source.strides[d - added];
  }
  return result;
}

void CopyElements(const Tensor& target, const Tensor& source) {
  const Ints& sizes = target.geometry.sizes;
  if (Numel(sizes) == 0) return;
  Ints index(sizes.size(), 0);
  do {
    CopyElement(target, Address(target.geometry, index), source,
                Address(source.geometry, index));
  } while (NextIndex(sizes, index));
}

}  // namespace

void CopyElement(const Tensor& target, int64_t to, const Tensor& source,
                 int64_t from) {
  std::array<std::byte, kMaxItemSize> element;
  LoadElement(source, from, element.data());
  if (source.dtype != target.dtype) {
    const Scalar value = Decode(source.dtype, element.data());
    Encode(target.dtype, value, element.data());
  }
  StoreElement(target, to, element.data());
}

Result<Written> Fill(const Tensor& target, int64_t value) {
  if ((target.conj || target.neg) && RepeatsAnElement(target.geometry)) {
    return Error{"fill_.e1"};
  }
  const Ints& sizes = target.geometry.sizes;
  if (Numel(sizes) == 0) return Written{};
  std::array<std::byte, kMaxItemSize> element;
  Encode(target.dtype, {static_cast<double>(value)}, element.data());
  Ints index(sizes.size(), 0);
  do {  // fill_.r1 fill_.r2
    StoreElement(target, Address(target.geometry, index), element.data());
  } while (NextIndex(sizes, index));
  return Written{};
}

Result<Written> Copy(const Tensor& target, const Tensor& source) {
  if (target.storage == source.storage && target.dtype == source.dtype &&
      target.geometry == source.geometry && target.conj == source.conj &&
      target.neg == source.neg) {
    return Written{};  // copy_.r1
  }
  if (RepeatsAnElement(target.geometry)) {
    return Error{"copy_.e1"};
  }
  if (OverlapInPart(target, source)) {
    return Error{"copy_.e2"};
  }
  const auto from = Broadcast(source.geometry, target.geometry.sizes);
  if (!from) return Error{"copy_.e3"};
  // copy_.r2 copy_.r3
  CopyElements(target, ViewOf(source, *from));
  return Written{};
}

}  // namespace viewproof

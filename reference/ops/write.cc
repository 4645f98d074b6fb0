#include "reference/ops/write.h"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <variant>

#include "reference/core/overlap.h"

namespace viewproof {
namespace {

// Returns where the elements of `source` lie for each index of `sizes`; nothing
// when it does not broadcast to them.
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

Scalar Sum(DType dtype, const Scalar& a, const Scalar& b) {  // add_.r2
  if (dtype == DType::kBool) return {a.re != 0 || b.re != 0 ? 1.0 : 0.0};
  if (IsInteger(dtype)) {
    return Whole(static_cast<int64_t>(static_cast<uint64_t>(*WholeOf(a)) +
                                      static_cast<uint64_t>(*WholeOf(b))));
  }
  // The sum of two float32 is rounded twice, and yet to the nearest.
  return {a.re + b.re, a.im + b.im};
}

// Returns whether a sum of the dtype and the number has that dtype (add_.e4).
bool Adds(DType dtype, const Scalar& number) {
  if (dtype == DType::kBool) return false;
  if (IsInteger(dtype)) {
    return WholeOf(number).has_value();
  }
  return number.im == 0 || IsComplex(dtype);
}

Scalar NumberAt(const Tensor& tensor, int64_t address) {
  std::array<std::byte, kMaxItemSize> element;
  LoadElement(tensor, address, element.data());
  return Decode(tensor.dtype, element.data());
}

void AddElements(const Tensor& target, const Tensor& other) {
  const Ints& sizes = target.geometry.sizes;
  if (Numel(sizes) == 0) return;
  Ints index(sizes.size(), 0);
  std::array<std::byte, kMaxItemSize> element;
  do {
    const int64_t to = Address(target.geometry, index);
    const Scalar added = NumberAt(other, Address(other.geometry, index));
    Encode(target.dtype, Sum(target.dtype, NumberAt(target, to), added),
           element.data());
    StoreElement(target, to, element.data());
  } while (NextIndex(sizes, index));
}

bool HasBit(const Tensor& tensor) { return tensor.conj || tensor.neg; }

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

Tensor NumberTensor(const Scalar& number, DType dtype) {
  Tensor scalar{std::make_shared<Storage>(), dtype, {}};
  scalar.storage->bytes.resize(ItemSize(dtype));
  Encode(dtype, number, ElementAt(scalar, 0));
  return scalar;
}

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

Result<Written> Fill(const Tensor& target, const Scalar& value) {
  if (!Takes(target.dtype, value)) return Error{"fill_.e2"};
  if (HasBit(target) && RepeatsAnElement(target.geometry)) {
    return Error{"fill_.e1"};
  }
  std::array<std::byte, kMaxItemSize> element;
  Encode(target.dtype, value, element.data());
  ForEachAddress(target.geometry, [&](int64_t address) {  // fill_.r1 fill_.r2
    StoreElement(target, address, element.data());
  });
  return Written{};
}

Result<Written> Zero(const Tensor& target) {
  const Result<Written> filled = Fill(target, {0});  // zero_.r1
  if (!filled.ok()) return Error{"zero_.e1"};
  return filled;
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

Result<Written> Add(const Tensor& target, const NumberOr<Tensor>& other) {
  const bool repeats = RepeatsAnElement(target.geometry);
  if (repeats && !HasBit(target)) return Error{"add_.e1"};
  const auto* number = std::get_if<Scalar>(&other);
  if (number != nullptr && !Adds(target.dtype, *number)) {
    return Error{"add_.e4"};
  }
  const Tensor added = number != nullptr ? NumberTensor(*number, target.dtype)
                                         : std::get<Tensor>(other);
  if (!HasBit(target) && !HasBit(added) && OverlapInPart(target, added)) {
    return Error{"add_.e2"};
  }
  const auto from = Broadcast(added.geometry, target.geometry.sizes);
  if (!from) return Error{"add_.e3"};
  if (repeats) return Error{"add_.e1"};
  // add_.r1 add_.r3
  AddElements(target, ViewOf(added, *from));
  return Written{};
}

}  // namespace viewproof

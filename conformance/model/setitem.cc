#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/model/number.h"
#include "conformance/model/ops.h"
#include "conformance/model/selection.h"

namespace viewproof::model {
namespace {

// setitem.d1
Tensor TensorOf(const NumberOr<Tensor>& value, DType dtype) {
  if (const auto* x = std::get_if<Tensor>(&value)) return *x;
  std::vector<std::byte> bytes(ItemSize(dtype));
  Put(NumberOf(std::get<Scalar>(value)), dtype, bytes.data());
  return Fresh(dtype, {}, std::move(bytes));
}

// setitem.d1: x viewed without its leading sizes of 1.
Tensor WithoutLeadingOnes(Tensor x) {
  while (x.rank() > 0 && x.sizes[0] == 1) x = Select(x, 0, 0).value();
  const ViewResult viewed = View(x, x.sizes);
  const auto* made = std::get_if<Tensor>(&viewed);
  return made == nullptr ? x : *made;
}

Result<Written> AssignPart(const Tensor& part, const Tensor& value) {
  if (part.sizes == value.sizes) return Copy(part, value);
  if (value.rank() == 0) return Copy(part, CopyOf(value));
  const TensorOrError spread = Expand(WithoutLeadingOnes(value), part.sizes);
  if (!spread.ok()) return Wrong(kSize);
  return Copy(part, spread.value());
}

bool HasBit(const Tensor& x) { return x.conj || x.neg; }

Result<Written> AssignPicked(const IndexedPart& indexed, const Tensor& value) {
  const TensorOrError picked = PickElements(indexed);
  if (!picked.ok()) return picked.error();
  const Tensor& mask = indexed.tensors.front().second;
  const bool fills =
      indexed.tensors.size() == 1 && value.rank() == 0 && IsMask(mask);
  const bool meets_a_pick = std::any_of(
      indexed.tensors.begin(), indexed.tensors.end(),
      [&](const auto& x) { return RunsMeet(indexed.part, x.second); });
  if (fills && mask.dtype != DType::kBool) return Wrong(kDType);
  if (fills &&
      !CanHold(indexed.part.dtype, Load(value.dtype, BytesOf(value).data()))) {
    return Wrong(kArgument);
  }
  if (!fills && !HasBit(indexed.part) &&
      ((!HasBit(value) && RunsMeet(indexed.part, value)) || meets_a_pick)) {
    return Wrong(kOverlap);
  }
  if (!fills && value.dtype != indexed.part.dtype) return Wrong(kDType);
  const TensorOrError spread = Expand(value, picked.value().sizes);
  if (!spread.ok()) return Wrong(kSize);
  if (HasBit(indexed.part) && HoldsAnElementTwice(indexed.part)) {
    return Wrong(kOverlap);
  }
  Store(spread.value(), picked.value());
  return Written();
}

}  // namespace

Result<Written> SetItem(const Tensor& x, const Index<Tensor>& index,
                        const NumberOr<Tensor>& value) {
  const auto* number = std::get_if<Scalar>(&value);
  if (number != nullptr && !CanHold(x.dtype, NumberOf(*number))) {
    return Wrong(kArgument);
  }
  const bool* only = index.size() == 1 ? std::get_if<bool>(&index[0]) : nullptr;
  if (only != nullptr && !*only) return Written();
  const Result<IndexedPart> indexed =
      ApplyBasicItems(x, only == nullptr ? index : Index<Tensor>{NewAxis()});
  if (!indexed.ok()) return indexed.error();
  const Tensor from = TensorOf(value, x.dtype);
  return indexed.value().tensors.empty()
             ? AssignPart(indexed.value().part, from)
             : AssignPicked(indexed.value(), WithoutLeadingOnes(from));
}

}  // namespace viewproof::model

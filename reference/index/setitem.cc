#include "reference/index/setitem.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "reference/core/overlap.h"
#include "reference/index/basic.h"
#include "reference/index/selection.h"
#include "reference/ops/expand.h"
#include "reference/ops/view.h"

namespace viewproof {
namespace {

// The only item of an index if it is a boolean; otherwise null.
const bool* OnlyBoolean(const Index<Tensor>& index) {
  return index.size() == 1 ? std::get_if<bool>(&index.front()) : nullptr;
}

// setitem.d1
Tensor TensorOf(const NumberOr<Tensor>& value, DType dtype) {
  if (const auto* tensor = std::get_if<Tensor>(&value)) return *tensor;
  return NumberTensor(std::get<Scalar>(value), dtype);
}

// A view of the value without its leading sizes of 1 (setitem.d1). Strides of a
// value without elements do not matter.
Tensor WithoutLeadingOnes(const Tensor& value) {
  const Ints& sizes = value.geometry.sizes;
  const auto first = std::find_if(sizes.begin(), sizes.end(),
                                  [](int64_t size) { return size != 1; });
  const Ints kept(first, sizes.end());
  const Result<Geometry> viewed = View(value.geometry, kept);
  return ViewOf(value, viewed.ok() ? viewed.value()
                                   : Geometry{kept, Ints(kept.size(), 0), 0});
}

Result<Tensor> Spread(const Tensor& value, const Ints& sizes) {
  Result<Geometry> geometry = Expand(value.geometry, sizes);
  if (!geometry.ok()) return Error{"setitem.e1"};
  return ViewOf(value, std::move(geometry).value());
}

// Copies as copy_ does, whose errors are the assignment's (setitem.e2,
// setitem.e3).
Result<Written> CopyInto(const Tensor& target, const Tensor& source) {
  const Result<Written> written = Copy(target, source);
  if (written.ok()) return written;
  const bool repeats = written.error().rule == ErrorRule("copy_.e1");
  return Error{repeats ? ErrorRule("setitem.e2") : ErrorRule("setitem.e3")};
}

Result<Written> AssignPart(const Tensor& target, const Tensor& value) {
  if (value.geometry.sizes == target.geometry.sizes) {
    return CopyInto(target, value);
  }
  // A tensor of rank 0 is read before anything is written.
  const Tensor read = value.geometry.rank() == 0 ? ContiguousCopy(value)
                                                 : WithoutLeadingOnes(value);
  const Result<Tensor> spread = Spread(read, target.geometry.sizes);
  if (!spread.ok()) return spread.error();
  return CopyInto(target, spread.value());
}

bool HasBit(const Tensor& tensor) { return tensor.conj || tensor.neg; }

// Makes the elements at `addresses` in `part` those of `source`, in row-major
// order.
Result<Written> Scatter(const Tensor& part, const Ints& addresses,
                        const Tensor& source) {
  if (HasBit(part) && RepeatsAnElement(part.geometry)) {
    return Error{"setitem.e7"};
  }
  Ints index(source.geometry.sizes.size(), 0);
  for (const int64_t to : addresses) {  // setitem.r1 setitem.r4
    CopyElement(part, to, source, Address(source.geometry, index));
    NextIndex(source.geometry.sizes, index);
  }
  return Written{};
}

// x[mask] = one value. Reads the value first, so it may overlap x.
Result<Written> AssignMasked(const Tensor& operand, const Part& part,
                             const Tensor& value) {
  if (part.advanced.front().tensor.dtype == DType::kUInt8) {
    return Error{"setitem.e5"};
  }
  const Selection selection = SelectFrom(part).value();
  if (!Takes(operand.dtype, Read(value).front())) return Error{"setitem.e9"};
  const Tensor read = Spread(ContiguousCopy(value), selection.sizes).value();
  return Scatter(ViewOf(operand, part.geometry), AddressesOf(selection).value(),
                 read);
}

bool OverlapsAPick(const Tensor& target, const Part& part) {
  return std::any_of(part.advanced.begin(), part.advanced.end(),
                     [&target](const AdvancedItem& item) {
                       return Overlap(target, item.tensor);
                     });
}

Result<Written> AssignPicked(const Tensor& operand, const Part& part,
                             const Tensor& value) {
  if (value.geometry.rank() == 0 && IsMask(part.advanced.front().tensor)) {
    const auto refusal = MaskRefusal(part, part.advanced.front());
    if (refusal) return *refusal;
    if (part.advanced.size() == 1) return AssignMasked(operand, part, value);
  }
  const Tensor target = ViewOf(operand, part.geometry);
  const bool meets_value = !HasBit(value) && Overlap(target, value);
  if (!HasBit(target) && (meets_value || OverlapsAPick(target, part))) {
    return Error{"setitem.e4"};
  }
  const Result<Selection> selection = SelectFrom(part);
  if (!selection.ok()) return selection.error();
  const Result<Tensor> spread = Spread(value, selection.value().sizes);
  if (!spread.ok()) return spread.error();
  if (value.dtype != operand.dtype) {
    return Error{"setitem.e6"};
  }
  const Result<Ints> addresses = AddressesOf(selection.value());
  if (!addresses.ok()) return addresses.error();
  return Scatter(target, addresses.value(), spread.value());
}

}  // namespace

Result<Written> SetItem(const Tensor& operand, const Index<Tensor>& index,
                        const NumberOr<Tensor>& value) {
  const auto* number = std::get_if<Scalar>(&value);
  if (number != nullptr && !Takes(operand.dtype, *number)) {
    return Error{"setitem.e8"};
  }
  const bool* only = OnlyBoolean(index);
  if (only != nullptr && !*only) return Written{};  // setitem.r2
  const Result<Part> part = ApplyBasic(
      operand.geometry,
      only == nullptr ? index : Index<Tensor>{NewAxis()});  // setitem.r3
  if (!part.ok()) return part.error();
  const Tensor from = TensorOf(value, operand.dtype);
  return part.value().advanced.empty()
             ? AssignPart(ViewOf(operand, part.value().geometry), from)
             : AssignPicked(operand, part.value(), WithoutLeadingOnes(from));
}

}  // namespace viewproof

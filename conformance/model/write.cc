#include <array>
#include <cstddef>
#include <variant>
#include <vector>

#include "conformance/model/number.h"
#include "conformance/model/ops.h"
#include "conformance/model/rearrange.h"

namespace viewproof::model {
namespace {

bool SamePlaces(const Tensor& a, const Tensor& b) {
  return a.sizes.size() == b.sizes.size() && Start(a) == Start(b) &&
         Steps(a) == Steps(b);
}

bool PartlyOverlap(const Tensor& a, const Tensor& b) {
  return RunsMeet(a, b) && (Count(a.sizes) * ItemSize(a.dtype) !=
                                Count(b.sizes) * ItemSize(b.dtype) ||
                            !SamePlaces(a, b));
}

// Returns whether sizes `source`, aligned at the last one, spread to `target`.
bool Broadcasts(const Ints& source, const Ints& target) {
  if (source.size() > target.size()) return false;
  const std::size_t lead = target.size() - source.size();
  for (std::size_t d = 0; d < source.size(); ++d) {
    if (source[d] != 1 && source[d] != target[lead + d]) return false;
  }
  return true;
}

// Returns whether the sum of an element and the number is an element.
bool Adds(DType dtype, const Complex& number) {
  if (IsComplex(dtype)) return true;
  if (dtype == DType::kBool || number.im != 0) return false;
  std::array<std::byte, kMaxItemSize> half;
  Put({0.5L}, dtype, half.data());
  const bool has_fractions = Load(dtype, half.data()).re != 0;
  return has_fractions || IsInteger(number.re);
}

std::vector<Complex> NumbersOf(const Tensor& x) {
  std::vector<Complex> numbers;
  const std::vector<std::byte> bytes = BytesOf(x);
  const auto item_size = static_cast<std::size_t>(ItemSize(x.dtype));
  for (std::size_t at = 0; at < bytes.size(); at += item_size) {
    numbers.push_back(Load(x.dtype, bytes.data() + at));
  }
  return numbers;
}

}  // namespace

// write.d1, write.d2
Result<Written> Fill(const Tensor& x, const Scalar& value) {
  const Complex number = NumberOf(value);
  if (!CanHold(x.dtype, number)) return Wrong(kArgument);
  if ((x.conj || x.neg) && HoldsAnElementTwice(x)) return Wrong(kOverlap);
  std::array<std::byte, kMaxItemSize> element;
  Put(number, x.dtype, element.data());
  for (const Wide address : Addresses(x)) {
    Turn(x, element.data(), Element(x, address));
  }
  return Written();
}

Result<Written> Zero(const Tensor& x) { return Fill(x, {0}); }

Result<Written> Copy(const Tensor& x, const Tensor& src) {
  const bool same = x.storage == src.storage && x.dtype == src.dtype &&
                    x.sizes == src.sizes && SamePlaces(x, src) &&
                    x.conj == src.conj && x.neg == src.neg;
  if (same) return Written();
  if (!Broadcasts(src.sizes, x.sizes)) return Wrong(kSize);
  if (HoldsAnElementTwice(x)) return Wrong(kOverlap);
  if (PartlyOverlap(x, src)) return Wrong(kOverlap);
  const TensorOrError spread = Expand(src, x.sizes);
  Store(spread.value(), x);
  return Written();
}

Result<Written> Add(const Tensor& x, const NumberOr<Tensor>& other) {
  const bool turns = x.conj || x.neg;
  if (HoldsAnElementTwice(x) && !turns) return Wrong(kOverlap);
  std::vector<Complex> added;
  if (const auto* number = std::get_if<Scalar>(&other)) {
    const Complex value = NumberOf(*number);
    if (!Adds(x.dtype, value)) return Wrong(kDType);
    added.assign(static_cast<std::size_t>(Count(x.sizes)), value);
  } else {
    const auto& tensor = std::get<Tensor>(other);
    const bool bits = turns || tensor.conj || tensor.neg;
    if (!bits && PartlyOverlap(x, tensor)) return Wrong(kOverlap);
    if (!Broadcasts(tensor.sizes, x.sizes)) return Wrong(kSize);
    added = NumbersOf(Expand(tensor, x.sizes).value());
  }
  if (HoldsAnElementTwice(x)) return Wrong(kOverlap);
  const std::vector<Complex> held = NumbersOf(x);
  const Wides addresses = Addresses(x);
  std::array<std::byte, kMaxItemSize> element;
  for (std::size_t k = 0; k < addresses.size(); ++k) {
    Put(Sum(x.dtype, held[k], added[k]), x.dtype, element.data());
    Turn(x, element.data(), Element(x, addresses[k]));
  }
  return Written();
}

}  // namespace viewproof::model

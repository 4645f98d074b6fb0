#include "conformance/model/ops.h"
#include "conformance/model/rearrange.h"

namespace viewproof::model {

// conj.d1
Tensor Conj(const Tensor& x) {
  Tensor result = x;
  result.conj = IsComplex(x.dtype) && !x.conj;
  return result;
}

// view_as_real.d1
TensorOrError ViewAsReal(const Tensor& x) {
  if (!IsComplex(x.dtype)) return Wrong(kDType);
  if (x.conj) return Wrong(kState);
  const int64_t part = ItemSize(x.dtype) / 2;
  const auto address = [at = x.address, part](const Wides& i) {
    return Along(at(Without(i, i.size() - 1)), i.back(), part);
  };
  Tensor result = ViewOf(x, With(x.sizes, x.sizes.size(), 2), address);
  result.dtype =
      x.dtype == DType::kComplex64 ? DType::kFloat32 : DType::kFloat64;
  return Fitting(result);
}

// real.d1
TensorOrError Real(const Tensor& x) {
  if (!IsComplex(x.dtype)) return x;
  TensorOrError parts = ViewAsReal(x.conj ? Conj(x) : x);
  return parts.ok() ? Select(parts.value(), -1, 0) : parts;
}

// imag.d1
TensorOrError Imag(const Tensor& x) {
  TensorOrError parts = ViewAsReal(x.conj ? Conj(x) : x);
  if (!parts.ok()) return parts;
  Tensor result = Select(parts.value(), -1, 1).value();
  result.neg = x.neg != x.conj;
  return result;
}

// view_as_complex.d1
TensorOrError ViewAsComplex(const Tensor& x) {
  if (x.dtype != DType::kFloat32 && x.dtype != DType::kFloat64) {
    return Wrong(kDType);
  }
  const int64_t part = ItemSize(x.dtype);
  const Wide pair = Wide{2} * part;
  if (x.rank() == 0) return Wrong(kRank);
  if (x.sizes.back() != 2) return Wrong(kSize);
  const Wides steps = Steps(x);
  bool aligned = steps.back() == part && Start(x) % pair == 0;
  for (std::size_t d = 0; d + 1 < steps.size(); ++d) {
    aligned &= x.sizes[d] == 1 || steps[d] % pair == 0;
  }
  if (!aligned) return Wrong(kNotViewable);
  // view_as_complex.r2: the stride of a size of 1 need not be a multiple of a
  // pair; it is rounded down.
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

}  // namespace viewproof::model

#include "conformance/model/ops.h"
#include "conformance/model/rearrange.h"

namespace viewproof::model {

// view_dtype.d1
TensorOrError ViewDType(const Tensor& x, DType dtype) {
  if (x.conj || x.neg) return Wrong(kState);
  const Wide before = ItemSize(x.dtype), after = ItemSize(dtype);
  Tensor result = x;
  result.dtype = dtype;
  if (before == after) return result;
  if (x.rank() == 0) return Wrong(kRank);
  const Wides steps = Steps(x);
  if (steps.back() != before) return Wrong(kNotViewable);
  bool whole = Start(x) % after == 0;  // True if every place is an element's.
  for (std::size_t d = 0; d + 1 < steps.size(); ++d) {
    whole &= steps[d] % after == 0;
  }
  if (!whole) return Wrong(kNotViewable);
  const Wide row = Along(0, x.sizes.back(), before);
  if (row % after != 0) return Wrong(kSize);
  if (row / after > kMaxInt) return Wrong(kOverflow);
  result.sizes.back() = static_cast<int64_t>(row / after);
  result.address = [=, at = x.address](Wides i) {
    const Wide place = Along(0, i.back(), after);
    i.back() = place / before;
    return Along(at(i), place % before, 1);
  };
  return Fitting(result);
}

}  // namespace viewproof::model

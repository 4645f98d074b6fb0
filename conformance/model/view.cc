#include <optional>

#include "conformance/model/ops.h"
#include "conformance/model/rearrange.h"

namespace viewproof::model {

// view.d1, viewable.d1
ViewResult View(const Tensor& x, const Ints& size) {
  const Result<Ints> sizes = InferSizes(size, Count(x.sizes));
  if (!sizes.ok()) return sizes.error();
  Tensor result = ViewOf(x, sizes.value(), {});
  if (Count(x.sizes) == 0) {
    result.address = x.sizes == result.sizes
                         ? x.address
                         : RowMajor(Start(x), result.sizes, ItemSize(x.dtype));
    if (const TensorOrError made = Fitting(result); !made.ok())
      return made.error();
    return result;
  }
  if (Count(x.sizes) > kListed) return Abstention();
  const Wides list = Addresses(x);
  const Wide last = x.rank() == 0 ? ItemSize(x.dtype) : Steps(x).back();
  const auto steps = AffineSteps(list, result.sizes, last);
  if (!steps) return Wrong(kNotViewable);
  result.address = [first = list[0], steps = *steps](const Wides& i) {
    Wide address = first;
    for (std::size_t d = 0; d < i.size(); ++d) {
      address = Along(address, i[d], steps[d]);
    }
    return address;
  };
  return result;
}

Tensor Detach(const Tensor& x) { return x; }

// `size` with the number in place of -1 that makes it multiply to `count`.
Result<Ints> InferSizes(const Ints& size, Wide count) {
  Ints inferred = size;
  auto unknown = inferred.end();
  Wide known = 1;
  for (auto it = inferred.begin(); it != inferred.end(); ++it) {
    if (*it < -1) return Wrong(kArgument);
    if (*it >= 0) {
      known = Along(0, known, *it);
    } else if (unknown == inferred.end()) {
      unknown = it;
    } else {
      return Wrong(kInference);
    }
  }
  if (unknown != inferred.end()) {
    if (known == 0 && count == 0) return Wrong(kInference);
    if (known == 0 || known > kMaxInt || count % known != 0) {
      return Wrong(kSize);
    }
    *unknown = static_cast<int64_t>(count / known);
  } else if (known != count) {
    return Wrong(kSize);
  }
  return inferred;
}

}  // namespace viewproof::model

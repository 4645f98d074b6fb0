#include <algorithm>

#include "conformance/model/ops.h"
#include "conformance/model/rearrange.h"

namespace viewproof::model {

// select.d1
TensorOrError Select(const Tensor& x, int64_t dim, int64_t index) {
  const auto d = DimOf(x, dim);
  if (!d.ok()) return d.error();
  const auto element = FromStart(index, x.sizes[d.value()]);
  if (!element) return Wrong(kIndexOutOfRange);
  return Fitting(Dropped(x, d.value(), *element));
}

// slice.d1, slice.d2
TensorOrError Slice(const Tensor& x, int64_t dim, std::optional<int64_t> start,
                    std::optional<int64_t> end, int64_t step) {
  const auto d = DimOf(x, dim);
  if (!d.ok()) return d.error();
  if (step <= 0) return Wrong(kArgument);
  const Wide size = x.sizes[d.value()];
  const auto from_the_end = [size](Wide k) { return k < 0 ? k + size : k; };
  const Wide first = std::clamp<Wide>(from_the_end(start.value_or(0)), 0, size);
  const Wide last =
      std::clamp<Wide>(from_the_end(end.value_or(size)), first, size);
  const Wide length = (last - first + step - 1) / step;
  return Fitting(Cut(x, d.value(), first, static_cast<int64_t>(length), step));
}

TensorOrError Narrow(const Tensor& x, int64_t dim, int64_t start,
                     int64_t length) {
  const auto d = DimOf(x, dim);
  if (!d.ok()) return d.error();
  if (length < 0) return Wrong(kArgument);
  const int64_t size = x.sizes[d.value()];
  if (start < -size || start > size) return Wrong(kIndexOutOfRange);
  const int64_t first = start < 0 ? start + size : start;
  if (length > size - first) return Wrong(kSize);
  return Fitting(Cut(x, d.value(), first, length));
}

}  // namespace viewproof::model

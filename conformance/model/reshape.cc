#include "conformance/model/ops.h"
#include "conformance/model/rearrange.h"

namespace viewproof::model {

// reshape.d1
ViewResult Reshape(const Tensor& x, const Ints& shape) {
  ViewResult viewed = View(x, shape);
  const Error* error = std::get_if<Error>(&viewed);
  if (error == nullptr || error->kind != kNotViewable) return viewed;
  return Fresh(x.dtype, InferSizes(shape, Count(x.sizes)).value(), BytesOf(x));
}

ViewResult Flatten(const Tensor& x, int64_t start_dim, int64_t end_dim) {
  const auto start = FromStart(start_dim, RankForDims(x));
  const auto end = FromStart(end_dim, RankForDims(x));
  if (!start) return Wrong(kDimOutOfRange);
  if (!end) return Wrong(kDimOutOfRange);
  if (*start > *end) return Wrong(kArgument);
  if (x.rank() == 0) return Reshape(x, {1});
  if (*start == *end) return x;
  const auto from = x.sizes.begin() + static_cast<std::ptrdiff_t>(*start);
  const auto to = x.sizes.begin() + static_cast<std::ptrdiff_t>(*end) + 1;
  const Wide merged = Count(Ints(from, to));
  if (merged > kMaxInt) return Wrong(kOverflow);
  Ints shape(x.sizes.begin(), from);
  shape.push_back(static_cast<int64_t>(merged));
  shape.insert(shape.end(), to, x.sizes.end());
  return Reshape(x, shape);
}

// ravel.d1
ViewResult Raveled(const Tensor& x) {
  const TensorOrError rows = Contiguous(x);
  if (!rows.ok()) return rows.error();
  return View(rows.value(), {-1});
}

}  // namespace viewproof::model

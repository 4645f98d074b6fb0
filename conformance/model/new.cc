#include "conformance/model/ops.h"

namespace viewproof::model {

Tensor New(const Tensor&, const Tensor& literal) { return CopyOf(literal); }

}  // namespace viewproof::model

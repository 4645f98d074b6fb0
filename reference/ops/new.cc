#include "reference/ops/new.h"

namespace viewproof {

Tensor New(const Tensor&, const Tensor& literal) {
  return ContiguousCopy(literal);  // new.r1
}

}  // namespace viewproof

#include "conformance/model/ops.h"
#include "conformance/model/rearrange.h"

namespace viewproof::model {

// H.d1
TensorOrError ConjugateTranspose(const Tensor& x) {
  if (x.rank() == 0) return Conj(x);
  if (x.rank() != 2) return Wrong(kRank);
  return Transpose(Conj(x), 0, 1);
}

// mH.d1
TensorOrError BatchConjugateTranspose(const Tensor& x) {
  if (x.rank() == 1) return Wrong(kRank);
  if (x.rank() == 0) return Conj(x);
  return Transpose(Conj(x), -2, -1);
}

}  // namespace viewproof::model

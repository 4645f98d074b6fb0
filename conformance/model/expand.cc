#include "conformance/model/ops.h"
#include "conformance/model/rearrange.h"

namespace viewproof::model {

// expand.d1
TensorOrError Expand(const Tensor& x, const Ints& size) {
  if (size.size() < x.sizes.size()) return Wrong(kRank);
  const std::size_t lead = size.size() - x.sizes.size();
  Ints sizes = size;
  for (std::size_t d = 0; d < size.size(); ++d) {
    if (size[d] < -1 || (d < lead && size[d] == -1)) {
      return Wrong(kArgument);
    }
    if (d < lead) continue;
    const int64_t own = x.sizes[d - lead];
    if (size[d] == -1) sizes[d] = own;
    if (own != 1 && own != sizes[d]) return Wrong(kSize);
  }
  const auto source = [lead, sizes, own = x.sizes](Wides i) {
    for (std::size_t d = 0; d < lead && !own.empty(); ++d) {
      if (sizes[d] == 1) i[d + 1] = Along(i[d + 1], i[d], sizes[d + 1]);
    }
    Wides j(own.size(), 0);
    for (std::size_t d = 0; d < j.size(); ++d) {
      if (own[d] == sizes[lead + d]) j[d] = i[lead + d];
    }
    return j;
  };
  return Fitting(Rearranged(x, sizes, source));
}

}  // namespace viewproof::model

#include <cstdint>
#include <map>
#include <set>

#include "conformance/model/ops.h"
#include "conformance/model/rearrange.h"

namespace viewproof::model {

// movedim.d1
TensorOrError MoveDim(const Tensor& x, const Ints& source,
                      const Ints& destination) {
  if (source.size() != destination.size()) return Wrong(kRank);
  const auto from = DimsFromStart(source, RankForDims(x));
  const auto to = DimsFromStart(destination, RankForDims(x));
  if (!from.ok()) return from.error();
  if (!to.ok()) return to.error();
  if (x.rank() == 0) return x;
  std::map<std::size_t, std::size_t> moved;  // It is keyed by destination.
  std::set<std::size_t> left;
  for (std::size_t d = 0; d < x.sizes.size(); ++d) left.insert(d);
  for (std::size_t k = 0; k < source.size(); ++k) {
    moved.emplace(to.value()[k], from.value()[k]);
    left.erase(from.value()[k]);
  }
  Ints dims(left.begin(), left.end());
  for (const auto& [place, dim] : moved) {
    dims = With(dims, place, static_cast<int64_t>(dim));
  }
  return Permute(x, dims);
}

}  // namespace viewproof::model

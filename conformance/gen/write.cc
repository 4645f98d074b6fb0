#include "conformance/gen/write.h"

#include <unordered_map>

namespace viewproof {
namespace {

// `source` with the target's sizes: stride 0 where a size of 1 is repeated.
Geometry Broadcast(const Geometry& source, const Ints& sizes) {
  Geometry result{sizes, Ints(sizes.size(), 0), source.offset};
  const std::size_t front = sizes.size() - source.sizes.size();
  for (std::size_t d = 0; d < source.sizes.size(); ++d) {
    if (source.sizes[d] == sizes[front + d]) {
      result.strides[front + d] = source.strides[d];
    }
  }
  return result;
}

}  // namespace

bool WriteIsSpecified(const Geometry& target, const Geometry& source,
                      bool share, bool alike) {
  if (Numel(target.sizes).value() == 0) return true;
  if (share && alike && target == source) return true;
  const Geometry from = Broadcast(source, target.sizes);
  std::unordered_map<int64_t, int64_t> read_for;  // [written] -> read
  Ints index(target.sizes.size(), 0);
  do {
    const auto [place, fresh] =
        read_for.emplace(Address(target, index), Address(from, index));
    if (!fresh) return false;
  } while (NextIndex(target.sizes, index));
  if (!share) return true;
  for (const auto& [written, read] : read_for) {
    if (read != written && read_for.contains(read)) return false;
  }
  return true;
}

}  // namespace viewproof

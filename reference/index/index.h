#ifndef VIEWPROOF_REFERENCE_INDEX_INDEX_H_
#define VIEWPROOF_REFERENCE_INDEX_INDEX_H_

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace viewproof {

// Holds what stands between the brackets of x[...], besides numbers and
// tensors.
struct NewAxis {  // None: a new dimension of size 1.
  bool operator==(const NewAxis&) const = default;
};
struct Ellipsis {  // ...: as many whole dimensions as the others leave.
  bool operator==(const Ellipsis&) const = default;
};
struct Range {  // start:stop:step
  std::optional<int64_t> start;
  std::optional<int64_t> stop;
  std::optional<int64_t> step;
  bool operator==(const Range&) const = default;
};

// x[items...], its index tensors of type T.
template <typename T>
using IndexItem = std::variant<int64_t, bool, NewAxis, Ellipsis, Range, T>;
template <typename T>
using Index = std::vector<IndexItem<T>>;

}  // namespace viewproof

#endif  // VIEWPROOF_REFERENCE_INDEX_INDEX_H_

#include "reference/ops/split.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "reference/ops/slice.h"

namespace viewproof {
namespace {

// Parts of `lengths` elements of `dim`, one after another; nothing when an
// offset exceeds int64.
std::optional<std::vector<Geometry>> PartsOf(const Geometry& operand,
                                             int64_t dim, const Ints& lengths) {
  std::vector<Geometry> parts;
  parts.reserve(lengths.size());
  int64_t start = 0;
  for (const int64_t length : lengths) {
    std::optional<Geometry> part = Window(operand, dim, start, length);
    if (!part) return std::nullopt;
    parts.push_back(*std::move(part));
    start += length;
  }
  return parts;
}

// `size` in parts of `length`, the last one what remains; 0 is one part.
Ints EqualLengths(int64_t size, int64_t length) {
  Ints lengths;
  for (int64_t left = size; left > 0; left -= lengths.back()) {
    lengths.push_back(std::min(length, left));
  }
  return size == 0 ? Ints{0} : lengths;
}

// Returns whether the entries, none of them negative, add up to `size`.
bool AddUpTo(const Ints& entries, int64_t size) {
  for (const int64_t entry : entries) {
    if (entry > size) return false;
    size -= entry;
  }
  return size == 0;
}

}  // namespace

Result<std::vector<Geometry>> Unbind(const Geometry& operand, int64_t dim) {
  const std::optional<int64_t> d = WrapDim(dim, WrapRank(operand));
  if (!d) return Error{"unbind.e1"};
  if (operand.rank() == 0) return Error{"unbind.e2"};
  std::vector<Geometry> parts;
  for (int64_t i = 0; i < operand.sizes[*d]; ++i) {
    Result<Geometry> part = Select(operand, *d, i);  // unbind.r1
    if (!part.ok()) return Error{"unbind.e3"};
    parts.push_back(std::move(part).value());
  }
  return parts;
}

Result<std::vector<Geometry>> Split(const Geometry& operand, int64_t split_size,
                                    int64_t dim) {
  if (operand.rank() == 0) return Error{"split.e1"};
  if (split_size < 0) {
    return Error{"split.e2"};
  }
  const std::optional<int64_t> d = WrapDim(dim, operand.rank());
  if (!d) return Error{"split.e3"};
  const int64_t size = operand.sizes[*d];
  if (split_size == 0 && size != 0) {
    return Error{"split.e4"};
  }
  // split.r1 split.r2
  auto parts = PartsOf(operand, *d, EqualLengths(size, split_size));
  if (!parts) return Error{"split.e5"};
  return *std::move(parts);
}

Result<std::vector<Geometry>> SplitWithSizes(const Geometry& operand,
                                             const Ints& split_sizes,
                                             int64_t dim) {
  if (operand.rank() == 0) {
    return Error{"split_with_sizes.e1"};
  }
  const std::optional<int64_t> d = WrapDim(dim, operand.rank());
  if (!d) {
    return Error{"split_with_sizes.e2"};
  }
  for (const int64_t entry : split_sizes) {
    if (entry >= 0) continue;
    return Error{"split_with_sizes.e3", entry};
  }
  if (!AddUpTo(split_sizes, operand.sizes[*d])) {
    return Error{"split_with_sizes.e4"};
  }
  auto parts = PartsOf(operand, *d, split_sizes);  // split_with_sizes.r1
  if (!parts) {
    return Error{"split_with_sizes.e5"};
  }
  return *std::move(parts);
}

Result<std::vector<Geometry>> Chunk(const Geometry& operand, int64_t chunks,
                                    int64_t dim) {
  if (operand.rank() == 0) return Error{"chunk.e1"};
  if (chunks <= 0) {
    return Error{"chunk.e2"};
  }
  const std::optional<int64_t> d = WrapDim(dim, operand.rank());
  if (!d) return Error{"chunk.e3"};
  const int64_t size = operand.sizes[*d];
  const Ints lengths = size == 0 ? Ints(chunks, 0)  // chunk.r2
                                 : EqualLengths(size, (size - 1) / chunks + 1);
  auto parts = PartsOf(operand, *d, lengths);  // chunk.r1
  if (!parts) return Error{"chunk.e4"};
  return *std::move(parts);
}

}  // namespace viewproof

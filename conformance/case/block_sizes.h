#ifndef VIEWPROOF_CONFORMANCE_CASE_BLOCK_SIZES_H_
#define VIEWPROOF_CONFORMANCE_CASE_BLOCK_SIZES_H_

#include <array>
#include <cstddef>
#include <cstdint>

namespace viewproof {

// Sizes at which kernels split their work, by the reason, with neighbours.
inline constexpr std::array<int64_t, 6> kVectorSizes = {7, 8, 9, 15, 16, 17};
inline constexpr std::array<int64_t, 6> kTileSizes = {31, 32, 33, 63, 64, 65};
// Multiples of a vector between the edges of tiles, and a round number.
inline constexpr std::array<int64_t, 4> kBetweenEdges = {24, 48, 96, 1000};
// Rows of a matrix from which a transposed copy is made in blocks.
inline constexpr int64_t kVectorOfRows = 64;
inline constexpr int64_t kMostInByte = 255;
inline constexpr int64_t kMostInGrid = 65535;  // Blocks in one dimension.

// The words into which a product of sizes may not fit: of 16, 31 and 32 bits.
inline constexpr std::array<int64_t, 3> kWordLimits = {
    int64_t{1} << 16, int64_t{1} << 31, int64_t{1} << 32};

// Those at which a row or a column may be cut.
inline constexpr std::array<int64_t, 16> kBlockSizes = [] {
  std::array<int64_t, 16> sizes = {};
  std::size_t next = 0;
  for (const int64_t size : kVectorSizes) sizes[next++] = size;
  for (const int64_t size : kTileSizes) sizes[next++] = size;
  for (const int64_t size : kBetweenEdges) sizes[next++] = size;
  return sizes;
}();

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_BLOCK_SIZES_H_

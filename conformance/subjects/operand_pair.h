#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_OPERAND_PAIR_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_OPERAND_PAIR_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "conformance/subjects/step_facts.h"
#include "reference/core/dtype.h"
#include "reference/core/geometry.h"

namespace viewproof {

// A tensor of a pair, where its elements have addresses.
struct PairMember {
  Geometry geometry;
  DType dtype = DType::kFloat32;
  int64_t storage = 0;
  int64_t storage_numel = 0;  // Elements of its dtype.
  bool conj = false;
  bool neg = false;

  int64_t numel() const { return Numel(geometry.sizes).value_or(0); }
  // The address after its last element.
  int64_t end() const;
};

// The target of a step and what is written to it, or its operand and what
// indexes that.
struct OperandPair {
  PairMember to;
  PairMember from;
  Ints repeated;  // The sizes to which the second one is repeated.
};

// The kernels whose steps have one, as KernelOf names them.
inline constexpr std::array<std::string_view, 5> kPairKernels = {
    "copy_", "add_", "setitem basic", "getitem tensors", "setitem tensors"};

// That of a step that succeeded; nothing if it is on no two tensors, or on two
// of different dtypes (but for an index).
std::optional<OperandPair> OperandPairOf(const StepFacts& facts);

// Says in which order the elements of a tensor lie in memory. Sizes of 1 count
// for the last of these alone.
enum class MemoryOrder : uint8_t {
  kRowMajor,  // It begins or ends where its storage does.
  kWindow,    // Row-major, with other elements before and after it.
  kColumnMajor,
  kTransposed,    // Dense, and row-major but for its last two dimensions.
  kPermuted,      // Dense, and none of the others.
  kChannelsLast,  // Dense.
  kGaps,   // Between rows; in the order of its dimensions, as what follows.
  kSteps,  // Between the elements of a row.
  kPermutedGaps,
  kChannelsLastGaps,
  kStrideZero,
  kOddSizeOne,  // A size of 1 has a stride that no copy has.
};
inline constexpr std::size_t kMemoryOrders = 12;

// "channels-last, with gaps"
std::string_view Name(MemoryOrder order);

bool HasGaps(MemoryOrder order);
bool HasRankFour(MemoryOrder order);  // It is about channels.

// Nothing if two elements have one address, but by a stride of 0.
std::optional<MemoryOrder> OrderOf(const PairMember& member);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_OPERAND_PAIR_H_

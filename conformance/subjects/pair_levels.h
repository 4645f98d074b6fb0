#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_PAIR_LEVELS_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_PAIR_LEVELS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/subjects/operand_pair.h"
#include "conformance/subjects/step_facts.h"

namespace viewproof {

// A kernel chooses its way by two tensors together: the target and what is
// written to it, or the operand and what indexes it. A factor is something that
// two such tensors of one dtype may have alike or not; each pair is at one
// level of it.
enum class PairFactor : uint8_t {
  kStorage,
  kTargetOrder,  // The operand's, where nothing is written.
  kOtherOrder,   // That of the source, value or index.
  kBroadcast,
  kTargetBits,
  kOtherBits,
  kTargetStart,
  kOtherStart,
  kRow,
  kSquareness,
  kElements,
  kItem,
};
inline constexpr std::size_t kPairFactors = 12;

// Levels, in the order in which factors count them.
enum class PairStorage : uint8_t { kAnother, kApart, kInterleaved, kSame };
enum class PairOrder : uint8_t {
  kRowMajor,  // It begins or ends where its storage does.
  kWindow,    // Row-major, with other elements before and after it.
  kPermuted,
  kChannelsLast,
  kGaps,
  kStrideZero,
  kOddSizeOne,  // A size of 1 has a stride that no copy has.
};
enum class PairBroadcast : uint8_t { kNone, kInner, kMiddle, kOuter, kScalar };
enum class PairBits : uint8_t { kNone, kConjugate, kNegative };

// One level of one factor.
struct PairLevel {
  PairFactor factor = PairFactor::kStorage;
  uint8_t level = 0;
  bool operator==(const PairLevel&) const = default;
};

// "target permuted", "rows of 17 to 31 bytes"
std::string_view Name(PairLevel level);

// Every level of every factor, in their order.
const std::vector<PairLevel>& AllPairLevels();

// The level of each factor; nothing where a factor has no name for it.
using PairLevels = std::array<std::optional<uint8_t>, kPairFactors>;

bool IsAt(const PairLevels& levels, PairLevel level);

PairLevels LevelsOf(const OperandPair& pair);
// Those of a step; nothing if it is on no two tensors.
std::optional<PairLevels> PairLevelsOf(const StepFacts& facts);

// Returns why no step of a kernel can be at both of two levels of different
// factors, or why SPEC leaves open what it does; empty if one can.
std::string_view WhyApart(std::string_view kernel, PairLevel a, PairLevel b);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_PAIR_LEVELS_H_

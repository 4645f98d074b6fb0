#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_CONDITIONS_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_CONDITIONS_H_

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/ops.h"
#include "conformance/subjects/step_facts.h"
#include "reference/core/dtype.h"

namespace viewproof {

// Says whose property a condition is about.
enum class Of {
  kOperand,
  kResult,   // One of the results has it.
  kPair,     // A target, and the first tensor among the arguments.
  kIndex,    // The index tensors and masks of an index.
  kNumber,   // The numbers among the arguments.
  kCall,     // The call and its outputs.
  kEarlier,  // What ran before the call.
};

// A property that a condition compares with its number. What a tensor, pair or
// call is or is not, is 1 or 0.
enum class What {
  kRank,
  kElements,
  kSize,  // Some size.
  kSizeOne,
  kSizeOneFirst,
  kSizeOneLast,
  kSizeOneBetween,
  kDType,        // The number is that of the enum.
  kStrideZeros,  // Dimensions above size 1 whose stride is 0.
  kStrideZeroInnermost,
  kStrideZeroAndSizeOne,
  kOverlapsWithoutStrideZero,
  kGaps,
  kOffset,
  kOddOffset,
  kContiguousWithOffset,
  kContiguous,
  kNoUnitStride,
  kColumnMajorRank,  // The rank of what is column-major; else 0.
  kLongerStorage,
  kEndsWithLongerStorage,
  kBit,
  kNegativeBit,
  kGapsReadLater,
  kRows,            // Those of a tensor that is not contiguous.
  kTransposedItem,  // Bytes of an item of a transposed matrix of few columns.
  kTransposedRows,  // Rows of each of a batch of transposed matrices.
  kProduct,         // Of sizes that are each below the number; 0 counts as 1.
  kDepth,  // Views between the operand and the tensor that brought its storage.
  kWrittenSince,
  kWrittenItself,
  kSibling,
  kOutputs,
  kSameCallBefore,
  kBefore,  // The number is that of a History: what ran before, or reads it.
  kBothNotContiguous,
  kPermutedDifferently,
  kColumnMajorIntoGaps,
  kEqualStridesWithGaps,
  kMergesInOneOnly,
  kSourceLacksDimension,
  kSourceSizeOneFirst,
  kSourceSizeOneBetween,
  kOtherDType,
  kCast,             // Two dtypes: DTypesOfCast of the number.
  kIndexTensors,     // Their number.
  kIndexTensorRank,  // The rank of some index tensor.
  kMaskRank,         // The rank of some mask.
  kNegativeEntries,
  kRepeatedEntries,
  kDescendingEntries,
  kNoEntries,
  kMaskOfFalse,
  kTensorsApart,
  kTrueAfterNull,
  kTruths,       // Elements that some mask picks.
  kStepsDiffer,  // Ranges have steps above 1 that differ.
  kNumber,       // Some number among the arguments.
  kStepBelowLimit,
};

enum class Comparison { kIs, kAtLeast, kAtMost };

// Holds what a backend's kernel may be right only for: a bug with a condition
// shows in the steps where this holds.
struct Condition {
  // Bounds on the operand that the condition implies.
  struct Operand {
    int64_t least_rank = 0;
    int64_t most_rank = INT64_MAX;
    std::optional<bool> contiguous = std::nullopt;
  };

  Of of;
  What what;
  Comparison comparison = Comparison::kIs;
  int64_t number = 1;
  std::string name;  // "operand: rank >= 3", "result: a size of 7"
  // One of these: whether the property of a tensor or step compares so.
  bool (*of_tensor)(const TensorFacts&, const Condition&) = nullptr;
  bool (*of_step)(const StepFacts&, const Condition&) = nullptr;
  // Returns whether it can hold of a step of this kernel, as far as the row
  // says.
  bool (*can_hold)(const Op&, std::string_view kernel) = nullptr;
  bool of_headers = false;  // Also for ops that make headers alone.
  Operand operand = {};
  // A joint condition has the numbers of its two conditions, which hold both;
  // all else is the second one's.
  std::optional<std::pair<std::size_t, std::size_t>> both = std::nullopt;

  bool Admits(int64_t value) const;
  // Requires: it is single.
  bool Holds(const StepFacts& facts) const;
  // Returns whether two families of vectors must kill bugs that move elements:
  // under single conditions, but for those of results, sizes, counts and what
  // ran before.
  bool twice() const;
};

// The dtypes of a source and of its target. Requires: `number` is that of a
// condition kCast.
std::pair<DType, DType> DTypesOfCast(int64_t number);

// Every condition alone.
const std::vector<Condition>& SingleConditions();

// These, and {rank >= 3, rank >= 4, rank >= 5, not contiguous} together with
// every other one that is of no result, size, count, cast or history, but for
// those that cannot hold both and those in which one condition says what the
// other says already.
const std::vector<Condition>& Conditions();

// Some of Conditions(), by number.
using ConditionSet = std::bitset<1536>;

// Those that hold of a step.
ConditionSet HoldingIn(const StepFacts& facts);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_CONDITIONS_H_

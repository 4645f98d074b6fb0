#ifndef VIEWPROOF_CONFORMANCE_CASE_BOUNDS_H_
#define VIEWPROOF_CONFORMANCE_CASE_BOUNDS_H_

#include <cstdint>
#include <optional>
#include <span>

#include "conformance/case/case.h"
#include "conformance/case/ops.h"
#include "reference/core/dtype.h"
#include "reference/core/geometry.h"
#include "reference/index/index.h"

namespace viewproof {

inline constexpr int64_t kMaxValues = 256;  // Elements an output shows.
inline constexpr int64_t kMaxBase = 255;    // Elements of a base: see MaxBase.
// A base or a literal that says its elements may have more, and a case that
// calls a kernel shows so many.
inline constexpr int64_t kMaxSaid = 16384;
// The most elements of a literal, or of the base of a chain that writes: iota
// stays below the numbers that only a write puts into a storage, which are
// kFirstWritten to kLastWritten. int8 holds them all.
inline constexpr int64_t kMaxWrittenBase = 100;
inline constexpr int64_t kFirstWritten = kMaxWrittenBase + 1;
inline constexpr int64_t kLastWritten = 127;
inline constexpr int64_t kMaxOutputs = 300;  // Outputs of one step.
// More are the form many_outputs.
inline constexpr int64_t kMaxPlainOutputs = 64;
inline constexpr int64_t kMaxCopied = 1 << 18;  // Elements of new storage.
inline constexpr int64_t kMaxRank = 64;
inline constexpr int64_t kMaxFloat16Bytes = 120;  // In more, some are NaNs.
inline constexpr int64_t kMaxItems = 16;          // Items of an index.
// Integers beyond +-this are decimal strings in JSON.
inline constexpr int64_t kMaxExact = (int64_t{1} << 53) - 1;
inline constexpr bool IsExact(int64_t number) {
  return number >= -kMaxExact && number <= kMaxExact;
}

// The most elements of a base that is filled so.
inline int64_t MaxBase(FillKind fill) {
  if (SaysValues(fill)) return kMaxSaid;
  return fill == FillKind::kCycle ? kMaxCopied : kMaxBase;
}

// Returns whether an index has at most kMaxItems items, at most one of them
// "...".
bool FitsIndex(const Index<TensorArg>& index);

// The dimension that `op` with these arguments acts along in an operand of this
// rank: the one that it cuts (Op::cuts), else the one that its first parameter
// of domain kDim names. Nothing if the operand has no such dimension.
std::optional<int64_t> DimAlong(const Op& op, std::span<const Arg> args,
                                int64_t rank);

// Returns how many outputs a step on a tensor of these sizes has, unless it is
// refused. Requires: its op returns a list.
int64_t OutputCount(const Step& step, const Ints& operand_sizes);

// Returns whether `step` on a tensor of these sizes would break a bound: more
// than kMaxOutputs outputs, or more than kMaxCopied elements of new storage. No
// subject is asked to run such a step.
//   For an advanced index the elements are counted from above: a mask picks
//   all that it covers, and an empty size counts as 1. A mask of more than
//   kMaxCopied elements is too large itself.
//   No item of an index may name a tensor: see WithLiterals() (index_facts.h).
//   A copy whose bytes exceed int64 is not too large: it is an error, which
//   costs nothing.
bool TooLarge(const Step& step, const Ints& operand_sizes, DType dtype);

// Returns whether some step of the op is too large: the others need no sizes.
bool MayBeTooLarge(const Op& op);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CASE_BOUNDS_H_

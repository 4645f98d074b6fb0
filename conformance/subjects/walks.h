#ifndef VIEWPROOF_CONFORMANCE_SUBJECTS_WALKS_H_
#define VIEWPROOF_CONFORMANCE_SUBJECTS_WALKS_H_

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/subjects/operand_pair.h"
#include "conformance/subjects/step_facts.h"

namespace viewproof {

// Says what decides, beside the orders of both, how a kernel walks a target and
// a source.
enum class WalkBy : uint8_t {
  kByte,    // Items of 1 byte.
  kHalf,    // Items of 2 bytes.
  kWord,    // Items of 4, 8 or 16 bytes.
  kSquare,  // All sizes above 1 are the same.
  kInner,   // The source is repeated innermost.
  kOuter,   // It is repeated outermost.
};

// A way to walk two tensors together, where nothing else is special. Each has a
// storage of its own and no bit. But for kInner and kOuter both have the same
// sizes. The rank is the least, and no size is 1 unless an order is about that.
// Two with gaps have other strides. A window is walked as what is row-major.
struct Walk {
  MemoryOrder to = MemoryOrder::kRowMajor;
  MemoryOrder from = MemoryOrder::kRowMajor;
  WalkBy by = WalkBy::kByte;
  auto operator<=>(const Walk&) const = default;
};

// "from permuted to with gaps, square"
std::string Name(const Walk& walk);

// Returns whether both have the size 1 that an order is about.
bool HasSizeOne(const Walk& walk);

// The rank of the target: the least that both orders have.
int64_t LeastRank(const Walk& walk);

// Every one that can be.
const std::vector<Walk>& AllWalks();

// That of a step; nothing if something else is special.
std::optional<Walk> WalkOf(const StepFacts& facts);

// The kernels that walk. A setitem of a tensor is a copy_ into a part.
inline constexpr std::array<std::string_view, 2> kWalkKernels = {"copy_",
                                                                 "add_"};
// The one of these that a kernel does; empty if it does none.
std::string_view WalkKernelOf(std::string_view kernel);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_SUBJECTS_WALKS_H_

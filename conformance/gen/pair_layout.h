#ifndef VIEWPROOF_CONFORMANCE_GEN_PAIR_LAYOUT_H_
#define VIEWPROOF_CONFORMANCE_GEN_PAIR_LAYOUT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/gen/chooser.h"
#include "conformance/gen/state.h"
#include "conformance/subjects/operand_pair.h"
#include "conformance/subjects/pair_levels.h"
#include "conformance/subjects/walks.h"
#include "reference/core/geometry.h"

namespace viewproof {

// Sizes by reason: small ones, vectors of bytes and their neighbours, blocks
// and what lies between the edges of blocks.
inline constexpr std::array kPairSizes = {
    2, 3, 1, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33, 48, 64, 65};

bool IsPermuted(MemoryOrder order);

// Returns whether a tensor of these sizes can lie in this order.
bool CanLie(MemoryOrder order, const Ints& sizes);

// Says how a tensor is made of a flat one: what `view` gives, and what follows.
struct LayoutPlan {
  MemoryOrder order = MemoryOrder::kRowMajor;
  Ints sizes;
  Ints inner;           // The sizes of the view.
  std::size_t dim = 0;  // That of the tensor which is cut or repeated.
  Ints permutation;
  int64_t start = 0;  // The first element taken, if it is cut.
  int64_t step = 1;

  // The elements of the flat tensor that it takes.
  int64_t cells() const { return Numel(inner).value_or(0); }
};

// Draws one. Requires: CanLie(order, sizes).
LayoutPlan PlanOf(Chooser& choose, MemoryOrder order, const Ints& sizes);

// Draws an order of a level.
MemoryOrder AnyOrder(Chooser& choose, PairOrder level);

// Draws sizes of the target of a walk.
Ints WalkedSizes(Chooser& choose, const Walk& walk, bool is_square);

// Draws levels of a pair that is walked so.
std::vector<PairLevel> AnyLevels(Chooser& choose, const Walk& walk);

// Where the elements of a plan lie in a flat tensor.
struct FlatPlace {
  int64_t offset = 0;
  int64_t step = 1;
  int64_t cells = 0;
  int64_t end() const { return offset + (cells - 1) * step + 1; }
};

// A case that grows; once a step is not allowed it is none.
class CaseBuilder {
 public:
  explicit CaseBuilder(const Base& base) : state_(base) {}

  // Appends a step, and returns what it makes.
  OutputRef Do(std::string_view op, std::vector<Arg> args, OutputRef on);
  // Makes the tensor of a plan from a flat one of this length.
  OutputRef Lay(const LayoutPlan& plan, OutputRef flat, const FlatPlace& place,
                int64_t length);

  // From then on nothing is appended.
  OutputRef Fail() {
    failed_ = true;
    return {};
  }
  State& state() { return state_; }
  bool failed() const { return failed_; }

 private:
  State state_;
  bool failed_ = false;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_PAIR_LAYOUT_H_

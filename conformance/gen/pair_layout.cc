#include "conformance/gen/pair_layout.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "conformance/case/ops.h"

namespace viewproof {
namespace {

std::vector<std::size_t> AboveOne(const Ints& sizes) {
  std::vector<std::size_t> above;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] > 1) above.push_back(d);
  }
  return above;
}

// Says where each dimension of a permuted tensor lies among those of what it is
// a view of. Requires: CanLie(order, sizes).
Ints PermutationOf(Chooser& choose, MemoryOrder order, const Ints& sizes) {
  const std::vector<std::size_t> above = AboveOne(sizes);
  Ints to(sizes.size());
  std::iota(to.begin(), to.end(), 0);
  if (order == MemoryOrder::kPermutedGaps) {
    order = above.size() < 3 || choose.Chance(1, 2) ? MemoryOrder::kColumnMajor
            : choose.Chance(1, 2)                   ? MemoryOrder::kTransposed
                                                    : MemoryOrder::kPermuted;
  }
  switch (order) {
    case MemoryOrder::kChannelsLast:
    case MemoryOrder::kChannelsLastGaps:
      return {0, 3, 1, 2};
    case MemoryOrder::kColumnMajor:
      std::ranges::reverse(to);
      return to;
    case MemoryOrder::kTransposed:
      std::swap(to[above.rbegin()[0]], to[above.rbegin()[1]]);
      return to;
    default:
      if (choose.Chance(1, 2)) {
        std::swap(to[above[0]], to[above[1]]);
      } else {
        std::rotate(to.begin(), to.begin() + 1, to.end());
      }
      return to;
  }
}

constexpr int64_t kMostWalked = 12;  // A size of three or more.

}  // namespace

bool IsPermuted(MemoryOrder order) {
  switch (order) {
    case MemoryOrder::kColumnMajor:
    case MemoryOrder::kTransposed:
    case MemoryOrder::kPermuted:
    case MemoryOrder::kChannelsLast:
    case MemoryOrder::kPermutedGaps:
    case MemoryOrder::kChannelsLastGaps:
      return true;
    default:
      return false;
  }
}

bool CanLie(MemoryOrder order, const Ints& sizes) {
  const auto above = std::ssize(AboveOne(sizes));
  switch (order) {
    case MemoryOrder::kRowMajor:
    case MemoryOrder::kWindow:
      return true;
    case MemoryOrder::kColumnMajor:
    case MemoryOrder::kPermutedGaps:
      return above >= 2;
    case MemoryOrder::kTransposed:
    case MemoryOrder::kPermuted:
      return above >= 3;
    case MemoryOrder::kChannelsLast:
    case MemoryOrder::kChannelsLastGaps:
      return sizes.size() == 4 && sizes[1] > 1 &&
             (sizes[2] > 1 || sizes[3] > 1);
    case MemoryOrder::kGaps:
      return above >= 2;
    case MemoryOrder::kSteps:
    case MemoryOrder::kStrideZero:
      return above >= 1;
    case MemoryOrder::kOddSizeOne:
      return above < std::ssize(sizes);
  }
  return false;
}

LayoutPlan PlanOf(Chooser& choose, MemoryOrder order, const Ints& sizes) {
  LayoutPlan plan;
  plan.order = order;
  plan.sizes = plan.inner = sizes;
  if (IsPermuted(order)) {
    plan.permutation = PermutationOf(choose, order, sizes);
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      plan.inner[static_cast<std::size_t>(plan.permutation[d])] = sizes[d];
    }
  }
  if (order == MemoryOrder::kSteps) {
    plan.dim = AboveOne(sizes).back();
    plan.step = choose.Pick(2, 3);
    plan.start = choose.Pick(0, plan.step - 1);
    plan.inner[plan.dim] *= plan.step;
  } else if (HasGaps(order)) {
    // Between rows, or between matrices.
    const std::vector<std::size_t> lying = AboveOne(plan.inner);
    const std::size_t inner =
        lying.size() > 2 && choose.Chance(1, 3) ? lying[1] : lying.back();
    plan.dim = inner;
    for (std::size_t d = 0; d < plan.permutation.size(); ++d) {
      if (plan.permutation[d] == static_cast<int64_t>(inner)) plan.dim = d;
    }
    const int64_t gap = choose.Pick(1, 3);
    plan.start = choose.Pick(0, gap);
    plan.inner[inner] += gap;
  } else if (order == MemoryOrder::kStrideZero) {
    plan.dim = choose.OneOf(AboveOne(sizes));
    plan.inner[plan.dim] = 1;
  } else if (order == MemoryOrder::kOddSizeOne) {
    std::vector<std::size_t> ones;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      if (sizes[d] == 1) ones.push_back(d);
    }
    plan.dim = choose.OneOf(ones);
  }
  return plan;
}

MemoryOrder AnyOrder(Chooser& choose, PairOrder level) {
  using enum MemoryOrder;
  switch (level) {
    case PairOrder::kRowMajor:
      return kRowMajor;
    case PairOrder::kWindow:
      return kWindow;
    case PairOrder::kPermuted:
      return choose.OneOf(
          std::vector{kColumnMajor, kTransposed, kPermuted, kPermutedGaps});
    case PairOrder::kChannelsLast:
      return choose.Chance(1, 4) ? kChannelsLastGaps : kChannelsLast;
    case PairOrder::kGaps:
      return choose.Chance(1, 2) ? kGaps : kSteps;
    case PairOrder::kStrideZero:
      return kStrideZero;
    case PairOrder::kOddSizeOne:
      return kOddSizeOne;
  }
  return kRowMajor;
}

Ints WalkedSizes(Chooser& choose, const Walk& walk, bool is_square) {
  const int64_t rank = LeastRank(walk);
  Ints sizes;
  while (std::ssize(sizes) < rank) {
    const int64_t size = choose.OneOf(kPairSizes);
    if (size > 1 && (rank == 2 || size <= kMostWalked)) sizes.push_back(size);
  }
  if (is_square) sizes.assign(sizes.size(), sizes[0]);
  if (HasSizeOne(walk)) {
    sizes[static_cast<std::size_t>(choose.Pick(0, rank - 1))] = 1;
  }
  return sizes;
}

std::vector<PairLevel> AnyLevels(Chooser& choose, const Walk& walk) {
  const auto at = [](PairFactor factor, auto level) {
    return PairLevel{factor, static_cast<uint8_t>(level)};
  };
  std::vector<PairLevel> levels = {
      at(PairFactor::kStorage, PairStorage::kAnother),
      at(PairFactor::kTargetBits, PairBits::kNone),
      at(PairFactor::kOtherBits, PairBits::kNone),
      at(PairFactor::kBroadcast,
         walk.by == WalkBy::kInner   ? PairBroadcast::kInner
         : walk.by == WalkBy::kOuter ? PairBroadcast::kOuter
                                     : PairBroadcast::kNone)};
  switch (walk.by) {
    case WalkBy::kByte:
      levels.push_back(at(PairFactor::kItem, 0));
      break;
    case WalkBy::kHalf:
      levels.push_back(at(PairFactor::kItem, 1));
      break;
    case WalkBy::kWord:
      levels.push_back(at(PairFactor::kItem, choose.Pick(2, 3)));
      break;
    case WalkBy::kSquare:
      levels.push_back(at(PairFactor::kSquareness, 0));
      break;
    case WalkBy::kInner:
    case WalkBy::kOuter:
      if (choose.Chance(1, 2)) levels.push_back(at(PairFactor::kSquareness, 0));
  }
  return levels;
}

OutputRef CaseBuilder::Do(std::string_view op, std::vector<Arg> args,
                          OutputRef on) {
  Step step{FindOp(op), std::move(args), on};
  if (failed_ || !state_.Allows(step)) return Fail();
  state_.Append(std::move(step));
  return {std::ssize(state_.test().chain), 0};
}

OutputRef CaseBuilder::Lay(const LayoutPlan& plan, OutputRef flat,
                           const FlatPlace& place, int64_t length) {
  OutputRef now = flat;
  const bool all =
      place.offset == 0 && place.step == 1 && place.cells == length;
  if (plan.inner.empty()) return Do("select", {int64_t{0}, place.offset}, now);
  if (!all) {
    now = Do("slice",
             {int64_t{0}, std::optional(place.offset),
              std::optional(place.end()), place.step},
             now);
  }
  if (plan.inner.size() != 1) now = Do("view", {plan.inner}, now);
  const auto dim = static_cast<int64_t>(plan.dim);
  if (!plan.permutation.empty()) now = Do("permute", {plan.permutation}, now);
  if (plan.step > 1) {
    const int64_t last = plan.start + (plan.sizes[plan.dim] - 1) * plan.step;
    now =
        Do("slice",
           {dim, std::optional(plan.start), std::optional(last + 1), plan.step},
           now);
  } else if (HasGaps(plan.order)) {
    now = Do("narrow", {dim, plan.start, plan.sizes[plan.dim]}, now);
  } else if (plan.order == MemoryOrder::kStrideZero) {
    now = Do("expand", {plan.sizes}, now);
  } else if (plan.order == MemoryOrder::kOddSizeOne) {
    now = Do(
        "slice",
        {dim, std::optional(int64_t{0}), std::optional(int64_t{1}), int64_t{3}},
        now);
  }
  return now;
}

}  // namespace viewproof

#include "conformance/gen/pair_layout.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "conformance/case/ops.h"

namespace viewproof {
namespace {

int64_t CountAboveOne(const Ints& sizes) {
  return std::ranges::count_if(sizes, [](int64_t size) { return size > 1; });
}

}  // namespace

bool CanLie(PairOrder order, const Ints& sizes) {
  const int64_t above = CountAboveOne(sizes);
  switch (order) {
    case PairOrder::kRowMajor:
    case PairOrder::kWindow:
      return true;
    case PairOrder::kPermuted:
      return above >= 2;
    case PairOrder::kChannelsLast:
      return sizes.size() == 4 && sizes[1] > 1 &&
             (sizes[2] > 1 || sizes[3] > 1);
    case PairOrder::kGaps:
    case PairOrder::kStrideZero:
      return above >= 1;
    case PairOrder::kOddSizeOne:
      return above < std::ssize(sizes);
  }
  return false;
}

LayoutPlan PlanOf(Chooser& choose, PairOrder order, const Ints& sizes) {
  LayoutPlan plan;
  plan.order = order;
  plan.sizes = plan.inner = sizes;
  std::vector<std::size_t> above;
  std::vector<std::size_t> ones;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    (sizes[d] > 1 ? above : ones).push_back(d);
  }
  if (order == PairOrder::kPermuted || order == PairOrder::kChannelsLast) {
    Ints to(sizes.size());
    std::iota(to.begin(), to.end(), 0);
    if (order == PairOrder::kChannelsLast) {
      to = {0, 3, 1, 2};
    } else if (choose.Chance(1, 2)) {
      std::swap(to[above[above.size() - 1]], to[above[above.size() - 2]]);
    } else {
      std::ranges::reverse(to);
    }
    plan.permutation = to;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      plan.inner[static_cast<std::size_t>(to[d])] = sizes[d];
    }
  } else if (order == PairOrder::kGaps) {
    // Between rows, or between all elements of one.
    plan.dim = sizes.size() - 1;
    const int64_t gap = choose.Pick(1, 3);
    plan.start = choose.Pick(0, gap);
    plan.inner[plan.dim] += gap;
  } else if (order == PairOrder::kStrideZero) {
    plan.dim = choose.OneOf(above);
    plan.inner[plan.dim] = 1;
  } else if (order == PairOrder::kOddSizeOne) {
    plan.dim = choose.OneOf(ones);
  }
  return plan;
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
  if (plan.order == PairOrder::kGaps) {
    now = Do("narrow", {dim, plan.start, plan.sizes[plan.dim]}, now);
    if (plan.sizes.size() == 1) return now;
  } else if (plan.order == PairOrder::kStrideZero) {
    now = Do("expand", {plan.sizes}, now);
  } else if (plan.order == PairOrder::kOddSizeOne) {
    now = Do(
        "slice",
        {dim, std::optional(int64_t{0}), std::optional(int64_t{1}), int64_t{3}},
        now);
  } else if (!plan.permutation.empty()) {
    now = Do("permute", {plan.permutation}, now);
  }
  return now;
}

}  // namespace viewproof

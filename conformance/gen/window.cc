#include "conformance/gen/window.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <utility>

#include "conformance/case/ops.h"
#include "reference/core/checked.h"

namespace viewproof {

Step ReadStep(std::optional<OutputRef> on) {
  const auto row = std::find_if(Ops().begin(), Ops().end(), Observes);
  return {.op = &*row, .args = {}, .on = on};
}

namespace {

constexpr std::array kEdges = {2,  3,  1,  4,  5,  7,  8,  9,  15, 16, 17, 31,
                               32, 33, 63, 64, 65, 24, 48, 96, 2,  3,  0};
constexpr std::array kSmallSizes = {2, 1, 3, 2, 1, 4};

Ints Shuffled(Chooser& choose, int64_t count) {
  Ints order(count);
  std::iota(order.begin(), order.end(), 0);
  for (int64_t k = 0; k < count; ++k) {
    std::swap(order[k], order[choose.Pick(k, count - 1)]);
  }
  return order;
}

}  // namespace

Ints EdgeSizes(Chooser& choose, int64_t rank, int64_t room) {
  Ints sizes(rank, 1);
  bool edge = choose.Chance(3, 4);
  for (const int64_t d : Shuffled(choose, rank)) {
    int64_t size = edge ? choose.OneOf(kEdges) : choose.OneOf(kSmallSizes);
    if (size == 0 && !choose.Chance(1, 4)) size = 2;
    edge = edge && rank <= 4 && choose.Chance(1, 2);
    if (size > room) size = std::min<int64_t>(room, choose.OneOf(kSmallSizes));
    sizes[d] = size;
    room /= std::max<int64_t>(size, 1);
  }
  return sizes;
}

Step DrawWindow(Chooser& choose, const TensorRecord& from, Ints to,
                bool overlaps) {
  const int64_t item = ItemSize(from.dtype);
  const int64_t room = from.storage_bytes / item;
  if (room == 0) to.push_back(0);
  Ints strides(to.size(), 1);
  int64_t end = 1;   // Elements that are reached.
  int64_t next = 1;  // The next stride without overlap.
  for (const int64_t d : Shuffled(choose, std::ssize(to))) {
    if (choose.Chance(1, 4)) next += choose.Pick(1, 2);
    const int64_t steps = std::max<int64_t>(to[d] - 1, 0);
    strides[d] = next;
    const auto reach = CheckedMultiplyAdd(end, steps, next);
    if (!reach || *reach > room) {
      if (!overlaps) {
        to[d] = std::min<int64_t>(to[d], 1);
        continue;
      }
      const int64_t left = std::max<int64_t>(room - end, 0);
      strides[d] = steps == 0 ? next : choose.Pick(0, left / steps);
    } else if (overlaps && choose.Chance(1, 12)) {
      strides[d] = 0;
    }
    end += steps * strides[d];
    next = std::max(next, CheckedMultiply(next, to[d]).value_or(next));
  }
  const int64_t offset = choose.Pick(0, std::max<int64_t>(room - end, 0));
  return {FindOp("as_strided"),
          {std::move(to), std::move(strides), std::optional<int64_t>(offset)},
          std::nullopt};
}

int64_t EdgeSize(Chooser& choose) { return choose.OneOf(kEdges); }

}  // namespace viewproof

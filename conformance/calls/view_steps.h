#ifndef VIEWPROOF_CONFORMANCE_CALLS_VIEW_STEPS_H_
#define VIEWPROOF_CONFORMANCE_CALLS_VIEW_STEPS_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/case.h"

namespace viewproof {

// A step that makes a view of the tensor before it.
inline Step StepOf(std::string_view op, std::vector<Arg> args) {
  return {FindOp(op), std::move(args), std::nullopt};
}

inline Arg Number(int64_t number) {
  return Arg(std::in_place_type<int64_t>, number);
}

// The end of a slice that takes `size` indices.
inline int64_t EndOfCut(int64_t start, int64_t size, int64_t step) {
  return start + (size > 0 ? (size - 1) * step + 1 : 0);
}

// Takes every `step`th index of a dimension from `start` on, `size` of them.
inline Step Cut(int64_t dim, int64_t start, int64_t size, int64_t step = 1) {
  return StepOf("slice", {Number(dim), std::optional<int64_t>(start),
                          std::optional<int64_t>(EndOfCut(start, size, step)),
                          Number(step)});
}

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_CALLS_VIEW_STEPS_H_

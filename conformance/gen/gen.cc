#include "conformance/gen/gen.h"

#include <algorithm>
#include <array>
#include <utility>

#include "conformance/gen/domains.h"
#include "conformance/gen/edit_draw.h"
#include "conformance/gen/seed_chooser.h"

namespace viewproof {
namespace {

constexpr std::array kBaseRanks = {2, 1, 3, 4, 2, 3, 4, 0};
constexpr std::array kBaseSizes = {2, 1, 3, 4, 2, 3, 4, 3, 1, 2, 4, 3, 2, 0};

// The most elements of a base whose iota every element can hold, and whose
// bytes are no NaN.
int64_t MaxNumel(DType dtype, FillKind fill, bool writes) {
  int64_t most = writes ? kMaxWrittenBase : kMaxBase;
  if (dtype == DType::kInt8) most = std::min<int64_t>(most, 127);
  if (dtype == DType::kFloat16 && fill == FillKind::kBytes) {
    most = std::min<int64_t>(most, kMaxFloat16Bytes / 2);
  }
  return most;
}

DType AnyDType(Chooser& choose, const GenOptions& options) {
  if (!options.dtypes.empty()) return choose.OneOf(options.dtypes);
  return choose.Chance(1, 2) ? choose.OneOf(kDTypes) : DType::kFloat32;
}

Base AnyBase(Chooser& choose, const GenOptions& options, bool writes) {
  Base base;
  base.dtype = AnyDType(choose, options);
  base.fill = choose.Chance(1, 16) ? FillKind::kBytes : FillKind::kIota;
  int64_t room = MaxNumel(base.dtype, base.fill, writes);
  for (int64_t rank = choose.OneOf(kBaseRanks); rank > 0; --rank) {
    base.sizes.push_back(std::min<int64_t>(choose.OneOf(kBaseSizes), room));
    room /= std::max<int64_t>(base.sizes.back(), 1);
  }
  return base;
}

// The rows that `options` admit; without those that write unless `writes`.
std::vector<const Op*> OpsOf(const GenOptions& options, bool writes) {
  std::vector<const Op*> ops = options.ops;
  if (ops.empty()) {
    for (const Op& op : Ops()) ops.push_back(&op);
  }
  if (!writes) {
    std::erase_if(ops, [](const Op* op) { return op->kind == OpKind::kWrite; });
  }
  return ops;
}

// A step that every state allows: the current tensor is read.
Step Reading() {
  const auto row = std::find_if(Ops().begin(), Ops().end(), Observes);
  return {.op = &*row, .args = {}, .on = std::nullopt};
}

Step AnyStep(Chooser& choose, const Op& op, State& state,
             const GenOptions& options) {
  Step step{.op = &op, .args = {}, .on = std::nullopt};
  if (choose.Chance(1, 4)) {
    step.on = choose.OneOf(state.tensors()).ref;
  }
  step.args = DrawArguments(choose, op, state, state.OperandOf(step));
  if (state.OperandOf(step).free_layout && !NeedsNoStrides(step)) {
    step.on = OutputRef();
    step.args = DrawArguments(choose, op, state, state.OperandOf(step));
  }
  if (options.edits && choose.Chance(7, 16)) {
    Step edited = step;
    EditOne(choose, options.wide, edited);
    if (state.Allows(edited)) return edited;
  }
  return state.Allows(step) ? step : Reading();
}

State AnyState(Chooser& choose, const GenOptions& options, int64_t min_steps,
               bool writes) {
  State state(AnyBase(choose, options, writes));
  const std::vector<const Op*> ops = OpsOf(options, writes);
  for (int64_t steps = choose.Pick(min_steps, options.max_steps); steps > 0;
       --steps) {
    state.Append(AnyStep(choose, *choose.OneOf(ops), state, options));
  }
  return state;
}

}  // namespace

Case AnyCase(Chooser& choose, const GenOptions& options) {
  return AnyState(choose, options, 1, choose.Chance(1, 2)).test();
}

State AnyCaseEndingWith(Chooser& choose, const Op& op,
                        const GenOptions& options) {
  const bool writes = op.kind == OpKind::kWrite || choose.Chance(1, 2);
  State state = AnyState(choose, options, 0, writes);
  GenOptions unedited = options;
  unedited.edits = false;
  state.Append(AnyStep(choose, op, state, unedited));
  return state;
}

Case CaseOf(uint64_t seed, uint64_t number, const GenOptions& options) {
  SeedChooser choose(seed, number);
  Case test = AnyCase(choose, options);
  test.id = std::to_string(seed) + ":" + std::to_string(number);
  return test;
}

}  // namespace viewproof

#include "conformance/gen/gen.h"

#include <algorithm>
#include <array>
#include <utility>

#include "conformance/gen/domains.h"
#include "conformance/gen/edit_draw.h"
#include "conformance/gen/seed_chooser.h"

namespace viewproof {
namespace {

constexpr int64_t kMostEntries = 3;  // Of a sparse base.
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

// Makes `base` sparse, where its sizes admit entries.
void MakeSparse(Chooser& choose, Base& base) {
  if (base.sizes.empty() || Numel(base.sizes) == 0) return;
  std::vector<Ints> places(choose.Pick(0, kMostEntries));
  const auto dims = choose.Pick(1, std::ssize(base.sizes));
  for (Ints& place : places) {
    for (int64_t d = 0; d < dims; ++d) {
      place.push_back(choose.Pick(0, base.sizes[d] - 1));
    }
  }
  Coo coo{std::vector<Ints>(dims), choose.Chance(3, 4)};
  if (coo.coalesced) {
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
  }
  for (const Ints& place : places) {
    for (int64_t d = 0; d < dims; ++d) coo.indices[d].push_back(place[d]);
  }
  Base sparse{base.dtype, base.sizes, FillKind::kIota, std::move(coo)};
  const auto numel = Numel(FilledSizes(sparse));
  if (*numel <= MaxNumel(base.dtype, base.fill, true)) base = sparse;
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

bool IsSparse(const Op* op) { return op->profile == Profile::kSparse; }

// A row for the next step: on a strided base, seldom one of profile sparse,
// which it refuses.
const Op& AnyOp(Chooser& choose, const std::vector<const Op*>& ops,
                const State& state) {
  const Op* op = choose.OneOf(ops);
  if (!IsSparse(op) || state.test().base.coo || choose.Chance(1, 8)) return *op;
  return *choose.OneOf(ops);
}

// A step that every state allows: the current tensor is read.
Step Reading() {
  const auto row = std::find_if(Ops().begin(), Ops().end(), Observes);
  return {.op = &*row, .args = {}, .on = std::nullopt};
}

// The base, where `op` is one of those that a sparse one is for.
Step OnSparse(const Op& op) {
  return {.op = &op, .args = {}, .on = OutputRef()};
}

Step AnyStep(Chooser& choose, const Op& op, State& state,
             const GenOptions& options) {
  if (state.test().base.coo && IsSparse(&op)) return OnSparse(op);
  Step step{.op = &op, .args = {}, .on = std::nullopt};
  if (choose.Chance(1, 4)) {
    step.on = choose.OneOf(state.tensors()).ref;
  }
  if (MisusesSparse(state.test().base, step, state.OperandOf(step).ref)) {
    return OnSparse(*FindOp(choose.Chance(1, 4) ? "indices" : "values"));
  }
  step.args = DrawArguments(choose, op, state, state.OperandOf(step));
  if (options.edits && choose.Chance(7, 16)) {
    Step edited = step;
    EditOne(choose, options.wide, edited);
    if (state.Allows(edited)) return edited;
  }
  return state.Allows(step) ? step : Reading();
}

State AnyState(Chooser& choose, const GenOptions& options, int64_t min_steps,
               bool writes, bool sparse = false) {
  const std::vector<const Op*> ops = OpsOf(options, writes);
  Base base = AnyBase(choose, options, writes);
  const bool may_be_sparse =
      std::count_if(ops.begin(), ops.end(), IsSparse) > 1;
  if (sparse || (may_be_sparse && choose.Chance(1, 24))) {
    MakeSparse(choose, base);
  }
  State state(base);
  for (int64_t steps = choose.Pick(min_steps, options.max_steps); steps > 0;
       --steps) {
    state.Append(AnyStep(choose, AnyOp(choose, ops, state), state, options));
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
  State state = AnyState(choose, options, 0, writes, IsSparse(&op));
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

#include "conformance/gen/gen.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/gen/domains.h"
#include "conformance/gen/edit.h"
#include "conformance/gen/seed_chooser.h"
#include "conformance/gen/window.h"

namespace viewproof {
namespace {

constexpr int64_t kMostEntries = 3;  // A sparse base has no more.
constexpr std::array kBaseRanks = {2, 1, 3, 4, 2, 3, 4, 0};
constexpr std::array kBaseSizes = {2, 1, 3, 4, 2, 3, 4, 3, 1, 2, 4, 3, 2, 0};

// Largest base for this dtype: iota must not overflow (int8: 127) and the bytes
// of a float16 must not form a NaN.
int64_t MaxNumel(DType dtype, FillKind fill, bool writes) {
  int64_t most = writes ? kMaxWrittenBase : kMaxBase;
  if (dtype == DType::kInt8) most = std::min<int64_t>(most, 127);
  if (dtype == DType::kFloat16 && fill == FillKind::kBytes) {
    most = std::min<int64_t>(most, kMaxFloat16Bytes / 2);
  }
  return most;
}

// Holds what chains with ops of Profile::kComplex start from.
constexpr std::array kPairedDTypes = {DType::kComplex64, DType::kComplex128,
                                      DType::kFloat32, DType::kFloat64};

// Their last sizes: a pair, and what has pairs at odd strides or offsets.
constexpr std::array kPairedSizes = {2, 3, 4};

DType AnyDType(Chooser& choose, const GenOptions& options, bool complex) {
  if (!options.dtypes.empty()) return choose.OneOf(options.dtypes);
  if (complex && !choose.Chance(1, 8)) return choose.OneOf(kPairedDTypes);
  return choose.Chance(1, 2) ? choose.OneOf(kBaseDTypes) : DType::kFloat32;
}

// Says which ops a chain may have besides views.
struct Flavour {
  bool writes = false;
  bool complex = false;  // Ops of Profile::kComplex, and bases that suit them.
  bool sparse = false;   // A sparse base.
  bool recuts = false;   // Another dtype for the base's bytes.
  bool picks = false;    // Tensors that index, made by the chain itself.
};

Base AnyBase(Chooser& choose, const GenOptions& options, Flavour flavour) {
  Base base;
  base.dtype = AnyDType(choose, options, flavour.complex);
  base.fill = choose.Chance(flavour.recuts ? 4 : 1, 16) ? FillKind::kBytes
                                                        : FillKind::kIota;
  int64_t room = MaxNumel(base.dtype, base.fill, flavour.writes);
  const bool paired =
      flavour.complex && !IsComplex(base.dtype) && choose.Chance(3, 4);
  int64_t rank = choose.OneOf(kBaseRanks);
  if (paired) {
    room /= kPairedSizes.back();
    rank = std::min<int64_t>(rank, 3);
  }
  for (; rank > 0; --rank) {
    base.sizes.push_back(std::min<int64_t>(choose.OneOf(kBaseSizes), room));
    room /= std::max<int64_t>(base.sizes.back(), 1);
  }
  if (paired) base.sizes.push_back(choose.OneOf(kPairedSizes));
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

// Returns whether a chain writes: half of them do, and all where every op does.
bool AnyWrites(Chooser& choose, const GenOptions& options) {
  const bool writes = choose.Chance(1, 2);
  if (writes || options.ops.empty()) return writes;
  return std::all_of(options.ops.begin(), options.ops.end(),
                     [](const Op* op) { return op->kind == OpKind::kWrite; });
}

// The rows that `options` admit and a chain of this flavour holds: one at
// least.
std::vector<const Op*> OpsOf(const GenOptions& options, Flavour flavour) {
  std::vector<const Op*> ops = options.ops;
  if (ops.empty()) {
    for (const Op& op : Ops()) {
      if (flavour.complex || op.profile != Profile::kComplex) {
        ops.push_back(&op);
      }
    }
  }
  if (!flavour.writes) {
    std::erase_if(ops, [](const Op* op) { return op->kind == OpKind::kWrite; });
  }
  return ops;
}

// The op that views bytes as another dtype; null if it is not among `ops`.
const Op* Recutting(const std::vector<const Op*>& ops) {
  const auto found = std::find(ops.begin(), ops.end(), FindOp("view.dtype"));
  return found == ops.end() ? nullptr : *found;
}

bool IsSparse(const Op* op) { return op->profile == Profile::kSparse; }

// Those of `ops` for which `admits` is true; if there are none, all of them.
template <typename Admits>
std::vector<const Op*> Among(const std::vector<const Op*>& ops, Admits admits) {
  std::vector<const Op*> some;
  std::copy_if(ops.begin(), ops.end(), std::back_inserter(some), admits);
  return some.empty() ? ops : some;
}

bool Indexes(const Op& op) {
  return std::any_of(op.parameters.begin(), op.parameters.end(),
                     [](const Parameter& parameter) {
                       return parameter.type == ArgType::kIndex;
                     });
}

// One of `ops`. In a complex chain, one of Profile::kComplex, a write or expand
// more often than they are many: bits seldom meet each other, a write, or a
// repeated element otherwise. On a strided base, seldom one of
// Profile::kSparse, which it refuses.
const Op& AnyOp(Chooser& choose, const std::vector<const Op*>& ops,
                Flavour flavour, const State& state) {
  if (flavour.picks && choose.Chance(1, 2)) {
    return *choose.OneOf(Among(ops, [&](const Op* op) {
      return op->kind == OpKind::kNew || Indexes(*op);
    }));
  }
  if (!flavour.complex) {
    const Op* op = choose.OneOf(ops);
    const bool fits = !IsSparse(op) || state.test().base.coo;
    return fits || choose.Chance(1, 8) ? *op : *choose.OneOf(ops);
  }
  const int64_t lot = choose.Pick(0, 7);
  if (lot < 3) {
    return *choose.OneOf(Among(
        ops, [](const Op* op) { return op->profile == Profile::kComplex; }));
  }
  if (lot == 3) {
    return *choose.OneOf(Among(ops, [](const Op* op) {
      return op->kind == OpKind::kWrite || op->name == "expand";
    }));
  }
  return *choose.OneOf(ops);
}

// Returns whether the operand is interesting for `op`: a write meets a bit, an
// op of Profile::kComplex meets complex numbers.
bool Suits(const Op& op, const TensorRecord& operand) {
  if (op.kind == OpKind::kWrite) return operand.conj || operand.neg;
  if (op.name == "imag") return operand.conj;
  if (op.name != "view_as_complex") return IsComplex(operand.dtype);
  const Ints& sizes = operand.geometry.sizes;
  return !IsComplex(operand.dtype) && !sizes.empty() && sizes.back() == 2;
}

// The tensors that suit `op`; none for an op that every tensor suits.
std::vector<OutputRef> Suitable(const Op& op, const State& state) {
  std::vector<OutputRef> refs;
  const bool choosy =
      op.profile == Profile::kComplex || op.kind == OpKind::kWrite;
  for (const TensorRecord& known : state.tensors()) {
    if (choosy && Suits(op, known)) refs.push_back(known.ref);
  }
  return refs;
}

// The base, if `op` is of those that act on a sparse base.
Step OnSparse(const Op& op) {
  return {.op = &op, .args = {}, .on = OutputRef()};
}

// Makes a second tensor on the storage of the current one.
Step DetachStep() {
  return {.op = FindOp("detach"), .args = {}, .on = std::nullopt};
}

// Drops a tensor. Where none may be dropped, reads the current one, or takes
// the values of a sparse base.
Step AnyDrop(Chooser& choose, const Op& op, const State& state) {
  std::vector<OutputRef> refs;
  for (const TensorRecord& known : state.tensors()) {
    if (state.CanDrop(known)) refs.push_back(known.ref);
  }
  if (state.test().base.coo) return OnSparse(*FindOp("values"));
  if (refs.empty()) return ReadStep();
  return {.op = &op, .args = {}, .on = choose.OneOf(refs)};
}

bool HasNew(const State& state) {
  const std::vector<Step>& chain = state.test().chain;
  return std::any_of(chain.begin(), chain.end(), [](const Step& step) {
    return step.op->kind == OpKind::kNew;
  });
}

Step AnyStep(Chooser& choose, const Op& op, State& state,
             const GenOptions& options) {
  if (op.kind == OpKind::kForget) return AnyDrop(choose, op, state);
  if (state.test().base.coo && IsSparse(&op)) return OnSparse(op);
  Step step{.op = &op, .args = {}, .on = std::nullopt};
  const std::vector<OutputRef> suitable = Suitable(op, state);
  if (!suitable.empty() && choose.Chance(1, 2)) {
    step.on = choose.OneOf(suitable);
  } else if (choose.Chance(HasNew(state) && Indexes(op) ? 3 : 1, 4)) {
    step.on = choose.OneOf(state.tensors()).ref;
  }
  if (MisusesSparse(state.test().base, step, state.OperandOf(step).ref)) {
    return OnSparse(*FindOp(choose.Chance(1, 4) ? "indices" : "values"));
  }
  step.args = DrawArguments(choose, op, state, state.OperandOf(step));
  if (state.OperandOf(step).free_layout && !NeedsNoStrides(step)) {
    const auto known =
        std::find_if(state.tensors().begin(), state.tensors().end(),
                     [](const TensorRecord& k) { return !k.free_layout; });
    if (known == state.tensors().end()) return ReadStep();
    step.on = known->ref;
    step.args = DrawArguments(choose, op, state, *known);
  }
  if (options.edits && choose.Chance(1, 2)) {
    Step edited = step;
    EditOne(choose, options.wide, edited);
    if (state.Allows(edited)) return edited;
  }
  return state.Allows(step) ? step : ReadStep();
}

// Returns what a complex chain may begin with: a tensor with a bit, or a window
// of two of the last dimension, which view_as_complex may be able to take for
// pairs. Nothing where the base suits neither.
std::vector<Step> Opening(Chooser& choose, const Base& base) {
  const auto step = [](std::string_view op, std::vector<Arg> args = {}) {
    return Step{FindOp(op), std::move(args), std::nullopt};
  };
  if (IsComplex(base.dtype)) {
    if (choose.Chance(1, 2)) return {step("conj")};
    return {step("conj"), step("imag")};
  }
  if (base.sizes.empty() || base.sizes.back() < 3) return {};
  const int64_t start = choose.Pick(0, base.sizes.back() - 2);
  return {step("narrow", {int64_t{-1}, start, int64_t{2}})};
}

State AnyState(Chooser& choose, const GenOptions& options, int64_t min_steps,
               Flavour flavour) {
  const std::vector<const Op*> ops = OpsOf(options, flavour);
  const Op* recut = Recutting(ops);
  flavour.recuts = recut != nullptr;
  Base base = AnyBase(choose, options, flavour);
  const bool may_be_sparse =
      std::count_if(ops.begin(), ops.end(), IsSparse) > 1;
  if (flavour.sparse || (may_be_sparse && choose.Chance(1, 24))) {
    MakeSparse(choose, base);
  }
  State state(base);
  if (base.fill != FillKind::kBytes) recut = nullptr;
  int64_t steps = choose.Pick(min_steps, options.max_steps);
  if (flavour.complex && !base.coo && options.ops.empty() &&
      choose.Chance(1, 2)) {
    for (Step& step : Opening(choose, state.test().base)) {
      if (steps-- > 0) state.Append(std::move(step));
    }
  }
  for (; steps > 0; --steps) {
    const bool recuts = recut != nullptr && choose.Chance(1, 4);
    const Op& op = recuts ? *recut : AnyOp(choose, ops, flavour, state);
    state.Append(AnyStep(choose, op, state, options));
  }
  return state;
}

}  // namespace

Case AnyCase(Chooser& choose, const GenOptions& options) {
  const bool writes = AnyWrites(choose, options);
  const bool complex = choose.Chance(1, 5);
  Flavour flavour{writes, complex};
  flavour.picks = !complex && options.ops.empty() && choose.Chance(1, 4);
  flavour.writes |= flavour.picks;
  return AnyState(choose, options, 1, flavour).test();
}

State AnyCaseEndingWith(Chooser& choose, const Op& op,
                        const GenOptions& options) {
  const bool writes = op.kind == OpKind::kWrite || AnyWrites(choose, options);
  const bool complex = op.profile == Profile::kComplex || choose.Chance(1, 5);
  State state = AnyState(choose, options, 0, {writes, complex, IsSparse(&op)});
  if (op.kind == OpKind::kForget && state.Allows(DetachStep())) {
    state.Append(DetachStep());
  }
  GenOptions last = options;
  last.edits = options.edit_last;
  state.Append(AnyStep(choose, op, state, last));
  return state;
}

Step AnyNextStep(Chooser& choose, State& state, const GenOptions& options) {
  Flavour flavour{.writes = choose.Chance(1, 2),
                  .complex = choose.Chance(1, 5)};
  flavour.picks = !flavour.complex && choose.Chance(1, 8);
  flavour.writes |= flavour.picks;
  const Op& op = AnyOp(choose, OpsOf(options, flavour), flavour, state);
  return AnyStep(choose, op, state, options);
}

Case CaseOf(uint64_t seed, uint64_t number, const GenOptions& options) {
  SeedChooser choose(seed, number);
  Case test = AnyCase(choose, options);
  test.id = std::to_string(seed) + ":" + std::to_string(number);
  return test;
}

}  // namespace viewproof

#include "fuzz/mutate.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "conformance/case/bounds.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/gen/edit.h"
#include "conformance/gen/gen.h"
#include "conformance/gen/shapes.h"
#include "conformance/gen/state.h"
#include "conformance/gen/window.h"

namespace viewproof {
namespace {

constexpr int64_t kMostDrawn = 3;  // Steps that one mutation puts in.

int64_t AnyStep(const Case& test, Chooser& choose) {
  return choose.Pick(0, std::ssize(test.chain) - 1);
}

// Appends the step, or a read where it is not admitted.
void Follow(State& state, const Step& step) {
  const bool named = !step.on || state.Find(*step.on) != nullptr;
  if (named && state.Allows(step)) {
    state.Append(step);
  } else if (!state.test().base.coo) {  // A sparse tensor cannot be read.
    state.Append(ReadStep());
  }
}

Case Lawfully(const Case& test) {
  State state(test.base);
  for (const Step& step : test.chain) {
    if (std::ssize(state.test().chain) == kMostSteps) break;
    Follow(state, step);
  }
  return state.test();
}

// Adds `by` to the number of every step after `last` that the step names.
void Shift(int64_t last, int64_t by, Step& step) {
  ForEachRef(step, [&](OutputRef& ref, std::string_view) {
    if (ref.step > last) ref.step += by;
  });
}

// The first `count` steps, `drawn` new ones, then the others from `next` on.
Case Spliced(const Case& test, int64_t count, int64_t drawn, int64_t next,
             Chooser& choose) {
  State state(test.base);
  for (int64_t k = 0; k < count; ++k) Follow(state, test.chain[k]);
  for (int64_t k = 0; k < drawn; ++k) {
    if (std::ssize(state.test().chain) == kMostSteps) break;
    state.Append(AnyNextStep(choose, state));
  }
  const int64_t by = std::ssize(state.test().chain) - next;
  for (int64_t k = next; k < std::ssize(test.chain); ++k) {
    if (std::ssize(state.test().chain) == kMostSteps) break;
    Step step = test.chain[k];
    Shift(next, by, step);
    Follow(state, step);
  }
  return state.test();
}

Case WithOtherArgument(Case test, Chooser& choose) {
  EditOne(choose, 1, test.chain[AnyStep(test, choose)]);
  return Lawfully(test);
}

Case WithOtherBase(Case test, Chooser& choose) {
  const std::vector<Base> edits = EditsOf(test.base);
  if (!edits.empty()) test.base = choose.OneOf(edits);
  return Lawfully(test);
}

Case WithOtherElements(Case test, Chooser& choose) {
  constexpr std::array kFills = {FillKind::kIota, FillKind::kBytes,
                                 FillKind::kCycle, FillKind::kValues,
                                 FillKind::kHex};
  Base& base = test.base;
  if (base.coo || *Numel(base.sizes) > MaxBase(FillKind::kIota)) return test;
  const FillKind fill = choose.OneOf(kFills);
  if (fill == FillKind::kValues || fill == FillKind::kHex) {
    base = DrawData(choose, base.dtype, base.sizes, fill);
  } else {
    base = {base.dtype, base.sizes, fill};
  }
  return Lawfully(test);
}

Case WithOtherOperand(Case test, Chooser& choose) {
  const int64_t k = AnyStep(test, choose);
  State state(test.base);
  for (int64_t j = 0; j < k; ++j) Follow(state, test.chain[j]);
  if (choose.Chance(3, 4)) {
    test.chain[k].on = choose.OneOf(state.tensors()).ref;
  } else {
    test.chain[k].on.reset();
  }
  return Lawfully(test);
}

// Requires: `test` has a step. The result may have none.
Case Changed(const Case& test, Chooser& choose) {
  const int64_t steps = std::ssize(test.chain);
  switch (choose.Pick(0, 15)) {
    case 0:
      return AnyCase(choose);
    case 1:
    case 2:
      return WithOtherBase(test, choose);
    case 3:
      return WithOtherElements(test, choose);
    case 4:
      return WithOtherOperand(test, choose);
    case 5:  // Some steps left out.
      return Spliced(test, choose.Pick(0, steps - 1), 0, choose.Pick(1, steps),
                     choose);
    case 6: {  // A step drawn anew.
      const int64_t k = AnyStep(test, choose);
      return Spliced(test, k, 1, k + 1, choose);
    }
    case 7: {  // Steps put in.
      const int64_t k = AnyStep(test, choose);
      return Spliced(test, k, choose.Pick(1, kMostDrawn), k, choose);
    }
    case 8:
    case 9: {  // Another end.
      const int64_t k = AnyStep(test, choose);
      return Spliced(test, k, choose.Pick(1, kMostDrawn), steps, choose);
    }
    case 10:
    case 11:
    case 12:  // A longer chain.
      return Spliced(test, steps, choose.Pick(1, kMostDrawn), steps, choose);
    default:
      return WithOtherArgument(test, choose);
  }
}

}  // namespace

Case Mutated(const Case& test, Chooser& choose) {
  if (test.chain.empty()) return AnyCase(choose);
  Case mutated = Changed(test, choose);
  return mutated.chain.empty() ? AnyCase(choose) : mutated;
}

Case Crossed(const Case& first, const Case& second, Chooser& choose) {
  if (first.chain.empty() || second.chain.empty()) return first;
  const int64_t kept = choose.Pick(0, std::ssize(first.chain));
  const int64_t next = choose.Pick(0, std::ssize(second.chain) - 1);
  Case crossed = first;
  crossed.chain.resize(kept);
  for (int64_t k = next; k < std::ssize(second.chain); ++k) {
    Shift(next, kept - next, crossed.chain.emplace_back(second.chain[k]));
  }
  crossed = Lawfully(crossed);
  return crossed.chain.empty() ? first : crossed;
}

}  // namespace viewproof

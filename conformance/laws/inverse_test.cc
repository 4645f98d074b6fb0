#include <utility>
#include <variant>
#include <vector>

#include "conformance/gen/domains.h"
#include "conformance/gen/rc_chooser.h"
#include "conformance/laws/draws.h"
#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"

namespace viewproof {
namespace inverse_test {

// The geometry after the last step of a chain that `state` begins and `steps`
// end, and the one before them; each step acts on the one before it.
std::pair<Geometry, Geometry> Around(State state,
                                     const std::vector<Step>& steps) {
  const Geometry before = state.current().geometry;
  for (const Step& step : steps) state.Append(step);
  return {before, state.current().geometry};
}

// permute.i1
RC_GTEST_PROP(Inverse, OfAPermutationRestoresTheOperand, ()) {
  RapidCheckChooser choose;
  const State state = AnyPlainState(choose);
  const Op* permute = FindOp("permute");
  const auto args = DrawArguments(choose, *permute, state, state.current());
  const Ints& dims = std::get<Ints>(args[0]);
  Ints inverse(dims.size());
  for (std::size_t d = 0; d < dims.size(); ++d) {
    inverse[*WrapDim(dims[d], std::ssize(dims))] = static_cast<int64_t>(d);
  }
  const auto [before, after] = Around(
      state,
      {{permute, args, std::nullopt}, {permute, {inverse}, std::nullopt}});
  RC_ASSERT(after == before);
}

// transpose.i1
RC_GTEST_PROP(Inverse, OfATranspositionIsTheTransposition, ()) {
  RapidCheckChooser choose;
  const State state = AnyPlainState(choose);
  const Op* transpose = FindOp("transpose");
  const Step step{transpose,
                  DrawArguments(choose, *transpose, state, state.current()),
                  std::nullopt};
  const auto [before, after] = Around(state, {step, step});
  RC_ASSERT(after == before);
}

// unsqueeze.i1
RC_GTEST_PROP(Inverse, OfUnsqueezeIsSqueezeOfTheNewDimension, ()) {
  RapidCheckChooser choose;
  const State state = AnyPlainState(choose);
  const Op* unsqueeze = FindOp("unsqueeze");
  const auto args = DrawArguments(choose, *unsqueeze, state, state.current());
  const auto [before, after] =
      Around(state, {{unsqueeze, args, std::nullopt},
                     {FindOp("squeeze.dim"), args, std::nullopt}});
  RC_ASSERT(after == before);
}

// contiguous.i1, viewable.i1
RC_GTEST_PROP(Inverse, AContiguousTensorIsItsOwnCopyAndViewableAsEveryShape,
              ()) {
  RapidCheckChooser choose;
  State state = AnyPlainState(choose);
  const Step contiguous{FindOp("contiguous"), {}, std::nullopt};
  if (!state.Allows(contiguous)) return;
  state.Append(contiguous);
  state.Append(contiguous);
  const auto& again =
      std::get<std::vector<Output>>(state.reply().steps.back()).front();
  RC_ASSERT(*again.contiguous);
  RC_ASSERT(again.self);
  const Op* view = FindOp("view");
  state.Append({view, DrawArguments(choose, *view, state, state.current()),
                std::nullopt});
  RC_ASSERT(!std::holds_alternative<ErrorReply>(state.reply().steps.back()));
}

}  // namespace inverse_test
}  // namespace viewproof

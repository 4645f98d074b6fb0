#include "conformance/laws/laws.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/case/index_facts.h"
#include "conformance/gen/domains.h"
#include "conformance/gen/gen.h"
#include "conformance/gen/rc_chooser.h"
#include "conformance/judge/worlds.h"
#include "conformance/laws/meaning.h"
#include "conformance/subjects/reference.h"
#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"

namespace viewproof {
namespace {

// Short chains of valid steps.
GenOptions Plain() {
  GenOptions options;
  options.max_steps = 5;
  options.edits = false;
  return options;
}

class OpMeaning : public testing::TestWithParam<const Op*> {};

// The d rules, and the r rules of ops that have none (meaning.cc cites them).
// index.d1 index.d2 index.d3 index.d4 index.d5
TEST_P(OpMeaning, EveryElementIsWhereTheSpecificationSays) {
  const auto reference = MakeReference();
  int64_t elements = 0;
  EXPECT_TRUE(rc::check([&] {
    RapidCheckChooser choose;
    const State state = AnyCaseEndingWith(choose, *GetParam(), Plain());
    const std::string broken = BreaksMeaning(state, *reference, elements);
    if (!broken.empty()) RC_FAIL(broken);
  }));
  EXPECT_GE(elements, 500);
}

std::vector<const Op*> OpsOf(std::initializer_list<OpKind> kinds) {
  std::vector<const Op*> ops;
  for (const Op& op : Ops()) {
    for (const OpKind kind : kinds) {
      const bool may_view = op.kind == OpKind::kByIndex;
      if (op.kind == kind || (may_view && kind == OpKind::kView)) {
        ops.push_back(&op);
      }
    }
  }
  return ops;
}

std::string NameOf(const testing::TestParamInfo<const Op*>& info) {
  std::string name(info.param->name);
  for (char& c : name) {
    if (c == '.') c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(
    Every, OpMeaning,
    testing::ValuesIn(OpsOf({OpKind::kView, OpKind::kEither,
                             OpKind::kSelfOrCopy, OpKind::kCopy})),
    NameOf);

TEST(OpMeanings, EveryOpHasOneWhoseOutputsHoldItsOperandsElements) {
  for (const Op* op : OpsOf({OpKind::kView, OpKind::kEither,
                             OpKind::kSelfOrCopy, OpKind::kCopy})) {
    const bool of_other_elements = op->name == "as_strided" ||
                                   op->name == "view.dtype" ||
                                   op->profile == Profile::kSparse;
    EXPECT_EQ(FindMeaning(*op) == nullptr, of_other_elements) << op->name;
  }
}

class OpWrite : public testing::TestWithParam<const Op*> {};

// fill_.r1, fill_.r2, copy_.r2, copy_.r3, setitem.r1, setitem.r2, setitem.r4,
// setitem.d1, storage.i1, storage.i4, write.d1, write.d2
TEST_P(OpWrite, IsSeenThroughEveryTensorAtItsAddressesAndNowhereElse) {
  const auto reference = MakeReference();
  int64_t elements = 0;
  EXPECT_TRUE(rc::check([&] {
    RapidCheckChooser choose;
    const State state = AnyCaseEndingWith(choose, *GetParam(), Plain());
    if (state.test().chain.back().op != GetParam()) return;
    const std::string broken = BreaksWrite(state, *reference, elements);
    if (!broken.empty()) RC_FAIL(broken);
  }));
  EXPECT_GE(elements, 10000);
}

INSTANTIATE_TEST_SUITE_P(Every, OpWrite,
                         testing::ValuesIn(OpsOf({OpKind::kWrite})), NameOf);

// The geometry after the last step of a chain that `state` begins and `steps`
// end, and the one before them; each step acts on the one before it.
std::pair<Geometry, Geometry> Around(State state,
                                     const std::vector<Step>& steps) {
  const Geometry before = state.current().geometry;
  for (const Step& step : steps) state.Append(step);
  return {before, state.current().geometry};
}

State AnyPlainState(Chooser& choose) {
  return AnyCaseEndingWith(choose, *choose.OneOf(OpsOf({OpKind::kView})),
                           Plain());
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
RC_GTEST_PROP(Laws, AContiguousTensorIsItsOwnCopyAndViewableAsEveryShape, ()) {
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

// storage.i3
RC_GTEST_PROP(Laws, ARefusedStepChangesNothing, ()) {
  RapidCheckChooser choose;
  const auto reference = MakeReference();
  const std::string broken = BreaksRefusal(AnyCase(choose), *reference);
  if (!broken.empty()) RC_FAIL(broken);
}

// contiguous.d1, is_contiguous.r1
RC_GTEST_PROP(Laws, ContiguousMeansRowMajorOrderIsAddressOrder, ()) {
  RapidCheckChooser choose;
  const auto reference = MakeReference();
  const std::string broken = BreaksContiguity(AnyCase(choose), *reference);
  if (!broken.empty()) RC_FAIL(broken);
}

// tensor.i1, storage.i2, address.i1
RC_GTEST_PROP(Laws, NoStepChangesTheHeaderOfAnotherTensor, ()) {
  RapidCheckChooser choose;
  const auto reference = MakeReference();
  const State state =
      AnyCaseEndingWith(choose, *choose.OneOf(OpsOf({OpKind::kView})));
  const std::string broken = BreaksHeaders(state, *reference);
  if (!broken.empty()) RC_FAIL(broken);
}

// storage.d4, tensor.i2, mT.r2, view_dtype.r1
RC_GTEST_PROP(Laws, AViewHasTheStorageAndTheDTypeOfItsOperand, ()) {
  RapidCheckChooser choose;
  const State state =
      AnyCaseEndingWith(choose, *choose.OneOf(OpsOf({OpKind::kView})));
  const std::vector<Step>& chain = state.test().chain;
  const std::vector<Outcome>& outcomes = state.reply().steps;
  const std::vector<OutputRef> operands = OperandsOf(chain, outcomes);
  for (std::size_t k = 0; k < chain.size(); ++k) {
    const auto* outputs = std::get_if<std::vector<Output>>(&outcomes[k]);
    if (outputs == nullptr || KindOf(chain[k]) != OpKind::kView) continue;
    const Output* operand = FindOutput(outcomes, operands[k]);  // Or the base.
    const DType dtype = operand ? *operand->dtype : state.test().base.dtype;
    const bool recuts = chain[k].op->name == "view.dtype";
    const DType due = recuts ? std::get<DType>(chain[k].args[0]) : dtype;
    const bool indices = chain[k].op->name == "indices";
    const bool changes_dtype =
        indices || chain[k].op->profile == Profile::kComplex;
    const int64_t storage = operand ? *operand->storage : indices ? 1 : 0;
    for (const Output& output : *outputs) {
      RC_ASSERT(*output.storage == storage);
      RC_ASSERT(*output.dtype == due || changes_dtype);
      const bool itself = chain[k].op->name == "mT"
                              ? output.sizes.empty()
                              : changes_dtype && !IsComplex(dtype);
      RC_ASSERT(!output.self || itself);
    }
  }
}

// tensor.i3, tensor.i4, storage.d2
RC_GTEST_PROP(Laws, ViewsKeepTheBitsAndCopiesHaveNone, ()) {
  RapidCheckChooser choose;
  const auto ops = OpsOf({OpKind::kView, OpKind::kEither, OpKind::kSelfOrCopy});
  const State state = AnyCaseEndingWith(choose, *choose.OneOf(ops));
  const std::vector<Step>& chain = state.test().chain;
  const std::vector<Outcome>& outcomes = state.reply().steps;
  const std::vector<OutputRef> operands = OperandsOf(chain, outcomes);
  for (std::size_t k = 0; k < chain.size(); ++k) {
    const auto* outputs = std::get_if<std::vector<Output>>(&outcomes[k]);
    if (outputs == nullptr || chain[k].op->kind == OpKind::kObserve) continue;
    const Known& operand = *state.Find(operands[k]);
    for (const Output& output : *outputs) {
      RC_ASSERT(!output.conj || IsComplex(*output.dtype));
      RC_ASSERT(!output.neg || *output.dtype >= DType::kFloat32);
      if (chain[k].op->profile == Profile::kComplex) continue;
      const bool is_view = output.storage == operand.storage;
      RC_ASSERT(output.conj == (is_view && operand.conj));
      RC_ASSERT(output.neg == (is_view && operand.neg));
    }
  }
}

// read.r1, storage.d1, storage.i1, tensor.d3, tensor.i5
RC_GTEST_PROP(Laws, EveryTensorReadsWhatTheBaseReadsAtItsAddresses, ()) {
  RapidCheckChooser choose;
  const auto reference = MakeReference();
  const auto ops = OpsOf({OpKind::kView, OpKind::kWrite});
  const State state = AnyCaseEndingWith(choose, *choose.OneOf(ops));
  const std::string broken = BreaksReading(state, *reference);
  if (!broken.empty()) RC_FAIL(broken);
}

}  // namespace
}  // namespace viewproof

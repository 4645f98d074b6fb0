#include "conformance/gen/shrink.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <optional>
#include <utility>

#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/case/index_facts.h"
#include "conformance/case/sparse_facts.h"
#include "conformance/case/write_rules.h"
#include "conformance/gen/edit.h"
#include "conformance/gen/fewer_dims.h"
#include "conformance/gen/state.h"

namespace viewproof {
namespace {

double Weigh(int64_t number) {
  const auto size = static_cast<double>(number);
  return number < 0 ? 0.5 - size : size;
}

double Weigh(const Scalar& number) {
  double weight = WholeOf(number) ? 0 : 1000;
  for (const double part : {number.re, number.im}) {
    weight += std::isfinite(part) ? std::min(std::abs(part), 1e6) : 1e6;
  }
  return weight;
}

double Weigh(const Ints& list) {
  double weight = 0;
  for (const int64_t number : list) weight += 1 + Weigh(number);
  return weight;
}

double Weigh(const std::optional<int64_t>& number) {
  return number ? 1 + Weigh(*number) : 0;
}

double Weigh(const Literal& literal) {
  return Weigh(literal.sizes) + (literal.values ? 1 : 0);
}

double Weigh(const TensorArg& tensor) {
  if (const auto* ref = std::get_if<OutputRef>(&tensor)) {
    return static_cast<double>(ref->step + ref->output);
  }
  return Weigh(std::get<Literal>(tensor));
}

double Weigh(DType dtype) { return static_cast<double>(dtype); }
double Weigh(MemoryFormat format) { return static_cast<double>(format); }
double Weigh(bool item) { return item ? 1 : 0; }
double Weigh(NewAxis) { return 0; }
double Weigh(Ellipsis) { return 0; }

double Weigh(const Range& range) {
  return Weigh(range.start) + Weigh(range.stop) + Weigh(range.step);
}

double Weigh(const Index<TensorArg>& index) {
  double weight = 0;
  for (const IndexItem<TensorArg>& item : index) {
    weight += 1 + std::visit([](const auto& i) { return Weigh(i); }, item);
  }
  return weight;
}

// How large a case is.
struct Weight {
  std::size_t steps = 0;
  std::size_t named = 0;   // Steps with `on`.
  std::size_t dims = 0;    // Of the base.
  std::size_t listed = 0;  // Numbers of lists of sizes.
  double base = 0;         // The rest of the base.
  double arguments = 0;
  auto operator<=>(const Weight&) const = default;
};

Weight WeightOf(const Case& test) {
  Weight weight;
  weight.steps = test.chain.size();
  weight.dims = test.base.sizes.size() + (test.base.coo ? 10 : 0);
  weight.base = Weigh(test.base.sizes);
  if (test.base.dtype != DType::kFloat32) weight.base += 1;
  if (test.base.fill != FillKind::kIota) weight.base += 1;
  for (const Step& step : test.chain) {
    if (step.on) ++weight.named;
    for (Arg arg : step.args) {
      const Ints* sizes = SizesIn(arg);
      if (sizes != nullptr) weight.listed += sizes->size();
      weight.arguments +=
          std::visit([](const auto& v) { return Weigh(v); }, arg);
    }
  }
  return weight;
}

// The case without `count` steps from step `first` on.
std::optional<Case> WithoutSteps(const Case& test, int64_t first,
                                 int64_t count) {
  std::optional<Case> without = test;
  for (; count > 0 && without; --count) without = WithoutStep(*without, first);
  return without;
}

// The case that begins with a fresh tensor in place of what its first `count`
// steps make; nullopt if a later step names something else of them.
std::optional<Case> StartingAfter(const Case& test, int64_t count) {
  State state(test.base);
  for (int64_t k = 0; k < count; ++k) state.Append(test.chain[k]);
  const TensorRecord& from = state.current();
  const std::optional<int64_t> numel = Numel(from.geometry.sizes);
  if (!numel || *numel > MaxBase(FillKind::kIota)) return std::nullopt;
  Case later;
  later.id = test.id;
  later.base = {from.dtype, from.geometry.sizes, test.base.fill};
  if (!IsBaseDType(from.dtype) || IsData(test.base.fill)) return std::nullopt;
  later.chain.assign(test.chain.begin() + count, test.chain.end());
  bool known = true;
  for (Step& step : later.chain) {
    ForEachRef(step, [&](OutputRef& ref, std::string_view) {
      if (ref == from.ref) {
        ref = {};
      } else {
        known &= ref.step > count;
        ref.step -= count;
      }
    });
  }
  if (!known) return std::nullopt;
  return later;
}

// Writes out what a step makes where an argument of a later one names it.
void WriteOut(const State& state, int64_t number, Step& step) {
  for (Arg& arg : step.args) {
    auto* tensor = std::get_if<TensorArg>(&arg);
    if (tensor == nullptr) continue;
    const auto* ref = std::get_if<OutputRef>(tensor);
    if (ref == nullptr || ref->step != number) continue;
    const TensorRecord* known = state.Find(*ref);
    if (known == nullptr || !FitsLiteral(known->geometry.sizes)) continue;
    *tensor = Literal{known->dtype, known->geometry.sizes, std::nullopt};
  }
}

// The case without step `number`; what acted on its first output acts on its
// operand, and what named it as an argument has a tensor of its sizes. nullopt
// if a later step names another output.
std::optional<Case> OnOperandOf(const Case& test, int64_t number) {
  State state(test.base);
  for (int64_t k = 0; k + 1 < number; ++k) state.Append(test.chain[k]);
  const OutputRef operand = state.OperandOf(test.chain[number - 1]).ref;
  state.Append(test.chain[number - 1]);
  Case moved = test;
  for (Step& step : moved.chain) WriteOut(state, number, step);
  for (std::size_t k = number; k < moved.chain.size(); ++k) {
    Step& step = moved.chain[k];
    if (k == static_cast<std::size_t>(number) && !step.on) step.on = operand;
    ForEachRef(step, [&](OutputRef& ref, std::string_view) {
      if (ref == OutputRef{number, 0}) ref = operand;
    });
  }
  return WithoutStep(moved, number);
}

// Calls `visit` with what AnyNeighbour leaves out: first without halves of the
// chain, then quarters, ...
bool AnySimpler(const Case& test,
                const std::function<bool(const Case&)>& visit) {
  const auto steps = static_cast<int64_t>(test.chain.size());
  for (int64_t count = steps / 2; count > 1; count /= 2) {
    for (int64_t first = steps - count + 1; first > 0; first -= count) {
      const std::optional<Case> without = WithoutSteps(test, first, count);
      if (without && visit(*without)) return true;
    }
  }
  for (auto number = static_cast<int64_t>(test.chain.size()); number > 0;
       --number) {
    const std::optional<Case> without = WithoutStep(test, number);
    if (without && visit(*without)) return true;
    const std::optional<Case> moved = OnOperandOf(test, number);
    if (moved && visit(*moved)) return true;
  }
  for (std::size_t k = 0; k < test.chain.size(); ++k) {
    Case simpler = test;
    simpler.chain[k].on.reset();
    if (visit(simpler)) return true;
  }
  for (int64_t count = steps - 1; count > 0; --count) {
    const std::optional<Case> later = StartingAfter(test, count);
    if (later && visit(*later)) return true;
  }
  if (AnyOfFewerDims(test, visit)) return true;
  const Base& base = test.base;
  if (Numel(base.sizes) > MaxBase(FillKind::kIota)) return false;
  Case plain = test;
  plain.base = {base.dtype, base.sizes, FillKind::kIota, base.coo};
  return visit(plain);
}

}  // namespace

namespace {

bool HasWrongLiteral(const Step& step) {
  return std::ranges::any_of(step.args, [](const Arg& arg) {
    const auto* tensor = std::get_if<TensorArg>(&arg);
    const auto* literal =
        tensor == nullptr ? nullptr : std::get_if<Literal>(tensor);
    return literal != nullptr && !FaultOfLiteral(*literal).empty();
  });
}

}  // namespace

std::optional<State> Followed(const Case& test) {
  const Base& base = test.base;
  if (!FaultOf(base).empty() || !FaultOfData(base).empty() ||
      !FitsBase(FilledSizes(base), base.fill) || !AreKept(base, base.dtype) ||
      test.chain.empty()) {
    return std::nullopt;
  }
  State state(base);
  for (const Step& step : test.chain) {
    if (step.on && state.Find(*step.on) == nullptr) return std::nullopt;
    if (HasWrongLiteral(step) || !state.Allows(step)) return std::nullopt;
    state.Append(step);
  }
  return state;
}

Case Shrink(Case test, const std::function<bool(const Case&)>& holds) {
  Weight weight = WeightOf(test);
  const auto take = [&](const Case& candidate) {
    const Weight lighter = WeightOf(candidate);
    if (!(lighter < weight) || !Lawful(candidate) || !holds(candidate)) {
      return false;
    }
    weight = lighter;
    test = Case(candidate);
    return true;
  };
  for (bool shrunk = true; shrunk;) {
    const Case from = test;
    shrunk = AnySimpler(from, take) || AnyNeighbour(from, take);
  }
  return test;
}

}  // namespace viewproof

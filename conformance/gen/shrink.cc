#include "conformance/gen/shrink.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "conformance/case/bounds.h"
#include "conformance/gen/edit.h"
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

// Steps, steps with `on`, base, arguments: compared in this order.
using Weight = std::array<double, 4>;

Weight WeightOf(const Case& test) {
  Weight weight = {static_cast<double>(test.chain.size()), 0,
                   Weigh(test.base.sizes), 0};
  if (test.base.dtype != DType::kFloat32) weight[2] += 1;
  if (test.base.fill != FillKind::kIota) weight[2] += 1;
  if (test.base.coo) weight[2] += 10;
  for (const Step& step : test.chain) {
    if (step.on) weight[1] += 1;
    for (const Arg& arg : step.args) {
      weight[3] += std::visit([](const auto& v) { return Weigh(v); }, arg);
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
  }
  for (std::size_t k = 0; k < test.chain.size(); ++k) {
    Case simpler = test;
    simpler.chain[k].on.reset();
    if (visit(simpler)) return true;
  }
  const Base& base = test.base;
  if (Numel(base.sizes) > MaxBase(FillKind::kIota)) return false;
  Case plain = test;
  plain.base = {base.dtype, base.sizes, FillKind::kIota, base.coo};
  return visit(plain);
}

}  // namespace

bool Lawful(const Case& test) {
  State state(test.base);
  for (const Step& step : test.chain) {
    if (step.on && state.Find(*step.on) == nullptr) return false;
    if (!state.Allows(step)) return false;
    state.Append(step);
  }
  return !test.chain.empty();
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

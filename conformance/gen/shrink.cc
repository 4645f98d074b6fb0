#include "conformance/gen/shrink.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstddef>
#include <optional>
#include <set>
#include <utility>

#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/case/ops.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/case/write_rules.h"
#include "conformance/gen/edit.h"
#include "conformance/gen/state.h"
#include "reference/core/checked.h"

namespace viewproof {

namespace {

// The sizes that an argument lists, without a dimension. A literal that loses
// elements loses its values.
void LeaveOut(int64_t dim, Arg& arg) {
  Ints& sizes = *SizesIn(arg);
  if (auto* tensor = std::get_if<TensorArg>(&arg); tensor && sizes[dim] != 1) {
    std::get<Literal>(*tensor).values.reset();
  }
  sizes.erase(sizes.begin() + dim);
}

// The number of a dimension when `dim` is left out of a tensor of this rank;
// one that is negative is counted from the last.
int64_t NumberWithout(int64_t dim, int64_t rank, int64_t number) {
  if (number >= 0) return number > dim ? number - 1 : number;
  return number + rank < dim ? number + 1 : number;
}

// An argument after dimension `dim` of a tensor of this rank is left out.
void LeaveOut(int64_t dim, int64_t rank, ArgType type, Arg& arg) {
  if (auto* number = std::get_if<int64_t>(&arg)) {
    if (type == ArgType::kDim) *number = NumberWithout(dim, rank, *number);
  } else if (auto* list = std::get_if<Ints>(&arg)) {
    if (type == ArgType::kDims) {
      std::erase_if(*list, [&](int64_t number) {
        return number == dim || number + rank == dim;
      });
      for (int64_t& number : *list) number = NumberWithout(dim, rank, number);
    } else if (std::ssize(*list) == rank) {
      list->erase(list->begin() + dim);
    }
  } else if (Ints* sizes = SizesIn(arg);
             sizes != nullptr && std::ssize(*sizes) == rank) {
    LeaveOut(dim, arg);
  }
}

// The base with the first `size` indexes of a dimension, and their data.
// Requires: it has so many.
Base WithSize(const Base& base, int64_t dim, int64_t size) {
  Base cut = base;
  cut.sizes[dim] = size;
  if (!IsData(base.fill)) return cut;
  const int64_t of_one = base.fill == FillKind::kHex ? ItemSize(base.dtype) : 1;
  int64_t inner = of_one;
  for (auto d = dim + 1; d < std::ssize(base.sizes); ++d) {
    inner *= base.sizes[d];
  }
  const auto keep = [&](auto& elements) {
    const std::size_t block = base.sizes[dim] * inner;
    std::size_t at = 0;
    std::erase_if(elements, [&](const auto&) {
      return static_cast<int64_t>(at++ % block) >= size * inner;
    });
  };
  keep(cut.values.list);
  keep(cut.bytes);
  return cut;
}

// Changes the arguments of a step as if it acted on a tensor of this rank, and
// no longer had dimension `dim`.
void LeaveOut(int64_t dim, int64_t rank, Step& step) {
  for (std::size_t k = 0; k < step.args.size(); ++k) {
    LeaveOut(dim, rank, step.op->parameters[k].type, step.args[k]);
  }
}

// The case without a dimension of its base.
Case WithoutDim(Case test, int64_t dim) {
  const auto rank = std::ssize(test.base.sizes);
  if (test.base.coo && dim < std::ssize(test.base.coo->indices)) {
    test.base.coo->indices.erase(test.base.coo->indices.begin() + dim);
  } else if (test.base.sizes[dim] > 1)
    test.base = WithSize(test.base, dim, 1);
  test.base.sizes.erase(test.base.sizes.begin() + dim);
  for (Step& step : test.chain) LeaveOut(dim, rank, step);
  return test;
}

// The case without a dimension of what step `first` makes, if its arguments
// say its sizes.
Case WithoutDimAfter(Case test, std::size_t first, int64_t dim, int64_t rank) {
  for (Arg& arg : test.chain[first].args) {
    const Ints* list = SizesIn(arg);
    if (list != nullptr && std::ssize(*list) == rank) LeaveOut(dim, arg);
  }
  for (std::size_t k = first + 1; k < test.chain.size(); ++k) {
    LeaveOut(dim, rank, test.chain[k]);
  }
  return test;
}

// A step that lists sizes, and perhaps strides, with two dimensions as one.
Step Merged(Step step, int64_t dim, int64_t rank) {
  bool is_first = true;
  for (Arg& arg : step.args) {
    Ints* list = SizesIn(arg);
    if (list == nullptr || std::ssize(*list) != rank) continue;
    if (std::exchange(is_first, false)) {
      (*list)[dim + 1] =
          CheckedMultiply((*list)[dim], (*list)[dim + 1]).value_or(-1);
    }
    list->erase(list->begin() + dim);
  }
  return step;
}

// as_strided from where the last index of a dimension is; other steps as they
// are.
Step AtItsEnd(Step step, int64_t dim) {
  if (step.op != FindOp("as_strided")) return step;
  const auto& sizes = std::get<Ints>(step.args[0]);
  const auto& strides = std::get<Ints>(step.args[1]);
  auto& offset = std::get<std::optional<int64_t>>(step.args[2]);
  if (sizes.size() != strides.size() || sizes[dim] < 1) return step;
  offset = CheckedMultiplyAdd(offset.value_or(0), sizes[dim] - 1, strides[dim]);
  return step;
}

bool AnyWithoutDimAfter(const Case& test,
                        const std::function<bool(const Case&)>& visit) {
  Case merged = test;
  for (std::size_t k = 0; k < test.chain.size(); ++k) {
    Step step = test.chain[k];
    const auto lists = std::ranges::find_if(
        step.args, [](Arg& arg) { return SizesIn(arg) != nullptr; });
    if (lists == step.args.end()) continue;
    const auto rank = std::ssize(*SizesIn(*lists));
    for (int64_t dim = 0; dim < rank; ++dim) {
      if (visit(WithoutDimAfter(test, k, dim, rank))) return true;
      merged.chain[k] = AtItsEnd(step, dim);
      if (visit(WithoutDimAfter(merged, k, dim, rank))) return true;
      if (dim + 1 == rank) break;
      merged.chain[k] = Merged(step, dim, rank);
      if (visit(merged)) return true;
      Case renumbered = merged;
      for (std::size_t later = k + 1; later < test.chain.size(); ++later) {
        LeaveOut(dim, rank, renumbered.chain[later]);
      }
      if (visit(renumbered)) return true;
    }
    merged.chain[k] = step;
  }
  return false;
}

}  // namespace

Ints* SizesIn(Arg& arg) {
  if (auto* list = std::get_if<Ints>(&arg)) return list;
  auto* tensor = std::get_if<TensorArg>(&arg);
  auto* literal = tensor == nullptr ? nullptr : std::get_if<Literal>(tensor);
  return literal == nullptr ? nullptr : &literal->sizes;
}

bool AnyOfFewerDims(const Case& test,
                    const std::function<bool(const Case&)>& visit) {
  if (AnyWithoutDimAfter(test, visit)) return true;
  const Base& base = test.base;
  for (int64_t dim = 0; dim < std::ssize(base.sizes); ++dim) {
    if (visit(WithoutDim(test, dim))) return true;
    if (base.coo) continue;
    Case changed = test;
    for (const int64_t size : {int64_t{0}, int64_t{1}, int64_t{2},
                               base.sizes[dim] / 4, base.sizes[dim] / 2}) {
      if (size >= base.sizes[dim]) continue;
      changed.base = WithSize(base, dim, size);
      if (visit(changed)) return true;
    }
    if (dim + 1 == std::ssize(base.sizes)) break;
    changed.base = base;  // Two dimensions are one.
    changed.base.sizes[dim] *= base.sizes[dim + 1];
    changed.base.sizes.erase(changed.base.sizes.begin() + dim + 1);
    if (visit(changed)) return true;
  }
  return false;
}

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

// Says how large a case is.
struct Weight {
  std::size_t steps = 0;
  std::size_t named = 0;   // Steps with `on`.
  std::size_t dims = 0;    // The base has so many.
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

// The base that holds these elements of another one, which says each of its
// own.
Base WithElements(const Base& base, const Geometry& part) {
  Base taken = base;
  taken.sizes = part.sizes;
  taken.values.list.clear();
  taken.bytes.clear();
  const int64_t item = ItemSize(base.dtype);
  for (const int64_t address : AddressesOf(part)) {
    if (base.fill == FillKind::kHex) {
      const auto first = base.bytes.begin() + address * item;
      taken.bytes.insert(taken.bytes.end(), first, first + item);
    } else {
      taken.values.list.push_back(base.values.list[address]);
    }
  }
  return taken;
}

// The case that begins with a fresh tensor in place of what its first `count`
// steps make: a later step that names something else of them has it, too.
std::optional<Case> StartingAfter(const Case& test, int64_t count) {
  State state(test.base);
  for (int64_t k = 0; k < count; ++k) state.Append(test.chain[k]);
  const TensorRecord& from = state.current();
  const std::optional<int64_t> numel = Numel(from.geometry.sizes);
  const FillKind fill = test.base.fill;
  if (!numel || *numel > MaxBase(FillKind::kIota) || test.base.coo ||
      !IsBaseDType(from.dtype)) {
    return std::nullopt;
  }
  Case later;
  later.id = test.id;
  later.base = {from.dtype, from.geometry.sizes, fill};
  if (fill == FillKind::kHex || fill == FillKind::kValues) {
    if (from.storage != 0 || from.dtype != test.base.dtype || from.conj) {
      return std::nullopt;
    }
    later.base = WithElements(test.base, from.geometry);
  }
  later.chain.assign(test.chain.begin() + count, test.chain.end());
  for (Step& step : later.chain) {
    ForEachRef(step, [&](OutputRef& ref, std::string_view) {
      if (ref.step > count) {
        ref.step -= count;
      } else {
        ref = {};
      }
    });
  }
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

// The case in which one as_strided makes what step `number` does, of the first
// tensor of its storage, without the steps before it that nothing else names;
// nullopt if as_strided cannot make it.
std::optional<Case> AtOnce(const Case& test, int64_t number) {
  State state(test.base);
  for (int64_t k = 0; k < number; ++k) state.Append(test.chain[k]);
  const TensorRecord& made = state.current();
  const TensorRecord* first = nullptr;
  for (const TensorRecord& tensor : state.tensors()) {
    if (tensor.storage == made.storage) {
      first = &tensor;
      break;
    }
  }
  if (made.ref != OutputRef{number, 0} || first->ref.step >= number ||
      first->dtype != made.dtype || first->conj != made.conj ||
      first->neg != made.neg) {
    return std::nullopt;
  }
  const Geometry& to = made.geometry;
  Case at_once = test;
  at_once.chain[number - 1] = {
      FindOp("as_strided"),
      {to.sizes, to.strides, std::optional<int64_t>(to.offset)},
      first->ref};
  for (int64_t k = number - 1; k > 0; --k) {
    if (auto without = WithoutStep(at_once, k)) at_once = *std::move(without);
  }
  return at_once;
}

// Calls `visit` with cases in which a number that is a size of the base is
// smaller wherever it stands: there, and in the first list of each step.
bool AnyOfSmallerSizes(const Case& test,
                       const std::function<bool(const Case&)>& visit) {
  std::set<int64_t> sizes(test.base.sizes.begin(), test.base.sizes.end());
  Case smaller = test;
  const auto for_each_list = [&smaller](const auto& look) {
    for (Step& step : smaller.chain) {
      const auto lists = std::ranges::find_if(
          step.args, [](Arg& arg) { return SizesIn(arg) != nullptr; });
      if (lists != step.args.end()) look(*lists);
    }
  };
  for_each_list([&sizes](Arg& arg) {
    sizes.insert(SizesIn(arg)->begin(), SizesIn(arg)->end());
  });
  for (const int64_t size : sizes) {
    for (const int64_t to : {int64_t{1}, int64_t{2}, size / 4, size / 2}) {
      if (to < 1 || to >= size) continue;
      smaller = test;
      for (std::size_t d = 0; d < test.base.sizes.size() && !test.base.coo;
           ++d) {
        if (test.base.sizes[d] == size) {
          smaller.base = WithSize(smaller.base, static_cast<int64_t>(d), to);
        }
      }
      for_each_list([size, to](Arg& arg) {
        Ints& list = *SizesIn(arg);
        if (std::ranges::count(list, size) == 0) return;
        std::ranges::replace(list, size, to);
        if (auto* tensor = std::get_if<TensorArg>(&arg)) {
          std::get<Literal>(*tensor).values.reset();
        }
      });
      if (visit(smaller)) return true;
    }
  }
  return false;
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
  // A step writes to and reads tensors of the same sizes: the step that narrows
  // one of them goes together with the step that narrows the other.
  for (int64_t number = steps; number > 1; --number) {
    const std::optional<Case> moved = OnOperandOf(test, number);
    for (int64_t other = number - 1; moved && other > 0; --other) {
      const std::optional<Case> both = OnOperandOf(*moved, other);
      if (both && visit(*both)) return true;
    }
  }
  for (int64_t number = steps; number > 1; --number) {
    const std::optional<Case> at_once = AtOnce(test, number);
    if (at_once && visit(*at_once)) return true;
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
  if (AnyOfFewerDims(test, visit) || AnyOfSmallerSizes(test, visit)) {
    return true;
  }
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

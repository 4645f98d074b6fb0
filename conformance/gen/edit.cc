#include "conformance/gen/edit.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>

#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/gen/shapes.h"
#include "reference/core/checked.h"

namespace viewproof {

namespace {

constexpr int64_t kFarthest = 8;

template <typename T>
void AddNew(T edit, const T& original, std::vector<T>& edits) {
  if (edit == original) return;
  if (std::find(edits.begin(), edits.end(), edit) != edits.end()) return;
  edits.push_back(std::move(edit));
}

std::vector<int64_t> EditsOf(int64_t number) {
  std::vector<int64_t> edits;
  for (const int64_t simple : {0, 1, -1}) AddNew(simple, number, edits);
  for (int64_t by = 1; by <= kFarthest; ++by) {
    for (const int64_t signed_by : {-by, by}) {
      const auto sum = CheckedAdd(number, signed_by);
      if (sum) AddNew(*sum, number, edits);
    }
  }
  return edits;
}

std::vector<Scalar> EditsOf(const Scalar& number) {
  std::vector<Scalar> edits;
  AddNew(Scalar{kFirstWritten}, number, edits);
  AddNew(Scalar{number.re, 0, number.low}, number, edits);
  AddNew(Scalar{0, 1}, number, edits);
  for (const Scalar& odd : OddNumbers()) AddNew(odd, number, edits);
  return edits;
}

std::vector<Ints> EditsOf(const Ints& list) {
  if (list.empty()) return {{0}, {1}};
  std::vector<Ints> edits;
  for (std::size_t k = 0; k < list.size(); ++k) {
    const auto at = static_cast<std::ptrdiff_t>(k);
    Ints dropped = list;
    dropped.erase(dropped.begin() + at);
    AddNew(std::move(dropped), list, edits);
    Ints doubled = list;
    doubled.insert(doubled.begin() + at, list[k]);
    AddNew(std::move(doubled), list, edits);
    for (const int64_t number : EditsOf(list[k])) {
      Ints changed = list;
      changed[k] = number;
      edits.push_back(std::move(changed));  // It equals no other.
    }
  }
  return edits;
}

std::vector<std::optional<int64_t>> EditsOf(
    const std::optional<int64_t>& number) {
  if (!number) return {0, 1, -1};
  std::vector<std::optional<int64_t>> edits = {std::nullopt};
  for (const int64_t edit : EditsOf(*number)) edits.emplace_back(edit);
  return edits;
}

std::vector<OutputRef> EditsOf(const OutputRef& ref) {
  std::vector<OutputRef> edits;
  AddNew(OutputRef{}, ref, edits);
  for (const int64_t by : {-1, 1}) {
    if (ref.step + by >= 0) {
      AddNew(OutputRef{ref.step + by, ref.output}, ref, edits);
    }
    if (ref.output + by >= 0) {
      AddNew(OutputRef{ref.step, ref.output + by}, ref, edits);
    }
  }
  return edits;
}

std::vector<Literal> EditsOf(const Literal& literal) {
  std::vector<Literal> edits;
  for (Ints& sizes : EditsOf(literal.sizes)) {
    if (!FitsBase(sizes)) continue;
    edits.push_back({literal.dtype, std::move(sizes), std::nullopt});
  }
  for (const DType dtype : kBaseDTypes) {
    if (dtype == literal.dtype) continue;
    edits.push_back({dtype, literal.sizes, std::nullopt});
  }
  return edits;
}

std::vector<TensorArg> EditsOf(const TensorArg& tensor) {
  std::vector<TensorArg> edits;
  const auto add = [&edits](const auto& named) {
    for (auto& edit : EditsOf(named)) edits.emplace_back(std::move(edit));
  };
  std::visit(add, tensor);
  return edits;
}

template <typename T, typename List>
std::vector<T> Others(const T& original, const List& list) {
  std::vector<T> others;
  for (const T& other : list) AddNew(other, original, others);
  return others;
}

std::vector<DType> EditsOf(DType dtype) { return Others(dtype, kDTypes); }

std::vector<MemoryFormat> EditsOf(MemoryFormat format) {
  return Others(format, kMemoryFormats);
}

std::vector<bool> EditsOf(bool item) { return {!item}; }
std::vector<NewAxis> EditsOf(NewAxis) { return {}; }
std::vector<Ellipsis> EditsOf(Ellipsis) { return {}; }

std::vector<Range> EditsOf(const Range& range) {
  std::vector<Range> edits;
  for (const auto member : {&Range::start, &Range::stop, &Range::step}) {
    for (const std::optional<int64_t>& number : EditsOf(range.*member)) {
      edits.push_back(range);
      edits.back().*member = number;
    }
  }
  return edits;
}

std::vector<Index<TensorArg>> EditsOf(const Index<TensorArg>& index) {
  if (index.empty()) return {{Ellipsis()}, {int64_t{0}}};
  std::vector<Index<TensorArg>> edits;
  for (std::size_t k = 0; k < index.size(); ++k) {
    const auto at = static_cast<std::ptrdiff_t>(k);
    if (index.size() > 1) {
      edits.push_back(index);
      edits.back().erase(edits.back().begin() + at);
    }
    if (std::ssize(index) < kMaxItems &&
        !std::holds_alternative<Ellipsis>(index[k])) {
      edits.push_back(index);
      edits.back().insert(edits.back().begin() + at, index[k]);
    }
    const auto change = [&](const auto& item) {
      for (auto edit : EditsOf(item)) {
        edits.push_back(index);
        edits.back()[k] = std::move(edit);
      }
    };
    std::visit(change, index[k]);
  }
  return edits;
}

// Renumbers a reference after step `number` was left out; false if it names
// that step.
bool Renumber(int64_t number, OutputRef& ref) {
  if (ref.step == number) return false;
  if (ref.step > number) --ref.step;
  return true;
}

bool Renumber(int64_t number, Step& step) {
  bool named_left = true;
  ForEachRef(step, [&](OutputRef& ref, std::string_view) {
    named_left &= Renumber(number, ref);
  });
  return named_left;
}

}  // namespace

bool FitsBase(const Ints& sizes, FillKind fill) {
  if (std::any_of(sizes.begin(), sizes.end(), [](int64_t n) { return n < 0; }))
    return false;
  const std::optional<int64_t> numel = Numel(sizes);
  return numel && *numel <= MaxBase(fill) && ContiguousStrides(sizes);
}

std::vector<Arg> EditsOf(const Arg& arg) {
  return std::visit(
      [](const auto& value) {
        std::vector<Arg> edits;
        for (auto& edit : EditsOf(value)) edits.emplace_back(std::move(edit));
        return edits;
      },
      arg);
}

// Other layouts of the same sizes: strided, or sparse with one entry.
std::vector<Base> LayoutsOf(const Base& base) {
  std::vector<Base> layouts;
  const auto add = [&](std::optional<Coo> coo) {
    const Base layout{base.dtype, base.sizes, FillKind::kIota, std::move(coo)};
    if (FaultOf(layout).empty() && FitsBase(FilledSizes(layout))) {
      AddNew(layout, base, layouts);
    }
  };
  if (base.coo) {
    add(Coo{base.coo->indices, !base.coo->coalesced});
    add(std::nullopt);
  } else {
    add(Coo{std::vector<Ints>(base.sizes.size(), Ints{0}), true});
  }
  return layouts;
}

std::vector<Base> EditsOf(const Base& base) {
  std::vector<Base> edits;
  const auto add = [&](Ints sizes) {
    Base edit = base;
    edit.sizes = std::move(sizes);
    if (!FitsBase(edit.sizes, edit.fill) || !FaultOf(edit).empty() ||
        !FaultOfData(edit).empty()) {
      return;
    }
    AddNew(std::move(edit), base, edits);
  };
  for (std::size_t d = 0; d < base.sizes.size(); ++d) {
    const auto at = static_cast<std::ptrdiff_t>(d);
    for (const int64_t by : {-1, 1}) {
      Ints sizes = base.sizes;
      sizes[d] += by;
      add(std::move(sizes));
    }
    Ints dropped = base.sizes;
    dropped.erase(dropped.begin() + at);
    add(std::move(dropped));
  }
  for (std::size_t d = 0; d <= base.sizes.size(); ++d) {
    for (const int64_t size : {1, 2}) {
      Ints sizes = base.sizes;
      sizes.insert(sizes.begin() + static_cast<std::ptrdiff_t>(d), size);
      add(std::move(sizes));
    }
  }
  for (const DType dtype : kBaseDTypes) {
    Base edit = base;
    edit.dtype = dtype;
    edit.values.form = FormOf(dtype);
    if (FaultOfData(edit).empty()) AddNew(std::move(edit), base, edits);
  }
  for (Base& layout : LayoutsOf(base)) edits.push_back(std::move(layout));
  return edits;
}

std::optional<Case> WithoutStep(const Case& test, int64_t number) {
  Case without = test;
  without.chain.erase(without.chain.begin() + (number - 1));
  for (auto k = static_cast<std::size_t>(number - 1); k < without.chain.size();
       ++k) {
    if (!Renumber(number, without.chain[k])) return std::nullopt;
  }
  return without;
}

bool AnyNeighbour(const Case& test,
                  const std::function<bool(const Case&)>& visit) {
  Case neighbour = test;
  for (std::size_t k = test.chain.size(); k-- > 0;) {
    for (std::size_t a = 0; a < test.chain[k].args.size(); ++a) {
      for (Arg& edit : EditsOf(test.chain[k].args[a])) {
        neighbour.chain[k].args[a] = std::move(edit);
        if (visit(neighbour)) return true;
      }
      neighbour.chain[k].args[a] = test.chain[k].args[a];
    }
  }
  for (Base& edit : EditsOf(test.base)) {
    neighbour.base = std::move(edit);
    if (visit(neighbour)) return true;
  }
  const auto last = static_cast<int64_t>(test.chain.size());
  for (int64_t number = 1; number < last; ++number) {
    const std::optional<Case> without = WithoutStep(test, number);
    if (without && visit(*without)) return true;
  }
  return false;
}

namespace {

// None is below -2^62: PyTorch takes no list with such an entry.
constexpr std::array kWide = {int64_t{1} << 31,
                              int64_t{1} << 32,
                              int64_t{1} << 61,
                              int64_t{1} << 62,
                              std::numeric_limits<int64_t>::max() - 1,
                              std::numeric_limits<int64_t>::max(),
                              -(int64_t{1} << 31),
                              -(int64_t{1} << 62)};

// Returns where a number stands in `arg`; null where there is none.
int64_t* AnyNumber(Chooser& choose, Arg& arg) {
  if (auto* number = std::get_if<int64_t>(&arg)) return number;
  if (auto* maybe = std::get_if<std::optional<int64_t>>(&arg)) {
    return &maybe->emplace(0);
  }
  if (auto* index = std::get_if<Index<TensorArg>>(&arg)) {
    if (index->empty()) return nullptr;
    IndexItem<TensorArg>& item =
        (*index)[choose.Pick(0, std::ssize(*index) - 1)];
    if (auto* range = std::get_if<Range>(&item)) {
      return &range->start.emplace(0);
    }
    return std::get_if<int64_t>(&item);
  }
  auto* list = std::get_if<Ints>(&arg);
  if (list == nullptr || list->empty()) return nullptr;
  return &(*list)[choose.Pick(0, std::ssize(*list) - 1)];
}

}  // namespace

void EditOne(Chooser& choose, int64_t wide, Step& step) {
  if (step.args.empty()) return;
  Arg& arg = step.args[choose.Pick(0, std::ssize(step.args) - 1)];
  if (choose.Chance(wide, 12)) {
    if (int64_t* number = AnyNumber(choose, arg)) *number = choose.OneOf(kWide);
    return;
  }
  const std::vector<Arg> edits = EditsOf(arg);
  if (!edits.empty()) arg = choose.OneOf(edits);  // None of [...].
}

}  // namespace viewproof

#include "conformance/gen/edit.h"

#include <algorithm>
#include <utility>

#include "reference/checked.h"

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
      AddNew(std::move(changed), list, edits);
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

bool FitsBase(const Ints& sizes) {
  if (std::any_of(sizes.begin(), sizes.end(), [](int64_t n) { return n < 0; }))
    return false;
  const std::optional<int64_t> numel = Numel(sizes);
  return numel && *numel <= kMaxBase && ContiguousStrides(sizes);
}

std::vector<TensorArg> EditsOf(const OutputRef& ref) {
  std::vector<TensorArg> edits;
  const TensorArg original = ref;
  AddNew(TensorArg(OutputRef{}), original, edits);
  for (const int64_t by : {-1, 1}) {
    if (ref.step + by >= 0) {
      AddNew(TensorArg(OutputRef{ref.step + by, ref.output}), original, edits);
    }
    if (ref.output + by >= 0) {
      AddNew(TensorArg(OutputRef{ref.step, ref.output + by}), original, edits);
    }
  }
  return edits;
}

std::vector<TensorArg> EditsOf(const Literal& literal) {
  std::vector<TensorArg> edits;
  for (Ints& sizes : EditsOf(literal.sizes)) {
    if (!FitsBase(sizes)) continue;
    edits.emplace_back(Literal{literal.dtype, std::move(sizes), std::nullopt});
  }
  for (const DType dtype : kDTypes) {
    if (dtype == literal.dtype) continue;
    edits.emplace_back(Literal{dtype, literal.sizes, std::nullopt});
  }
  return edits;
}

std::vector<TensorArg> EditsOf(const TensorArg& tensor) {
  return std::visit([](const auto& t) { return EditsOf(t); }, tensor);
}

// Moves a name of a step behind `number` one step forward; false if it names
// that step itself.
bool Renumber(int64_t number, OutputRef& ref) {
  if (ref.step == number) return false;
  if (ref.step > number) --ref.step;
  return true;
}

bool Renumber(int64_t number, Step& step) {
  if (step.on && !Renumber(number, *step.on)) return false;
  for (Arg& arg : step.args) {
    auto* tensor = std::get_if<TensorArg>(&arg);
    auto* ref = tensor == nullptr ? nullptr : std::get_if<OutputRef>(tensor);
    if (ref != nullptr && !Renumber(number, *ref)) return false;
  }
  return true;
}

}  // namespace

std::vector<Arg> EditsOf(const Arg& arg) {
  return std::visit(
      [](const auto& value) {
        std::vector<Arg> edits;
        for (auto& edit : EditsOf(value)) edits.emplace_back(std::move(edit));
        return edits;
      },
      arg);
}

std::vector<Base> EditsOf(const Base& base) {
  std::vector<Base> edits;
  const auto add = [&](Ints sizes) {
    if (!FitsBase(sizes)) return;
    AddNew(Base{base.dtype, std::move(sizes), base.fill}, base, edits);
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
  for (const DType dtype : kDTypes) {
    AddNew(Base{dtype, base.sizes, base.fill}, base, edits);
  }
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

}  // namespace viewproof

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/case/ops.h"
#include "conformance/picture/reason.h"
#include "tools/cli/python_reader.h"

namespace viewproof {
namespace {

// Elements whose values are as in PyTorch: an index may name them.
constexpr int64_t kMaxExactValues = 4096;

constexpr std::array<std::string_view, 8> kMakers = {
    "empty", "zeros", "ones", "rand", "randn", "arange", "full", "eye"};
constexpr std::array<std::string_view, 5> kLike = {
    "empty_like", "zeros_like", "ones_like", "rand_like", "randn_like"};
DType DTypeIn(const PythonArguments& arguments, DType otherwise) {
  for (const PythonArgument& argument : arguments) {
    const auto* dtype = argument.value.As<DType>();
    if (argument.name != "dtype" || dtype == nullptr) continue;
    if (!IsBaseDType(*dtype))
      RefusePython("dtype", "one that a tensor is made of");
    return *dtype;
  }
  return otherwise;
}

// Every number of the arguments that stand without a name, or as `sizes` does.
Ints SizesIn(std::string_view name, const PythonArguments& arguments) {
  Ints sizes;
  for (const PythonArgument& argument : arguments) {
    if (!argument.name.empty() && argument.name != "size") continue;
    const auto list = argument.value.Integers();
    if (const auto number = argument.value.Integer()) {
      sizes.push_back(*number);
    } else if (list) {
      sizes.insert(sizes.end(), list->begin(), list->end());
      if (name == "full") return sizes;  // Then comes its value.
    } else {
      RefusePython(name, "sizes, which are integers");
    }
  }
  return sizes;
}

// Returns what torch.zeros, ones and arange put into a tensor that may be an
// index.
std::optional<Values> ValuesOf(std::string_view name, DType dtype,
                               const Ints& sizes) {
  const bool is_index =
      dtype == DType::kBool || dtype == DType::kUInt8 || IsSignedInteger(dtype);
  const Wide count = CountOf(sizes);
  if (!is_index || count > kMaxExactValues) return std::nullopt;
  Values values{.form = FormOf(dtype), .list = {}};
  for (Wide k = 0; k < count; ++k) {
    const auto number =
        name == "arange" ? static_cast<int64_t>(k) : int64_t{name == "ones"};
    values.list.push_back(
        Whole(dtype == DType::kBool ? int64_t{number != 0} : number));
  }
  return values;
}

}  // namespace

void RefusePython(std::string_view name, std::string_view expected) {
  throw BadInput(fmt::format("{}: expected {}", name, expected));
}

// The elements of nested lists, whose sizes it tells.
void FlattenPython(const PythonValue& value, std::size_t depth, Ints& sizes,
                   std::vector<Scalar>& elements, DType& dtype) {
  if (const auto* list = value.As<PythonValues>()) {
    if (sizes.size() == depth) sizes.push_back(std::ssize(*list));
    if (sizes[depth] != std::ssize(*list)) {
      RefusePython("tensor", "lists of one length");
    }
    for (const PythonValue& item : *list) {
      FlattenPython(item, depth + 1, sizes, elements, dtype);
    }
    return;
  }
  if (const auto* flag = value.As<bool>()) {
    elements.push_back({*flag ? 1.0 : 0.0});
    if (elements.size() == 1) dtype = DType::kBool;
  } else if (const auto number = value.Integer()) {
    elements.push_back(Whole(*number));
    if (elements.size() == 1) dtype = DType::kInt64;
  } else if (const auto* real = value.As<Scalar>()) {
    elements.push_back(*real);
    if (dtype != DType::kComplex64) {
      dtype = real->im == 0 ? DType::kFloat32 : DType::kComplex64;
    }
  } else {
    RefusePython("tensor", "numbers");
  }
}

PythonValue PythonChain::MakeLiteral(const Literal& literal,
                                     const std::string& source) {
  if (std::ranges::any_of(literal.sizes, [](int64_t n) { return n < 0; })) {
    RefusePython(source, "sizes of at least 0");
  }
  if (!ContiguousStrides(literal.sizes) || !Numel(literal.sizes)) {
    RefusePython(source, "sizes whose product fits int64");
  }
  if (!is_started_) {
    is_started_ = true;
    Base& base = question_.test.base;
    base.dtype = literal.dtype;
    base.sizes = literal.sizes;
    base.fill =
        CountOf(literal.sizes) > kMaxBase ? FillKind::kCycle : FillKind::kIota;
    if (literal.values) {
      base.fill = FillKind::kValues;
      base.values = *literal.values;
    }
    question_.names.makers = {source};
    return {OutputRef{0, 0}};
  }
  question_.names.makers.resize(question_.test.chain.size() + 1);
  question_.test.chain.push_back(
      {FindOp("new"), {TensorArg(literal)}, std::nullopt});
  question_.names.makers.push_back(source);
  outcomes_ = OutcomesOf(question_.test);
  current_ = {std::ssize(question_.test.chain), 0};
  return {current_};
}

std::optional<PythonValue> PythonChain::Make(std::string_view name,
                                             const PythonArguments& arguments,
                                             const std::string& source) {
  if (name == "sparse_coo_tensor") return Sparse(arguments, source);
  if (std::ranges::count(kLike, name) > 0 && !arguments.empty()) {
    const auto like = TensorOf(arguments.front().value);
    if (!like) RefusePython(name, "a tensor");
    return Call(*like, "clone", {});
  }
  if (name == "tensor" || name == "Tensor" || name == "FloatTensor" ||
      name == "LongTensor") {
    if (arguments.empty()) RefusePython(name, "an argument");
    const bool is_sizes =
        name != "tensor" && arguments.front().value.Integer().has_value();
    DType dtype = name == "LongTensor" ? DType::kInt64 : DType::kFloat32;
    if (is_sizes) {
      return MakeLiteral({dtype, SizesIn(name, arguments), {}}, source);
    }
    DType told = dtype;
    Ints sizes;
    Values values;
    FlattenPython(arguments.front().value, 0, sizes, values.list, told);
    dtype = DTypeIn(arguments, name == "tensor" ? told : dtype);
    values.form = FormOf(dtype);
    return MakeLiteral({dtype, sizes, std::move(values)}, source);
  }
  if (name == "empty_strided") {
    const auto list = [&](std::string_view called, std::size_t place) {
      for (std::size_t k = 0; k < arguments.size(); ++k) {
        const bool is_it = arguments[k].name == called ||
                           (arguments[k].name.empty() && k == place);
        const auto numbers = arguments[k].value.Integers();
        if (is_it && numbers) return *numbers;
      }
      RefusePython(name, "empty_strided(sizes, strides)");
    };
    const Geometry geometry = {list("size", 0), list("stride", 1), 0};
    const Case made = CaseOf(DTypeIn(arguments, DType::kFloat32), geometry, "");
    if (made.chain.empty()) {
      return MakeLiteral({made.base.dtype, made.base.sizes, {}}, source);
    }
    const PythonValue storage =
        MakeLiteral({made.base.dtype, made.base.sizes, {}}, "its storage");
    const PythonValue tensor =
        Add(made.chain.front(), *storage.As<OutputRef>());
    question_.names.makers.resize(question_.test.chain.size());
    question_.names.makers.push_back(source);
    return tensor;
  }
  if (std::ranges::count(kMakers, name) == 0) return std::nullopt;
  const bool counts = name == "arange";
  Ints sizes = SizesIn(name, arguments);
  if (counts && sizes.size() == 2) sizes = {sizes[1] - sizes[0]};
  if (counts && sizes.size() != 1) RefusePython(name, "arange(n)");
  if (name == "eye" && sizes.size() == 1) sizes.push_back(sizes[0]);
  const DType dtype =
      DTypeIn(arguments, counts ? DType::kInt64 : DType::kFloat32);
  return MakeLiteral({dtype, sizes, ValuesOf(name, dtype, sizes)}, source);
}

PythonValue PythonChain::Sparse(const PythonArguments& arguments,
                                const std::string& source) {
  const auto* lists =
      arguments.size() < 3 ? nullptr : arguments[0].value.As<PythonValues>();
  if (lists == nullptr || is_started_ || !arguments[2].value.Integers()) {
    RefusePython("sparse_coo_tensor",
                 "lists of indices, values and sizes, first");
  }
  Coo coo;
  for (const PythonValue& list : *lists) {
    if (!list.Integers()) RefusePython("sparse_coo_tensor", "indices");
    coo.indices.push_back(*list.Integers());
  }
  const PythonValue made = MakeLiteral(
      {DTypeIn(arguments, DType::kFloat32), *arguments[2].value.Integers(), {}},
      source);
  question_.test.base.coo = std::move(coo);
  return made;
}

}  // namespace viewproof

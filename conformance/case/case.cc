#include "conformance/case/case.h"

#include <algorithm>
#include <array>

#include "reference/core/checked.h"

namespace viewproof {
namespace {

// Indexed by ErrorKind.
constexpr std::array kErrorKinds = {std::string_view("dim_out_of_range"),
                                    std::string_view("duplicate_dim"),
                                    std::string_view("index_out_of_range"),
                                    std::string_view("rank"),
                                    std::string_view("argument"),
                                    std::string_view("size"),
                                    std::string_view("inference"),
                                    std::string_view("not_viewable"),
                                    std::string_view("out_of_bounds"),
                                    std::string_view("overflow"),
                                    std::string_view("dtype"),
                                    std::string_view("tensor_kind"),
                                    std::string_view("state"),
                                    std::string_view("overlap")};

// At least as many elements as an advanced index can name.
std::optional<int64_t> MostNamed(const Index<Literal>& index,
                                 const Ints& operand_sizes) {
  std::optional<int64_t> most = 1;
  const auto multiply = [&most](std::optional<int64_t> factor) {
    most = most && factor
               ? CheckedMultiply(*most, std::max<int64_t>(*factor, 1))
               : std::nullopt;
  };
  for (const int64_t size : operand_sizes) multiply(size);
  for (const IndexItem<Literal>& item : index) {
    const auto* literal = std::get_if<Literal>(&item);
    const bool mask = literal != nullptr && (literal->dtype == DType::kBool ||
                                             literal->dtype == DType::kUInt8);
    // A mask names what the dimensions that it stands for hold, or less.
    if (literal != nullptr && !mask) multiply(Numel(literal->sizes));
  }
  return most;
}

}  // namespace

std::string_view Name(ErrorKind kind) {
  return kErrorKinds[static_cast<std::size_t>(kind)];
}

std::optional<ErrorKind> FindErrorKind(std::string_view name) {
  const auto found = std::find(kErrorKinds.begin(), kErrorKinds.end(), name);
  if (found == kErrorKinds.end()) return std::nullopt;
  return static_cast<ErrorKind>(found - kErrorKinds.begin());
}

Form FormOf(DType dtype) {
  if (dtype == DType::kBool) return Form::kBool;
  return IsComplex(dtype) ? Form::kComplex : Form::kNumber;
}

bool FitsIndex(const Index<Literal>& index) {
  const auto ellipses = std::count_if(
      index.begin(), index.end(),
      [](const auto& item) { return std::holds_alternative<Ellipsis>(item); });
  return !index.empty() && std::ssize(index) <= kMaxItems && ellipses <= 1;
}

const Index<Literal>* IndexOf(const Step& step) {
  for (const Arg& arg : step.args) {
    if (const auto* index = std::get_if<Index<Literal>>(&arg)) return index;
  }
  return nullptr;
}

bool IsAdvanced(const Index<Literal>& index) {
  return std::any_of(index.begin(), index.end(), [](const auto& item) {
    const auto* literal = std::get_if<Literal>(&item);
    if (literal == nullptr) return std::holds_alternative<bool>(item);
    return !literal->sizes.empty() || !IsSignedInteger(literal->dtype);
  });
}

OpKind KindOf(const Step& step) {
  if (step.op->kind != OpKind::kByIndex) return step.op->kind;
  return IsAdvanced(*IndexOf(step)) ? OpKind::kCopy : OpKind::kView;
}

bool HasFreeLayout(const Step& step) {
  return step.op->kind == OpKind::kByIndex && KindOf(step) == OpKind::kCopy;
}

bool NeedsNoStrides(const Step& step) {
  return step.op->kind == OpKind::kWrite || Observes(*step.op) ||
         HasFreeLayout(step);
}

void DropUnspecified(const std::vector<Step>& chain,
                     std::vector<Outcome>& outcomes) {
  for (std::size_t k = 0; k < std::min(chain.size(), outcomes.size()); ++k) {
    auto* outputs = std::get_if<std::vector<Output>>(&outcomes[k]);
    if (outputs == nullptr || !HasFreeLayout(chain[k])) continue;
    for (Output& output : *outputs) {
      output.strides.reset();
      output.offset.reset();
      output.contiguous.reset();
    }
  }
}

bool MisusesSparse(const Base& base, const Step& step, OutputRef operand) {
  if (!base.coo) return false;
  if (operand == OutputRef() && step.op->profile != Profile::kSparse) {
    return true;
  }
  const Arg names_base = TensorArg(OutputRef());
  return std::find(step.args.begin(), step.args.end(), names_base) !=
         step.args.end();
}

const int64_t* NumberWritten(const Step& step, std::size_t k) {
  const ArgType type = step.op->parameters[k].type;
  const bool writes = type == ArgType::kNumber || type == ArgType::kValue;
  return writes ? std::get_if<int64_t>(&step.args[k]) : nullptr;
}

bool Names(const Case& test, DType dtype) {
  return test.base.dtype == dtype ||
         std::any_of(test.chain.begin(), test.chain.end(), [&](const Step& s) {
           return std::any_of(s.args.begin(), s.args.end(), [&](const Arg& a) {
             const auto* named = std::get_if<DType>(&a);
             return named != nullptr && *named == dtype;
           });
         });
}

bool HoldsAnyBytes(DType dtype) {
  return dtype != DType::kBool && dtype != DType::kFloat16;
}

bool MayWrite(const Case& test, DType target) {
  return std::none_of(kDTypes.begin(), kDTypes.end(), [&](DType dtype) {
    return dtype != target && !HoldsAnyBytes(dtype) && Names(test, dtype);
  });
}

Ints FilledSizes(const Base& base) {
  if (!base.coo) return base.sizes;
  const std::vector<Ints>& indices = base.coo->indices;
  Ints sizes = {static_cast<int64_t>(indices.front().size())};
  sizes.insert(sizes.end(), base.sizes.begin() + std::ssize(indices),
               base.sizes.end());
  return sizes;
}

std::string_view FaultOf(const Base& base) {
  if (!base.coo) return {};
  const std::vector<Ints>& indices = base.coo->indices;
  if (base.fill != FillKind::kIota) return "a sparse base holds iota";
  if (indices.empty() || indices.size() > base.sizes.size()) {
    return "expected a list of numbers for 1 to all dimensions";
  }
  for (std::size_t d = 0; d < indices.size(); ++d) {
    if (indices[d].size() != indices[0].size()) return "lists of two lengths";
    for (const int64_t number : indices[d]) {
      if (number < 0 || number >= base.sizes[d]) return "a number out of range";
    }
  }
  if (!base.coo->coalesced) return {};
  std::vector<Ints> places(indices[0].size());
  for (std::size_t k = 0; k < places.size(); ++k) {
    for (const Ints& dimension : indices) places[k].push_back(dimension[k]);
    if (k > 0 && places[k] <= places[k - 1]) return "not sorted: not coalesced";
  }
  return {};
}

Literal IndicesOf(const Coo& coo) {
  Literal made{DType::kInt64,
               {std::ssize(coo.indices), std::ssize(coo.indices.front())},
               Values()};
  for (const Ints& dimension : coo.indices) {
    for (const int64_t number : dimension) {
      made.values->list.push_back({static_cast<double>(number)});
    }
  }
  return made;
}

bool Values::operator==(const Values& other) const {
  return list == other.list && (list.empty() || form == other.form);
}

Scalar Iota(DType dtype, int64_t k) {
  const auto x = static_cast<double>(k);
  if (dtype == DType::kBool) return {k % 3 == 0 ? 1.0 : 0.0};
  if (IsComplex(dtype)) return {2 * x + 1, 2 * x + 2};
  return {x + 1};
}

std::vector<std::byte> FillBytes(const Base& base, bool with_bool) {
  const int64_t numel = Numel(FilledSizes(base)).value();
  const int64_t item_size = ItemSize(base.dtype);
  std::vector<std::byte> bytes(numel * item_size);
  if (base.fill == FillKind::kIota) {
    for (int64_t k = 0; k < numel; ++k) {
      Encode(base.dtype, Iota(base.dtype, k), bytes.data() + k * item_size);
    }
    return bytes;
  }
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    bytes[k] = static_cast<std::byte>(with_bool ? k % 3 == 0 : k % 251);
  }
  return bytes;
}

Values ElementsOf(const Literal& literal) {
  if (literal.values) return *literal.values;
  Values values{.form = FormOf(literal.dtype), .list = {}};
  const int64_t numel = Numel(literal.sizes).value();
  for (int64_t k = 0; k < numel; ++k) {
    values.list.push_back(Iota(literal.dtype, k));
  }
  return values;
}

std::optional<int64_t> DimAlong(const Op& op, std::span<const Arg> args,
                                int64_t rank) {
  if (op.cuts != nullptr) return WrapDim(op.cuts(rank), rank);
  for (std::size_t k = 0; k < args.size(); ++k) {
    if (op.parameters[k].domain != Domain::kDim) continue;
    return WrapDim(std::get<int64_t>(args[k]), rank);
  }
  return std::nullopt;
}

int64_t OutputCount(const Step& step, const Ints& operand_sizes) {
  const std::optional<int64_t> dim =
      DimAlong(*step.op, step.args, std::ssize(operand_sizes));
  if (!dim) return 0;
  Cutting cutting{.size = operand_sizes[*dim]};
  if (const auto* number = std::get_if<int64_t>(&step.args[0])) {
    cutting.number = std::max<int64_t>(*number, 0);
  } else if (const auto* list = std::get_if<Ints>(&step.args[0])) {
    cutting.entries = std::ssize(*list);
  }
  return step.op->outputs(cutting);
}

bool ReadyToShow(Output& output, FillKind fill, DType dtype,
                 std::optional<int64_t> numel) {
  if (!numel || *numel > kMaxValues) return false;
  if (fill == FillKind::kBytes) {
    output.bytes.emplace().reserve(2 * *numel * ItemSize(dtype));
  } else {
    output.values.emplace().form = FormOf(dtype);
    output.values->list.reserve(*numel);
  }
  return true;
}

bool TooLarge(const Step& step, const Ints& operand_sizes, DType dtype) {
  if (step.op->returns_list()) {
    return OutputCount(step, operand_sizes) > kMaxOutputs;
  }
  const Index<Literal>* index = IndexOf(step);
  if (index != nullptr && IsAdvanced(*index)) {
    return MostNamed(*index, operand_sizes).value_or(INT64_MAX) > kMaxCopied;
  }
  const bool writes = step.op->kind == OpKind::kWrite;
  const bool may_copy = step.op->kind == OpKind::kEither ||
                        step.op->kind == OpKind::kSelfOrCopy ||
                        step.op->kind == OpKind::kCopy;
  if (!writes && !may_copy) return false;
  const std::optional<int64_t> numel = Numel(operand_sizes);
  if (!numel) return writes;
  if (may_copy && !CheckedMultiply(*numel, ItemSize(dtype))) return false;
  return *numel > kMaxCopied;
}

}  // namespace viewproof

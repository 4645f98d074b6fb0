#include "conformance/case/torch_code.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <variant>

#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/case/operands.h"

namespace viewproof {
namespace {

constexpr int64_t kListed = 64;  // Elements that are written out.

constexpr std::array<std::string_view, 6> kProperties = {"H",  "T",  "imag",
                                                         "mH", "mT", "real"};
constexpr std::array<std::string_view, 2> kFunctions = {"view_as_complex",
                                                        "view_as_real"};
// Those that take the numbers of a list one by one.
constexpr std::array<std::string_view, 4> kSpread = {"expand", "permute",
                                                     "reshape", "view"};

template <typename List>
bool Has(const List& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

std::string DTypeCode(DType dtype) {
  return fmt::format("torch.{}", Name(dtype));
}

std::string Code(double number) {
  if (std::isnan(number)) return "float('nan')";
  if (std::isinf(number)) return number < 0 ? "-float('inf')" : "float('inf')";
  return fmt::format("{}", number);
}

std::string Code(const Scalar& number, Form form) {
  if (form == Form::kBool) return number.re != 0 ? "True" : "False";
  if (form == Form::kComplex) {
    return fmt::format("complex({}, {})", Code(number.re), Code(number.im));
  }
  if (const auto whole = WholeOf(number)) return fmt::format("{}", *whole);
  return Code(number.re);
}

std::string Code(const Scalar& number) {
  return Code(number, number.im == 0 ? Form::kNumber : Form::kComplex);
}

std::string Code(const Ints& list) {
  return fmt::format("[{}]", fmt::join(list, ", "));
}

std::string Code(const std::optional<int64_t>& number) {
  return number ? fmt::format("{}", *number) : "None";
}

std::string ListCode(const Values& values) {
  std::vector<std::string> items;
  for (const Scalar& value : values.list) {
    items.push_back(Code(value, values.form));
  }
  return fmt::format("[{}]", fmt::join(items, ", "));
}

// A tensor of 1, 2, 3, ...
std::string IotaCode(DType dtype, const Ints& sizes) {
  const int64_t count = Numel(sizes).value_or(0);
  if (IsComplex(dtype)) {
    return fmt::format(
        "torch.complex(*torch.arange(1., {}., dtype=torch.float64)"
        ".reshape(-1, 2).T).to({}).reshape({})",
        2 * count + 1, DTypeCode(dtype), Code(sizes));
  }
  if (dtype == DType::kBool) {
    return fmt::format("(torch.arange({}) % 3 == 0).reshape({})", count,
                       Code(sizes));
  }
  return fmt::format("torch.arange(1, {}).to({}).reshape({})", count + 1,
                     DTypeCode(dtype), Code(sizes));
}

std::string Code(const Literal& literal) {
  if (!literal.values) return IotaCode(literal.dtype, literal.sizes);
  // torch.tensor makes this of a list by itself.
  if (literal.sizes.size() == 1 && literal.dtype == DType::kInt64) {
    return fmt::format("torch.tensor({})", ListCode(*literal.values));
  }
  return fmt::format("torch.tensor({}, dtype={}).reshape({})",
                     ListCode(*literal.values), DTypeCode(literal.dtype),
                     Code(literal.sizes));
}

// Returns whether a dtype of the chain is bool.
bool HasBool(const Base& base, const std::vector<Step>& chain) {
  return base.dtype == DType::kBool ||
         std::ranges::any_of(chain, [](const Step& step) {
           return std::ranges::any_of(step.args, [](const Arg& arg) {
             const auto* dtype = std::get_if<DType>(&arg);
             return dtype != nullptr && *dtype == DType::kBool;
           });
         });
}

std::string BaseCode(const Base& base, const std::vector<Step>& chain) {
  const int64_t count = Numel(base.sizes).value_or(0);
  if (base.fill == FillKind::kIota) return IotaCode(base.dtype, base.sizes);
  if (SaysValues(base.fill) && count <= kListed) {
    return Code(Literal{base.dtype, base.sizes, base.values});
  }
  if (base.fill == FillKind::kCycle) {
    return fmt::format("(torch.arange({}) % {}{}).to({}).reshape({})", count,
                       base.dtype == DType::kBool ? "3 == 0" : "97",
                       base.dtype == DType::kBool ? "" : " + 1",
                       DTypeCode(base.dtype), Code(base.sizes));
  }
  std::vector<int> bytes;
  for (const std::byte byte : FillBytes(base, HasBool(base, chain))) {
    bytes.push_back(std::to_integer<int>(byte));
  }
  return fmt::format(
      "torch.tensor([{}], dtype=torch.uint8).view({}).reshape({})",
      fmt::join(bytes, ", "), DTypeCode(base.dtype), Code(base.sizes));
}

bool IsIndexed(const Step& step) {
  return !step.op->parameters.empty() &&
         step.op->parameters[0].type == ArgType::kIndex;
}

// Spells the arguments of one step.
class Speller {
 public:
  Speller(const Step& step, const TensorNames& name)
      : step_(step), name_(name) {}

  // Returns it as it stands after the operand: ".view(2, 3)".
  std::string Call(const std::string& x) const {
    if (step_.op->kind == OpKind::kNew) return Spell(0);
    if (IsIndexed(step_)) {
      const bool assigns = step_.op->kind == OpKind::kWrite;
      return fmt::format("{}[{}]{}", x, Spell(0),
                         assigns ? " = " + Spell(1) : "");
    }
    const std::string_view name =
        step_.op->name.substr(0, step_.op->name.find('.'));
    if (Has(kProperties, name)) return fmt::format("{}.{}", x, name);
    std::vector<std::string> args;
    for (std::size_t k = 0; k < step_.args.size(); ++k) {
      args.push_back(Spell(k));
    }
    std::string list = fmt::format("{}", fmt::join(args, ", "));
    if (Has(kSpread, name) && list.size() > 2 && list.front() == '[') {
      list = list.substr(1, list.size() - 2);
    }
    if (Has(kFunctions, name) && !x.empty()) {
      return fmt::format("torch.{}({})", name, x);
    }
    if (name == "slice" && !x.empty()) {
      return fmt::format("torch.ops.aten.slice.Tensor({}, {})", x, list);
    }
    return fmt::format("{}.{}({})", x, name, list);
  }

 private:
  std::string Spell(const TensorArg& tensor) const {
    const auto* ref = std::get_if<OutputRef>(&tensor);
    return ref != nullptr ? name_(*ref) : Code(std::get<Literal>(tensor));
  }

  std::string Spell(const IndexItem<TensorArg>& item) const {
    if (const auto* tensor = std::get_if<TensorArg>(&item)) {
      return Spell(*tensor);
    }
    if (const auto* number = std::get_if<int64_t>(&item)) {
      return fmt::format("{}", *number);
    }
    if (const auto* flag = std::get_if<bool>(&item)) {
      return *flag ? "True" : "False";
    }
    if (std::holds_alternative<NewAxis>(item)) return "None";
    if (std::holds_alternative<Ellipsis>(item)) return "...";
    const auto& range = std::get<Range>(item);
    const auto bound = [](const std::optional<int64_t>& n) {
      return n ? fmt::format("{}", *n) : std::string();
    };
    std::string text = bound(range.start) + ":" + bound(range.stop);
    if (range.step) text += ":" + bound(range.step);
    return text;
  }

  std::string Spell(std::size_t k) const {
    const Arg& arg = step_.args[k];
    if (const auto* index = std::get_if<Index<TensorArg>>(&arg)) {
      std::vector<std::string> items;
      for (const auto& item : *index) items.push_back(Spell(item));
      return items.empty() ? "()" : fmt::format("{}", fmt::join(items, ", "));
    }
    if (const auto* tensor = std::get_if<TensorArg>(&arg)) {
      return Spell(*tensor);
    }
    if (const auto* dtype = std::get_if<DType>(&arg)) return DTypeCode(*dtype);
    if (const auto* format = std::get_if<MemoryFormat>(&arg)) {
      return fmt::format("memory_format=torch.{}", Name(*format));
    }
    if (const auto* list = std::get_if<Ints>(&arg)) return Code(*list);
    if (const auto* number = std::get_if<int64_t>(&arg)) {
      return fmt::format("{}", *number);
    }
    if (const auto* number = std::get_if<Scalar>(&arg)) return Code(*number);
    return Code(std::get<std::optional<int64_t>>(arg));
  }

  const Step& step_;
  const TensorNames& name_;
};

std::string TupleCode(const Ints& list) {
  return fmt::format("({}{})", fmt::join(list, ", "),
                     list.size() == 1 ? "," : "");
}

std::string NameOf(const Case& test, OutputRef ref) {
  const bool listed = ref.step > 0 && ref.step <= std::ssize(test.chain) &&
                      test.chain[ref.step - 1].op->returns_list();
  return listed ? fmt::format("t{}[{}]", ref.step, ref.output)
                : fmt::format("t{}", ref.step);
}

// Returns whether an equal value may be told apart from itself.
bool HasNan(const Values& values) {
  return std::ranges::any_of(values.list, [](const Scalar& value) {
    return std::isnan(value.re) || std::isnan(value.im);
  });
}

}  // namespace

std::string AssertionCode(const Case& test,
                          const std::vector<Outcome>& outcomes, OutputRef ref,
                          std::string_view field, Library library) {
  const bool is_torch = library == Library::kTorch;
  if (ref.step < 1 || ref.step > std::ssize(outcomes)) return "";
  const auto at = static_cast<std::size_t>(ref.step - 1);
  if (std::holds_alternative<ErrorReply>(outcomes[at])) {
    return "assert False, \"the line above is to raise\"";
  }
  const Output* due = FindOutput(outcomes, ref);
  if (due == nullptr) return "";
  const bool reads = test.chain[at].op->kind == OpKind::kObserve;
  const std::string x =
      NameOf(test, reads ? OperandsOf(test.chain, outcomes)[at] : ref);
  const auto same = [](const std::string& is, const std::string& expected) {
    return fmt::format("assert {} == {}", is, expected);
  };
  const auto flag = [](bool expected, const std::string& is) {
    return fmt::format("assert {}{}", expected ? "" : "not ", is);
  };
  if (field == "values") {
    if (!due->values || HasNan(*due->values) ||
        std::ssize(due->values->list) > kListed) {
      return "";
    }
    return same(x + ".flatten().tolist()", ListCode(*due->values));
  }
  if (reads) return "";
  if (field == "sizes") {
    return same(fmt::format("tuple({}.shape)", x), TupleCode(due->sizes));
  }
  if (field == "strides" && due->strides) {
    return same(is_torch ? x + ".stride()"
                         : fmt::format("tuple(s // {0}.itemsize for s in "
                                       "{0}.strides)",
                                       x),
                TupleCode(*due->strides));
  }
  if (field == "dtype" && due->dtype) {
    return same(x + ".dtype", is_torch
                                  ? DTypeCode(*due->dtype)
                                  : fmt::format("\"{}\"", Name(*due->dtype)));
  }
  if (field == "contiguous" && due->contiguous) {
    return flag(*due->contiguous,
                x + (is_torch ? ".is_contiguous()" : ".flags.c_contiguous"));
  }
  // Nothing tells where a tensor without elements lies.
  if (field == "storage" && due->storage && Numel(due->sizes) != 0) {
    const bool shares = *due->storage == 0;
    if (!is_torch)
      return flag(shares, fmt::format("np.shares_memory({}, t0)", x));
    return fmt::format(
        "assert {}.untyped_storage().data_ptr() {} "
        "t0.untyped_storage().data_ptr()",
        x, shares ? "==" : "!=");
  }
  if (!is_torch) return "";
  if (field == "offset" && due->offset) {
    return same(x + ".storage_offset()", fmt::format("{}", *due->offset));
  }
  if (field == "conj") return flag(due->conj, x + ".is_conj()");
  return field == "neg" ? flag(due->neg, x + ".is_neg()") : "";
}

std::string TorchCall(const Step& step, const std::string& operand,
                      const TensorNames& name) {
  return Speller(step, name).Call(operand);
}

std::vector<std::string> TorchCode(const Case& test,
                                   const std::vector<Outcome>& outcomes) {
  const std::vector<OutputRef> operands = OperandsOf(test.chain, outcomes);
  const TensorNames name = [&](OutputRef ref) { return NameOf(test, ref); };
  std::vector<std::string> lines = {"t0 = " + BaseCode(test.base, test.chain)};
  for (std::size_t k = 0; k < test.chain.size(); ++k) {
    const Step& step = test.chain[k];
    const std::string x = name(operands[k]);
    switch (step.op->kind) {
      case OpKind::kObserve:
        lines.push_back(fmt::format("print({}.tolist())", x));
        break;
      case OpKind::kQuery:
        lines.push_back(fmt::format("print({})", TorchCall(step, x, name)));
        break;
      case OpKind::kForget:
        lines.push_back("del " + x);
        break;
      case OpKind::kWrite:
        lines.push_back(TorchCall(step, x, name));
        break;
      default:
        lines.push_back(
            fmt::format("t{} = {}", k + 1, TorchCall(step, x, name)));
    }
    const bool fails =
        k < outcomes.size() && std::holds_alternative<ErrorReply>(outcomes[k]);
    if (fails) lines.back() += "  # is to raise";
  }
  return lines;
}

}  // namespace viewproof

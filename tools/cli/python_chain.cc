#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/bounds.h"
#include "conformance/case/fill.h"
#include "conformance/case/operands.h"
#include "conformance/case/ops.h"
#include "conformance/judge/relation.h"
#include "conformance/picture/reason.h"
#include "tools/cli/python_reader.h"

namespace viewproof {
namespace {

// Arguments that change no size and no stride.
constexpr std::array<std::string_view, 9> kIdle = {
    "requires_grad", "device", "non_blocking", "pin_memory", "out",
    "generator",     "layout", "fill_value",   "names"};

std::optional<Scalar> NumberOf(const PythonValue& value) {
  if (const auto* flag = value.As<bool>()) return Scalar{*flag ? 1.0 : 0.0};
  if (const auto number = value.Integer()) return Whole(*number);
  if (const auto* real = value.As<Scalar>()) return *real;
  return std::nullopt;
}

bool IsIntList(ArgType type) {
  return type == ArgType::kDims || type == ArgType::kInts ||
         type == ArgType::kSizes || type == ArgType::kSizesInfer;
}

}  // namespace

PythonValue PythonChain::Add(Step step, OutputRef x) {
  if (x != current_) step.on = x;
  const Op& op = *step.op;
  question_.test.chain.push_back(std::move(step));
  const int64_t number = std::ssize(question_.test.chain);
  outcomes_ = OutcomesOf(question_.test);
  if (std::ssize(outcomes_) < number) {
    RefusePython(op.name, "another op: this one is not for a sparse tensor");
  }
  is_refused_ = std::holds_alternative<ErrorReply>(outcomes_.back());
  if (op.kind == OpKind::kWrite || op.kind == OpKind::kForget) return {x};
  if (op.kind == OpKind::kQuery) return {PythonNone()};
  current_ = {number, 0};
  if (!op.returns_list()) return {current_};
  const auto* outputs = std::get_if<std::vector<Output>>(&outcomes_.back());
  return {TensorList{number, outputs == nullptr ? 0 : std::ssize(*outputs)}};
}

std::optional<PythonValue> PythonChain::Call(OutputRef x, std::string_view name,
                                             const PythonArguments& given) {
  PythonArguments arguments;
  for (const PythonArgument& argument : given) {
    if (std::ranges::count(kIdle, argument.name) == 0)
      arguments.push_back(argument);
  }
  bool is_op = false;
  for (const Op& op : Ops()) {
    const bool is_overload = op.name == name ||
                             (op.name.starts_with(name) &&
                              op.name.substr(name.size()).starts_with('.')) ||
                             (name == "split" && op.name == "split_with_sizes");
    if (!is_overload) continue;
    is_op = true;
    if (auto step = StepOf(op, arguments)) return Add(*std::move(step), x);
  }
  if (!is_op) return std::nullopt;
  std::string parameters;
  for (const Parameter& parameter : FindOp(name)->parameters) {
    parameters += (parameters.empty() ? "" : ", ");
    parameters += parameter.name;
  }
  RefusePython(name, fmt::format("the arguments ({})", parameters));
}

PythonValue PythonChain::Update(OutputRef x, const char* sign,
                                const PythonValue& value) {
  const auto result = Call(x, "add_", {{"", value}});
  question_.names.spellings[std::ssize(question_.test.chain)] = sign;
  return *result;
}

PythonValue PythonChain::To(OutputRef x, const PythonArguments& arguments,
                            const std::string& spelt) {
  const DType dtype = viewproof::DTypeOf(question_.test, outcomes_, x);
  for (const PythonArgument& argument : arguments) {
    const auto* asked = argument.value.As<DType>();
    const auto* format = argument.value.As<MemoryFormat>();
    const bool changes =
        (asked != nullptr && *asked != dtype) ||
        (format != nullptr && *format != MemoryFormat::kContiguous &&
         *format != MemoryFormat::kPreserve);
    if (!changes && !(argument.name == "copy")) continue;
    RefusePython("to", "what changes nothing: a conversion is no view");
  }
  // This one of the ops that are known here gives its operand itself too.
  const auto itself = Call(x, "resolve_conj", {});
  question_.names.spellings[std::ssize(question_.test.chain)] = spelt;
  return *itself;
}

std::optional<Step> PythonChain::StepOf(const Op& op,
                                        const PythonArguments& arguments) {
  const std::vector<Parameter>& parameters = op.parameters;
  std::vector<std::optional<Arg>> args(parameters.size());
  const bool is_spread =
      parameters.size() == 1 && IsIntList(parameters[0].type) &&
      !arguments.empty() &&
      std::ranges::all_of(arguments, [](const PythonArgument& argument) {
        return argument.name.empty() && argument.value.Integer();
      });
  // squeeze(0) is squeeze.dim; squeeze.dims takes a list.
  if (is_spread && op.name == "squeeze.dims") return std::nullopt;
  if (is_spread) {
    Ints list;
    for (const auto& argument : arguments) {
      list.push_back(*argument.value.Integer());
    }
    return Step{&op, {list}, std::nullopt};
  }
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    std::size_t place = k;
    if (!arguments[k].name.empty()) {
      place = 0;
      while (place < parameters.size() &&
             parameters[place].name != arguments[k].name) {
        ++place;
      }
    }
    if (place >= parameters.size()) return std::nullopt;
    args[place] = ArgOf(parameters[place], arguments[k].value);
    if (!args[place]) return std::nullopt;
  }
  Step step{&op, {}, std::nullopt};
  for (std::size_t k = 0; k < args.size(); ++k) {
    if (!args[k]) {
      if (parameters[k].otherwise.empty()) return std::nullopt;
      // Defaults are spelt as in the notation; and are made here.
      const auto number =
          parameters[k].otherwise == "null"
              ? std::optional<int64_t>()
              : std::stoll(std::string(parameters[k].otherwise));
      if (parameters[k].type == ArgType::kOptionalInt) {
        args[k] = Arg(number);
      } else {
        args[k] = Arg(std::in_place_type<int64_t>, number.value_or(0));
      }
    }
    step.args.push_back(*std::move(args[k]));
  }
  return step;
}

std::optional<Arg> PythonChain::ArgOf(const Parameter& parameter,
                                      const PythonValue& value) {
  switch (parameter.type) {
    case ArgType::kDim:
    case ArgType::kInt:
      if (!value.Integer()) return std::nullopt;
      return Arg(std::in_place_type<int64_t>, *value.Integer());
    case ArgType::kOptionalInt:
      if (value.As<PythonNone>()) return Arg(std::optional<int64_t>());
      if (!value.Integer()) return std::nullopt;
      return Arg(std::optional<int64_t>(*value.Integer()));
    case ArgType::kDims:
    case ArgType::kInts:
    case ArgType::kSizes:
    case ArgType::kSizesInfer:
      if (value.Integer()) return Arg(Ints{*value.Integer()});
      if (!value.Integers()) return std::nullopt;
      return Arg(*value.Integers());
    case ArgType::kNumber:
      if (const auto number = NumberOf(value)) return Arg(*number);
      return std::nullopt;
    case ArgType::kDType:
      if (const auto* dtype = value.As<DType>()) return Arg(*dtype);
      return std::nullopt;
    case ArgType::kMemoryFormat:
      if (const auto* format = value.As<MemoryFormat>()) return Arg(*format);
      return std::nullopt;
    case ArgType::kValue:
      if (const auto number = NumberOf(value)) return Arg(*number);
      [[fallthrough]];
    case ArgType::kTensor:
      if (const auto tensor = TensorOf(value)) return Arg(TensorArg(*tensor));
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

Index<TensorArg> PythonChain::IndexOf(const PythonValues& items) {
  Index<TensorArg> index;
  for (const PythonValue& item : items) {
    if (const auto* flag = item.As<bool>()) {
      index.emplace_back(*flag);
    } else if (const auto number = item.Integer()) {
      index.emplace_back(*number);
    } else if (item.As<PythonNone>() != nullptr) {
      index.emplace_back(NewAxis());
    } else if (item.As<Ellipsis>() != nullptr) {
      index.emplace_back(Ellipsis());
    } else if (const auto* range = item.As<Range>()) {
      index.emplace_back(*range);
    } else if (const auto* tensor = item.As<OutputRef>()) {
      index.emplace_back(TensorArg(*tensor));
    } else if (item.As<PythonValues>() != nullptr) {
      Literal literal{DType::kInt64, {}, Values()};
      FlattenPython(item, 0, literal.sizes, literal.values->list,
                    literal.dtype);
      literal.values->form = FormOf(literal.dtype);
      index.emplace_back(TensorArg(std::move(literal)));
    } else {
      RefusePython("an index",
                   "numbers, ranges, None, ..., masks and int64 tensors");
    }
  }
  if (!FitsIndex(index))
    RefusePython("an index", "fewer items, one of them \"...\"");
  return index;
}

PythonValue PythonChain::Item(OutputRef x, const PythonValues& items) {
  return Add({FindOp("getitem"), {IndexOf(items)}, std::nullopt}, x);
}

void PythonChain::Assign(OutputRef x, const PythonValues& items,
                         const PythonValue& value) {
  const Op* op = FindOp("setitem");
  auto assigned = ArgOf(op->parameters[1], value);
  if (!assigned) RefusePython("an assignment", "a number or a tensor");
  Add({op, {IndexOf(items), *std::move(assigned)}, std::nullopt}, x);
}

std::optional<OutputRef> PythonChain::TensorOf(const PythonValue& value) {
  if (const auto* tensor = value.As<OutputRef>()) return *tensor;
  const auto sizes = value.Integer() ? Ints{*value.Integer()}
                                     : value.Integers().value_or(Ints{-1});
  if (sizes == Ints{-1}) return std::nullopt;
  const PythonValue made =
      MakeLiteral({DType::kFloat32, sizes, {}},
                  fmt::format("torch.zeros({})", fmt::join(sizes, ", ")));
  const OutputRef tensor = *made.As<OutputRef>();
  if (!value.name.empty()) Name(value.name, tensor);
  return tensor;
}

std::optional<Geometry> PythonChain::GeometryOf(OutputRef x) {
  if (x.step == 0) return viewproof::GeometryOf(ShownBase(question_.test.base));
  const Output* output = FindOutput(outcomes_, x);
  if (output == nullptr) return std::nullopt;
  return viewproof::GeometryOf(*output);
}

}  // namespace viewproof

#include "conformance/sdk/cpp/sdk_arguments.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <variant>
#include <vector>

#include "conformance/case/fill.h"

namespace viewproof {

sdk::Tensor MakeTensor(sdk::Subject& adapter, DType dtype, const Ints& sizes,
                       std::span<const std::byte> bytes) {
  const std::string name(Name(dtype));
  if (std::ranges::find(adapter.hello.dtypes, name) ==
      adapter.hello.dtypes.end()) {
    throw sdk::Unsupported("dtype", name);
  }
  return adapter.Make(
      name, sizes,
      std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

sdk::Tensor MakeLiteral(sdk::Subject& adapter, const Literal& literal) {
  const Base base = {.dtype = literal.dtype,
                     .sizes = literal.sizes,
                     .fill = FillKind::kValues,
                     .values = ElementsOf(literal)};
  return MakeTensor(adapter, literal.dtype, literal.sizes, FillBytes(base));
}

namespace {

// The tensor that an argument is, a literal's made for this step.
sdk::Tensor TensorOf(const SdkTensor& argument, sdk::Subject& adapter) {
  return argument.literal == nullptr ? argument.tensor
                                     : MakeLiteral(adapter, *argument.literal);
}

sdk::Number ToNumber(const Scalar& scalar) {
  sdk::Number number;
  number.re = scalar.re;
  number.im = scalar.im;
  if (const auto whole = WholeOf(scalar)) {
    number.is_whole = true;
    number.whole = *whole;
  } else if (scalar.im == 0 && scalar.re >= 0x1p63 && scalar.re < 0x1p64) {
    number.is_whole = number.is_huge = true;
    number.whole = static_cast<int64_t>(static_cast<uint64_t>(scalar.re));
  }
  return number;
}

// Makes items of an index of those of a case; `next` is the first tensor of the
// case that they name.
struct ItemMaker {
  const sdk::StepArguments& step;
  std::size_t next;

  sdk::Item operator()(int64_t number) const { return number; }
  sdk::Item operator()(bool flag) const {
    sdk::Item item(int64_t{flag});
    item.kind = sdk::Item::Kind::kBool;
    return item;
  }
  sdk::Item operator()(NewAxis) const { return Of(sdk::Item::Kind::kNewAxis); }
  sdk::Item operator()(Ellipsis) const {
    return Of(sdk::Item::Kind::kEllipsis);
  }
  sdk::Item operator()(const Range& range) const {
    return {range.start, range.stop, range.step};
  }
  sdk::Item operator()(const TensorArg& tensor) {
    const auto* literal = std::get_if<Literal>(&tensor);
    sdk::Item item = Of(sdk::Item::Kind::kTensor);
    item.tensor = literal != nullptr
                      ? MakeLiteral(step.adapter, *literal)
                      : TensorOf(*step.tensors[next++], step.adapter);
    return item;
  }

  static sdk::Item Of(sdk::Item::Kind kind) {
    sdk::Item item;
    item.kind = kind;
    return item;
  }
};

std::size_t PlaceOf(const sdk::StepArguments& step, std::string_view key) {
  const std::vector<Parameter>& parameters = step.op.parameters;
  const auto found = std::ranges::find(parameters, key, &Parameter::name);
  if (found == parameters.end()) {
    throw sdk::Unsupported("argument", std::string(key) + " is missing");
  }
  return static_cast<std::size_t>(found - parameters.begin());
}

// The argument, as one of these types.
template <typename Value>
const Value& Get(const sdk::StepArguments& step, const char* key,
                 const char* expected) {
  const auto* value = std::get_if<Value>(&step.args[PlaceOf(step, key)]);
  if (value == nullptr) {
    throw sdk::Unsupported("argument", std::string("expected ") + expected);
  }
  return *value;
}

constexpr char kInteger[] = "an integer";

}  // namespace

namespace sdk {

int64_t Args::integer(const char* key) const {
  const auto number = optional(key);
  if (!number) throw Unsupported("argument", "expected an integer");
  return *number;
}

std::optional<int64_t> Args::optional(const char* key) const {
  const Arg& arg = step_.args[PlaceOf(step_, key)];
  if (const auto* number = std::get_if<int64_t>(&arg)) return *number;
  return Get<std::optional<int64_t>>(step_, key, kInteger);
}

Ints Args::ints(const char* key) const {
  return Get<Ints>(step_, key, "a list of integers");
}

std::string Args::dtype(const char* key) const {
  const std::string name(Name(Get<DType>(step_, key, "a dtype")));
  const Names& declared = step_.adapter.hello.dtypes;
  if (std::find(declared.begin(), declared.end(), name) == declared.end()) {
    throw Unsupported("dtype", name);
  }
  return name;
}

std::string Args::text(const char* key) const {
  const Arg& arg = step_.args[PlaceOf(step_, key)];
  if (const auto* dtype = std::get_if<DType>(&arg)) {
    return std::string(Name(*dtype));
  }
  return std::string(Name(Get<MemoryFormat>(step_, key, "a name")));
}

Number Args::number(const char* key) const {
  return ToNumber(Get<Scalar>(step_, key, "a number"));
}

Tensor Args::any(const char* key) const {
  const SdkTensor* tensor = step_.tensors[PlaceOf(step_, key)];
  return tensor == nullptr ? nullptr : TensorOf(*tensor, step_.adapter);
}

Items Args::index(const char* key) const {
  ItemMaker make{step_, step_.args.size()};
  Items items;
  for (const auto& item : Get<Index<TensorArg>>(step_, key, "an index")) {
    items.push_back(std::visit(make, item));
  }
  return items;
}

}  // namespace sdk
}  // namespace viewproof

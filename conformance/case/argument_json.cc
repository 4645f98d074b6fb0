#include "conformance/case/argument_json.h"

#include <fmt/format.h>

#include <iterator>
#include <optional>
#include <variant>

#include "conformance/case/bounds.h"
#include "conformance/case/decode.h"
#include "conformance/case/describe.h"
#include "conformance/case/encode.h"
#include "conformance/case/fill.h"
#include "conformance/case/number.h"

namespace viewproof {
namespace {

namespace od = simdjson::ondemand;
using json::Bool;
using json::ForEachElement;
using json::ForEachField;
using json::Int;
using json::Object;
using json::Refuse;
using json::RefuseUnknown;
using json::String;
using json::TypeOf;
using od::json_type;

[[noreturn]] void RefuseReal(std::string_view field) {
  Refuse(field,
         "expected an integer that fits int64, a fraction, \"nan\", \"inf\", "
         "\"-inf\" or \"-0.0\"");
}

// A real number of golden/ and requests, in its only spelling.
Scalar ReadReal(od::value value, std::string_view field) {
  int64_t number;
  if (value.get_int64().get(number) == simdjson::SUCCESS) return Whole(number);
  std::optional<Scalar> real;
  switch (TypeOf(value, field)) {
    case json_type::number: {
      const std::string_view token = value.raw_json_token();
      real = FindReal(token.substr(0, token.find_last_not_of(" \t\r\n") + 1));
      if (real == Scalar{0}) real.reset();  // -0.0 is a string.
      break;
    }
    case json_type::string:
      real = FindReal(String(value, field));
      break;
    default:
      break;
  }
  if (!real) RefuseReal(field);
  return *real;
}

// [re, im]
Scalar ReadComplex(od::value value, std::string_view field) {
  Scalar parts[2];
  std::size_t count = 0;
  ForEachElement(value, field, [&](od::value part) {
    if (count < 2) parts[count] = ReadReal(part, field);
    ++count;
  });
  if (count != 2) Refuse(field, "expected [re, im]");
  return {parts[0].re, parts[1].re};
}

// {"complex": [re, im]}
Scalar ReadComplexNumber(od::object object, std::string_view field) {
  Scalar number;
  ForEachField(object, field, [&](std::string_view key, od::value member) {
    if (key != "complex") RefuseUnknown(key);
    number = ReadComplex(member, field);
  });
  if (!IsComplex(number)) {
    Refuse(field, "expected an imaginary part that is not 0");
  }
  return number;
}

// A number to write that is not complex.
Scalar ReadWritten(od::value value, std::string_view field) {
  const Scalar real = ReadReal(value, field);
  if (!MayBeWritten(real)) RefuseReal(field);
  return real;
}

Scalar ReadNumber(od::value value, std::string_view field) {
  return TypeOf(value, field) == json_type::object
             ? ReadComplexNumber(Object(value, field), field)
             : ReadWritten(value, field);
}

// Returns whether the object has the field. It can be read from its start
// afterwards.
bool HasField(od::object& object, std::string_view name,
              std::string_view field) {
  const bool has =
      object.find_field_unordered(name).error() == simdjson::SUCCESS;
  if (object.reset().error() != simdjson::SUCCESS) Refuse(field, "unreadable");
  return has;
}

// An element of golden/ and requests: a number, a boolean, or [re, im].
Scalar ReadElement(od::value value, std::string_view field, Form& form) {
  int64_t number;
  if (value.get_int64().get(number) == simdjson::SUCCESS) return Whole(number);
  switch (TypeOf(value, field)) {
    case json_type::boolean:
      form = Form::kBool;
      return {Bool(value, field) ? 1.0 : 0.0};
    case json_type::array:
      form = Form::kComplex;
      return ReadComplex(value, field);
    default:
      return ReadReal(value, field);
  }
}

template <typename T, typename Codec, typename Value>
T ReadBy(const Codec& codec, Value value, std::string_view field) {
  T read = {};
  codec.Read(value, field, read);
  return read;
}

constexpr auto kLiteralFields =
    json::Describe<Literal>(
        json::Needed("dtype", &Literal::dtype, json::BaseDType()),
        json::Needed("sizes", &Literal::sizes, json::Sizes()),
        json::Optional("values", &Literal::values,
                       json::Maybe<json::ElementList>()))
        .IfMissing([](std::string_view where, std::string_view name) {
          Refuse(where, fmt::format("a literal lacks \"{}\"", name));
        });

template <typename Value>
Literal ReadLiteral(Value value, std::string_view field) {
  auto literal = ReadBy<Literal>(kLiteralFields, value, field);
  if (literal.values) literal.values->form = FormOf(literal.dtype);
  if (const std::string wrong = FaultOfLiteral(literal); !wrong.empty()) {
    Refuse(field, wrong);
  }
  return literal;
}

TensorArg ReadTensorArg(od::value value, std::string_view field) {
  if (TypeOf(value, field) == json_type::array) {
    return ReadBy<OutputRef>(json::OutputName(), value, field);
  }
  return ReadLiteral(value, field);
}

MemoryFormat ReadMemoryFormat(od::value value, std::string_view field) {
  const std::string_view name = String(value, field);
  const std::optional<MemoryFormat> format = FindMemoryFormat(name);
  if (!format) {
    Refuse(field, fmt::format("unknown memory format \"{}\"", name));
  }
  return *format;
}

// null, or an int64.
struct OptionalInt {
  void Read(od::value value, std::string_view field,
            std::optional<int64_t>& into) const {
    into.reset();
    if (TypeOf(value, field) != json_type::null) into = Int(value, field);
  }
  void Append(const std::optional<int64_t>& number, std::string& out) const {
    if (number) {
      AppendNumber(*number, out);
    } else {
      out += "null";
    }
  }
  std::string Schema() const {
    return fmt::format(R"({{"anyOf": [{}, {{"type": "null"}}]}})",
                       json::CommonSchema("int"));
  }
};

constexpr auto kRange =
    json::Describe<Range>(json::Written("start", &Range::start, OptionalInt()),
                          json::Written("stop", &Range::stop, OptionalInt()),
                          json::Written("step", &Range::step, OptionalInt()));

Literal ReadNew(od::value value, std::string_view field) {
  if (TypeOf(value, field) != json_type::object) {
    Refuse(field, "expected a literal {\"dtype\", \"sizes\"}");
  }
  return ReadLiteral(value, field);
}

IndexItem<TensorArg> ReadIndexItem(od::value value, std::string_view field) {
  switch (TypeOf(value, field)) {
    case json_type::boolean:
      return Bool(value, field);
    case json_type::null:
      return NewAxis();
    case json_type::string: {
      const std::string_view text = String(value, field);
      if (text == "...") return Ellipsis();
      return json::IntFromString(text, field);
    }
    case json_type::array:
      return TensorArg(ReadBy<OutputRef>(json::OutputName(), value, field));
    case json_type::object: {
      od::object object = Object(value, field);
      if (HasField(object, "dtype", field)) {
        return TensorArg(ReadLiteral(object, field));
      }
      return ReadBy<Range>(kRange, object, field);
    }
    default:
      return Int(value, field);
  }
}

Index<TensorArg> ReadIndex(od::value value, std::string_view field) {
  Index<TensorArg> index;
  ForEachElement(value, field, [&](od::value item) {
    index.push_back(ReadIndexItem(item, field));
  });
  if (!FitsIndex(index)) {
    Refuse(field, fmt::format("expected at most {} items, at most one of them "
                              "\"...\"",
                              kMaxItems));
  }
  return index;
}

Arg ReadArg(od::value value, const Parameter& parameter, Ints memory) {
  const std::string_view field = parameter.name;
  switch (parameter.type) {
    case ArgType::kDim:
    case ArgType::kInt:
      return Arg(std::in_place_type<int64_t>, Int(value, field));
    case ArgType::kNumber:
      return ReadNumber(value, field);
    case ArgType::kOptionalInt:
      return ReadBy<std::optional<int64_t>>(OptionalInt(), value, field);
    case ArgType::kDims:
    case ArgType::kInts:
    case ArgType::kSizes:
    case ArgType::kSizesInfer:
      json::List<json::AnyInt>().Read(value, field, memory);
      return memory;
    case ArgType::kTensor:
      return ReadTensorArg(value, field);
    case ArgType::kLiteral:
      return TensorArg(ReadNew(value, field));
    case ArgType::kDType:
      return ReadBy<DType>(json::AnyDType(), value, field);
    case ArgType::kMemoryFormat:
      return ReadMemoryFormat(value, field);
    case ArgType::kIndex:
      return ReadIndex(value, field);
    case ArgType::kValue: {
      const json_type type = TypeOf(value, field);
      if (type == json_type::array) return ReadTensorArg(value, field);
      if (type != json_type::object) return ReadWritten(value, field);
      od::object object = Object(value, field);
      if (HasField(object, "complex", field)) {
        return ReadComplexNumber(object, field);
      }
      return TensorArg(ReadLiteral(object, field));
    }
  }
  return {};
}

void AppendElement(Scalar value, Form form, std::string& out) {
  switch (form) {
    case Form::kBool:
      out += value.re != 0 ? "true" : "false";
      return;
    case Form::kComplex:
      out += '[';
      AppendJsonReal({.re = value.re}, out);
      out += ',';
      AppendJsonReal({.re = value.im}, out);
      out += ']';
      return;
    case Form::kNumber:
      AppendJsonReal(value, out);
  }
}

struct IndexItemCodec {
  void Append(const IndexItem<TensorArg>& item, std::string& out) const;
};

// Writes what an argument, or an item of an index, may be.
struct ArgumentWriter {
  std::string& out;

  void operator()(int64_t number) const { AppendNumber(number, out); }
  void operator()(const Ints& list) const { AppendJson(list, out); }
  void operator()(const std::optional<int64_t>& number) const {
    OptionalInt().Append(number, out);
  }
  void operator()(const OutputRef& ref) const {
    json::OutputName().Append(ref, out);
  }
  void operator()(const Literal& literal) const {
    kLiteralFields.Append(literal, out);
  }
  void operator()(const TensorArg& tensor) const { std::visit(*this, tensor); }
  void operator()(DType dtype) const { AppendQuoted(Name(dtype), out); }
  void operator()(MemoryFormat format) const {
    AppendQuoted(Name(format), out);
  }
  void operator()(bool item) const { json::Flag().Append(item, out); }
  void operator()(NewAxis) const { out += "null"; }
  void operator()(Ellipsis) const { out += "\"...\""; }
  void operator()(const Range& range) const { kRange.Append(range, out); }
  void operator()(const Index<TensorArg>& index) const {
    json::List<IndexItemCodec>().Append(index, out);
  }
  void operator()(const Scalar& number) const {
    if (!IsComplex(number)) return AppendJsonReal(number, out);
    out += "{\"complex\":";
    AppendElement(number, Form::kComplex, out);
    out += '}';
  }
};

void IndexItemCodec::Append(const IndexItem<TensorArg>& item,
                            std::string& out) const {
  std::visit(ArgumentWriter{out}, item);
}

// An element of a list of this form.
struct ElementCodec {
  Form form;
  void Append(Scalar value, std::string& out) const {
    AppendElement(value, form, out);
  }
};

}  // namespace

namespace json {

void AnyDType::Read(od::value value, std::string_view field,
                    DType& into) const {
  const std::string_view name = String(value, field);
  const std::optional<DType> dtype = FindDType(name);
  if (!dtype) {
    throw NotSupported(fmt::format("field \"{}\": unknown dtype \"{}\"", field,
                                   json::Shortened(name)),
                       {0, "dtype", std::string(name)});
  }
  into = *dtype;
}

void AnyDType::Append(DType dtype, std::string& out) const {
  AppendQuoted(Name(dtype), out);
}

void BaseDType::Read(od::value value, std::string_view field,
                     DType& into) const {
  AnyDType::Read(value, field, into);
  if (!IsBaseDType(into)) {
    Refuse(field, fmt::format("{} is a dtype of view.dtype alone, not of a "
                              "base or a literal",
                              Name(into)));
  }
}

void AnyInt::Append(int64_t number, std::string& out) const {
  AppendNumber(number, out);
}

void Sizes::Read(od::value value, std::string_view field, Ints& into) const {
  List<AnyInt>::Read(value, field, into);
  for (const int64_t size : into) {
    if (size < 0) Refuse(field, "a size is negative");
  }
}

void ElementList::Read(od::value value, std::string_view field,
                       Values& into) const {
  into.form = Form::kNumber;
  into.list.clear();
  ForEachElement(value, field, [&](od::value element) {
    into.list.push_back(ReadElement(element, field, into.form));
  });
}

void ElementList::Append(const Values& values, std::string& out) const {
  List<ElementCodec>{{values.form}}.Append(values.list, out);
}

void OutputName::Read(od::value value, std::string_view field,
                      OutputRef& into) const {
  const auto pair = ReadBy<Ints>(List<AnyInt>(), value, field);
  if (pair.size() != 2 || pair[0] < 0 || pair[1] < 0) {
    Refuse(field, "expected [step, output]");
  }
  into = {.step = pair[0], .output = pair[1]};
}

void OutputName::Append(const OutputRef& ref, std::string& out) const {
  fmt::format_to(std::back_inserter(out), "[{},{}]", ref.step, ref.output);
}

void Argument::Read(od::value value, Arg& into) const {
  auto* list = std::get_if<Ints>(&into);
  into = ReadArg(value, parameter, list != nullptr ? std::move(*list) : Ints());
}

void Argument::Append(const Arg& arg, std::string& out) const {
  std::visit(ArgumentWriter{out}, arg);
}

std::string LiteralSchema() { return kLiteralFields.Schema(); }

std::string RangeSchema() { return kRange.Schema(); }

}  // namespace json

void AppendNumber(int64_t number, std::string& out) {
  const fmt::format_int digits(number);
  const bool wide = !IsExact(number);
  if (wide) out += '"';
  out.append(digits.data(), digits.size());
  if (wide) out += '"';
}

void AppendJson(const Ints& list, std::string& out) {
  json::List<json::AnyInt>().Append(list, out);
}

void AppendJson(const Values& values, std::string& out) {
  json::ElementList().Append(values, out);
}

}  // namespace viewproof

#include "conformance/case/decode_argument.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "conformance/case/bounds.h"
#include "conformance/case/decode.h"
#include "conformance/case/fields.h"
#include "conformance/case/fill.h"
#include "conformance/case/json.h"
#include "conformance/case/number.h"

namespace viewproof {
namespace {

namespace od = simdjson::ondemand;
using json::Bool;
using json::FieldReader;
using json::Fields;
using json::ForEachElement;
using json::ForEachField;
using json::Int;
using json::Object;
using json::ReadInts;
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

// Whether the object has the field. It can be read from its start afterwards.
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

constexpr FieldReader<Literal> kLiteralFields[] = {
    {"dtype", json::kRequired,
     [](od::value value, std::string_view name, Literal& literal) {
       literal.dtype = ReadBaseDType(value, name);
     }},
    {"sizes", json::kRequired,
     [](od::value value, std::string_view, Literal& literal) {
       ReadSizes(value, literal.sizes);
     }},
    {"values", json::kOptional,
     [](od::value value, std::string_view, Literal& literal) {
       ReadValues(value, literal.values.emplace());
     }},
};

Literal ReadLiteral(od::object object, std::string_view field) {
  Literal literal;
  Fields<Literal> fields(kLiteralFields, literal);
  ForEachField(object, field, [&](std::string_view key, od::value member) {
    if (!fields.Read(key, member)) RefuseUnknown(key);
  });
  if (!fields.Missing().empty()) {
    Refuse(field, fmt::format("a literal lacks \"{}\"", fields.Missing()));
  }
  if (literal.values) literal.values->form = FormOf(literal.dtype);
  if (const std::string wrong = FaultOfLiteral(literal); !wrong.empty()) {
    Refuse(field, wrong);
  }
  return literal;
}

TensorArg ReadTensorArg(od::value value, std::string_view field) {
  if (TypeOf(value, field) == json_type::array) {
    return ReadOutputRef(value, field);
  }
  return ReadLiteral(Object(value, field), field);
}

MemoryFormat ReadMemoryFormat(od::value value, std::string_view field) {
  const std::string_view name = String(value, field);
  const std::optional<MemoryFormat> format = FindMemoryFormat(name);
  if (!format) {
    Refuse(field, fmt::format("unknown memory format \"{}\"", name));
  }
  return *format;
}

std::optional<int64_t> ReadOptionalInt(od::value value,
                                       std::string_view field) {
  if (TypeOf(value, field) == json_type::null) return std::nullopt;
  return Int(value, field);
}

template <std::optional<int64_t> Range::*kMember>
void ReadBound(od::value value, std::string_view name, Range& range) {
  range.*kMember = ReadOptionalInt(value, name);
}

constexpr FieldReader<Range> kRangeFields[] = {
    {"start", json::kOptional, &ReadBound<&Range::start>},
    {"stop", json::kOptional, &ReadBound<&Range::stop>},
    {"step", json::kOptional, &ReadBound<&Range::step>},
};

Range ReadRange(od::object object, std::string_view field) {
  Range range;
  Fields<Range> fields(kRangeFields, range);
  ForEachField(object, field, [&](std::string_view key, od::value member) {
    if (!fields.Read(key, member)) RefuseUnknown(key);
  });
  return range;
}

Literal ReadNew(od::value value, std::string_view field) {
  if (TypeOf(value, field) != json_type::object) {
    Refuse(field, "expected a literal {\"dtype\", \"sizes\"}");
  }
  return ReadLiteral(Object(value, field), field);
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
      return TensorArg(ReadOutputRef(value, field));
    case json_type::object: {
      od::object object = Object(value, field);
      if (HasField(object, "dtype", field)) {
        return TensorArg(ReadLiteral(object, field));
      }
      return ReadRange(object, field);
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

}  // namespace

DType ReadDType(od::value value, std::string_view field) {
  const std::string_view name = String(value, field);
  const std::optional<DType> dtype = FindDType(name);
  if (!dtype) {
    throw NotSupported(
        fmt::format("field \"{}\": unknown dtype \"{}\"", field, name),
        {0, "dtype", std::string(name)});
  }
  return *dtype;
}

DType ReadBaseDType(od::value value, std::string_view field) {
  const DType dtype = ReadDType(value, field);
  if (!IsBaseDType(dtype)) {
    Refuse(field, fmt::format("{} is a dtype of view.dtype alone, not of a "
                              "base or a literal",
                              Name(dtype)));
  }
  return dtype;
}

void ReadSizes(od::value value, Ints& sizes) {
  ReadInts(value, "sizes", sizes);
  for (const int64_t size : sizes) {
    if (size < 0) Refuse("sizes", "a size is negative");
  }
}

void ReadValues(od::value list, Values& values) {
  values.form = Form::kNumber;
  values.list.clear();
  ForEachElement(list, "values", [&](od::value element) {
    values.list.push_back(ReadElement(element, "values", values.form));
  });
}

OutputRef ReadOutputRef(od::value value, std::string_view field) {
  const Ints pair = ReadInts(value, field);
  if (pair.size() != 2 || pair[0] < 0 || pair[1] < 0) {
    Refuse(field, "expected [step, output]");
  }
  return {.step = pair[0], .output = pair[1]};
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
      return ReadOptionalInt(value, field);
    case ArgType::kDims:
    case ArgType::kInts:
    case ArgType::kSizes:
    case ArgType::kSizesInfer:
      ReadInts(value, field, memory);
      return memory;
    case ArgType::kTensor:
      return ReadTensorArg(value, field);
    case ArgType::kLiteral:
      return TensorArg(ReadNew(value, field));
    case ArgType::kDType:
      return ReadDType(value, field);
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

}  // namespace viewproof

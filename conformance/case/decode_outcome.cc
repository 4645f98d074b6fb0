#include "conformance/case/decode_outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/bounds.h"
#include "conformance/case/decode_argument.h"
#include "conformance/case/error_kind.h"
#include "conformance/case/fields.h"
#include "conformance/case/hex.h"
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
using json::Get;
using json::Int;
using json::Object;
using json::ReadInts;
using json::Refuse;
using json::RefuseUnknown;
using json::String;
using json::TypeOf;
using od::json_type;

// Whether JSON writes the real number of this text without quotes.
bool IsBare(const Scalar& real, std::string_view text) {
  const bool digits = text.find_first_not_of("-0123456789") == text.npos;
  if (digits && std::abs(real.re) > kMaxExact) return false;  // Of uint64, too.
  if (const auto whole = WholeOf(real)) {
    return *whole >= -kMaxExact && *whole <= kMaxExact;
  }
  return std::isfinite(real.re) && real.re != 0;
}

// A real number of a reply, however it is spelt.
Scalar ReadLooseReal(od::value value) {
  int64_t whole;
  if (value.get_int64().get(whole) == simdjson::SUCCESS) {
    const bool minus = value.raw_json_token().starts_with('-');
    return whole == 0 && minus ? Scalar{-0.0} : Whole(whole);
  }
  double number;
  if (value.get_double().get(number) == simdjson::SUCCESS) return {number};
  if (TypeOf(value, "values") != json_type::string) return kNoNumber;
  const std::string_view text = String(value, "values");
  const auto real = FindReal(text);
  if (real && IsBare(*real, text)) json::RefuseString("values");
  return real.value_or(kNoNumber);
}

Scalar ReadLooseElement(od::value value, Form& form) {
  switch (TypeOf(value, "values")) {
    case json_type::boolean:
      form = Form::kBool;
      return {Bool(value, "values") ? 1.0 : 0.0};
    case json_type::array: {
      form = Form::kComplex;
      Scalar parts[2];
      std::size_t count = 0;
      ForEachElement(value, "values", [&](od::value part) {
        const Scalar number = ReadLooseReal(part);
        if (count < 2) parts[count] = number;
        ++count;
      });
      if (count != 2 || parts[0] == kNoNumber || parts[1] == kNoNumber) {
        return kNoNumber;
      }
      return {parts[0].re, parts[1].re};
    }
    default:
      return ReadLooseReal(value);
  }
}

int64_t ReadLooseInt(od::value value, std::string_view field) {
  int64_t number;
  if (value.get_int64().get(number) == simdjson::SUCCESS) return number;
  switch (TypeOf(value, field)) {
    case json_type::string: {
      const std::string_view text = String(value, field);
      const auto [end, error] =
          std::from_chars(text.data(), text.data() + text.size(), number);
      if (error != std::errc() || end != text.data() + text.size()) {
        return kNotAnInteger;
      }
      if (number >= -kMaxExact && number <= kMaxExact) {
        json::RefuseString(field);
      }
      return number;
    }
    case json_type::number: {
      const double real = Get<double>(value.get_double(), field, "a number");
      const bool exact = std::abs(real) <= 0x1p53 && real == std::floor(real);
      return exact ? static_cast<int64_t>(real) : kNotAnInteger;
    }
    case json_type::null:
      return kNotAnInteger;
    default:
      Refuse(field, "expected an integer");
  }
}

void ReadLooseInts(od::value value, std::string_view field, Ints& list) {
  list.clear();
  ForEachElement(value, field, [&](od::value element) {
    list.push_back(ReadLooseInt(element, field));
  });
}

void CheckShown(std::string_view field, bool shown, const Op& op) {
  if (shown && Observes(op)) {
    Refuse(field, fmt::format("not shown by {}", op.name));
  }
  if (!shown && !Observes(op)) Refuse(field, "missing in an output");
}

// An output that is read over an old one, whose memory it reuses.
struct OutputReader {
  Output& output;
  Strictness how;
  Ints strides = {};                // Memory for the strides.
  std::vector<Scalar> values = {};  // Memory for the values.
};

// Empties the output and keeps its memory.
void Recycle(OutputReader& reader) {
  Output& output = reader.output;
  if (output.strides) reader.strides = std::move(*output.strides);
  if (output.values) reader.values = std::move(output.values->list);
  Ints sizes = std::move(output.sizes);
  sizes.clear();
  output = Output();
  output.sizes = std::move(sizes);
}

int64_t ReadIntAs(Strictness how, od::value value, std::string_view name) {
  return how == Strictness::kGolden ? Int(value, name)
                                    : ReadLooseInt(value, name);
}

void ReadIntsAs(Strictness how, od::value value, std::string_view field,
                Ints& list) {
  if (how == Strictness::kGolden) {
    ReadInts(value, field, list);
  } else {
    ReadLooseInts(value, field, list);
  }
}

void ReadValuesAs(Strictness how, od::value value, Values& values) {
  if (how == Strictness::kGolden) {
    ReadValues(value, values);
    return;
  }
  values.list.clear();
  ForEachElement(value, "values", [&](od::value element) {
    values.list.push_back(ReadLooseElement(element, values.form));
  });
}

uint32_t ReadDigest(od::value value, std::string_view field) {
  const std::string_view digits = String(value, field);
  const auto bytes = BytesOfHex(digits);
  if (!bytes || bytes->size() != sizeof(uint32_t)) {
    Refuse(field, "expected eight hex digits in lower case");
  }
  uint32_t digest = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), digest, 16);
  return digest;
}

template <bool Output::*kMember>
void ReadBit(od::value value, std::string_view name, OutputReader& reader) {
  reader.output.*kMember = Bool(value, name);
}

template <std::optional<int64_t> Output::*kMember>
void ReadFact(od::value value, std::string_view name, OutputReader& reader) {
  reader.output.*kMember = ReadIntAs(reader.how, value, name);
}

constexpr std::size_t kDTypeRow = 0;
constexpr std::size_t kSizesRow = 1;
constexpr FieldReader<OutputReader> kOutputFields[] = {
    {"dtype", json::kOptional,
     [](od::value value, std::string_view name, OutputReader& reader) {
       if (reader.how == Strictness::kGolden) {
         reader.output.dtype = ReadDType(value, name);
         return;
       }
       const std::string_view text = String(value, name);
       reader.output.dtype = FindDType(text);
       if (!reader.output.dtype) reader.output.other_dtype = text;
     }},
    {"sizes", json::kOptional,
     [](od::value value, std::string_view name, OutputReader& reader) {
       ReadIntsAs(reader.how, value, name, reader.output.sizes);
     }},
    {"strides", json::kOptional,
     [](od::value value, std::string_view name, OutputReader& reader) {
       reader.output.strides = std::move(reader.strides);
       ReadIntsAs(reader.how, value, name, *reader.output.strides);
     }},
    {"offset", json::kOptional, &ReadFact<&Output::offset>},
    {"contiguous", json::kOptional,
     [](od::value value, std::string_view name, OutputReader& reader) {
       reader.output.contiguous = Bool(value, name);
     }},
    {"storage", json::kOptional, &ReadFact<&Output::storage>},
    {"values", json::kOptional,
     [](od::value value, std::string_view, OutputReader& reader) {
       reader.output.values.emplace().list = std::move(reader.values);
       ReadValuesAs(reader.how, value, *reader.output.values);
     }},
    {"bytes", json::kOptional,
     [](od::value value, std::string_view name, OutputReader& reader) {
       reader.output.bytes = String(value, name);
     }},
    {"crc32", json::kOptional,
     [](od::value value, std::string_view name, OutputReader& reader) {
       reader.output.crc32 = ReadDigest(value, name);
     }},
    {"self", json::kOptional, &ReadBit<&Output::self>},
    {"conj", json::kOptional, &ReadBit<&Output::conj>},
    {"neg", json::kOptional, &ReadBit<&Output::neg>},
};
static_assert(kOutputFields[kDTypeRow].name == "dtype");
static_assert(kOutputFields[kSizesRow].name == "sizes");

// A read shows neither dtype nor sizes, and all else both. The comparator takes
// a stride for each size.
void CheckTogether(const Output& output, bool has_sizes) {
  if (output.dtype.has_value() != has_sizes) {
    Refuse(has_sizes ? "dtype" : "sizes", "missing in an output");
  }
  if (!output.strides || output.strides->size() == output.sizes.size()) return;
  Refuse("strides", fmt::format("{} numbers for {} sizes",
                                output.strides->size(), output.sizes.size()));
}

void ReadOutput(od::value value, Strictness how, const Op* op, Output& output) {
  OutputReader reader{output, how};
  Recycle(reader);
  Fields<OutputReader> fields(kOutputFields, reader);
  ForEachField(Object(value, "outputs"), "outputs",
               [&](std::string_view key, od::value member) {
                 if (!fields.Read(key, member)) RefuseUnknown(key);
               });
  if (how == Strictness::kGolden) CheckTogether(output, fields.Has(kSizesRow));
  if (op == nullptr) return;
  CheckShown("dtype", fields.Has(kDTypeRow), *op);
  CheckShown("sizes", fields.Has(kSizesRow), *op);
}

void ReadOutputs(od::value value, Strictness how, const Op* op,
                 std::vector<Output>& outputs) {
  std::size_t count = 0;
  ForEachElement(value, "outputs", [&](od::value element) {
    if (count == outputs.size()) outputs.emplace_back();
    ReadOutput(element, how, op, outputs[count++]);
  });
  outputs.resize(count);
}

constexpr FieldReader<ErrorReply> kErrorFields[] = {
    {"kind", json::kOptional,
     [](od::value value, std::string_view name, ErrorReply& error) {
       const std::string_view kind = String(value, name);
       error.kind = FindErrorKind(kind);
       if (!error.kind) {
         Refuse(name, fmt::format("unknown error kind \"{}\"", kind));
       }
     }},
    {"message", json::kOptional,
     [](od::value value, std::string_view name, ErrorReply& error) {
       error.message = String(value, name);
     }},
    {"misspelt", json::kOptional,
     [](od::value value, std::string_view name, ErrorReply& error) {
       error.misspelt = Bool(value, name);
     }},
};

ErrorReply ReadError(od::value value, Strictness how) {
  ErrorReply error;
  Fields<ErrorReply> fields(kErrorFields, error);
  ForEachField(Object(value, "error"), "error",
               [&](std::string_view key, od::value member) {
                 if (key == "rule" && how == Strictness::kGolden) {
                   error.rule = String(member, key);
                 } else if (!fields.Read(key, member)) {
                   RefuseUnknown(key);
                 }
               });
  return error;
}

}  // namespace

void ReadOutcome(od::value value, Strictness how, const Op* op,
                 Outcome& outcome) {
  bool seen = false;
  ForEachField(Object(value, "steps"), "steps",
               [&](std::string_view key, od::value member) {
                 if (seen) Refuse(key, "a second outcome in one step");
                 seen = true;
                 if (key == "outputs") {
                   auto* outputs = std::get_if<std::vector<Output>>(&outcome);
                   ReadOutputs(member, how, op,
                               outputs != nullptr
                                   ? *outputs
                                   : outcome.emplace<std::vector<Output>>());
                 } else if (key == "result") {
                   outcome = Bool(member, key);
                 } else if (key == "error") {
                   outcome = ReadError(member, how);
                 } else if (key == "unobserved" && how == Strictness::kReply) {
                   if (!Bool(member, key)) Refuse(key, "expected true");
                   outcome = UnobservedStep{};
                 } else {
                   RefuseUnknown(key);
                 }
               });
  if (!seen) Refuse("steps", "a step without outputs, result or error");
}

namespace {

void ReadOutcomes(od::value value, const std::vector<Step>& chain,
                  std::vector<Outcome>& outcomes) {
  std::size_t count = 0;
  ForEachElement(value, "steps", [&](od::value element) {
    if (count == outcomes.size()) outcomes.emplace_back();
    ReadOutcome(element, Strictness::kReply,
                count < chain.size() ? chain[count].op : nullptr,
                outcomes[count]);
    ++count;
  });
  outcomes.resize(count);
  if (count != chain.size()) {
    Refuse("steps",
           fmt::format("{} entries for {} steps", count, chain.size()));
  }
}

constexpr std::string_view kUnsupported[] = {"op", "argument", "base", "dtype",
                                             "left_out"};

constexpr FieldReader<Unsupported> kUnsupportedFields[] = {
    {"step", json::kOptional,
     [](od::value value, std::string_view name, Unsupported& unsupported) {
       unsupported.step = Int(value, name);
     }},
    {"what", json::kRequired,
     [](od::value value, std::string_view name, Unsupported& unsupported) {
       unsupported.what = String(value, name);
       if (std::ranges::find(kUnsupported, unsupported.what) ==
           std::end(kUnsupported)) {
         Refuse(name, "expected op, argument, base or dtype");
       }
     }},
    {"detail", json::kOptional,
     [](od::value value, std::string_view name, Unsupported& unsupported) {
       unsupported.detail = String(value, name);
     }},
};

Unsupported ReadUnsupported(od::value value) {
  Unsupported unsupported;
  Fields<Unsupported> fields(kUnsupportedFields, unsupported);
  ForEachField(Object(value, "unsupported"), "unsupported",
               [&](std::string_view key, od::value member) {
                 if (!fields.Read(key, member)) RefuseUnknown(key);
               });
  if (!fields.Missing().empty()) Refuse(fields.Missing(), "missing");
  return unsupported;
}

struct ReplyReader {
  const Case& test;
  Reply& reply;
};

constexpr FieldReader<ReplyReader> kReplyFields[] = {
    {"id", json::kOptional,
     [](od::value value, std::string_view name, ReplyReader& reader) {
       reader.reply.id = String(value, name);
     }},
    {"steps", json::kOptional,
     [](od::value value, std::string_view, ReplyReader& reader) {
       ReadOutcomes(value, reader.test.chain, reader.reply.steps);
     }},
    {"unsupported", json::kOptional,
     [](od::value value, std::string_view, ReplyReader& reader) {
       reader.reply.unsupported = ReadUnsupported(value);
     }},
};

}  // namespace

void ReadReply(od::parser& parser, std::string_view line, const Case& test,
               Reply& reply) {
  reply.id.clear();
  reply.steps.clear();
  reply.unsupported.reset();
  reply.too_large.reset();
  ReplyReader reader{test, reply};
  Fields<ReplyReader> fields(kReplyFields, reader);
  json::ForEachFieldOfLine(parser, line,
                           [&](std::string_view key, od::value value) {
                             if (!fields.Read(key, value)) RefuseUnknown(key);
                           });
  const bool has_steps = fields.Has("steps");
  if (has_steps == reply.unsupported.has_value()) {
    Refuse("steps", "expected either steps or unsupported");
  }
}

}  // namespace viewproof

#include "conformance/case/outcome_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "conformance/case/argument_json.h"
#include "conformance/case/bounds.h"
#include "conformance/case/decode.h"
#include "conformance/case/describe.h"
#include "conformance/case/encode.h"
#include "conformance/case/error_kind.h"
#include "conformance/case/hex.h"
#include "conformance/case/number.h"

namespace viewproof {
namespace {

namespace od = simdjson::ondemand;
using json::Bool;
using json::ForEachElement;
using json::Get;
using json::Refuse;
using json::String;
using json::TypeOf;
using od::json_type;

// Returns whether JSON writes the real number of this text without quotes.
bool IsBare(const Scalar& real, std::string_view text) {
  const bool digits = text.find_first_not_of("-0123456789") == text.npos;
  // This holds of uint64, too.
  if (digits && std::abs(real.re) > kMaxExact) return false;
  if (const auto whole = WholeOf(real)) {
    return IsExact(*whole);
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
      const auto whole = FindNumber<int64_t>(text);
      if (whole && IsExact(*whole)) {
        json::RefuseString(field);
      }
      return whole.value_or(kNotAnInteger);
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

template <Strictness kHow, typename Golden, typename OfReply>
using InGolden =
    std::conditional_t<kHow == Strictness::kGolden, Golden, OfReply>;

template <Strictness kHow>
struct ShownInt {
  void Read(od::value value, std::string_view field, int64_t& into) const {
    into = kHow == Strictness::kGolden ? json::Int(value, field)
                                       : ReadLooseInt(value, field);
  }
  void Append(int64_t number, std::string& out) const {
    AppendShown(number, out);
  }
  std::string Schema() const {
    return kHow == Strictness::kGolden ? json::CommonSchema("int")
                                       : R"({"$ref": "#/$defs/integer"})";
  }
};

template <Strictness kHow>
struct ShownElements {
  void Read(od::value value, std::string_view field, Values& into) const {
    if constexpr (kHow == Strictness::kGolden) {
      json::ElementList().Read(value, field, into);
    } else {
      into.form = Form::kNumber;
      into.list.clear();
      ForEachElement(value, field, [&](od::value element) {
        into.list.push_back(ReadLooseElement(element, into.form));
      });
    }
  }
  void Append(const Values& values, std::string& out) const {
    AppendJson(values, out);
  }
  std::string Schema() const {
    return kHow == Strictness::kGolden
               ? json::ElementList().Schema()
               : R"({"type": "array", "items": {"$ref": "#/$defs/element"}})";
  }
};

// In a reply it may be one that we do not know.
template <Strictness kHow>
struct ShownDTypeCodec {
  void Read(od::value value, std::string_view field, Output& output) const {
    if constexpr (kHow == Strictness::kGolden) {
      json::AnyDType().Read(value, field, output.dtype.emplace());
    } else {
      const std::string_view text = String(value, field);
      output.dtype = FindDType(text);
      if (!output.dtype) output.other_dtype = text;
    }
  }
  void Append(const Output& output, std::string& out) const {
    AppendQuoted(*ShownDType(output), out);
  }
  std::string Schema() const {
    return InGolden<kHow, json::AnyDType, json::Text>().Schema();
  }
};

struct DigestCodec {
  void Read(od::value value, std::string_view field, uint32_t& into) const {
    const std::string_view digits = String(value, field);
    const auto bytes = BytesOfHex(digits);
    if (!bytes || bytes->size() != sizeof(uint32_t)) {
      Refuse(field, "expected eight hex digits in lower case");
    }
    std::from_chars(digits.data(), digits.data() + digits.size(), into, 16);
  }
  void Append(uint32_t digest, std::string& out) const {
    fmt::format_to(std::back_inserter(out), "\"{:08x}\"", digest);
  }
  std::string Schema() const { return json::CommonSchema("crc32"); }
};

bool HasDType(const Output& output) {
  return output.dtype || output.other_dtype;
}

template <Strictness kHow>
constexpr auto kOutput =
    json::Describe<Output>(
        json::OptionalOf<Output>("dtype", ShownDTypeCodec<kHow>())
            .WrittenIf(&HasDType),
        json::Optional("sizes", &Output::sizes, json::List<ShownInt<kHow>>())
            .WrittenIf(&HasDType),
        json::Optional("strides", &Output::strides,
                       json::Maybe<json::List<ShownInt<kHow>>>()),
        json::Optional("offset", &Output::offset,
                       json::Maybe<ShownInt<kHow>>()),
        json::Optional("contiguous", &Output::contiguous),
        json::Optional("storage", &Output::storage,
                       json::Maybe<ShownInt<kHow>>()),
        json::Optional("self", &Output::self),
        json::Optional("conj", &Output::conj),
        json::Optional("neg", &Output::neg),
        json::Optional("values", &Output::values,
                       json::Maybe<ShownElements<kHow>>()),
        json::Optional("bytes", &Output::bytes),
        json::Optional("crc32", &Output::crc32, json::Maybe<DigestCodec>()))
        .ReadOver();

void CheckShown(std::string_view field, bool shown, const Op& op) {
  if (shown && Observes(op)) {
    Refuse(field, fmt::format("not shown by {}", op.name));
  }
  if (!shown && !Observes(op)) Refuse(field, "missing in an output");
}

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

template <Strictness kHow>
struct OutputCodec {
  const Op* op = nullptr;  // The op of its step, if it is known.

  void Read(od::value value, std::string_view field, Output& output) const {
    output.dtype.reset();
    output.other_dtype.reset();
    const bool has_sizes =
        kOutput<kHow>.Read(value, field, output).Has("sizes");
    if constexpr (kHow == Strictness::kGolden) CheckTogether(output, has_sizes);
    if (op == nullptr) return;
    CheckShown("dtype", HasDType(output), *op);
    CheckShown("sizes", has_sizes, *op);
  }
  void Append(const Output& output, std::string& out) const {
    kOutput<kHow>.Append(output, out);
  }
  std::string Schema() const { return R"({"$ref": "#/$defs/output"})"; }
};

template <Strictness kHow>
struct OutputsCodec : json::List<OutputCodec<kHow>> {
  void ReadIn(const Op* op, od::value value, std::string_view field,
              std::vector<Output>& outputs) const {
    json::List<OutputCodec<kHow>>{{op}}.Read(value, field, outputs);
  }
};

struct KindCodec {
  void Read(od::value value, std::string_view field, ErrorKind& into) const {
    const std::string_view name = String(value, field);
    const auto kind = FindErrorKind(name);
    if (!kind) Refuse(field, fmt::format("unknown error kind \"{}\"", name));
    into = *kind;
  }
  void Append(ErrorKind kind, std::string& out) const {
    AppendQuoted(Name(kind), out);
  }
  std::string Schema() const { return json::CommonSchema("error_kind"); }
};

template <Strictness kHow>
constexpr auto kError = json::Describe<ErrorReply>(
    json::Optional("kind", &ErrorReply::kind, json::Maybe<KindCodec>()),
    json::Optional("rule", &ErrorReply::rule,
                   InGolden<kHow, json::Text, json::Unknown<json::Text>>())
        .WrittenIf([](const ErrorReply& error) {
          return kHow == Strictness::kGolden && !error.rule.empty();
        }),
    json::Optional("message", &ErrorReply::message),
    json::Optional("misspelt", &ErrorReply::misspelt)
        .WrittenIf([](const ErrorReply&) { return false; }));

// The operand of a step of a reply does not exist.
struct UnobservedCodec {
  void Read(od::value value, std::string_view field, UnobservedStep&) const {
    if (!Bool(value, field)) Refuse(field, "expected true");
  }
  void Append(UnobservedStep, std::string& out) const { out += "true"; }
  std::string Schema() const { return R"({"const": true})"; }
};

// An outcome as one of its alternatives. Outputs keep their memory.
template <typename T>
struct OutcomeAs {
  T& operator()(Outcome& outcome) const {
    if constexpr (std::is_same_v<T, std::vector<Output>>) {
      if (auto* old = std::get_if<T>(&outcome)) return *old;
    }
    return outcome.emplace<T>();
  }
  const T& operator()(const Outcome& outcome) const {
    return std::get<T>(outcome);
  }
};
template <typename T, typename Codec>
constexpr auto Alternative(std::string_view name, Codec codec) {
  return json::OptionalOf<Outcome>(name, codec, OutcomeAs<T>())
      .WrittenIf([](const Outcome& outcome) {
        return std::holds_alternative<T>(outcome);
      });
}

template <Strictness kHow>
constexpr auto kOutcome = json::Describe<Outcome>(
    Alternative<std::vector<Output>>("outputs", OutputsCodec<kHow>()),
    Alternative<bool>("result", json::Flag()),
    Alternative<ErrorReply>("error", kError<kHow>),
    Alternative<UnobservedStep>(
        "unobserved",
        InGolden<kHow, json::Unknown<UnobservedCodec>, UnobservedCodec>()));

template <Strictness kHow>
void ReadOutcome(od::value value, const Op* op, Outcome& outcome) {
  kOutcome<kHow>.ReadOne(value, "steps", outcome,
                         "a second outcome in one step",
                         "a step without outputs, result or error", op);
}

// One outcome for each step of a case.
struct StepsCodec {
  void ReadIn(const std::vector<Step>& chain, od::value value,
              std::string_view field, std::vector<Outcome>& steps) const {
    std::size_t count = 0;
    ForEachElement(value, field, [&](od::value element) {
      if (count == steps.size()) steps.emplace_back();
      ReadOutcome<Strictness::kReply>(
          element, count < chain.size() ? chain[count].op : nullptr,
          steps[count]);
      ++count;
    });
    steps.resize(count);
    if (count != chain.size()) {
      Refuse(field,
             fmt::format("{} entries for {} steps", count, chain.size()));
    }
  }
  void Append(const std::vector<Outcome>& steps, std::string& out) const {
    json::List<OutcomeCodec>{{Strictness::kReply}}.Append(steps, out);
  }
};

struct Lack {
  void Read(od::value value, std::string_view field, std::string& into) const {
    json::Text().Read(value, field, into);
    if (std::ranges::find(kLacks, into) == std::end(kLacks)) {
      Refuse(field, "expected op, argument, base or dtype");
    }
  }
  void Append(std::string_view what, std::string& out) const {
    AppendQuoted(what, out);
  }
  std::string Schema() const {
    return fmt::format(R"({{"enum": ["{}"]}})", fmt::join(kLacks, R"(", ")"));
  }

  static constexpr std::string_view kLacks[] = {"op", "argument", "base",
                                                "dtype", "left_out"};
};

constexpr auto kUnsupported =
    json::Describe<Unsupported>(
        json::Written("step", &Unsupported::step,
                      json::Integer{std::numeric_limits<int64_t>::min()}),
        json::Needed("what", &Unsupported::what, Lack()),
        json::Written("detail", &Unsupported::detail))
        .IfMissing([](std::string_view, std::string_view name) {
          json::RefuseByName("", name);
        });

constexpr auto kReply =
    json::Describe<Reply>(
        json::Written("id", &Reply::id),
        // No adapter answers so: the reference alone knows the bounds.
        json::Optional("too_large", &Reply::too_large,
                       json::Unknown{json::Maybe{
                           json::Enclosed<int64_t>("step", json::Integer())}}),
        json::Optional("unsupported", &Reply::unsupported,
                       json::Maybe{kUnsupported})
            .WrittenIf([](const Reply& reply) {
              return reply.unsupported && !reply.too_large;
            }),
        json::Optional("steps", &Reply::steps, StepsCodec())
            .WrittenIf([](const Reply& reply) {
              return !reply.unsupported && !reply.too_large;
            }))
        .ReadOver();

// The laws between fields, as JSON Schema, and what hello or the case bounds.
constexpr std::string_view kLawsOfGoldenOutput =
    R"("$comment": "An output of more than 64 elements, or of more than 256 )"
    R"(characters of them, has crc32 in golden/, too: )"
    R"(conformance/golden_file/digests.h.", )"
    R"("dependentRequired": {"dtype": ["sizes"], "sizes": ["dtype"]}, )"
    R"("allOf": [{"properties": {"storage": {"minimum": 0}, )"
    R"("sizes": {"$ref": "common.schema.json#/$defs/sizes"}, )"
    R"("bytes": {"$ref": "common.schema.json#/$defs/hex"}}}])";
constexpr std::string_view kLawsOfShownOutput =
    R"("dependentRequired": {"dtype": ["sizes"], "sizes": ["dtype"], )"
    R"("strides": ["offset", "dtype"], "offset": ["strides"], )"
    R"("contiguous": ["strides"], "storage": ["dtype"], "self": ["dtype"], )"
    R"("conj": ["dtype"], "neg": ["dtype"]}, )"
    R"("not": {"anyOf": [{"required": ["values", "bytes"]}, )"
    R"({"required": ["values", "crc32"]}, {"required": ["bytes", "crc32"]}]})";
constexpr std::string_view kLawsOfGoldenError =
    R"("required": ["kind", "rule"], "maxProperties": 2)";

// Returns what a reply says at most in so many words.
std::string LawOfText(std::string_view field) {
  return fmt::format(R"("properties": {{"{}": {{"maxLength": {}}}}})", field,
                     kMaxMessage);
}

}  // namespace

std::string OutputSchema(Strictness how) {
  return how == Strictness::kGolden
             ? kOutput<Strictness::kGolden>.Schema(kLawsOfGoldenOutput)
             : kOutput<Strictness::kReply>.Schema(kLawsOfShownOutput);
}

std::string OutcomeSchema(Strictness how) {
  const bool is_golden = how == Strictness::kGolden;
  const std::string laws = fmt::format(
      R"("minProperties": 1, "maxProperties": 1, )"
      R"("allOf": [{{"properties": {{"error": {{{}}}}}}}])",
      is_golden ? std::string(kLawsOfGoldenError) : LawOfText("message"));
  return is_golden ? kOutcome<Strictness::kGolden>.Schema(laws)
                   : kOutcome<Strictness::kReply>.Schema(laws);
}

std::string UnsupportedSchema() {
  return kUnsupported.Schema(fmt::format(
      R"("allOf": [{{"properties": {{"step": {{"minimum": 0}}}}}}, )"
      R"({{{}}}])",
      LawOfText("detail")));
}

std::string OutcomeCodec::Schema() const {
  return fmt::format(R"({{"$ref": "#/$defs/{}"}})",
                     how == Strictness::kGolden ? "outcome" : "entry");
}

void OutcomeCodec::Read(od::value value, std::string_view,
                        Outcome& into) const {
  how == Strictness::kGolden
      ? ReadOutcome<Strictness::kGolden>(value, nullptr, into)
      : ReadOutcome<Strictness::kReply>(value, nullptr, into);
}

void OutcomeCodec::Append(const Outcome& outcome, std::string& out) const {
  how == Strictness::kGolden
      ? kOutcome<Strictness::kGolden>.Append(outcome, out)
      : kOutcome<Strictness::kReply>.Append(outcome, out);
}

void ReadReply(od::parser& parser, std::string_view line, const Case& test,
               Reply& reply) {
  const auto given =
      kReply.ReadLine(parser, line, reply, json::OthersRefused(), test.chain);
  if (given.Has("steps") == given.Has("unsupported")) {
    Refuse("steps", "expected either steps or unsupported");
  }
}

std::optional<std::string> ShownDType(const Output& output) {
  return output.dtype ? std::string(Name(*output.dtype)) : output.other_dtype;
}

void AppendShown(int64_t number, std::string& out) {
  if (number == kNotAnInteger) {
    out += "null";
  } else {
    AppendNumber(number, out);
  }
}

void AppendShown(const Ints& list, std::string& out) {
  json::List<ShownInt<Strictness::kReply>>().Append(list, out);
}

void AppendJson(const Outcome& outcome, std::string& out) {
  OutcomeCodec{Strictness::kGolden}.Append(outcome, out);
}

void AppendJson(const std::vector<Outcome>& outcomes, std::string& out) {
  json::List<OutcomeCodec>{{Strictness::kGolden}}.Append(outcomes, out);
}

void AppendJson(const Reply& reply, std::string& out) {
  kReply.Append(reply, out);
}

}  // namespace viewproof

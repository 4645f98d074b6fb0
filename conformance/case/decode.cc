#include "conformance/case/decode.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/bounds.h"
#include "conformance/case/error_kind.h"
#include "conformance/case/fill.h"
#include "conformance/case/json.h"
#include "conformance/case/sparse_facts.h"
#include "conformance/case/suggest.h"

namespace viewproof {
namespace {

namespace od = simdjson::ondemand;
using json::Array;
using json::Bool;
using json::ForEachElement;
using json::ForEachField;
using json::ForEachFieldOfLine;
using json::Get;
using json::Int;
using json::Object;
using json::ReadInts;
using json::Refuse;
using json::RefuseUnknown;
using json::String;
using json::TypeOf;
using od::json_type;

// The same where an adapter may know less than the suite.
[[noreturn]] void RefuseUnknown(std::string_view key, std::string_view what) {
  throw NotSupported(fmt::format("field \"{}\": unknown field", key),
                     {0, std::string(what), std::string(key)});
}

// Calls read(); what is wrong with this part of a case gets its place: a step,
// or 0 for the base.
template <typename Read>
void ReadPart(int64_t step, std::string_view what, Read read) {
  const auto place = [step](const BadInput& e) {
    return step == 0 ? std::string(e.what())
                     : fmt::format("step {}: {}", step, e.what());
  };
  try {
    read();
  } catch (const NotSupported& e) {
    Unsupported why = e.why();
    why.step = step;
    throw NotSupported(place(e), std::move(why));
  } catch (const BadInput& e) {
    throw NotSupported(place(e), {step, std::string(what), e.what()});
  }
}

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

void ReadSizes(od::value value, Ints& sizes) {
  ReadInts(value, "sizes", sizes);
  for (const int64_t size : sizes) {
    if (size < 0) Refuse("sizes", "a size is negative");
  }
}

// An element of golden/ and requests: an integer, a boolean, or [re, im].
Scalar ReadElement(od::value value, std::string_view field, Form& form) {
  int64_t number;
  if (value.get_int64().get(number) == simdjson::SUCCESS) {
    return {static_cast<double>(number)};
  }
  switch (TypeOf(value, field)) {
    case json_type::boolean:
      form = Form::kBool;
      return {Bool(value, field) ? 1.0 : 0.0};
    case json_type::array: {
      form = Form::kComplex;
      const Ints parts = ReadInts(value, field);
      if (parts.size() != 2) Refuse(field, "expected [re, im]");
      return {static_cast<double>(parts[0]), static_cast<double>(parts[1])};
    }
    default:
      return {static_cast<double>(Int(value, field))};
  }
}

void ReadValues(od::value list, Values& values) {
  values.form = Form::kNumber;
  values.list.clear();
  ForEachElement(list, "values", [&](od::value element) {
    values.list.push_back(ReadElement(element, "values", values.form));
  });
}

// A number of a reply: whatever is no number becomes NaN, which equals nothing.
double ReadLooseNumber(od::value value) {
  double number;
  if (value.get_double().get(number) == simdjson::SUCCESS) return number;
  if (TypeOf(value, "values") == json_type::string) {
    const std::string_view text = String(value, "values");
    if (text == "inf") return INFINITY;
    if (text == "-inf") return -INFINITY;
    int64_t wide;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), wide);
    if (error == std::errc() && end == text.data() + text.size()) {
      return static_cast<double>(wide);
    }
  }
  return NAN;
}

Scalar ReadLooseElement(od::value value, Form& form) {
  switch (TypeOf(value, "values")) {
    case json_type::boolean:
      form = Form::kBool;
      return {Bool(value, "values") ? 1.0 : 0.0};
    case json_type::array: {
      form = Form::kComplex;
      double parts[2] = {NAN, NAN};
      std::size_t count = 0;
      ForEachElement(value, "values", [&](od::value part) {
        const double number = ReadLooseNumber(part);
        if (count < 2) parts[count] = number;
        ++count;
      });
      if (count != 2) return {NAN, NAN};
      return {parts[0], parts[1]};
    }
    default:
      return {ReadLooseNumber(value)};
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
      return error == std::errc() && end == text.data() + text.size()
                 ? number
                 : kNotAnInteger;
    }
    case json_type::number: {
      const double real = Get<double>(value.get_double(), field, "a number");
      const bool exact = std::abs(real) <= 0x1p53 && real == std::floor(real);
      return exact ? static_cast<int64_t>(real) : kNotAnInteger;
    }
    default:
      return kNotAnInteger;
  }
}

void ReadLooseInts(od::value value, std::string_view field, Ints& list) {
  list.clear();
  ForEachElement(value, field, [&](od::value element) {
    list.push_back(ReadLooseInt(element, field));
  });
}

OutputRef ReadOutputRef(od::value value, std::string_view field) {
  const Ints pair = ReadInts(value, field);
  if (pair.size() != 2 || pair[0] < 0 || pair[1] < 0) {
    Refuse(field, "expected [step, output]");
  }
  return {.step = pair[0], .output = pair[1]};
}

Literal ReadLiteral(od::object object, std::string_view field) {
  Literal literal;
  bool has_dtype = false;
  bool has_sizes = false;
  ForEachField(object, field, [&](std::string_view key, od::value member) {
    if (key == "dtype") {
      literal.dtype = ReadDType(member, key);
      has_dtype = true;
    } else if (key == "sizes") {
      ReadSizes(member, literal.sizes);
      has_sizes = true;
    } else if (key == "values") {
      ReadValues(member, literal.values.emplace());
    } else {
      RefuseUnknown(key);
    }
  });
  if (!has_dtype) Refuse(field, "a literal lacks \"dtype\"");
  if (!has_sizes) Refuse(field, "a literal lacks \"sizes\"");
  const std::optional<int64_t> numel = Numel(literal.sizes);
  if (!numel || *numel > kMaxBase) {
    Refuse(field, fmt::format("a literal has over {} elements", kMaxBase));
  }
  if (literal.values) {
    literal.values->form = FormOf(literal.dtype);
    if (static_cast<int64_t>(literal.values->list.size()) != *numel) {
      Refuse(field, fmt::format("{} values for {} elements",
                                literal.values->list.size(), *numel));
    }
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

Range ReadRange(od::object object, std::string_view field) {
  Range range;
  ForEachField(object, field, [&](std::string_view key, od::value member) {
    if (key == "start") {
      range.start = ReadOptionalInt(member, key);
    } else if (key == "stop") {
      range.stop = ReadOptionalInt(member, key);
    } else if (key == "step") {
      range.step = ReadOptionalInt(member, key);
    } else {
      RefuseUnknown(key);
    }
  });
  return range;
}

IndexItem<Literal> ReadIndexItem(od::value value, std::string_view field) {
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
    case json_type::object: {
      od::object object = Object(value, field);
      const bool literal =
          object.find_field_unordered("dtype").error() == simdjson::SUCCESS;
      if (object.reset().error() != simdjson::SUCCESS) {
        Refuse(field, "unreadable");
      }
      if (literal) return ReadLiteral(object, field);
      return ReadRange(object, field);
    }
    default:
      return Int(value, field);
  }
}

Index<Literal> ReadIndex(od::value value, std::string_view field) {
  Index<Literal> index;
  ForEachElement(value, field, [&](od::value item) {
    index.push_back(ReadIndexItem(item, field));
  });
  if (!FitsIndex(index)) {
    Refuse(field, fmt::format("expected 1 to {} items, at most one of them "
                              "\"...\"",
                              kMaxItems));
  }
  return index;
}

Arg ReadArg(od::value value, const Parameter& parameter, Ints list) {
  const std::string_view field = parameter.name;
  switch (parameter.type) {
    case ArgType::kDim:
    case ArgType::kInt:
    case ArgType::kNumber:
      return Arg(std::in_place_type<int64_t>, Int(value, field));
    case ArgType::kOptionalInt:
      return ReadOptionalInt(value, field);
    case ArgType::kDims:
    case ArgType::kInts:
    case ArgType::kSizes:
    case ArgType::kSizesInfer:
      ReadInts(value, field, list);
      return list;
    case ArgType::kTensor:
      return ReadTensorArg(value, field);
    case ArgType::kDType:
      return ReadDType(value, field);
    case ArgType::kMemoryFormat:
      return ReadMemoryFormat(value, field);
    case ArgType::kIndex:
      return ReadIndex(value, field);
    case ArgType::kValue: {
      const json_type type = TypeOf(value, field);
      if (type == json_type::array || type == json_type::object) {
        return ReadTensorArg(value, field);
      }
      return Arg(std::in_place_type<int64_t>, Int(value, field));
    }
  }
  return {};
}

void ReadStep(od::value value, Step& step) {
  od::object object = Object(value, "chain");
  const std::string_view name =
      Get<std::string_view>(object.find_field_unordered("op").get_string(),
                            "op", "the name of an op");
  step.op = FindOp(name);
  if (step.op == nullptr) {
    throw NotSupported(fmt::format("field \"op\": unknown op \"{}\"{}", name,
                                   DidYouMeanOp(name)),
                       {0, "op", std::string(name)});
  }
  const std::vector<Parameter>& parameters = step.op->parameters;
  step.on.reset();
  step.args.resize(parameters.size());
  if (object.reset().error() != simdjson::SUCCESS)
    Refuse("chain", "unreadable");
  std::size_t next = 0;
  uint32_t seen = 0;
  ForEachField(object, "chain", [&](std::string_view key, od::value member) {
    if (key == "op") return;
    if (key == "on") {
      step.on = ReadOutputRef(member, key);
      return;
    }
    for (std::size_t k = 0; k < parameters.size(); ++k, ++next) {
      if (next >= parameters.size()) next = 0;
      if (parameters[next].name != key) continue;
      Arg& arg = step.args[next];
      auto* list = std::get_if<Ints>(&arg);
      arg = ReadArg(member, parameters[next],
                    list != nullptr ? std::move(*list) : Ints());
      seen |= 1u << next++;
      return;
    }
    RefuseUnknown(key, "argument");
  });
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    if ((seen >> k & 1u) == 0) {
      Refuse(parameters[k].name, fmt::format("missing in a step of {}", name));
    }
  }
}

Coo& CooOf(Base& base) { return base.coo ? *base.coo : base.coo.emplace(); }

// The members of a base that only a sparse one has; false for another.
bool ReadCooField(std::string_view key, od::value value, Base& base) {
  if (key == "layout") {
    if (String(value, key) != "sparse_coo") {
      Refuse(key, "expected \"sparse_coo\"");
    }
    CooOf(base);
  } else if (key == "indices") {
    ForEachElement(value, key, [&](od::value numbers) {
      CooOf(base).indices.push_back(ReadInts(numbers, key));
    });
  } else if (key == "coalesced") {
    CooOf(base).coalesced = Bool(value, key);
  } else {
    return false;
  }
  return true;
}

void ReadBase(od::value value, Base& base) {
  base.fill = FillKind::kIota;
  base.coo.reset();
  bool has_dtype = false;
  bool has_sizes = false;
  ForEachField(Object(value, "base"), "base",
               [&](std::string_view key, od::value member) {
                 if (key == "dtype") {
                   base.dtype = ReadDType(member, key);
                   has_dtype = true;
                 } else if (key == "sizes") {
                   ReadSizes(member, base.sizes);
                   has_sizes = true;
                 } else if (key == "fill") {
                   const std::string_view fill = String(member, key);
                   if (fill != "iota" && fill != "bytes") {
                     Refuse(key, "expected \"iota\" or \"bytes\"");
                   }
                   base.fill =
                       fill == "bytes" ? FillKind::kBytes : FillKind::kIota;
                 } else if (!ReadCooField(key, member, base)) {
                   RefuseUnknown(key, "base");
                 }
               });
  if (!has_dtype) Refuse("base", "lacks \"dtype\"");
  if (!has_sizes) Refuse("base", "lacks \"sizes\"");
  if (const std::string_view wrong = FaultOf(base); !wrong.empty()) {
    Refuse("indices", wrong);
  }
  const std::optional<int64_t> numel = Numel(FilledSizes(base));
  if (!numel || *numel > kMaxBase) {
    Refuse("base", fmt::format("over {} elements", kMaxBase));
  }
}

void ReadChain(od::value value, std::vector<Step>& chain) {
  std::size_t count = 0;
  ForEachElement(value, "chain", [&](od::value element) {
    if (count == chain.size()) chain.emplace_back();
    Step& step = chain[count++];
    ReadPart(static_cast<int64_t>(count), "argument",
             [&] { ReadStep(element, step); });
  });
  chain.resize(count);
}

// Reads one of the fields that a case has; false for another.
bool ReadCaseField(std::string_view key, od::value value, Case& test) {
  if (key == "id") {
    test.id = String(value, key);
  } else if (key == "base") {
    ReadPart(0, "base", [&] { ReadBase(value, test.base); });
  } else if (key == "chain") {
    ReadChain(value, test.chain);
  } else {
    return false;
  }
  return true;
}

void ReadStrings(od::value value, std::string_view field,
                 std::vector<std::string>& list) {
  std::size_t count = 0;
  ForEachElement(value, field, [&](od::value element) {
    if (count == list.size()) list.emplace_back();
    list[count++] = String(element, field);
  });
  list.resize(count);
}

void ReadRequires(od::value value, Requires& needs) {
  ForEachElement(value, "requires", [&](od::value element) {
    const std::string_view word = String(element, "requires");
    if (word == "after_error") {
      needs.after_error = true;
    } else if (word == "error_kind") {
      needs.error_kind = true;
    } else if (word == "views") {
      needs.views = true;
    } else if (word == "wide_int") {
      needs.wide_int = true;
    } else {
      Refuse("requires", fmt::format("unknown word \"{}\"", word));
    }
  });
}

// Golden files are held to the format; replies may say absurd things of what
// they show.
enum class Strictness { kGolden, kReply };

bool ReadOutputFact(std::string_view key, od::value value, Strictness how,
                    Output& output) {
  const bool golden = how == Strictness::kGolden;
  if (key == "offset") {
    output.offset = golden ? Int(value, key) : ReadLooseInt(value, key);
  } else if (key == "contiguous") {
    output.contiguous = Bool(value, key);
  } else if (key == "storage") {
    output.storage = golden ? Int(value, key) : ReadLooseInt(value, key);
  } else if (key == "self") {
    output.self = Bool(value, key);
  } else if (key == "conj") {
    output.conj = Bool(value, key);
  } else if (key == "neg") {
    output.neg = Bool(value, key);
  } else {
    return false;
  }
  return true;
}

void CheckShown(std::string_view field, bool shown, const Op& op) {
  if (shown && Observes(op)) {
    Refuse(field, fmt::format("not shown by {}", op.name));
  }
  if (!shown && !Observes(op)) Refuse(field, "missing in an output");
}

// `op` made the output; null where that is not known.
// The memory of an output that is read anew.
struct Spare {
  Ints strides;
  std::vector<Scalar> values;
};

// Empties `output` and keeps its memory.
Spare Recycle(Output& output) {
  Spare spare;
  if (output.strides) spare.strides = std::move(*output.strides);
  if (output.values) spare.values = std::move(output.values->list);
  Ints sizes = std::move(output.sizes);
  sizes.clear();
  output = Output();
  output.sizes = std::move(sizes);
  return spare;
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

void ReadOutput(od::value value, Strictness how, const Op* op, Output& output) {
  Spare spare = Recycle(output);
  bool has_dtype = false;
  bool has_sizes = false;
  ForEachField(Object(value, "outputs"), "outputs",
               [&](std::string_view key, od::value member) {
                 if (key == "dtype") {
                   output.dtype = how == Strictness::kGolden
                                      ? ReadDType(member, key)
                                      : FindDType(String(member, key));
                   has_dtype = true;
                 } else if (key == "sizes") {
                   ReadIntsAs(how, member, key, output.sizes);
                   has_sizes = true;
                 } else if (key == "strides") {
                   output.strides = std::move(spare.strides);
                   ReadIntsAs(how, member, key, *output.strides);
                 } else if (key == "values") {
                   output.values.emplace().list = std::move(spare.values);
                   ReadValuesAs(how, member, *output.values);
                 } else if (key == "bytes") {
                   output.bytes = String(member, key);
                 } else if (!ReadOutputFact(key, member, how, output)) {
                   RefuseUnknown(key);
                 }
               });
  if (op == nullptr) return;
  CheckShown("dtype", has_dtype, *op);
  CheckShown("sizes", has_sizes, *op);
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

ErrorReply ReadError(od::value value, Strictness how) {
  ErrorReply error;
  ForEachField(Object(value, "error"), "error",
               [&](std::string_view key, od::value member) {
                 if (key == "kind") {
                   const std::string_view kind = String(member, key);
                   error.kind = FindErrorKind(kind);
                   if (!error.kind) {
                     Refuse(key,
                            fmt::format("unknown error kind \"{}\"", kind));
                   }
                 } else if (key == "rule" && how == Strictness::kGolden) {
                   error.rule = String(member, key);
                 } else if (key == "message") {
                   error.message = String(member, key);
                 } else {
                   RefuseUnknown(key);
                 }
               });
  return error;
}

// Overwrites `outcome` and takes over its memory.
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
                   outcome = Unobserved{};
                 } else {
                   RefuseUnknown(key);
                 }
               });
  if (!seen) Refuse("steps", "a step without outputs, result or error");
}

void ReadOutcomes(od::value value, std::string_view field,
                  std::vector<Outcome>& outcomes) {
  std::size_t count = 0;
  ForEachElement(value, field, [&](od::value element) {
    if (count == outcomes.size()) outcomes.emplace_back();
    ReadOutcome(element, Strictness::kGolden, nullptr, outcomes[count++]);
  });
  outcomes.resize(count);
}

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

constexpr std::string_view kUnsupported[] = {"op", "argument", "base", "dtype"};

Unsupported ReadUnsupported(od::value value) {
  Unsupported unsupported;
  ForEachField(Object(value, "unsupported"), "unsupported",
               [&](std::string_view key, od::value member) {
                 if (key == "step") {
                   unsupported.step = Int(member, key);
                 } else if (key == "what") {
                   unsupported.what = String(member, key);
                   if (std::ranges::find(kUnsupported, unsupported.what) ==
                       std::end(kUnsupported)) {
                     Refuse(key, "expected op, argument, base or dtype");
                   }
                 } else if (key == "detail") {
                   unsupported.detail = String(member, key);
                 } else {
                   RefuseUnknown(key);
                 }
               });
  if (unsupported.what.empty()) Refuse("what", "missing");
  return unsupported;
}

void CheckOutcomeCount(const Vector& vector) {
  const std::size_t steps = vector.test.chain.size();
  if (vector.expect.size() != steps) {
    Refuse("expect",
           fmt::format("{} entries for {} steps", vector.expect.size(), steps));
  }
  if (!vector.alternative.empty() && vector.alternative.size() != steps) {
    Refuse("or", fmt::format("{} entries for {} steps",
                             vector.alternative.size(), steps));
  }
}

}  // namespace

static_assert(kPadding >= simdjson::SIMDJSON_PADDING);

struct Decoder::Impl {
  od::parser parser;
};

Decoder::Decoder() : impl_(std::make_unique<Impl>()) {}
Decoder::~Decoder() = default;

void Decoder::Read(std::string_view line, Case& test, UnknownKeys keys) {
  test.id.clear();
  bool has_base = false;
  bool has_chain = false;
  ForEachFieldOfLine(
      impl_->parser, line, [&](std::string_view key, od::value value) {
        has_base |= key == "base";
        has_chain |= key == "chain";
        if (!ReadCaseField(key, value, test) && keys == UnknownKeys::kRefused) {
          RefuseUnknown(key);
        }
      });
  if (!has_base) Refuse("base", "missing");
  if (!has_chain) Refuse("chain", "missing");
}

void Decoder::Read(std::string_view line, Vector& vector) {
  vector.rev = 0;
  vector.rules.clear();
  vector.flags.clear();
  vector.needs = {};
  vector.alternative.clear();
  uint32_t seen = 0;
  ForEachFieldOfLine(impl_->parser, line,
                     [&](std::string_view key, od::value value) {
                       if (ReadCaseField(key, value, vector.test)) {
                         seen |= key == "id" ? 1u : key == "base" ? 2u : 4u;
                       } else if (key == "rev") {
                         vector.rev = Int(value, key);
                         seen |= 8u;
                       } else if (key == "profile") {
                         const std::optional<Profile> profile =
                             FindProfile(String(value, key));
                         if (!profile) Refuse(key, "unknown profile");
                         vector.profile = *profile;
                         seen |= 16u;
                       } else if (key == "rules") {
                         ReadStrings(value, key, vector.rules);
                         seen |= 32u;
                       } else if (key == "flags") {
                         ReadStrings(value, key, vector.flags);
                         seen |= 64u;
                       } else if (key == "why") {
                         vector.why = String(value, key);
                         seen |= 128u;
                       } else if (key == "requires") {
                         ReadRequires(value, vector.needs);
                       } else if (key == "expect") {
                         ReadOutcomes(value, key, vector.expect);
                         seen |= 256u;
                       } else if (key == "or") {
                         ReadOutcomes(value, key, vector.alternative);
                       } else {
                         RefuseUnknown(key);
                       }
                     });
  constexpr std::string_view kFields[] = {"id",    "base",    "chain",
                                          "rev",   "profile", "rules",
                                          "flags", "why",     "expect"};
  for (std::size_t k = 0; k < std::size(kFields); ++k) {
    if ((seen >> k & 1u) == 0) Refuse(kFields[k], "missing");
  }
  CheckOutcomeCount(vector);
}

void Decoder::Read(std::string_view line, const Case& test, Reply& reply) {
  reply.id.clear();
  reply.steps.clear();
  reply.unsupported.reset();
  reply.too_large.reset();
  bool has_steps = false;
  ForEachFieldOfLine(impl_->parser, line,
                     [&](std::string_view key, od::value value) {
                       if (key == "id") {
                         reply.id = String(value, key);
                       } else if (key == "steps") {
                         ReadOutcomes(value, test.chain, reply.steps);
                         has_steps = true;
                       } else if (key == "unsupported") {
                         reply.unsupported = ReadUnsupported(value);
                       } else {
                         RefuseUnknown(key);
                       }
                     });
  if (has_steps == reply.unsupported.has_value()) {
    Refuse("steps", "expected either steps or unsupported");
  }
}

std::optional<std::string> IdOfLine(std::string_view line) {
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  if (parser.parse(line.data(), line.size(), false).get(object) !=
      simdjson::SUCCESS) {
    return std::nullopt;
  }
  std::string_view id;
  if (object["id"].get(id) != simdjson::SUCCESS) return "";
  return std::string(id);
}

}  // namespace viewproof

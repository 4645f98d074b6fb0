#include <fmt/format.h>
#include <fmt/ranges.h>
#include <simdjson.h>

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/case/argument_json.h"
#include "conformance/case/bounds.h"
#include "conformance/case/decode.h"
#include "conformance/case/describe.h"
#include "conformance/case/encode.h"
#include "conformance/case/escape.h"
#include "conformance/case/fill.h"
#include "conformance/case/hex.h"
#include "conformance/case/kernel.h"
#include "conformance/case/operands.h"
#include "conformance/case/outcome_json.h"
#include "conformance/case/suggest.h"
#include "conformance/case/tensor_facts.h"
#include "conformance/case/words.h"

namespace viewproof {
namespace {

namespace od = simdjson::ondemand;
using json::ForEachElement;
using json::ForEachField;
using json::Get;
using json::Object;
using json::Refuse;
using json::String;

// An adapter may know less than the suite: it answers `unsupported`.
[[noreturn]] void RefuseUnknown(std::string_view key, std::string_view what) {
  throw NotSupported(fmt::format("field \"{}\": unknown field", key),
                     {0, std::string(what), std::string(key)});
}

// Runs read() and prefixes its error with "step N: " (nothing for step 0, the
// base).
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

// An op that calls a kernel, whose arguments are the other fields.
const Op& ReadCallOp(std::string_view name, od::object object) {
  std::vector<std::string> arguments;
  if (object.reset().error() != simdjson::SUCCESS) {
    Refuse("chain", "unreadable");
  }
  ForEachField(object, "chain", [&](std::string_view key, od::value) {
    if (key != "op" && key != "on") arguments.emplace_back(key);
  });
  if (arguments.size() >= kMaxKernelOperands + kMaxKernelResults) {
    Refuse("op", fmt::format("too many arguments of {}", name));
  }
  return ShownCallOp(name, arguments);
}

const Op& ReadOp(od::object object) {
  const std::string_view name =
      Get<std::string_view>(object.find_field_unordered("op").get_string(),
                            "op", "the name of an op");
  if (name.starts_with(kCallPrefix)) {
    return ReadCallOp(std::string(name), object);
  }
  const Op* op = FindOp(name);
  if (op == nullptr) {
    throw NotSupported(fmt::format("field \"op\": unknown op \"{}\"{}",
                                   json::Shortened(name), DidYouMeanOp(name)),
                       {0, "op", std::string(name)});
  }
  return *op;
}

// Reads the argument of this name into its place. Returns the number of its
// parameter; nothing if the op has no such parameter.
std::optional<std::size_t> ReadNamedArg(std::string_view name, od::value value,
                                        Step& step) {
  const std::vector<Parameter>& parameters = step.op->parameters;
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    if (parameters[k].name != name) continue;
    json::Argument{parameters[k]}.Read(value, step.args[k]);
    return k;
  }
  return std::nullopt;
}

void ReadStep(od::value value, Step& step) {
  od::object object = Object(value, "chain");
  step.op = &ReadOp(object);
  step.on.reset();
  step.args.resize(step.op->parameters.size());
  if (object.reset().error() != simdjson::SUCCESS) {
    Refuse("chain", "unreadable");
  }
  bool has_op = false;
  std::bitset<32> given;  // It has a bit for each parameter: no op has as many.
  ForEachField(object, "chain", [&](std::string_view key, od::value member) {
    if (key == "op") {
      if (std::exchange(has_op, true)) json::RefuseSecond(key);
    } else if (key == "on") {
      if (step.on) json::RefuseSecond(key);
      json::OutputName().Read(member, key, step.on.emplace());
    } else if (const auto k = ReadNamedArg(key, member, step)) {
      if (given[*k]) json::RefuseSecond(key);
      given.set(*k);
    } else {
      RefuseUnknown(key, "argument");
    }
  });
  for (std::size_t k = 0; k < step.args.size(); ++k) {
    if (!given[k]) {
      Refuse(step.op->parameters[k].name,
             fmt::format("missing in a step of {}", step.op->name));
    }
  }
}

void RefuseLaterNames(int64_t number, const Step& step) {
  ForEachRef(step, [number](OutputRef ref, std::string_view field) {
    if (ref.step < number) return;
    Refuse(field,
           fmt::format("[{},{}] is of no earlier step", ref.step, ref.output));
  });
}

struct StepsBefore {
  int64_t count = 0;
  DroppedTensors dropped;
};

// Its arguments are those of its op's row.
struct StepCodec {
  StepsBefore* before = nullptr;  // A reader sets it.

  void Read(od::value value, std::string_view, Step& step) const {
    const int64_t number = ++before->count;
    ReadPart(number, "argument", [&] {
      ReadStep(value, step);
      RefuseLaterNames(number, step);
      const std::string fault = before->dropped.See(step);
      if (!fault.empty()) throw BadInput(fault);
    });
  }
  void Append(const Step& step, std::string& out) const {
    out += "{\"op\":";
    AppendQuoted(step.op->name, out);
    if (step.on) {
      out += ",\"on\":";
      json::OutputName().Append(*step.on, out);
    }
    for (std::size_t k = 0; k < step.op->asked(); ++k) {
      const Parameter& parameter = step.op->parameters[k];
      out += ',';
      AppendQuoted(parameter.name, out);
      out += ':';
      json::Argument{parameter}.Append(step.args[k], out);
    }
    out += '}';
  }
};

struct ChainCodec {
  void Read(od::value value, std::string_view field,
            std::vector<Step>& chain) const {
    StepsBefore before;
    json::List<StepCodec>{{&before}}.Read(value, field, chain);
  }
  void Append(const std::vector<Step>& chain, std::string& out) const {
    json::List<StepCodec>().Append(chain, out);
  }
  std::string Schema() const { return json::CommonSchema("chain"); }
};

struct SparseLayout {
  void Read(od::value value, std::string_view field, Base& base) const {
    if (String(value, field) != kWord) {
      Refuse(field, fmt::format("expected \"{}\"", kWord));
    }
    if (!base.coo) base.coo.emplace();
  }
  void Append(const Base&, std::string& out) const { AppendQuoted(kWord, out); }
  std::string Schema() const {
    return fmt::format(R"({{"const": "{}"}})", kWord);
  }

  static constexpr std::string_view kWord = "sparse_coo";
};

// A member of what a sparse base has.
template <auto kMember>
struct OfCoo {
  auto& operator()(Base& base) const {
    return (base.coo ? *base.coo : base.coo.emplace()).*kMember;
  }
  const auto& operator()(const Base& base) const { return *base.coo.*kMember; }
};

bool IsSparse(const Base& base) { return base.coo.has_value(); }

struct FillCodec {
  void Read(od::value value, std::string_view field, Base& base) const {
    bool is_cycle = false;
    kFills.Read(value, field, is_cycle);
    base.fill = is_cycle ? FillKind::kCycle : FillKind::kBytes;
  }
  void Append(const Base& base, std::string& out) const {
    kFills.Append(base.fill == FillKind::kCycle, out);
  }
  std::string Schema() const { return kFills.Schema(); }

  static constexpr json::EitherWord kFills = {"bytes", "cycle"};
};

struct BaseValues {
  void Read(od::value value, std::string_view field, Base& base) const {
    json::ElementList().Read(value, field, base.values);
    base.fill = FillKind::kValues;
  }
  void Append(const Base& base, std::string& out) const {
    AppendJson(base.values, out);
  }
  std::string Schema() const { return json::ElementList().Schema(); }
};

struct BaseHex {
  void Read(od::value value, std::string_view field, Base& base) const {
    auto bytes = BytesOfHex(String(value, field));
    if (!bytes) Refuse(field, "expected hex digits in lower case");
    base.bytes = *std::move(bytes);
    base.fill = FillKind::kHex;
  }
  void Append(const Base& base, std::string& out) const {
    out += '"';
    AppendHex(base.bytes, out);
    out += '"';
  }
  std::string Schema() const { return json::CommonSchema("hex"); }
};

constexpr auto kBase =
    json::Describe<Base>(
        json::OptionalOf<Base>("layout", SparseLayout()).WrittenIf(&IsSparse),
        json::Needed("dtype", &Base::dtype, json::BaseDType()),
        json::Needed("sizes", &Base::sizes, json::Sizes()),
        json::OptionalOf<Base>("indices",
                               json::List<json::List<json::AnyInt>>(),
                               OfCoo<&Coo::indices>())
            .WrittenIf(&IsSparse),
        json::OptionalOf<Base>("coalesced", json::Flag(),
                               OfCoo<&Coo::coalesced>())
            .WrittenIf(&IsSparse),
        json::OptionalOf<Base>("fill", FillCodec())
            .WrittenIf([](const Base& b) {
              return b.fill == FillKind::kBytes || b.fill == FillKind::kCycle;
            }),
        json::OptionalOf<Base>("values", BaseValues())
            .WrittenIf([](const Base& b) { return SaysValues(b.fill); }),
        json::OptionalOf<Base>("hex", BaseHex()).WrittenIf([](const Base& b) {
          return b.fill == FillKind::kHex;
        }))
        .IfMissing([](std::string_view where, std::string_view name) {
          Refuse(where, fmt::format("lacks \"{}\"", name));
        });

// The laws between fields, as JSON Schema.
constexpr std::string_view kLawsOfBase =
    R"("dependentRequired": {"layout": ["indices", "coalesced"], )"
    R"("indices": ["layout"], "coalesced": ["layout"]}, )"
    R"("allOf": [{"properties": {"indices": {"minItems": 1}}}], )"
    R"("not": {"anyOf": [{"required": ["fill", "values"]}, )"
    R"({"required": ["fill", "hex"]}, {"required": ["values", "hex"]}]})";

void ReadBase(od::value value, Base& base) {
  base.fill = FillKind::kIota;
  base.coo.reset();
  base.values.list.clear();
  base.bytes.clear();
  const auto given = kBase.Read(
      value, "base", base,
      [](std::string_view key, od::value) { RefuseUnknown(key, "base"); });
  if (const std::string_view wrong = FaultOf(base); !wrong.empty()) {
    Refuse(base.coo ? "indices" : "sizes", wrong);
  }
  if (TooLarge(base)) {
    Refuse("base", fmt::format("over {} elements", MaxBase(base.fill)));
  }
  if (given.Has("fill") + given.Has("values") + given.Has("hex") > 1) {
    Refuse("base", "more than one of \"fill\", \"values\" and \"hex\"");
  }
  if (const std::string_view wrong = FaultOfData(base); !wrong.empty()) {
    Refuse(base.fill == FillKind::kHex ? "hex" : "values",
           fmt::format("expected {}", wrong));
  }
  base.values.form = FormOf(base.dtype);
}

struct BaseCodec {
  void Read(od::value value, std::string_view field, Base& base) const {
    ReadPart(0, field, [&] { ReadBase(value, base); });
  }
  void Append(const Base& base, std::string& out) const {
    kBase.Append(base, out);
  }
  std::string Schema() const { return json::CommonSchema("base"); }
};

constexpr auto kBaseOfCase = json::Needed("base", &Case::base, BaseCodec());
constexpr auto kChain = json::Needed("chain", &Case::chain, ChainCodec());

constexpr auto kUnnamed = json::Describe<Case>(kBaseOfCase, kChain);
constexpr auto kCase =
    json::Describe<Case>(json::Written("id", &Case::id), kBaseOfCase, kChain)
        .ReadOver();

// Reports and gate files write ids as they are.
struct PlainId : json::Text {
  void Read(od::value value, std::string_view field, std::string& id) const {
    json::Text::Read(value, field, id);
    if (!IsPlainId(id)) {
      Refuse(field, fmt::format("\"{}\" needs quoting", Escaped(id)));
    }
  }
  std::string Schema() const { return json::PlainText{false}.Schema(); }
};

struct ProfileName : json::Word<Profile> {
  void Read(od::value value, std::string_view field, Profile& into) const {
    const auto profile = FindProfile(String(value, field));
    if (!profile) Refuse(field, "unknown profile");
    into = *profile;
  }
};

// Holds what is needed, by words.
struct RequiresCodec {
  void Read(od::value value, std::string_view field, Requires& needs) const {
    needs = {};
    ForEachElement(value, field, [&](od::value element) {
      const std::string_view word = String(element, field);
      const auto* const need =
          std::ranges::find(kNeeds, word, [](auto& n) { return n.first; });
      const auto form = FindCaseForm(word);
      if (need != std::end(kNeeds)) {
        needs.*need->second = true;
      } else if (form && MayBeNeeded(*form)) {
        needs.forms.push_back(*form);
      } else {
        Refuse(field, fmt::format("unknown word \"{}\"", word));
      }
    });
  }
  void Append(const Requires& needs, std::string& out) const {
    std::vector<std::string_view> words;
    for (const auto& [word, is_needed] : kNeeds) {
      if (needs.*is_needed) words.push_back(word);
    }
    for (const CaseForm form : needs.forms) words.push_back(Name(form));
    json::List<json::Text>().Append(words, out);
  }
  std::string Schema() const {
    Requires all = {true, true, true, true, {}};
    std::ranges::copy_if(kCaseForms, std::back_inserter(all.forms),
                         &MayBeNeeded);
    return fmt::format(R"({{"type": "array", "items": {{"enum": {}}}}})",
                       json::ToJson(*this, all));
  }

  static constexpr std::pair<std::string_view, bool Requires::*> kNeeds[] = {
      {"after_error", &Requires::after_error},
      {"error_kind", &Requires::error_kind},
      {"views", &Requires::views},
      {"wide_int", &Requires::wide_int},
  };
};

constexpr json::Integer kRev = {std::numeric_limits<int64_t>::min()};
constexpr json::List<OutcomeCodec> kOutcomes = {{Strictness::kGolden}};

constexpr auto kVector =
    json::Describe<Vector>(
        json::Needed("id", &Vector::test, &Case::id, PlainId()),
        json::Needed("rev", &Vector::rev, kRev),
        json::Needed("profile", &Vector::profile, ProfileName()),
        json::Needed("rules", &Vector::rules),
        json::Needed("flags", &Vector::flags),
        json::Needed("why", &Vector::why),
        json::Optional("requires", &Vector::needs, RequiresCodec()),
        json::NeededIn(&Vector::test, kBaseOfCase),
        json::NeededIn(&Vector::test, kChain),
        json::Needed("expect", &Vector::expect, kOutcomes),
        json::Optional("or", &Vector::alternative, kOutcomes))
        .ReadOver();

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

// The sizes of the tensor that output `k` of a step shows.
const Ints& SizesShown(const Vector& vector,
                       const std::vector<Outcome>& outcomes,
                       const std::vector<OutputRef>& operands, std::size_t step,
                       const Output& output) {
  if (!Observes(*vector.test.chain[step].op)) return output.sizes;
  const Output* operand = FindOutput(outcomes, operands[step]);
  return operand == nullptr ? vector.test.base.sizes : operand->sizes;
}

// Checks that outputs have a crc32 where one is due, and nowhere else but, if
// they may, in place of elements. Returns whether one has it there.
bool CheckDigests(const Vector& vector, Elements elements,
                  const std::vector<Outcome>& outcomes) {
  const bool may_be_due = vector.profile == Profile::kKernels;
  if (!may_be_due && std::ranges::none_of(outcomes, &HasDigest)) return false;
  bool is_abridged = false;
  const std::vector<OutputRef> operands =
      OperandsOf(vector.test.chain, outcomes);
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    const auto* outputs = std::get_if<std::vector<Output>>(&outcomes[k]);
    if (outputs == nullptr) continue;
    for (const Output& output : *outputs) {
      const std::optional<int64_t> numel =
          Numel(SizesShown(vector, outcomes, operands, k, output));
      const ElementDisplay how = HowShown(vector.test.base.fill, numel);
      const bool due = may_be_due && how == ElementDisplay::kDigest;
      if (output.crc32.has_value() == due) continue;
      if (elements == Elements::kOrDigest && output.crc32 &&
          (how == ElementDisplay::kValues || how == ElementDisplay::kBytes)) {
        if (output.values || output.bytes) {
          Refuse("crc32", fmt::format("step {}: beside the elements", k + 1));
        }
        is_abridged = true;
        continue;
      }
      if (!may_be_due) {
        Refuse("crc32",
               fmt::format("step {}: only profile kernels has digests", k + 1));
      }
      Refuse("crc32", fmt::format("step {}: {} an output of {} elements", k + 1,
                                  due ? "missing in" : "not shown by",
                                  numel.value_or(INT64_MAX)));
    }
  }
  return is_abridged;
}

}  // namespace

static_assert(kPadding >= simdjson::SIMDJSON_PADDING);

struct Decoder::Impl {
  simdjson::ondemand::parser parser;
};

Decoder::Decoder() : impl_(std::make_unique<Impl>()) {}
Decoder::~Decoder() = default;

void Decoder::Read(std::string_view line, Case& test, UnknownKeys keys) {
  kCase.ReadLine(impl_->parser, line, test,
                 [keys](std::string_view key, od::value) {
                   if (keys == UnknownKeys::kRefused) json::RefuseUnknown(key);
                 });
  const bool is_called = CallStepOf(test.chain) > 0;
  if (is_called && SaysValues(test.base.fill)) {
    test.base.fill = FillKind::kOperand;
  }
}

bool Decoder::Read(std::string_view line, Vector& vector, Elements elements) {
  vector.exchanged = false;
  kVector.ReadLine(impl_->parser, line, vector);
  DemandSteps(vector.test);
  CheckOutcomeCount(vector);
  const bool is_abridged = CheckDigests(vector, elements, vector.expect);
  return CheckDigests(vector, elements, vector.alternative) || is_abridged;
}

void Decoder::Read(std::string_view line, const Case& test, Reply& reply) {
  ReadReply(impl_->parser, line, test, reply);
}

void DemandSteps(const Case& test) {
  if (test.chain.empty()) Refuse("chain", "has no step");
}

std::string BaseSchema() { return kBase.Schema(kLawsOfBase); }

std::string VectorSchema() { return kVector.Schema(); }

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

void AppendJson(const Base& base, std::string& out) { kBase.Append(base, out); }

void AppendJson(const std::vector<Step>& chain, std::string& out) {
  ChainCodec().Append(chain, out);
}

void AppendChain(const Case& test, std::string& out) {
  kUnnamed.AppendFields(test, out);
}

void AppendJson(const Case& test, std::string& out) { kCase.Append(test, out); }

void AppendJson(const Vector& vector, std::string& out) {
  kVector.Append(vector, out);
}

}  // namespace viewproof

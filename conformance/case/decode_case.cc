#include "conformance/case/decode_case.h"

#include <fmt/format.h>

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/case/bounds.h"
#include "conformance/case/decode_argument.h"
#include "conformance/case/fields.h"
#include "conformance/case/fill.h"
#include "conformance/case/hex.h"
#include "conformance/case/json.h"
#include "conformance/case/operands.h"
#include "conformance/case/suggest.h"
#include "conformance/case/tensor_facts.h"

namespace viewproof {
namespace {

namespace od = simdjson::ondemand;
using json::Bool;
using json::FieldReader;
using json::Fields;
using json::ForEachElement;
using json::ForEachField;
using json::Get;
using json::Object;
using json::ReadInts;
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

const Op& ReadOp(od::object object) {
  const std::string_view name =
      Get<std::string_view>(object.find_field_unordered("op").get_string(),
                            "op", "the name of an op");
  const Op* op = FindOp(name);
  if (op == nullptr) {
    throw NotSupported(fmt::format("field \"op\": unknown op \"{}\"{}", name,
                                   DidYouMeanOp(name)),
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
    auto* list = std::get_if<Ints>(&step.args[k]);
    step.args[k] = ReadArg(value, parameters[k],
                           list != nullptr ? std::move(*list) : Ints());
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
  std::bitset<32> given;  // By parameter: no op has as many.
  ForEachField(object, "chain", [&](std::string_view key, od::value member) {
    if (key == "op") return;
    if (key == "on") {
      if (step.on) json::RefuseSecond(key);
      step.on = ReadOutputRef(member, key);
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

FillKind FillNamed(std::string_view word, std::string_view field) {
  if (word == "iota") return FillKind::kIota;
  if (word == "bytes") return FillKind::kBytes;
  if (word == "cycle") return FillKind::kCycle;
  Refuse(field, "expected \"iota\", \"bytes\" or \"cycle\"");
}

Coo& CooOf(Base& base) { return base.coo ? *base.coo : base.coo.emplace(); }

constexpr FieldReader<Base> kBaseFields[] = {
    {"dtype", json::kRequired,
     [](od::value value, std::string_view name, Base& base) {
       base.dtype = ReadBaseDType(value, name);
     }},
    {"sizes", json::kRequired,
     [](od::value value, std::string_view, Base& base) {
       ReadSizes(value, base.sizes);
     }},
    {"fill", json::kOptional,
     [](od::value value, std::string_view name, Base& base) {
       base.fill = FillNamed(String(value, name), name);
     }},
    {"values", json::kOptional,
     [](od::value value, std::string_view, Base& base) {
       ReadValues(value, base.values);
       base.fill = FillKind::kValues;
     }},
    {"hex", json::kOptional,
     [](od::value value, std::string_view name, Base& base) {
       std::optional<std::vector<std::byte>> bytes =
           BytesOfHex(String(value, name));
       if (!bytes) Refuse(name, "expected hex digits in lower case");
       base.bytes = *std::move(bytes);
       base.fill = FillKind::kHex;
     }},
    {"layout", json::kOptional,
     [](od::value value, std::string_view name, Base& base) {
       if (String(value, name) != "sparse_coo") {
         Refuse(name, "expected \"sparse_coo\"");
       }
       CooOf(base);
     }},
    {"indices", json::kOptional,
     [](od::value value, std::string_view name, Base& base) {
       ForEachElement(value, name, [&](od::value numbers) {
         CooOf(base).indices.push_back(ReadInts(numbers, name));
       });
     }},
    {"coalesced", json::kOptional,
     [](od::value value, std::string_view name, Base& base) {
       CooOf(base).coalesced = Bool(value, name);
     }},
};

void ReadBaseFields(od::value value, Base& base) {
  base.fill = FillKind::kIota;
  base.coo.reset();
  base.values = {};
  base.bytes.clear();
  Fields<Base> fields(kBaseFields, base);
  ForEachField(Object(value, "base"), "base",
               [&](std::string_view key, od::value member) {
                 if (!fields.Read(key, member)) RefuseUnknown(key, "base");
               });
  if (!fields.Missing().empty()) {
    Refuse("base", fmt::format("lacks \"{}\"", fields.Missing()));
  }
  if (const std::string_view wrong = FaultOf(base); !wrong.empty()) {
    Refuse(base.coo ? "indices" : "sizes", wrong);
  }
  if (TooLarge(base)) {
    Refuse("base", fmt::format("over {} elements", MaxBase(base.fill)));
  }
  if (fields.Has("fill") + fields.Has("values") + fields.Has("hex") > 1) {
    Refuse("base", "more than one of \"fill\", \"values\" and \"hex\"");
  }
  if (const std::string_view wrong = FaultOfData(base); !wrong.empty()) {
    Refuse(base.fill == FillKind::kHex ? "hex" : "values",
           fmt::format("expected {}", wrong));
  }
  base.values.form = FormOf(base.dtype);
}

constexpr FieldReader<Case> kCaseFields[] = {
    {"id", json::kOptional, &ReadId},
    {"base", json::kRequired, &ReadBase},
    {"chain", json::kRequired, &ReadChain},
};

}  // namespace

void ReadId(od::value value, std::string_view name, Case& test) {
  test.id = String(value, name);
}

void ReadBase(od::value value, std::string_view name, Case& test) {
  ReadPart(0, name, [&] { ReadBaseFields(value, test.base); });
}

void ReadChain(od::value value, std::string_view name, Case& test) {
  std::size_t count = 0;
  DroppedTensors dropped;
  ForEachElement(value, name, [&](od::value element) {
    if (count == test.chain.size()) test.chain.emplace_back();
    Step& step = test.chain[count++];
    ReadPart(static_cast<int64_t>(count), "argument", [&] {
      ReadStep(element, step);
      RefuseLaterNames(static_cast<int64_t>(count), step);
      const std::string fault = dropped.See(step);
      if (!fault.empty()) throw BadInput(fault);
    });
  });
  test.chain.resize(count);
}

void DemandSteps(const Case& test) {
  if (test.chain.empty()) json::Refuse("chain", "has no step");
}

void ReadCase(od::parser& parser, std::string_view line, UnknownKeys keys,
              Case& test) {
  test.id.clear();
  Fields<Case> fields(kCaseFields, test);
  json::ForEachFieldOfLine(
      parser, line, [&](std::string_view key, od::value value) {
        if (!fields.Read(key, value) && keys == UnknownKeys::kRefused) {
          json::RefuseUnknown(key);
        }
      });
  if (!fields.Missing().empty()) Refuse(fields.Missing(), "missing");
}

}  // namespace viewproof

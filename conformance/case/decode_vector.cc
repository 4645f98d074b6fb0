#include "conformance/case/decode_vector.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/case/decode_case.h"
#include "conformance/case/decode_outcome.h"
#include "conformance/case/escape.h"
#include "conformance/case/fields.h"
#include "conformance/case/fill.h"
#include "conformance/case/json.h"
#include "conformance/case/operands.h"
#include "conformance/case/ops.h"

namespace viewproof {
namespace {

namespace od = simdjson::ondemand;
using json::FieldReader;
using json::Fields;
using json::ForEachElement;
using json::Int;
using json::Refuse;
using json::String;

// Reports and gate files write ids as they are.
void ReadPlainId(od::value value, std::string_view name, Vector& vector) {
  ReadId(value, name, vector.test);
  if (!IsPlainId(vector.test.id)) {
    Refuse(name, fmt::format("\"{}\" needs quoting", Escaped(vector.test.id)));
  }
}

template <auto kRead>
void ReadOfCase(od::value value, std::string_view name, Vector& vector) {
  kRead(value, name, vector.test);
}

void ReadRev(od::value value, std::string_view name, Vector& vector) {
  vector.rev = Int(value, name);
}

void ReadProfile(od::value value, std::string_view name, Vector& vector) {
  const std::optional<Profile> profile = FindProfile(String(value, name));
  if (!profile) Refuse(name, "unknown profile");
  vector.profile = *profile;
}

template <std::vector<std::string> Vector::*kMember>
void ReadStrings(od::value value, std::string_view name, Vector& vector) {
  std::vector<std::string>& list = vector.*kMember;
  std::size_t count = 0;
  ForEachElement(value, name, [&](od::value element) {
    if (count == list.size()) list.emplace_back();
    list[count++] = String(element, name);
  });
  list.resize(count);
}

void ReadWhy(od::value value, std::string_view name, Vector& vector) {
  vector.why = String(value, name);
}

constexpr std::pair<std::string_view, bool Requires::*> kNeeds[] = {
    {"after_error", &Requires::after_error},
    {"error_kind", &Requires::error_kind},
    {"views", &Requires::views},
    {"wide_int", &Requires::wide_int},
};

void ReadRequires(od::value value, std::string_view name, Vector& vector) {
  ForEachElement(value, name, [&](od::value element) {
    const std::string_view word = String(element, name);
    const auto* need = std::ranges::find(
        kNeeds, word, &std::pair<std::string_view, bool Requires::*>::first);
    if (need != std::end(kNeeds)) {
      vector.needs.*need->second = true;
    } else if (const auto form = FindCaseForm(word);
               form && MayBeNeeded(*form)) {
      vector.needs.forms.push_back(*form);
    } else {
      Refuse(name, fmt::format("unknown word \"{}\"", word));
    }
  });
}

template <std::vector<Outcome> Vector::*kMember>
void ReadOutcomes(od::value value, std::string_view name, Vector& vector) {
  std::vector<Outcome>& outcomes = vector.*kMember;
  std::size_t count = 0;
  ForEachElement(value, name, [&](od::value element) {
    if (count == outcomes.size()) outcomes.emplace_back();
    ReadOutcome(element, Strictness::kGolden, nullptr, outcomes[count++]);
  });
  outcomes.resize(count);
}

constexpr FieldReader<Vector> kVectorFields[] = {
    {"id", json::kRequired, &ReadPlainId},
    {"base", json::kRequired, &ReadOfCase<&ReadBase>},
    {"chain", json::kRequired, &ReadOfCase<&ReadChain>},
    {"rev", json::kRequired, &ReadRev},
    {"profile", json::kRequired, &ReadProfile},
    {"rules", json::kRequired, &ReadStrings<&Vector::rules>},
    {"flags", json::kRequired, &ReadStrings<&Vector::flags>},
    {"why", json::kRequired, &ReadWhy},
    {"requires", json::kOptional, &ReadRequires},
    {"expect", json::kRequired, &ReadOutcomes<&Vector::expect>},
    {"or", json::kOptional, &ReadOutcomes<&Vector::alternative>},
};

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

bool ReadVector(od::parser& parser, std::string_view line, Elements elements,
                Vector& vector) {
  vector.rev = 0;
  vector.rules.clear();
  vector.flags.clear();
  vector.needs = {};
  vector.alternative.clear();
  vector.exchanged = false;
  Fields<Vector> fields(kVectorFields, vector);
  json::ForEachFieldOfLine(parser, line,
                           [&](std::string_view key, od::value value) {
                             if (!fields.Read(key, value)) {
                               json::RefuseUnknown(key);
                             }
                           });
  if (!fields.Missing().empty()) Refuse(fields.Missing(), "missing");
  DemandSteps(vector.test);
  CheckOutcomeCount(vector);
  const bool is_abridged = CheckDigests(vector, elements, vector.expect);
  return CheckDigests(vector, elements, vector.alternative) || is_abridged;
}

}  // namespace viewproof

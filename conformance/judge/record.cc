#include "conformance/judge/record.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <variant>

#include "conformance/case/describe.h"
#include "conformance/case/error_kind.h"
#include "conformance/case/named.h"
#include "conformance/judge/answers.h"
#include "conformance/judge/words.h"

namespace viewproof {
namespace {

// Facets, the one that says most about a cause first.
constexpr std::array kTelling = {
    Facet::kShape,    Facet::kAlias,  Facet::kStrides,  Facet::kExact,
    Facet::kIdentity, Facet::kValues, Facet::kErrorKind};

bool Died(Verdict verdict) {
  return IsDeath(verdict) || verdict == Verdict::kProtocolError;
}

bool Fails(Verdict verdict) {
  return verdict == Verdict::kFail || Died(verdict);
}

constexpr auto kDifference = json::Describe<Difference>(
    json::Needed("facet", &Difference::facet),
    json::Needed("step", &Difference::step),
    json::Optional("output", &Difference::output),
    json::Needed("op", &Difference::op, json::PlainText()),
    json::Optional("blamed", &Difference::blamed)
        .WrittenIf([](const Difference& d) { return d.blamed != d.step; })
        .IfAbsent([](Difference& d) { d.blamed = d.step; }),
    json::Optional("via", &Difference::via, json::PlainText()),
    json::Needed("difference", &Difference::kind),
    json::Needed("field", &Difference::field, json::PlainText()),
    json::Needed("expected", &Difference::expected, json::AnyJson()),
    json::Needed("actual", &Difference::actual, json::AnyJson()),
    json::Optional("also", &Difference::also, json::List<json::PlainText>()),
    json::Optional("relation", &Difference::relation),
    json::Optional("outside", &Difference::outside),
    // Format 2 has it, which took it for an address.
    json::ReadOnly<Difference>("unheld", json::ForgottenValue<bool>()));

constexpr auto kRecord =
    json::Describe<Record>(
        json::Needed("id", &Record::id, json::PlainText{false}),
        json::Needed("dtype", &Record::dtype),
        json::Needed("profile", &Record::profile),
        json::Needed("verdict", &Record::verdict),
        json::Optional("reason", &Record::reason)
            .DueIf([](const Record& r) { return r.verdict == Verdict::kSkip; })
            .WrittenIf([](const Record& r) { return r.reason.has_value(); }),
        json::Optional("step", &Record::step)
            .DueIf([](const Record& r) { return Died(r.verdict); })
            .WrittenIf([](const Record& r) { return !r.op.empty(); }),
        json::Optional("op", &Record::op, json::PlainText())
            .DueIf([](const Record& r) { return Died(r.verdict); })
            .WrittenIf([](const Record& r) { return !r.op.empty(); }),
        json::Optional("detail", &Record::detail).DueIf([](const Record& r) {
          return Died(r.verdict);
        }),
        json::Optional("waived", &Record::waived),
        json::Optional("steps", &Record::steps).DueIf([](const Record& r) {
          return Fails(r.verdict);
        }),
        json::Optional("elements", &Record::elements)
            .DueIf([](const Record& r) { return Fails(r.verdict); }),
        json::Optional("message", &Record::message),
        json::Optional("misspelt", &Record::misspelt),
        json::Optional("diffs", &Record::differences, json::List{kDifference})
            .DueIf([](const Record& r) { return r.verdict != Verdict::kSkip; }),
        json::Optional("answers", &Record::answers, AnswersCodec()),
        json::Optional("call", &Record::call, AskedCallCodec()),
        json::Optional("world", &Record::world).DueIf([](const Record& r) {
          return r.verdict != Verdict::kSkip;
        }),
        json::Optional("order", &Record::order).DueIf([](const Record& r) {
          return r.verdict != Verdict::kSkip;
        }),
        json::Optional("known", &Record::known),
        json::Optional("entry", &Record::entry),
        json::Optional("rev", &Record::rev),
        json::Optional("again", &Record::again))
        .With([](const Record& record) {
          if (!Died(record.verdict) && record.differences.empty() ==
                                           (record.verdict == Verdict::kFail)) {
            json::Refuse("diffs", "belong to a failure, and to nothing else");
          }
        });

}  // namespace

void AppendJson(const Record& record, std::string& out) {
  kRecord.Append(record, out);
}

Record ReadRecord(std::string_view line) {
  Record record;
  kRecord.ReadLine(line, record);
  return record;
}

std::string RecordSchema() {
  std::string laws;
  for (int k = 0; k <= static_cast<int>(Verdict::kSkip); ++k) {
    Record record;
    record.verdict = Verdict{k};
    const bool fails = record.verdict == Verdict::kFail;
    laws += fmt::format(
        R"({}{{"if": {{"properties": {{"verdict": {{"const": "{}"}}}}}}, )"
        R"("then": {{"required": {}{}}}}})",
        laws.empty() ? "" : ", ", Name(record.verdict),
        json::ToJson(json::List<json::Text>(), kRecord.DueIn(record)),
        Died(record.verdict)
            ? ""
            : fmt::format(R"(, "properties": {{"diffs": {{"{}": {}}}}})",
                          fails ? "minItems" : "maxItems", fails ? 1 : 0));
  }
  return kRecord.Schema(fmt::format(R"("allOf": [{}])", laws));
}

bool Waives(const Record& record, Facet facet) {
  return std::find(record.waived.begin(), record.waived.end(), facet) !=
         record.waived.end();
}

std::optional<Failure> Reduce(const Record& record, Facets demanded) {
  if (Died(record.verdict)) {
    return Failure{record.verdict, {}, "", record.op, record.step};
  }
  const auto is_due = [&](Facet facet) {
    return demanded.Contains(facet) && !Waives(record, facet);
  };
  Failure failure;
  for (const Difference& d : record.differences) {
    if (is_due(d.facet)) failure.facets.push_back(d.facet);
  }
  for (const Facet facet : kTelling) {
    for (const Difference& d : record.differences) {
      if (d.facet != facet || !is_due(facet)) continue;
      failure.difference = Name(d.kind);
      failure.op = d.op;
      failure.step = d.step;
      return failure;
    }
  }
  return std::nullopt;
}

std::string AnswerOf(const Record& record, Facets demanded) {
  if (record.verdict != Verdict::kFail) return "";
  std::vector<std::string> words;
  const auto add = [&words](const std::string& word) {
    if (std::ranges::find(words, word) == words.end()) words.push_back(word);
  };
  for (const Difference& d : record.differences) {
    if (!demanded.Contains(d.facet) || Waives(record, d.facet)) continue;
    const StepAnswer* answer = FindAnswer(record.answers, d.step);
    if (d.kind == DifferenceKind::kUnsupported) {
      add("unsupported");
    } else if (answer == nullptr) {
      return "";
    } else if (d.kind == DifferenceKind::kOkForError) {
      add("answers");
    } else if (const auto* error = std::get_if<ErrorReply>(&answer->outcome)) {
      add(error->kind ? fmt::format("error {}", Name(*error->kind)) : "error");
    } else {
      add(d.field);
      for (const std::string& field : d.also) add(field);
    }
  }
  return fmt::format("{}", fmt::join(words, " "));
}

std::string OpOf(const Record& record, Facets demanded) {
  if (!Fails(record.verdict)) return std::string(OpOfId(record.id));
  std::optional<Failure> failure = Reduce(record, demanded);
  if (!failure) failure = Reduce(record, Facets::All());
  return failure ? failure->op : record.differences.front().op;
}

}  // namespace viewproof

#include "conformance/judge/record.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <variant>

#include "conformance/case/encode.h"
#include "conformance/case/error_kind.h"
#include "conformance/case/escape.h"
#include "conformance/case/json.h"
#include "conformance/case/named.h"
#include "conformance/judge/answers.h"

namespace viewproof {
namespace {

namespace od = simdjson::ondemand;

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

// The JSON text of a value, unchanged.
std::string Raw(od::value value, std::string_view field) {
  return std::string(
      json::Get<std::string_view>(value.raw_json_token(), field, "a value"));
}

// expected and actual are JSON of any kind and kept as text.
std::string AnyJson(od::value value, std::string_view field) {
  switch (json::TypeOf(value, field)) {
    case od::json_type::array:
      return std::string(json::Get<std::string_view>(
          json::Array(value, field).raw_json(), field, "a list"));
    case od::json_type::object:
      return std::string(json::Get<std::string_view>(
          json::Object(value, field).raw_json(), field, "an object"));
    default: {
      std::string text = Raw(value, field);
      while (!text.empty() && text.back() == ' ') text.pop_back();
      return text;
    }
  }
}

template <typename T>
T Found(std::optional<T> found, std::string_view field) {
  if (!found) json::Refuse(field, "unknown word");
  return *std::move(found);
}

// An id, or another text that records write without quoting it.
std::string Plain(od::value value, std::string_view field) {
  const std::string_view text = json::String(value, field);
  if (!text.empty() && !IsPlainId(text)) {
    json::Refuse(field, fmt::format("\"{}\" needs quoting", Escaped(text)));
  }
  return std::string(text);
}

void ReadMember(std::string_view key, od::value value, Difference& d) {
  if (key == "facet") {
    d.facet = Found(FindFacet(json::String(value, key)), key);
  } else if (key == "step") {
    d.step = json::Count(value, key);
  } else if (key == "output") {
    d.output = json::Count(value, key);
  } else if (key == "op") {
    d.op = Plain(value, key);
  } else if (key == "blamed") {
    d.blamed = json::Count(value, key);
  } else if (key == "via") {
    d.via = Plain(value, key);
  } else if (key == "difference") {
    d.kind = Found(FindDifferenceKind(json::String(value, key)), key);
  } else if (key == "field") {
    d.field = Plain(value, key);
  } else if (key == "expected") {
    d.expected = AnyJson(value, key);
  } else if (key == "actual") {
    d.actual = AnyJson(value, key);
  } else if (key == "also") {
    json::ForEachElement(value, key, [&](od::value field) {
      d.also.push_back(Plain(field, key));
    });
  } else if (key == "relation") {
    d.relation = Found(FindRelation(json::String(value, key)), key);
  } else if (key == "outside") {
    d.outside = json::Bool(value, key);
  } else if (key == "unheld") {
    json::Bool(value, key);  // Of format 2, which took it for an address.
  } else {
    json::RefuseUnknown(key);
  }
}

std::vector<Difference> ReadDifferences(od::value list) {
  std::vector<Difference> differences;
  json::ForEachElement(list, "diffs", [&](od::value element) {
    Difference& d = differences.emplace_back();
    d.blamed = -1;
    json::Once seen;
    json::ForEachField(json::Object(element, "diffs"), "diffs",
                       [&](std::string_view key, od::value value) {
                         seen.Add(key);
                         ReadMember(key, value, d);
                       });
    seen.Demand(
        {"facet", "step", "op", "difference", "field", "expected", "actual"});
    if (d.blamed < 0) d.blamed = d.step;
  });
  return differences;
}

void ReadMember(std::string_view key, od::value value, Record& record) {
  if (key == "id") {
    record.id = Plain(value, key);
    if (record.id.empty()) json::Refuse(key, "is empty");
  } else if (key == "dtype") {
    record.dtype = Found(FindDType(json::String(value, key)), key);
  } else if (key == "profile") {
    record.profile = Found(FindProfile(json::String(value, key)), key);
  } else if (key == "verdict") {
    record.verdict = Found(FindVerdict(json::String(value, key)), key);
  } else if (key == "reason") {
    record.reason = Found(FindSkipReason(json::String(value, key)), key);
  } else if (key == "detail") {
    record.detail = json::String(value, key);
  } else if (key == "step") {
    record.step = json::Count(value, key);
  } else if (key == "op") {
    record.op = Plain(value, key);
  } else if (key == "waived") {
    json::ForEachElement(value, key, [&](od::value facet) {
      record.waived.push_back(Found(FindFacet(json::String(facet, key)), key));
    });
  } else if (key == "steps") {
    record.steps = json::Count(value, key);
  } else if (key == "elements") {
    record.elements = json::Count(value, key);
  } else if (key == "message") {
    record.message = json::String(value, key);
  } else if (key == "misspelt") {
    record.misspelt = json::Bool(value, key);
  } else if (key == "diffs") {
    record.differences = ReadDifferences(value);
  } else if (key == "answers") {
    record.answers = ReadAnswers(value);
  } else if (key == "world") {
    record.world = Found(FindWorldName(json::String(value, key)), key);
  } else if (key == "order") {
    record.order = json::Bool(value, key);
  } else if (key == "again") {
    record.again = json::Bool(value, key);
  } else if (key == "known") {
    record.known = json::Bool(value, key);
  } else if (key == "entry") {
    record.entry = json::Count(value, key);
  } else if (key == "rev") {
    record.rev = json::Count(value, key);
  } else {
    json::RefuseUnknown(key);
  }
}

void Append(const Difference& d, std::string& out) {
  fmt::format_to(std::back_inserter(out), "{{\"facet\":\"{}\",\"step\":{}",
                 Name(d.facet), d.step);
  if (d.output != 0) {
    fmt::format_to(std::back_inserter(out), ",\"output\":{}", d.output);
  }
  fmt::format_to(std::back_inserter(out), ",\"op\":\"{}\"", d.op);
  if (d.blamed != d.step) {
    fmt::format_to(std::back_inserter(out), ",\"blamed\":{}", d.blamed);
  }
  if (!d.via.empty()) {
    fmt::format_to(std::back_inserter(out), ",\"via\":\"{}\"", d.via);
  }
  fmt::format_to(
      std::back_inserter(out),
      ",\"difference\":\"{}\",\"field\":\"{}\",\"expected\":{},\"actual\":{}",
      Name(d.kind), d.field, d.expected, d.actual);
  if (!d.also.empty()) {
    fmt::format_to(std::back_inserter(out), ",\"also\":[\"{}\"]",
                   fmt::join(d.also, "\",\""));
  }
  if (d.relation != Relation::kNone) {
    out.append(",\"relation\":\"").append(Name(d.relation)).append("\"");
  }
  out += d.outside ? ",\"outside\":true}" : "}";
}

}  // namespace

std::string_view Name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass:
      return "pass";
    case Verdict::kFail:
      return "fail";
    case Verdict::kCrash:
      return "crash";
    case Verdict::kTimeout:
      return "timeout";
    case Verdict::kProtocolError:
      return "protocol_error";
    case Verdict::kSkip:
      return "skip";
  }
  return {};
}

bool IsDeath(Verdict verdict) {
  return verdict == Verdict::kCrash || verdict == Verdict::kTimeout;
}

std::optional<Verdict> FindVerdict(std::string_view name) {
  return FindNamed(name, Verdict::kSkip);
}

void AppendJson(const Record& record, std::string& out) {
  out.append("{\"id\":\"").append(record.id);
  out.append("\",\"dtype\":\"").append(Name(record.dtype));
  out.append("\",\"profile\":\"").append(Name(record.profile));
  out.append("\",\"verdict\":\"").append(Name(record.verdict)).append("\"");
  if (record.reason) {
    out.append(",\"reason\":\"").append(Name(*record.reason)).append("\"");
  }
  if (!record.op.empty()) {
    fmt::format_to(std::back_inserter(out), ",\"step\":{},\"op\":\"{}\"",
                   record.step, record.op);
  }
  if (Died(record.verdict)) {
    out += ",\"detail\":";
    AppendQuoted(record.detail, out);
  }
  if (!record.waived.empty()) {
    out += ",\"waived\":[";
    for (const Facet facet : record.waived) {
      if (facet != record.waived.front()) out += ',';
      out.append("\"").append(Name(facet)).append("\"");
    }
    out += ']';
  }
  if (Fails(record.verdict)) {
    fmt::format_to(std::back_inserter(out), ",\"steps\":{},\"elements\":{}",
                   record.steps, record.elements);
  }
  if (!record.message.empty()) {
    out += ",\"message\":";
    AppendQuoted(record.message, out);
  }
  if (record.misspelt) out += ",\"misspelt\":true";
  if (record.verdict != Verdict::kSkip) {
    out += ",\"diffs\":[";
    for (const Difference& d : record.differences) {
      if (&d != &record.differences.front()) out += ',';
      Append(d, out);
    }
    if (!record.answers.empty()) {
      out += "],\"answers\":[";
      AppendJson(record.answers, out);
    }
    out.append("],\"world\":\"")
        .append(Name(record.world))
        .append(record.order ? "\",\"order\":true" : "\",\"order\":false");
  }
  if (record.known) out += ",\"known\":true";
  if (record.entry > 0) {
    fmt::format_to(std::back_inserter(out), ",\"entry\":{}", record.entry);
  }
  if (record.rev != 1) {
    fmt::format_to(std::back_inserter(out), ",\"rev\":{}", record.rev);
  }
  if (record.again) out += ",\"again\":true";
  out += '}';
}

Record ReadRecord(std::string_view line) {
  od::parser parser;
  Record record;
  json::Once seen;
  json::ForEachFieldOfLine(parser, line,
                           [&](std::string_view key, od::value value) {
                             seen.Add(key);
                             ReadMember(key, value, record);
                           });
  seen.Demand({"id", "dtype", "profile", "verdict"});
  if (record.verdict == Verdict::kSkip) {
    seen.Demand({"reason"});
  } else {
    seen.Demand({"diffs", "world", "order"});
  }
  if (Fails(record.verdict)) seen.Demand({"steps", "elements"});
  if (!Died(record.verdict) &&
      record.differences.empty() == (record.verdict == Verdict::kFail)) {
    json::Refuse("diffs", "belong to a failure, and to nothing else");
  }
  if (Died(record.verdict)) seen.Demand({"step", "op", "detail"});
  return record;
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

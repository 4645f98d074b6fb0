// The header of a report.
#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

#include "conformance/case/encode.h"
#include "conformance/case/json.h"
#include "conformance/case/padding.h"
#include "conformance/golden_file/golden.h"
#include "conformance/report/report.h"

namespace viewproof {
namespace {

namespace od = simdjson::ondemand;

// Since 2 a report tells facts that are no record (facts.h).
constexpr int64_t kFormat = 3;

std::string_view Name(const std::string& text) { return text; }

// `list` is of texts, or of what has a Name.
template <typename List>
void AppendList(const char* key, const List& list, std::string& out) {
  fmt::format_to(std::back_inserter(out), "\"{}\":[", key);
  const char* before = "";
  for (const auto& item : list) {
    out += before;
    AppendQuoted(Name(item), out);
    before = ",";
  }
  out += ']';
}

std::vector<std::string> TextsOf(od::value list, std::string_view key) {
  std::vector<std::string> texts;
  json::ForEachElement(list, key, [&](od::value text) {
    texts.emplace_back(json::String(text, key));
  });
  return texts;
}

template <typename Word, typename Find>
std::vector<Word> WordsOf(od::value list, std::string_view key, Find find) {
  std::vector<Word> words;
  for (const std::string& text : TextsOf(list, key)) {
    const std::optional<Word> word = find(text);
    if (!word) json::Refuse(key, "unknown word " + text);
    words.push_back(*word);
  }
  return words;
}

void ReadPlan(std::string_view key, od::value value, PlanText& plan) {
  if (key == "only") {
    plan.only = TextsOf(value, key);
  } else if (key == "not") {
    plan.leave_out = TextsOf(value, key);
  } else if (key == "profiles") {
    plan.profiles = WordsOf<Profile>(value, key, FindProfile);
  } else if (key == "shard") {
    const std::string_view text = json::String(value, key);
    const std::size_t slash = std::min(text.find('/'), text.size() - 1);
    plan.shard = json::IntFromString(text.substr(0, slash), key);
    plan.shards = json::IntFromString(text.substr(slash + 1), key);
    if (plan.shard < 1 || plan.shard > plan.shards) {
      json::Refuse(key, "expected k/n with 1 <= k <= n");
    }
  } else {
    json::RefuseUnknown(key);
  }
}

void ReadDemand(std::string_view key, od::value value, ReportHeader& header) {
  if (key == "profiles") {
    header.profiles = WordsOf<Profile>(value, key, FindProfile);
  } else if (key == "facets") {
    for (const Facet facet : WordsOf<Facet>(value, key, FindFacet)) {
      header.facets.Insert(facet);
    }
  } else if (key == "dtypes") {
    header.dtypes = WordsOf<DType>(value, key, FindDType);
  } else {
    json::RefuseUnknown(key);
  }
}

void ReadMember(std::string_view key, od::value value, ReportHeader& header) {
  if (key == "format") {
    const int64_t format = json::Int(value, key);
    if (format < 1 || format > kFormat) json::Refuse(key, "expected 1 to 3");
    header.tells_facts = format > 1;
  } else if (key == "suite") {
    header.suite = json::String(value, key);
  } else if (key == "golden") {
    header.golden = json::String(value, key);
  } else if (key == "gate") {
    header.gate = json::String(value, key);
  } else if (key == "gate_digest") {
    header.gate_digest = json::String(value, key);
  } else if (key == "subject") {
    const std::string hello =
        "{\"hello\":" +
        std::string(json::Get<std::string_view>(
            json::Object(value, key).raw_json(), key, "an object")) +
        "}";
    header.subject = ReadHello(Padded(hello).view());
  } else if (key == "demand") {
    json::Once seen;
    json::ForEachField(json::Object(value, key), key,
                       [&](std::string_view name, od::value member) {
                         seen.Add(name);
                         ReadDemand(name, member, header);
                       });
    seen.Demand({"profiles", "facets", "dtypes"});
  } else if (key == "plan") {
    json::Once seen;
    json::ForEachField(json::Object(value, key), key,
                       [&](std::string_view name, od::value member) {
                         seen.Add(name);
                         ReadPlan(name, member, header.plan);
                       });
    seen.Demand({"only", "not", "profiles", "shard"});
  } else {
    json::RefuseUnknown(key);
  }
}

}  // namespace

std::string HeaderLine(const ReportHeader& header) {
  std::string out =
      fmt::format("{{\"header\":{{\"format\":{},\"suite\":", kFormat);
  AppendQuoted(kSuiteVersion, out);
  out += ",\"golden\":";
  AppendQuoted(header.golden, out);
  out += ",\"gate\":";
  AppendQuoted(header.gate, out);
  out += ",\"gate_digest\":";
  AppendQuoted(header.gate_digest, out);
  std::string hello;
  AppendJson(header.subject, hello);  // {"hello":{...}}
  constexpr std::string_view kBefore = "{\"hello\":";
  out += ",\"subject\":";
  out.append(hello, kBefore.size(), hello.size() - kBefore.size() - 1);
  out += ",\"demand\":{";
  AppendList("profiles", header.profiles, out);
  out += ',';
  AppendList("facets", header.facets.List(), out);
  out += ',';
  AppendList("dtypes", header.dtypes, out);
  out += "},\"plan\":{";
  AppendList("only", header.plan.only, out);
  out += ',';
  AppendList("not", header.plan.leave_out, out);
  out += ',';
  AppendList("profiles", header.plan.profiles, out);
  fmt::format_to(std::back_inserter(out), ",\"shard\":\"{}/{}\"}}}}}}",
                 header.plan.shard, header.plan.shards);
  return out;
}

ReportHeader ParseHeader(std::string_view line) {
  od::parser parser;
  ReportHeader header;
  json::Once seen;
  json::ForEachFieldOfLine(
      parser, line, [&](std::string_view key, od::value value) {
        if (key != "header") json::Refuse(key, "expected a report's header");
        json::ForEachField(json::Object(value, key), key,
                           [&](std::string_view name, od::value member) {
                             seen.Add(name);
                             ReadMember(name, member, header);
                           });
      });
  seen.Demand({"format", "suite", "golden", "gate", "gate_digest", "subject",
               "demand", "plan"});
  return header;
}

ReportHeader ReadHeader(const std::string& path) {
  LineReader lines(path);
  std::string_view line;
  if (!lines.Next(line)) throw BadInput(path + ": is empty");
  try {
    return ParseHeader(line);
  } catch (const BadInput& error) {
    throw BadInput(lines.Place() + ": " + error.what());
  }
}

}  // namespace viewproof

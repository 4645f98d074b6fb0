// The header of a report.
#include <fmt/format.h>
#include <simdjson.h>

#include <cstdio>
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

template <typename List>
void AppendNames(const char* key, const List& list, std::string& out) {
  fmt::format_to(std::back_inserter(out), "\"{}\":[", key);
  const char* before = "";
  for (const auto& item : list) {
    fmt::format_to(std::back_inserter(out), "{}\"{}\"", before, Name(item));
    before = ",";
  }
  out += ']';
}

void AppendTexts(const char* key, const std::vector<std::string>& list,
                 std::string& out) {
  fmt::format_to(std::back_inserter(out), "\"{}\":[", key);
  for (const std::string& text : list) {
    if (&text != &list.front()) out += ',';
    AppendQuoted(text, out);
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
    const std::string text(json::String(value, key));
    if (std::sscanf(text.c_str(), "%ld/%ld", &plan.shard, &plan.shards) != 2) {
      json::Refuse(key, "expected k/n");
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
  if (key == "golden") {
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
    json::ForEachField(json::Object(value, key), key,
                       [&](std::string_view name, od::value member) {
                         ReadDemand(name, member, header);
                       });
  } else if (key == "plan") {
    json::ForEachField(json::Object(value, key), key,
                       [&](std::string_view name, od::value member) {
                         ReadPlan(name, member, header.plan);
                       });
  }
}

}  // namespace

std::string HeaderLine(const ReportHeader& header) {
  std::string out = "{\"header\":{\"format\":1,\"suite\":";
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
  AppendNames("profiles", header.profiles, out);
  std::vector<Facet> facets;
  for (const Facet facet : kFacets) {
    if (header.facets.Contains(facet)) facets.push_back(facet);
  }
  out += ',';
  AppendNames("facets", facets, out);
  out += ',';
  AppendNames("dtypes", header.dtypes, out);
  out += "},\"plan\":{";
  AppendTexts("only", header.plan.only, out);
  out += ',';
  AppendTexts("not", header.plan.leave_out, out);
  out += ',';
  AppendNames("profiles", header.plan.profiles, out);
  fmt::format_to(std::back_inserter(out), ",\"shard\":\"{}/{}\"}}}}}}",
                 header.plan.shard, header.plan.shards);
  return out;
}

ReportHeader ReadHeader(const std::string& path) {
  LineReader lines(path);
  std::string_view line;
  if (!lines.Next(line)) throw BadInput(path + ": is empty");
  ReportHeader header;
  try {
    od::parser parser;
    json::ForEachFieldOfLine(
        parser, line, [&](std::string_view key, od::value value) {
          if (key != "header") json::Refuse(key, "expected a report's header");
          json::ForEachField(json::Object(value, key), key,
                             [&](std::string_view name, od::value member) {
                               ReadMember(name, member, header);
                             });
        });
  } catch (const BadInput& error) {
    throw BadInput(lines.Place() + ": " + error.what());
  }
  return header;
}

}  // namespace viewproof

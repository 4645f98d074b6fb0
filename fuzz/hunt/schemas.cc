// Prints the JSON Schemas that descriptions of structs give, as one object: by
// the name of the file, its title and schema; without a title, definitions.
// With an argument: reads documents, and prints how the reader of each refuses
// it; or "". A line of what it reads is {"of", "text"}: whose document it is,
// and its JSON or TOML.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <map>
#include <string>

#include "conformance/case/argument_json.h"
#include "conformance/case/bad_input.h"
#include "conformance/case/decode.h"
#include "conformance/case/describe.h"
#include "conformance/case/error_kind.h"
#include "conformance/case/outcome_json.h"
#include "conformance/case/padding.h"
#include "conformance/case/protocol.h"
#include "conformance/case/text.h"
#include "conformance/case/words.h"
#include "conformance/gate/gate.h"
#include "conformance/gate/lock.h"
#include "conformance/judge/record.h"
#include "conformance/judge/words.h"
#include "conformance/process/reply_check.h"
#include "conformance/report/facts.h"
#include "conformance/report/findings.h"
#include "conformance/report/footer.h"
#include "conformance/report/report.h"
#include "conformance/report/run_summary.h"

namespace viewproof {
namespace {

// Returns the schema of the lines of a report.
std::string Either() {
  std::vector<std::string> schemas = HeaderSchemas();
  for (const std::string& schema :
       {RecordSchema(), FindingSchema(), FactsSchema()}) {
    schemas.push_back(schema);
  }
  for (const std::string& schema : FooterSchemas()) schemas.push_back(schema);
  return fmt::format(R"({{"oneOf": [{}]}})", fmt::join(schemas, ", "));
}

// Returns what common.schema.json holds for the other schemas.
std::string PartsOfAll() {
  std::string dtypes;
  for (const DType dtype : kDTypes) {
    dtypes += fmt::format("{}\"{}\"", dtypes.empty() ? "" : ", ", Name(dtype));
  }
  return fmt::format(
      R"({{"dtype": {{"enum": [{}]}}, "facet": {}, "form": {}, "profile": {}, )"
      R"("error_kind": {}, "verdict": {}, "literal": {}, "range": {}, )"
      R"("base": {}}})",
      dtypes, json::SchemaOfNames<kFacets.back()>(),
      json::SchemaOfNames<kCaseForms.back()>(),
      json::SchemaOfNames<Profile::kOperands>(),
      json::SchemaOfNames<ErrorKind::kOverlap>(),
      json::SchemaOfNames<Verdict::kSkip>(), json::LiteralSchema(),
      json::RangeSchema(), BaseSchema());
}

// Returns what replies and vectors hold.
std::string PartsOfReplies() {
  return fmt::format(R"({{"output": {}, "entry": {}, "unsupported": {}}})",
                     OutputSchema(Strictness::kReply),
                     OutcomeSchema(Strictness::kReply), UnsupportedSchema());
}

std::string PartsOfVectors() {
  return fmt::format(R"({{"vector": {}, "output": {}, "outcome": {}}})",
                     VectorSchema(), OutputSchema(Strictness::kGolden),
                     OutcomeSchema(Strictness::kGolden));
}

struct TitledSchema {
  const char* file;
  const char* title;
  std::string schema;
};

void PrintSchemas() {
  const TitledSchema all[] = {
      {"common", "", PartsOfAll()},
      {"reply", "", PartsOfReplies()},
      {"vector", "", PartsOfVectors()},
      {"hello", "The answer to hello", HelloLineSchema()},
      {"report",
       "A line of a report: its header, a record or a finding, facts that are "
       "no record, its footer; and header and end of a range of suite 0.1.0",
       Either()},
      {"gate", "A gate file, as its TOML is read", GateSchema()},
      {"lock", "A line of the lock beside a gate file", LockSchema()},
      {"summary", "What check, fuzz and merge write with --json",
       RunSummarySchema()}};
  std::string out;
  for (const TitledSchema& one : all) {
    out +=
        fmt::format("{}\"{}\": {{\"title\": \"{}\", \"schema\": {}}}",
                    out.empty() ? "{" : ", ", one.file, one.title, one.schema);
  }
  fmt::print("{}}}\n", out);
}

struct Document {
  std::string of;
  std::string text;
};

constexpr auto kDocument = json::Describe<Document>(
    json::Needed("of", &Document::of), json::Needed("text", &Document::text));

// A reply to three steps, in every facet.
void ReadReply(const std::string& text) {
  Hello hello;
  hello.ops = {"is_contiguous", "read", "t", "view"};
  hello.facets = Facets::All();
  const Case test = ParseText("float32[2] | t() | is_contiguous() | view([3])");
  Reply reply;
  Decoder().Read(PaddedText(text).view(), test, reply);
  ReplyCheck(hello).Check(test, reply);
}

// A lock up to how many cases of a cause follow.
constexpr char kCauseOfOne[] = R"({"lock": 1})"
                               "\n"
                               R"({"op": "t", "verdict": "fail", )";

// A line of a lock, after others.
void ReadLockOf(const std::string& before, const std::string& line) {
  Gate gate;
  ReadLock("acme.gate.lock", before + line, gate);
}

using Read = void (*)(const std::string& text);

// Makes a reader of a line, which may be padded.
template <auto kRead>
void ReadPadded(const std::string& text) {
  kRead(PaddedText(text).view());
}

const std::map<std::string, Read>& Readers() {
  static const std::map<std::string, Read> readers = {
      {"hello", ReadPadded<ReadHello>},
      {"reply", ReadReply},
      {"pins", [](const std::string& text) { ReadLockOf("", text); }},
      {"cause",
       [](const std::string& text) { ReadLockOf("{\"lock\":1}\n", text); }},
      {"cases",
       [](const std::string& text) {
         ReadLockOf(kCauseOfOne + std::string("\"cases\": 1}\n"), text);
       }},
      {"drawn",
       [](const std::string& text) {
         ReadLockOf(kCauseOfOne + std::string("\"drawn\": 1}\n"), text);
       }},
      {"record", ReadPadded<ReadRecord>},
      {"header", ReadPadded<ParseHeader>},
      {"facts", ReadPadded<ReadFacts>},
      {"finding", ReadPadded<ReadFinding>},
      {"footer", ReadPadded<ReadFooter>},
      {"earlier end",
       [](const std::string& text) {
         ReadEarlierEnd(PaddedText(text).view(), 1 << 30);
       }},
      {"gate",
       [](const std::string& text) { ParseGate("acme.gate.toml", text, ""); }}};
  return readers;
}

void PrintRefusals() {
  for (std::string line; std::getline(std::cin, line);) {
    Document document;
    kDocument.ReadLine(PaddedText(line).view(), document);
    std::string refusal;
    try {
      Readers().at(document.of)(document.text);
    } catch (const BadInput& error) {
      refusal = error.what();
    }
    fmt::print("{}\n", json::ToJson(json::Text(), refusal));
  }
}

}  // namespace
}  // namespace viewproof

int main(int count, char**) {
  count > 1 ? viewproof::PrintRefusals() : viewproof::PrintSchemas();
}

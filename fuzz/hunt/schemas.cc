// Prints the JSON Schemas that descriptions of structs give, as one object: by
// the name of the file, its title and schema.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>

#include "conformance/case/error_kind.h"
#include "conformance/case/words.h"
#include "conformance/gate/gate.h"
#include "conformance/judge/words.h"
#include "conformance/report/facts.h"
#include "conformance/report/footer.h"
#include "conformance/report/range_report.h"
#include "conformance/report/report.h"
#include "fuzz/hunt/accepted.h"

namespace viewproof {
namespace {

std::string Either(const std::vector<std::string>& schemas) {
  return fmt::format(R"({{"oneOf": [{}]}})", fmt::join(schemas, ", "));
}

// The enums that common.schema.json holds for the other schemas.
std::string Words() {
  std::string dtypes;
  for (const DType dtype : kDTypes) {
    dtypes += fmt::format("{}\"{}\"", dtypes.empty() ? "" : ", ", Name(dtype));
  }
  return fmt::format(
      R"({{"dtype": {{"enum": [{}]}}, "facet": {}, "form": {}, "profile": {}, )"
      R"("error_kind": {}, "verdict": {}}})",
      dtypes, json::SchemaOfNames<kFacets.back()>(),
      json::SchemaOfNames<kCaseForms.back()>(),
      json::SchemaOfNames<Profile::kKernels>(),
      json::SchemaOfNames<ErrorKind::kOverlap>(),
      json::SchemaOfNames<Verdict::kSkip>());
}

struct Written {
  const char* file;
  const char* title;
  std::string schema;
};

void PrintAll() {
  const Written all[] = {
      {"common", "", Words()},
      {"hello", "The answer to hello", HelloLineSchema()},
      {"report",
       "A line of a report: its header, a record, facts that are no record, "
       "its footer",
       Either({HeaderSchema(), RecordSchema(), FactsSchema(), FooterSchema()})},
      {"fuzz", "A line of a report of fuzz: its header, a finding, its end",
       Either(RangeSchemas())},
      {"gate", "A gate file, as its TOML is read", GateSchema()},
      {"known", "A line of known.jsonl beside a gate file", KnownLineSchema()},
      {"finding", "A line of findings.jsonl beside a gate file",
       AcceptedSchema()}};
  std::string out;
  for (const Written& one : all) {
    out +=
        fmt::format("{}\"{}\": {{\"title\": \"{}\", \"schema\": {}}}",
                    out.empty() ? "{" : ", ", one.file, one.title, one.schema);
  }
  fmt::print("{}}}\n", out);
}

}  // namespace
}  // namespace viewproof

int main() { viewproof::PrintAll(); }

// The header of a report.
#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

#include "conformance/case/describe.h"
#include "conformance/case/words.h"
#include "conformance/golden_file/golden.h"
#include "conformance/report/report.h"

namespace viewproof {
namespace {

namespace od = simdjson::ondemand;

// Since 2 a report tells facts that are no record (facts.h).
constexpr int64_t kFormat = 3;

struct FormatCodec {
  void Read(od::value value, std::string_view field,
            ReportHeader& header) const {
    int64_t format = 0;
    json::Integer{1, kFormat}.Read(value, field, format);
    header.tells_facts = format > 1;
  }
  void Append(const ReportHeader&, std::string& out) const {
    out += std::to_string(kFormat);
  }
  std::string Schema() const { return json::Integer{1, kFormat}.Schema(); }
};

// "k/n": the k-th of n shards.
struct ShardCodec {
  void Read(od::value value, std::string_view field, PlanText& plan) const {
    const std::string_view text = json::String(value, field);
    const std::size_t slash = std::min(text.find('/'), text.size() - 1);
    plan.shard = json::IntFromString(text.substr(0, slash), field);
    plan.shards = json::IntFromString(text.substr(slash + 1), field);
    if (plan.shard < 1 || plan.shard > plan.shards) {
      json::Refuse(field, "expected k/n with 1 <= k <= n");
    }
  }
  void Append(const PlanText& plan, std::string& out) const {
    fmt::format_to(std::back_inserter(out), "\"{}/{}\"", plan.shard,
                   plan.shards);
  }
  std::string Schema() const {
    return R"({"type": "string", "pattern": "^[1-9][0-9]*/[1-9][0-9]*$"})";
  }
};

constexpr auto kDemand = json::Describe<ReportHeader>(
    json::Needed("profiles", &ReportHeader::profiles),
    json::Needed("facets", &ReportHeader::facets),
    json::Needed("dtypes", &ReportHeader::dtypes));

constexpr auto kPlan =
    json::Describe<PlanText>(json::Needed("only", &PlanText::only),
                             json::Needed("not", &PlanText::leave_out),
                             json::Needed("profiles", &PlanText::profiles),
                             json::NeededOf<PlanText>("shard", ShardCodec()));

constexpr auto kHeader = json::Describe<ReportHeader>(
    json::NeededOf<ReportHeader>("format", FormatCodec()),
    json::Needed("suite", &ReportHeader::suite),
    json::Needed("golden", &ReportHeader::golden),
    json::Needed("gate", &ReportHeader::gate),
    json::Needed("gate_digest", &ReportHeader::gate_digest),
    json::Needed("subject", &ReportHeader::subject, HelloCodec()),
    json::NeededOf<ReportHeader>("demand", kDemand),
    json::Needed("plan", &ReportHeader::plan, kPlan));

constexpr auto kHeaderLine = json::Enclosed<ReportHeader>("header", kHeader);

}  // namespace

std::string HeaderLine(const ReportHeader& header) {
  ReportHeader written = header;
  written.suite = kSuiteVersion;
  return json::ToJson(kHeaderLine, written);
}

ReportHeader ParseHeader(std::string_view line) {
  if (!line.starts_with("{\"header\":")) {
    json::Refuse("line", "expected a report's header");
  }
  ReportHeader header;
  kHeaderLine.ReadLine(line, header);
  return header;
}

std::string HeaderSchema() { return kHeaderLine.Schema(); }

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

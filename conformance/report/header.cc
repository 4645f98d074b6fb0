// The header of a report.
#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <utility>

#include "conformance/case/describe.h"
#include "conformance/case/hello_fields.h"
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

// A number, or null where there are none.
struct SeedCodec {
  void Read(od::value value, std::string_view field,
            std::optional<uint64_t>& into) const {
    if (json::TypeOf(value, field) == od::json_type::null) return;
    into = json::Get<uint64_t>(value.get_uint64(), field, "a number or null");
  }
  void Append(std::optional<uint64_t> seed, std::string& out) const {
    out += seed ? std::to_string(*seed) : "null";
  }
  std::string Schema() const {
    return R"({"type": ["integer", "null"], "minimum": 0, )"
           R"("maximum": 18446744073709551615})";
  }
};

constexpr json::Integer kCaseNumber = {0, kMaxCases};

constexpr auto kRange = json::Describe<CaseRange>(
    json::Needed("seed", &CaseRange::seed, SeedCodec()),
    json::Needed("first", &CaseRange::first, kCaseNumber),
    json::Needed("cases", &CaseRange::cases, kCaseNumber),
    json::Needed("digests", &CaseRange::digests));

struct RangeCodec {
  void Read(od::value value, std::string_view field,
            ReportHeader& header) const {
    kRange.Read(value, field, header.range.emplace());
  }
  void Append(const ReportHeader& header, std::string& out) const {
    kRange.Append(*header.range, out);
  }
  std::string Schema() const { return kRange.Schema(); }
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
    json::OptionalOf<ReportHeader>("range", RangeCodec())
        .WrittenIf([](const ReportHeader& h) { return h.range.has_value(); }),
    json::NeededOf<ReportHeader>("format", FormatCodec()),
    json::Needed("suite", &ReportHeader::suite),
    json::Needed("golden", &ReportHeader::golden),
    json::Needed("gate", &ReportHeader::gate),
    json::Needed("gate_digest", &ReportHeader::gate_digest),
    json::Needed("subject", &ReportHeader::subject, HelloCodec()),
    json::NeededOf<ReportHeader>("demand", kDemand),
    json::Needed("plan", &ReportHeader::plan, kPlan));

constexpr auto kHeaderLine = json::Enclosed<ReportHeader>("header", kHeader);

// The header of a range as suite 0.1.0 wrote it.
struct EarlierRange {
  Hello subject;
  CaseRange range;
  std::string program;
  int64_t version = 0;
};

constexpr auto kEarlierRange = json::Describe<EarlierRange>(
    json::Needed("version", &EarlierRange::version, json::Integer{1, 1}),
    json::Needed("program", &EarlierRange::program),
    json::Needed("subject", &EarlierRange::subject, hello_fields::kSubject),
    json::Needed("seed", &EarlierRange::range, &CaseRange::seed, SeedCodec()),
    json::Needed("first", &EarlierRange::range, &CaseRange::first, kCaseNumber),
    json::Needed("cases", &EarlierRange::range, &CaseRange::cases, kCaseNumber),
    json::Needed("digests", &EarlierRange::range, &CaseRange::digests));

constexpr auto kEarlierLine =
    json::Enclosed<EarlierRange>("fuzz", kEarlierRange);

// The gate file and the suite have their own places now. What else hello says
// is not told: its digest is.
ReportHeader ParseEarlier(std::string_view line) {
  EarlierRange earlier;
  kEarlierLine.ReadLine(line, earlier);
  auto& digests = earlier.range.digests;
  const auto take = [&digests](const std::string& name) {
    const auto found = digests.extract(name);
    return found ? found.mapped() : std::string();
  };
  ReportHeader header;
  header.gate_digest = take("gate");
  if (!header.gate_digest.empty()) header.gate = earlier.subject.name;
  header.suite = take("suite");
  const std::size_t blank =
      std::min(header.suite.find(' '), header.suite.size());
  header.golden = header.suite.substr(std::min(blank + 1, header.suite.size()));
  header.suite.resize(blank);
  header.subject = std::move(earlier.subject);
  header.subject.ops = {"read"};
  header.subject.dtypes = {DType::kFloat32};
  header.range = std::move(earlier.range);
  return header;
}

}  // namespace

std::string HeaderLine(const ReportHeader& header) {
  return json::ToJson(kHeaderLine, header);
}

ReportHeader ParseHeader(std::string_view line) {
  if (line.starts_with("{\"fuzz\":")) return ParseEarlier(line);
  if (!line.starts_with("{\"header\":")) {
    json::Refuse("line",
                 "expected the header of a report, of check or of fuzz");
  }
  ReportHeader header;
  kHeaderLine.ReadLine(line, header);
  return header;
}

std::vector<std::string> HeaderSchemas() {
  return {kHeaderLine.Schema(), kEarlierLine.Schema()};
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

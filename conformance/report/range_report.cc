#include "conformance/report/range_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

#include "conformance/case/describe.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/golden.h"

namespace viewproof {
namespace {

constexpr int64_t kVersion = 1;

// The version of the format; there is one.
struct VersionCodec {
  void Read(json::od::value value, std::string_view field, RangeHeader&) const {
    int64_t version = 0;
    json::Integer{kVersion, kVersion}.Read(value, field, version);
  }
  void Append(const RangeHeader&, std::string& out) const {
    out += std::to_string(kVersion);
  }
  std::string Schema() const { return json::Integer{1, 1}.Schema(); }
};

// A number, or null where there are none.
struct SeedCodec {
  void Read(json::od::value value, std::string_view field,
            std::optional<uint64_t>& into) const {
    if (json::TypeOf(value, field) == json::od::json_type::null) return;
    into = json::Get<uint64_t>(value.get_uint64(), field, "a number or null");
  }
  void Append(std::optional<uint64_t> seed, std::string& out) const {
    out += seed ? std::to_string(*seed) : "null";
  }
  std::string Schema() const {
    return R"({"type": ["integer", "null"], "minimum": 0})";
  }
};

constexpr auto kSubjectOf =
    json::Describe<RangeHeader>(json::Needed("name", &RangeHeader::subject),
                                json::Needed("version", &RangeHeader::version));

constexpr auto kRange = json::Describe<CaseRange>(
    json::Needed("seed", &CaseRange::seed, SeedCodec()),
    json::Needed("first", &CaseRange::first),
    json::Needed("cases", &CaseRange::cases));

constexpr auto kRangeHeader = json::Describe<RangeHeader>(
    json::NeededOf<RangeHeader>("version", VersionCodec()),
    json::Needed("program", &RangeHeader::program),
    json::NeededOf<RangeHeader>("subject", kSubjectOf),
    json::Needed("seed", &RangeHeader::range, &CaseRange::seed, SeedCodec()),
    json::Needed("first", &RangeHeader::range, &CaseRange::first),
    json::Needed("cases", &RangeHeader::range, &CaseRange::cases),
    json::Needed("digests", &RangeHeader::digests));

constexpr auto kKnownFields =
    json::Describe<RangeFinding>(json::Needed("key", &RangeFinding::key),
                                 json::Needed("times", &RangeFinding::times),
                                 json::Needed("number", &RangeFinding::number),
                                 json::Needed("known", &RangeFinding::known));

// What else stands in a finding shows and replays its first case.
struct FindingCodec {
  void Read(json::od::value value, std::string_view field,
            RangeFinding& into) const {
    kKnownFields.Read(value, field, into,
                      [&into](std::string_view key, json::od::value member) {
                        const auto [at, is_new] =
                            into.shown.try_emplace(std::string(key));
                        if (!is_new) json::RefuseSecond(key);
                        json::AnyJson().Read(member, key, at->second);
                      });
  }
  void Append(const RangeFinding& finding, std::string& out) const {
    out += '{';
    kKnownFields.AppendFields(finding, out);
    for (const auto& [key, json] : finding.shown) {
      out += ',' + Quoted(key) + ':' + json;
    }
    out += '}';
  }
  std::string Schema() const {
    std::string schema = kKnownFields.Schema();
    constexpr std::string_view kClosed = ", \"additionalProperties\": false";
    return schema.erase(schema.find(kClosed), kClosed.size());
  }
};

struct RangeEnd {
  int64_t done = 0;
  std::map<std::string, int64_t> counts;
  std::string sha256;
};

constexpr auto kRangeEnd =
    json::Describe<RangeEnd>(json::Needed("done", &RangeEnd::done),
                             json::Needed("counts", &RangeEnd::counts),
                             json::Needed("sha256", &RangeEnd::sha256));

// {"name":...} and the end of the line.
template <typename S, typename Codec>
void AppendLine(std::string_view name, const Codec& codec, const S& value,
                std::string& out) {
  json::Enclosed<S>(name, codec).Append(value, out);
  out += '\n';
}

// Reads a report line after line.
class Reader {
 public:
  void Read(std::string_view line) {
    json::ForEachFieldOfLine(
        parser_, line, [&](std::string_view key, json::od::value value) {
          if (ended_) json::Refuse(key, "stands after the end");
          if (std::exchange(begun_, true) == (key == "fuzz")) {
            json::Refuse(key,
                         "expected \"fuzz\" in the first line, and there "
                         "alone");
          }
          if (key == "fuzz") {
            kRangeHeader.Read(value, key, report.header);
          } else if (key == "finding") {
            FindingCodec().Read(value, key, report.findings.emplace_back());
          } else if (key == "end") {
            ended_ = true;
            CheckEnd(value);
          } else {
            json::RefuseUnknown(key);
          }
        });
    if (ended_) return;
    sum_.Add(line);
    sum_.Add("\n");
  }

  bool ended() const { return ended_; }

  RangeReport report;

 private:
  void CheckEnd(json::od::value value) {
    RangeEnd end;
    kRangeEnd.Read(value, "end", end);
    report.done = end.done;
    report.counts = std::move(end.counts);
    if (end.sha256 != sum_.Finish()) {
      json::Refuse("sha256", "the lines above were changed");
    }
    if (report.done > report.header.range.cases) {
      json::Refuse("done", "more than the cases of the range");
    }
  }

  json::od::parser parser_;
  Sha256 sum_;
  bool begun_ = false;
  bool ended_ = false;
};

}  // namespace

void AppendJson(const CaseRange& range, std::string& out) {
  kRange.Append(range, out);
}

const std::string& ShownBy(const RangeFinding& finding,
                           const std::string& name) {
  const auto found = finding.shown.find(name);
  if (found == finding.shown.end()) {
    throw BadInput(
        fmt::format("finding {}: field \"{}\": missing", finding.key, name));
  }
  return found->second;
}

bool RangeHeader::IsOfOneCampaign(const RangeHeader& other) const {
  return std::tie(program, subject, version, digests) ==
         std::tie(other.program, other.subject, other.version, other.digests);
}

std::string RangeText(RangeReport report) {
  std::sort(report.findings.begin(), report.findings.end(),
            [](const RangeFinding& a, const RangeFinding& b) {
              return std::tie(a.number, a.key) < std::tie(b.number, b.key);
            });
  std::string out;
  AppendLine("fuzz", kRangeHeader, report.header, out);
  for (const RangeFinding& finding : report.findings) {
    AppendLine("finding", FindingCodec(), finding, out);
  }
  const RangeEnd end = {report.done, report.counts, Digest(out)};
  AppendLine("end", kRangeEnd, end, out);
  return out;
}

std::vector<std::string> RangeSchemas() {
  return {json::Enclosed<RangeHeader>("fuzz", kRangeHeader).Schema(),
          json::Enclosed<RangeFinding>("finding", FindingCodec()).Schema(),
          json::Enclosed<RangeEnd>("end", kRangeEnd).Schema()};
}

void WriteRange(const std::string& path, const RangeReport& report) {
  WriteFile(path, RangeText(report));
}

RangeReport ReadRange(const std::string& path) {
  LineReader lines(path);
  Reader reader;
  std::string_view line;
  while (lines.Next(line)) {
    try {
      reader.Read(line);
    } catch (const BadInput& error) {
      throw BadInput(lines.Place() + ": " + error.what());
    }
  }
  if (!reader.ended()) {
    throw BadInput(path +
                   ": has no last line {\"end\":...}: the range did "
                   "not end");
  }
  return std::move(reader.report);
}

}  // namespace viewproof

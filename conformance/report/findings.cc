#include "conformance/report/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <tuple>

#include "conformance/case/bad_input.h"
#include "conformance/case/describe.h"
#include "conformance/golden_file/file.h"
#include "conformance/report/facts.h"
#include "conformance/report/footer.h"

namespace viewproof {
namespace {

constexpr auto kKnownFields = json::Describe<RangeFinding>(
    json::Needed("key", &RangeFinding::key),
    json::Needed("times", &RangeFinding::times),
    json::Needed("number", &RangeFinding::number, json::Integer{-1}),
    json::Needed("known", &RangeFinding::known));

// The other fields of a finding show and replay its first case.
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

constexpr auto kFindingLine =
    json::Enclosed<RangeFinding>("finding", FindingCodec());

}  // namespace

const std::string& ShownBy(const RangeFinding& finding,
                           const std::string& name) {
  const auto found = finding.shown.find(name);
  if (found == finding.shown.end()) {
    throw BadInput(
        fmt::format("finding {}: field \"{}\": missing", finding.key, name));
  }
  return found->second;
}

RangeFinding ReadFinding(std::string_view line) {
  RangeFinding finding;
  kFindingLine.ReadLine(line, finding);
  return finding;
}

std::string FindingSchema() { return kFindingLine.Schema(); }

std::string RangeText(RangeReport report) {
  std::sort(report.findings.begin(), report.findings.end(),
            [](const RangeFinding& a, const RangeFinding& b) {
              return std::tie(a.number, a.key) < std::tie(b.number, b.key);
            });
  std::string out = HeaderLine(report.header);
  Sum sum;
  sum.AddHeader(out);
  const auto add = [&](const std::string& line) {
    sum.Add(line);
    out += "\n" + line;
  };
  Counts counts;
  for (const RangeFinding& finding : report.findings) {
    ++(finding.known ? counts.skipped : counts.failed);
    add(json::ToJson(kFindingLine, finding));
  }
  const std::string facts = FactsLine(report.footer.trouble);
  if (!facts.empty()) add(facts);
  return out + "\n" + FooterLine(report.footer, counts, sum);
}

void WriteRange(const std::string& path, const RangeReport& report) {
  WriteFile(path, RangeText(report));
}

}  // namespace viewproof

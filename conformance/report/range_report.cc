#include "conformance/report/range_report.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <tuple>
#include <utility>

#include "conformance/case/encode.h"
#include "conformance/case/json.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/golden.h"

namespace viewproof {
namespace {

namespace od = simdjson::ondemand;

constexpr int64_t kVersion = 1;

using Texts = std::map<std::string, std::string>;

// ,"key":"text"
void AppendText(std::string_view key, std::string_view text, std::string& out) {
  out += ',';
  AppendQuoted(key, out);
  out += ':';
  AppendQuoted(text, out);
}

void AppendTexts(const Texts& texts, std::string& out) {
  const std::size_t begin = out.size();
  for (const auto& [key, text] : texts) AppendText(key, text, out);
  if (out.size() > begin) out.erase(begin, 1);
}

std::string HeaderOf(const RangeHeader& header) {
  std::string out = fmt::format("{{\"fuzz\":{{\"version\":{}", kVersion);
  AppendText("program", header.program, out);
  out += ",\"subject\":{";
  AppendTexts({{"name", header.subject}, {"version", header.version}}, out);
  out += "},";
  std::string range;
  AppendJson(header.range, range);
  out.append(range, 1, range.size() - 2);
  out += ",\"digests\":{";
  AppendTexts(header.digests, out);
  return out + "}}}\n";
}

void AppendFinding(const RangeFinding& finding, std::string& out) {
  out += "{\"finding\":{\"key\":";
  AppendQuoted(finding.key, out);
  fmt::format_to(std::back_inserter(out),
                 ",\"times\":{},\"number\":{},\"known\":{}", finding.times,
                 finding.number, finding.known);
  for (const auto& [key, json] : finding.shown) {
    out += ',' + Quoted(key) + ':' + json;
  }
  out += "}}\n";
}

std::string EndOf(const RangeReport& report, const std::string& sha256) {
  std::string out =
      fmt::format("{{\"end\":{{\"done\":{},\"counts\":{{", report.done);
  const char* before = "";
  for (const auto& [key, count] : report.counts) {
    out += before;
    AppendQuoted(key, out);
    fmt::format_to(std::back_inserter(out), ":{}", count);
    before = ",";
  }
  return out + fmt::format("}},\"sha256\":\"{}\"}}}}\n", sha256);
}

// Visits the fields of an object, none of which is there twice.
template <typename Visit>
void ReadFields(std::string_view where, od::value value,
                std::initializer_list<std::string_view> due, Visit visit) {
  json::Once seen;
  json::ForEachField(json::Object(value, where), where,
                     [&](std::string_view key, od::value member) {
                       seen.Add(key);
                       visit(key, member);
                     });
  seen.Demand(due);
}

void ReadSubject(od::value value, RangeHeader& header) {
  ReadFields("subject", value, {"name", "version"},
             [&](std::string_view key, od::value text) {
               if (key == "name") {
                 header.subject = json::String(text, key);
               } else if (key == "version") {
                 header.version = json::String(text, key);
               } else {
                 json::RefuseUnknown(key);
               }
             });
}

void ReadHeader(od::value value, RangeHeader& header) {
  ReadFields(
      "fuzz", value,
      {"version", "program", "subject", "seed", "first", "cases", "digests"},
      [&](std::string_view key, od::value member) {
        if (key == "version") {
          if (json::Int(member, key) != kVersion) {
            json::Refuse(key, fmt::format("expected {}", kVersion));
          }
        } else if (key == "program") {
          header.program = json::String(member, key);
        } else if (key == "subject") {
          ReadSubject(member, header);
        } else if (key == "seed") {
          if (json::TypeOf(member, key) == od::json_type::null) return;
          header.range.seed =
              json::Get<uint64_t>(member.get_uint64(), key, "a number or null");
        } else if (key == "first") {
          header.range.first = json::Count(member, key);
        } else if (key == "cases") {
          header.range.cases = json::Count(member, key);
        } else if (key == "digests") {
          ReadFields(key, member, {},
                     [&](std::string_view name, od::value text) {
                       header.digests.emplace(name, json::String(text, name));
                     });
        } else {
          json::RefuseUnknown(key);
        }
      });
}

// A value as it stands there.
std::string Raw(od::value value, std::string_view key) {
  const od::json_type type = json::TypeOf(value, key);
  if (type == od::json_type::object) {
    return std::string(
        json::Get(json::Object(value, key).raw_json(), key, "an object"));
  }
  if (type == od::json_type::array) {
    return std::string(
        json::Get(json::Array(value, key).raw_json(), key, "a list"));
  }
  if (type == od::json_type::string) return Quoted(json::String(value, key));
  std::string_view token = value.raw_json_token();
  while (token.ends_with(' ')) token.remove_suffix(1);
  return std::string(token);
}

void ReadFinding(od::value value, RangeFinding& finding) {
  ReadFields("finding", value, {"key", "times", "number", "known"},
             [&](std::string_view key, od::value member) {
               if (key == "key") {
                 finding.key = json::String(member, key);
               } else if (key == "times") {
                 finding.times = json::Count(member, key);
               } else if (key == "number") {
                 finding.number = json::Count(member, key);
               } else if (key == "known") {
                 finding.known = json::Bool(member, key);
               } else {
                 finding.shown.emplace(key, Raw(member, key));
               }
             });
}

void ReadEnd(od::value value, RangeReport& report, std::string& sha256) {
  ReadFields("end", value, {"done", "counts", "sha256"},
             [&](std::string_view key, od::value member) {
               if (key == "done") {
                 report.done = json::Count(member, key);
               } else if (key == "counts") {
                 ReadFields(key, member, {},
                            [&](std::string_view name, od::value count) {
                              report.counts.emplace(name,
                                                    json::Count(count, name));
                            });
               } else if (key == "sha256") {
                 sha256 = json::String(member, key);
               } else {
                 json::RefuseUnknown(key);
               }
             });
}

// Reads a report line after line.
class Reader {
 public:
  void Read(std::string_view line) {
    json::ForEachFieldOfLine(
        parser_, line, [&](std::string_view key, od::value value) {
          if (ended_) json::Refuse(key, "stands after the end");
          if (std::exchange(begun_, true) == (key == "fuzz")) {
            json::Refuse(key,
                         "expected \"fuzz\" in the first line, and there "
                         "alone");
          }
          if (key == "fuzz") {
            ReadHeader(value, report.header);
          } else if (key == "finding") {
            ReadFinding(value, report.findings.emplace_back());
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
  void CheckEnd(od::value value) {
    std::string sha256;
    ReadEnd(value, report, sha256);
    if (sha256 != sum_.Finish()) {
      json::Refuse("sha256", "the lines above were changed");
    }
    if (report.done > report.header.range.cases) {
      json::Refuse("done", "more than the cases of the range");
    }
  }

  od::parser parser_;
  Sha256 sum_;
  bool begun_ = false;
  bool ended_ = false;
};

}  // namespace

void AppendJson(const CaseRange& range, std::string& out) {
  fmt::format_to(std::back_inserter(out),
                 "{{\"seed\":{},\"first\":{},\"cases\":{}}}",
                 range.seed ? std::to_string(*range.seed) : "null", range.first,
                 range.cases);
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

std::string Quoted(std::string_view text) {
  std::string out;
  AppendQuoted(text, out);
  return out;
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
  std::string out = HeaderOf(report.header);
  for (const RangeFinding& finding : report.findings) {
    AppendFinding(finding, out);
  }
  return out + EndOf(report, Digest(out));
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

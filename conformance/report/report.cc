#include "conformance/report/report.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <iterator>
#include <string_view>

#include "conformance/case/bad_input.h"
#include "conformance/case/encode.h"
#include "conformance/case/json.h"
#include "conformance/golden_file/golden.h"

namespace viewproof {
namespace {

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

std::string HeaderLine(const ReportHeader& header) {
  std::string out = "{\"header\":{\"format\":1,\"suite\":";
  AppendQuoted(kSuiteVersion, out);
  out += ",\"golden\":";
  AppendQuoted(header.golden, out);
  out += ",\"gate\":";
  AppendQuoted(header.gate, out);
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
  out += "}}}\n";
  return out;
}

namespace od = simdjson::ondemand;

// Name and version of {"protocol":1,"subject":{...},...}.
void ReadSubject(od::value hello, ReportOrigin& origin) {
  json::ForEachField(json::Object(hello, "subject"), "subject",
                     [&](std::string_view key, od::value value) {
                       if (key != "subject") return;
                       json::ForEachField(
                           json::Object(value, key), key,
                           [&](std::string_view name, od::value member) {
                             if (name == "name") {
                               origin.name = json::String(member, name);
                             } else if (name == "version") {
                               origin.version = json::String(member, name);
                             }
                           });
                     });
  if (origin.name.empty()) json::Refuse("subject", "has no name");
}

ReportOrigin OriginOfHeader(std::string_view line) {
  od::parser parser;
  ReportOrigin origin;
  bool has_gate = false;
  json::ForEachFieldOfLine(
      parser, line, [&](std::string_view key, od::value value) {
        if (key != "header") json::Refuse(key, "expected a report's header");
        json::ForEachField(json::Object(value, key), key,
                           [&](std::string_view name, od::value member) {
                             if (name == "golden") {
                               origin.golden = json::String(member, name);
                             } else if (name == "gate") {
                               origin.gate = json::String(member, name);
                               has_gate = true;
                             } else if (name == "subject") {
                               ReadSubject(member, origin);
                             }
                           });
      });
  if (!has_gate) json::Refuse("gate", "missing");
  return origin;
}

// What a footer says, and what it should.
struct Footer {
  std::string run;  // "complete" or "partial".
  Counts counts;
  std::string digest;  // Of the lines of the records.
};

std::string LineOf(const Footer& footer) {
  return fmt::format(
      "{{\"footer\":{{\"run\":\"{}\",\"passed\":{},\"failed\":{},"
      "\"skipped\":{},\"records\":\"{}\"}}}}\n",
      footer.run, footer.counts.passed, footer.counts.failed,
      footer.counts.skipped, footer.digest);
}

Footer ReadFooter(std::string_view line) {
  od::parser parser;
  Footer footer;
  json::ForEachFieldOfLine(
      parser, line, [&](std::string_view name, od::value value) {
        json::ForEachField(json::Object(value, name), name,
                           [&](std::string_view key, od::value member) {
                             if (key == "run") {
                               footer.run = json::String(member, key);
                             } else if (key == "passed") {
                               footer.counts.passed = json::Int(member, key);
                             } else if (key == "failed") {
                               footer.counts.failed = json::Int(member, key);
                             } else if (key == "skipped") {
                               footer.counts.skipped = json::Int(member, key);
                             } else if (key == "records") {
                               footer.digest = json::String(member, key);
                             } else {
                               json::RefuseUnknown(key);
                             }
                           });
      });
  return footer;
}

// Adds up records while they are written or read.
class Sum {
 public:
  void Add(std::string_view line) {
    ++count_;
    digest_.Add(line);
    digest_.Add("\n");
  }

  int64_t count() const { return count_; }
  std::string Finish() { return digest_.Finish(); }

 private:
  int64_t count_ = 0;
  Sha256 digest_;
};

// Refuses the footer of other records.
void CheckFooter(const Footer& footer, int64_t passed, Sum& sum) {
  if (footer.counts.all() != sum.count()) {
    json::Refuse("footer", fmt::format("it counts {} records, and there are {}",
                                       footer.counts.all(), sum.count()));
  }
  if (footer.counts.passed != passed) {
    json::Refuse("passed", fmt::format("{} records say so", passed));
  }
  if (footer.digest != sum.Finish()) {
    json::Refuse("records", "the records are not those that were written");
  }
}

}  // namespace

ReportWriter::ReportWriter(const std::string& path, const ReportHeader& header)
    : file_(path) {
  file_.Write(HeaderLine(header));
}

void ReportWriter::Add(const Record& record) {
  text_.clear();
  AppendJson(record, text_);
  lines_.Add(text_);
}

void ReportWriter::Finish(const Counts& counts, bool complete) {
  Sum sum;
  lines_.Finish([&](std::string_view line) {
    sum.Add(line);
    file_.Write(line);
    file_.Write("\n");
  });
  file_.Write(
      LineOf({complete ? "complete" : "partial", counts, sum.Finish()}));
  file_.Commit();
}

ReportOrigin ReadReport(const std::string& path,
                        const std::function<void(const Record&)>& visit) {
  LineReader lines(path);
  ReportOrigin origin;
  std::string_view line;
  bool has_header = false;
  bool has_footer = false;
  int64_t passed = 0;
  Sum sum;
  while (lines.Next(line)) {
    try {
      if (has_footer) json::Refuse("line", "it follows the footer");
      if (!has_header) {
        origin = OriginOfHeader(line);
        has_header = true;
      } else if (line.starts_with("{\"footer\":")) {
        has_footer = true;
        const Footer footer = ReadFooter(line);
        CheckFooter(footer, passed, sum);
        origin.complete = footer.run == "complete";
      } else {
        const Record record = ReadRecord(line);
        sum.Add(line);
        passed += record.verdict == Verdict::kPass;
        visit(record);
      }
    } catch (const BadInput& error) {
      throw BadInput(lines.Place() + ": " + error.what());
    }
  }
  if (!has_footer) {
    throw BadInput(path + ": has no footer: the run that wrote it did not end");
  }
  return origin;
}

}  // namespace viewproof

#include "conformance/report/footer.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <iterator>

#include "conformance/case/encode.h"
#include "conformance/case/json.h"
#include "conformance/case/padding.h"
#include "conformance/report/facts.h"

namespace viewproof {
namespace {

namespace od = simdjson::ondemand;

void ReadTexts(od::value list, std::string_view name,
               std::vector<std::string>& texts) {
  json::ForEachElement(list, name, [&](od::value text) {
    texts.emplace_back(json::String(text, name));
  });
}

// ,"name":["text",...]; nothing of an empty list.
void AppendTexts(std::string_view name, const std::vector<std::string>& texts,
                 std::string& out) {
  if (texts.empty()) return;
  out += ',';
  AppendQuoted(name, out);
  out += ":[";
  for (const std::string& text : texts) {
    if (&text != &texts.front()) out += ',';
    AppendQuoted(text, out);
  }
  out += ']';
}

void ReadCode(od::value list, std::vector<ShownCode>& all) {
  json::ForEachElement(list, "code", [&](od::value element) {
    ShownCode& code = all.emplace_back();
    json::Once seen;
    json::ForEachField(
        json::Object(element, "code"), "code",
        [&](std::string_view key, od::value value) {
          seen.Add(key);
          if (key == "id") {
            code.id = json::String(value, key);
          } else if (key == "dtype") {
            const auto dtype = FindDType(json::String(value, key));
            if (!dtype) json::Refuse(key, "unknown word");
            code.dtype = *dtype;
          } else if (key == "lines") {
            json::ForEachElement(value, key, [&](od::value line) {
              code.lines.emplace_back(json::String(line, "lines"));
            });
          } else {
            json::RefuseUnknown(key);
          }
        });
    seen.Demand({"id", "dtype", "lines"});
  });
}

}  // namespace

std::string LineOf(const Footer& footer) {
  std::string out = fmt::format("{{\"footer\":{{\"run\":\"{}\"", footer.run);
  if (!footer.why.empty()) {
    out += ",\"why\":";
    AppendQuoted(footer.why, out);
  }
  fmt::format_to(
      std::back_inserter(out), ",\"passed\":{},\"failed\":{},\"skipped\":{}",
      footer.counts.passed, footer.counts.failed, footer.counts.skipped);
  AppendTexts("groups", footer.groups, out);
  if (!footer.headline.empty()) {
    fmt::format_to(std::back_inserter(out),
                   ",\"green\":{},\"headline\":", footer.green);
    AppendQuoted(footer.headline, out);
  }
  if (!footer.code.empty()) {
    out += ",\"code\":[";
    for (const ShownCode& code : footer.code) {
      if (&code != &footer.code.front()) out += ',';
      out += "{\"id\":";
      AppendQuoted(code.id, out);
      out += ",\"dtype\":";
      AppendQuoted(Name(code.dtype), out);
      out += ",\"lines\":[";
      for (const std::string& line : code.lines) {
        if (&line != &code.lines.front()) out += ',';
        AppendQuoted(line, out);
      }
      out += "]}";
    }
    out += ']';
  }
  AppendTexts("diagnosis", footer.diagnosis, out);
  if (!footer.known.empty()) {
    out += ",\"known\":[";
    AppendJson(footer.known, out);
    out += ']';
  }
  return out + fmt::format(",\"records\":\"{}\"}}}}\n", footer.digest);
}

Footer ReadFooter(std::string_view line) {
  od::parser parser;
  Footer footer;
  json::Once seen;
  json::ForEachFieldOfLine(
      parser, line, [&](std::string_view name, od::value value) {
        if (name != "footer") json::RefuseUnknown(name);
        json::ForEachField(json::Object(value, name), name,
                           [&](std::string_view key, od::value member) {
                             seen.Add(key);
                             if (key == "run") {
                               footer.run = json::String(member, key);
                             } else if (key == "why") {
                               footer.why = json::String(member, key);
                             } else if (key == "stray_deaths") {
                               ReadDeaths(member, key, footer.stray_deaths);
                             } else if (key == "groups") {
                               ReadTexts(member, key, footer.groups);
                             } else if (key == "diagnosis") {
                               ReadTexts(member, key, footer.diagnosis);
                             } else if (key == "known") {
                               footer.known = ReadKnownReasons(member);
                             } else if (key == "green") {
                               footer.green = json::Bool(member, key);
                             } else if (key == "headline") {
                               footer.headline = json::String(member, key);
                             } else if (key == "code") {
                               ReadCode(member, footer.code);
                             } else if (key == "passed") {
                               footer.counts.passed = json::Count(member, key);
                             } else if (key == "failed") {
                               footer.counts.failed = json::Count(member, key);
                             } else if (key == "skipped") {
                               footer.counts.skipped = json::Count(member, key);
                             } else if (key == "records") {
                               footer.digest = json::String(member, key);
                             } else {
                               json::RefuseUnknown(key);
                             }
                           });
      });
  seen.Demand({"run", "passed", "failed", "skipped", "records"});
  if (footer.run != kComplete && footer.run != kPartial) {
    json::Refuse("run", "expected complete or partial");
  }
  if (footer.why.empty() != (footer.run == kComplete)) {
    json::Refuse("why", "belongs to a partial run, and to no other");
  }
  return footer;
}

Footer FooterOf(const ReportFooter& said, const Counts& counts, Sum& sum) {
  return {std::string(said.why.empty() ? kComplete : kPartial),
          said.why,
          counts,
          {},
          said.groups,
          said.green,
          said.headline,
          said.code,
          said.diagnosis,
          said.known,
          sum.Finish()};
}

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

std::vector<ShownCode> ShownCodeOf(const std::string& footer) {
  return ReadFooter(Padded(footer).view()).code;
}

}  // namespace viewproof

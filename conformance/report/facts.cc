#include "conformance/report/facts.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

#include "conformance/case/encode.h"
#include "conformance/case/json.h"

namespace viewproof {
namespace {

namespace od = simdjson::ondemand;

using Deaths = std::map<std::string, int64_t>;

int64_t Positive(od::value value, std::string_view key) {
  const int64_t count = json::Int(value, key);
  if (count < 1) json::Refuse(key, "expected 1 or more");
  return count;
}

// Both are positive.
void Add(int64_t more, int64_t& sum) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  sum = more > kMost - sum ? kMost : sum + more;
}

Deaths DeathsSince(const Deaths& now, const Deaths& before) {
  Deaths more = now;
  for (const auto& [word, count] : before) {
    if ((more[word] -= count) == 0) more.erase(word);
  }
  return more;
}

// ,"name":{"SIGSEGV":1}; nothing of no death.
void AppendDeaths(std::string_view name, const Deaths& deaths,
                  std::string& out) {
  if (deaths.empty()) return;
  fmt::format_to(std::back_inserter(out), ",\"{}\":{{", name);
  const char* before = "";
  for (const auto& [word, count] : deaths) {
    out += before;
    AppendQuoted(word, out);
    fmt::format_to(std::back_inserter(out), ":{}", count);
    before = ",";
  }
  out += '}';
}

void ReadNoise(od::value value, Trouble& trouble) {
  json::Once seen;
  json::ForEachField(json::Object(value, "noise"), "noise",
                     [&](std::string_view key, od::value member) {
                       seen.Add(key);
                       if (key == "lines") {
                         trouble.noisy_lines = Positive(member, key);
                       } else if (key == "first") {
                         trouble.noise = json::String(member, key);
                       } else {
                         json::RefuseUnknown(key);
                       }
                     });
  seen.Demand({"lines", "first"});
}

}  // namespace

void ReadDeaths(od::value value, std::string_view name, Deaths& deaths) {
  json::ForEachField(
      json::Object(value, name), name,
      [&](std::string_view word, od::value count) {
        if (!deaths.emplace(word, Positive(count, word)).second) {
          json::RefuseSecond(word);
        }
      });
}

namespace {

void AppendOpenDeaths(const std::set<OpenDeath>& deaths, std::string& out) {
  if (deaths.empty()) return;
  out += ",\"open_deaths\":[";
  for (const OpenDeath& death : deaths) {
    if (death != *deaths.begin()) out += ',';
    out += "{\"death\":";
    AppendQuoted(death.word, out);
    out += ",\"cases\":[";
    for (const std::string& test : death.cases) {
      if (&test != &death.cases.front()) out += ',';
      AppendQuoted(test, out);
    }
    out += "]}";
  }
  out += ']';
}

OpenDeath ReadOpenDeath(od::value value) {
  OpenDeath death;
  json::Once seen;
  json::ForEachField(
      json::Object(value, "open_deaths"), "open_deaths",
      [&](std::string_view key, od::value member) {
        seen.Add(key);
        if (key == "death") {
          death.word = json::String(member, key);
        } else if (key == "cases") {
          json::ForEachElement(member, key, [&](od::value test) {
            death.cases.emplace_back(json::String(test, "cases"));
          });
        } else {
          json::RefuseUnknown(key);
        }
      });
  seen.Demand({"death", "cases"});
  return death;
}

}  // namespace

std::string FactsLine(const Trouble& trouble) {
  std::string facts;
  AppendDeaths("stray_deaths", trouble.stray_deaths, facts);
  if (trouble.noisy_lines > 0) {
    fmt::format_to(std::back_inserter(facts),
                   ",\"noise\":{{\"lines\":{},\"first\":", trouble.noisy_lines);
    AppendQuoted(trouble.noise, facts);
    facts += '}';
  }
  AppendDeaths("late_deaths", trouble.late_deaths, facts);
  AppendOpenDeaths(trouble.open_deaths, facts);
  if (trouble.untold) facts += ",\"untold\":true";
  if (facts.empty()) return facts;
  return fmt::format("{}{{{}}}}}", kFacts, facts.substr(1));
}

Trouble ReadFacts(std::string_view line) {
  od::parser parser;
  Trouble trouble;
  json::Once lines;
  json::ForEachFieldOfLine(
      parser, line, [&](std::string_view name, od::value value) {
        lines.Add(name);
        if (name != "facts") json::RefuseUnknown(name);
        json::Once seen;
        json::ForEachField(
            json::Object(value, name), name,
            [&](std::string_view key, od::value member) {
              seen.Add(key);
              if (key == "stray_deaths") {
                ReadDeaths(member, key, trouble.stray_deaths);
              } else if (key == "noise") {
                ReadNoise(member, trouble);
              } else if (key == "late_deaths") {
                ReadDeaths(member, key, trouble.late_deaths);
              } else if (key == "open_deaths") {
                json::ForEachElement(member, key, [&](od::value death) {
                  trouble.open_deaths.insert(ReadOpenDeath(death));
                });
              } else if (key == "untold") {
                trouble.untold = json::Bool(member, key);
                if (!trouble.untold) json::Refuse(key, "expected true");
              } else {
                json::RefuseUnknown(key);
              }
            });
      });
  lines.Demand({"facts"});
  return trouble;
}

void AddDeaths(const Deaths& more, Deaths& sum) {
  for (const auto& [word, count] : more) Add(count, sum[word]);
}

void AddFacts(const Trouble& more, Trouble& sum) {
  AddDeaths(more.stray_deaths, sum.stray_deaths);
  AddDeaths(more.late_deaths, sum.late_deaths);
  sum.open_deaths.insert(more.open_deaths.begin(), more.open_deaths.end());
  sum.untold |= more.untold;
  if (sum.noisy_lines == 0) sum.noise = more.noise;
  Add(more.noisy_lines, sum.noisy_lines);
  Add(more.deaths, sum.deaths);
  Add(more.deadlines, sum.deadlines);
  Add(more.starts, sum.starts);
}

void Explain(const Record& record, Trouble& trouble) {
  if (trouble.open_deaths.empty()) return;
  if (!IsDeath(record.verdict) && record.verdict != Verdict::kProtocolError) {
    return;
  }
  const std::string test = fmt::format("{} {}", record.id, Name(record.dtype));
  std::erase_if(trouble.open_deaths, [&test](const OpenDeath& death) {
    return std::ranges::find(death.cases, test) != death.cases.end();
  });
}

void CloseDeaths(Trouble& trouble) {
  for (const OpenDeath& death : std::exchange(trouble.open_deaths, {})) {
    Add(1, trouble.stray_deaths[death.word]);
  }
}

Trouble FactsSince(const Trouble& now, const Trouble& before) {
  Trouble more;
  more.stray_deaths = DeathsSince(now.stray_deaths, before.stray_deaths);
  more.late_deaths = DeathsSince(now.late_deaths, before.late_deaths);
  std::ranges::set_difference(
      now.open_deaths, before.open_deaths,
      std::inserter(more.open_deaths, more.open_deaths.end()));
  more.noisy_lines = now.noisy_lines - before.noisy_lines;
  more.noise = now.noise;
  more.untold = now.untold && !before.untold;
  return more;
}

}  // namespace viewproof

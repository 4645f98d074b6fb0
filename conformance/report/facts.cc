#include "conformance/report/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

#include "conformance/case/describe.h"

namespace viewproof {
namespace {

using Deaths = std::map<std::string, int64_t>;

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

// A flag that stands there if it is true.
struct TrueFlag {
  void Read(json::od::value value, std::string_view field, bool& into) const {
    into = json::Bool(value, field);
    if (!into) json::Refuse(field, "expected true");
  }
  void Append(bool value, std::string& out) const {
    json::Flag().Append(value, out);
  }
  std::string Schema() const { return R"({"const": true})"; }
};

constexpr auto kNoise = json::Describe<Trouble>(
    json::Needed("lines", &Trouble::noisy_lines, json::Integer{1}),
    json::Needed("first", &Trouble::noise));

constexpr auto kOpenDeath =
    json::Describe<OpenDeath>(json::Needed("death", &OpenDeath::word),
                              json::Needed("cases", &OpenDeath::cases));

constexpr auto kFactsFields = json::Describe<Trouble>(
    json::Optional("stray_deaths", &Trouble::stray_deaths, kDeaths),
    json::OptionalOf<Trouble>("noise", kNoise).WrittenIf([](const Trouble& t) {
      return t.noisy_lines > 0;
    }),
    json::Optional("late_deaths", &Trouble::late_deaths, kDeaths),
    json::Optional("open_deaths", &Trouble::open_deaths,
                   json::List{kOpenDeath}),
    json::Optional("untold", &Trouble::untold, TrueFlag()));

constexpr auto kFactsLine = json::Enclosed<Trouble>("facts", kFactsFields);

}  // namespace

std::string FactsLine(const Trouble& trouble) {
  std::string facts;
  kFactsFields.AppendFields(trouble, facts);
  return facts.empty() ? "" : json::ToJson(kFactsLine, trouble);
}

Trouble ReadFacts(std::string_view line) {
  Trouble trouble;
  kFactsLine.ReadLine(line, trouble);
  return trouble;
}

std::string FactsSchema() { return kFactsLine.Schema(); }

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

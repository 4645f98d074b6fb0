#include "conformance/report/footer.h"

#include <fmt/format.h>

#include <map>

#include "conformance/case/describe.h"
#include "conformance/case/words.h"
#include "conformance/report/facts.h"

namespace viewproof {
namespace {

using CountsByName = std::map<std::string, int64_t>;

constexpr auto kShownCode =
    json::Describe<ShownCode>(json::Needed("id", &ShownCode::id),
                              json::Needed("dtype", &ShownCode::dtype),
                              json::Needed("lines", &ShownCode::lines));

constexpr auto kKnownBug =
    json::Describe<KnownBug>(json::Needed("bug", &KnownBug::mutant),
                             json::Optional("condition", &KnownBug::condition),
                             json::Needed("ops", &KnownBug::ops),
                             json::Needed("what", &KnownBug::effect),
                             json::Optional("when", &KnownBug::when),
                             json::Optional("otherwise", &KnownBug::otherwise),
                             json::Optional("pass", &KnownBug::pass));

constexpr auto kExplanation = json::Describe<Explanation>(
    json::Needed("bugs", &Explanation::bugs, json::List{kKnownBug}),
    json::Needed("cause", &Explanation::cause),
    json::Needed("explained", &Explanation::explained),
    json::Needed("of", &Explanation::of));

constexpr json::Within<ReportFooter, Trouble, CountsByName Trouble::*>
    kStrayDeaths = {&ReportFooter::trouble, &Trouble::stray_deaths};

constexpr auto kFooterFields =
    json::Describe<ReportFooter>(
        json::Needed("run", &ReportFooter::run,
                     json::OneOf{kComplete, kPartial}),
        json::Optional("why", &ReportFooter::why),
        json::Needed("passed", &ReportFooter::counts, &Counts::passed),
        json::Needed("failed", &ReportFooter::counts, &Counts::failed),
        json::Needed("skipped", &ReportFooter::counts, &Counts::skipped),
        json::ReadOnly<ReportFooter>("stray_deaths", kDeaths, kStrayDeaths),
        json::Optional("groups", &ReportFooter::groups),
        json::Optional("green", &ReportFooter::green)
            .WrittenIf(
                [](const ReportFooter& f) { return !f.headline.empty(); }),
        json::Optional("headline", &ReportFooter::headline),
        json::Optional("code", &ReportFooter::code, json::List{kShownCode}),
        json::Optional("proved", &ReportFooter::proved,
                       json::List{kExplanation}),
        json::ReadOnly<ReportFooter>(
            "diagnosis", json::ForgottenValue<std::vector<std::string>>{}),
        json::Optional("known", &ReportFooter::known, KnownReasonsCodec()),
        json::Optional("ran", &ReportFooter::ran, RanCodec())
            .WrittenIf(
                [](const ReportFooter& f) { return !f.ran.started.empty(); }),
        json::Optional("cases", &ReportFooter::cases),
        json::Needed("records", &ReportFooter::digest))
        .With([](const ReportFooter& footer) {
          if (footer.why.empty() != (footer.run == kComplete)) {
            json::Refuse("why", "belongs to a partial run, and to no other");
          }
        });

constexpr auto kFooterLine =
    json::Enclosed<ReportFooter>("footer", kFooterFields);

struct EarlierEnd {
  int64_t done = 0;  // The range was judged up to here.
  CountsByName
      counts;  // Those of the cases, and of what the subject did besides.
  std::string digest;
};

constexpr auto kEarlierLine = json::Enclosed<EarlierEnd>(
    "end",
    json::Describe<EarlierEnd>(json::Needed("done", &EarlierEnd::done),
                               json::Needed("counts", &EarlierEnd::counts),
                               json::Needed("sha256", &EarlierEnd::digest)));

}  // namespace

std::string FooterLine(ReportFooter footer, const Counts& counts, Sum& sum) {
  footer.run = footer.why.empty() ? kComplete : kPartial;
  footer.counts = counts;
  footer.digest = sum.Finish();
  return json::ToJson(kFooterLine, footer) + "\n";
}

ReportFooter ReadFooter(std::string_view line) {
  ReportFooter footer;
  kFooterLine.ReadLine(line, footer);
  return footer;
}

ReportFooter ReadEarlierEnd(std::string_view line, int64_t cases) {
  constexpr std::string_view kStray = "stray deaths ";
  EarlierEnd end;
  kEarlierLine.ReadLine(line, end);
  if (end.done > cases)
    json::Refuse("done", "more than the cases of the range");
  ReportFooter footer;
  footer.digest = end.digest;
  footer.run = kComplete;
  if (end.done < cases) {
    footer.run = kPartial;
    footer.why = fmt::format("{} of its {} cases were judged", end.done, cases);
  }
  for (const auto& [name, count] : end.counts) {
    if (name.starts_with(kStray)) {
      footer.trouble.stray_deaths[name.substr(kStray.size())] = count;
    } else if (name == "noisy lines") {
      footer.trouble.noisy_lines = count;
    } else {
      footer.cases[name] = count;
    }
  }
  return footer;
}

std::vector<std::string> FooterSchemas() {
  return {
      kFooterLine.Schema(
          R"("allOf": [{"properties": {"footer": )"
          R"({"if": {"properties": {"run": {"const": "partial"}}}, )"
          R"("then": {"required": ["why"], "properties": {"why": {"minLength": 1}}}, )"
          R"("else": {"properties": {"why": {"maxLength": 0}}}}}}])"),
      kEarlierLine.Schema()};
}

void CheckFooter(const ReportFooter& footer, int64_t passed, Sum& sum) {
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

}  // namespace viewproof

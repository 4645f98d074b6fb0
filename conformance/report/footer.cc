#include "conformance/report/footer.h"

#include <fmt/format.h>

#include "conformance/case/describe.h"
#include "conformance/case/padding.h"
#include "conformance/case/words.h"
#include "conformance/report/facts.h"

namespace viewproof {
namespace {

constexpr auto kShownCode =
    json::Describe<ShownCode>(json::Needed("id", &ShownCode::id),
                              json::Needed("dtype", &ShownCode::dtype),
                              json::Needed("lines", &ShownCode::lines));

constexpr auto kFooterFields =
    json::Describe<Footer>(
        json::Needed("run", &Footer::run, json::OneOf{kComplete, kPartial}),
        json::Optional("why", &Footer::why),
        json::Needed("passed", &Footer::counts, &Counts::passed),
        json::Needed("failed", &Footer::counts, &Counts::failed),
        json::Needed("skipped", &Footer::counts, &Counts::skipped),
        json::ReadOnly<Footer>("stray_deaths", kDeaths, &Footer::stray_deaths),
        json::Optional("groups", &Footer::groups),
        json::Optional("green", &Footer::green).WrittenIf([](const Footer& f) {
          return !f.headline.empty();
        }),
        json::Optional("headline", &Footer::headline),
        json::Optional("code", &Footer::code, json::List{kShownCode}),
        json::Optional("diagnosis", &Footer::diagnosis),
        json::Optional("known", &Footer::known, KnownReasonsCodec()),
        json::Needed("records", &Footer::digest))
        .With([](const Footer& footer) {
          if (footer.why.empty() != (footer.run == kComplete)) {
            json::Refuse("why", "belongs to a partial run, and to no other");
          }
        });

constexpr auto kFooterLine = json::Enclosed<Footer>("footer", kFooterFields);

}  // namespace

std::string LineOf(const Footer& footer) {
  return json::ToJson(kFooterLine, footer) + "\n";
}

Footer ReadFooter(std::string_view line) {
  Footer footer;
  kFooterLine.ReadLine(line, footer);
  return footer;
}

std::string FooterSchema() {
  return kFooterLine.Schema(
      R"("allOf": [{"properties": {"footer": )"
      R"({"if": {"properties": {"run": {"const": "partial"}}}, )"
      R"("then": {"required": ["why"], "properties": {"why": {"minLength": 1}}}, )"
      R"("else": {"properties": {"why": {"maxLength": 0}}}}}}])");
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
  return ReadFooter(PaddedText(footer).view()).code;
}

}  // namespace viewproof

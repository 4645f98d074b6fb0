#include "conformance/report/run_summary.h"

#include "conformance/case/describe.h"
#include "conformance/case/words.h"

namespace viewproof {
namespace {

constexpr auto kSubjectFields =
    json::Describe<RunSummary>(json::Needed("name", &RunSummary::name),
                               json::Needed("version", &RunSummary::version),
                               json::Needed("device", &RunSummary::device));

constexpr auto kCellFields = json::Describe<Cell>(
    json::Needed("passed", &Cell::passed), json::Needed("new", &Cell::fresh),
    json::Needed("known", &Cell::known),
    json::Needed("not_demanded", &Cell::others),
    json::Needed("not_asked", &Cell::skipped));

constexpr auto kFindingsFields = json::Describe<RunSummary::Findings>(
    json::Needed("new", &RunSummary::Findings::fresh),
    json::Needed("known", &RunSummary::Findings::known));

constexpr auto kCauseFields = json::Describe<ShownCause>(
    json::Needed("sentence", &ShownCause::sentence),
    json::Needed("code", &ShownCause::code),
    json::Needed("cases", &ShownCause::cases),
    json::Needed("ids", &ShownCause::ids),
    json::Optional("ops", &ShownCause::ops),
    json::Needed("id", &ShownCause::id),
    json::Needed("dtype", &ShownCause::dtype),
    json::Needed("case", &ShownCause::test),
    json::Needed("expected", &ShownCause::expected),
    json::Needed("got", &ShownCause::got),
    json::Optional("equals", &ShownCause::equals),
    json::Optional("stderr", &ShownCause::stderr_tail),
    json::Optional("when", &ShownCause::when),
    json::Optional("rule", &ShownCause::rule),
    json::Optional("rule_text", &ShownCause::rule_text),
    json::Needed("run", &ShownCause::run));

constexpr auto kSummaryFields = json::Describe<RunSummary>(
    json::Needed("green", &RunSummary::green),
    json::Needed("exit_status", &RunSummary::exit_status),
    json::Needed("headline", &RunSummary::headline),
    json::NeededOf<RunSummary>("subject", kSubjectFields),
    json::Optional("milliseconds", &RunSummary::milliseconds),
    json::NeededOf<RunSummary>("counts", kCellFields, &RunSummary::counts),
    json::OptionalOf<RunSummary>("findings", kFindingsFields,
                                 &RunSummary::findings)
        .WrittenIf([](const RunSummary& run) { return run.is_drawn; }),
    json::Needed("notes", &RunSummary::notes),
    json::Needed("next", &RunSummary::next),
    json::Optional("known", &RunSummary::known, KnownReasonsCodec()),
    json::Needed("causes", &RunSummary::causes, json::List{kCauseFields}));

constexpr auto kSummaryLine =
    json::Enclosed<RunSummary>("summary", kSummaryFields);

}  // namespace

std::string ToJson(const RunSummary& summary) {
  return json::ToJson(kSummaryLine, summary) + "\n";
}

std::string RunSummarySchema() { return kSummaryLine.Schema(); }

}  // namespace viewproof

#include "conformance/report/overview.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "conformance/report/summary.h"

namespace viewproof {
namespace {

std::string NewFailures(int64_t count) {
  return fmt::format("{} new failure{}", Grouped(count), count == 1 ? "" : "s");
}

// Those that a headline leaves out, for want of room, are told after it.
void TellFacts(const Trouble& trouble, GateSaid& said) {
  said.green &= trouble.noisy_lines == 0;
  for (const std::string& text :
       {StrayDeathsText(trouble.stray_deaths), NoiseText(trouble),
        LateDeathsText(trouble), UntoldText(trouble)}) {
    if (said.headline.find(text) == std::string::npos) {
      said.headline += " · " + text;
    }
  }
}

// Of the footer alone.
GateSaid SaidBy(const ReportOrigin& origin) {
  const ReportFooter& footer = origin.footer;
  if (!footer.headline.empty()) {
    const bool gated = !footer.headline.starts_with("NOT GATED") &&
                       !footer.headline.starts_with("PARTIAL");
    std::string headline = footer.headline;
    if (!gated && footer.counts.failed > 0) {
      headline += " · " + NewFailures(footer.counts.failed);
    }
    return {footer.green, gated, std::move(headline)};
  }
  if (!footer.why.empty()) return {false, false, "PARTIAL: " + footer.why};
  if (footer.counts.failed > 0) {
    return {false, false, "RED: " + NewFailures(footer.counts.failed)};
  }
  return {footer.trouble.stray_deaths.empty(), false,
          "no new failure; what its gate says of it, no line of this older "
          "report holds"};
}

}  // namespace

void Count(Standing standing, Cell& cell) {
  ++cell.executed;
  cell.fresh += standing == Standing::kNewFailure;
  cell.known += standing == Standing::kKnownFailure;
  cell.others += standing == Standing::kNotDemanded;
}

Judged::Judged(const ReportOrigin& origin) : origin_(origin) {
  keys_.insert(origin.groups.begin(), origin.groups.end());
}

Standing Judged::Of(const Record& record) const {
  if (record.verdict == Verdict::kSkip) return Standing::kSkipped;
  if (record.verdict == Verdict::kPass) return Standing::kPassed;
  const Facets demanded = origin_.header.facets;
  const std::vector<Profile>& profiles = origin_.header.profiles;
  const bool is_asked =
      profiles.empty() ||
      std::ranges::find(profiles, record.profile) != profiles.end();
  if (!is_asked || !Reduce(record, demanded)) return Standing::kNotDemanded;
  if (record.known) return Standing::kKnownFailure;
  if (!origin_.footer.headline.empty()) return Standing::kNewFailure;
  return IsOfANewGroup(CauseOf(record, demanded)) ? Standing::kNewFailure
                                                  : Standing::kKnownFailure;
}

// For reports that do not say which failures are known.
bool Judged::IsOfANewGroup(const Cause& cause) const {
  Group group;
  group.causes = {cause};
  if (keys_.contains(KeyOf(group))) return true;
  group.across = true;
  return keys_.contains(KeyOf(group));
}

GateSaid HeadlineOf(const ReportOrigin& origin) {
  GateSaid said = SaidBy(origin);
  TellFacts(origin.footer.trouble, said);
  return said;
}

std::string_view TitleOf(const GateSaid& said) {
  if (!said.green) return "Do not merge this";
  return said.gated ? "This may be merged" : "Nothing new fails, not gated";
}

Overview ReadOverview(const std::string& path) {
  Overview overview;
  std::vector<Record> failures;
  const auto count = [&overview](const Record& record, Standing standing,
                                 const std::string& op) {
    Count(standing, overview.all);
    Count(standing, overview.by_profile[record.profile]);
    Count(standing, overview.by_op[op]);
  };
  overview.origin = ReadReport(path, [&](const Record& record) {
    ++overview.planned[record.profile];
    if (record.verdict == Verdict::kSkip) {
      ++overview.skipped;
    } else if (record.verdict == Verdict::kPass) {
      count(record, Standing::kPassed, std::string(OpOfId(record.id)));
      overview.passing.emplace(record.id, record.dtype);
    } else {
      failures.push_back(record);
    }
  });
  const Judged judged(overview.origin);
  for (const Record& record : failures) {
    const Standing standing = judged.Of(record);
    count(record, standing, OpOf(record, overview.origin.header.facets));
    overview.deaths += IsDeath(record.verdict);
    if (standing != Standing::kNotDemanded) {
      overview.failing.emplace(record.id, record.dtype);
    }
  }
  for (const auto& [word, times] :
       overview.origin.footer.trouble.stray_deaths) {
    overview.deaths += times;
  }
  return overview;
}

}  // namespace viewproof

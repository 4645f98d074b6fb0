#include "conformance/report/overview.h"

#include <algorithm>
#include <set>
#include <vector>

#include "conformance/report/summary.h"

namespace viewproof {
namespace {

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

// Returns what the footer alone says.
GateSaid SaidBy(const ReportOrigin& origin) {
  const ReportFooter& footer = origin.footer;
  if (!footer.headline.empty()) {
    const bool gated = !footer.headline.starts_with("NOT GATED") &&
                       !footer.headline.starts_with("PARTIAL");
    std::string headline = footer.headline;
    if (!gated && footer.counts.failed > 0) {
      headline += " · " + Plural(footer.counts.failed, "new failure");
    }
    return {footer.green, gated, std::move(headline)};
  }
  if (!footer.why.empty()) return {false, false, "PARTIAL: " + footer.why};
  if (footer.counts.failed > 0) {
    return {false, false,
            "RED: " + Plural(footer.counts.failed, "new failure")};
  }
  return {footer.trouble.stray_deaths.empty(), false,
          "no new failure; what its gate says of it, no line of this older "
          "report holds"};
}

// Says how the gate counted the records of a report that may not say it: then
// one of a group that it does not call new is known.
class ReportStandings {
 public:
  explicit ReportStandings(const ReportOrigin& origin)
      : origin_(origin),
        keys_(origin.footer.groups.begin(), origin.footer.groups.end()) {}

  Standing Of(const Record& record) const {
    const Standing standing = StandingOf(record, origin_.header);
    const bool is_told = !origin_.footer.headline.empty();
    return standing != Standing::kNewFailure || is_told ||
                   IsOfANewGroup(CauseOf(record, origin_.header.facets))
               ? standing
               : Standing::kKnownFailure;
  }

 private:
  bool IsOfANewGroup(const Cause& cause) const {
    Group group;
    group.causes = {cause};
    if (keys_.contains(KeyOf(group))) return true;
    group.across = true;
    return keys_.contains(KeyOf(group));
  }

  const ReportOrigin& origin_;
  const std::set<std::string> keys_;
};

}  // namespace

bool IsAsked(const Record& record, const ReportHeader& header) {
  return header.profiles.empty() ||
         std::ranges::find(header.profiles, record.profile) !=
             header.profiles.end();
}

Standing StandingOf(const Record& record, const ReportHeader& header) {
  if (record.verdict == Verdict::kSkip) return Standing::kSkipped;
  if (record.verdict == Verdict::kPass) return Standing::kPassed;
  if (!IsAsked(record, header) || !Reduce(record, header.facets)) {
    return Standing::kNotDemanded;
  }
  return record.known ? Standing::kKnownFailure : Standing::kNewFailure;
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

Overview ReadOverview(
    const std::string& path,
    const std::function<void(const Record&, Standing)>& visit) {
  Overview overview;
  const auto count = [&](const Record& record, Standing standing) {
    overview.Count(record, standing, overview.origin.header.facets);
    if (visit) visit(record, standing);
  };
  std::vector<Record> failures;
  overview.origin = ReadReport(path, [&](const Record& record) {
    if (record.verdict == Verdict::kSkip) {
      count(record, Standing::kSkipped);
    } else if (record.verdict == Verdict::kPass) {
      count(record, Standing::kPassed);
    } else {
      failures.push_back(record);
    }
  });
  const ReportStandings judged(overview.origin);
  for (const Record& record : failures) count(record, judged.Of(record));
  for (const auto& [word, times] :
       overview.origin.footer.trouble.stray_deaths) {
    overview.deaths += times;
  }
  return overview;
}

}  // namespace viewproof

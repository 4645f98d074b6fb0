#include "conformance/report/census.h"

#include <fmt/format.h>

#include "conformance/report/summary.h"

namespace viewproof {

void Cell::Add(Standing standing) {
  passed += standing == Standing::kPassed;
  fresh += standing == Standing::kNewFailure;
  known += standing == Standing::kKnownFailure;
  others += standing == Standing::kNotDemanded;
  skipped += standing == Standing::kSkipped;
}

Cell& Cell::operator-=(const Cell& other) {
  passed -= other.passed;
  fresh -= other.fresh;
  known -= other.known;
  others -= other.others;
  skipped -= other.skipped;
  return *this;
}

std::string CountsText(const Cell& cell) {
  std::string text = fmt::format("{} passed, {} failed, {} skipped",
                                 cell.passed, cell.fresh, cell.skipped);
  if (cell.known > 0) text += fmt::format(", {} known", cell.known);
  if (cell.others > 0) text += fmt::format(", {} not demanded", cell.others);
  return text;
}

Counts CountsOf(const Cell& cell) {
  return {cell.passed, cell.fresh, cell.all() - cell.passed - cell.fresh};
}

std::vector<std::string> CountHeads() {
  return {"passed", "new", "skipped", "known", "not demanded"};
}

std::vector<std::string> CountRow(const Cell& cell) {
  return {Grouped(cell.passed), Grouped(cell.fresh), Grouped(cell.skipped),
          Grouped(cell.known), Grouped(cell.others)};
}

void Census::Count(const Record& record, Standing standing, Facets demanded) {
  all.Add(standing);
  by_profile[record.profile].Add(standing);
  by_op[OpOf(record, demanded)].Add(standing);
  if (standing == Standing::kNewFailure) {
    ++by_vector[std::string(OpOfId(record.id))];
  }
  if (standing == Standing::kSkipped) ++reasons[*record.reason];
  deaths += IsDeath(record.verdict);
}

bool Census::HasRun(Profile profile) const {
  const auto found = by_profile.find(profile);
  return found != by_profile.end() && found->second.executed() > 0;
}

}  // namespace viewproof

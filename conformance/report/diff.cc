#include "conformance/report/diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/escape.h"
#include "conformance/report/summary.h"

namespace viewproof {
namespace {

using Key = std::pair<std::string, DType>;
using Records = std::map<Key, Record>;
using ChangeGroups =
    std::map<std::tuple<Change, std::string, std::string, std::string>,
             ChangeGroup>;

Records ReadRecords(const std::string& path, Overview& overview) {
  Records records;
  overview = ReadOverview(path, [&](const Record& record, Standing) {
    records.emplace(Key(record.id, record.dtype), record);
  });
  return records;
}

// Leaves of each record what both reports demand.
void KeepDemanded(Records& records, const ReportHeader& own, Facets demanded) {
  for (auto& [key, record] : records) {
    if (record.verdict == Verdict::kSkip) continue;
    std::erase_if(record.differences, [&](const Difference& d) {
      return !demanded.Contains(d.facet);
    });
    if (!IsAsked(record, own) || !Reduce(record, demanded)) {
      record.verdict = Verdict::kPass;
    }
  }
}

std::string GoldenOf(const ReportOrigin& origin) {
  return origin.header.golden.empty() ? "other files"
                                      : Escaped(origin.header.golden);
}

bool IsExecuted(const std::optional<Record>& record) {
  return record && record->verdict != Verdict::kSkip;
}

bool Fails(const std::optional<Record>& record) {
  return record && Reduce(*record, Facets::All());
}

// The differences in facets that are not waived, without what explains them.
std::vector<Difference> DueDifferences(const Record& record) {
  std::vector<Difference> due;
  for (Difference d : record.differences) {
    if (Waives(record, d.facet)) continue;
    d.relation = Relation::kNone;
    d.outside = false;
    d.blamed = 0;  // Its op says it, and older reports do not have it.
    due.push_back(std::move(d));
  }
  return due;
}

bool FailsAlike(const Record& before, const Record& after) {
  return before.verdict == after.verdict && before.op == after.op &&
         before.step == after.step &&
         DueDifferences(before) == DueDifferences(after);
}

// Makes both records waive what either of them does.
void WaiveAlike(ChangedCase& test) {
  if (!test.before || !test.after) return;
  std::vector<Facet> waived;
  std::ranges::set_union(test.before->waived, test.after->waived,
                         std::back_inserter(waived));
  test.before->waived = waived;
  test.after->waived = std::move(waived);
}

// nullopt if the results are equal.
std::optional<Change> ChangeOf(const ChangedCase& test) {
  const auto& [before, after] = test;
  if (Fails(after)) {
    if (!Fails(before)) return Change::kNewFailure;
    if (!FailsAlike(*before, *after)) return Change::kChanged;
  } else if (IsExecuted(after)) {
    if (Fails(before)) return Change::kFixed;
    if (!IsExecuted(before)) return Change::kAdded;
  } else if (IsExecuted(before)) {
    return Change::kRemoved;
  }
  return std::nullopt;
}

// Adds the op, difference and facets of a failing record to the group.
void Blame(const Record& record, ChangeGroup& group) {
  const Failure failure = *Reduce(record, Facets::All());
  group.op = failure.op;
  group.difference = failure.difference.empty()
                         ? std::string(Name(failure.verdict))
                         : failure.difference;
  for (const Facet facet : failure.facets) {
    group.facets.append(group.facets.empty() ? "" : " ").append(Name(facet));
  }
}

std::string WhyNotExecuted(const std::optional<Record>& record) {
  if (!record) return "absent";
  return "skipped: " + std::string(Name(record->reason.value()));
}

std::string Arrow(const std::string& before, const std::string& after) {
  return before == after ? after : before + " -> " + after;
}

// Returns whether both reports asked for the same cases of their golden/.
bool AreOfOnePlan(const ReportHeader& before, const ReportHeader& after) {
  return before.plan == after.plan && before.dtypes == after.dtypes;
}

// Returns what only the suite changed: "a new vector, which fails: offset";
// empty: it did not.
std::string SuiteChange(const ChangedCase& test) {
  const auto ends = [](const std::optional<Record>& record) {
    if (!IsExecuted(record)) return std::string("is skipped");
    if (!Fails(record)) return std::string("passes");
    ChangeGroup group;
    Blame(*record, group);
    return "fails: " + group.difference;
  };
  if (!test.before) return "a new vector, which " + ends(test.after);
  if (!test.after) return "a retired vector";
  if (test.before->rev == test.after->rev) return "";
  return fmt::format("revision {} -> {}, which {}", test.before->rev,
                     test.after->rev, ends(test.after));
}

// The group that a case belongs to, still without cases.
ChangeGroup CauseOf(const ChangedCase& test, Change change) {
  ChangeGroup group;
  group.change = change;
  if (change == Change::kAdded || change == Change::kRemoved) {
    const std::string& id = test.either().id;
    group.op = OpOfId(id);
    group.difference =
        WhyNotExecuted(change == Change::kAdded ? test.before : test.after);
    return group;
  }
  Blame(change == Change::kFixed ? *test.before : *test.after, group);
  if (change == Change::kChanged) {
    ChangeGroup before;
    Blame(*test.before, before);
    group.op = Arrow(before.op, group.op);
    group.difference = Arrow(before.difference, group.difference);
    group.facets = Arrow(before.facets, group.facets);
  }
  return group;
}

// Sorts a case into its group, or counts it as the same. `across`: the suite
// may have changed.
void Sort(ChangedCase test, bool across, ChangeGroups& groups, int64_t& same) {
  std::optional<Change> change = ChangeOf(test);
  ChangeGroup cause;
  if (std::string by_suite = across ? SuiteChange(test) : "";
      !by_suite.empty()) {
    change = Change::kSuite;
    cause.change = Change::kSuite;
    cause.op = OpOfId(test.either().id);
    cause.difference = std::move(by_suite);
  } else if (!change) {
    same += IsExecuted(test.after);
    return;
  } else {
    cause = CauseOf(test, *change);
  }
  const auto key =
      std::make_tuple(*change, cause.op, cause.difference, cause.facets);
  groups.try_emplace(key, std::move(cause))
      .first->second.cases.push_back(std::move(test));
}

}  // namespace

std::string_view Name(Change change) {
  constexpr std::array<std::string_view, kChanges.size()> kNames = {
      "NEW FAILURE", "FIXED", "CHANGED", "ADDED", "REMOVED", "BY THE SUITE"};
  return kNames[static_cast<std::size_t>(change)];
}

std::string_view Meaning(Change change) {
  switch (change) {
    case Change::kNewFailure:
      return "did not fail before, fails now";
    case Change::kFixed:
      return "failed before, passes now";
    case Change::kChanged:
      return "fails in both, in another way";
    case Change::kAdded:
      return "executed only now, passes";
    case Change::kRemoved:
      return "executed only before";
    case Change::kSuite:
      return "only the suite changed, so nothing is said of the subject";
  }
  return "";
}

int64_t ReportDiff::Count(Change change) const {
  int64_t count = 0;
  for (const ChangeGroup& group : groups) {
    if (group.change == change) {
      count += static_cast<int64_t>(group.cases.size());
    }
  }
  return count;
}

std::vector<std::string> CountsOf(const ReportDiff& diff) {
  return {"before: " + CountsText(diff.before.all),
          "after:  " + CountsText(diff.after.all)};
}

std::string TotalsOf(const ReportDiff& diff) {
  const int64_t by_suite = diff.Count(Change::kSuite);
  return fmt::format(
      "{}, {} fixed, {} changed, {} added, {} removed, {} the same{}",
      Plural(diff.Count(Change::kNewFailure), "new failure"),
      Grouped(diff.Count(Change::kFixed)),
      Grouped(diff.Count(Change::kChanged)),
      Grouped(diff.Count(Change::kAdded)),
      Grouped(diff.Count(Change::kRemoved)), Grouped(diff.same),
      by_suite == 0 ? "" : ", " + Grouped(by_suite) + " by the suite");
}

ReportDiff DiffReports(const std::string& before, const std::string& after) {
  ReportDiff diff;
  Records old_records = ReadRecords(before, diff.before);
  Records new_records = ReadRecords(after, diff.after);
  const ReportOrigin& was = diff.before.origin;
  const ReportOrigin& is = diff.after.origin;
  if (diff.AcrossSuites() &&
      (was.header.golden.empty() || is.header.golden.empty())) {
    throw BadInput(fmt::format(
        "{}: field \"golden\": it is {}; {} is of {}: an id may mean another "
        "case",
        after, GoldenOf(is), before, GoldenOf(was)));
  }
  const Facets demanded = was.header.facets & is.header.facets;
  KeepDemanded(old_records, was.header, demanded);
  KeepDemanded(new_records, is.header, demanded);
  std::map<Key, ChangedCase> cases;
  for (auto& [key, record] : old_records) cases[key].before = std::move(record);
  for (auto& [key, record] : new_records) cases[key].after = std::move(record);
  const bool across =
      diff.AcrossSuites() && AreOfOnePlan(was.header, is.header);
  ChangeGroups groups;
  for (auto& [key, test] : cases) {
    WaiveAlike(test);
    Sort(std::move(test), across, groups, diff.same);
  }
  for (auto& [key, group] : groups) diff.groups.push_back(std::move(group));
  std::ranges::stable_sort(
      diff.groups, [](const ChangeGroup& a, const ChangeGroup& b) {
        return a.change != b.change ? a.change < b.change
                                    : a.cases.size() > b.cases.size();
      });
  return diff;
}

}  // namespace viewproof

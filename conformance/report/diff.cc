#include "conformance/report/diff.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "conformance/case/bad_input.h"
#include "conformance/case/escape.h"
#include "conformance/report/groups.h"
#include "conformance/report/screen.h"
#include "conformance/report/sentence.h"
#include "conformance/report/summary.h"

namespace viewproof {
namespace {

using Key = std::pair<std::string, DType>;
using Records = std::map<Key, Record>;
using StandingOfKey = std::map<Key, Standing>;

// Cases of one cause while they are being sorted.
struct Causes {
  Group before;  // Empty, if they did not fail.
  Group after;
  std::string subject;  // Their op, and why nothing is told of the subject.
  std::vector<ChangedCase> cases;
};
using ChangeGroups = std::map<std::pair<Change, std::string>, Causes>;

Records ReadRecords(const std::string& path, Overview& overview,
                    StandingOfKey& failing) {
  Records records;
  overview = ReadOverview(path, [&](const Record& record, Standing standing) {
    records.emplace(Key(record.id, record.dtype), record);
    if (record.verdict != Verdict::kPass && record.verdict != Verdict::kSkip) {
      failing.emplace(Key(record.id, record.dtype), standing);
    }
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

// Returns whether what was answered shows elements.
bool IsOfElements(const Difference& d) {
  return d.facet == Facet::kValues || d.kind == DifferenceKind::kOkForError;
}

// Does not compare elements outside of a storage, which differ in each run.
bool FailsAlike(const Record& before, const Record& after) {
  std::vector<Difference> was = DueDifferences(before);
  std::vector<Difference> is = DueDifferences(after);
  if (ReachesOutside(before) || ReachesOutside(after)) {
    for (auto* differences : {&was, &is}) {
      for (Difference& d : *differences) {
        if (IsOfElements(d)) d.actual.clear();
      }
    }
  }
  return before.verdict == after.verdict && before.op == after.op &&
         before.step == after.step && was == is;
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

std::string WhyNotExecuted(const std::optional<Record>& record) {
  return record ? fmt::format("not asked, since it needs {}",
                              MeaningOf(record->reason.value()))
                : "in no vector of that run";
}

// Returns whether both reports asked for the same cases of their golden/.
bool AreOfOnePlan(const ReportHeader& before, const ReportHeader& after) {
  return before.plan == after.plan && before.dtypes == after.dtypes;
}

// Returns what only the suite changed: "a new vector, which fails"; empty: it
// did not.
std::string SuiteChange(const ChangedCase& test) {
  const auto ends = [](const std::optional<Record>& record) {
    return !IsExecuted(record) ? "is not asked"
           : !Fails(record)    ? "passes"
                               : "fails";
  };
  if (!test.before)
    return std::string("a new vector, which ") + ends(test.after);
  if (!test.after) return "a retired vector";
  if (test.before->rev == test.after->rev) return "";
  return fmt::format("revision {} -> {}, which {}", test.before->rev,
                     test.after->rev, ends(test.after));
}

// Joins a case, with what it did before and does now, to its cause.
void AddCase(ChangedCase test, Change change, const std::string& subject,
             ChangeGroups& groups) {
  Causes of_case;
  const bool was = change == Change::kFixed || change == Change::kChanged;
  const bool is = change == Change::kNewFailure || change == Change::kChanged ||
                  (change == Change::kSuite && Fails(test.after));
  if (was) of_case.before = GroupOf(*test.before, Facets::All());
  if (is) of_case.after = GroupOf(*test.after, Facets::All());
  std::string key;
  if (!subject.empty()) {
    key = fmt::format("{}: {}", OpOfId(test.either().id), subject);
  }
  of_case.subject = key;
  if (was) key += '\n' + KeyOf(of_case.before);
  if (is) key += '\n' + KeyOf(of_case.after);
  Causes& causes = groups[{change, std::move(key)}];
  if (was) Join(of_case.before, causes.before);
  if (is) Join(of_case.after, causes.after);
  causes.subject = std::move(of_case.subject);
  causes.cases.push_back(std::move(test));
}

// Sorts a case into its group, or counts it as the same. `across`: the suite
// may have changed. `fresh`: the new run counts it as a new failure.
void Sort(ChangedCase test, bool across, bool fresh, ChangeGroups& groups,
          ReportDiff& diff) {
  std::optional<Change> change = ChangeOf(test);
  std::string by_suite = across ? SuiteChange(test) : "";
  if (!by_suite.empty()) change = Change::kSuite;
  diff.fresh[change ? static_cast<std::size_t>(*change) : kChanges.size()] +=
      fresh;
  if (!change) {
    diff.same += IsExecuted(test.after);
    return;
  }
  diff.allowed += *change == Change::kNewFailure && !fresh;
  if (*change == Change::kAdded || *change == Change::kRemoved) {
    by_suite =
        WhyNotExecuted(*change == Change::kAdded ? test.before : test.after);
  }
  AddCase(std::move(test), *change, by_suite, groups);
}

ChangeGroup Finished(Change change, Causes causes) {
  ChangeGroup group{change, std::move(causes.subject), "",
                    std::move(causes.cases)};
  std::vector<std::string> sentences;
  std::vector<std::string> codes;
  for (const Group* side : {&causes.before, &causes.after}) {
    if (side->count == 0) continue;
    const Told told = ToldOf(*side);
    sentences.push_back(SentenceOf(told));
    codes.push_back(CodeOf(told));
  }
  if (sentences.size() == 2) {
    if (sentences[0] == sentences[1]) {
      sentences = {sentences[0] + ", not the same as before"};
    } else {
      sentences[0] += "; now ";
    }
    if (codes[0] != codes[1]) codes[0] += " -> ";
    if (codes[0] == codes[1]) codes.pop_back();
  }
  if (!group.sentence.empty() && !sentences.empty()) group.sentence += ": ";
  for (const std::string& sentence : sentences) group.sentence += sentence;
  for (const std::string& code : codes) group.code += code;
  return group;
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

std::string AccountOf(const ReportDiff& diff) {
  const auto of = [&diff](std::size_t change) { return diff.fresh[change]; };
  const int64_t all = diff.after.all.fresh;
  const int64_t told = diff.Count(Change::kNewFailure);
  if (all == told && diff.allowed == 0) return "";
  std::vector<std::string> parts;
  int64_t rest = all;
  const auto part = [&](int64_t count, std::string_view what) {
    if (count > 0) parts.push_back(fmt::format("{} {}", Grouped(count), what));
    rest -= count;
  };
  part(of(static_cast<std::size_t>(Change::kNewFailure)),
       "did not fail before");
  part(of(static_cast<std::size_t>(Change::kChanged)),
       "failed before in another way");
  part(of(static_cast<std::size_t>(Change::kSuite)),
       "are of vectors that the suite changed");
  part(of(kChanges.size()), "failed before in the same way");
  part(rest, "fail in what the old run does not demand");
  std::string text = fmt::format(
      "the new run counts {} by its gate file{}{}", Plural(all, "new failure"),
      parts.empty() ? "" : ": ", fmt::join(parts, ", "));
  if (diff.allowed > 0) {
    text += fmt::format("; {} of the {} here {} known to it, or not demanded",
                        Grouped(diff.allowed), Grouped(told),
                        diff.allowed == 1 ? "is" : "are");
  }
  return text;
}

ReportDiff DiffReports(const std::string& before, const std::string& after) {
  ReportDiff diff;
  StandingOfKey failing;
  Records old_records = ReadRecords(before, diff.before, failing);
  failing.clear();
  Records new_records = ReadRecords(after, diff.after, failing);
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
    const auto found = failing.find(key);
    const bool fresh =
        found != failing.end() && found->second == Standing::kNewFailure;
    Sort(std::move(test), across, fresh, groups, diff);
  }
  for (auto& [key, causes] : groups) {
    diff.groups.push_back(Finished(key.first, std::move(causes)));
  }
  std::ranges::stable_sort(
      diff.groups, [](const ChangeGroup& a, const ChangeGroup& b) {
        return a.change != b.change ? a.change < b.change
                                    : a.cases.size() > b.cases.size();
      });
  return diff;
}

}  // namespace viewproof

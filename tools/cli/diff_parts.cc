#include "tools/cli/diff_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "conformance/case/escape.h"
#include "conformance/case/text.h"
#include "conformance/golden_file/golden.h"
#include "conformance/judge/exchange.h"
#include "conformance/report/markup.h"
#include "conformance/report/overview.h"
#include "conformance/report/page.h"
#include "conformance/report/sheet.h"
#include "conformance/report/summary.h"
#include "conformance/report/tally.h"

namespace viewproof {
namespace {

constexpr std::size_t kMostOfLine = 300;  // Bytes of a headline.

// The difference that names the group; null for a death or a pass.
const Difference* Telling(const std::optional<Record>& record) {
  if (!record) return nullptr;
  const std::optional<Failure> failure = Reduce(*record, Facets::All());
  if (!failure) return nullptr;
  for (const Difference& d : record->differences) {
    if (Name(d.kind) == failure->difference) return &d;
  }
  return nullptr;
}

}  // namespace

Spellings SpellingsOf(const std::string& root, const ReportDiff& diff) {
  Spellings spellings;
  if (diff.groups.empty()) return spellings;
  const Golden golden = OpenGolden(root + "/golden");
  if (golden.digest != diff.after.origin.golden) return spellings;
  for (const ChangeGroup& group : diff.groups) {
    for (const ChangedCase& test : group.cases) {
      spellings[{test.either().id, test.either().dtype}];
    }
  }
  IdSet ids;
  Vector vector;
  for (const Golden::File& file : golden.files) {
    VectorReader reader(file.path, ids);
    while (reader.Next(vector)) {
      for (auto at = spellings.lower_bound({vector.test.id, kDTypes.front()});
           at != spellings.end() && at->first.first == vector.test.id; ++at) {
        const std::optional<Vector> asked = Exchanged(vector, at->first.second);
        if (!asked) continue;
        at->second = {Text(asked->test), SizeOf(asked->test), file.path};
      }
    }
  }
  return spellings;
}

Spelling Find(const Spellings& spellings, const Record& record) {
  const auto found = spellings.find({record.id, record.dtype});
  return found == spellings.end() ? Spelling() : found->second;
}

const ChangedCase& SmallestOf(const ChangeGroup& group,
                              const Spellings& spellings) {
  const auto key = [&](const ChangedCase& test) {
    const Record& record = test.either();
    return std::tuple(Find(spellings, record).size, record.id, record.dtype);
  };
  return *std::ranges::min_element(group.cases, {}, key);
}

std::string CountOf(const ChangeGroup& group) {
  return Grouped(static_cast<int64_t>(group.cases.size()));
}

std::string NameOf(const ReportOrigin& origin) {
  return Escaped(origin.name + " " + origin.version);
}

std::vector<std::string> CountsOf(const ReportDiff& diff) {
  return {"before: " + CountsText(diff.before.all),
          "after:  " + CountsText(diff.after.all)};
}

std::vector<std::string> NotesOf(const ReportDiff& diff) {
  std::vector<std::string> notes;
  const ReportOrigin& was = diff.before.origin;
  const ReportOrigin& is = diff.after.origin;
  if (diff.AcrossSuites()) {
    notes.push_back(fmt::format(
        "The suites differ: {} with golden/ {}, then {} with golden/ {}.",
        Escaped(was.header.suite), Escaped(was.golden),
        Escaped(is.header.suite), Escaped(is.golden)));
  }
  return notes;
}

std::vector<std::string> RedRunsOf(const ReportDiff& diff) {
  std::vector<std::string> lines;
  const auto tell = [&lines](const char* run, const ReportOrigin& origin) {
    const GateSaid said = HeadlineOf(origin);
    if (said.green) return;
    lines.push_back(fmt::format("the {} run is {}", run,
                                Escaped(Clipped(said.headline, kMostOfLine))));
  };
  tell("old", diff.before.origin);
  tell("new", diff.after.origin);
  return lines;
}

std::string TotalsOf(const ReportDiff& diff) {
  const int64_t failures = diff.Count(Change::kNewFailure);
  const int64_t by_suite = diff.Count(Change::kSuite);
  return fmt::format(
      "{} new failure{}, {} fixed, {} changed, {} added, {} removed, {} the "
      "same{}",
      Grouped(failures), failures == 1 ? "" : "s",
      Grouped(diff.Count(Change::kFixed)),
      Grouped(diff.Count(Change::kChanged)),
      Grouped(diff.Count(Change::kAdded)),
      Grouped(diff.Count(Change::kRemoved)), Grouped(diff.same),
      by_suite == 0 ? "" : ", " + Grouped(by_suite) + " by the suite");
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

RunAnswer AnswerOf(const std::optional<Record>& run) {
  const Difference* d = Telling(run);
  if (d == nullptr) return {"", run ? Clipped(run->detail, 400) : ""};
  const auto [due, given] = Excerpts(d->expected, d->actual);
  const bool unmapped = d->kind == DifferenceKind::kKind && given == "null";
  return {due, unmapped ? std::string(kUnmapped) : given};
}

namespace {

// An answer without the signs of JSON, where it is short without them.
std::string Brief(const std::string& json) {
  if (json == R"({"outputs":[]})") return "done";
  constexpr std::string_view kError = R"({"error":)";
  if (json.starts_with(kError)) return "error " + json.substr(kError.size());
  const bool is_word = json.size() > 2 && json.front() == '"' &&
                       json.find('"', 1) == json.size() - 1;
  return is_word ? json.substr(1, json.size() - 2) : json;
}

}  // namespace

std::string PageOf(const ReportDiff& diff, const Spellings& spellings) {
  const int64_t failures = diff.Count(Change::kNewFailure);
  const std::string was = NameOf(diff.before.origin);
  const std::string is = NameOf(diff.after.origin);
  std::string about = was + " \u2192 " + is;
  for (const std::string& line : CountsOf(diff)) about += " \u00b7 " + line;
  for (const std::string& note : NotesOf(diff)) about += " \u00b7 " + note;
  for (const std::string& line : RedRunsOf(diff)) about += " \u00b7 " + line;
  std::string html = VerdictHtml(
      failures == 0 ? Verdicts::kGood : Verdicts::kBad,
      failures == 0 ? "Nothing fails that did not fail before"
                    : fmt::format("{} new failure{}", Grouped(failures),
                                  failures == 1 ? "" : "s"),
      TotalsOf(diff), about);
  html += "<main>\n";
  for (const Change change : kChanges) {
    const int64_t count = diff.Count(change);
    if (count == 0) continue;
    const bool before = change == Change::kFixed || change == Change::kChanged;
    const bool after =
        change == Change::kNewFailure || change == Change::kChanged;
    Sheet causes{fmt::format("{}: {} ({})", Name(change), Meaning(change),
                             Grouped(count)),
                 "",
                 {"op", "cases", "difference", "facets", "smallest"},
                 {}};
    causes.code_from = causes.heads.size() - 1;
    if (before || after) causes.heads.push_back("due");
    if (before) causes.heads.push_back("before");
    if (after) causes.heads.push_back("after");
    std::string cases;
    for (const ChangeGroup& group : diff.groups) {
      if (group.change != change) continue;
      const ChangedCase& test = SmallestOf(group, spellings);
      const RunAnswer old_answer = AnswerOf(test.before);
      const RunAnswer new_answer = AnswerOf(test.after);
      const Spelling spelling = Find(spellings, test.either());
      auto& row = causes.rows.emplace_back(std::vector<std::string>{
          group.op, CountOf(group), group.difference, group.facets,
          spelling.text.empty() ? test.either().id : spelling.text});
      if (before || after) {
        row.push_back(Brief(after ? new_answer.due : old_answer.due));
      }
      if (before) row.push_back(Brief(old_answer.given));
      if (after) row.push_back(Brief(new_answer.given));
      cases += fmt::format("<details><summary>{} {} of {}, {}</summary><p>",
                           CountOf(group),
                           group.cases.size() == 1 ? "case" : "cases",
                           XmlText(group.op), XmlText(group.difference));
      for (const ChangedCase& each : group.cases) {
        cases += fmt::format("<code>{} ({})</code> ", XmlText(each.either().id),
                             Name(each.either().dtype));
      }
      cases += "</p></details>\n";
    }
    html += HtmlOf(causes) + cases;
  }
  return DocumentOf("From " + was + " to " + is, html + "</main>\n");
}

}  // namespace viewproof

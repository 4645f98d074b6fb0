#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <map>
#include <utility>

#include "conformance/case/strings.h"
#include "conformance/case/text.h"
#include "conformance/report/markup.h"
#include "conformance/report/renderings.h"
#include "conformance/report/summary.h"

namespace viewproof {
namespace {

constexpr std::size_t kMostJunitText = 4000;
constexpr std::size_t kMostJunitAnswer = 20'000;  // A line has no more.

struct Suite {
  int64_t tests = 0;
  int64_t failures = 0;
  int64_t errors = 0;
  int64_t skipped = 0;
  std::string cases;

  std::string Counts() const {
    return fmt::format(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"", tests,
        failures, errors, skipped);
  }
  void Add(const Suite& other) {
    tests += other.tests;
    failures += other.failures;
    errors += other.errors;
    skipped += other.skipped;
  }
};

std::string DetailsOf(const FailedCase& failed, const ReportHeader& header) {
  std::string text;
  if (failed.vector) {
    text += failed.vector->why + "\n" + Text(failed.vector->test) + "\n";
  }
  const Record& record = failed.record;
  if (!record.detail.empty()) {
    text += fmt::format("step {}, {}: {}\n", record.step, record.op,
                        Clipped(record.detail, kMostJunitText));
  }
  for (const Difference& d : record.differences) {
    const auto [expected, actual] = SidesOf(d, kMostJunitText);
    text += fmt::format(
        "step {}, {}:\n  expected {}\n  got      {}\n"
        "  code     {} in {}\n",
        d.step, d.op, expected, actual, Name(d.kind), Name(d.facet));
  }
  text += "all that it answered at these steps:\n";
  for (const std::string& line : AnswerLines(record, header.subject.facets)) {
    text += "  " + Clipped(line, kMostJunitAnswer) + "\n";
  }
  if (!record.message.empty()) {
    text += Clipped(record.message, kMostJunitText) + "\n";
  }
  return text + RerunOf(header, record) + "\n";
}

// Adds what the adapter wrote to standard error before it died, if it did.
// Requires: the record fails.
void AddErrors(const Record& record, Suite& suite) {
  if (record.verdict == Verdict::kFail) return;
  fmt::format_to(std::back_inserter(suite.cases), "<system-err>{}</system-err>",
                 record.stderr_tail.empty()
                     ? "not told"
                     : XmlText(Ending(record.stderr_tail, kMostJunitText)));
}

// Adds what a record says beside its name, and counts it.
void AddResult(const Record& record, const FailedCase* failed,
               const Survey& survey, Suite& suite) {
  const auto at = std::back_inserter(suite.cases);
  if (record.verdict == Verdict::kSkip) {
    ++suite.skipped;
    fmt::format_to(at,
                   "<skipped type=\"{}\" message=\"not asked: it needs {}\"/>",
                   Name(*record.reason), XmlText(MeaningOf(*record.reason)));
    return;
  }
  const Told told = ToldOf(*failed);
  const std::string message = XmlText(SentenceOf(told));
  if (failed->standing != Standing::kNewFailure) {
    ++suite.skipped;
    const KnownReason* known = ReasonOf(survey, *failed);
    fmt::format_to(
        at, "<skipped message=\"{}: {}{}\"/>",
        failed->standing == Standing::kKnownFailure ? "known" : "not demanded",
        known == nullptr
            ? ""
            : XmlText(Clipped(TextOf(*known), kMostJunitText)) + ": ",
        message);
    return;
  }
  const bool died = record.verdict != Verdict::kFail;
  ++(died ? suite.errors : suite.failures);
  const char* element = died ? "error" : "failure";
  fmt::format_to(at, "<{} message=\"{}\" type=\"{}\">{}</{}>", element, message,
                 XmlText(CodeOf(told)),
                 XmlText(DetailsOf(*failed, survey.origin.header)), element);
}

}  // namespace

std::string JunitOf(const std::string& path, const Survey& survey) {
  std::map<std::pair<std::string, DType>, const FailedCase*> failures;
  for (const FailedCase& failed : survey.failures) {
    failures[{failed.record.id, failed.record.dtype}] = &failed;
  }
  const ReportHeader& header = survey.origin.header;
  std::map<std::string, Suite> suites;
  ReadReport(path, [&](const Record& record) {
    const std::string op(OpOfId(record.id));
    Suite& suite = suites[op];
    ++suite.tests;
    fmt::format_to(std::back_inserter(suite.cases),
                   "<testcase classname=\"viewproof.{}.{}\" name=\"{} ({})\">",
                   Name(record.profile), XmlText(op), XmlText(record.id),
                   Name(record.dtype));
    const auto found = failures.find({record.id, record.dtype});
    if (record.verdict != Verdict::kPass) {
      AddResult(record, found == failures.end() ? nullptr : found->second,
                survey, suite);
      if (found != failures.end()) AddErrors(found->second->record, suite);
    }
    suite.cases += "</testcase>\n";
  });
  const GateSaid said = HeadlineOf(survey.origin);
  Suite gate{1, said.green ? 0 : 1, 0, 0,
             "<testcase classname=\"viewproof\" name=\"gate\">"};
  if (!said.green) {
    gate.cases +=
        fmt::format("<failure message=\"{}\"/>", XmlText(said.headline));
  }
  gate.cases += fmt::format("<system-out>{}</system-out></testcase>\n",
                            XmlText(CountsText(survey.all)));
  suites["gate of " + header.subject.name] = std::move(gate);
  Suite all;
  for (const auto& [op, suite] : suites) all.Add(suite);
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"viewproof {} {}\" {}>\n",
      XmlText(header.subject.name), XmlText(header.subject.version),
      all.Counts());
  for (const auto& [op, suite] : suites) {
    fmt::format_to(std::back_inserter(out),
                   "<testsuite name=\"{}\" {}>\n{}</testsuite>\n", XmlText(op),
                   suite.Counts(), suite.cases);
  }
  return out + "</testsuites>\n";
}

}  // namespace viewproof

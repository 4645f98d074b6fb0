#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string_view>

#include "conformance/case/bad_input.h"
#include "conformance/case/escape.h"
#include "conformance/golden_file/file.h"
#include "conformance/golden_file/golden.h"
#include "conformance/golden_file/installed.h"
#include "conformance/report/footer.h"
#include "conformance/report/markup.h"
#include "conformance/report/overview.h"
#include "conformance/report/report.h"
#include "conformance/report/screen.h"
#include "conformance/report/summary.h"
#include "conformance/run/launch.h"
#include "conformance/run/merge.h"
#include "tools/cli/scratch.h"
#include "tools/cli/verbs.h"

namespace viewproof {
namespace {

[[noreturn]] void Refuse(const std::string& report, const std::string& why) {
  throw BadInput(report + ": " + why);
}

void RefuseOtherSuite(const VerifyOptions& options,
                      const ReportHeader& header) {
  const Golden golden = OpenGolden(options.root + "/golden");
  if (header.golden == golden.digest) return;
  Refuse(options.report,
         fmt::format("is of suite {} with golden/ {}; here is suite {} with {}",
                     Escaped(header.suite),
                     header.golden.empty() ? "none" : Escaped(header.golden),
                     kSuiteVersion, golden.digest));
}

void RefuseOtherGate(const VerifyOptions& options, const ReportHeader& header) {
  if (header.gate.empty()) {
    Refuse(options.report, "was made without a gate file: it claims nothing");
  }
  const std::string path = FindGateFile(options.root, header.gate);
  const std::string digest = DigestOfGate(path);
  if (digest == header.gate_digest) return;
  Refuse(options.report,
         fmt::format(
             "is of gate file {}; {} is {}",
             header.gate_digest.empty() ? "none" : Escaped(header.gate_digest),
             path, digest));
}

void RefusePart(const VerifyOptions& options, const ReportHeader& header,
                const Gate& gate) {
  const PlanText& plan = header.plan;
  const bool whole = plan.only.empty() && plan.leave_out.empty() &&
                     plan.shards == 1 && plan.profiles == gate.profiles &&
                     header.dtypes == gate.dtypes;
  if (!whole) {
    const bool has_calls =
        std::ranges::count(gate.profiles, Profile::kOperands) > 0;
    Refuse(options.report,
           fmt::format("is of a part of what its gate file plans; {}",
                       has_calls ? "reports of calls are not merged, so run "
                                   "the whole"
                                 : "merge the parts first"));
  }
}

// The report that this viewproof makes of the same records.
Overview JudgeAgain(const VerifyOptions& options) {
  const Scratch scratch;
  MergeOptions merge;
  merge.root = options.root;
  merge.reports = {options.report};
  merge.report = scratch.path() + "/report.jsonl";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> silence(
      std::fopen("/dev/null", "w"), &std::fclose);
  Merge(merge, silence.get());
  LineReader again(merge.report);
  LineReader given(options.report);
  std::string_view a;
  std::string_view b;
  while (again.Next(a)) {
    if (!given.Next(b) || b.starts_with(kFooter) != a.starts_with(kFooter)) {
      Refuse(options.report, "holds other cases than its gate file plans");
    }
    if (a != b && !a.starts_with(kFooter)) {
      Refuse(given.Place(),
             "its suite and gate file make another record of it: " +
                 Escaped(std::string(a.substr(0, 200))));
    }
  }
  return ReadOverview(merge.report);
}

// The footer is outside of the sum: it must say what its records do.
void RefuseOtherWords(const VerifyOptions& options, const ReportFooter& said,
                      const ReportFooter& derived) {
  if (said.green != derived.green || said.headline != derived.headline) {
    Refuse(options.report,
           fmt::format("says \"{}\"; its records say \"{}\"",
                       Escaped(said.headline), Escaped(derived.headline)));
  }
  if (said.counts != derived.counts) {
    Refuse(options.report, "its footer counts what its records do not");
  }
  if (said.groups != derived.groups) {
    Refuse(options.report, "its footer names other groups than its records");
  }
  if (said.proved != derived.proved) {
    Refuse(options.report, "its records make another diagnosis");
  }
}

}  // namespace

Overview Verified(
    const VerifyOptions& options,
    const std::function<void(const char* what, const std::string& is)>& say) {
  const Overview overview = ReadOverview(options.report);
  const ReportOrigin& origin = overview.origin;
  const ReportHeader& header = origin.header;
  if (!origin.footer.why.empty()) {
    Refuse(options.report, "is partial: " + origin.footer.why);
  }
  if (origin.footer.headline.empty()) {
    Refuse(
        options.report,
        "is of an older viewproof and does not say how its gate judged it; " +
            fmt::format("judge it with:\n    {} merge {}", ProgramName(),
                        ShellWord(options.report)));
  }
  say("complete", fmt::format("{} records, as its footer counts and sums them",
                              Grouped(origin.footer.counts.all())));
  RefuseOtherSuite(options, header);
  say("suite", header.suite + ", golden/ " + header.golden);
  RefuseOtherGate(options, header);
  RefusePart(options, header, FindGate(options.root, header.gate));
  say("gate", header.gate + ", " + header.gate_digest);
  Overview again = JudgeAgain(options);
  const ReportFooter& derived = again.origin.footer;
  RefuseOtherWords(options, origin.footer, derived);
  say("counts", CountsText(again.all));
  say("subject",
      origin.header.subject.name + " " + origin.header.subject.version);
  say("verdict", derived.headline);
  return again;
}

ExitStatus Verify(const VerifyOptions& options, std::FILE* out) {
  const Screen screen(out);
  const auto say = [&](const char* what, const std::string& is) {
    screen.PrintRows(fmt::format("{:<9} {}", what, Escaped(is)));
  };
  return Verified(options, say).origin.footer.green ? kGreen : kRed;
}

}  // namespace viewproof

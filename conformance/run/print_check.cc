#include "conformance/run/print_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "conformance/case/escape.h"
#include "conformance/golden_file/installed.h"
#include "conformance/report/print_groups.h"

namespace viewproof {

void PrintSubject(const Screen& screen, const Hello& hello) {
  screen.Print(fmt::format(
      "{} {} ({}, {})\n", screen.Paint(Escaped(hello.name), Colour::kBold),
      Escaped(hello.version),
      hello.language.empty() ? "language unknown" : Escaped(hello.language),
      Escaped(hello.device)));
}

void PrintConclusion(const Screen& screen, const Tally& tally,
                     const std::vector<std::string>& left_out,
                     const Conclusion& conclusion) {
  const Colour colour = conclusion.green ? Colour::kGreen : Colour::kRed;
  screen.Print("\n" + screen.Paint(Escaped(conclusion.headline), colour) +
               "\n");
  for (const std::string& note : conclusion.notes) {
    screen.Print("  " + Escaped(note) + "\n");
  }
  if (!left_out.empty()) {
    screen.Print(
        fmt::format("left out of what is asked: {}\n",
                    Escaped(fmt::format("{}", fmt::join(left_out, ", ")))));
  }
  if (!tally.reasons.empty()) {
    screen.Print(
        "skipped by declaration: " + SkipsOf(tally.reasons) +
        fmt::format(" ({} list skips says what these are)\n", ProgramName()));
  }
  screen.Print(CountsText(tally.all) + "\n");
}

void PrintFailures(const Screen& screen, const Launch& launch,
                   const std::vector<DType>& dtypes, bool all_groups,
                   const std::string& report, const Tally& tally) {
  GroupsView view;
  view.all = all_groups;
  if (launch.gate) view.report = report;
  view.rerun = [&](const Record& record) {
    const bool exchanged =
        std::ranges::find(dtypes, record.dtype) != dtypes.end();
    return launch.Rerun(
        record.id, exchanged ? std::string(Name(record.dtype)) : std::string());
  };
  PrintGroups(screen, tally.groups.Sorted(), view);
  if (tally.order > 0) {
    screen.Print(
        fmt::format("{} pass{} in another order: never acceptable as known\n",
                    Grouped(tally.order), tally.order == 1 ? "es" : ""));
  }
}

void PrintCauses(const Screen& screen, const std::vector<std::string>& causes) {
  if (causes.empty()) return;
  screen.Print("\n");
  for (const std::string& cause : causes) {
    screen.Print(fmt::format(
        "{} {}\n", screen.Paint("diagnosis", Colour::kBold), Escaped(cause)));
  }
}

}  // namespace viewproof

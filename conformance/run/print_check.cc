#include "conformance/run/print_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include "conformance/case/escape.h"
#include "conformance/case/protocol.h"
#include "conformance/golden_file/installed.h"
#include "conformance/process/connection.h"
#include "conformance/process/deadline.h"
#include "conformance/process/executor.h"
#include "conformance/report/print_groups.h"
#include "conformance/report/summary.h"

namespace viewproof {

namespace {

constexpr double kProgramSeconds = 30;
constexpr std::size_t kMostShown = 64;

}  // namespace

std::vector<std::vector<std::string>> OwnCode(
    const AdapterCommand& adapter, const std::vector<const Case*>& cases) {
  AdapterCommand command = adapter;
  command.command.push_back("--program");
  std::vector<std::vector<std::string>> codes(cases.size());
  std::size_t k = 0;
  try {
    Connection connection(command);
    std::string request;
    AppendRunRequest(cases, request);
    connection.Send(request);
    LetEnd(connection, kProgramSeconds);
    // A case ends with an empty line.
    while (connection.Next() == Connection::Event::kLine && k < codes.size()) {
      if (connection.line().starts_with('{')) break;  // It has no --program.
      if (!connection.line().empty()) {
        codes[k].emplace_back(connection.line());
      } else if (!codes[k].empty()) {
        ++k;
      }
    }
  } catch (const Infrastructure&) {
    codes.assign(cases.size(), {});
  }
  return codes;
}

std::vector<ShownCode> CodeOf(const std::vector<ShownCode>& all,
                              const std::vector<Group>& groups) {
  std::vector<ShownCode> shown;
  for (const Group& group : groups) {
    const Record& record = group.smallest;
    const auto found =
        std::ranges::find_if(all, [&record](const ShownCode& code) {
          return code.id == record.id && code.dtype == record.dtype;
        });
    if (found != all.end() && shown.size() < kMostShown) {
      shown.push_back(*found);
    }
  }
  return shown;
}

std::vector<ShownCode> CodeOf(const AdapterCommand& adapter,
                              const std::vector<Group>& groups) {
  std::vector<const Case*> cases;
  for (const Group& group : groups) {
    // Code that kills the process would end that of the others.
    const bool dies = group.smallest.differences.empty();
    if (dies || !group.vector || cases.size() == kMostShown) continue;
    cases.push_back(&group.vector->test);
  }
  std::vector<ShownCode> shown;
  if (cases.empty()) return shown;
  const auto codes = OwnCode(adapter, cases);
  for (std::size_t k = 0; k < cases.size(); ++k) {
    if (codes[k].empty()) continue;
    shown.push_back({cases[k]->id, cases[k]->base.dtype, codes[k]});
  }
  return shown;
}

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

void PrintConclusion(const Screen& screen, const Conclusion& conclusion) {
  for (const std::string& note : conclusion.notes) {
    screen.Print("  " + Escaped(note) + "\n");
  }
  const Colour colour = conclusion.green ? Colour::kGreen : Colour::kRed;
  screen.Print(screen.Paint(Escaped(conclusion.headline), colour) + "\n");
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

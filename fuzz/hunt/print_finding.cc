#include "fuzz/hunt/print_finding.h"

#include <fmt/format.h>

#include <utility>

#include "conformance/case/encode.h"
#include "conformance/case/escape.h"
#include "conformance/case/text.h"
#include "conformance/case/torch_code.h"
#include "conformance/judge/declared.h"
#include "conformance/judge/worlds.h"
#include "conformance/report/print_groups.h"
#include "conformance/run/print_check.h"

namespace viewproof {
namespace {

Group GroupOf(const Finding& finding, Facets demanded) {
  Group group;
  group.causes = {CauseOf(finding.record, demanded)};
  group.gravity =
      finding.repeats ? GravityOf(finding.record, demanded) : Gravity::kOrder;
  group.count = finding.hits;
  group.smallest = finding.record;
  group.vector = finding.vector;
  group.by_op[finding.failure.op] = finding.hits;
  return group;
}

void PrintCode(const Screen& screen, std::string_view title,
               const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  screen.Print(fmt::format("  {}\n", title));
  for (const std::string& line : lines) {
    screen.Print("    " + Escaped(line) + "\n");
  }
}

}  // namespace

std::vector<std::vector<std::string>> OwnCodeOf(
    const std::vector<const Finding*>& findings, const Launch& launch) {
  std::vector<std::vector<std::string>> codes(findings.size());
  if (!launch.adapter) return codes;
  std::vector<const Case*> cases;
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < findings.size(); ++k) {
    const Case* test = &findings[k]->vector.test;
    if (IsDeath(findings[k]->failure.verdict)) {
      codes[k] = OwnCode(*launch.adapter, {test}).front();
    } else {
      cases.push_back(test);
      places.push_back(k);
    }
  }
  if (cases.empty()) return codes;
  auto shown = OwnCode(*launch.adapter, cases);
  for (std::size_t k = 0; k < places.size(); ++k) {
    codes[places[k]] = std::move(shown[k]);
  }
  return codes;
}

void PrintFinding(const Screen& screen, std::size_t number,
                  const Finding& finding, Facets demanded,
                  const std::vector<std::string>& own,
                  const std::string& rerun) {
  GroupsView view;
  view.rerun = [&](const Record&) { return rerun; };
  screen.Print("\n");
  PrintGroup(screen, number, GroupOf(finding, demanded), view);
  if (!finding.not_minimal.empty()) {
    screen.Print(fmt::format("  not minimal: {}\n", finding.not_minimal));
  }
  PrintCode(screen, "expected, in PyTorch",
            TorchCode(finding.vector.test, finding.vector.expect));
  PrintCode(screen, "in the library", own);
  Vector vector = finding.vector;
  vector.needs = NeedsOf(vector.test, vector.expect, vector.alternative);
  vector.needs.views = NeedsViews(vector.test, vector.expect);
  std::string line;
  AppendJson(vector, line);
  PrintCode(screen, "as a vector (check --vectors FILE)", {line});
}

void PrintConclusion(const Screen& screen, const Conclusion& conclusion) {
  for (const std::string& note : conclusion.notes) {
    screen.Print("  " + Escaped(note) + "\n");
  }
  const Colour colour = conclusion.green ? Colour::kGreen : Colour::kRed;
  screen.Print(screen.Paint(Escaped(conclusion.headline), colour) + "\n");
}

}  // namespace viewproof

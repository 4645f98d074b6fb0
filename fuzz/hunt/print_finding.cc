#include "fuzz/hunt/print_finding.h"

#include <fmt/format.h>

#include "conformance/case/encode.h"
#include "conformance/case/escape.h"
#include "conformance/case/text.h"
#include "conformance/case/torch_code.h"
#include "conformance/judge/worlds.h"
#include "conformance/report/print_groups.h"
#include "conformance/run/own_code.h"

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

void PrintFinding(const Screen& screen, std::size_t number,
                  const Finding& finding, Facets demanded, const Launch& launch,
                  const std::string& rerun) {
  GroupsView view;
  view.rerun = [&](const Record&) { return rerun; };
  screen.Print("\n");
  PrintGroup(screen, number, GroupOf(finding, demanded), view);
  if (!finding.not_minimal.empty()) {
    screen.Print(fmt::format("  not minimal: {}\n", finding.not_minimal));
  }
  PrintCode(screen, "in PyTorch",
            TorchCode(finding.vector.test, finding.vector.expect));
  if (launch.adapter) {
    PrintCode(screen, "in the library",
              OwnCode(*launch.adapter, {&finding.vector.test}).front());
  }
  Vector vector = finding.vector;
  vector.needs.views = NeedsViews(vector.test, vector.expect);
  std::string line;
  AppendJson(vector, line);
  PrintCode(screen, "as a vector (check --vectors FILE)", {line});
}

}  // namespace viewproof

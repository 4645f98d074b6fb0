#include "conformance/run/accept.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "conformance/case/bad_input.h"
#include "conformance/gate/gate.h"
#include "conformance/gate/gate_edit.h"
#include "conformance/gate/standing.h"
#include "conformance/golden_file/file.h"
#include "conformance/report/report.h"
#include "conformance/report/tally.h"
#include "conformance/run/launch.h"

namespace viewproof {
namespace {

// The new failures of a report.
struct NewFailures {
  std::vector<KnownLine> lines;
  std::vector<Group> groups;  // Numbered as `check` numbers them.
  int64_t order = 0;
};

bool SameCause(const Failure& a, const Failure& b) {
  return a.op == b.op && a.facets == b.facets && a.difference == b.difference &&
         a.verdict == b.verdict;
}

NewFailures ReadNewFailures(const std::string& path, const Gate& gate) {
  NewFailures failures;
  Groups groups;
  const Standings standings(gate);
  ReadReport(path, [&](const Record& record) {
    if (standings.Peek(record) != Standing::kNewFailure) return;
    if (record.order) {
      ++failures.order;
      return;
    }
    const Failure failure = *Reduce(record, standings.demanded());
    groups.Add(record, failure, 0);
    failures.lines.push_back({record.id, record.dtype, failure});
  });
  failures.groups = groups.Sorted();
  return failures;
}

Gate GateOf(const std::string& root, const AcceptOptions& options) {
  std::string name = options.gate;
  if (name.empty())
    name = ReadReport(options.report, [](const Record&) {}).gate;
  if (name.empty()) {
    throw BadInput(options.report +
                   ": was made without a gate file; name one with --gate");
  }
  return FindGate(root, name);
}

// Adds one cause to the texts; says what it did.
std::string AddCause(const Gate& gate, const Group& group,
                     const NewFailures& failures, const AcceptOptions& options,
                     GateText& text, std::vector<KnownLine>& lines) {
  int64_t added = 0;
  for (const KnownLine& line : failures.lines) {
    if (!SameCause(line.failure, group.cause)) continue;
    lines.push_back(line);
    ++added;
  }
  for (std::size_t k = 0; k < gate.entries.size(); ++k) {
    if (!Matches(gate.entries[k], group.cause)) continue;
    text.SetCount(k, gate.entries[k].count + added);
    return fmt::format("{} cases join the entry of {}, whose reason stays: {}",
                       added, group.cause.op, gate.entries[k].reason);
  }
  KnownFailure entry;
  entry.op = group.cause.op;
  entry.facets = group.cause.facets;
  entry.difference = group.cause.difference;
  entry.verdict = group.cause.verdict;
  entry.count = added;
  entry.reason = options.reason;
  entry.link = options.link;
  text.AppendEntry(entry);
  return fmt::format("{} cases in a new entry of {}", added, group.cause.op);
}

}  // namespace

void Accept(const std::string& root, const AcceptOptions& options,
            std::FILE* out) {
  const Gate gate = GateOf(root, options);
  const NewFailures failures = ReadNewFailures(options.report, gate);
  const auto count = static_cast<int64_t>(failures.groups.size());
  if (options.group < 0 || options.group > count) {
    throw BadInput(fmt::format("--group {}: the report has {} group{}",
                               options.group, count, count == 1 ? "" : "s"));
  }
  GateText text(ReadFile(gate.path));
  std::vector<KnownLine> lines = gate.lines;
  for (int64_t k = 0; k < count; ++k) {
    if (options.group != 0 && k + 1 != options.group) continue;
    fmt::print(
        out, "accept: {}\n",
        AddCause(gate, failures.groups[k], failures, options, text, lines));
  }
  if (failures.order > 0) {
    fmt::print(out, "accept: {} left out that pass in another order\n",
               failures.order);
  }
  if (lines.size() == gate.lines.size()) {
    fmt::print(out, "accept: nothing to do\n");
    return;
  }
  WriteFile(KnownPath(gate.path), KnownText(lines));
  WriteFile(gate.path, text.text());
}

}  // namespace viewproof

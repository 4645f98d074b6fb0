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
#include "conformance/report/groups.h"
#include "conformance/report/report.h"
#include "conformance/run/launch.h"

namespace viewproof {
namespace {

// The new failures of a report.
struct NewFailures {
  struct Line {
    KnownLine known;
    Cause cause;
  };
  std::vector<Line> lines;
  std::vector<Group> groups;  // Numbered as `check` numbers them.
};

NewFailures ReadNewFailures(const std::string& path, const Gate& gate) {
  NewFailures failures;
  const Standings standings(gate);
  Groups groups(standings.demanded());
  ReadReport(path, [&](const Record& record) {
    const Standing standing = standings.Peek(record);
    groups.Add(record, standing, nullptr);
    if (standing != Standing::kNewFailure) return;
    failures.lines.push_back(
        {{record.id, record.dtype, *Reduce(record, standings.demanded())},
         CauseOf(record, standings.demanded())});
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

// What accepting changes.
struct Edit {
  GateText text;
  std::vector<KnownLine> lines;
};

// Adds lines of one op and facets; says what it did.
std::string AddLines(const Gate& gate, const std::vector<KnownLine>& lines,
                     const AcceptOptions& options, Edit& edit) {
  const Failure& failure = lines.front().failure;
  const auto added = static_cast<int64_t>(lines.size());
  edit.lines.insert(edit.lines.end(), lines.begin(), lines.end());
  for (std::size_t k = 0; k < gate.entries.size(); ++k) {
    if (!Matches(gate.entries[k], failure)) continue;
    edit.text.SetCount(k, gate.entries[k].count + added);
    return fmt::format("{} cases join the entry of {}, whose reason stays: {}",
                       added, failure.op, gate.entries[k].reason);
  }
  KnownFailure entry;
  entry.op = failure.op;
  entry.facets = failure.facets;
  entry.difference = failure.difference;
  entry.verdict = failure.verdict;
  entry.count = added;
  entry.reason = options.reason;
  entry.link = options.link;
  edit.text.AppendEntry(entry);
  return fmt::format("{} cases in a new entry of {}", added, failure.op);
}

bool SameEntry(const Failure& a, const Failure& b) {
  return a.op == b.op && a.facets == b.facets && a.difference == b.difference &&
         a.verdict == b.verdict;
}

// The lines of an entry each: one per op and facets of what is accepted.
using Entries = std::vector<std::vector<KnownLine>>;

void Sort(const Group& group, const NewFailures& failures, Entries& entries) {
  for (const auto& [known, cause] : failures.lines) {
    if (!group.Holds(cause)) continue;
    const auto entry =
        std::ranges::find_if(entries, [&](const std::vector<KnownLine>& lines) {
          return SameEntry(lines.front().failure, known.failure);
        });
    if (entry == entries.end()) {
      entries.push_back({known});
    } else {
      entry->push_back(known);
    }
  }
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
  Entries entries;
  for (int64_t k = 0; k < count; ++k) {
    if (options.group != 0 && k + 1 != options.group) continue;
    const Group& group = failures.groups[k];
    if (group.gravity == Gravity::kOrder) {
      fmt::print(out, "accept: {} left out that pass in another order\n",
                 group.count);
    } else {
      Sort(group, failures, entries);
    }
  }
  Edit edit{GateText(ReadFile(gate.path)), gate.lines};
  for (const std::vector<KnownLine>& lines : entries) {
    fmt::print(out, "accept: {}\n", AddLines(gate, lines, options, edit));
  }
  if (edit.lines.size() == gate.lines.size()) {
    fmt::print(out, "accept: nothing to do\n");
    return;
  }
  WriteFile(KnownPath(gate.path), KnownText(edit.lines));
  WriteFile(gate.path, edit.text.text());
}

}  // namespace viewproof

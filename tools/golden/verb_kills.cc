#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/golden_file/file.h"
#include "conformance/golden_file/golden.h"
#include "tools/golden/check_suite.h"
#include "tools/golden/files.h"
#include "tools/golden/kills.h"
#include "tools/golden/search.h"
#include "tools/golden/unkilled.h"
#include "tools/golden/verb_proposals.h"
#include "tools/golden/verbs.h"

namespace viewproof {
namespace {

constexpr uint32_t kTested = 1000;  // Drawn cases in which a bug fired.
constexpr uint64_t kSought =
    10000;  // Drawn calls in which a condition held never.
constexpr std::string_view kFile = "unkilled.tsv";

// Says what is said of the bugs that are due, in the order in which it is
// printed.
using Counts = std::map<std::string, int64_t>;

std::string NameOf(const Bug& bug) {
  return fmt::format("{}: {}, {}", Kernels()[bug.kernel].name,
                     Effects()[bug.effect].name,
                     Conditions()[bug.condition].name);
}

// Golden/ holds few vectors of so many elements.
bool IsHuge(const Vector& vector) {
  constexpr int64_t kMost = 1 << 14;
  for (const Outcome& outcome : vector.expect) {
    const auto* outputs = std::get_if<std::vector<Output>>(&outcome);
    if (outputs == nullptr) continue;
    for (const Output& output : *outputs) {
      if (output.crc32 && Numel(output.sizes).value_or(kMost + 1) > kMost) {
        return true;
      }
    }
  }
  return Numel(vector.test.base.sizes).value_or(0) > kMost;
}

// Prints entries for few cases that together kill what the search found, takes
// those bugs out of `open`, and lets the entries wait.
void Propose(const Options& options, Search& search, Open& open,
             Proposals& proposals) {
  search.Choose(
      options.propose, options.least, open,
      [&](const Vector& vector, const std::set<const Op*>& ops, int64_t gain) {
        if (IsHuge(vector) || !proposals.Add(vector, ops)) return false;
        const PendingEntry& added = proposals.entries().back();
        fmt::print("# {}: kills {} bugs\n{}\n", Name(added.profile), gain,
                   added.entry);
        return true;
      });
  proposals.Write();
}

// Returns why the search shows no difference; nothing: it may, or was too
// short.
std::optional<std::string> ReasonOf(const SearchStats& drawn, uint64_t calls) {
  if (drawn.fired == 0 && calls >= kSought) return "never";
  if (drawn.fired < kTested || drawn.found > 0) return std::nullopt;
  return !drawn.accepted  ? "refused"
         : drawn.differed ? "unspecified"
                          : "identity";
}

int SearchForKills(const Options& options, const KillTable& table,
                   const UnkilledBugs& unkilled, Proposals& proposals) {
  Open open(table, unkilled);
  const Open before = open;
  fmt::print(stderr, "golden: {} bugs are open\n", open.count());
  Search search(
      before,
      {.seed = options.seed, .cases = options.search, .jobs = options.jobs});
  search.Run([&](int64_t done) {
    fmt::print(stderr, "golden: {} of {} cases\n", done, options.search);
  });
  std::vector<ReasonedBug> reasoned;
  ForEachDue([&](const Bug& bug) {
    if (table.At(bug).vectors > 0) return;  // A line of it would be stale.
    if (const auto known = unkilled.Find(bug)) {
      reasoned.push_back(*known);
    } else if (before.first[bug.kernel][bug.effect][bug.condition]) {
      const SearchStats drawn = search.At(bug);
      const auto reason = ReasonOf(drawn, search.CallsOf(bug.kernel));
      if (reason) reasoned.push_back({bug, *reason, drawn.fired});
    }
  });
  const std::string text = TextOfUnkilled(reasoned);
  const UnkilledBugs now = UnkilledBugs::Parse(text);
  WriteFolder(options.root + "/tools/golden", {{std::string(kFile), text}}, {});
  Propose(options, search, open, proposals);
  const std::size_t proposed = proposals.entries().size();

  Counts counts;
  ForEachDue([&](const Bug& bug) {
    if (!before.first[bug.kernel][bug.effect][bug.condition]) return;
    const SearchStats drawn = search.At(bug);
    if (!open.first[bug.kernel][bug.effect][bug.condition]) {
      ++counts["killed by what is proposed"];
    } else if (now.Has(bug)) {
      ++counts["no difference found"];
    } else {
      ++counts[drawn.found > 0 ? "killable" : "untested"];
      fmt::print("# {}: {} (fired {}, failed {})\n",
                 drawn.found > 0 ? "killable" : "untested", NameOf(bug),
                 drawn.fired, drawn.found);
    }
  });
  for (const auto& [word, number] : counts) {
    fmt::print(stderr, "golden: {} {}\n", number, word);
  }
  fmt::print(stderr, "golden: {} cases drawn, {} entries proposed{}\n",
             search.cases(), proposed,
             proposed == 0 ? ""
                           : "; they wait in tools/golden/pending.jsonl: run "
                             "tools/regenerate golden");
  return EXIT_SUCCESS;
}

// Prints the table: what is due, and what is red.
int PrintTable(const KillTable& table, const UnkilledBugs& unkilled) {
  int64_t due = 0;
  int64_t killed = 0;
  int64_t listed = 0;
  Counts reasons;
  Counts due_of;
  Counts killed_of;
  std::vector<std::string> red = unkilled.Stale(table);
  ForEachDue([&](const Bug& bug) {
    ++due;
    const std::string effect(Effects()[bug.effect].name);
    ++due_of[effect];
    if (table.IsKilled(bug)) {
      ++killed;
      ++killed_of[effect];
    } else if (unkilled.Has(bug)) {
      ++listed;
      const auto line = unkilled.Find(bug);
      ++reasons[line ? line->reason : "as one condition of the pair"];
    } else {
      const Kills& kills = table.At(bug);
      red.push_back(fmt::format("{} ({} of {} vectors fail)", NameOf(bug),
                                kills.vectors, kills.fired));
    }
  });
  fmt::print("{} bugs due, {} killed, {} with no difference found, {} red\n",
             due, killed, listed, red.size());
  for (const auto& [effect, count] : due_of) {
    fmt::print("  {}: {} due, {} killed\n", effect, count, killed_of[effect]);
  }
  for (const auto& [reason, count] : reasons) {
    fmt::print("  no difference found: {} {}\n", count, reason);
  }
  for (const std::string& line : red) fmt::print("{}\n", line);
  return red.empty() ? EXIT_SUCCESS : kRed;
}

}  // namespace

int PrintKills(const Options& options) {
  const UnkilledBugs unkilled = UnkilledBugs::Parse(
      ReadFile(fmt::format("{}/tools/golden/{}", options.root, kFile)));
  TakenNames taken;
  std::vector<Vector> vectors;
  const KillMatrix matrix = MatrixOf(options, [&](Vector& vector) {
    taken.ids.insert(vector.test.id);
    taken.whys.insert(vector.why);
    vectors.push_back(vector);
  });
  KillTable table;
  KillTester tester;
  for (const Vector& vector : vectors) {
    table.Add(vector, tester.Recall(vector.test, *matrix.Find(vector.test.id)));
  }
  if (options.search == 0) return PrintTable(table, unkilled);
  Proposals proposals(options, std::move(taken));
  return SearchForKills(options, table, unkilled, proposals);
}

}  // namespace viewproof

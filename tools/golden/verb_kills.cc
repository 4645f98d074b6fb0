#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/golden_file/golden.h"
#include "tools/golden/kills.h"
#include "tools/golden/verbs.h"

namespace viewproof {
namespace {

struct Count {
  int64_t due = 0;
  int64_t killed = 0;
  int64_t alive = 0;
  int64_t unmet = 0;  // No vector meets the condition.
};

// Counts the bugs of a row -> those that are alive, as (failed/fired).
std::vector<std::string> AliveIn(const KillRow& row, std::string_view kernel,
                                 Count& count) {
  std::vector<std::string> alive;
  for (std::size_t c = 0; c < Conditions().size(); ++c) {
    const Condition& condition = Conditions()[c];
    if (!KillTable::IsDue(*row.op, kernel, condition)) continue;
    const Kills& kills = row.by_condition[c];
    ++count.due;
    if (KillTable::IsKilled(*row.op, kills)) {
      ++count.killed;
    } else if (kills.fired == 0) {
      ++count.unmet;
    } else {
      ++count.alive;
      alive.push_back(fmt::format("{} ({}/{})", condition.name, kills.vectors,
                                  kills.fired));
    }
  }
  return alive;
}

// The single conditions that no vector meets, of any row of a kernel.
std::vector<std::string> UnmetIn(const KillRow& row, std::string_view kernel) {
  std::vector<std::string> unmet;
  for (std::size_t c = 0; c < SingleConditions().size(); ++c) {
    if (KillTable::IsDue(*row.op, kernel, Conditions()[c]) &&
        row.by_condition[c].fired == 0) {
      unmet.push_back(Conditions()[c].name);
    }
  }
  return unmet;
}

}  // namespace

int PrintKills(const Options& options) {
  KillTable table;
  ForEachVector(OpenGolden(options.root + "/golden"),
                [&table](const Vector& vector) { table.Add(vector); });
  Count count;
  for (const auto& [kernel, rows] : table.kernels()) {
    fmt::print("{}\n  never: {}\n", kernel,
               fmt::join(UnmetIn(rows[0], kernel), "; "));
    for (const KillRow& row : rows) {
      const auto alive = AliveIn(row, kernel, count);
      if (alive.empty()) continue;
      fmt::print("  {}: {}\n", row.mutant->name, fmt::join(alive, "; "));
    }
  }
  fmt::print("{} bugs due, {} killed, {} alive, {} never fired\n", count.due,
             count.killed, count.alive, count.unmet);
  return EXIT_SUCCESS;
}

}  // namespace viewproof

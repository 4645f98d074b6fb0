#include <fmt/format.h>

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "conformance/golden_file/golden.h"
#include "tools/golden/kills.h"
#include "tools/golden/verbs.h"

namespace viewproof {

int PrintKills(const Options& options) {
  KillTable table;
  IdSet ids;
  Vector vector;
  for (const Golden::File& file : OpenGolden(options.root + "/golden").files) {
    VectorReader reader(file.path, ids);
    while (reader.Next(vector)) table.Add(vector);
  }
  std::size_t due = 0, dead = 0, alive = 0, untested = 0;
  for (const auto& [kernel, rows] : table.kernels()) {
    std::map<std::string, std::vector<std::string>> left;
    std::vector<std::size_t> reached(Conditions().size(), 0);
    for (const KillRow& row : rows) {
      for (std::size_t c = 0; c < Conditions().size(); ++c) {
        const Condition& condition = Conditions()[c];
        if (!KillTable::IsDue(*row.op, kernel, condition)) continue;
        const Kills& kills = row.by_condition[c];
        ++due;
        reached[c] += kills.fired;
        const bool killed =
            kills.vectors > 0 &&
            (kills.two_families || KillTable::FamiliesDue(*row.op) == 1);
        dead += killed;
        alive += !killed && kills.fired > 0;
        untested += kills.fired == 0;
        if (kills.fired > 0 && !killed) {
          left[std::string(row.mutant->name)].push_back(fmt::format(
              "{} ({}/{})", condition.name, kills.vectors, kills.fired));
        }
      }
    }
    fmt::print("{}\n", kernel);
    std::string unreached;
    for (std::size_t c = 0; c < SingleConditions().size(); ++c) {
      if (KillTable::IsDue(*rows[0].op, kernel, Conditions()[c]) &&
          reached[c] == 0) {
        unreached += "; " + Conditions()[c].name;
      }
    }
    fmt::print("  never: {}\n", unreached);
    for (const auto& [mutant, conditions] : left) {
      fmt::print("  {}: {}\n", mutant, fmt::join(conditions, "; "));
    }
  }
  fmt::print("{} bugs due, {} killed, {} alive, {} never fired\n", due, dead,
             alive, untested);
  return EXIT_SUCCESS;
}

}  // namespace viewproof

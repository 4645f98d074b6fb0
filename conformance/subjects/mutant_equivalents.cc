#include "conformance/subjects/mutant_equivalents.h"

#include "conformance/case/strings.h"

namespace viewproof {
namespace {

constexpr std::string_view kTable =
#include "conformance/subjects/mutant_equivalents.inc"
    ;

}  // namespace

const std::vector<Equivalents>& AllEquivalents() {
  static const std::vector<Equivalents> all = [] {
    std::vector<Equivalents> rows;
    for (const std::string_view line : LinesIn(kTable)) {
      if (line.empty() || line.front() == '#') continue;
      const std::vector<std::string_view> cells = Split(line, "\t");
      rows.push_back({.mutants = Split(cells.at(0), " "),
                      .ops = Split(cells.at(1), " "),
                      .seen_by = cells.at(2) == "nobody" ? SeenBy::kNobody
                                                         : SeenBy::kVectors,
                      .reason = cells.at(3)});
    }
    return rows;
  }();
  return all;
}

}  // namespace viewproof

#include "conformance/subjects/mutant_equivalents.h"

#include <algorithm>

namespace viewproof {
namespace {

constexpr std::string_view kTable =
#include "conformance/subjects/mutant_equivalents.inc"
    ;

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

}  // namespace

const std::vector<Equivalents>& AllEquivalents() {
  static const std::vector<Equivalents> all = [] {
    std::vector<Equivalents> rows;
    for (const std::string_view line : Split(kTable, '\n')) {
      if (line.empty() || line.front() == '#') continue;
      const std::vector<std::string_view> cells = Split(line, '\t');
      rows.push_back({.mutants = Split(cells.at(0), ' '),
                      .ops = Split(cells.at(1), ' '),
                      .seen_by = cells.at(2) == "nobody" ? SeenBy::kNobody
                                                         : SeenBy::kVectors,
                      .reason = cells.at(3)});
    }
    return rows;
  }();
  return all;
}

}  // namespace viewproof

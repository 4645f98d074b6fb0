#include "conformance/run/unmet_text.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include "conformance/report/summary.h"

namespace viewproof {
namespace {

// "s", or "" for one.
const char* Ending(std::size_t count) { return count == 1 ? "s" : ""; }

// What known lines that did not fail are called, by why and by what it says of
// the line: "indexing", a profile.
using Unmets = std::map<std::pair<Unmet, std::string>, std::size_t>;

Unmets CountUnmet(const std::vector<UnmetLine>& unmet) {
  Unmets counts;
  for (const UnmetLine& line : unmet) {
    std::string detail;
    if (line.why == Unmet::kNotDemanded) detail = Name(line.profile);
    if (line.why == Unmet::kNotRun) detail = Name(line.line->dtype);
    ++counts[{line.why, detail}];
  }
  return counts;
}

std::string SentenceOf(Unmet why, const std::string& detail,
                       std::size_t count) {
  const std::string lines =
      fmt::format("{} known failure{}", Grouped(static_cast<int64_t>(count)),
                  count == 1 ? "" : "s");
  const char* are = count == 1 ? "is" : "are";
  switch (why) {
    case Unmet::kNoCase:
      return fmt::format("{} {} of a case that golden/ does not have", lines,
                         are);
    case Unmet::kNotRun:
      return fmt::format("{} {} of dtype {}, which is no longer run", lines,
                         are, detail);
    case Unmet::kNotDemanded:
      return fmt::format("{} {} of profile {}, which is no longer demanded",
                         lines, are, detail);
    case Unmet::kSkipped:
      return fmt::format("{} {} of a case that hello does not admit", lines,
                         are);
    case Unmet::kWaived:
      return fmt::format(
          "{} name{} a facet that [[without]] leaves out of its case", lines,
          Ending(count));
    case Unmet::kNoFacet:
      return fmt::format("{} {} in facets that are no longer demanded", lines,
                         are);
    case Unmet::kPasses:
      return fmt::format("{} pass{} now", lines, count == 1 ? "es" : "");
  }
  return "";
}

}  // namespace

std::vector<std::string> SentencesOf(const std::vector<UnmetLine>& unmet) {
  std::vector<std::string> sentences;
  for (const auto& [why, count] : CountUnmet(unmet)) {
    sentences.push_back(SentenceOf(why.first, why.second, count));
  }
  return sentences;
}

}  // namespace viewproof

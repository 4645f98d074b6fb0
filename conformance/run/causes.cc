#include "conformance/run/causes.h"

#include <cstddef>
#include <map>

namespace viewproof {

std::vector<std::string> CausesOf(const Evidence& evidence, const Hello& hello,
                                  Facets demanded,
                                  const std::vector<Group>& groups,
                                  const RunPlan& plan) {
  std::map<std::string, std::size_t> numbers;
  for (std::size_t k = 0; k < groups.size(); ++k) {
    for (const Cause& cause : groups[k].causes) {
      numbers.emplace(KeyOf(cause), k + 1);
    }
  }
  const auto visit = [&plan](const std::function<void(Vector&)>& see) {
    Feed feed(plan);
    Vector vector;
    bool fits = false;
    while (feed.Next(vector, fits)) {
      if (fits) see(vector);
    }
  };
  return Diagnose(evidence, hello, demanded, visit, numbers).Lines();
}

}  // namespace viewproof

#include "conformance/laws/contiguity.h"

#include <fmt/format.h>

#include <cstddef>
#include <variant>
#include <vector>

#include "conformance/case/text.h"
#include "conformance/laws/elements.h"

namespace viewproof {

std::string BreaksContiguity(const Case& test, Subject& subject) {
  Reply reply;
  subject.Run(test, reply);
  for (std::size_t k = 0; k < reply.steps.size(); ++k) {
    const auto* outputs = std::get_if<std::vector<Output>>(&reply.steps[k]);
    if (outputs == nullptr || Observes(*test.chain[k].op)) continue;
    for (const Output& shown : *outputs) {
      bool dense = true;
      ForEachElement(GeometryOf(shown), [&](int64_t address, int64_t number) {
        dense &= address == *shown.offset + number;
      });
      if (dense == *shown.contiguous) continue;
      return fmt::format("{}\n  step {}: contiguous is {}", Text(test), k + 1,
                         *shown.contiguous);
    }
  }
  return {};
}

}  // namespace viewproof

#include "fuzz/hunt/whole_chains.h"

#include <fmt/format.h>

#include "conformance/gen/gen.h"

namespace viewproof {

bool WholeChains::Draw(int64_t number, Vector& vector) {
  vector.test = CaseOf(seed_, static_cast<uint64_t>(number));
  return expectation_.Fill(vector);
}

std::string WholeChains::NameOf(int64_t number) const {
  return fmt::format("seed-{}-{}", seed_, number);
}

}  // namespace viewproof

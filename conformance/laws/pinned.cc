#include "conformance/laws/pinned.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/gen/digest_tree.h"
#include "conformance/golden_file/file.h"
#include "conformance/subjects/model.h"

namespace viewproof {

const std::vector<uint64_t>& PinnedLeaves() {
  static const std::vector<uint64_t> leaves =
      ReadEnumeration(ReadFile("golden/enumeration.json"), Universe::Pinned());
  return leaves;
}

std::string Describe(const Disagreement& found) {
  return fmt::format(
      "case {}: {}", found.number,
      Describe(found.test, "reference", "witness", found.differences));
}

std::string Locate(int64_t leaf) {
  const Universe& universe = Universe::Pinned();
  const auto model = MakeModel();
  const int64_t from = leaf * universe.cases_of_leaf();
  const int64_t to =
      std::min(from + universe.cases_of_leaf(), universe.count());
  const std::string place =
      fmt::format("leaf {} is not as pinned: cases [{}, {})\n", leaf, from, to);
  const auto found = Enumeration(universe, *model, false).First(from, to);
  if (found) return place + Describe(*found);
  return place +
         "reference and model agree there; if SPEC.md has changed, run\n"
         "bazel run //tools:golden -- --enumeration\n";
}

}  // namespace viewproof

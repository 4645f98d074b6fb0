#include "conformance/laws/pinned.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/gen/digest_tree.h"
#include "conformance/golden_file/file.h"
#include "conformance/laws/agree.h"
#include "conformance/subjects/model.h"
#include "conformance/subjects/reference.h"

namespace viewproof {

const std::vector<uint64_t>& PinnedLeaves() {
  static const std::vector<uint64_t> leaves =
      ReadEnumeration(ReadFile("golden/enumeration.json"), Universe::Pinned());
  return leaves;
}

std::string FirstDifference(Subject& witness, int64_t from, int64_t to) {
  const auto reference = MakeReference();
  WitnessPair witnesses(*reference, witness);
  Case test;
  for (int64_t number = from; number < to; ++number) {
    Universe::Pinned().At(number, test);
    const auto differences = witnesses.Compare(test);
    if (differences.empty()) continue;
    return fmt::format(
        "case {}: {}", number,
        Describe(test, "reference", witness.hello().name, differences));
  }
  return {};
}

std::string Locate(int64_t leaf) {
  const Universe& universe = Universe::Pinned();
  const auto model = MakeModel();
  const int64_t from = leaf * universe.cases_of_leaf();
  const int64_t to =
      std::min(from + universe.cases_of_leaf(), universe.count());
  const std::string place =
      fmt::format("leaf {} is not as pinned: cases [{}, {})\n", leaf, from, to);
  const std::string found = FirstDifference(*model, from, to);
  if (!found.empty()) return place + found;
  return place +
         "reference and model agree there; if SPEC.md has changed, run\n"
         "bazel run //tools:golden -- --enumeration\n";
}

}  // namespace viewproof

#include "conformance/gate/without.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "conformance/case/bad_input.h"
#include "conformance/case/suggest.h"
#include "conformance/golden_file/flags.h"

namespace viewproof {

std::vector<Facet> UsuallyLeftOut(std::string_view flag) {
  if (flag == "Precedence") return {Facet::kErrorKind};
  if (flag == "IdentityOfScalars") return {Facet::kIdentity};
  if (flag == "SignOfZero") return {Facet::kValues};
  return {kFacets.begin(), kFacets.end()};
}

bool Covers(const Without& entry, const Vector& vector) {
  return std::find(vector.flags.begin(), vector.flags.end(), entry.flag) !=
         vector.flags.end();
}

std::vector<Facet> WaivedOf(const Vector& vector,
                            const std::vector<Without>& entries) {
  std::vector<Facet> waived;
  for (const Without& entry : entries) {
    if (!Covers(entry, vector)) continue;
    waived.insert(waived.end(), entry.facets.begin(), entry.facets.end());
  }
  std::sort(waived.begin(), waived.end());
  waived.erase(std::unique(waived.begin(), waived.end()), waived.end());
  return waived;
}

void CheckFlags(const std::string& gate, const std::vector<Without>& entries,
                const std::string& flags_file) {
  if (entries.empty() || !std::filesystem::exists(flags_file)) return;
  const auto bugs = BugsOfFlags(flags_file);
  for (const Without& entry : entries) {
    if (bugs.contains(entry.flag)) continue;
    std::vector<std::string_view> flags;
    for (const auto& [flag, bug] : bugs) flags.push_back(flag);
    throw BadInput(fmt::format(
        "{}:{}: key \"without.flag\": no flag \"{}\" in golden/flags.toml{}",
        gate, entry.line, entry.flag, DidYouMean(entry.flag, flags)));
  }
}

}  // namespace viewproof

#include "conformance/case/suggest.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "conformance/case/ops.h"

namespace viewproof {
namespace {

constexpr std::size_t kOffered = 3;

// Returns how many letters must be put in, left out or changed.
std::size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t change = diagonal + (a[i] != b[j] ? 1 : 0);
      diagonal = row[j + 1];
      row[j + 1] = std::min({change, diagonal + 1, row[j] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string DidYouMean(std::string_view name,
                       const std::vector<std::string_view>& names) {
  const std::size_t most = std::max<std::size_t>(1, (name.size() + 1) / 3);
  std::vector<std::pair<std::size_t, std::string_view>> near;
  for (const std::string_view candidate : names) {
    const bool begins =
        name.size() >= 3 && candidate != name && candidate.starts_with(name);
    // A name of another length is as far away at least.
    const std::size_t longer = std::max(name.size(), candidate.size()) -
                               std::min(name.size(), candidate.size());
    if (!begins && longer > most) continue;
    const std::size_t distance = begins ? 1 : EditDistance(name, candidate);
    if (distance <= most) near.emplace_back(distance, candidate);
  }
  std::sort(near.begin(), near.end());
  if (near.size() > kOffered) near.resize(kOffered);
  std::string text;
  for (const auto& [distance, candidate] : near) {
    text.append(text.empty() ? "; did you mean " : ", ").append(candidate);
  }
  return text.empty() ? text : text + "?";
}

std::string DidYouMeanOp(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Op& op : Ops()) names.push_back(op.name);
  return DidYouMean(name, names);
}

}  // namespace viewproof

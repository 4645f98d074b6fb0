#include "tools/golden/check_suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "conformance/case/operands.h"
#include "tools/golden/flags.h"

namespace viewproof {
namespace {

constexpr int64_t kLarge = 1 << 14;  // Elements.
constexpr std::size_t kMaxLargeVectors = 60;

// Returns whether the base, or an output that shows a digest, has over kLarge
// elements.
bool IsLarge(const Vector& vector) {
  return Numel(vector.test.base.sizes) > kLarge ||
         std::ranges::any_of(vector.expect, [](const Outcome& outcome) {
           return AnyOutput(outcome, [](const Output& output) {
             return output.crc32 && Numel(output.sizes) > kLarge;
           });
         });
}

std::size_t MostBytesOf(const Vector& vector) {
  const bool many =
      std::ranges::count(vector.needs.forms, CaseForm::kManyOutputs) > 0;
  return many ? kMaxManyLine : kMaxGoldenLine;
}

// Every flag is explained, and each that is explained is used.
void CheckFlags(const std::map<std::string, std::string>& used,
                const std::string& text, std::vector<std::string>& problems) {
  const std::set<std::string> explained = ReadFlags(text, problems);
  for (const auto& [flag, id] : used) {
    if (explained.contains(flag)) continue;
    problems.push_back(
        fmt::format("golden/flags.toml: {} of {} is not explained", flag, id));
  }
  for (const std::string& flag : explained) {
    if (used.contains(flag)) continue;
    problems.push_back(
        fmt::format("golden/flags.toml: no vector has {}", flag));
  }
}

}  // namespace

std::vector<std::string> ProblemsOf(const std::vector<VectorFile>& files,
                                    const std::string& flags) {
  std::vector<std::string> problems;
  // It holds for each flag an id that has it.
  std::map<std::string, std::string> used;
  std::vector<std::string_view> large;  // Few of them, since they take long.
  for (const VectorFile& file : files) {
    for (const Vector& vector : file.vectors) {
      const std::string& id = vector.test.id;
      for (const std::string& flag : vector.flags) used.emplace(flag, id);
      if (IsLarge(vector)) large.push_back(id);
      const std::size_t size = CanonicalLine(vector).size();
      const std::size_t most = MostBytesOf(vector);
      if (size <= most) continue;
      problems.push_back(fmt::format("golden/{}.jsonl: {}: {} bytes, over {}",
                                     file.name, id, size, most));
    }
  }
  CheckFlags(used, flags, problems);
  if (large.size() > kMaxLargeVectors) {
    problems.push_back(fmt::format(
        "golden/: {} vectors have more than {} elements, at most {} may: {}",
        large.size(), kLarge, kMaxLargeVectors, fmt::join(large, " ")));
  }
  return problems;
}

}  // namespace viewproof

#include "conformance/diagnose/evidence.h"

#include <functional>
#include <iterator>

namespace viewproof {
namespace {

std::size_t HashOf(std::string_view id) {
  return std::hash<std::string_view>()(id);
}

}  // namespace

void Evidence::Add(const Record& record, Facets demanded) {
  if (record.verdict == Verdict::kSkip || record.order) return;
  const std::size_t hash = HashOf(record.id);
  if (!Reduce(record, demanded)) {
    // Differences that are not demanded are no pass of every bug.
    if (record.differences.empty() && passed_.size() < kMostPasses) {
      passed_.insert(hash);
    }
    return;
  }
  ++failures_;
  if (by_hash_.size() == kMostFailures) {
    const auto last = std::prev(by_hash_.end());
    if (hash > last->first) return;
    failed_.erase(last->second);
    by_hash_.erase(last);
  }
  if (!by_hash_.emplace(hash, record.id).second) return;
  failed_[record.id] = {record.differences, record.verdict != Verdict::kFail};
}

bool Evidence::Passed(std::string_view id) const {
  return passed_.contains(HashOf(id));
}

}  // namespace viewproof

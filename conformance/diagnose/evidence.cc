#include "conformance/diagnose/evidence.h"

#include <functional>
#include <iterator>

namespace viewproof {
namespace {

std::size_t HashOf(std::string_view key) {
  return std::hash<std::string_view>()(key);
}

}  // namespace

std::string Evidence::KeyOf(std::string_view id, DType dtype) {
  return std::string(id) + " " + std::string(Name(dtype));
}

void Evidence::Add(const Record& record, Facets demanded) {
  if (record.verdict == Verdict::kSkip || record.order) return;
  const std::string key = KeyOf(record.id, record.dtype);
  const std::size_t hash = HashOf(key);
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
  if (!by_hash_.emplace(hash, key).second) return;
  failed_[key] = {record.differences, record.verdict != Verdict::kFail};
}

bool Evidence::Passed(std::string_view key) const {
  return passed_.contains(HashOf(key));
}

}  // namespace viewproof

#include "fuzz/hunt/buckets.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "conformance/report/groups.h"

namespace viewproof {
namespace {

std::string KeyOf(const Failure& failure, FeatureSet features,
                  const Record& record) {
  std::string key = fmt::format("{} {} {} {}", failure.op, failure.difference,
                                Name(failure.verdict), features.to_string());
  for (const Facet facet : failure.facets) key.append(" ").append(Name(facet));
  if (std::ranges::any_of(record.differences, &Difference::outside)) {
    key += " outside";
  }
  return key;
}

}  // namespace

int64_t BlamedStep(const Case& test, const Failure& failure) {
  const auto steps = static_cast<int64_t>(test.chain.size());
  int64_t step = failure.step == 0 ? steps : std::min(failure.step, steps);
  while (step > 1 && test.chain[step - 1].op->name != failure.op) --step;
  return std::max<int64_t>(step, 1);
}

FeatureSet FeaturesOf(const Vector& vector, const Failure& failure) {
  const auto k = static_cast<std::size_t>(BlamedStep(vector.test, failure) - 1);
  return FeaturesOf(vector.test, vector.expect, k);
}

void Buckets::Add(Hit hit, Failure failure) {
  const FeatureSet features = FeaturesOf(hit.vector, failure);
  failure.step = 0;
  Bucket& bucket = buckets_[KeyOf(failure, features, hit.record)];
  if (bucket.hits++ == 0) {
    bucket.failure = std::move(failure);
    bucket.features = features;
  }
  const auto at =
      std::ranges::upper_bound(bucket.first, hit.number, {}, &Hit::number);
  bucket.first.insert(at, std::move(hit));
  if (bucket.first.size() > Bucket::kKept) bucket.first.pop_back();
}

std::vector<Bucket> Buckets::Sorted(Facets demanded) const {
  std::vector<Bucket> sorted;
  for (const auto& [key, bucket] : buckets_) sorted.push_back(bucket);
  const auto place = [demanded](const Bucket& bucket) {
    const Hit& first = bucket.first.front();
    return std::tuple(GravityOf(first.record, demanded), -bucket.hits,
                      first.number);
  };
  std::ranges::stable_sort(sorted, {}, place);
  return sorted;
}

}  // namespace viewproof

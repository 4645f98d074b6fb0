#ifndef VIEWPROOF_FUZZ_HUNT_BUCKETS_H_
#define VIEWPROOF_FUZZ_HUNT_BUCKETS_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/gen/features.h"
#include "conformance/judge/record.h"

namespace viewproof {

// A case that fails.
struct Hit {
  int64_t number = 0;  // The number of the case, in its run.
  Vector vector;
  Record record;
};

// Failures of one op, difference, facets and verdict, whose blamed steps have
// the same features, and which all or none reach outside of a storage: probably
// of one bug.
struct Bucket {
  static constexpr std::size_t kKept = 3;

  Failure failure;  // Its step is 0.
  FeatureSet features;
  int64_t hits = 0;
  std::vector<Hit> first;  // It has at most kKept, by their numbers.
};

// The number (from 1) of the step that `failure` blames: the last step of that
// op at or before the step that shows it; 1 if the base is to blame.
int64_t BlamedStep(const Case& test, const Failure& failure);

// The features of the step that is blamed.
FeatureSet FeaturesOf(const Vector& vector, const Failure& failure);

// The failures of a run, in memory that does not grow with their number.
class Buckets {
 public:
  // Takes a record that fails in what is demanded.
  void Add(Hit hit, Failure failure);

  // Sorts by gravity, then the most hits, then the first case.
  std::vector<Bucket> Sorted(Facets demanded) const;

  std::size_t size() const { return buckets_.size(); }

 private:
  std::map<std::string, Bucket> buckets_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_FUZZ_HUNT_BUCKETS_H_

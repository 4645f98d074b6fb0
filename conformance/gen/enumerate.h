#ifndef VIEWPROOF_CONFORMANCE_GEN_ENUMERATE_H_
#define VIEWPROOF_CONFORMANCE_GEN_ENUMERATE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/gen/ranges.h"

namespace viewproof {

// The setup of an enumerated chain: its base and leading steps.
struct Start {
  Ints base;                // Sizes.
  std::vector<Step> steps;  // The reference accepts each.
  bool operator==(const Start&) const = default;
};

// One start for every geometry that `steps` calls in a row make of one of the
// bases, and every number of elements of its storage: the first such chain.
// Writes and queries, which make nothing, and aliases are left out; as_strided,
// which makes anything, is in a chain only where no chain without it will do.
std::vector<Start> StartsOf(const std::vector<Ints>& bases, const Calls& calls,
                            int64_t steps);

// Increased if cases get other numbers, or outcomes other digests, while bounds
// and ops stay the same.
inline constexpr int64_t kEnumeratorVersion = 1;

// So many cases of the pinned universe have a digest of their own.
inline constexpr int64_t kCasesOfLeaf = int64_t{1} << 18;

// Cases numbered from 0 without gaps: part after part, in each start after
// start, then first step after first step. Number and case follow from each
// other by arithmetic.
class Universe {
 public:
  // Every chain of bounds.steps calls from every start: a base, or what
  // bounds.setup steps make of one.
  struct Part {
    explicit Part(const Bounds& within);

    Bounds bounds;
    int64_t bases = 0;
    std::vector<Start> starts;
    Calls calls;
    int64_t count = 0;
  };

  explicit Universe(const std::vector<Bounds>& parts,
                    int64_t cases_of_leaf = kCasesOfLeaf);

  // Returns what golden/enumeration.json pins.
  static const Universe& Pinned();

  int64_t count() const { return count_; }
  int64_t cases_of_leaf() const { return cases_of_leaf_; }
  const std::vector<Part>& parts() const { return parts_; }

  // The part that holds case `number`, which becomes its number there.
  // Requires: 0 <= number < count().
  const Part& PartOf(int64_t& number) const;

  // Overwrites `test` with case `number`, without an id. Requires: 0 <= number
  // < count().
  void At(int64_t number, Case& test) const;
  Case At(int64_t number) const {
    Case test;
    At(number, test);
    return test;
  }

  // nullopt if the universe does not have the case; its id does not matter.
  std::optional<int64_t> NumberOf(const Case& test) const;

 private:
  std::vector<Part> parts_;
  int64_t count_ = 0;
  int64_t cases_of_leaf_;
};

// A number in [stretch * every, (stretch + 1) * every): one case of every so
// many, at a place that no length of an op's range divides.
int64_t OneOfEvery(int64_t every, int64_t stretch);

// Walks through the cases of a universe, changing one case in place.
class Cursor {
 public:
  // Requires: 0 <= number < universe.count(), and the universe outlives it.
  Cursor(const Universe& universe, int64_t number);

  const Case& test() const { return test_; }

  // Returns whether the case differs from the one before in the arguments of
  // its last step alone.
  bool only_arguments_changed() const { return only_arguments_changed_; }

  // Requires: there is a next case.
  void Next();

 private:
  void Seek();
  bool NextArguments();

  const Universe& universe_;
  int64_t number_;
  Case test_;
  const Calls::Row* row_ = nullptr;  // The row of the last step.
  std::vector<std::size_t> digits_;
  bool only_arguments_changed_ = false;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_GEN_ENUMERATE_H_

#ifndef VIEWPROOF_CONFORMANCE_LAWS_SLICE_H_
#define VIEWPROOF_CONFORMANCE_LAWS_SLICE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace viewproof {

// More slices would leave some of a law unrun for too long.
inline constexpr int64_t kMostSlices = 10;

// The part of a law's items that one run of the tests looks at. tools/test
// gives each commit one of ten, so that all items have their turn.
class Slice {
 public:
  // The one that the variable VIEWPROOF_SLICE of the environment names, slice 0
  // if there is none; says which on standard output.
  static Slice OfThisRun(int64_t of = kMostSlices);

  // `number`: of 0 to 9; modulo `of` it is the slice's. Or "all": every item.
  // Requires: 1 <= of <= kMostSlices. Throws BadInput if it is something else.
  Slice(std::string_view number, int64_t of);

  // Returns whether item `number`, counted from 0, belongs to it.
  bool Has(int64_t number) const { return !which_ || number % of_ == *which_; }

  // Returns how many of so many items belong to it.
  int64_t CountOf(int64_t items) const;

  // "slice 3 of 10: --slice 3 repeats it", for the log and for what failed.
  const std::string& name() const { return name_; }

 private:
  int64_t of_;
  std::optional<int64_t> which_;  // Absent: all.
  std::string name_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_LAWS_SLICE_H_

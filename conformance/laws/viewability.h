#ifndef VIEWPROOF_CONFORMANCE_LAWS_VIEWABILITY_H_
#define VIEWPROOF_CONFORMANCE_LAWS_VIEWABILITY_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <variant>

#include "reference/core/error.h"
#include "reference/core/geometry.h"

namespace viewproof {

// All geometries of rank 0 to 3 with sizes 0..4, strides 0..6 and offset 5:
// 44136, with every address below 64.
void ForEachGeometry(const std::function<void(const Geometry&)>& visit);

// Each of them with all lists of up to TargetRank() sizes that multiply to its
// numel; of numel 0 those with entries 0..4.
using PairVisitor =
    std::function<void(const Geometry& operand, const Ints& sizes)>;
void ForEachPair(const PairVisitor& visit);

// 3; 4 under --config=full.
int64_t TargetRank();

// Says what an implementation says to view(sizes): the result, or the kind of
// its error, absent where it has none.
using ViewAnswer = std::variant<Geometry, std::optional<ErrorKind>>;
using ViewWitness =
    std::function<ViewAnswer(const Geometry& operand, const Ints& sizes)>;

// Says how many pairs there were.
struct PairCounts {
  int64_t all = 0;
  int64_t with_elements = 0;
  int64_t refused = 0;  // So many are not viewable.
  bool operator==(const PairCounts&) const = default;
};
std::ostream& operator<<(std::ostream& os, const PairCounts& counts);

// Returns what ForEachPair() must give, at either rank.
PairCounts ExpectedPairCounts();

// Asks the reference and the witness for every pair; either may only view or
// refuse as not_viewable. Tells the first pair at which they differ, in any
// size, stride, offset or kind, in `difference` (empty: none).
struct PairComparison {
  PairCounts counts;
  std::string difference;
};
PairComparison CompareOnAllPairs(const ViewWitness& witness);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_LAWS_VIEWABILITY_H_

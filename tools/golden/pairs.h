#ifndef VIEWPROOF_TOOLS_GOLDEN_PAIRS_H_
#define VIEWPROOF_TOOLS_GOLDEN_PAIRS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/judge/compare.h"
#include "conformance/subjects/mutants.h"
#include "conformance/subjects/pair_levels.h"
#include "conformance/subjects/subject.h"
#include "conformance/subjects/walks.h"

namespace viewproof {

// Two levels of different factors, the first of the earlier one.
using LevelPair = std::pair<PairLevel, PairLevel>;

// Says of two levels in a kernel which vectors hold them.
struct HeldBy {
  struct Holder {
    PairLevels levels;
    Ints sizes;
  };
  std::vector<Holder> holders;
  bool is_enough = false;  // Some two of these differ enough.
};

// Counts which vectors hold which two levels of factors of pairs, and which
// walks. A vector counts for a step if the step succeeds and a bug in it shows:
// nothing is written, or a copy holds zeros.
class PairCover {
 public:
  PairCover();

  // Returns how many pairs of levels and walks lack a vector less with this
  // one, and counts it if it is asked to.
  int64_t Add(const Vector& vector, bool count = true);

  // Those that are possible and have less than two vectors that differ enough:
  // in their sizes and in three more factors.
  std::vector<LevelPair> MissingOf(std::string_view kernel) const;
  // Those that are possible.
  std::size_t PossibleOf(std::string_view kernel) const;

  // The walks that no vector has. Requires: the kernel is one of kWalkKernels.
  const std::set<Walk>& MissingWalksOf(std::string_view kernel) const {
    return missing_walks_.find(kernel)->second;
  }

 private:
  // The levels of the steps of a kernel in which a bug shows.
  struct Seen {
    std::size_t kernel;
    HeldBy::Holder holder;
    std::optional<Walk> walk;
  };
  std::vector<Seen> SeenIn(const Vector& vector);

  std::unique_ptr<Subject> reference_;
  Comparator comparator_;
  std::unique_ptr<MaskedMutant> write_lost_;
  std::unique_ptr<MaskedMutant> copy_of_zeros_;
  Reply reply_;
  Judgement judgement_;
  // By kernel, and by the numbers of two levels in AllPairLevels().
  std::vector<std::vector<std::optional<HeldBy>>> held_;
  std::map<std::string_view, std::set<Walk>> missing_walks_;  // By kernel.
};

}  // namespace viewproof

#endif  // VIEWPROOF_TOOLS_GOLDEN_PAIRS_H_

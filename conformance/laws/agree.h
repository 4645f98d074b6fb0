#ifndef VIEWPROOF_CONFORMANCE_LAWS_AGREE_H_
#define VIEWPROOF_CONFORMANCE_LAWS_AGREE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/case/protocol.h"
#include "conformance/gen/state.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/difference.h"
#include "conformance/subjects/subject.h"

namespace viewproof {

// Compares two independent implementations in the facets that both declare.
class WitnessPair {
 public:
  WitnessPair(Subject& first, Subject& second);

  // Returns where the second differs from the first, in every facet that both
  // declare, up to the first step at which they do. Empty if one abstains.
  std::vector<Difference> Compare(const Case& test);

  // The same for those who have asked them already. What is unspecified is
  // dropped from `first`.
  std::vector<Difference> Compare(const Case& test, Reply& first,
                                  const Reply& second);

  // Cases in which a witness abstained so far.
  int64_t abstained() const { return abstained_; }

 private:
  Subject& first_subject_;
  Subject& second_subject_;
  Comparator comparator_;
  // Holds what Compare() fills anew each time, kept for its storage.
  Reply first_reply_;
  Reply second_reply_;
  Vector vector_;
  Judgement judgement_;
  int64_t abstained_ = 0;
};

// The case of `state`, and in the end a read of every tensor; of a sparse base,
// which cannot be read, none.
Case WithReads(const State& state);

// Says for people what a comparison found: the case as a line of case text, and
// what each witness says at the step.
std::string Describe(const Case& test, const std::string& first,
                     const std::string& second,
                     const std::vector<Difference>& differences);

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_LAWS_AGREE_H_

#ifndef VIEWPROOF_CONFORMANCE_LAWS_ENUMERATION_H_
#define VIEWPROOF_CONFORMANCE_LAWS_ENUMERATION_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "conformance/case/case.h"
#include "conformance/gen/enumerate.h"
#include "conformance/judge/difference.h"
#include "conformance/laws/agree.h"
#include "conformance/subjects/subject.h"

namespace viewproof {

// A case in which a witness differs from the reference, in no explained way.
struct Disagreement {
  int64_t number = 0;
  Case test;
  std::vector<Difference> differences;
};

// Compares a witness with the reference on cases of a universe. Values are
// compared too: no case writes an unspecified value, as only its last step acts
// on elements that may overlap, and nothing is shown after it.
class Enumeration {
 public:
  struct Counts {
    int64_t cases = 0;      // Without disagreement.
    int64_t refused = 0;    // Of these: the reference refuses the last step.
    int64_t abstained = 0;  // Of these: the witness does.
    int64_t too_large = 0;  // Of these: the chain ends at a step that is too
                            // large (bounds.h).
    // Of these: libtorch differs as explained.h says, by the reason there.
    std::map<std::string_view, int64_t> explained;
  };

  // `explained`: the witness is libtorch, whose known deviations are no
  // disagreements. Requires: `universe` and `witness` outlive this.
  Enumeration(const Universe& universe, Subject& witness, bool explained);

  // Compares case `number`; nullopt if there is no disagreement.
  std::optional<Disagreement> Compare(int64_t number);

  // The first disagreement among cases [from, to).
  std::optional<Disagreement> First(int64_t from, int64_t to);

  const Counts& counts() const { return counts_; }

 private:
  const Universe& universe_;
  const bool explained_;
  std::unique_ptr<Subject> reference_;
  Subject& witness_;
  WitnessPair witnesses_;
  Reply first_;   // Of the reference.
  Reply second_;  // Of the witness.
  Counts counts_;
};

}  // namespace viewproof

#endif  // VIEWPROOF_CONFORMANCE_LAWS_ENUMERATION_H_
